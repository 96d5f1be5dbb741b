"""The doors: REST, A2A, MCP and the account holder's pages. They differ in wire form only."""

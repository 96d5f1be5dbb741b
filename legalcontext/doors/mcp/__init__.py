"""The MCP door: `/mcp`, streamable HTTP, both protocol eras on one address, no sessions.

A request of 2026-07-28 carries its version and capabilities in `params._meta` and repeats them in
headers; earlier clients begin with `initialize`. Both are served without keeping anything between
two requests, so any process can answer any of them. Every answer is one JSON object.
"""

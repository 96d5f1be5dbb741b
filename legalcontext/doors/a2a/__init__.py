"""The A2A 1.0 door: JSON-RPC and HTTP+JSON, one set of operations."""

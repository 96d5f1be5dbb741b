"""`/v1/matters` and everything beneath it, and `/v1/conflict-checks`."""

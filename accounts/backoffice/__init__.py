"""The operators' admin: what its pages share. docs/operators.md."""

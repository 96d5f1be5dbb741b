"""Reading a document: its kind, parties, amounts and clauses, each with where it stands."""

"""The demonstration: everything set up, one real ask of each skill, the service left running."""

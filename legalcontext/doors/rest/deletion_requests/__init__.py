"""`/v1/deletion-requests`: asking for data to be deleted under law, and following what becomes."""

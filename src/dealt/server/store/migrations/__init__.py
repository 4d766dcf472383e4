"""The steps from an empty database to the schema of today, run at every start."""

"""The database, and all that asks it: rows in, rows out."""

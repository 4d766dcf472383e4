"""What Euchre is played out by, and its judge."""

"""What Oh Hell is played out by, and its judge."""

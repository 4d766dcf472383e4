"""What Skat is played out by, and its judge."""

"""``climber``, a computer for Guandan."""

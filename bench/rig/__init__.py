"""What measurements are made with: rooms, servers and people for them, attackers, judges, and ways to time a work."""

"""Computers for every trick-taking game, and what those for one of them share."""

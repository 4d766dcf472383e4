"""Processes for what may take its time or never end: computers, analyses, puzzles."""

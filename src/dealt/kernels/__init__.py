"""Compiled simulation over the cores of the games; everything works without numba, and faster with it."""

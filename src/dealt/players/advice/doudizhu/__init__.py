"""``dizhu``, the computer for Dou Dizhu."""

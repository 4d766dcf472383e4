"""``exact``, the computer that solves magic figures."""

"""``deuce``, the computer for Big Two and every climbing game without an auction."""

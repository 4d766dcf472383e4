"""Tournaments: who plays whom on which boards, and how everybody stands; a state machine that knows no tables."""

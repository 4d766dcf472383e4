"""``shedder``, the computer for Chinese Poker."""

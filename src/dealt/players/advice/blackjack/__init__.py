"""``basic``, ``counter`` and ``reckoner``, the computers for blackjack."""

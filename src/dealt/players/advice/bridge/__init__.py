"""``planner``, ``solver`` and ``plain``, the computers for bridge, and the bidding system that they use."""

"""What fits weights of computers, by play or by solved deals. ``python -m tune --help`` lists them."""

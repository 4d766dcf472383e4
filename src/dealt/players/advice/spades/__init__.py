"""What computers know of Spades: the rules of thumb by which all play on in a layout, and the judge."""

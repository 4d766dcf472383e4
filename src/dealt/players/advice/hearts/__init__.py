"""What computers know of Hearts: the rules of thumb by which all play on in a layout, and the judge."""

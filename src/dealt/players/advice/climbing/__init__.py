"""What computers for several climbing games share."""

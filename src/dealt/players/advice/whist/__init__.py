"""The judge of Whist."""

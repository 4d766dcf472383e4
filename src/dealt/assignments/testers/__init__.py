"""The testers: for each assignment a list of steps."""

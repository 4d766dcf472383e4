"""Files to start from: the classes of each assignment with their methods still to be written."""

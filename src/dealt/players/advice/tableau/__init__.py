"""What solitaires of columns share: the computer that looks for a way to win, and the judge."""

"""What the matching solitaires share."""

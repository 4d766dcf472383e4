"""What assignments give to students, in plain Python: it runs beside their classes, so it may hold no answer."""

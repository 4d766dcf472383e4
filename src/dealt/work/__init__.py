"""What takes its time with a game: computers, hints, analyses. A room lets processes do it, a browser its workers."""

"""The room of one: a folder that any static server can serve, in which one person plays without a room's server."""

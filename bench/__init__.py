"""Measurements that take minutes: how fast the room is, how good the computers are. ``python -m bench`` lists them."""

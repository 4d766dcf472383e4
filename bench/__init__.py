"""Measurements that take minutes: how fast the room is, how good the computers are. ``python -m bench`` lists them.

``bench.rig`` is what measures: rooms, servers and people for them, attackers, judges, and ways to time a work.
"""

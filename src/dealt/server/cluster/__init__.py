"""A room on many processes: who owns which table, and what the processes tell each other.

PostgreSQL has what must not be lost. Redis carries news: whatever is in it can be made again.
"""

"""The standard bidding system: the rows of ``standard.rows``, which bid, explain and bound the hands of a search.

:mod:`.row` reads a line, :mod:`.conditions` says where it counts, :mod:`.promises` what it promises there, and
:mod:`.system` puts the rows to work.
"""

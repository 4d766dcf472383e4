"""Playing a game: Table is one deal, Match some one after another, Record what is stored of a match.

A table checks every action, keeps the log, and gives each seat its own view. It knows nothing of networks, so that
local play, the server and the arena all use it.
"""

from dealt.table.deal import Illegal, Table, play, seed_in, seed_of
from dealt.table.match import (
    FORMAT,
    MIXED_FORMAT,
    DealCheck,
    DealRecord,
    Match,
    Progress,
    Record,
    RecordError,
    commitment,
    import_deals,
)

__all__ = [
    "FORMAT",
    "MIXED_FORMAT",
    "DealCheck",
    "DealRecord",
    "Illegal",
    "Match",
    "Progress",
    "Record",
    "RecordError",
    "Table",
    "commitment",
    "import_deals",
    "play",
    "seed_in",
    "seed_of",
]

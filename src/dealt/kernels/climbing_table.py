"""The table of a climbing game: what its numbers are, and the rules and the room that go with it."""

from __future__ import annotations

from typing import Final, NamedTuple

from dealt.games.climbing import core
from dealt.games.doudizhu import HIGHEST_BID
from dealt.shapes import Ints, Longs, Reals

SEATS: Final = 8
"""The most seats: so many places follow the name of what each seat has."""
PACKETS: Final = 3
"""The most packets of undealt cards."""

PHASE: Final = 2
OWNER: Final = 3
NEWEST: Final = 4
"""The row to beat, which the owner has played; -1 for a lead."""
PASSED: Final = 5
MUST: Final = 6
LOWEST: Final = 7
DEALER: Final = 8
SHOWN: Final = 9
"""The cards of hidden piles that lie face up."""
FACE_UP: Final = 10
"""What follows is of Dou Dizhu alone; see ``doudizhu.Contract``."""
HOLDER: Final = 11
REDEALS: Final = 12
ALONE: Final = 13
BID: Final = 14
MULTIPLIER: Final = 15
KITTY: Final = 16
SPRING: Final = 17
STOCK: Final = 18
"""The undealt cards, by packets. While they are taken, a packet that is gone leaves its place empty."""
HANDS: Final = STOCK + PACKETS
HELD: Final = HANDS + SEATS
"""The hands as rows are compared with them."""
TRAITS: Final = HELD + SEATS
"""What each hand has, or has had."""
PLAYS: Final = TRAITS + SEATS
"""The number of plays that each seat has made; of a deal that is taken up only none, one, or more."""
TRICK: Final = PLAYS + SEATS
LACKS: Final = TRICK + SEATS
BIDS: Final = LACKS + SEATS
CUT: Final = BIDS + SEATS
"""The cards that the seats have cut for the deal."""
OUT: Final = CUT + SEATS
"""The seats that are out, as bits, where the deal goes on."""
PLACES: Final = OUT + 1
"""From 1 for who was out first, or has won at once; 0 for who is not out."""
TURNED: Final = PLACES + SEATS
"""How the order is turned, as ``core.upside_down`` has it."""
WIDTH: Final = TURNED + 1

PLAY: Final = 0
"""The phases, in the order in which an observation has them."""
AUCTION: Final = 1
PICK: Final = 2

PASS: Final = 0
"""The code of a pass in the play."""
CALL: Final = 1
"""To it an amount is added: that of a bid, or the number of a packet."""
SHOW: Final = CALL
"""The code, in the play, of a hand that wins at once."""
SHOWN_ROW: Final = -2
"""Where a row stands for it, as -1 does for a pass."""
FIRST: Final = CALL + HIGHEST_BID + 1

UNLISTED: Final = -1
GONE: Final = -1
"""In the place of a seat's newest play: it has passed."""

BEGIN: Final = 0
"""Places of ``Room.found``: of the rows in a hand those from ``BEGIN`` to ``END``, and from ``HIGH`` on."""
END: Final = 1
HIGH: Final = 2
CHOICES: Final = 3
"""The number of rows."""
SIFTED: Final = 4
"""Do they stand in ``Room.listed`` instead?"""
SHOWS: Final = 5
"""May the seat win at once?"""
FOUND: Final = 6


class Rules(NamedTuple):
    play: core.Rules
    table: core.Table
    order: Longs
    """The deck from the lowest card to the highest."""
    deck: Longs
    dealers: Longs
    """The seats that may deal first."""
    penalty: Reals
    """The score for each number of cards left, where nobody plays alone."""
    places: Reals
    """The score of each place where the deal goes on; else empty."""
    instants: Longs
    """Hands that win at once, for ``core.wins_at_once``."""
    size: int
    """The number of cards of a hand."""
    phase: int
    """What begins once the cards are dealt."""
    opens: bool
    """Does the holder of the lowest dealt card lead with it?"""
    reveals: bool
    """Do all see the packets, or the kitty?"""
    once: bool
    """From here on as the functions of ``doudizhu`` take it: does each seat bid once?"""
    forced: int
    limit: int
    spring: bool
    scoring: bool


class Room(NamedTuple):
    words: Longs
    pack: Longs
    counts: Longs
    """The number of rows in each hand, :data:`UNLISTED` before its first lead."""
    rows: Ints
    """The rows of each hand, weakest first, as many places for each seat."""
    sets: Longs
    """The cards of these rows."""
    listed: Ints
    """The rows that may be played, where something restricts them or all are asked for."""
    found: Longs
    """What ``legal`` has found, by places from :data:`BEGIN` on."""

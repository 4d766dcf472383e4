"""What the boards of a rated tournament are worth to ratings: each seat against the same seat at other tables.

A board counts at the tables that began it before anybody had finished it: all that is known of its cards is known from
a deal that is over. So none of them could have been told. See decision 110.
"""

from __future__ import annotations

from hashlib import sha256

from dealt.game import Seat
from dealt.ratings import finishes, places, sides
from dealt.tournament.events import Event, Field, Rated
from dealt.tournament.state import Meeting, Tournament


def settled(tournament: Tournament) -> list[int]:
    """The boards that are over wherever they were begun in time, and in nobody's rating yet."""
    return [board for board in tournament.unrated if not tournament.awaited[board]]


def rate(tournament: Tournament, board: int) -> Event:
    """How a board came out for ratings, as far as it was played."""
    there = [
        each for each in tournament.meetings.values() if each.people and board in each.scores
    ]  # computers don't talk
    first = min(each.times[board][1] for each in there)
    whole = [each for each in there if 0 < each.times[board][0] < first and not each.absent.get(board)]
    if len(whole) == 1:
        return Rated(board, _with_people([_by_itself(tournament, board, whole[0])]))
    sitting = sides(tournament.game)
    groups = max(1, len(whole) // len(sitting))
    mixed = sorted(whole, key=lambda each: sha256(f"{board}/{each.table}".encode()).digest())
    fields = [_compared(tournament, board, side, mixed[n::groups]) for side in sitting for n in range(groups) if mixed]
    return Rated(board, _with_people(fields))


def _with_people(fields: list[Field]) -> list[Field]:
    return [each for each in fields if any(isinstance(who, str) for side in each.sides for who in side)]


def _by_itself(tournament: Tournament, board: int, meeting: Meeting) -> Field:
    """Nobody else has played the cards: those at the table are compared with each other, as at any rated table."""
    own = [_who(tournament, meeting, side) for side in sides(tournament.game)]
    return Field([meeting.table] * len(own), own, finishes(tournament.game, meeting.scores[board]))


def _compared(tournament: Tournament, board: int, side: tuple[Seat, ...], meetings: list[Meeting]) -> Field:
    made = [sum(each.scores[board][seat] for seat in side) for each in meetings]
    return Field(
        [each.table for each in meetings],
        [_who(tournament, each, side) for each in meetings],
        places(made, low=tournament.game.low),
    )


def _who(tournament: Tournament, meeting: Meeting, side: tuple[Seat, ...]) -> list[str | float]:
    return [meeting.places[seat] or tournament.settings.ratings[seat] for seat in side]

"""Rated tournaments: who is compared with whom, and which boards count, worked out from the events once more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from dealt.ratings import sides
from dealt.tournament import commands
from dealt.tournament.events import Event, Field, Paired, Rated, Reported, Seating
from dealt.wire.protocol import TournamentKind
from tests.tournament.test_tournament import Evening

LEVELS = [20.0, 21.0, 22.0, 23.0]


class RatedEvening(Evening):
    """One whose boards count for ratings. Tables play at the same time, unless a test says otherwise."""

    def __init__(self, kind: TournamentKind = "swiss", seats: int = 4, **more: Any):
        super().__init__(kind, seats, ratings=LEVELS[:seats], **more)

    def report(self, table: str, board: int, scores: Sequence[float], began: float, over: float, *gone: int) -> None:
        self.do(commands.report(self.state, table, board, scores, gone, (began, over)))

    def rated(self) -> list[Rated]:
        return [each for each, _ in self.happened if isinstance(each, Rated)]

    def play(self, table: str, absent: Any = None) -> None:
        meeting = self.state.meetings[table]
        for board in range(meeting.first, meeting.first + meeting.boards):
            scores = [self.chance.choice((-5, 0, 5)) for _ in meeting.places]
            for one, other in self.game.partnerships:
                scores[other] = scores[one]
            self.report(table, board, scores, self.now + board, self.now + board + 0.9)

    def round(self, *groups: Sequence[str]) -> list[str]:
        """Tables are made up of these people; their ids."""
        tables = [Seating(f"t{next(self.ids)}", 1, list(each)) for each in groups]
        self.do(commands.start(self.state, "p0"))
        self.do([Paired(tables)])
        return [each.table for each in tables]


def reported(evening: Evening) -> dict[int, dict[str, Reported]]:
    found: dict[int, dict[str, Reported]] = {}
    for each, _ in evening.happened:
        if isinstance(each, Reported):
            found.setdefault(each.board, {})[each.table] = each
    return found


def places_of(evening: Evening) -> dict[str, list[str]]:
    return {
        seating.table: seating.places
        for each, _ in evening.happened
        if isinstance(each, Paired)
        for seating in each.tables
    }


def check(evening: RatedEvening, rated: Rated, results: dict[str, Reported], places: dict[str, list[str]]) -> None:
    """A board is what the events say: each side of each table that counts is once compared with others of its seat."""
    game = evening.game
    first = min(each.over for each in results.values())
    counted = {each.table for each in results.values() if 0 < each.began < first and not each.absent}
    seen: Counter[tuple[str, tuple[int, ...]]] = Counter()
    for field in rated.fields:
        assert any(isinstance(who, str) for side in field.sides for who in side)
        seats = _seats(evening, field, places)
        made = [
            sum(results[table].scores[seat] for seat in there) for table, there in zip(field.tables, seats, strict=True)
        ]
        sign = 1 if game.low else -1
        assert field.places == [sum(sign * other < sign * own for other in made) for own in made]
        seen.update(zip(field.tables, seats, strict=True))
        if len(counted) > 1:
            assert len({*seats}) == 1, "the same seat"
            assert len({*field.tables}) == len(field.tables), "at different tables"
            most = len(counted) if len(counted) < 2 * len(sides(game)) else 2 * len(sides(game)) - 1
            assert min(len(counted), len(sides(game))) <= len(field.tables) <= most
    people = {(table, side) for table in counted for side in sides(game) if any(places[table][seat] for seat in side)}
    assert {each for each in seen if any(places[each[0]][seat] for seat in each[1])} == people
    assert set(seen.values()) <= {1}


def _seats(evening: RatedEvening, field: Field, places: dict[str, list[str]]) -> list[tuple[int, ...]]:
    """From which seats the sides of a field have played: where their people sat."""
    found: list[tuple[int, ...] | None] = []
    for table, side in zip(field.tables, field.sides, strict=True):
        there = [each for each in sides(evening.game) if [places[table][n] or LEVELS[n] for n in each] == side]
        found.append(there[0] if there else None)
    assert None not in found, "somebody is rated who did not sit there"
    return [each for each in found if each is not None]


@pytest.mark.parametrize("people", [2, 3, 5, 8, 23])
@pytest.mark.parametrize(("kind", "seats"), [("swiss", 4), ("swiss", 3), ("knockout", 4), ("arena", 3), ("howell", 4)])
def test_every_board_is_rated_once_against_the_same_cards(people: int, kind: TournamentKind, seats: int) -> None:
    evening = RatedEvening(kind, seats, low=seats == 3).enrol(people).evening()
    assert not evening.state.unrated
    boards = [each.board for each in evening.rated()]
    assert Counter(boards) == Counter(reported(evening).keys())
    results, places = reported(evening), places_of(evening)
    for each in evening.rated():
        check(evening, each, results[each.board], places)


def test_who_began_after_somebody_had_seen_all_cards_is_in_no_field() -> None:
    evening = RatedEvening(seats=4).enrol(12)
    one, two, three = evening.round(*([f"p{n}" for n in range(first, first + 4)] for first in (0, 4, 8)))
    evening.report(two, 1, [4, 3, 2, 1], 2.0, 9.0)
    evening.report(three, 1, [9, 9, 9, 9], 9.0, 12.0)  # begun when the second was over
    assert not evening.rated()
    evening.report(one, 1, [5, 3, 2, 1], 1.0, 20.0)
    evening.follow()
    (rated,) = evening.rated()
    check(evening, rated, reported(evening)[1], places_of(evening))
    assert {who for field in rated.fields for side in field.sides for who in side} == {f"p{n}" for n in range(8)}
    places = [dict(zip(map(tuple, each.sides), each.places, strict=True)) for each in rated.fields]
    assert places == [{("p0", "p2"): 0, ("p4", "p6"): 1}, {("p1", "p3"): 0, ("p5", "p7"): 0}]


def test_where_somebody_was_away_nobody_is_rated_and_a_table_left_alone_is_rated_as_any_other() -> None:
    evening = RatedEvening(seats=3, low=True).enrol(6)
    one, two, three = evening.round(["p0", "p1", ""], ["p2", "p3", "p4"], ["p5", "", ""])
    evening.report(one, 1, [4, 3, 2], 2.0, 9.0)
    evening.report(two, 1, [1, 1, 1], 2.0, 9.0, 1)  # a computer sat there for p3
    evening.report(three, 1, [0, 1, 1], 0.0, 9.0)  # somebody had left it
    evening.follow()
    (rated,) = evening.rated()
    assert rated.fields == [Field([one] * 3, [["p0"], ["p1"], [22.0]], [2, 1, 0])]


def test_the_director_ends_it_and_what_is_known_is_rated() -> None:
    evening = RatedEvening(seats=3).enrol(6)
    one, two = evening.round(["p0", "p1", "p2"], ["p3", "p4", "p5"])
    evening.report(one, 1, [4, 3, 2], 2.0, 9.0)
    ended: Sequence[Event] = evening.do(commands.end(evening.state, "p0"))
    assert [type(each).__name__ for each in ended] == ["Rated", "Ended"]
    assert evening.rated()[0].fields[0].tables == [one] * 3
    evening.report(two, 1, [4, 3, 2], 2.0, 9.0)  # nobody waits for it any more
    assert not evening.state.unrated


def test_a_tournament_that_is_not_rated_moves_nothing() -> None:
    evening = Evening(seats=3).enrol(6).evening()
    assert not [each for each, _ in evening.happened if isinstance(each, Rated)]

"""Tournaments without a room: pairing, standing, and that any order of coming and going leaves a well-formed state."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random
from typing import Any, cast

import networkx as nx
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dealt.contest import Contest
from dealt.game import Game
from dealt.tournament import commands, events
from dealt.tournament.events import Event, Opened
from dealt.tournament.movements import MOVEMENTS, howell, mitchell
from dealt.tournament.pairing import balanced, grouped, repeats
from dealt.tournament.standing import standing
from dealt.tournament.state import Tournament, apply
from dealt.tournament.told import told
from dealt.wire.protocol import TournamentKind
from dealt.wire.refusal import Refused


def game(seats: int, *, low: bool = False) -> Game[Any]:
    sides = ((0, 2), (1, 3)) if seats == 4 else ()
    kind = type("Cards", (Contest,), {"seats": seats, "low": low, "partnerships": sides})
    return cast("Game[Any]", kind())


class Evening:
    """A tournament whose tables are played by chance, with everything that happened."""

    def __init__(self, kind: TournamentKind = "swiss", seats: int = 4, seed: int = 0, **more: Any):
        self.chance, self.now, self.ids = Random(seed), 1000.0, iter(range(10**9))
        self.game = more.pop("game", None) or game(seats, low=more.pop("low", False))
        given: dict[str, Any] = {"rounds": 5, "boards": 2, "minutes": 30 if kind == "arena" else 0, **more}
        opened = Opened("Cup", kind, "cards", 1, {}, "p0", "P0", clock=30, computers="normal", **given)
        self.state = Tournament("t", opened, self.game)
        self.happened: list[tuple[Event, float]] = []

    def do(self, found: Sequence[Event]) -> Sequence[Event]:
        for each in found:
            apply(self.state, each, self.now)
            self.happened.append((events.decode(events.encode(each)), self.now))
        return found

    def enrol(self, n: int) -> Evening:
        for each in range(n):
            self.do(commands.enrol(self.state, f"p{each}", f"P{each}"))
        return self

    def follow(self, present: Any = None) -> Sequence[Event]:
        here = {*self.state.entrants} if present is None else present
        return self.do(commands.follow(self.state, self.now, here, lambda: f"t{next(self.ids)}", self.chance))

    def play(self, table: str, absent: Callable[[str], bool] = lambda _: False) -> None:
        meeting = self.state.meetings[table]
        gone = [seat for seat, each in enumerate(meeting.places) if each and absent(each)]
        for board in range(meeting.first, meeting.first + meeting.boards):
            scores = [self.chance.randint(-20, 20) for _ in meeting.places]
            for one, other in self.game.partnerships:
                scores[other] = scores[one]
            self.do(commands.report(self.state, table, board, scores, gone))

    def evening(self, absent: Callable[[str], bool] = lambda _: False) -> Evening:
        self.do(commands.start(self.state, "p0"))
        for _ in range(1000):
            self.now += 5
            self.follow()
            if self.state.phase == "over":
                return self
            for table in list(self.state.open_tables):
                self.play(table, absent)
        raise AssertionError("it never ends")

    def rounds(self) -> dict[int, list[list[str]]]:
        found: dict[int, list[list[str]]] = {}
        for each in self.state.meetings.values():
            found.setdefault(each.round, []).append(each.people)
        return found


def well_formed(state: Tournament) -> None:
    """Nobody is paired twice in a round or sits at two open tables; each sits at a table of the round or sits out."""
    by_round: dict[int, Counter[str]] = {}
    for each in state.meetings.values():
        if state.settings.kind != "arena":
            by_round.setdefault(each.round, Counter()).update(each.people)
        assert len(each.places) == state.game.seats
    for number, out in state.out.items():
        by_round[number].update(out)
    assert all(most == 1 for seen in by_round.values() for most in seen.values())
    there = Counter(person for table in state.open_tables for person in state.meetings[table].people)
    assert all(times == 1 for times in there.values())
    boards = Counter((person, meeting.first) for meeting in state.meetings.values() for person in meeting.people)
    assert all(times == 1 for times in boards.values()), "somebody would play the same cards twice"
    ranks = [each.rank for each in standing(state)]
    assert ranks == sorted(ranks)
    assert {each.person for each in standing(state)} <= {*state.entrants}


def again(evening: Evening) -> None:
    """What happened makes the same state again."""
    other = Tournament("t", evening.state.settings, evening.game)
    for event, at in evening.happened:
        apply(other, event, at)
    for name in ("n", "phase", "paused", "round", "entrants", "meetings", "out", "adjusted", "open_tables", "met"):
        assert getattr(other, name) == getattr(evening.state, name), name
    assert standing(other) == standing(evening.state)


# --- movements of pairs


@pytest.mark.parametrize("pairs", range(2, 31, 2))
def test_in_a_howell_each_meets_each_once_and_sides_are_balanced(pairs: int) -> None:
    rounds = howell(pairs)
    assert Counter(frozenset(each) for some in rounds for each in some) == Counter(
        map(frozenset, combinations(range(pairs), 2))
    )
    sides = [{one: 1 for one, _ in some} | {other: -1 for _, other in some} for some in rounds]
    assert all(sorted(side) == [*range(pairs)] for side in sides), "all play in every round"
    alike = [sum(side[a] * side[b] for side in sides) for a, b in combinations(range(pairs), 2)]
    assert max(map(abs, alike)) <= max(1, pairs // 3 + 1), "any two are on the same side about as often as not"
    if pairs in (4, 8, 12, 20, 24):  # as published balanced Howells of one winner: no two differ by more than one round
        assert {*alike} == {-1}


@pytest.mark.parametrize("pairs", range(2, 31, 2))
def test_in_a_mitchell_one_half_meets_the_other(pairs: int) -> None:
    rounds = mitchell(pairs)
    met = Counter(frozenset(each) for some in rounds for each in some)
    assert met == Counter(frozenset((a, b)) for a in range(pairs // 2) for b in range(pairs // 2, pairs))
    assert all(sorted(one for each in some for one in each) == [*range(pairs)] for some in rounds)


@pytest.mark.parametrize("kind", ["howell", "mitchell"])
@pytest.mark.parametrize(("people", "fill"), [(2, True), (5, True), (8, True), (11, False), (13, True)])
def test_pairs_stay_together_and_meet_others_once(kind: TournamentKind, people: int, fill: bool) -> None:
    evening = Evening(kind, rounds=20, fill=fill).enrol(people).evening()
    state = evening.state
    well_formed(state)
    again(evening)
    pairs = [*map(tuple, state.teams)]
    assert sorted(one for pair in pairs for one in pair) == sorted(state.entrants)
    met: Counter[frozenset[tuple[str, ...]]] = Counter()
    for each in state.meetings.values():
        sides = [tuple(one for one in (each.places[a], each.places[a + 2]) if one) for a in (0, 1)]
        assert all(side in pairs or not side for side in sides)
        met[frozenset(sides)] += 1
    assert all(times == 1 for against, times in met.items() if () not in against)
    boards = {(each.round, each.first) for each in state.meetings.values()}
    assert len(boards) == len({number for number, _ in boards}), "all tables of a round play the same boards"
    points = {row.name: row.points for row in told(state, 0.0).standing}
    for pair in pairs:
        assert len({points[state.entrants[one].name] for one in pair}) == 1


def test_two_are_partners_when_each_has_named_the_other() -> None:
    evening = Evening("howell").enrol(5)
    state = evening.state
    rows = lambda: {row.name: (row.partner, row.wants) for row in told(state, 0.0).standing}  # noqa: E731
    evening.do(commands.enrol(state, "p3", "P3", "P1"))
    assert (rows()["P3"], rows()["P1"]) == (("", "P1"), ("", ""))
    evening.do(commands.enrol(state, "p1", "P1", "P3"))
    assert rows()["P1"] == ("P3", "P3")
    assert not commands.enrol(state, "p1", "P1"), "coming again changes nothing"
    with pytest.raises(Refused, match="no_partner"):
        commands.enrol(state, "p2", "P2", "Nobody")
    with pytest.raises(Refused):
        commands.enrol(state, "p2", "P2", "P2")
    evening.do(commands.withdraw(state, "p3"))
    assert rows()["P1"] == ("", "P3")
    evening.do(commands.enrol(state, "p3", "P3", "P1"))
    evening.do(commands.start(state, "p0"))
    assert state.teams == [["p1", "p3"], ["p0", "p2"], ["p4"]]
    for late in ("p5", "p6", "p7"):  # a computer's place, and those of the fourth pair that the movement has room for
        evening.do(commands.enrol(state, late, late.upper()))
    assert state.teams == [["p1", "p3"], ["p0", "p2"], ["p4", "p5"], ["p6", "p7"]]
    assert not told(state, 0.0).enters
    with pytest.raises(Refused, match="tournament_time"):
        commands.enrol(state, "p9", "P9")
    evening.do(commands.withdraw(state, "p0"))
    evening.do(commands.enrol(state, "p0", "P0", "P4"))
    assert state.team_of("p0") == ["p0", "p2"], "once it has begun, pairs stay"


# --- pairing


@given(st.integers(2, 9).map(lambda n: 2 * n), st.integers(0, 10**6), st.integers(1, 8))
@settings(max_examples=settings.default.max_examples * 3 // 2)
def test_two_never_meet_again_while_there_is_a_way(size: int, seed: int, rounds: int) -> None:
    chance, people = Random(seed), [f"p{n}" for n in range(size)]
    met: dict[str, Counter[str]] = {each: Counter() for each in people}
    for _ in range(rounds):
        chance.shuffle(people)
        free = nx.Graph((a, b) for a, b in combinations(people, 2) if not met[a][b])
        possible = 2 * len(nx.max_weight_matching(free, maxcardinality=True)) == size
        groups = grouped(people, 2, met)
        assert sorted(each for group in groups for each in group) == sorted(people)
        if possible:
            assert not any(repeats(group, met) for group in groups)
        for a, b in groups:
            met[a][b] += 1
            met[b][a] += 1


@pytest.mark.parametrize(("size", "seats", "rounds"), [(16, 4, 5), (32, 4, 6), (64, 4, 12), (27, 3, 7), (256, 4, 12)])
def test_tables_of_more_meet_nobody_again_for_an_evening(size: int, seats: int, rounds: int) -> None:
    chance, people = Random(5), [f"p{n}" for n in range(size)]
    met: dict[str, Counter[str]] = {each: Counter() for each in people}
    again = 0
    for _ in range(rounds):
        chance.shuffle(people)
        for group in grouped(people, seats, met):
            again += repeats(group, met)
            for a in group:
                met[a].update(b for b in group if b != a)
    assert again == 0


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_round_of_256_is_paired_in_200_ms(seats: int) -> None:
    evening = Evening(seats=seats, rounds=9).enrol(256)
    evening.do(commands.start(evening.state, "p0"))
    took = []
    for _ in range(6):
        evening.now += 30
        began = time.process_time()
        assert evening.follow()
        took.append(time.process_time() - began)
        for table in list(evening.state.open_tables):
            evening.play(table)
    assert sorted(took)[len(took) // 2] < 0.2, took


def test_people_are_spread_to_and_fro() -> None:
    assert [len(each) for each in balanced(range(9), 3)] == [3, 3, 3]
    assert [len(each) for each in balanced(range(10), 3)] == [3, 3, 4]


# --- whole evenings


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("fill", [True, False])
@pytest.mark.parametrize("people", [2, 5, 9, 16, 23])
def test_a_swiss_ends_after_its_rounds_and_is_even(people: int, seats: int, fill: bool) -> None:
    if people < seats and not fill:
        return
    evening = Evening(seats=seats, fill=fill).enrol(people).evening()
    well_formed(evening.state)
    again(evening)
    assert sorted(evening.rounds()) == [1, 2, 3, 4, 5]
    left = people % seats
    times = [each.short for each in evening.state.entrants.values()]
    assert sum(times) == 5 * left
    assert max(times) - min(times) <= 1, "nobody sits out a second time before all have"
    for row in standing(evening.state):
        assert [each.n for each in sorted(row.results, key=lambda each: each.n)] == [1, 2, 3, 4, 5]


def by_hand(evening: Evening, *tables: str | list[str], person: str = "p0") -> Sequence[Event]:
    """The director seats these people, each of whom is named by a digit."""
    wanted = [[f"P{each}" for each in table] if isinstance(table, str) else table for table in tables]
    ids = (f"h{evening.state.n}.{n}" for n in range(99))
    return commands.pair(evening.state, person, evening.now, (), lambda: next(ids), evening.chance, wanted)


def why(evening: Evening, *tables: str | list[str], **more: str) -> str:
    with pytest.raises(Refused) as refused:
        by_hand(evening, *tables, **more)
    return refused.value.code


def test_a_director_pairs_by_hand_within_the_rules() -> None:
    evening = Evening(seats=2, boards=1, fill=False).enrol(7)
    assert why(evening, "01") == "tournament_time", "it has not begun"
    evening.do(commands.start(evening.state, "p0"))
    assert why(evening, "01", person="p1") == "not_director"
    assert why(evening, "08") == "pairing_who"
    assert why(evening, "01", "12") == "pairing_twice"
    assert why(evening, "00") == "pairing_twice"
    assert why(evening, "012") == "pairing_size"
    evening.do(commands.pause(evening.state, "p0", on=True))
    evening.do(by_hand(evening, "05", "61"))
    state = evening.state
    tables = [(set(each.people), each.by_hand) for each in state.meetings.values()]
    assert tables[:2] == [({"p0", "p5"}, True), ({"p1", "p6"}, True)]
    assert [each for _, each in tables[2:]] == [False]
    assert len(state.out[1]) == 1
    assert state.paused, "whoever pairs by hand goes on so"
    assert [each.by_hand for each in told(state, 0.0).tables] == [True, True, False]
    assert why(evening, "02") == "tournament_time", "a round is under way"
    for table in list(state.open_tables):
        evening.play(table, lambda person: person == "p5")
    assert why(evening, "50") == "pairing_who", "who was away for a whole table plays no more"
    assert why(evening, "61") == "pairing_again"
    evening.do(by_hand(evening, "01"))
    assert not state.entrants["p5"].here
    assert sum(repeats(each.people, state.met) for each in state.meetings.values()) == len(state.meetings), "each once"


def test_those_meet_again_by_hand_who_can_not_avoid_it() -> None:
    evening = Evening(seats=2, boards=1, rounds=2).enrol(2)
    evening.do(commands.start(evening.state, "p0"))
    evening.follow()
    evening.play(next(iter(evening.state.open_tables)))
    evening.do(by_hand(evening, "10"))
    assert evening.state.round == 2
    evening.play(next(iter(evening.state.open_tables)))
    assert why(evening, "10") == "tournament_time", "all rounds are played"
    assert why(Evening("knockout", seats=2).enrol(2), "10") == "tournament_time"


def test_a_round_is_played_with_the_same_boards_at_all_tables_and_no_board_comes_again() -> None:
    evening = Evening(boards=3).enrol(16).evening()
    firsts: dict[int, set[int]] = {number: set() for number in evening.rounds()}
    for each in evening.state.meetings.values():
        firsts[each.round].add(each.first)
    assert firsts == {1: {1}, 2: {4}, 3: {7}, 4: {10}, 5: {13}}


@pytest.mark.parametrize(("people", "seats", "rounds"), [(16, 2, 4), (5, 2, 3), (16, 4, 3), (13, 3, 4), (4, 4, 1)])
def test_a_knockout_leaves_one_table(people: int, seats: int, rounds: int) -> None:
    evening = Evening("knockout", seats=seats, seed=3).enrol(people).evening()
    well_formed(evening.state)
    again(evening)
    played = evening.rounds()
    assert len(played) == rounds
    assert len(played[rounds]) == 1
    first = standing(evening.state)[0]
    final = next(each for each in evening.state.meetings.values() if each.round == rounds)
    assert first.person in final.people
    best = max(sum(scores[final.seat_of(each)] for scores in final.scores.values()) for each in final.people)
    assert sum(scores[final.seat_of(first.person)] for scores in final.scores.values()) == best
    beaten = [each.beaten for each in standing(evening.state)]
    assert beaten == sorted(beaten, key=lambda n: -(n or rounds + 1))


@pytest.mark.slow
def test_an_arena_makes_up_tables_until_its_time_is_over() -> None:
    evening = Evening("arena", boards=1, minutes=10).enrol(11).evening()
    well_formed(evening.state)
    again(evening)
    counts = Counter(person for each in evening.state.meetings.values() for person in each.people)
    assert evening.now >= 1000 + 10 * 60
    assert min(counts.values()) > 33, "a third of the 120 times that tables were made up"
    boards = Counter(each.first for each in evening.state.meetings.values())
    assert boards.most_common(1)[0][1] > 1, "others have played the same cards"


def test_a_lone_person_of_an_arena_soon_plays_with_computers() -> None:
    evening = Evening("arena", boards=1).enrol(2)
    evening.do(commands.start(evening.state, "p0"))
    assert not evening.follow()
    assert not evening.follow(present=set())
    evening.now += commands.WAIT
    (paired,) = evening.follow(present={"p1"})
    assert isinstance(paired, events.Paired)
    assert sorted(paired.tables[0].places) == ["", "", "", "p1"]


# --- the standing


def test_each_board_is_compared_with_all_who_had_the_same_cards() -> None:
    evening = Evening(seats=2, rounds=1, boards=1).enrol(6)
    evening.do(commands.start(evening.state, "p0"))
    evening.follow()
    for table, scores in zip(list(evening.state.open_tables), ([10, 1], [20, 2], [10, 3]), strict=True):
        evening.do(commands.report(evening.state, table, 1, scores))
    made = {each.person: each.points for each in standing(evening.state)}
    tables = list(evening.state.meetings.values())
    assert [made[each.places[0]] for each in tables] == [0.25, 1.0, 0.25]
    assert [made[each.places[1]] for each in tables] == [0.0, 0.5, 1.0]
    order = standing(evening.state)
    assert [each.points for each in order] == [1.0, 1.0, 0.5, 0.25, 0.25, 0.0]
    assert [each.rank for each in order] == [1, 2, 3, 4, 4, 6], "the score of the game decides, then they share a rank"


def test_the_lower_score_decides_where_the_game_says_so() -> None:
    evening = Evening(seats=2, rounds=1, boards=1, low=True).enrol(4)
    evening.do(commands.start(evening.state, "p0"))
    evening.follow()
    for table, scores in zip(list(evening.state.open_tables), ([10, 1], [20, 2]), strict=True):
        evening.do(commands.report(evening.state, table, 1, scores))
    assert [each.score for each in standing(evening.state)] == [1, 10, 2, 20]


@pytest.mark.parametrize(("low", "sign"), [(True, 1), (False, -1)])
def test_who_was_away_stands_after_whoever_has_as_many_points_and_has_played(low: bool, sign: int) -> None:
    evening = Evening(seats=2, rounds=1, boards=1, low=low).enrol(4)
    evening.do(commands.start(evening.state, "p0"))
    evening.follow()
    first, second = evening.state.open_tables
    evening.do(commands.report(evening.state, first, 1, [sign * 10, sign * 1], [1]))
    evening.do(commands.report(evening.state, second, 1, [sign * 20, sign * 2]))
    away = evening.state.meetings[first].places[1]
    *_, played, last = standing(evening.state)
    assert (played.points, last.points) == (0.0, 0.0)
    assert (last.person, played.rank, last.rank) == (away, 3, 4)


def test_boards_at_a_single_table_are_compared_there() -> None:
    evening = Evening(rounds=1, boards=1).enrol(4)
    evening.do(commands.start(evening.state, "p0"))
    evening.follow()
    (table,) = evening.state.open_tables
    evening.do(commands.report(evening.state, table, 1, [3, 9, 1, 3]))
    assert [each.points for each in standing(evening.state)] == [1.0, 0.5, 0.5, 0.0]


def test_who_is_away_gets_nothing_and_is_paired_no_more() -> None:
    evening = Evening(rounds=3).enrol(8).evening(absent=lambda person: person == "p3")
    rows = {each.person: each for each in standing(evening.state)}
    assert rows["p3"].points == 0
    assert [each.n for each in rows["p3"].results] == [1]
    assert not rows["p3"].here
    assert all(len(rows[f"p{n}"].results) == 3 for n in range(8) if n != 3)


def test_who_was_away_may_come_back() -> None:
    evening = Evening(rounds=3).enrol(8)
    evening.do(commands.start(evening.state, "p0"))
    evening.follow()
    for table in list(evening.state.open_tables):
        evening.play(table, lambda person: person == "p3")
    evening.now += commands.BREAK
    assert evening.follow() == [events.Withdrew("p3", absent=True)]
    evening.now += 1
    evening.do(commands.enrol(evening.state, "p3", "P3"))
    assert isinstance(evening.follow()[0], events.Paired)
    assert "p3" in evening.state.playing


def test_what_is_set_counts_for_both_of_a_pair() -> None:
    evening = Evening("howell", rounds=3).enrol(8).evening()
    pair = evening.state.teams[2]
    evening.do(commands.adjust(evening.state, "p0", pair[1].upper(), 2, 80.0, "slow play"))
    rows = {each.person: each for each in standing(evening.state)}
    assert [[result.percent for result in rows[each].results if result.n == 2] for each in pair] == [[80.0], [80.0]]


def test_an_adjusted_result_counts_and_says_why() -> None:
    evening = Evening(rounds=2).enrol(8).evening()
    evening.do(commands.adjust(evening.state, "p0", "P5", 2, 80.0, " slow play "))
    row = next(each for each in standing(evening.state) if each.person == "p5")
    result = next(each for each in row.results if each.n == 2)
    assert (result.percent, result.reason) == (80.0, "slow play")
    again(evening)
    for name, n, reason, code in [
        ("P5", 3, "x", "tournament_order"), ("P5", 1, " ", "tournament_order"), ("Zoe", 1, "x", "tournament_order"),
    ]:  # fmt: skip
        with pytest.raises(Refused, match=code):
            commands.adjust(evening.state, "p0", name, n, 50.0, reason)
    with pytest.raises(Refused, match="not_director"):
        commands.adjust(evening.state, "p1", "P5", 1, 50.0, "x")


# --- any order


MOVES = st.lists(
    st.tuples(
        st.sampled_from(
            ["join", "leave", "away", "play", "one", "pause", "resume", "remove", "close", "late", "twice"]
        ),
        st.integers(0, 30),
    ),
    max_size=60,
)


@pytest.mark.slow
@given(
    st.sampled_from(["swiss", "arena", "knockout", "howell", "mitchell", "teams"]),
    st.integers(2, 4),
    st.booleans(),
    st.integers(2, 12),
    MOVES,
)
@settings(max_examples=settings.default.max_examples * 4)
def test_any_order_of_coming_and_going_is_well_formed(
    kind: TournamentKind, seats: int, fill: bool, people: int, moves: list[tuple[str, int]]
) -> None:
    size = MOVEMENTS[kind].size if kind in MOVEMENTS else 0
    assume(fill or people > size or not size)  # one pair or team alone can't begin
    minutes = 10 if kind == "arena" else 0  # of all moves some come when it is over
    seats = 4 if size else seats
    evening = Evening(kind, seats, fill=fill, boards=2, seed=people, minutes=minutes).enrol(people)
    state = evening.state
    evening.do(commands.start(state, "p0"))
    gone: set[str] = set()
    for move, n in moves:
        before, person = state.n, f"p{n}"
        evening.now += 7
        try:
            evening.do(_move(evening, move, n, person, gone))
        except Refused:
            assert state.n == before, "what is refused changes nothing"
        evening.follow({*state.entrants} - gone)
        well_formed(state)
    again(evening)
    evening.do([events.Paused(on=False)] if state.paused and state.phase == "running" else [])
    for _ in range(600):
        if state.phase == "over":
            break
        evening.now += 25
        for table in list(state.open_tables):
            evening.play(table)
        evening.follow()
    assert state.phase == "over"
    well_formed(state)
    again(evening)


def _move(evening: Evening, move: str, n: int, person: str, gone: set[str]) -> Sequence[Event]:
    state, tables = evening.state, list(evening.state.open_tables)
    table = tables[n % len(tables)] if tables else ""
    match move:
        case "join":
            return commands.enrol(state, person, person.upper())
        case "leave":
            return commands.withdraw(state, person)
        case "away":
            gone.symmetric_difference_update({person})
        case "play" if table:
            evening.play(table, lambda each: each in gone)
        case "one" if table:
            return commands.report(state, table, state.meetings[table].first, [n] * state.game.seats)
        case "pause" | "resume":
            return commands.pause(state, "p0", on=move == "pause")
        case "remove":
            return commands.remove(state, "p0", person.upper())
        case "close" if table:
            return commands.close(state, table)
        case "late":
            evening.now += 60
        case "twice" if state.meetings:
            known = list(state.meetings.values())[n % len(state.meetings)]
            assert not any(
                commands.report(state, known.table, board, [0] * state.game.seats) for board in known.scores
            ), "a board is reported once"
    return []


@pytest.mark.slow
def test_an_arena_of_500_is_seated_and_told_in_time() -> None:
    evening = Evening("arena", boards=1).enrol(500)
    evening.do(commands.start(evening.state, "p0"))
    took = []
    for _ in range(12):
        evening.now += 30
        began = time.process_time()
        assert evening.follow()
        told(evening.state, evening.now)
        took.append(time.process_time() - began)
        for table in list(evening.state.open_tables):
            evening.play(table)
    well_formed(evening.state)
    assert len(evening.state.meetings) == 12 * 125
    assert sorted(took)[len(took) // 2] < 0.3, took

"""Teams of four without a room: who plays together, who meets whom and where, and what a match is worth."""

from __future__ import annotations

import csv
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from dealt.games import make
from dealt.tournament import commands, events
from dealt.tournament.standing import standing
from dealt.tournament.state import Meeting, Tournament
from dealt.tournament.teams import NOBODY, agreed
from dealt.tournament.told import as_csv, as_json, headings, told
from dealt.wire.refusal import Refused
from tests.tournament.test_tournament import Evening, again, by_hand, well_formed, why


def matches(state: Tournament) -> dict[tuple[int, tuple[int, ...]], list[Meeting]]:
    found: dict[tuple[int, tuple[int, ...]], list[Meeting]] = {}
    for each in state.meetings.values():
        found.setdefault((each.round, tuple(sorted(each.sides))), []).append(each)
    return found


def team_names(state: Tournament) -> list[list[str]]:
    return [[state.entrants[each].name for each in team] for team in state.teams]


# --- who plays together


def test_those_are_a_team_who_have_all_named_each_other() -> None:
    evening = Evening("teams").enrol(9)
    state = evening.state
    evening.do(commands.enrol(state, "p6", "P6", "P2", ["P8", "P4"]))
    assert agreed(state)[6] == ["p6"], "nobody else has said so"
    evening.do(commands.enrol(state, "p8", "P8", "P4", ["P6", "P2"]))
    evening.do(commands.enrol(state, "p2", "P2", "P6", ["P4", "P8"]))
    row = next(each for each in told(state, 0.0).standing if each.name == "P8")
    assert (row.partner, row.wants, row.others) == ("", "P4", ["P6", "P2"])
    assert row.team == ["P2", "P6", "P8"], "as the first of them has named them"
    evening.do(commands.enrol(state, "p4", "P4", "P2", ["P6", "P8"]))
    evening.do(commands.enrol(state, "p1", "P1", "P5"))
    evening.do(commands.enrol(state, "p5", "P5", "P1"))
    with pytest.raises(Refused, match="tournament_order"):
        commands.enrol(state, "p0", "P0", "P1", ["P2", "P3", "P4"])
    with pytest.raises(Refused, match="no_partner"):
        commands.enrol(state, "p0", "P0", "P1", ["P0"])
    evening.do(commands.start(state, "p0"))
    assert team_names(state) == [["P2", "P6", "P4", "P8"], ["P1", "P5", "P0", "P3"], ["P7"]]
    again(evening)


def test_who_never_agreed_is_not_waited_for_and_the_others_stay_together() -> None:
    evening = Evening("teams").enrol(6)
    state = evening.state
    for me, partner, *others in ("1234", "2134", "4312"):
        evening.do(commands.enrol(state, f"p{me}", f"P{me}", f"P{partner}", [f"P{each}" for each in others]))
    evening.do(commands.start(state, "p0"))
    assert team_names(state) == [["P1", "P2", "P4", "P0"], ["P3", "P5"]]


def test_late_comers_take_the_places_of_computers_and_then_make_a_new_team() -> None:
    evening = Evening("teams", rounds=2).enrol(11)
    state = evening.state
    evening.do(commands.start(state, "p0"))
    assert [len(each) for each in state.teams] == [4, 4, 3]
    evening.follow()
    evening.do(commands.enrol(state, "p11", "P11"))
    assert state.teams[2][3] == "p11"
    evening.do(commands.enrol(state, "p12", "P12"))
    assert state.teams[3] == ["p12"], "where neighbours meet there is always room"
    for table in list(state.open_tables):
        evening.play(table)
    evening.now += commands.BREAK
    evening.follow()
    there = {each for meeting in state.meetings.values() if meeting.round == 2 for each in meeting.people}
    assert there == {*state.entrants}
    well_formed(state)
    again(evening)


def test_a_round_robin_of_an_even_number_takes_no_new_team() -> None:
    evening = Evening("teams", rounds=3).enrol(8)
    evening.do(commands.start(evening.state, "p0"))
    with pytest.raises(Refused, match="tournament_time"):
        commands.enrol(evening.state, "p8", "P8")
    evening.do(commands.withdraw(evening.state, "p3"))
    assert commands.enrol(evening.state, "p3", "P3"), "whoever has left comes back to their team"


# --- who meets whom, and where


@pytest.mark.parametrize(
    ("people", "rounds", "fill", "played"),
    [(8, 5, True, 5), (16, 5, True, 3), (12, 3, True, 3), (12, 7, False, 6), (24, 4, True, 4), (28, 3, False, 3)],
)
def test_teams_meet_each_other_as_often_as_rounds_allow(people: int, rounds: int, fill: bool, played: int) -> None:
    evening = Evening("teams", rounds=rounds, fill=fill).enrol(people).evening()
    state = evening.state
    well_formed(state)
    again(evening)
    assert state.round == played
    met = Counter(teams for _, teams in matches(state))
    real = Counter({teams: times for teams, times in met.items() if NOBODY not in teams})
    size = people // 4
    if turns := rounds // (size - 1 + size % 2):
        assert real == Counter(dict.fromkeys(combinations(range(size), 2), turns))
    else:
        assert {*real.values()} == {1}, "neighbours in the standing, none twice"
    times = Counter(person for people in state.out.values() for person in people)
    times.update(each for _, teams in matches(state) if NOBODY in teams for each in state.teams[max(teams)])
    assert not times or max(times.values()) - min(times[each] for each in state.entrants) <= 1


def test_a_match_is_played_at_two_tables_with_the_sides_exchanged() -> None:
    evening = Evening("teams", rounds=3).enrol(16).evening()
    state = evening.state
    opponents: dict[str, set[str]] = {each: set() for each in state.entrants}
    for (_, teams), (one, other) in matches(state).items():
        assert (one.first, one.boards) == (other.first, other.boards)
        assert one.sides == other.sides[::-1]
        for meeting in (one, other):
            for side, team in enumerate(meeting.sides):
                sitting = [meeting.places[seat] for seat in state.game.partnerships[side]]
                assert sitting in (state.teams[team][:2], state.teams[team][2:]), "partners stay together"
                for person in sitting:
                    opponents[person].update(meeting.people)
        assert sorted(one.people + other.people) == sorted(one for team in teams for one in state.teams[team])
    pairs = {each: {frozenset(state.team_of(one)[n : n + 2]) for one in opponents[each] for n in (0, 2)}
             for each in opponents}  # fmt: skip
    assert all(len(each) > 4 for each in pairs.values()), "not the same half of every team"


def test_a_team_alone_meets_computers_at_both_tables() -> None:
    evening = Evening("teams", rounds=2).enrol(2).evening()
    state = evening.state
    assert state.teams == [["p0", "p1"]]
    assert state.round == 2
    assert [len(each.people) for each in state.meetings.values()] == [2, 0, 0, 2], "they change seats by rounds"
    with pytest.raises(Refused, match="tournament_alone"):
        commands.start(Evening("teams", fill=False).enrol(4).state, "p0")


def test_who_leaves_is_played_for_and_a_team_that_is_gone_meets_nobody() -> None:
    evening = Evening("teams", rounds=4).enrol(24)
    state = evening.state
    evening.do(commands.start(state, "p0"))
    evening.follow()
    for person in (*state.teams[1], state.teams[2][0]):
        evening.do(commands.withdraw(state, person))
    for table in list(state.open_tables):
        evening.play(table)
    evening.now += commands.BREAK
    evening.follow()
    second = [teams for number, teams in matches(state) if number == 2]
    assert sorted(one for teams in second for one in teams) == [NOBODY, 0, 2, 3, 4, 5]
    left = state.teams[2][0]
    assert not any(left in each.places for each in state.meetings.values() if each.round == 2)
    for table in list(state.open_tables):
        evening.play(table)
    rows = {each.person: each for each in standing(state)}
    assert rows[left].points == rows[state.teams[2][1]].points, "the result is the team's"
    again(evening)


# --- by hand


def next_round(evening: Evening) -> None:
    for table in list(evening.state.open_tables):
        evening.play(table)
    evening.now += commands.BREAK


def pairs_of(state: Tournament, number: int) -> dict[tuple[int, ...], bool]:
    """Which teams meet in a round, and whether the director has put them together."""
    return {teams: all(one.by_hand for one in found) for (at, teams), found in matches(state).items() if at == number}


def begun(teams: int, *, rounds: int, **more: Any) -> Evening:
    """Teams of four are about to play their first round. They are those of 0 to 3, 4 to 7 and so on."""
    evening = Evening("teams", rounds=rounds, **more).enrol(4 * teams)
    evening.do(commands.start(evening.state, "p0"))
    return evening


def test_a_director_chooses_a_later_round_of_a_round_robin() -> None:
    evening = begun(4, rounds=6)
    state = evening.state
    assert why(evening, "04", person="p1") == "not_director"
    assert why(evening, "00") == why(evening, "03") == why(evening, "04", "83") == "pairing_twice", "of one team"
    assert why(evening, "0") == why(evening, "048") == "pairing_size"
    assert why(evening, "04", ["P8", "P16"]) == "pairing_who"
    assert why(evening, "04", "8") == "pairing_size"
    for hand in (["P1", "P6"], ["P9", "P4"], ["P0", "P12"]):  # whoever is of a team names it
        evening.do(by_hand(evening, hand))
        assert why(evening, "08") == "tournament_time", "a round is under way"
        next_round(evening)
    assert [pairs_of(state, n) for n in (1, 2, 3)] == [
        {(0, 1): True, (2, 3): False}, {(1, 2): True, (0, 3): False}, {(0, 3): True, (1, 2): False},
    ]  # fmt: skip
    while state.phase == "running":
        evening.follow()
        next_round(evening)
    met = Counter(teams for _, teams in matches(state))
    assert met == Counter(dict.fromkeys(combinations(range(4), 2), 2)), "all of the movement is played all the same"
    well_formed(state)
    again(evening)


def test_matches_that_no_round_has_together_are_refused() -> None:
    evening = begun(6, rounds=5)
    state = evening.state
    first = {*map(frozenset, state.movement[0])}
    (a, b), other = state.movement[0][0], state.movement[1]
    apart = next(each for each in other if not {a, b} & {*each})
    assert frozenset(apart) not in first
    names = [[f"P{4 * team}" for team in each] for each in ((a, b), apart)]
    assert why(evening, *names) == "pairing_round"
    evening.do(by_hand(evening, names[0]))
    next_round(evening)
    assert why(evening, names[0]) == "pairing_never", "they have met"
    assert state.round == 1


def test_a_director_puts_neighbours_together_and_none_meet_again_who_need_not() -> None:
    evening = begun(7, rounds=3, fill=False)
    state = evening.state
    assert not state.movement
    evening.do(by_hand(evening, "04", ["P8", "P12"]))
    assert {teams for teams, hand in pairs_of(state, 1).items() if hand} == {(0, 1), (2, 3)}
    assert len(pairs_of(state, 1)) == 3
    assert len(state.out[1]) == 4, "a team of the others sits out"
    next_round(evening)
    assert why(evening, "41") == "pairing_again"
    evening.do(commands.pause(state, "p0", on=True))
    evening.do(by_hand(evening, "08"))
    assert state.paused, "whoever pairs by hand goes on so"
    assert pairs_of(state, 2)[0, 2]
    assert not {*pairs_of(state, 1)} & {*pairs_of(state, 2)}
    well_formed(state)
    again(evening)


def test_a_team_that_has_left_is_not_paired_by_hand_and_one_of_which_somebody_is_there_is() -> None:
    evening = begun(4, rounds=3)
    state = evening.state
    for person in ("p0", "p4", "p5", "p6", "p7"):
        evening.do(commands.withdraw(state, person))
    assert why(evening, "04") == "pairing_who"
    evening.do(by_hand(evening, "08"))  # its first person has left
    assert "p0" not in state.playing
    assert pairs_of(state, 1)[0, 2]
    for table in list(state.open_tables):
        evening.play(table, lambda person: person in ("p1", "p2", "p3", "p8"))
    assert why(evening, "0", "9") == "pairing_who", "all of the first team were away for a whole table"
    evening.do(by_hand(evening, ["P9", "P12"]))
    assert not state.entrants["p8"].here
    assert "p8" not in state.playing
    assert why(Evening("howell").enrol(4).evening(), "01") == "tournament_time"
    again(evening)


# --- what a match is worth


LAW_78 = {
    10: 0, 40: 1, 80: 2, 120: 3, 160: 4, 210: 5, 260: 6, 310: 7, 360: 8, 420: 9, 490: 10, 590: 11, 740: 12, 890: 13,
    1090: 14, 1290: 15, 1490: 16, 1740: 17, 1990: 18, 2240: 19, 2490: 20, 2990: 21, 3490: 22, 3990: 23,
}  # fmt: skip
"""The largest difference that is worth so many IMPs; 24 above."""


def imps(difference: float) -> int:
    worth = next((each for most, each in LAW_78.items() if abs(difference) <= most), 24)
    return worth if difference > 0 else -worth


def victory_points(lead: int, boards: int) -> float:
    """The scale as the WBF's report has it: each IMP is worth the same fraction of the one before it."""
    whole, shrinks = 15 * boards**0.5, 5**0.5 - 2
    gained = 10 * (1 - shrinks ** (min(abs(lead), whole) / whole)) / (1 - shrinks)
    return 10 + round(gained, 2) * (1 if lead > 0 else -1)


def of_side(meeting: Meeting, board: int, team: int) -> float:
    return meeting.scores[board][meeting.sides.index(team)]


def test_the_standing_is_that_of_an_independent_calculation_in_imps_and_victory_points() -> None:
    evening = Evening("teams", rounds=3, boards=4, seed=11, game=make("bridge")).enrol(23)
    state, chance = evening.state, evening.chance
    evening.do(commands.start(state, "p0"))
    for _ in range(3):
        evening.now += commands.BREAK
        evening.follow()
        for table in list(state.open_tables):
            meeting = state.meetings[table]
            for board in range(meeting.first, meeting.first + 4):
                score = 10.0 * chance.choice([-140, -50, -10, 0, 5, 11, 42, 62, 63, 110, 143])
                evening.do(commands.report(state, table, board, [score, -score, score, -score]))
    points, leads = Counter[str](), Counter[str]()
    for (_, teams), (one, other) in matches(state).items():
        for team in teams:
            boards = range(one.first, one.first + 4)
            lead = sum(imps(of_side(one, each, team) + of_side(other, each, team)) for each in boards)
            for person in state.teams[team] if team >= 0 else ():
                points[person] += victory_points(lead, 4)  # type: ignore[assignment]
                leads[person] += lead
    order = sorted(state.entrants, key=lambda each: (-round(points[each], 2), -leads[each]))
    found = standing(state)
    assert {each.person: each.points for each in found} == pytest.approx(points)
    assert {each.person: each.extra for each in found} == leads
    assert [(round(points[each.person], 2), leads[each.person]) for each in found] == [
        (round(points[each], 2), leads[each]) for each in order
    ]
    assert len({each.points for each in found}) > 3
    assert sum(points[team[0]] for team in state.teams) == pytest.approx(20 * 3 * 3), "all of six teams met"
    shown = told(state, 0.0)
    assert (shown.worth, shown.unit) == (20, "compare.imps")
    again(evening)


def test_without_such_a_comparison_each_board_is_won_by_the_sum_of_both_tables() -> None:
    for low in (False, True):
        evening = Evening("teams", rounds=1, boards=2, low=low).enrol(8)
        state = evening.state
        evening.do(commands.start(state, "p0"))
        evening.follow()
        one, other = state.meetings.values()
        evening.do(commands.report(state, one.table, 1, [62, 43, 62, 43]))
        assert not [each for row in standing(state) for each in row.results], "nothing to compare it with yet"
        evening.do(commands.report(state, other.table, 1, [50, 40, 50, 40]))  # 102 to 93
        evening.do(commands.report(state, one.table, 2, [10, 20, 10, 20]))
        evening.do(commands.report(state, other.table, 2, [20, 10, 20, 10]))  # 20 to 40
        evening.do([events.Adjusted(state.teams[1][2], 1, 75.0, "came late")])
        made = {each.person: (each.points, each.score) for each in standing(state)}
        assert made[state.teams[one.sides[0]][0]] == ((10.0 if one.sides[0] == 0 else 15.0), 122)
        assert {made[each] for each in state.teams[1]} == {(15.0, 122 if one.sides[0] == 1 else 133)}


def test_a_match_with_one_table_left_is_decided_there() -> None:
    evening = Evening("teams", rounds=1, boards=2, game=make("bridge")).enrol(8)
    state = evening.state
    evening.do(commands.start(state, "p0"))
    evening.follow()
    one, other = state.meetings.values()
    for board in (1, 2):
        evening.do(commands.report(state, one.table, board, [100.0, -100.0, 100.0, -100.0]))
    evening.do(commands.close(state, other.table))
    rows = {each.person: each for each in standing(state)}
    best, beaten = (rows[state.teams[team][0]] for team in one.sides)
    assert (best.points, best.extra, beaten.points) == (20.0, None, 0.0)


def test_boards_that_computers_played_for_somebody_count_and_decide_between_equals() -> None:
    evening = Evening("teams", rounds=1, boards=1).enrol(8)
    state = evening.state
    evening.do(commands.start(state, "p0"))
    evening.follow()
    one, other = state.meetings.values()
    evening.do(commands.report(state, one.table, 1, [5, 3, 5, 3], [0]))
    evening.do(commands.report(state, other.table, 1, [5, 3, 5, 3]))
    rows = standing(state)
    assert {each.points for each in rows} == {10.0}
    assert {each.person for each in rows if each.rank == 1} == {*state.teams[one.sides[1]]}
    assert {each.rank for each in rows} == {1, 5}


def test_files_name_teams_and_rooms() -> None:
    evening = Evening("teams", rounds=1).enrol(9).evening()
    state = evening.state
    assert len(state.teams) == 3
    rows = list(csv.DictReader(as_csv(state).splitlines()))
    assert {each["name"]: each["team"] for each in rows} == {
        name: team[0] for team in team_names(state) for name in team
    }
    assert {each["name"] for each in rows if not each["partner"]} == {"P8"}, "nothing stands for nobody"
    heads: list[dict[str, Any]] = [*headings(state).values()]
    assert [each["Room"] for each in heads] == ["Open", "Closed"] * 2
    assert all(heads[n]["HomeTeam"] == heads[n + 1]["HomeTeam"] != heads[n]["VisitTeam"] for n in (0, 2))
    assert "normal" in {each["VisitTeam"] for each in heads} | {each["HomeTeam"] for each in heads}
    assert '"sides":["' in as_json(state)
    pairs = headings(Evening("howell").enrol(4).evening().state)
    assert {*next(iter(pairs.values()))} == {"Event", "Round", "Table"}

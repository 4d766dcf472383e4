"""Conformance vectors: ``python -m tests.vectors FILE...`` checks every row of the files and prints what failed.

A file names its game and holds sections of rows; ``replays.json`` holds whole deals by game. A check takes the file and
a row, and returns what the house says and what the row wants. A section without a check fails.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from dealt.cards import Cards, card, cards, mask, name
from dealt.game import Action, Fact, Game, find
from dealt.games import GAMES
from dealt.games.bigtwo import settlement
from dealt.games.climbing import Climbing, State

Row = Mapping[str, Any]
Check = Callable[[Row, Any], tuple[Any, Any]]

CLIMBING = ("bigtwo", "doudizhu", "chinesepoker")
HEADS = {"game", "format", "rule_sets"}
CHECKS: dict[tuple[str, str], Check] = {}
"""By game and section; the section of a whole deal is "replay"."""


class Result(NamedTuple):
    """What came of one row, or of one section that could not be read."""

    section: str
    problem: str | None


def check(section: str, *games: str) -> Callable[[Check], Check]:
    """Register a check for a section of some games' files."""

    def register(function: Check) -> Check:
        CHECKS.update({(game, section): function for game in games})
        return function

    return register


def results(path: Path) -> Iterator[Result]:
    """Every row of a file, and what came of it."""
    file = json.loads(path.read_text("utf-8"))
    for section, rows in file.items():
        if section in HEADS:
            continue
        game, kind = (file["game"], section) if "game" in file else (section, "replay")
        label = f"{path.stem} {section}"
        if kind == "replay" and game not in GAMES:
            yield Result(f"left out: {game} (not in this house yet)", None)
        elif (game, kind) not in CHECKS:
            yield Result(label, "there is no check for this section")
        else:
            yield from (Result(label, problem(CHECKS[game, kind], file, row)) for row in rows)


def problem(function: Check, file: Row, row: Any) -> str | None:
    """What is wrong with a row, None if nothing is."""
    try:
        got, wanted = function(file, row)
    except Exception as error:  # noqa: BLE001 - a row that breaks the house has failed, and the others are still to be run
        return f"{json.dumps(row)[:300]}: {type(error).__name__}: {error}"
    return None if got == wanted else f"{json.dumps(row)[:300]}: got {got!r}"


def main(paths: Iterable[str]) -> int:
    """Run some files, print counts by section and each failure; 1 if there is any."""
    counts: dict[str, list[int]] = {}
    for path in paths:
        for section, wrong in results(Path(path)):
            counts.setdefault(section, [0, 0])[wrong is not None] += 1
            if wrong is not None:
                print(f"FAILED {section}: {wrong}")
    counted = {key: count for key, count in counts.items() if not key.startswith("left out")}
    for section in counts:
        passed, failed = counts[section]
        print(f"{section}: {passed} passed, {failed} failed" if section in counted else section)
    passed, failed = (sum(count[n] for count in counted.values()) for n in (0, 1))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


# --- climbing games -------------------------------------------------------------------------------------------------


@cache
def made(name: str, options: str) -> Game[Any]:
    return GAMES[name].make(**json.loads(options))


def ruled(file: Row, row: Row, **more: Any) -> Climbing:
    """The game under the rules that a row names, as an entry of ``rule_sets``."""
    rules = dict(file.get("rule_sets", {}).get(row.get("rules"), {}))
    if "base" in rules:
        rules["variant"] = rules.pop("base")
    game = made(file["game"], json.dumps({**rules, **more}))
    assert isinstance(game, Climbing)
    return game


def held(some: Iterable[str]) -> Cards:
    return mask(card(each) for each in some)


@check("classify", *CLIMBING)
def classify(file: Row, row: Row) -> tuple[Any, Any]:
    repeated = len(set(row["cards"])) < len(row["cards"])
    kind = None if repeated else ruled(file, row).classify(held(row["cards"]))
    return (kind, kind is not None), (row["kind"], row["valid"])


@check("beats", *CLIMBING)
def beats(file: Row, row: Row) -> tuple[Any, Any]:
    return ruled(file, row).beats(held(row["play"]), held(row["previous"])), row["beats"]


def moved(game: Climbing, state: State, actions: Iterable[tuple[int, list[str]]]) -> tuple[State, list[int]]:
    """The state after some actions, each checked, and who led: the first leader and each winner of a trick."""
    leads = []
    for seat, some in actions:
        assert state.turn == seat, f"seat {state.turn} is to act, not {seat}"
        if state.owner is None and some:
            leads.append(seat)
        action = find(game.view(state, seat), Action("play", held(some)) if some else Action("pass"))
        assert action is not None, f"seat {seat} may not play {some} at {state}"
        state = game.apply(state, seat, action)
    return state, leads


# --- Big Two --------------------------------------------------------------------------------------------------------


@check("first_lead", "bigtwo")
def first_lead(file: Row, row: Row) -> tuple[Any, Any]:
    """The other hands are dealt from the cards above the required one, so that it is the lowest dealt."""
    probe = ruled(file, row)
    hand, floor = held(row["hand"]), probe.order.strength(card(row["required_card"]))
    others = [one for one in probe.deck if not hand >> one & 1 and probe.order.strength(one) > floor]
    seats = 4 if len(others) == 39 else 3
    game = probe if seats == 4 else ruled(file, row, seats=seats)
    hands = (hand, *(mask(others[13 * n : 13 * n + 13]) for n in range(seats - 1)))
    state = game.begin(hands, (mask(game.deck) & ~sum(hands),), 1)
    assert state.turn == 0
    assert state.must == 1 << card(row["required_card"])
    return find(game.view(state, 0), Action("play", held(row["play"]))) is not None, row["legal"]


@check("penalty", "bigtwo")
def penalty(file: Row, row: Row) -> tuple[Any, Any]:
    rules = row["rules"]
    game = ruled(file, row) if rules in file["rule_sets"] else ruled(file, row, scoring=rules)
    return game.penalty(row["remaining"]), row["penalty"]


@check("settlement", "bigtwo")
def settled(file: Row, row: Row) -> tuple[Any, Any]:
    return list(settlement(tuple(row["scores"]), row["stake"])), row["net"]


@check("turn_order", "bigtwo")
def turn_order(file: Row, row: Row) -> tuple[Any, Any]:
    game = ruled(file, row, seats=row["players"])
    order = [row["leader"]]
    while len(order) < len(row["order"]):
        order.append(game.after(order[-1]))
    return order, row["order"]


@check("replay", "bigtwo")
def replay_bigtwo(file: Row, row: Row) -> tuple[Any, Any]:
    game = made("bigtwo", json.dumps({"variant": row["rules"], "seats": len(row["hands"])}))
    assert isinstance(game, Climbing)
    hands = tuple(held(hand) for hand in row["hands"])
    rest = mask(game.deck) & ~sum(hands)
    state = game.begin(hands, (rest,) if rest else (), row["first"])
    if row["required_card"] is None:
        state = replace(state, turn=row["first"], must=0, facts=(Fact("dealer", row["first"], 1),))
    required = row["required_card"] and name(card(row["required_card"]))
    start = (state.turn, state.must)
    state, leads = moved(game, state, row["actions"])
    left = [hand.bit_count() for hand in state.hands]
    got = (start, state.turn, left, left.index(0), list(game.score(state) or ()), leads)
    wanted = (
        (row["first"], cards(required or "")),
        None,
        row["remaining"],
        row["winner"],
        row["penalties"],
        row["leads"],
    )
    return got, wanted


if __name__ == "__main__":
    # under its importable name, so that checks registered elsewhere and these share one list
    from tests import vectors

    sys.exit(vectors.main(sys.argv[1:]))

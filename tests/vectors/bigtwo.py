"""Big Two's vectors."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from dealt.cards import card, cards, mask, name
from dealt.game import Action, Fact, find
from dealt.games.bigtwo import settlement
from dealt.games.climbing import Climbing
from tests.vectors import Row, check, held, made
from tests.vectors.climbing import moved, ruled


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
    game = made(Climbing, "bigtwo", variant=row["rules"], seats=len(row["hands"]))
    hands = tuple(held(hand) for hand in row["hands"])
    rest = mask(game.deck) & ~sum(hands)
    state = game.begin(hands, (rest,) if rest else (), row["first"])
    if row["required_card"] is None:
        state = replace(state, turn=row["first"], must=0, facts=(Fact("dealer", row["first"], 1, role="dealer"),))
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

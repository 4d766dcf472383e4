"""The standard system at work: the rules that its rows give in an auction, the call of a hand, and what calls mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import groupby
from typing import Final

from dealt.cards import Cards
from dealt.game import Say
from dealt.games.bridge.auction import BIDS, DOUBLE, PASS, REDOUBLE, STRAINS
from dealt.players.advice.bridge.bidding import ANYTHING, Reading, Rule, both, either, held_hand, in_short
from dealt.players.advice.bridge.standard.conditions import Binding, Scene, bindings, game_level, match_token, suit_in
from dealt.players.advice.bridge.standard.promises import promised
from dealt.players.advice.bridge.standard.row import SystemRow, Term, rows

NOTHING: Final = Rule(PASS, ANYTHING, "pass")
"""What a hand does that keeps no row."""


@cache
def system_rows() -> tuple[SystemRow, ...]:
    return rows(files(__package__).joinpath("standard.rows").read_text(encoding="utf-8"))


@cache
def _by_length() -> dict[int | None, tuple[SystemRow, ...]]:
    """Rows by the number of calls of their auctions; None for those of any auction."""
    found: dict[int | None, list[SystemRow]] = {}
    for row in system_rows():
        lengths: set[int | None] = {len(auction) for auction in row.auctions}
        for length in lengths or {None}:
            found.setdefault(length, []).append(row)
    return {length: tuple(some) for length, some in found.items()}


@cache
def _groups() -> tuple[tuple[tuple[Term, ...], str, tuple[SystemRow, ...]], ...]:
    """The rows of any auction, in order: those together that ask the same of it."""
    some = groupby(_by_length()[None], key=lambda row: (row.fixed, row.tail))
    return tuple((fixed, tail, tuple(each)) for (fixed, tail), each in some)


def _anywhere(scene: Scene) -> Iterator[SystemRow]:
    """The rows of any auction whose conditions hold, as far as they don't speak of open suits."""
    for fixed, tail, some in _groups():
        if all(map(scene.holds, fixed)) and (not tail or match_token(tail, scene.last_bid, {}) is not None):
            yield from some


def _standard(r: Reading) -> list[Rule]:
    """The rules of the seat that calls next.

    Rows that have this very auction come first. A call means what the first section with a row for it says.
    """
    scene = Scene(r)
    exact = _by_length().get(len(scene.tokens), ())
    found: list[Rule] = []
    meant: dict[str, str] = {}
    for row in (*exact, *(_anywhere(scene) if scene.tokens else ())):
        if row.call[0].isdigit() and int(row.call[0]) < scene.level:
            continue
        for rule in _rules(row, scene):
            if meant.setdefault(rule.call, row.section) == row.section:
                found.append(rule)
                if rule.promise == ANYTHING:
                    return found
    return found


def _rules(row: SystemRow, scene: Scene) -> Iterator[Rule]:
    for binding in bindings(row, scene):
        call = _call(row, scene, binding)
        promise = promised(row, scene, binding) if call else None
        if call and promise is not None:
            yield Rule(call, promise, row.name, row.forcing > 0, row.artificial, row.forcing > 1, row.spare)


def _call(row: SystemRow, scene: Scene, binding: Binding) -> str:
    """The call of a row; empty if it isn't possible."""
    written, _, limits = row.call.partition("@")
    if written in (PASS, DOUBLE, REDOUBLE):
        return written
    kind, letter = written[:-1], written[-1]
    suit = None if letter == "N" else suit_in(letter, binding)
    if suit is None and letter != "N":
        return ""
    if letter != "t" and suit in scene.theirs and not row.artificial:
        return ""
    name = "N" if suit is None else STRAINS[suit]
    if kind.isdigit():
        call = f"{kind}{name}"
    elif kind == ">":
        call = f"{game_level(name)}{name}"
    else:
        call = scene.r.cheapest(name, kind.count("+"))
    low, _, high = limits.partition("-")
    if not call or (limits and not int(low) <= int(call[0]) <= int(high or low)):
        return ""
    return call if BIDS.index(call) > scene.r.auction.bid else ""


@lru_cache(maxsize=50_000)
def _reading(calls: tuple[str, ...]) -> Reading:
    if not calls:
        return Reading()
    before, call = _reading(calls[:-1]), calls[-1]
    meant = [rule for rule in rules_at(calls[:-1]) if rule.call == call]
    promises = list(before.promises)
    if meant:
        meant = [rule for rule in meant if not rule.spare] or meant
        promises[before.me] = both(promises[before.me], either(rule.promise for rule in meant))
    return Reading(calls, tuple(promises), (*before.rules, meant[0] if meant else None))


def reading(calls: Sequence[str]) -> Reading:
    """An auction as the system reads it. Calls that it would never make promise nothing."""
    return _reading(tuple(calls))


@lru_cache(maxsize=50_000)
def rules_at(calls: tuple[str, ...]) -> tuple[Rule, ...]:
    """The rules of the seat that calls next whose calls are possible."""
    r = _reading(calls)
    possible = set(r.auction.legal())
    return tuple(rule for rule in _standard(r) if rule.call in possible)


@lru_cache(maxsize=100_000)
def call_of_hand(calls: tuple[str, ...], cards: Cards) -> Rule:
    """The first rule that a hand keeps; a pass if it keeps none."""
    hand = held_hand(cards)
    return next((rule for rule in rules_at(calls) if rule.promise.fits(hand)), NOTHING)


def meaning(calls: Sequence[str]) -> Say:
    """The meaning of the last of some calls, for people."""
    r = reading(calls)
    rule = r.rules[-1] if r.rules else None
    if rule is None:
        placed = calls[-1] in BIDS and Scene(r).gamed()
        return Say("meaning.placed" if placed else "meaning.unknown")
    return Say(f"meaning.{rule.name}", {"promise": in_short(rule.promise) or "@meaning.any"})

"""Deals laid out by hand: some piles are given, and the other cards are dealt where they fit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from dealt.cards import name, sequence
from dealt.game import OPEN, Fact, Game, Past, Pile, View

__all__ = ["LaidError", "lay_out", "lay_out_exactly", "parse_piles"]


class LaidError(ValueError):
    """A layout that isn't possible; the message says in one line what is wrong."""


def lay_out_exactly(game: Game[Any], seed: bytes, laid: Mapping[str, str], facts: tuple[Fact, ...] = ()) -> Any:
    """The first state of a seed's deal with some piles and facts replaced, the other cards dealt where they fit.

    ``laid`` holds cards by pile, such as ``"hand 0"`` or ``"stock"``; it may also hold values by fact, named in the
    same way. Everything else stays as in the seed's deal, even what depends on the cards, such as the leader.
    LaidError if there is no such pile, its size differs, or a card lies in two places.
    """
    view = game.view(game.deal(Random(seed)), OPEN)
    given, more = _read(game, view, laid)
    placed = {one for some in given.values() for one in some}
    piles = tuple(_pile(pile, given.get(_key(pile.name, pile.owner)), placed) for pile in view.piles)
    return _with(game, seed, replace(view, piles=piles), (*facts, *more))


def lay_out(game: Game[Any], seed: bytes, laid: Mapping[str, str], past: Past[Any] | None = None) -> Any:
    """As ``lay_out_exactly``, but what depends on the cards, such as the leader, follows from the cards given.

    Cards of the seed's pack change places so that the given cards are dealt to their piles. The other random choices
    stay as in the seed's deal. A phase before the deal, such as cutting, is skipped.
    """
    shuffled = game.shuffle(Random(seed), past)._replace(spread=())
    view = game.view(game.hand_out(shuffled, past), OPEN)
    given, facts = _read(game, view, laid)
    moves = _moves(game, view, given)
    state = game.hand_out(shuffled._replace(pack=tuple(moves[one] for one in shuffled.pack)), past)
    return _with(game, seed, game.view(state, OPEN), facts) if facts else state


def _read(game: Game[Any], view: View, laid: Mapping[str, str]) -> tuple[dict[str, tuple[int, ...]], tuple[Fact, ...]]:
    """The cards by pile, and the facts, of a layout."""
    piles = {_key(pile.name, pile.owner): pile for pile in view.piles}
    told = {_key(fact.name, fact.owner): fact for fact in view.facts}
    given: dict[str, tuple[int, ...]] = {}
    facts: list[Fact] = []
    for key, cards in laid.items():
        if key in piles:
            given[key] = _cards(game, key, cards, len(piles[key].cards))
        elif key in told:
            facts.append(told[key]._replace(value=_value(cards, told[key])))
        else:
            raise LaidError(f"there is no pile {key}: there are {', '.join(piles)}")
    _once(given)
    return given, tuple(facts)


def _with(game: Game[Any], seed: bytes, view: View, facts: tuple[Fact, ...]) -> Any:
    """A state with this view, some of its facts replaced."""
    kept = [each for each in view.facts if all(each[:2] != other[:2] for other in facts)]
    try:
        state = game.sample(replace(view, facts=(*kept, *facts)), Random(seed))
        game.view(state, OPEN)  # impossible facts may fail only here
    except (ValueError, LookupError) as error:
        raise LaidError(f"these piles don't fit together: {error}") from None
    return state


def _moves(game: Game[Any], view: View, given: Mapping[str, tuple[int, ...]]) -> dict[int, int]:
    """A permutation of the deck that brings the given cards into their piles and moves no more cards than needed."""
    moves: dict[int, int] = {}
    for pile in view.piles:
        wanted = given.get(_key(pile.name, pile.owner))
        if wanted is not None:
            moves |= dict(zip((one for one in pile.cards if one is not None), wanted, strict=True))
    taken = set(moves.values())
    moves |= {one: one for one in game.deck if one not in moves and one not in taken}
    taken |= set(moves)
    left = [one for one in game.deck if one not in moves]
    return moves | dict(zip(left, [one for one in game.deck if one not in set(moves.values())], strict=True))


def parse_piles(text: str) -> dict[str, str]:
    """The cards by pile of a layout written on one line; LaidError if it can't be read.

    >>> parse_piles("hand 0=3c 3d; hand 1 = 4s5s")
    {'hand 0': '3c 3d', 'hand 1': '4s5s'}
    """
    found: dict[str, str] = {}
    for part in text.split(";"):
        key, given, cards = part.partition("=")
        key = " ".join(key.split())
        if not (given and key):
            if not part.strip():
                continue
            raise LaidError(
                f"{part.strip()!r} is no pile: write PILE=CARDS, such as hand 0=As Kd, with ; between piles"
            )
        if key in found:
            raise LaidError(f"{key} is given twice")
        found[key] = cards.strip()
    if not found:
        raise LaidError("no pile is given: write PILE=CARDS, such as hand 0=As Kd")
    return found


def _key(name: str, owner: int | None) -> str:
    return name if owner is None else f"{name} {owner}"


def _cards(game: Game[Any], key: str, text: str, size: int) -> tuple[int, ...]:
    try:
        found = tuple(sequence(text))
    except ValueError as error:
        raise LaidError(f"{key}: {error}") from None
    strange = [one for one in found if one not in game.deck]
    if strange:
        raise LaidError(f"{key}: {name(strange[0])} isn't in the deck of {game.name}")
    twice = next((one for n, one in enumerate(found) if one in found[:n]), None)
    if twice is not None:
        raise LaidError(f"{key}: {name(twice)} is there twice")
    if len(found) != size:
        raise LaidError(f"{key} takes {size} cards, not {len(found)}")
    return found


def _once(given: Mapping[str, tuple[int, ...]]) -> None:
    where: dict[int, str] = {}
    for key, some in given.items():
        for one in some:
            if one in where:
                raise LaidError(f"{name(one)} is in {where[one]} and in {key}")
            where[one] = key


def _value(text: str, old: Fact) -> int | str:
    if isinstance(old.value, str):
        return text
    try:
        return int(text)
    except ValueError:
        raise LaidError(f"{old.name} is a number, not {text!r}") from None


def _pile(pile: Pile, given: tuple[int, ...] | None, placed: set[int]) -> Pile:
    """The pile with the given cards; without given cards it turns cards that lie elsewhere into unknown ones."""
    return replace(pile, cards=given or tuple(None if one in placed else one for one in pile.cards))

"""What a computer does at draw poker, counted by situation, so that a million deals can be played against it."""

from __future__ import annotations

from random import Random
from typing import Final

from dealt.game import Action, View
from dealt.games.drawpoker import DrawPoker
from dealt.players import computer
from dealt.players.advice.drawpoker.reading import buying, drawing
from dealt.players.advice.drawpoker.situations import ACTIONS, CALL, FOLD, PUSH, RAISE, pot_bet
from dealt.players.search.poker import PokerSearch, Table
from dealt.table import Table as Playing
from dealt.table import seed_of

OFTEN: Final = 0.7
"""The chance that a seat is the computer that is watched; the others play by the table, so that more is reached."""


def watched(game: DrawPoker, name: str, table: Table, deals: int, seed: str = "watch") -> dict[int, list[int]]:
    """How often the computer of a name took each action in each situation."""
    reader, rival = PokerSearch(game, table), computer(name, game)
    found: dict[int, list[int]] = {}
    for n in range(deals):
        draws = Random(n)
        is_rival = [draws.random() < OFTEN for _ in range(game.seats)]
        playing, sources = Playing(game, seed_of(seed, n)), [Random(f"{seed} {n} {seat}") for seat in range(game.seats)]
        while turn := playing.turn:
            seat = turn[0]
            view = playing.view(seat, log=False)
            action = (rival if is_rival[seat] else reader).choose(view, sources[seat])
            if is_rival[seat] and len(view.legal) > 1 and not buying(view) and not drawing(view):
                count(found, reader, view, action)
            playing.act(seat, action)
    return found


def count(found: dict[int, list[int]], reader: PokerSearch, view: View, action: Action) -> None:
    """Add an action to the counts of its situation."""
    at = reader.reads(view)
    kind = FOLD if action.verb == "fold" else CALL if action.verb in ("check", "call") else RAISE
    _, least, most = at.prices
    pot = pot_bet(at.chips, at.now.turn)
    if kind == RAISE and least < most and pot < most and (action.amount or 0) >= (pot + most) / 2:
        kind = PUSH
    found.setdefault(at.place, [0] * ACTIONS)[kind] += 1

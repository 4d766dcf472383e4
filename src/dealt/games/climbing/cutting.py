"""Cutting for the deal: each seat turns over one of the spread cards, and the seat with the highest card deals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from dealt.cards import Card, Cards, cards, text
from dealt.game import Action, Fact, Seat, View

DEAL = Action("deal")
"""The action of the seat with the highest card."""


class Cut(NamedTuple):
    """Cards spread face down, the places that each seat has taken, and the hands to be dealt afterwards.

    ``taken`` has for each seat indices into ``spread``, from 0; a seat that tied has several. ``packets`` are the hands
    in the order of dealing, then the undealt cards: they come from another shuffle, so the spread says nothing of them.
    """

    spread: tuple[Card, ...]
    taken: tuple[tuple[int, ...], ...]
    packets: tuple[Cards, ...]


def face_down(cut: Cut) -> list[int]:
    """The places whose cards still lie face down."""
    gone = {place for places in cut.taken for place in places}
    return [place for place in range(len(cut.spread)) if place not in gone]


def legal_cuts(cut: Cut) -> list[Action]:
    """The actions that take a card, by place from 1: one for each stretch of places not yet taken."""
    stretches: list[list[int]] = []
    for place in face_down(cut):
        if stretches and stretches[-1][-1] == place - 1:
            stretches[-1].append(place)
        else:
            stretches.append([place])
    return [Action("cut", amount=some[0] + 1, upto=some[-1] + 1 if some[1:] else None) for some in stretches]


def cut_result(cut: Cut, strength: Callable[[Card], int]) -> tuple[tuple[Seat, ...], Seat | None]:
    """The seats that have still to take a card and, once there are none, the dealer: the seat with the highest card.

    Seats that tie take another card. If too few cards are left for that, the first of them deals.
    """
    tied: Sequence[Seat] = range(len(cut.taken))
    for turn in range(len(cut.spread)):
        waiting = tuple(seat for seat in tied if len(cut.taken[seat]) == turn)
        if waiting:
            return (waiting, None) if len(waiting) <= len(face_down(cut)) else ((), tied[0])
        shown = {seat: strength(cut.spread[cut.taken[seat][turn]]) for seat in tied}
        tied = [seat for seat in tied if shown[seat] == max(shown.values())]
        if len(tied) == 1:
            break
    return (), tied[0]


def take(cut: Cut, seat: Seat, place: int) -> Cut:
    """The cut after a seat has taken the card at a place, counted from 1."""
    places = (*cut.taken[seat], place - 1)
    return cut._replace(taken=(*cut.taken[:seat], places, *cut.taken[seat + 1 :]))


def facts(cut: Cut, named: Callable[[Card], str], *, everything: bool) -> list[Fact]:
    """The newest card of each seat as "cut"; for samplers all places as ".taken", and for ``OPEN`` the hands."""
    found = [Fact("cut", seat, named(cut.spread[places[-1]])) for seat, places in enumerate(cut.taken) if places]
    found += [Fact(".taken", seat, " ".join(map(str, places))) for seat, places in enumerate(cut.taken) if places]
    return [*found, Fact(".packets", None, "|".join(map(text, cut.packets)))] if everything else found


def read_cut(view: View, seats: int, spread: tuple[Card, ...], packets: tuple[Cards, ...]) -> Cut:
    """The cut that a view shows, with ``packets`` as the hands where the view hides them."""
    known = view.fact(".packets")
    places = (tuple(map(int, str(view.fact(".taken", seat) or "").split())) for seat in range(seats))
    return Cut(spread, tuple(places), packets if known is None else tuple(map(cards, str(known).split("|"))))

"""The judge of trick-taking games: each action is tried in layouts that fit the view, which are played out by rules."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar, Final

from dealt.cards import Card, mask, members
from dealt.game import Action, Seat, View
from dealt.games.tricks import NONE, Tricks, TrickState
from dealt.players.advice.tricks.playout import alike, over
from dealt.players.judging import Judge, Judgement
from dealt.players.search.tricks import TrickSearch

Gains = tuple[float, ...]
TRIES: Final = 50
"""How often cards are dealt anew before they stay as they lie, because some can't be where they fall."""


def card_of(action: Action) -> Card:
    """The card of a play; NONE for anything else."""
    return next(members(action.cards)) if action.verb == "play" else NONE


class TricksJudge(Judge):
    """What a card leads to, in points."""

    blur: ClassVar[float] = 0.0
    apart: frozenset[Card] = frozenset()
    """Cards that are not worth the same as their neighbours."""
    game: Tricks

    def candidates(self, view: View, taken: Action, rng: Random) -> list[Action]:
        known = self.game.public(view)
        if known.phase != "play":
            return self.before_play(view, known, taken, rng)
        if card_of(taken) == NONE:
            return [taken]
        plays = {card_of(each): each for each in view.legal if each.cards}
        tried, own = alike(self.game, known, list(plays), self.apart), card_of(taken)
        if own not in tried:
            below = [one for one in tried if over(self.game, known, one) >> own & 1 and one not in self.apart]
            equal = min(below, key=lambda one: over(self.game, known, one).bit_count())
            tried[tried.index(equal)] = own
        return [plays[one] for one in tried]

    def before_play(self, view: View, known: TrickState, taken: Action, rng: Random) -> list[Action]:
        """The candidates where no card is to be played."""
        return [taken]

    def open(self, state: Any, seat: Seat, tried: Sequence[Action], rng: Random, worlds: int) -> list[float] | None:
        if state.phase != "play":
            return self.open_before_play(state, seat, tried)
        return self.ends(state, seat, [card_of(each) for each in tried])

    def open_before_play(self, state: TrickState, seat: Seat, tried: Sequence[Action]) -> list[float] | None:
        """The same where no card is to be played."""
        return None

    def expected(self, state: Any, rng: Random, worlds: int) -> Gains:
        if state.phase != "play":
            state = self.begun(state)
        return tuple(self.ends(state, seat, [NONE])[0] for seat in range(self.game.seats))

    def fits(self, state: Any, seats: Sequence[Seat], rng: Random) -> TrickState | None:
        others = [seat for seat in range(self.game.seats) if seat not in seats]
        if state.phase != "play":
            return None
        cards = [card for seat in others for card in members(state.hands[seat])]
        for _ in range(TRIES):
            rng.shuffle(cards)
            hands, begin = list(state.hands), 0
            for seat in others:
                end = begin + state.hands[seat].bit_count()
                hands[seat], begin = mask(cards[begin:end]), end
            if not any(hands[seat] & state.lacks[seat] for seat in others):
                return state.changed(hands=tuple(hands))
        return state

    def begun(self, state: TrickState) -> TrickState:
        """The state at the first lead, if all do before it what they should."""
        raise NotImplementedError("nothing comes before the play")

    @abstractmethod
    def ends(self, state: TrickState, seat: Seat, some: Sequence[Card]) -> list[float]:
        """What a seat gains if each of these cards is played, NONE for the one that is best, or once all are played."""


class SearchJudge(TricksJudge):
    """A judge that asks what ``search`` asks."""

    worlds = 96
    search: ClassVar[type[TrickSearch]]
    blur_before: ClassVar[float]
    """The same as ``blur`` where no card is to be played."""

    def __init__(self, game: Tricks) -> None:
        super().__init__(game)
        self.player = self.search(game)
        self.apart = self.player.apart

    def known(self, view: View, tried: Sequence[Action], rng: Random, worlds: int) -> Judgement:
        blur = self.blur if card_of(tried[0]) != NONE else self.blur_before
        return Judgement(self.player.rows(view, tried, rng, worlds), blur=blur)

    def ends(self, state: TrickState, seat: Seat, some: Sequence[Card]) -> list[float]:
        return self.player.open(state, seat, some)


class SpokenJudge(SearchJudge):
    """A judge of all that comes before the play, too: each action is tried, with what the others do after it."""

    def before_play(self, view: View, known: TrickState, taken: Action, rng: Random) -> list[Action]:
        return list(view.legal)

    def open_before_play(self, state: TrickState, seat: Seat, tried: Sequence[Action]) -> list[float] | None:
        return self.player.open(state, seat, [self.player.number(each) for each in tried])

    def expected(self, state: TrickState, rng: Random, worlds: int) -> Gains:
        """Nothing where nobody plays."""
        state = self.begun(state)
        return super().expected(state, rng, worlds) if state.phase == "play" else (0.0,) * self.game.seats

    def begun(self, state: TrickState) -> TrickState:
        while state.phase != "play" and (turn := self.game.turn(state)):
            state = self.game.apply(state, turn[0], self.natural(state, turn[0]))
        return state

    def natural(self, state: TrickState, seat: Seat) -> Action:
        """What a seat does before the play by the rules of thumb."""
        return self.player.natural(state, seat)


class BidsJudge(SpokenJudge):
    """A judge of bids: of those that are near to what a hand counts."""

    near: ClassVar[float]
    """How far from what a hand counts bids are tried."""

    @abstractmethod
    def counted(self, state: TrickState, seat: Seat) -> float:
        """The tricks that a hand counts."""

    def before_play(self, view: View, known: TrickState, taken: Action, rng: Random) -> list[Action]:
        counted = self.counted(known, view.seat or 0)
        near = [each for each in view.legal if each.amount is None or abs(each.amount - counted) <= self.near]
        return list(dict.fromkeys((*near, taken)))

    def natural(self, state: TrickState, seat: Seat) -> Action:
        counted = self.counted(state, seat)
        legal = self.game.legal(state, seat)
        return min(legal, key=lambda each: 99 if each.amount is None else abs(each.amount - counted))

"""The judge of blackjack: the exact return of each decision with the cards that nobody has seen, in chips."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from dealt.game import Action, Seat, View
from dealt.games.blackjack import Blackjack
from dealt.games.blackjack.odds import LETTERS, decision_returns, unseen_counts
from dealt.games.blackjack.reading import hands, playing
from dealt.games.blackjack.returns import insurance
from dealt.players.advice.blackjack.counting import Basic
from dealt.players.judging import Judge, Judgement


class BlackjackJudge(Judge):
    """Decisions and insurance are judged; a bet is not, since how much to risk is for the player to say."""

    unit = "chips"
    worlds = 1
    game: Blackjack

    def __init__(self, game: Blackjack) -> None:
        super().__init__(game)
        self.basic = Basic(game)

    def candidates(self, view: View, taken: Action, rng: Random) -> list[Action]:
        phase = view.fact(".phase")
        if phase == "insure":
            some = [each.of(each.amounts[-1]) if each.amounts else each for each in view.legal]
            return list(dict.fromkeys((*some, taken)))
        return list(view.legal) if phase == "play" else [taken]

    def known(self, view: View, tried: Sequence[Action], rng: Random, worlds: int) -> Judgement:
        left = unseen_counts(view, self.game.deck)
        if view.fact(".phase") == "insure":
            worth, most = insurance(left), max(each.amount or 0 for each in tried)
            return Judgement([[worth * (each.amount or 0)] for each in tried], exact=True, scale=2.0 * most)
        seat, place = playing(view) or (view.seat or 0, 0)
        own, up = hands(view, seat), view.pile("dealer").cards[0]
        if up is None:
            return Judgement([[0.0] for _ in tried], exact=True)
        really, _ = decision_returns(self.game.rules, up, own[place], left, len(own))
        found = {LETTERS[letter]: worth for letter, worth in really.items()}
        bet = own[place].bet
        return Judgement([[found[each.verb] * bet] for each in tried], exact=True, scale=2.0 * bet)

    def open(self, state: Any, seat: Seat, tried: Sequence[Action], rng: Random, worlds: int) -> list[float] | None:
        return None  # who knew the next card would play another game

    def expected(self, state: Any, rng: Random, worlds: int) -> tuple[float, ...]:
        game = self.game
        while turn := game.turn(state):
            state = game.apply(state, turn[0], self.basic.choose(game.view(state, turn[0]), rng))
        return tuple(map(float, game.score(state) or (0.0,) * game.seats))

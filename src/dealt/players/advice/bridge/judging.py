"""The judge of bridge: cards by deals solved double dummy, calls by the contracts that they lead to.

With what a seat knew the deals are those that fit the auction and the play, weighed as ``planner`` weighs them. With
all cards open it is the deal itself. It needs the solver (the extra ``bridge``).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import fmean
from typing import Any, Final

from dealt.cards import Card, Cards
from dealt.game import Action, Game, Say, Seat, View
from dealt.games.bridge import Bridge, Duplicate, Mini, call_of, library
from dealt.games.bridge.auction import STRAINS
from dealt.games.bridge.pbn import dotted
from dealt.games.tricks import NONE, TrickState
from dealt.players.advice.bridge.double_dummy import solvable, solved, tables
from dealt.players.advice.bridge.lookahead import candidates, ended, ends_of, outcomes, tricks_in
from dealt.players.advice.bridge.planner import Planner, deals_for
from dealt.players.advice.tricks.judging import Gains, TricksJudge, card_of
from dealt.players.advice.tricks.playout import layouts
from dealt.players.judging import Extra, Judgement
from dealt.players.simple import own_hand

CHAINS: Final = 80
"""At least so many deals are drawn for a card, and twice as many as are solved: the likeliest."""
CALLED: Final = 4
"""A call is tried in this many times as many deals as a card."""
BLUR: Final = 25.0
"""How far two calls that are equally good may seem apart, in points."""
KEPT: Final = 4096


class BridgeJudge(TricksJudge):
    """Results are points of the side: the score of the contract, with a part of the way to a game in a rubber."""

    worlds = 20
    again = 2
    blur = 3.0
    game: Bridge

    def __init__(self, game: Bridge) -> None:
        super().__init__(game)
        self.player = Planner(game, seconds=None, chains=CHAINS)
        self._solved: dict[TrickState, dict[Card, int]] = {}
        self._tables: dict[tuple[Cards, ...], list[list[int]]] = {}

    # --- the play

    def known(self, view: View, tried: Sequence[Action], rng: Random, worlds: int) -> Judgement:
        known = self.game.public(view)
        if known.phase != "play":
            return self.known_before_play(view, known, tried, rng, worlds)
        if isinstance(self.game, Mini):
            drawn = [(state, 1.0) for state in layouts(self.game, view, rng, worlds)]
        else:
            self.player.layouts, self.player.chains = worlds, max(CHAINS, 2 * worlds)
            drawn = list(self.player.likely(view, rng))
        some = [card_of(each) for each in tried]
        rows: list[list[float]] = [[] for _ in tried]
        for state, _ in drawn:
            for row, gain in zip(rows, self.ends(state, known.turn or 0, some), strict=True):
                row.append(gain)
        weights = [weight for _, weight in drawn]
        return Judgement(rows, weights if any(weights) else (), blur=self.blur)

    def ends(self, state: TrickState, seat: Seat, some: Sequence[Card]) -> list[float]:
        if self.game.contract(state) is None and not isinstance(self.game, Mini):
            return [0.0] * len(some)
        if state.turn is None:
            return [float(self.player.worth(state, state.won, seat % 2))] * len(some)
        if len(self._solved) > KEPT:
            self._solved.clear()
        if state not in self._solved:
            self._solved[state] = solved(self.game, state)
        found = self._solved[state]
        made = [max(found.values()) if one == NONE else found[one] for one in some]
        return [float(self.player.worth(state, self.player.ended(state, each), seat % 2)) for each in made]

    # --- the auction

    def before_play(self, view: View, known: TrickState, taken: Action, rng: Random) -> list[Action]:
        if known.phase != "auction":
            return [taken]
        some = [each.call for each in candidates(known.calls, own_hand(view))]
        legal = {str(call_of(each)): each for each in view.legal}
        return list(dict.fromkeys((*(legal[call] for call in some if call in legal), taken)))

    def known_before_play(
        self, view: View, known: TrickState, tried: Sequence[Action], rng: Random, worlds: int
    ) -> Judgement:
        seat, score = view.seat or 0, self.player.scorer(known)
        wanted = CALLED * worlds
        deals = deals_for(known.calls, known.dealer, seat, own_hand(view), rng, 2 * wanted, wanted)
        ends = ends_of(known.calls, [str(call_of(each)) for each in tried], deals, known.dealer)
        rows: list[list[float]] = []
        for line, made in zip(ends, tricks_in(ends, deals), strict=True):
            points = [fmean(outcomes(score, end, expect)) for end, expect in zip(line, made, strict=True)]
            rows.append([each if seat % 2 == 0 else -each for each in points])
        weights = [each.weight for each in deals]
        return Judgement(rows, weights if any(weights) else (), blur=BLUR)

    def open_before_play(self, state: TrickState, seat: Seat, tried: Sequence[Action]) -> list[float]:
        found = [self.reached(state, (*state.calls, str(call_of(each)))) for each in tried]
        return [each if seat % 2 == 0 else -each for each in found]

    def reached(self, state: TrickState, calls: tuple[str, ...]) -> float:
        """The score of north and south if all bid on by the system and then play as well as can be."""
        end = ended(calls, state.hands, state.dealer)
        if end is None:
            return 0.0
        return self.player.scorer(state)(end, self.table(state.hands)[STRAINS.index(end.strain)][end.declarer])

    def table(self, hands: tuple[Cards, ...]) -> list[list[int]]:
        """The double-dummy tricks of four whole hands by strain and declarer."""
        if hands not in self._tables:
            self._tables[hands] = tables([hands])[0]
        return self._tables[hands]

    def expected(self, state: Any, rng: Random, worlds: int) -> Gains:
        if state.phase == "auction" and state.turn is not None:
            ours = self.reached(state, state.calls)
            return ours, -ours, ours, -ours
        if state.phase == "claim":
            state = state.changed(phase="play", deal_data=state.deal_data[:1])
        return super().expected(state, rng, worlds)

    # --- what else is known

    def extras(self, first: Any) -> tuple[Extra, ...]:
        if self.game.size != 13:
            return ()
        found = self.table(first.hands)
        rows = tuple((f"@seat.{seat}", *(str(found[strain][seat]) for strain in range(5))) for seat in range(4))
        made = Extra(Say("analysis.double_dummy"), ("", "♣", "♦", "♥", "♠", "@analysis.notrump"), rows)
        if not isinstance(self.game, Duplicate):
            return (made,)
        points, contracts = par(first.hands, first.dealer, self.game.vulnerable(first))
        words: dict[str, str | int | tuple[str, ...]] = {"points": points, "contracts": ", ".join(contracts)}
        return Extra(Say("analysis.par" if contracts else "analysis.par.pass", words)), made


def par(hands: Sequence[Cards], dealer: Seat, vulnerable: tuple[bool, bool]) -> tuple[int, list[str]]:
    """The score of north and south if both sides bid and play as well as can be, and the contracts that reach it."""
    types, dds = library.types(), library.dds()
    vul = {(False, False): 0, (True, True): 1, (True, False): 2, (False, True): 3}[vulnerable]
    found = dds.par(types.Deal("N:" + " ".join(map(dotted, hands))), types.Vul(vul), types.Player(dealer))
    return int(found.score), list(dict.fromkeys(str(each) for each in found if each.level))


def knows(game: Game[Any]) -> bool:
    """Is it bridge, and is the solver installed?"""
    return isinstance(game, Bridge) and solvable()

"""The play of a climbing game, without views: deal, lead, follow or pass, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from dealt.cards import Card, Cards
from dealt.game import Action, Seat
from dealt.games.climbing import core, cutting, exchange, refusals
from dealt.games.climbing.combinations import Plays
from dealt.games.climbing.cutting import DEAL
from dealt.games.climbing.dealing import NONE, PASS, PASSED, SHOW, ClimbingDeal, ClimbingState


class ClimbingPlay(ClimbingDeal):
    """The rules of a climbing game without views and samples: :class:`ClimbingDeal`, and the play."""

    # --- whose turn

    def follower(self, state: ClimbingState, seat: Seat) -> Seat:
        """The seat that acts after another in this trick, as far as passes go."""
        return core.follower(
            self.numbers, seat, NONE if state.owner is None else state.owner, passed_seats(state.trick),
            self.out(state.hands),
        )  # fmt: skip

    def out(self, hands: Sequence[Cards]) -> int:
        """The seats that the turn passes by because they have no cards left, as bits."""
        return sum(1 << seat for seat, hand in enumerate(hands) if not hand) if self.places else 0

    def decided(self, outs: tuple[Seat, ...]) -> bool:
        """Hook: is a deal over that goes on after the first is out? ``outs`` are who is out, in order."""
        return len(outs) == self.seats - 1

    def turn(self, state: ClimbingState) -> tuple[Seat, ...]:
        if state.cut is not None:
            waiting, dealer = cutting.cut_result(state.cut, self.cut_strength)
            return waiting if dealer is None else (dealer,)
        if state.phase == exchange.PHASE:
            return exchange.turn(state.swaps)
        return () if state.turn is None else (state.turn,)

    # --- playing

    def legal(self, state: ClimbingState, seat: Seat) -> Sequence[Action]:
        if state.cut is not None:
            waiting, dealer = cutting.cut_result(state.cut, self.cut_strength)
            return cutting.legal_cuts(state.cut) if seat in waiting else [DEAL] if seat == dealer else ()
        if state.phase == exchange.PHASE:
            return exchange.legal_gifts(state.swaps, state.hands, self._high_to_low, seat)
        if seat != state.turn:
            return ()
        if state.phase != "play":
            return self.legal_before_play(state, seat)
        book, hand = self.book(state), state.hands[seat]
        if not hand:
            raise ValueError(f"seat {seat} is on turn without cards: an apply that empties a hand sets turn on (after)")
        rows, owner = book.rows_in(hand), NONE if state.owner is None else state.owner
        if owner >= 0:
            rows = book.beating(rows, self.newest(state), state.turned)
        tops, must, only = self.numbers.tops >= 0, 0, NONE
        if state.must or self.numbers.watches:
            (must, only), column = self.restricted(state, seat), book.table.cards
            if not tops:
                rows = tuple([row for row in rows if core.permitted(column[row], must, only)])
            if must and self.opens_alone:
                rows = tuple([row for row in rows if column[row] == must])
        passed = passed_seats(state.trick) if owner < 0 else 0
        passes = core.may_pass(self.numbers, seat, owner, passed, state.must)
        more = (PASS,) if passes else ()
        if self.instants and core.wins_at_once(self.instants, self.hand, hand):
            more = (SHOW, *more)
        if tops:
            plays = book.plays(hand, rows)
            return [*(each for each in plays if core.permitted(each.cards, must, only)), *more]
        every = self.numbers.suits or book.packs > 1
        return [*book.plays(hand, rows), *more] if every else Plays(book, hand, rows, more)

    def newest(self, state: ClimbingState) -> int:
        """The row of the play to beat; ValueError if the table is empty."""
        row = None if state.owner is None else self.book(state).row(state.trick[state.owner])
        if row is None:
            raise ValueError("there is nothing to beat")
        return row

    def restricted(self, state: ClimbingState, seat: Seat) -> tuple[Cards, Card]:
        """What plays that are high enough must contain, and the only single permitted, as ``core.permitted`` has it."""
        must = core.held(self.numbers.suits, state.must)
        if not self.numbers.watches or state.hands[self.follower(state, seat)].bit_count() != 1:
            return must, NONE
        return must, core.top(self.low_to_high, state.hands[seat])

    def apply(self, state: ClimbingState, seat: Seat, action: Action) -> ClimbingState:
        if state.cut is not None:
            return self._cut(state.cut, seat, action)
        if state.phase == exchange.PHASE:
            swaps, hands = exchange.given(state.swaps, state.hands, seat, action.cards)
            return replace(state, swaps=swaps, hands=hands, phase=exchange.PHASE if exchange.turn(swaps) else "play")
        if state.phase != "play":
            return self.apply_before_play(state, seat, action)
        if not action.cards:
            return replace(state, turn=None, outs=(seat,)) if action == SHOW else self._pass(state, seat)
        numbers, mine, owner = self.numbers, state.hands[seat], NONE if state.owner is None else state.owner
        hand = mine & ~action.cards
        self.book(state).derive(mine, hand)
        hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
        outs, out = state.outs, 0
        if self.places:
            outs, out = outs if hand else (*outs, seat), self.out(hands)
        does = self._effects(state, action) if numbers.equals or self.combinations.does else 0
        turn, newest, _ = core.after_play(numbers, seat, owner, passed_seats(state.trick), out, does)
        trick = [0] * self.seats if owner < 0 else list(state.trick)
        trick[seat] = action.cards
        over = (self.decided(outs) or out.bit_count() >= self.seats - 1) if self.places else not hand
        if newest < 0 and not over:
            trick = [0] * self.seats
        lacks = self._learnt(state, seat, action) if numbers.watches else state.lacks
        own = refusals.numbers(self.name, self.own_after(state, seat, action))
        return ClimbingState(
            hands, None if over else turn, seat if over or newest >= 0 else None, tuple(trick), state.stock, 0,
            state.shown & ~action.cards, "play", state.dealer, state.lowest, lacks, state.cut_cards,
            own, None, outs, core.turned_by(state.turned, does, newest < 0), state.swaps,
        )  # fmt: skip

    def _pass(self, state: ClimbingState, seat: Seat) -> ClimbingState:
        owner = NONE if state.owner is None else state.owner
        out = self.out(state.hands)
        turn, owner, passed = core.after_pass(self.numbers, seat, owner, passed_seats(state.trick), out)
        trick = (0,) * self.seats
        if passed:
            trick = (*state.trick[:seat], PASSED, *state.trick[seat + 1 :])
        return ClimbingState(
            state.hands, turn, None if owner < 0 else owner, trick, state.stock, state.must, state.shown, "play",
            state.dealer, state.lowest, state.lacks, state.cut_cards, state.own, None, state.outs,
            core.turned_by(state.turned, 0, owner < 0), state.swaps,
        )  # fmt: skip

    def _effects(self, state: ClimbingState, action: Action) -> int:
        """What a play does beside being played."""
        row, newest = self.combinations.row(action.cards), NONE if state.owner is None else self.newest(state)
        return 0 if row is None else core.effects(self.numbers, self.combinations.table, row, newest)

    def _learnt(self, state: ClimbingState, seat: Seat, action: Action) -> tuple[Cards, ...]:
        """The cards that each seat is known not to hold once a seat was permitted a play."""
        _, only = self.restricted(state, seat)
        none = core.told(core.held(self.numbers.suits, action.cards), self.low_to_high, only)
        if not none:
            return state.lacks
        lacks = list(state.lacks or (0,) * self.seats)
        lacks[seat] |= none
        return tuple(lacks)

    def own_after(self, state: ClimbingState, seat: Seat, action: Action) -> Any:
        """Hook: the numbers of this game alone after a play, as ``own`` has them; ``state`` is the one before it."""
        return state.own

    def legal_before_play(self, state: ClimbingState, seat: Seat) -> Sequence[Action]:
        """Hook: the legal actions of a seat in a phase before the play."""
        raise NotImplementedError(f"{self.name} does not say what may be done in its phase {state.phase!r}")

    def apply_before_play(self, state: ClimbingState, seat: Seat, action: Action) -> ClimbingState:
        """Hook: the state after an action in a phase before the play."""
        raise NotImplementedError(f"{self.name} does not say what comes of its phase {state.phase!r}")


def passed_seats(trick: Sequence[int]) -> int:
    """The seats that have passed in a trick, as bits."""
    found = 0
    if PASSED in trick:
        for seat, newest in enumerate(trick):
            if newest == PASSED:
                found |= 1 << seat
    return found

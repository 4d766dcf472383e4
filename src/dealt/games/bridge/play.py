"""The play of bridge, which all modes share: auction, play with a dummy and claims."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from dealt.cards import STANDARD, Card, Cards, mask
from dealt.game import Action, Box, Entry, Fact, Past, Say, ScoreSheet, Seat, Side, Standing, Value, View, points
from dealt.games.bridge.auction import BIDS, DOUBLE, PASS, REDOUBLE, Auction, Contract, contract
from dealt.games.bridge.claims import from_the_top
from dealt.games.bridge.refusals import call_refused, claim_refused
from dealt.games.tricks import PLAIN, TrickRow, Tricks, TrickState

COMPASS: Final = "NESW"
VULNERABLE: Final = {"none": (False, False), "ns": (True, False), "ew": (False, True), "both": (True, True)}
STRAIN_ROWS: Final = (TrickRow(0), TrickRow(1), TrickRow(2), TrickRow(3), PLAIN)
"""The rules of the play for each strain, from clubs to notrump."""
_VERBS: Final = {PASS: "pass", DOUBLE: "double", REDOUBLE: "redouble"}
_CALLS: Final = {verb: call for call, verb in _VERBS.items()}
_STRAINS: Final = dict(zip("CDHSN", ("♣", "♦", "♥", "♠", "NT"), strict=True))


def vulnerable(board: int) -> str:
    """The vulnerable sides on a board by its number, from 1: a key of ``VULNERABLE``. It repeats every 16 boards."""
    n = (board - 1) % 16
    return ("none", "ns", "ew", "both")[(n + n // 4) % 4]


def call_of(action: Action) -> str | None:
    """The call that an action makes; None for actions that are no calls.

    >>> call_of(Action("bid 1s")), call_of(Action("double"))
    ('1S', 'X')
    """
    return _CALLS.get(action.verb) or (action.verb[4:].upper() if action.verb.startswith("bid ") else None)


def call_text(call: str) -> str:
    """A call or a contract as people write it in every language; a dash is a pass.

    >>> call_text("1S"), call_text("3NX"), call_text("XX"), call_text("P")
    ('1♠', '3NTX', 'XX', '–')
    """
    if call == PASS:
        return "–"
    return call if call in (DOUBLE, REDOUBLE) else call[0] + _STRAINS[call[1]] + call[2:]


def action_of(call: str) -> Action:
    """The action that makes a call of ``CALLS``."""
    return Action(_VERBS.get(call) or f"bid {call.lower()}")


@lru_cache(maxsize=1024)
def _offered(auction: Auction) -> tuple[Action, ...]:
    """The possible calls as actions."""
    return tuple(map(action_of, auction.legal()))


_ANSWERS: Final = (Action("refuse"), Action("accept"))
BOXES: Final = (Box("bid", 5, tuple(map(action_of, BIDS))),)


class Claim(NamedTuple):
    """A claim under way."""

    claimer: Seat
    amount: int
    """The tricks claimed."""
    accepted: int = 0
    refused: int = 0
    barred: int = 0
    """Bit masks of the seats that have accepted, have refused, and may not claim."""

    @property
    def answered(self) -> int:
        """A bit mask of the seats that have answered."""
        return self.accepted | self.refused


def _barred(state: TrickState) -> int:
    """A bit mask of the seats whose claim was refused in this trick: they may not claim before the next one."""
    match state.deal_data:
        case _, barred, trick if trick == sum(state.won):
            return barred
    return 0


class Bridge(Tricks):
    """The rules that all modes share.

    ``deal_data`` is the number of the board, from 1, and behind it a ``Claim`` under way, or after a refused one
    the mask of the seats that may not claim and the number of the trick, from 0, for which that holds.
    """

    side_tricks = True
    partnerships = ((0, 2), (1, 3))

    def __init__(self, *, deck: tuple[Card, ...] = STANDARD, **rules: Value) -> None:
        self.rules: dict[str, Any] = rules
        self.size = len(deck) // 4
        calls = (*map(action_of, BIDS), Action("double"), Action("redouble"), Action("pass"))
        self.vocabulary = (*calls, Action("claim", amount=0, upto=self.size), Action("accept"), Action("refuse"))
        self._claims = tuple(Action("claim", amount=0, upto=left) for left in range(self.size + 1))
        super().__init__("bridge", deck=deck, options=rules)

    def begin(self, hands: tuple[Cards, ...], dealer: Seat, past: Past[TrickState] | None = None) -> TrickState:
        state = super().begin(hands, dealer, past)
        first = dealer if state.phase == "auction" else state.turn
        return state.changed(turn=first, deal_data=(1 + (past.deals if past else 0),))

    # --- the auction

    def contract(self, state: TrickState) -> Contract | None:
        """The contract so far."""
        return contract(state.calls, state.dealer)

    def legal_before_play(self, state: TrickState, seat: Seat) -> Sequence[Action]:
        if state.phase == "claim":
            return _ANSWERS
        return _offered(Auction.of(state.calls))

    def apply_before_play(self, state: TrickState, seat: Seat, action: Action) -> TrickState:
        if state.phase == "claim":
            return self._answer(state, seat, action.verb == "accept")
        calls = (*state.calls, str(call_of(action)))
        if not Auction.of(calls).over:
            return state.changed(calls=calls, turn=self.after(seat))
        agreed = contract(calls, state.dealer)
        if agreed is None:
            return state.changed(calls=calls, turn=None)
        leader = self.after(agreed.declarer)
        return state.changed(calls=calls, turn=leader, leader=leader, phase="play")

    # --- the play

    def row_of(self, state: TrickState) -> TrickRow:
        """Trumps are those of the contract."""
        agreed = self.contract(state)
        return STRAIN_ROWS[4 if agreed is None or agreed.trump is None else agreed.trump]

    def actor(self, state: TrickState) -> Seat | None:
        """The declarer plays dummy's cards."""
        agreed = self.contract(state) if state.phase == "play" else None
        return agreed.declarer if agreed and state.turn == agreed.dummy else state.turn

    def apply(self, state: TrickState, seat: Seat, action: Action) -> TrickState:
        if action.verb == "claim":
            data = (self.board(state), *Claim(seat, action.amount or 0, barred=_barred(state)))
            return state.changed(phase="claim", deal_data=data, shown=state.shown | state.hands[seat])
        new = super().apply(state, seat, action)
        if state.phase == "play" and not state.trick and not any(state.won) and (agreed := self.contract(new)):
            return new.changed(shown=new.shown | new.hands[agreed.dummy])  # dummy is faced after the opening lead
        return new

    def tricks_taken(self, state: TrickState, side: int) -> int:
        """The number of tricks, of 13, that a side took; with a short deck (in tests) the missing tricks included."""
        return state.won[side] + state.won[side + 2] + 13 - self.size

    # --- claims

    def legal(self, state: TrickState, seat: Seat) -> Sequence[Action]:
        found = super().legal(state, seat)
        if found and state.phase == "play" and self.rules.get("claims") and not _barred(state) >> seat & 1:
            return [*found, self._claims[self.size - sum(state.won)]]
        return found

    def turn(self, state: TrickState) -> tuple[Seat, ...]:
        """After a claim both opponents answer, in any order."""
        if state.phase != "claim" or state.turn is None:
            return super().turn(state)
        claim = self.claim(state)
        return tuple(seat for seat in range(4) if seat % 2 != claim.claimer % 2 and not claim.answered >> seat & 1)

    def claim(self, state: TrickState) -> Claim:
        """The claim under way."""
        return Claim(*state.deal_data[1:])

    def board(self, state: TrickState) -> int:
        """The number of the board, from 1."""
        return state.deal_data[0]

    def sure(self, view: View) -> Action | None:
        """The declarer's claim of all tricks that are left, where they are sure however the unseen cards lie."""
        claim = next((each for each in view.legal if each.verb == "claim"), None)
        if claim is None or view.seat is None:
            return None
        state = self.public(view)
        agreed = self.contract(state)
        if agreed is None or view.seat != agreed.declarer or self.current_trick(state) or state.turn is None:
            return None
        lead, other = state.hands[state.turn], state.hands[(state.turn + 2) % 4]
        unseen = mask(self.deck) & ~(lead | other | sum(state.played))
        left = claim.upto or 0
        if from_the_top(lead, other, [unseen], self.trump(state)) < left:
            return None
        return Action("claim", amount=left)

    def _answer(self, state: TrickState, seat: Seat, accepts: bool) -> TrickState:
        board, claim = self.board(state), self.claim(state)
        claim = claim._replace(accepted=claim.accepted | accepts << seat, refused=claim.refused | (not accepts) << seat)
        if claim.answered.bit_count() < 2:
            return state.changed(deal_data=(board, *claim))
        if claim.refused:  # play goes on, and the claimer may not claim again before the next trick
            return state.changed(phase="play", deal_data=(board, claim.barred | 1 << claim.claimer, sum(state.won)))
        left, won = self.size - sum(state.won), list(state.won)
        won[claim.claimer] += claim.amount
        won[(claim.claimer + 1) % 4] += left - claim.amount
        return state.changed(phase="play", turn=None, won=tuple(won), deal_data=(board,))

    # --- how the score came about

    def score_sheet(self, state: TrickState, totals: tuple[float, ...]) -> ScoreSheet:
        """What became of the contract, and the lines of both sides."""
        agreed = self.contract(state)
        sides = self.lines(state, agreed)
        if agreed is None:
            return ScoreSheet(sides, Say("result.passed_out"), standing=self.standing(state))
        over = self.tricks_taken(state, agreed.declarer % 2) - 6 - agreed.level
        ahead = next((side for side in sides if points(side.entries) > 0), None)
        words: dict[str, str | int | tuple[str, ...]] = {
            "contract": call_text(str(agreed)), "who": f"#{agreed.declarer}", "count": abs(over)
        }  # fmt: skip
        if ahead is not None:
            words |= {"side": f"@side.{ahead.seats[0]}", "points": int(points(ahead.entries))}
        how = "made" if over == 0 else "over" if over > 0 else "down"
        return ScoreSheet(sides, Say(f"result.{how}", words), standing=self.standing(state))

    def lines(self, state: TrickState, agreed: Contract | None) -> tuple[Side, ...]:
        """Hook: the score of both sides, line by line."""
        return tuple(self.tricks_as_points(state, side) for side in (0, 1))

    def standing(self, state: TrickState) -> Standing | None:
        """Hook: how far the match has come after a finished deal."""
        return None

    def _side(self, state: TrickState, agreed: Contract | None, side: int, entries: Sequence[Entry]) -> Side:
        """A side with its lines, and the tricks that it took."""
        said: tuple[Say, ...] = ()
        if agreed is not None:
            declaring = side == agreed.declarer % 2
            won = self.tricks_taken(state, side) if declaring else state.won[side] + state.won[side + 2]
            words: dict[str, str | int | tuple[str, ...]] = {"count": won, "need": 6 + agreed.level}
            said = (Say("result.tricks_of" if declaring else "result.tricks", words),)
        return Side((side, side + 2), tuple(entries), said, Say(f"side.{side}"))

    # --- what people see

    def hand_layout(self, state: TrickState, owner: Seat) -> str:
        """Dummy's hand lies in columns by suit, once it is faced."""
        agreed = self.contract(state) if state.trick else None
        return "columns" if agreed and owner == agreed.dummy else "fan"

    def need(self, state: TrickState, seat: Seat) -> int | None:
        """What makes the contract, or what defeats it."""
        agreed = self.contract(state)
        if agreed is None:
            return None
        return 6 + agreed.level if seat % 2 == agreed.declarer % 2 else self.size - 5 - agreed.level

    def facts(self, state: TrickState) -> list[Fact]:
        found: list[Fact] = []
        if state.phase == "claim":
            found.append(Fact("claim", self.claim(state).claimer, self.claim(state).amount))
        agreed = self.contract(state)
        if state.phase == "play" and agreed:
            found += [Fact("contract", agreed.declarer, call_text(str(agreed))), Fact("dummy", agreed.dummy, 1)]
        if state.turn is None and agreed:
            more = self.tricks_taken(state, agreed.declarer % 2) - 6 - agreed.level
            found.append(Fact("made" if more >= 0 else "down", agreed.declarer, abs(more)))
        said: list[list[str]] = [[], [], [], []]
        for n, call in enumerate(state.calls):
            said[(state.dealer + n) % 4].append(call_text(call))
        return found + [Fact("calls", seat, " ".join(some), role="calls") for seat, some in enumerate(said) if some]

    def describe(self, action: Action) -> Say:
        call = call_of(action)
        if call is None:
            return super().describe(action)
        if action.verb.startswith("bid "):
            return Say("call.bid", {"level": call[0], "strain": f"@strain.{call[1].lower()}"})
        return Say(f"call.{action.verb}")

    def explain_in_turn(self, view: View, seat: Seat, chosen: Cards) -> Say:
        """Also explains that the auction or a claim comes first, and from which hand the declarer has to play."""
        state = self.public(view)
        if state.phase != "play" or state.turn is None:
            return Say(f"why.{state.phase}")
        if state.turn != seat and chosen & ~state.hands[state.turn]:
            return Say("why.dummy")
        if state.turn == seat and chosen & state.shown & ~state.hands[seat]:
            return Say("why.own")
        return super().explain_in_turn(view, seat, chosen)

    def refuse_in_turn(self, view: View, seat: Seat, action: Action) -> Say:
        why = super().refuse_in_turn(view, seat, action)
        state, call = self.public(view), call_of(action)
        if call is None:
            claims, barred = bool(self.rules.get("claims")), bool(_barred(state) >> seat & 1)
            return claim_refused(state, seat, action.verb, claims=claims, barred=barred) or why
        agreed = self.contract(state)
        return call_refused(state, call, None if agreed is None else call_text(str(agreed)), call_text) or why

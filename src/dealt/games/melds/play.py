"""A melding game around its core: verbs that step over a table, views, samples, and the count at the end."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any, ClassVar, Final, NamedTuple

from dealt.cards import STANDARD, Card, Cards, Order, cards, mask, members, name, text
from dealt.game import OPEN, Action, Fact, Game, Odds, Past, Pile, Say, Seat, Shuffled, Value, View
from dealt.games.melds import core
from dealt.games.melds.core import ALL_MELDED, FROM_STOCK, GIN_WITH, KNOCK_WITH, NOBODY, NONE, PASS, TAKE, MeldRow
from dealt.hidden import deal_unseen, unseen

SEATS: Final = 2
WORDS: Final = {FROM_STOCK: Action("draw stock"), TAKE: Action("draw discard"), PASS: Action("pass")}
BIG: Final = Action("big gin")
FIRST: Final = {"offer": "why.offer", "again": "why.offer", "stock": "why.passed"}
"""What is to be done first before the first discard, where it is not simply to draw."""
PHASES: Final = ("offer", "again", "stock", "draw", "discard", "over")


class MeldState(NamedTuple):
    """A deal at one moment: what stands in the places of a table. The last card of a pile lies on top."""

    turn: Seat
    phase: int
    dealer: Seat
    taken: Card
    ender: Seat
    way: int
    upcard: Card
    before: tuple[int, ...]
    boxes: tuple[int, ...]
    hands: tuple[Cards, ...]
    known: tuple[Cards, ...]
    pile: tuple[Card, ...]
    stock: tuple[Card, ...]
    """The next card comes last."""


class Melding(Game[MeldState]):
    """A game of melds by the rules of a row; tests use smaller decks and hands."""

    seats = SEATS
    order: Order = Order("A23456789TJQK", "cdhs")
    sorts = ("combination", "rank", "suit")
    vocabulary = (*WORDS.values(), BIG)
    reckons: ClassVar[bool] = True
    spoiler: ClassVar[bool] = True

    def __init__(
        self, name: str, row: MeldRow, *, deck: Sequence[Card] = STANDARD, options: dict[str, Value] | None = None
    ) -> None:
        self.name, self.deck, self.options = name, tuple(deck), options or {}
        self.row = row._replace(cards=len(self.deck))

    # --- tables and states

    def table_of(self, state: MeldState) -> list[int]:
        """The table of a state."""
        t = [0] * core.WIDTH
        t[core.TURN], t[core.PHASE], t[core.DEALER], t[core.TAKEN] = state[:4]
        t[core.ENDER : core.DRAWN] = state[4:7]
        t[core.DRAWN], t[core.SIZE] = len(self.deck) - len(state.stock), len(state.pile)
        t[core.BEFORE : core.PILE] = [*state.before, *state.boxes, *state.hands, *state.known]
        t[core.PILE : core.PILE + len(state.pile)] = state.pile
        t[core.PACK + t[core.DRAWN] : core.PACK + len(self.deck)] = state.stock[::-1]
        return t

    def state_at(self, t: Sequence[int]) -> MeldState:
        """The state at a table."""
        pairs = [tuple(t[first : first + SEATS]) for first in (core.BEFORE, core.BOXES, core.HANDS, core.KNOWN)]
        stock = tuple(t[core.PACK + t[core.DRAWN] : core.PACK + len(self.deck)])[::-1]
        lying = tuple(t[core.PILE : core.PILE + t[core.SIZE]])
        moment = (t[core.TURN], t[core.PHASE], t[core.DEALER], t[core.TAKEN], t[core.ENDER], t[core.WAY])
        before, boxes, hands, known = pairs
        return MeldState(*moment, t[core.UPCARD], before, boxes, hands, known, lying, stock)

    def code_of(self, action: Action) -> int:
        """The code of an exact action."""
        if not action.cards:
            return next((code for code, each in WORDS.items() if each == action), ALL_MELDED)
        first = {"discard": 0, "knock": KNOCK_WITH, "gin": GIN_WITH}[action.verb]
        return first + action.cards.bit_length() - 1

    def action_of(self, code: int) -> Action:
        """The action of a code."""
        if code >= ALL_MELDED:
            return WORDS.get(code, BIG)
        return Action(("discard", "knock", "gin")[code // KNOCK_WITH], 1 << code % KNOCK_WITH)

    # --- the seven verbs

    def shuffle(self, rng: Random, past: Past[MeldState] | None = None) -> Shuffled:
        """Who deals first is drawn by chance."""
        dealer = rng.randrange(SEATS) if past is None else self.dealer(past.last)
        return super().shuffle(rng, past)._replace(drawn=(dealer,))

    def dealer(self, last: MeldState) -> Seat:
        """Hook: who deals after a deal; by default they take turns."""
        return 1 - last.dealer

    def hand_out(self, shuffled: Shuffled, past: Past[MeldState] | None = None) -> MeldState:
        t = [0] * core.WIDTH
        t[core.DEALER], t[core.PACK : core.PACK + len(self.deck)] = shuffled.drawn[0], shuffled.pack
        if past is not None:
            t[core.BEFORE : core.BOXES + SEATS] = self.carried(past)
        core.begin(self.row, t)
        return self.state_at(t)

    def carried(self, past: Past[MeldState]) -> list[int]:
        """The points before the next deal, and the deals won; none after the end of a match."""
        if self.final(past.last, past.totals):
            return [0] * (2 * SEATS)
        boxes = list(past.last.boxes)
        if (found := self.count(past.last)) is not None:
            boxes[found.winner] += 1
        return [*map(int, past.totals), *boxes]

    def turn(self, state: MeldState) -> tuple[Seat, ...]:
        return () if state.turn == NOBODY else (state.turn,)

    def legal(self, state: MeldState, seat: Seat) -> list[Action]:
        """Cards of most points come first."""
        if seat != state.turn:
            return []
        if state.phase in (core.OFFER, core.AGAIN):
            return [WORDS[TAKE], WORDS[PASS]]
        if state.phase != core.DISCARD:
            return [WORDS[FROM_STOCK], *([WORDS[TAKE]] if state.phase == core.DRAW else [])]
        found = core.legal(self.row, self.table_of(state))
        parts = (("discard", found.discards), ("knock", found.knocks), ("gin", found.gins))
        given = [Action(verb, 1 << one) for verb, some in parts for one in self.order.sort(members(some))]
        return [*given, *([BIG] if found.big else [])]

    def apply(self, state: MeldState, seat: Seat, action: Action) -> MeldState:
        t = self.table_of(state)
        core.step(self.row, t, self.code_of(action))
        return self.state_at(t)

    def score(self, state: MeldState) -> tuple[float, ...] | None:
        if state.turn != NOBODY:
            return None
        out = [0.0] * SEATS
        core.settle(self.row, self.table_of(state), out)
        return tuple(out)

    def count(self, state: MeldState) -> core.Count | None:
        """How a deal that is over counts; None for one that is void."""
        return core.counted(self.row, self.table_of(state)) if state.way != core.VOID else None

    def final(self, state: MeldState, totals: tuple[float, ...]) -> bool:
        """Has the winner of this deal reached the points of a match?"""
        found = self.count(state)
        return found is not None and core.ends(self.row, self.table_of(state), found)

    # --- what is seen

    def view(self, state: MeldState, seat: Seat | None) -> View:
        """A card that a seat took from the discard pile is known to all as long as it holds it."""
        over = state.turn == NOBODY
        piles = list[Pile]()
        for owner in range(SEATS):
            if over or seat in (owner, OPEN):
                piles.append(self.shown(state, owner))
            else:
                some = self.sorted(state.known[owner])  # the cards that all have seen it take lie first
                down = (None,) * (state.hands[owner].bit_count() - len(some))
                piles.append(Pile("hand", owner, (*some, *down), "fan", role="hand"))
        stock = state.stock if over or seat == OPEN else (None,) * len(state.stock)
        piles += [Pile("stock", None, stock, "heap"), Pile("discard", None, state.pile, "open")]
        legal = tuple(self.legal(state, seat)) if seat is not None and seat != OPEN else ()
        return View(seat, self.turn(state), tuple(piles), tuple(self.facts(state)), legal, self.score(state))

    def shown(self, state: MeldState, owner: Seat) -> Pile:
        """A hand that is seen whole: its melds, at the end what was added to the other's, and the deadwood."""
        found = self.count(state)
        laid = found.laid if found is not None and owner != state.ender else 0
        held = state.hands[owner] & ~laid
        groups = [*self.melds(held), *([laid] if laid else [])]
        order = [one for each in (*groups, held & ~sum(groups)) for one in self.sorted(each)]
        sizes = tuple(each.bit_count() for each in groups)
        return Pile("hand", owner, tuple(order), "fan", role="hand", groups=sizes)

    def sorted(self, some: Cards) -> tuple[Card, ...]:
        """Cards from low to high."""
        return self.order.sort(members(some))[::-1]

    def melds(self, hand: Cards) -> list[Cards]:
        """The melds of a hand that is laid out as it would be shown, sets first."""
        found = core.laid_out(hand)
        sets = [found.sets & 15 << 4 * rank for rank in range(13)]
        runs = list[int]()
        left = found.runs
        while left:
            one, some = left & -left, 0
            while one & left:
                some |= one
                one <<= 4
            runs.append(some)
            left &= ~some
        return [core.usual(each) for each in (*sets, *runs) if each]

    def facts(self, state: MeldState) -> list[Fact]:
        """What is known beside the cards."""
        facts = [
            Fact("dealer", state.dealer, 1, role="dealer"),
            Fact(".phase", None, PHASES[state.phase]),
            Fact(".upcard", None, name(state.upcard)),
            Fact(".way", None, state.way),
        ]
        if self.row.by_card:
            most = core.limit(self.row, state.upcard)
            facts.append(Fact("limit", None, most) if most else Fact("gin_only", None, 1))
        facts += [Fact("doubled", None, 1)] if core.times(self.row, state.upcard) > 1 else []
        facts += [Fact(".top", None, name(state.pile[-1]))] if state.pile else []
        facts += [Fact(".taken", None, name(state.taken))] if state.taken != NONE else []
        facts += [Fact(".ender", state.ender, 1)] if state.ender != NOBODY else []
        for seat in range(SEATS):
            facts += [Fact(".before", seat, state.before[seat]), Fact(".boxes", seat, state.boxes[seat])]
            facts += [Fact(".known", seat, text(state.known[seat]))] if state.known[seat] else []
        if (found := self.count(state)) is not None:
            dead = {state.ender: found.least, 1 - state.ender: found.other}
            facts += [Fact("deadwood", seat, dead[seat], role="hand") for seat in range(SEATS)]
        return facts

    def sample(self, view: View, rng: Random) -> MeldState:
        """Any unseen card may lie anywhere: nobody is ever forced to take, to keep or to knock."""
        whole = deal_unseen(view, self.deck, rng)
        told = {(each.name, each.owner): each.value for each in view.facts}

        def seat(of: str) -> Seat:
            return next((owner for name, owner in told if name == of and owner is not None), NOBODY)

        def pair(of: str) -> tuple[int, ...]:
            return tuple(int(told[of, each]) for each in range(SEATS))

        def one(of: str) -> Card:
            return mask_of(told.get((of, None), "")).bit_length() - 1

        phase, way = PHASES.index(str(told[".phase", None])), int(told[".way", None])
        turn = view.turn[0] if view.turn else NOBODY
        moment = (turn, phase, seat("dealer"), one(".taken"), seat(".ender"), way)
        hands = tuple(mask(whole["hand", each]) for each in range(SEATS))
        known = tuple(mask_of(told.get((".known", each), "")) for each in range(SEATS))
        before = (one(".upcard"), pair(".before"), pair(".boxes"))
        return MeldState(*moment, *before, hands, known, whole["discard", None], whole["stock", None])

    # --- what people ask

    def arrange(self, view: View, how: str) -> tuple[Card, ...]:
        """By combination: the melds that leave least deadwood, then the deadwood."""
        if how != "combination":
            return super().arrange(view, how)
        held = mask(super().arrange(view, "rank"))
        groups = self.melds(held)
        return tuple(one for each in (*groups, held & ~sum(groups)) for one in self.sorted(each))

    def explain_in_turn(self, view: View, seat: Seat, chosen: Cards) -> Say:
        if (phase := str(view.fact(".phase"))) != "discard":
            return Say(FIRST.get(phase, "why.draw"))
        if chosen.bit_count() != 1:
            return Say("why.one_card")
        taken = view.fact(".taken")
        return Say("why.taken" if taken is not None and chosen == mask_of(taken) else "why.own_card")

    def refuse_in_turn(self, view: View, seat: Seat, action: Action) -> Say:
        if (phase := str(view.fact(".phase"))) != "discard":
            return Say(FIRST.get(phase, "why.draw"))
        return Say("why.big" if action == BIG and self.row.big else "why.discard")

    def odds(self, view: View | None = None) -> tuple[Odds, ...]:
        """The chances that the next card of the stock lowers the deadwood, lets the viewer knock, or makes gin."""
        if view is None or view.seat in (None, OPEN) or not view.turn:
            return ()
        own = mask(one for one in view.pile("hand", view.seat).cards if one is not None)
        upcard = mask_of(view.fact(".upcard")).bit_length() - 1
        most, left = core.limit(self.row, upcard), unseen(view, self.deck)
        if own.bit_count() > self.row.hand or not left:
            return ()
        now = core.deadwood(own)
        found = [min(core.deadwood((own | 1 << one) & ~(1 << off)) for off in members(own | 1 << one)) for one in left]
        tried = (
            ("lower", sum(each < now for each in found)),
            ("knock", sum(each <= most for each in found)),
            ("gin", sum(each == 0 for each in found)),
        )
        return tuple(Odds(name, Fraction(number, len(left))) for name, number in tried)


def mask_of(written: Any) -> Cards:
    """The cards of a fact."""
    return cards(str(written)) if written else 0

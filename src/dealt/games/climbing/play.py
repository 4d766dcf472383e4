"""The play of a climbing game: deal, lead, follow or pass, and what each seat sees of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from random import Random
from typing import Any, ClassVar, Final, NamedTuple

from dealt.cards import STANDARD, Card, Cards, Order, card, cards, deal, mask, members, name, selection_shuffle, text
from dealt.game import OPEN, Action, Fact, Game, Opening, Past, Pile, Say, Seat, Shuffled, Value, View, covers
from dealt.games.climbing import core, cutting
from dealt.games.climbing.combinations import Combinations, Kind, Plays, shared_combinations
from dealt.games.climbing.cutting import DEAL, Cut
from dealt.hidden import deal_unseen

PASS: Final = Action("pass")
NONE: Final = core.NONE
"""No seat, card or row, where a number stands for one."""
PASSED: Final = -1
"""The entry of ``ClimbingState.trick`` for a seat that has just passed."""

MOST_GROUPINGS: Final = 4096
"""The number of arranged hands that a game remembers."""


@dataclass(frozen=True, slots=True)
class ClimbingState:
    """The full state of a climbing deal, hidden cards included. Tuples have one entry a seat.

    ``turn`` is None when the deal is over. ``owner`` is the seat that made the play to beat, None if the table is
    empty. ``trick`` holds each seat's newest play of this trick, 0 if there is none, or ``PASSED``. ``must`` is the set
    of cards that the opening play has to contain. ``stock`` are the undealt cards in one or several packets, ``shown``
    the cards of hidden piles that lie face up. ``dealer`` and ``lowest``, the lowest dealt card where not all cards are
    dealt, are :data:`NONE` where that means nothing. ``lacks`` are the cards that each seat is known not to hold, or
    empty. ``cut_cards`` are the cards that the seats cut for the deal, or empty. ``own`` are the numbers of one game
    alone, as its ``Climbing.own``. ``cut`` is set only in the phase "cut", before the hands are dealt.
    """

    hands: tuple[Cards, ...]
    turn: Seat | None
    owner: Seat | None
    trick: tuple[int, ...]
    stock: tuple[Cards, ...] = ()
    must: Cards = 0
    shown: Cards = 0
    phase: str = "play"
    dealer: Seat = NONE
    lowest: Card = NONE
    lacks: tuple[Cards, ...] = ()
    cut_cards: tuple[Card, ...] = ()
    own: tuple[Any, ...] = ()
    cut: Cut | None = None

    def __repr__(self) -> str:
        words = [f"{seat}: {text(hand) or '-'}" for seat, hand in enumerate(self.hands)]
        words += [f"stock: {text(packet) or '-'}" for packet in self.stock]
        words += [f"{text(self.trick[self.owner])} of {self.owner} to beat"] if self.owner is not None else []
        words += ["over" if self.turn is None else f"{self.phase}: {self.turn} to act"]
        return f"<{', '.join(words)}>"


class _Public(NamedTuple):
    """What everybody sees of a state, so that the views of all seats share the work."""

    state: ClimbingState | None
    hands: tuple[Pile, ...]
    tricks: tuple[Pile, ...]
    others: tuple[Pile, ...]
    facts: tuple[Fact, ...]
    turn: tuple[Seat, ...]
    score: tuple[float, ...] | None


_NOTHING: Final = _Public(None, (), (), (), (), (), None)


class Climbing(Game[ClimbingState]):
    """The rules of a climbing game with the given kinds of combination. Seats are numbered clockwise.

    ``order`` without suits means that suits mean nothing: a legal play then stands for all plays of its ranks. ``hand``
    is the number of cards dealt to a seat (default: the whole deck shared out), ``largest`` the most cards that a seat
    may ever hold. Everybody is warned of hands with ``warn`` cards or fewer. ``cuts``: in the first deal of a match the
    seats cut for the deal.
    """

    low: ClassVar[bool] = True
    vocabulary: tuple[Action, ...] = (PASS,)
    own: ClassVar[tuple[Any, ...]] = ()
    """Hook: what ``ClimbingState.own`` holds at first: a named tuple of numbers and tuples of numbers."""

    def __init__(
        self,
        name: str,
        *,
        kinds: Sequence[Kind],
        order: Order,
        seats: int,
        deck: Sequence[Card] = STANDARD,
        hand: int | None = None,
        largest: int | None = None,
        clockwise: bool = False,
        lead_may_pass: bool = False,
        pass_locks_out: bool = False,
        last_card_rule: bool = False,
        warn: int = 1,
        cuts: bool = False,
        options: Mapping[str, Value] | None = None,
    ) -> None:
        self.name = name
        self.seats = seats
        self.deck = tuple(deck)
        self.order = order
        self.options = dict(options or {})
        self._whole = mask(deck)
        self._high_to_low = order.sort(deck)
        self.low_to_high = self._high_to_low[::-1]
        self._groupings: dict[Cards, tuple[Card, ...]] = {}
        self._public = _NOTHING
        self.sorts = ("rank", "suit", "combination") if order.suits else ("rank", "combination")
        self.hand = len(deck) // seats if hand is None else hand
        self.clockwise = clockwise
        self.numbers = core.Rules(
            seats, 1 if clockwise else -1, bool(order.suits), pass_locks_out, lead_may_pass, last_card_rule
        )
        self.warn = warn
        self.cuts = cuts
        if cuts:
            self.vocabulary = (PASS, DEAL, Action("cut", amount=1, upto=len(self.deck)))
        self._kinds = tuple(kinds)
        self._largest = largest or self.hand

    @cached_property
    def combinations(self) -> Combinations:
        """All combinations of these rules, listed when the first one is asked for: that takes tenths of a second."""
        return shared_combinations(self._kinds, self.deck, self.order, self._largest)

    def prepare(self) -> None:
        _ = self.combinations

    def __repr__(self) -> str:
        return f"{self.name}({', '.join(f'{key}={value!r}' for key, value in self.options.items())})"

    # --- the deal

    def dealer(self, rng: Random, past: Past[ClimbingState] | None) -> Seat:
        """Hook: the dealer, who leads unless ``lowest_opens``. By default seat 0, then the winner of the last deal."""
        return 0 if past is None else past.last.hands.index(0)

    def lowest_opens(self, past: Past[ClimbingState] | None) -> bool:
        """Hook: must the holder of the lowest dealt card lead with it? By default in the first deal of a match."""
        return past is None

    def shuffle(self, rng: Random, past: Past[ClimbingState] | None = None) -> Shuffled:
        """Choose the dealer, shuffle the deck and cut it. The dealer is the first number of ``drawn``."""
        dealer, pack = self.dealer(rng, past), list(self.deck)
        selection_shuffle(pack, rng)
        cut = rng.randrange(len(pack))
        pack = pack[cut:] + pack[:cut]
        spread = super().shuffle(rng, past).pack if self.cuts and past is None else ()
        return Shuffled(tuple(pack), (dealer,), spread)

    def hand_out(self, shuffled: Shuffled, past: Past[ClimbingState] | None = None) -> ClimbingState:
        """Deal one card at a time, from the seat after the dealer on; where seats cut first, after that."""
        packets = self._packets(shuffled.pack)
        if shuffled.spread:
            none = (0,) * self.seats
            return ClimbingState(
                none, 0, None, none, phase="cut", cut=Cut(shuffled.spread, ((),) * self.seats, packets)
            )
        return self._dealt(packets, shuffled.drawn[0], past)

    def _packets(self, pack: Sequence[Card]) -> tuple[Cards, ...]:
        """The hands in the order of dealing, then the undealt cards if there are any."""
        hands, rest = deal(pack, self.seats, self.hand)
        return tuple(mask(each) for each in (*hands, *([rest] if rest else ())))

    def _dealt(self, packets: Sequence[Cards], dealer: Seat, past: Past[ClimbingState] | None) -> ClimbingState:
        hands, seat = [0] * self.seats, dealer
        for packet in packets[: self.seats]:
            seat = self.after(seat)
            hands[seat] = packet
        return self.begin(tuple(hands), tuple(packets[self.seats :]), dealer, past)

    # --- cutting for the deal

    def cut_strength(self, one: Card) -> int:
        """Hook: the strength of a card cut for the deal: by default its rank, aces high. Seats that tie cut again."""
        return Order().strength(one) // 4

    def cut_for_dealer(self, rng: Random) -> Seat:
        """The dealer by a cut that chance makes for all seats."""
        pack, tied = list(self.deck), list(range(self.seats))
        while len(tied) > 1:
            selection_shuffle(pack, rng)
            shown = {seat: self.cut_strength(pack[seat]) for seat in tied}
            tied = [seat for seat in tied if shown[seat] == max(shown.values())]
        return tied[0]

    def _cut(self, cut: Cut, seat: Seat, action: Action) -> ClimbingState:
        """The state after a seat has taken a card, or after the seat with the highest card has dealt."""
        if action == DEAL:
            shown = tuple(cut.spread[places[-1]] for places in cut.taken)
            return replace(self._dealt(cut.packets, seat, None), cut_cards=shown)
        cut, none = cutting.take(cut, seat, action.amount or 0), (0,) * self.seats
        waiting, dealer = cutting.cut_result(cut, self.cut_strength)
        return ClimbingState(none, waiting[0] if dealer is None else dealer, None, none, phase="cut", cut=cut)

    def begin(
        self, hands: tuple[Cards, ...], stock: tuple[Cards, ...], dealer: Seat, past: Past[ClimbingState] | None = None
    ) -> ClimbingState:
        """Hook: the state once the cards are dealt."""
        leader, must, lowest = dealer, 0, NONE
        if self.lowest_opens(past):
            lowest = min((one for hand in hands for one in members(hand)), key=self.order.strength)
            leader, must = next(seat for seat, hand in enumerate(hands) if hand >> lowest & 1), 1 << lowest
            lowest = lowest if any(stock) else NONE
        return ClimbingState(
            hands, leader, None, (0,) * self.seats, stock, must, dealer=dealer, lowest=lowest, own=self.own
        )

    # --- whose turn

    def after(self, seat: Seat) -> Seat:
        """The next seat in the order of play."""
        return core.beside(self.numbers, seat)

    def follower(self, state: ClimbingState, seat: Seat) -> Seat:
        """The seat that acts after another in this trick, as far as passes go."""
        return core.follower(
            self.numbers, seat, NONE if state.owner is None else state.owner, passed_seats(state.trick)
        )

    def turn(self, state: ClimbingState) -> tuple[Seat, ...]:
        if state.cut is not None:
            waiting, dealer = cutting.cut_result(state.cut, self.cut_strength)
            return waiting if dealer is None else (dealer,)
        return () if state.turn is None else (state.turn,)

    # --- playing

    def legal(self, state: ClimbingState, seat: Seat) -> Sequence[Action]:
        if state.cut is not None:
            waiting, dealer = cutting.cut_result(state.cut, self.cut_strength)
            return cutting.legal_cuts(state.cut) if seat in waiting else [DEAL] if seat == dealer else ()
        if seat != state.turn:
            return ()
        if state.phase != "play":
            return self.legal_before_play(state, seat)
        book, hand = self.combinations, state.hands[seat]
        rows, owner = book.rows_in(hand), NONE if state.owner is None else state.owner
        if owner >= 0:
            rows = book.beating(rows, self.newest(state))
        if state.must or self.numbers.watches:
            (must, only), column = self.restricted(state, seat), book.table.cards
            rows = tuple([row for row in rows if core.permitted(column[row], must, only)])
        passed = passed_seats(state.trick) if owner < 0 else 0
        passes = core.may_pass(self.numbers, seat, owner, passed, state.must)
        if self.numbers.suits:
            return [*book.plays(hand, rows), PASS] if passes else book.plays(hand, rows)
        return Plays(book, hand, rows, (PASS,) if passes else ())

    def newest(self, state: ClimbingState) -> int:
        """The row of the play to beat; ValueError if the table is empty."""
        row = None if state.owner is None else self.combinations.row(state.trick[state.owner])
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
        if state.phase != "play":
            return self.apply_before_play(state, seat, action)
        if not action.cards:
            return self._pass(state, seat)
        numbers, mine, owner = self.numbers, state.hands[seat], NONE if state.owner is None else state.owner
        hand = mine & ~action.cards
        self.combinations.derive(mine, hand)
        turn, _ = core.after_play(numbers, seat, owner, passed_seats(state.trick))
        trick = [0] * self.seats if owner < 0 else list(state.trick)
        trick[seat] = action.cards
        lacks = self._learnt(state, seat, action) if numbers.watches else state.lacks
        hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
        return ClimbingState(
            hands, turn if hand else None, seat, tuple(trick), state.stock, 0, state.shown & ~action.cards, "play",
            state.dealer, state.lowest, lacks, state.cut_cards, self.own_after(state, seat, action),
        )  # fmt: skip

    def _pass(self, state: ClimbingState, seat: Seat) -> ClimbingState:
        owner = NONE if state.owner is None else state.owner
        turn, owner, passed = core.after_pass(self.numbers, seat, owner, passed_seats(state.trick))
        trick = (0,) * self.seats
        if passed:
            trick = (*state.trick[:seat], PASSED, *state.trick[seat + 1 :])
        return ClimbingState(
            state.hands, turn, None if owner < 0 else owner, trick, state.stock, state.must, state.shown, "play",
            state.dealer, state.lowest, state.lacks, state.cut_cards, state.own,
        )  # fmt: skip

    def _learnt(self, state: ClimbingState, seat: Seat, action: Action) -> tuple[Cards, ...]:
        """The cards that each seat is known not to hold once a seat was permitted a play."""
        _, only = self.restricted(state, seat)
        none = core.told(core.held(self.numbers.suits, action.cards), self.low_to_high, only)
        if not none:
            return state.lacks
        lacks = list(state.lacks or (0,) * self.seats)
        lacks[seat] |= none
        return tuple(lacks)

    def own_after(self, state: ClimbingState, seat: Seat, action: Action) -> tuple[Any, ...]:
        """Hook: the numbers of this game alone after a play; ``state`` is the state before it."""
        return state.own

    def legal_before_play(self, state: ClimbingState, seat: Seat) -> Sequence[Action]:
        """Hook: the legal actions of a seat in a phase before the play."""
        raise NotImplementedError(f"{self.name} does not say what may be done in its phase {state.phase!r}")

    def apply_before_play(self, state: ClimbingState, seat: Seat, action: Action) -> ClimbingState:
        """Hook: the state after an action in a phase before the play."""
        raise NotImplementedError(f"{self.name} does not say what comes of its phase {state.phase!r}")

    # --- the end

    def penalty(self, left: int) -> float:
        """Hook: the points for ``left`` cards in hand at the end. By default one point a card."""
        return left

    def score(self, state: ClimbingState) -> tuple[float, ...] | None:
        return None if state.turn is not None else tuple(self.penalty(hand.bit_count()) for hand in state.hands)

    # --- who sees what

    def view(self, state: ClimbingState, seat: Seat | None) -> View:
        """The viewer's cards, the trick and the played cards; every hand once the deal is over, but never the stock."""
        public = self._public if self._public.state is state else self._show(state)
        self._public = public
        hands, others, facts = public.hands, public.others, public.facts
        if seat == OPEN:
            hands = tuple(self._held(owner, hand, hand) for owner, hand in enumerate(state.hands))
            others = self._others(state, everything=True)
            facts = (*self._facts(state), *self._cut_facts(state, everything=True))
        elif seat is not None:
            hands = (*hands[:seat], self._held(seat, state.hands[seat], -1), *hands[seat + 1 :])
        legal = () if seat is None or seat == OPEN else tuple(self.legal(state, seat))
        piles = (*hands, *public.tricks, *others)
        return View(seat, public.turn, piles, facts, legal, public.score, bool(self.order.suits))

    def _show(self, state: ClimbingState) -> _Public:
        """What everybody sees of a state."""
        over = state.turn is None
        hands = [self._held(owner, hand, hand if over else state.shown) for owner, hand in enumerate(state.hands)]
        tricks = [
            Pile("trick", owner, self.in_order(max(each, 0)), "row", self._note(each))
            for owner, each in enumerate(state.trick)
        ]
        facts = (*self._facts(state), *self._cut_facts(state))
        others = self._others(state)
        return _Public(state, tuple(hands), tuple(tricks), others, facts, self.turn(state), self.score(state))

    def _held(self, owner: Seat, hand: Cards, known: Cards) -> Pile:
        return Pile("hand", owner, self._lay(hand, known), "fan", role="hand")

    def _others(self, state: ClimbingState, *, everything: bool = False) -> tuple[Pile, ...]:
        """The piles that are nobody's."""
        lying = sum(state.hands) | sum(max(each, 0) for each in state.trick) | sum(state.stock)
        gone = 0 if state.cut is not None else self._whole & ~lying
        return (
            *self._spread(state.cut, everything=everything),
            Pile("played", None, self._lay(gone), "heap"),
            *(
                Pile(_packet(n), None, self._lay(held, -1 if everything else state.shown), "heap")
                for n, held in enumerate(state.stock)
            ),
        )

    def _cut_facts(self, state: ClimbingState, *, everything: bool = False) -> Sequence[Fact]:
        return () if state.cut is None else cutting.facts(state.cut, name, everything=everything)

    def _spread(self, cut: Cut | None, *, everything: bool) -> list[Pile]:
        """The pile that seats cut from: the cards that were taken lie face up in their places."""
        if cut is None:
            return []
        down = set() if everything else set(cutting.face_down(cut))
        return [Pile("cut", None, tuple(None if n in down else one for n, one in enumerate(cut.spread)), "spread")]

    def _lay(self, held: Cards, known: Cards = -1) -> tuple[Card | None, ...]:
        return _laid(self._high_to_low, held & known, (held & ~known).bit_count())

    def _note(self, newest: int) -> str:
        row = self.combinations.row(newest) if newest > 0 else None
        return "pass" if newest == PASSED else "" if row is None else f"kind.{self._kind(row)}"

    def _facts(self, state: ClimbingState) -> list[Fact]:
        facts = [Fact("dealer", state.dealer, 1, role="dealer")] if state.dealer >= 0 else []
        facts += [Fact(".lowest", None, name(state.lowest))] if state.lowest >= 0 else []
        facts += self.own_facts(state)
        facts += [Fact(".cut", seat, name(one)) for seat, one in enumerate(state.cut_cards)]
        facts += [Fact(".lacks", seat, text(none)) for seat, none in enumerate(state.lacks) if none]
        if state.phase == "play":
            facts.append(Fact("lead", state.turn if state.owner is None else state.owner, 1, role="lead"))
        else:
            facts.append(Fact(".phase", None, state.phase))
        facts += [Fact("must", None, text(state.must), role="must")] if state.must else []
        facts += [Fact(".shown", None, text(state.shown))] if state.shown else []
        facts += [Fact("passed", seat, 1, role="passed") for seat, newest in enumerate(state.trick) if newest == PASSED]
        facts += [
            Fact("!last_card", seat, 1) for seat, hand in enumerate(state.hands) if 0 < hand.bit_count() <= self.warn
        ]
        return facts

    def own_facts(self, state: ClimbingState) -> list[Fact]:
        """Hook: the public facts of this game alone."""
        return []

    def read_own(self, view: View) -> tuple[Any, ...]:
        """Hook: ``ClimbingState.own`` as a view shows it."""
        return self.own

    def sample(self, view: View, rng: Random) -> ClimbingState:
        if view.fact(".phase") == "cut":
            spread, none = deal_unseen(view, self.deck, rng)["cut", None], (0,) * self.seats
            pack = list(self.deck)
            selection_shuffle(pack, rng)
            cut = cutting.read_cut(view, self.seats, spread, self._packets(pack))
            return ClimbingState(none, view.turn[0], None, none, phase="cut", cut=cut)
        dealt = deal_unseen(view, self.deck, rng, self.constraint(view))
        held = {key: mask(some) for key, some in dealt.items()}
        seats = range(self.seats)
        trick = tuple(PASSED if view.fact("passed", seat) else held["trick", seat] for seat in seats)
        lead = next((fact.owner for fact in view.facts if fact.name == "lead"), None)
        return ClimbingState(
            hands=tuple(held["hand", seat] for seat in seats),
            turn=view.turn[0] if view.turn else None,
            owner=lead if lead is not None and trick[lead] > 0 else None,
            trick=trick,
            stock=tuple(some for (pile, _), some in held.items() if pile.startswith("stock")),
            must=cards(str(view.fact("must") or "")),
            shown=cards(str(view.fact(".shown") or "")),
            phase=str(view.fact(".phase") or "play"),
            dealer=next((fact.owner for fact in view.facts if fact.name == "dealer" and fact.owner is not None), NONE),
            lowest=_card(view.fact(".lowest")),
            lacks=self._lacks(view),
            cut_cards=tuple(_card(fact.value) for fact in view.facts if fact.name == ".cut"),
            own=self.read_own(view),
        )

    def _lacks(self, view: View) -> tuple[Cards, ...]:
        """What each seat is known not to hold; empty if that is nothing."""
        found = tuple(cards(str(view.fact(".lacks", seat) or "")) for seat in range(self.seats))
        return found if any(found) else ()

    def opening(self, view: View) -> Opening | None:
        """One card at a time, from the seat after the dealer on; after a cut a sentence names the cut cards."""
        dealer = next((fact.owner for fact in view.facts if fact.name == "dealer"), None)
        if dealer is None:
            return None
        shown = {f"card{fact.owner}": (str(fact.value),) for fact in view.facts if fact.name == ".cut"}
        seats = {f"seat{seat}": f"#{seat}" for seat in range(self.seats)}
        say = Say(f"opening.cut.{self.seats}", {**shown, **seats, "who": f"#{dealer}"}) if shown else None
        return Opening(say, self._around(self.after(dealer)))

    def _around(self, first: Seat) -> tuple[Seat, ...]:
        """All seats in the order of play."""
        seats = [first]
        while len(seats) < self.seats:
            seats.append(self.after(seats[-1]))
        return tuple(seats)

    def constraint(self, view: View) -> Callable[[Card, Pile], bool] | None:
        """Hook: a test whether public knowledge permits a hidden card in a pile; None if every card may be anywhere.

        The lowest dealt card was dealt to the opener, all cards below it are undealt, and nobody holds what its plays
        have told that it lacks.
        """
        fact, lacks = view.fact(".lowest") or view.fact("must"), self._lacks(view)
        if fact is None and not lacks:
            return None
        lowest, opener = _card(fact), view.turn[0] if view.fact("must") else None
        floor = NONE if fact is None else self.order.strength(lowest)

        def possible(one: Card, pile: Pile) -> bool:
            if lacks and pile.name == "hand" and pile.owner is not None and lacks[pile.owner] >> one & 1:
                return False
            if self.order.strength(one) > floor:
                return True
            return pile.owner == (opener if one == lowest else None)

        return possible

    # --- what people ask

    def _kind(self, row: int) -> str:
        return self.combinations.kinds[self.combinations.kind[row]].name

    def classify(self, chosen: Cards) -> str | None:
        """The name of the kind of combination that these cards form; None if they form none."""
        row = self.combinations.row(chosen)
        return None if row is None else self._kind(row)

    def beats(self, play: Cards, previous: Cards) -> bool:
        """Does one card set beat another? False if either is no combination."""
        row, other = self.combinations.row(play), self.combinations.row(previous)
        return row is not None and other is not None and self.combinations.beats(row, other)

    def in_order(self, some: Cards) -> tuple[Card, ...]:
        """The cards of a combination as they lie on the table, such as 6-5-4-3-2 where the two is low."""
        return self.combinations.in_order(some) if some & some - 1 else self._sort(some)

    def describe(self, action: Action) -> Say:
        row = self.combinations.row(action.cards) if action.verb == "play" else None
        if row is None:
            return super().describe(action)
        top = self.combinations.top[row]
        rank = {"T": "10", "B": "BJ", "R": "RJ"}.get(top, top)
        return Say(f"play.{self._kind(row)}", {"cards": self._names(action.cards), "rank": rank})

    def explain(self, view: View, chosen: Cards) -> Say | None:
        if any(covers(view, each, chosen) for each in view.legal):
            return None
        if view.seat is None or view.seat not in view.turn:
            return Say("illegal.turn" if view.turn else "illegal.over")
        # legality depends on nothing hidden, so any deal that fits the view will do
        state = self.sample(view, Random(0))
        if state.cut is not None:
            return Say("why.cut")
        if state.phase != "play":
            return Say("illegal.action")
        return Say("why.hand") if chosen & ~state.hands[view.seat] else self._why(state, view.seat, chosen)

    def refuse(self, view: View, action: Action) -> Say | None:
        """Also explains why a leader can't pass, and which actions belong to the cut for the deal."""
        why = super().refuse(view, action)
        if why is None or view.seat is None or view.seat not in view.turn:
            return why
        if view.fact(".phase") == "cut":
            if DEAL in view.legal:
                return Say("why.cut_deal")
            there = action.verb == "cut" and 0 < (action.amount or 0) <= len(self.deck)
            return Say("why.cut_taken") if there else Say("why.cut") if action.verb != "cut" else why
        if action.verb in ("cut", "deal"):
            return Say("why.cut_over")
        if action != PASS:
            return why
        state = self.sample(view, Random(0))
        return self._why(state, view.seat, 0) if state.phase == "play" else why

    def _why(self, state: ClimbingState, seat: Seat, chosen: Cards) -> Say:
        book, row = self.combinations, self.combinations.row(chosen)
        if not chosen:
            return Say("why.lead")
        if state.owner is not None:
            last = self.newest(state)
            kind, newest = f"@kind.{self._kind(last)}", self._names(state.trick[state.owner])
            if chosen.bit_count() != book.size[last] and (row is None or not book.beats(row, last)):
                return Say("why.count", {"count": book.size[last], "kind": kind})
            if row is not None and not book.beats(row, last):
                return Say("why.beat", {"cards": newest, "kind": kind})
        if row is None:
            return Say("why.kind")
        must, only = self.restricted(state, seat)
        if not core.permitted(book.table.cards[row], must, NONE):
            return Say("why.must", {"cards": self._names(state.must)})
        if not core.permitted(book.table.cards[row], 0, only):
            return Say("why.last_card", {"cards": (name(only),)})
        return Say("not_legal")

    def arrange(self, view: View, how: str) -> tuple[Card, ...]:
        """Also by ``"combination"``: the largest and strongest combination first, then that of the rest, and so on."""
        if how != "combination":
            return super().arrange(view, how)
        return self._grouped(mask(super().arrange(view, "rank")))

    def _grouped(self, hand: Cards) -> tuple[Card, ...]:
        """A hand by combinations. Only one seat's hand changes with an action, and every seat is shown its own."""
        if (known := self._groupings.get(hand)) is not None:
            return known
        if len(self._groupings) >= MOST_GROUPINGS:
            self._groupings.clear()
        book, whole, groups = self.combinations, hand, list[Cards]()
        while rows := book.rows_in(hand):
            best = max(rows, key=book.places.__getitem__)
            groups.append(book.plays(hand, [best])[0].cards)
            book.derive(hand, hand & ~groups[-1])
            hand &= ~groups[-1]
        self._groupings[whole] = tuple(one for group in (*groups, hand) for one in self._sort(group))
        return self._groupings[whole]

    def _sort(self, held: Cards) -> tuple[Card, ...]:
        return _picked(self._high_to_low, held) if held else ()

    def _names(self, held: Cards) -> tuple[str, ...]:
        return tuple(map(name, self.in_order(held)))


@lru_cache(maxsize=8192)
def _picked(order: tuple[Card, ...], held: Cards) -> tuple[Card, ...]:
    """The cards that are held, in this order."""
    return tuple([one for one in order if held >> one & 1])


def passed_seats(trick: Sequence[int]) -> int:
    """The seats that have passed in a trick, as bits."""
    found = 0
    if PASSED in trick:
        for seat, newest in enumerate(trick):
            if newest == PASSED:
                found |= 1 << seat
    return found


def _card(value: Value | None) -> Card:
    """The card that a fact names; ``NONE`` without one."""
    return NONE if value is None else card(str(value))


@lru_cache(maxsize=8192)
def _laid(order: tuple[Card, ...], up: Cards, down: int) -> tuple[Card | None, ...]:
    """Cards face up, in this order, and after them so many that lie face down."""
    return *_picked(order, up), *(None,) * down


def _packet(number: int) -> str:
    return f"stock {number + 1}" if number else "stock"

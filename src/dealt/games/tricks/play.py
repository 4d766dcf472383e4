"""Trick-taking games: one card each, the highest of the led suit or of trumps takes the trick, and its winner leads.

:class:`Tricks` deals, plays, hides cards and records what everybody can conclude. What may be played, what it tells and
who takes the trick follow from a game's :class:`~dealt.games.tricks.rows.TrickRow`. What a row cannot say is a hook, a
method that a game overrides: actions before the play (``legal_before_play`` and ``apply_before_play``), passing cards
(``receiver``), who plays which hand (``actor``), what comes of the cards in a trick (``take``), and the score.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from operator import attrgetter
from random import Random
from typing import Any, Final

from dealt.cards import STANDARD, SUITS, Card, Cards, Order, cards, deal, mask, members, text
from dealt.game import (
    OPEN,
    Action,
    Entry,
    Fact,
    Game,
    Opening,
    Past,
    Pile,
    Say,
    Seat,
    Shuffled,
    Side,
    Value,
    View,
)
from dealt.games.tricks import core
from dealt.games.tricks.rows import NONE, OF_SUIT, PLAIN, TrickRow
from dealt.hidden import deal_unseen

_LAID: Final = sorted(STANDARD, key=lambda one: (one & 3, one), reverse=True)
_PLACES: Final = tuple(_LAID.index(one) for one in STANDARD)
"""The index of each card in a hand sorted by suits."""
_PLAY: Final = {1 << one: Action("play", 1 << one) for one in STANDARD}
"""The play of each card, by the set that holds it alone."""


@lru_cache(maxsize=1024)  # an action changes one hand, and each of five viewers asks for all
def _laid(some: Cards) -> tuple[Card, ...]:
    return tuple(sorted(members(some), key=_PLACES.__getitem__))


_written = lru_cache(maxsize=1024)(text)
_read = lru_cache(maxsize=1024)(cards)


def play_of(one: Card) -> Action:
    """The play of a card."""
    return _PLAY[1 << one]


def winning_place(trick: Sequence[Card], trump: int | None = None) -> int:
    """The place of the card that takes a trick, 0 for the card that was led.

    It is the highest trump or, without trumps in the trick, the highest card of the led suit.

    >>> from dealt.cards import sequence
    >>> winning_place(sequence("2c Ad Kc 3c")), winning_place(sequence("2c 2s Ac Kc"), trump=3)
    (2, 1)
    """
    top = 0
    for place in range(1, len(trick)):
        if core.beats(trick[place], trick[top], NONE if trump is None else trump):
            top = place
    return top


def _with(some: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    found = list(some)
    found[at] = value
    return tuple(found)


@dataclass(frozen=True, slots=True)
class TrickState:
    """The full state of a trick-taking deal, hidden cards included. Tuples but ``trick`` and ``calls`` go by seat.

    ``turn`` is the seat whose hand is to play, None when the deal is over. ``trick`` holds the newest trick in the
    order played, from ``leader`` on; a complete trick stays there until the next lead. ``won`` counts tricks,
    ``played`` are the cards that each seat has played, and ``lacks`` those that everybody knows the seat not to hold,
    because it was allowed to play what it played. ``calls`` are the calls of an auction in order. ``shown`` are the
    cards in hands that lie open to all. ``given`` are the cards that each seat passes to its ``receiver``; once the
    play begins they are part of the receiver's hand.

    Two tuples of numbers are the game's own and public: ``match_data`` comes from the earlier deals of the match,
    ``deal_data`` belongs to this deal. The class of the game says what they hold.
    """

    hands: tuple[Cards, ...]
    turn: Seat | None
    leader: Seat
    dealer: Seat = 0
    trick: tuple[Card, ...] = ()
    won: tuple[int, ...] = (0, 0, 0, 0)
    lacks: tuple[int, ...] = (0, 0, 0, 0)
    played: tuple[Cards, ...] = (0, 0, 0, 0)
    shown: Cards = 0
    calls: tuple[str, ...] = ()
    phase: str = "play"
    match_data: tuple[int, ...] = ()
    deal_data: tuple[int, ...] = ()
    given: tuple[Cards, ...] = (0, 0, 0, 0)

    def changed(self, **changes: Any) -> TrickState:
        """The state with other values of some fields, as ``dataclasses.replace`` makes it, in a third of the time."""
        values = list(_VALUES(self))
        for name, value in changes.items():
            values[_AT[name]] = value
        return TrickState(*values)

    def __repr__(self) -> str:
        words = [f"{seat}: {text(hand) or '-'}" for seat, hand in enumerate(self.hands)]
        words += [f"said: {' '.join(self.calls)}"] if self.calls else []
        words += [f"{self.leader} led {' '.join(text(1 << one) for one in self.trick)}"] if self.trick else []
        words += ["over" if self.turn is None else f"{self.phase}: {self.turn} to act"]
        return f"<{', '.join(words)}>"


_FIELDS: Final = tuple(each.name for each in fields(TrickState))
_AT: Final = {name: at for at, name in enumerate(_FIELDS)}
_VALUES: Final = attrgetter(*_FIELDS)

_IN_ROWS: Final = {
    "trump": "give the suit in a TrickRow, from row_of",
    "may_lead": "give closed, opens and opener in a TrickRow",
    "may_discard": "give banned in a TrickRow",
    "implied_lacks": "it follows from the TrickRow",
    "after_trick": "override take",
}


class Tricks(Game[TrickState]):
    """The rules of a trick-taking game, by default for four seats, numbered clockwise and played clockwise."""

    seats = 4
    sorts = ("suit", "rank")
    first_phase: str = "play"
    """The phase in which a deal begins."""
    words: tuple[str, ...] = ()
    """What ``calls`` may hold, where there are calls."""
    most_calls: int = 0
    """The greatest number of calls in a deal."""
    side_tricks: bool = False
    """Do partners count their tricks together? Then a finished deal shows the tricks of sides, not of seats."""
    turns_up: bool = False
    """Is a card shown to all, and its suit trumps: the first that is not dealt, or else the last, the dealer's?

    ``deal_data`` begins with it.
    """
    honours: Cards = 0
    """The cards that count for who was dealt them, if they are trumps; a finished deal has them in ``played``."""

    def __init__(
        self,
        name: str,
        row: TrickRow = PLAIN,
        *,
        deck: Sequence[Card] = STANDARD,
        options: Mapping[str, Value] | None = None,
    ) -> None:
        self.name = name
        self.row = row
        self.deck = tuple(deck)
        self.options = dict(options or {})
        self.order = Order()
        self.whole = mask(deck)
        self.by_trump = tuple(row._replace(trump=suit) for suit in range(4))

    def __init_subclass__(cls) -> None:
        """A class that overrides what a row says now would play by two rule books: TypeError."""
        super().__init_subclass__()
        for hook, place in _IN_ROWS.items():
            if hook in vars(cls):
                raise TypeError(f"{cls.__name__}.{hook} is no hook of Tricks: {place}")

    # --- the deal

    def dealer(self, rng: Random, past: Past[TrickState] | None) -> Seat:
        """Hook: the dealer. By default a random seat, then the next seat clockwise."""
        return rng.randrange(self.seats) if past is None else self.after(past.last.dealer)

    def shuffle(self, rng: Random, past: Past[TrickState] | None = None) -> Shuffled:
        """Choose the dealer, which is the number in ``drawn``, then shuffle."""
        dealer = self.dealer(rng, past)
        return super().shuffle(rng, past)._replace(drawn=(dealer,))

    def hand_size(self, past: Past[TrickState] | None = None) -> int:
        """Hook: the number of cards that each seat is dealt. By default as many as the pack has for it."""
        return len(self.deck) // self.seats

    def hand_out(self, shuffled: Shuffled, past: Past[TrickState] | None = None) -> TrickState:
        """Deal one card at a time, from the seat after the dealer on."""
        pack, (dealer, *_), _ = shuffled
        hands, rest = deal(pack, self.seats, self.hand_size(past), first=self.after(dealer))
        state = self.begin(tuple(map(mask, hands)), dealer, past)
        return self.turned_up(state, (*rest, pack[-1])[0]) if self.turns_up else state

    def turned_up(self, state: TrickState, one: Card) -> TrickState:
        """The state once a card has been turned up."""
        return state.changed(shown=1 << one, deal_data=(one, *state.deal_data))

    def stock(self, state: TrickState) -> Cards:
        """The cards that were not dealt; of a state with hidden hands those in them, too."""
        apart = sum(state.given) if state.phase != "play" else 0
        return self.whole & ~(sum(state.hands) | sum(state.played) | apart)

    def begin(self, hands: tuple[Cards, ...], dealer: Seat, past: Past[TrickState] | None = None) -> TrickState:
        """Hook: the state once the cards are dealt. By default the seat after the dealer acts first and leads."""
        first, none = self.after(dealer), (0,) * self.seats
        return TrickState(hands, first, first, dealer, (), none, none, none, phase=self.first_phase, given=none)

    # --- whose turn

    def after(self, seat: Seat) -> Seat:
        """The next seat clockwise."""
        return (seat + 1) % self.seats

    def actor(self, state: TrickState) -> Seat | None:
        """Hook: the seat that plays the hand whose turn it is. By default its own."""
        return state.turn

    def turn(self, state: TrickState) -> tuple[Seat, ...]:
        actor = self.actor(state)
        return () if actor is None else (actor,)

    # --- playing

    def row_of(self, state: TrickState) -> TrickRow:
        """Hook: the rules of this deal's play. By default ``row``, as given to the game, by the trump turned up."""
        return self.by_trump[state.deal_data[0] & 3] if self.turns_up else self.row

    def trump(self, state: TrickState) -> int | None:
        """The trump suit, 0 for clubs to 3 for spades; None without trumps."""
        trump = self.row_of(state).trump
        return None if trump < 0 else trump

    def legal(self, state: TrickState, seat: Seat) -> Sequence[Action]:
        if state.turn is None or seat not in self.turn(state):
            return ()
        if state.phase != "play":
            return self.legal_before_play(state, seat)
        row = self.row_of(state)
        some = core.playable(row, state.hands[state.turn], *self._situation(row, state))
        trumps = some & OF_SUIT[row.trump] if row.trump >= 0 else 0
        found, some = [], some ^ trumps
        while some:
            found.append(_PLAY[some & -some])
            some &= some - 1
        while trumps:
            found.append(_PLAY[trumps & -trumps])
            trumps &= trumps - 1
        return found

    def current_trick(self, state: TrickState) -> tuple[Card, ...]:
        """The cards of the trick that is not complete yet; empty before a lead."""
        return state.trick if len(state.trick) < self.seats else ()

    def before_trick(self, state: TrickState) -> TrickState:
        """The state as if the trick that is not complete yet had not begun, as far as ``played`` tells."""
        lying = mask(self.current_trick(state))
        return state.changed(played=tuple(some & ~lying for some in state.played))

    def playable(self, state: TrickState) -> Cards:
        """The cards that the hand whose turn it is may play: those of the led suit if it has any."""
        if state.turn is None:
            return 0
        row = self.row_of(state)
        return core.playable(row, state.hands[state.turn], *self._situation(row, state))

    def _situation(self, row: TrickRow, state: TrickState) -> tuple[int, bool, bool]:
        """The suit led, whether closed cards may be led, and whether this is the first trick, as the core asks."""
        trick = state.trick
        led = trick[0] & 3 if 0 < len(trick) < self.seats else NONE
        return led, row.opens != 0 and any(some & row.opens for some in state.played), not any(state.won)

    def position(self, state: TrickState) -> core.Position:
        """The play as the core has it; ValueError once the deal is over."""
        if state.turn is None:
            raise ValueError("the deal is over")
        row, trick = self.row_of(state), self.current_trick(state)
        led, broken, first = self._situation(row, state)
        place = winning_place(trick, row.trump) if trick else 0
        top, holder = trick[place] if trick else 0, (state.leader + place) % self.seats
        hands: Any = state.hands  # four for most games, and for all that look into them there
        return core.Position(hands, state.turn, len(trick), led, top, holder, broken, first, self.seats)

    def broken(self, state: TrickState) -> bool:
        """Has a card been played that opens the lead of closed ones, from the next trick on?"""
        return self._situation(self.row_of(state), state)[1]

    def apply(self, state: TrickState, seat: Seat, action: Action) -> TrickState:
        if state.phase != "play":
            return self.apply_before_play(state, seat, action)
        row, one, owner = self.row_of(state), action.cards.bit_length() - 1, state.turn
        if owner is None:
            raise ValueError("the deal is over")
        situation = self._situation(row, state)
        trick = self.current_trick(state)
        place = winning_place(trick, row.trump) if trick else 0
        top, holder = trick[place] if trick else 0, (state.leader + place) % self.seats
        seat, size, _, _, _ = core.after_card(row.trump, one, owner, len(trick), situation[0], top, holder, self.seats)
        hands = _with(state.hands, owner, state.hands[owner] & ~action.cards)
        lacks = state.lacks
        if none := core.told(row, one, *situation):
            lacks = _with(lacks, owner, lacks[owner] | none)
        won = _with(state.won, seat, state.won[seat] + 1) if size == 0 else state.won
        after = TrickState(
            hands, None if size == 0 and not any(hands) else seat, state.leader if trick else owner, state.dealer,
            (*trick, one), won, lacks, _with(state.played, owner, state.played[owner] | action.cards),
            state.shown & ~action.cards, state.calls, state.phase, state.match_data, state.deal_data, state.given,
        )  # fmt: skip
        return self.take(after, seat, mask(after.trick)) if size == 0 else after

    def take(self, state: TrickState, seat: Seat, some: Cards) -> TrickState:
        """Hook: the state once a seat has taken the cards of a complete trick; its tricks are counted already."""
        return state

    def legal_before_play(self, state: TrickState, seat: Seat) -> Sequence[Action]:
        """Hook: the legal actions of a seat in a phase before the play."""
        raise NotImplementedError(f"{self.name} does not say what may be done in its phase {state.phase!r}")

    def apply_before_play(self, state: TrickState, seat: Seat, action: Action) -> TrickState:
        """Hook: the state after an action in a phase before the play."""
        raise NotImplementedError(f"{self.name} does not say what comes of its phase {state.phase!r}")

    def receiver(self, state: TrickState, giver: Seat) -> Seat | None:
        """Hook: the seat that gets the cards which ``giver`` passes before the play; None where no cards are passed."""
        return None

    gift_size: int = 0
    """The number of cards that each seat passes before the play."""

    # --- the end

    @abstractmethod
    def score(self, state: TrickState) -> tuple[float, ...] | None: ...

    def tricks_as_points(self, state: TrickState, side: int) -> Side:
        """The score of partners who get a point for every trick that they took."""
        seats = self.partnerships[side]
        won = sum(state.won[seat] for seat in seats)
        lines = (Entry(Say("entry.tricks_taken", {"count": won}), (won,)),) if won else ()
        return Side(seats, lines, name=Say(f"side.{side}"))

    # --- who sees what

    def visible_cards(self, state: TrickState, viewer: Seat | None, owner: Seat) -> Cards:
        """Hook: the set of cards that a viewer may see wherever they are in the hand of ``owner``; -1 for all cards.

        By default all of its own hand, elsewhere the shown cards and those that it passed; at the end all.
        """
        if viewer in (owner, OPEN) or state.turn is None:
            return -1
        gave = viewer is not None and state.phase == "play" and self.receiver(state, viewer) == owner
        return state.shown | (state.given[viewer] if viewer is not None and gave else 0)

    def hand_layout(self, state: TrickState, owner: Seat) -> str:
        """Hook: the ``lay`` of a hand's pile."""
        return "fan"

    def view(self, state: TrickState, seat: Seat | None) -> View:
        """The viewer's cards, the cards shown to all, the newest trick, and the cards of earlier tricks."""
        apart = state.given if state.phase != "play" else (0,) * self.seats
        piles = [
            Pile(
                "hand",
                owner,
                self._lay(hand, self.visible_cards(state, seat, owner)),
                self.hand_layout(state, owner),
                role="hand",
            )
            for owner, hand in enumerate(state.hands)
        ]
        piles += [
            Pile("given", owner, self._lay(some, self.visible_cards(state, seat, owner)))
            for owner, some in enumerate(apart)
            if some
        ]
        lying: list[tuple[Card, ...]] = [() for _ in range(self.seats)]
        for place, one in enumerate(state.trick):
            lying[(state.leader + place) % self.seats] = (one,)
        piles += [Pile("trick", owner, some, "slot") for owner, some in enumerate(lying)]
        piles.append(Pile("played", None, self._lay(sum(state.played) & ~mask(state.trick)), "heap"))
        if rest := self.stock(state):
            turned = self._lay(rest & state.shown)
            piles.append(Pile("stock", None, (*self._lay(rest & ~state.shown, -(seat == OPEN)), *turned), "open"))
        legal = () if seat is None or seat == OPEN else tuple(self.legal(state, seat))
        return View(seat, self.turn(state), tuple(piles), tuple(self._facts(state, seat)), legal, self.score(state))

    def _lay(self, held: Cards, known: Cards = -1) -> tuple[Card | None, ...]:
        return (*_laid(held & known), *(None,) * (held & ~known).bit_count())

    def facts(self, state: TrickState) -> list[Fact]:
        """Hook: further public facts for people to read."""
        return []

    def need(self, state: TrickState, seat: Seat) -> int | None:
        """Hook: the tricks that the seat's side needs; None where it needs none, or counts its own alone."""
        return None

    def _sides(self, state: TrickState) -> list[Fact]:
        """What the sides have taken, for the seats whose own tricks don't matter; after a slash what they need."""
        found: list[Fact] = []
        for partners in self.partnerships or [(seat,) for seat in range(self.seats)]:
            won = sum(state.won[seat] for seat in partners)
            for seat in partners:
                if self.side_tricks and state.turn is None:
                    found.append(Fact("side", seat, won, role="side"))
                elif (need := self.need(state, seat)) is not None:
                    found.append(Fact("goal", seat, f"{won}/{need}", role="side"))
        return sorted(found, key=lambda each: each.owner or 0)

    def _facts(self, state: TrickState, viewer: Seat | None) -> list[Fact]:
        found = [Fact("dealer", state.dealer, 1, role="dealer"), *self.facts(state)]
        if self.turns_up:
            found.append(Fact("trump", None, text(1 << state.deal_data[0]), role="turned"))
        if state.phase == "play":
            leading = state.turn is not None and not self.current_trick(state)
            found.append(Fact("lead", state.turn if leading else state.leader, 1, role="lead"))
            alone = not self.partnerships and self.need(state, state.leader) is not None
            apart = ".tricks" if alone or (self.side_tricks and state.turn is None) else "tricks"  # the side has them
            found += [Fact(apart, seat, won, role="tricks") for seat, won in enumerate(state.won)]
            found += self._sides(state)
        found.append(Fact(".leader", state.leader, 1))
        found += [Fact(".turn", state.turn, 1)] if state.turn is not None else []
        for seat, none in enumerate(state.lacks):
            found += _lacking(seat, none) if none else ()
        found += [Fact(".played", seat, _written(some)) for seat, some in enumerate(state.played) if some]
        found += [Fact(".calls", None, " ".join(state.calls))] if state.calls else []
        found += [Fact(".shown", None, text(state.shown))] if state.shown else []
        found += [Fact(".phase", None, state.phase)] if state.phase != "play" else []
        found += [Fact(".carried", None, " ".join(map(str, state.match_data)))] if state.match_data else []
        found += [Fact(".notes", None, " ".join(map(str, state.deal_data)))] if state.deal_data else []
        if state.phase == "play":
            known = [(giver, some) for giver, some in enumerate(state.given) if some]
            found += [
                Fact("given", giver, _written(some), role="past")
                for giver, some in known
                if viewer in (giver, self.receiver(state, giver), OPEN)
            ]
        return found

    def sample(self, view: View, rng: Random) -> TrickState:
        state = self._restore(view, deal_unseen(view, self.deck, rng, self.constraint(view)))
        return state if state.phase != "play" else state.changed(given=self._guessed(state, rng))

    def _guessed(self, state: TrickState, rng: Random) -> tuple[Cards, ...]:
        """The cards that each seat passed; unknown ones are drawn from those that its receiver holds or has played."""
        given = list(state.given)
        for giver, some in enumerate(given):
            receiver = self.receiver(state, giver)
            if receiver is not None and not some:
                held = list(members(state.hands[receiver] | state.played[receiver]))
                given[giver] = mask(rng.sample(held, self.gift_size))
        return tuple(given)

    def public(self, view: View) -> TrickState:
        """The state as far as a view shows it: hidden hands hold only the cards seen. Legality needs no more."""
        return self._restore(
            view, {(each.name, each.owner): tuple(o for o in each.cards if o is not None) for each in view.piles}
        )

    def _restore(self, view: View, held: Mapping[tuple[str, Seat | None], tuple[Card, ...]]) -> TrickState:
        public = {(fact.name, fact.owner): fact.value for fact in view.facts}
        owners = {fact.name: fact.owner for fact in view.facts}
        leader = owners[".leader"]
        if leader is None:
            raise ValueError("this view does not say who leads")
        seats = [(leader + n) % self.seats for n in range(self.seats)]

        def numbers(name: str) -> tuple[int, ...]:
            return tuple(map(int, str(public.get((name, None), "")).split()))

        return TrickState(
            hands=tuple(mask(held["hand", seat]) for seat in range(self.seats)),
            turn=owners.get(".turn"),
            leader=leader,
            dealer=owners["dealer"] or 0,
            trick=tuple(one for seat in seats for one in held["trick", seat]),
            won=tuple(
                int(public.get(("tricks", seat)) or public.get((".tricks", seat)) or 0) for seat in range(self.seats)
            ),
            lacks=tuple(
                sum(OF_SUIT[suit] for suit in range(4) if int(public.get((".lacks", seat), 0)) >> suit & 1)
                | _read(str(public.get((".lacks_cards", seat), "")))
                for seat in range(self.seats)
            ),
            played=tuple(_read(str(public.get((".played", seat), ""))) for seat in range(self.seats)),
            shown=cards(str(public.get((".shown", None), ""))),
            calls=tuple(str(public.get((".calls", None), "")).split()),
            phase=str(public.get((".phase", None), "play")),
            match_data=numbers(".carried"),
            deal_data=numbers(".notes"),
            given=tuple(
                mask(held.get(("given", seat), ())) or _read(str(public.get(("given", seat), "")))
                for seat in range(self.seats)
            ),
        )

    def constraint(self, view: View) -> Callable[[Card, Pile], bool] | None:
        """A test whether public knowledge permits a hidden card in a pile; None if every card may be anywhere.

        Nobody holds what its plays have told that it lacks, and who is to lead first holds the card that must be led.
        """
        state = self.public(view)
        opener = self.row_of(state).opener if state.phase == "play" and not any(state.played) else NONE
        lacks, first = state.lacks, state.turn
        if opener < 0 and not any(lacks):
            return None

        def allowed(one: Card, pile: Pile) -> bool:
            if pile.name != "hand" or pile.owner is None:
                return True
            return not lacks[pile.owner] >> one & 1 and (one != opener or pile.owner == first)

        return allowed

    # --- what people ask

    def opening(self, view: View) -> Opening | None:
        """One card at a time, from the seat after the dealer on."""
        dealer = next((fact.owner for fact in view.facts if fact.name == "dealer"), None)
        return (
            None
            if dealer is None
            else Opening(round=tuple((dealer + n) % self.seats for n in range(1, self.seats + 1)))
        )

    def explain_in_turn(self, view: View, seat: Seat, chosen: Cards) -> Say:
        state = self.public(view)
        if state.phase != "play" or state.turn is None:
            return Say("illegal.action")
        hand, trick = state.hands[state.turn], self.current_trick(state)
        if not chosen:
            return Say("why.choose")
        if chosen & ~hand:
            return Say("why.card")
        if chosen.bit_count() > 1:
            return Say("why.one")
        if trick and hand & OF_SUIT[trick[0] & 3] and not chosen & OF_SUIT[trick[0] & 3]:
            return Say("why.follow", {"suit": f"@suit.{SUITS[trick[0] & 3]}"})
        return self.why(state, chosen)

    def why(self, state: TrickState, chosen: Cards) -> Say:
        """Hook: why a lead, or a card that follows suit, isn't allowed."""
        return Say("not_legal")


def _lacking(seat: Seat, none: Cards) -> list[Fact]:
    """What a seat is known not to hold: whole suits as bits, and the other cards by name."""
    suits = sum(1 << suit for suit, all_of in enumerate(OF_SUIT) if all_of & ~none == 0)
    rest = none & ~sum(all_of for suit, all_of in enumerate(OF_SUIT) if suits >> suit & 1)
    found = [Fact(".lacks", seat, suits)] if suits else []
    return [*found, Fact(".lacks_cards", seat, _written(rest))] if rest else found

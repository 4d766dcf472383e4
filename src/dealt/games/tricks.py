"""Trick-taking games: one card each, the highest of the led suit or of trumps takes them all, and the taker leads.

:class:`Tricks` deals, plays, hides and remembers what everybody can conclude. What a game adds is a named hook: calls
before the play (``saying`` and ``say``), cards given away (``receiver``), who leads and with what (``begin``,
``may_lead``), trumps (``trump``), who acts for which hand (``actor``), what a finished trick means (``taken``), and the
score.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Final

from dealt.cards import STANDARD, SUITS, Card, Cards, Order, cards, deal, mask, members, text
from dealt.game import OPEN, Action, Fact, Game, Opening, Past, Pile, Say, Seat, Shuffled, Value, View, covers
from dealt.hidden import fill

__all__ = ["OF_SUIT", "TrickState", "Tricks", "best"]

OF_SUIT: Final[tuple[Cards, ...]] = tuple(mask(range(suit, 52, 4)) for suit in range(4))
"""All cards of each suit, clubs first."""

_PLACES: Final = tuple(Order().sort(STANDARD, by="suit").index(one) for one in STANDARD)
"""Where a card lies in a hand that is laid out by suits."""
_PLAYS: Final = tuple(Action("play", 1 << one) for one in STANDARD)


@lru_cache(maxsize=1024)  # a deal changes one hand at a time, and five people look at it
def _laid(some: Cards) -> tuple[Card, ...]:
    return tuple(sorted(members(some), key=_PLACES.__getitem__))


_written = lru_cache(maxsize=1024)(text)
_read = lru_cache(maxsize=1024)(cards)


def best(trick: Sequence[Card], trump: int | None = None) -> int:
    """Which card of a trick takes it: its place, the led card being 0.

    The highest trump, or without any the highest card of the led suit.

    >>> from dealt.cards import sequence
    >>> best(sequence("2c Ad Kc 3c")), best(sequence("2c 2s Ac Kc"), trump=3)
    (2, 1)
    """
    top = 0
    for place in range(1, len(trick)):
        one, other = trick[place], trick[top]
        if one & 3 == other & 3:
            if one > other:
                top = place
        elif one & 3 == trump:
            top = place
    return top


@dataclass(frozen=True, slots=True)
class TrickState:
    """A deal of a trick-taking game: all that is so, hidden or not.

    ``turn`` is the seat whose hand is to act, None when the deal is over. ``trick`` holds the newest trick in the order
    played, from ``leader`` on; a full one lies there until the next lead. ``won`` counts tricks by seat, ``lacks`` has
    for each seat a bit for every suit that all know it to be out of, ``played`` the cards that it has played. ``calls``
    are what was said in turn, beginning with the seat that speaks first; ``shown`` are cards in hands that lie open to
    all. ``carried`` are numbers that the match so far hands on to this deal, as each game reads them; ``notes`` those
    of the deal itself. ``given`` is what each seat gives to its ``receiver``: apart from its hand before the play, out
    of it from then on.
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
    carried: tuple[int, ...] = ()
    notes: tuple[int, ...] = ()
    given: tuple[Cards, ...] = (0, 0, 0, 0)

    def __repr__(self) -> str:
        words = [f"{seat}: {text(hand) or '-'}" for seat, hand in enumerate(self.hands)]
        words += [f"said: {' '.join(self.calls)}"] if self.calls else []
        words += [f"{self.leader} led {' '.join(text(1 << one) for one in self.trick)}"] if self.trick else []
        words += ["over" if self.turn is None else f"{self.phase}: {self.turn} to act"]
        return f"<{', '.join(words)}>"


class Tricks(Game[TrickState]):
    """The rules of a trick-taking game for four seats, numbered clockwise and played clockwise."""

    seats = 4
    sorts = ("suit", "rank")
    first_phase: str = "play"
    """What a deal begins with."""
    side_tricks: bool = False
    """Do partners count their tricks as one? Then it is said at the end what a side took, and not what each did."""

    def __init__(
        self, name: str, *, deck: Sequence[Card] = STANDARD, options: Mapping[str, Value] | None = None
    ) -> None:
        self.name = name
        self.deck = tuple(deck)
        self.options = dict(options or {})
        self.order = Order()
        self.whole = mask(deck)

    def __repr__(self) -> str:
        return f"{self.name}({', '.join(f'{key}={value!r}' for key, value in self.options.items())})"

    # --- the deal

    def dealer(self, rng: Random, past: Past[TrickState] | None) -> Seat:
        """Hook: who deals. At first anybody, then the next seat."""
        return rng.randrange(self.seats) if past is None else self.after(past.last.dealer)

    def shuffle(self, rng: Random, past: Past[TrickState] | None = None) -> Shuffled:
        """Draw what ``dealer`` draws, then shuffle; the dealer is the number drawn."""
        dealer = self.dealer(rng, past)
        return super().shuffle(rng, past)._replace(drawn=(dealer,))

    def hand_out(self, shuffled: Shuffled, past: Past[TrickState] | None = None) -> TrickState:
        """One card at a time, from the seat after the dealer on."""
        pack, (dealer, *_), _ = shuffled
        hands, _ = deal(pack, self.seats, len(pack) // self.seats, first=self.after(dealer))
        return self.begin(tuple(map(mask, hands)), dealer, past)

    def begin(self, hands: tuple[Cards, ...], dealer: Seat, past: Past[TrickState] | None = None) -> TrickState:
        """Hook: the state once the cards are dealt. The seat after the dealer speaks first, and leads."""
        first, none = self.after(dealer), (0,) * self.seats
        return TrickState(hands, first, first, dealer, (), none, none, none, phase=self.first_phase)

    # --- whose turn

    def after(self, seat: Seat) -> Seat:
        """The next seat clockwise."""
        return (seat + 1) % self.seats

    def actor(self, state: TrickState) -> Seat | None:
        """Hook: who acts for the hand whose turn it is: its own seat."""
        return state.turn

    def turn(self, state: TrickState) -> tuple[Seat, ...]:
        actor = self.actor(state)
        return () if actor is None else (actor,)

    # --- playing

    def trump(self, state: TrickState) -> int | None:
        """Hook: the suit of trumps, 0 for clubs to 3 for spades, or None."""
        return None

    def legal(self, state: TrickState, seat: Seat) -> Sequence[Action]:
        if state.turn is None or seat not in self.turn(state):
            return ()
        if state.phase != "play":
            return self.saying(state, seat)
        trump, playable = self.trump(state), self.playable(state)
        return [_PLAYS[one] for one in sorted(members(playable), key=lambda one: (one & 3 == trump, one >> 2, one & 3))]

    def table(self, state: TrickState) -> tuple[Card, ...]:
        """The cards that the next one joins: none if it leads."""
        return state.trick if len(state.trick) < self.seats else ()

    def playable(self, state: TrickState) -> Cards:
        """What the hand whose turn it is may play: it follows suit if it can."""
        if state.turn is None:
            return 0
        hand, trick = state.hands[state.turn], self.table(state)
        if not trick:
            return self.may_lead(state, hand)
        return hand & OF_SUIT[trick[0] & 3] or self.may_throw(state, hand)

    def may_lead(self, state: TrickState, hand: Cards) -> Cards:
        """Hook: what of a hand may be led; never nothing."""
        return hand

    def may_throw(self, state: TrickState, hand: Cards) -> Cards:
        """Hook: what of a hand that can't follow may be played; never nothing."""
        return hand

    def apply(self, state: TrickState, seat: Seat, action: Action) -> TrickState:
        if state.phase != "play":
            return self.say(state, seat, action)
        owner, (one,) = state.turn, members(action.cards)
        if owner is None:
            raise ValueError("the deal is over")
        trick = (*self.table(state), one)
        hands = (*state.hands[:owner], state.hands[owner] & ~action.cards, *state.hands[owner + 1 :])
        lacks = self._learn(state, owner, one)
        played = (*state.played[:owner], state.played[owner] | action.cards, *state.played[owner + 1 :])
        state = replace(
            state,
            hands=hands,
            turn=self.after(owner),
            leader=owner if len(trick) == 1 else state.leader,
            trick=trick,
            lacks=lacks,
            played=played,
            shown=state.shown & ~action.cards,
        )
        if len(trick) < self.seats:
            return state
        winner = (state.leader + best(trick, self.trump(state))) % self.seats
        won = (*state.won[:winner], state.won[winner] + 1, *state.won[winner + 1 :])
        return self.taken(replace(state, turn=winner if any(hands) else None, won=won), winner)

    def taken(self, state: TrickState, winner: Seat) -> TrickState:
        """Hook: the state once a trick is complete."""
        return state

    def _learn(self, state: TrickState, owner: Seat, one: Card) -> tuple[int, ...]:
        """What all know a seat to be out of, once it has played a card."""
        trick, out = self.table(state), state.lacks[owner]
        if not trick or one & 3 != trick[0] & 3:
            out |= self.tells(state, one) | (1 << (trick[0] & 3) if trick else 0)
        return (*state.lacks[:owner], out, *state.lacks[owner + 1 :])

    def tells(self, state: TrickState, one: Card) -> int:
        """Hook: bits of the suits that a seat lacks if it may lead, or throw, this card."""
        return 0

    def saying(self, state: TrickState, seat: Seat) -> Sequence[Action]:
        """Hook: what a seat may do in a phase before play."""
        raise NotImplementedError(f"{self.name} does not say what may be done in its phase {state.phase!r}")

    def say(self, state: TrickState, seat: Seat, action: Action) -> TrickState:
        """Hook: the state after an action in a phase before play."""
        raise NotImplementedError(f"{self.name} does not say what comes of its phase {state.phase!r}")

    def receiver(self, state: TrickState, giver: Seat) -> Seat | None:
        """Hook: who gets the cards that a seat gives away before the play; None if nobody does."""
        return None

    gift: int = 0
    """So many cards each seat gives away."""

    # --- the end

    @abstractmethod
    def score(self, state: TrickState) -> tuple[float, ...] | None: ...

    # --- who sees what

    def sees(self, state: TrickState, viewer: Seat | None, owner: Seat) -> Cards:
        """Hook: which cards a viewer sees of a hand, if they are in it.

        Its own, the shown ones, those that it gave to that hand, and all at the end.
        """
        if viewer in (owner, OPEN) or state.turn is None:
            return -1
        gave = viewer is not None and state.phase == "play" and self.receiver(state, viewer) == owner
        return state.shown | (state.given[viewer] if viewer is not None and gave else 0)

    def lies(self, state: TrickState, owner: Seat) -> str:
        """Hook: how a hand is laid out."""
        return "fan"

    def view(self, state: TrickState, seat: Seat | None) -> View:
        """Own cards, what is shown to all, the newest trick, and all that was played before."""
        apart = state.given if state.phase != "play" else (0,) * self.seats
        piles = [
            Pile("hand", owner, self._lay(hand, self.sees(state, seat, owner)), self.lies(state, owner))
            for owner, hand in enumerate(state.hands)
        ]
        piles += [
            Pile("given", owner, self._lay(some, self.sees(state, seat, owner)))
            for owner, some in enumerate(apart)
            if some
        ]
        lying: list[tuple[Card, ...]] = [() for _ in range(self.seats)]
        for place, one in enumerate(state.trick):
            lying[(state.leader + place) % self.seats] = (one,)
        piles += [Pile("trick", owner, some, "slot") for owner, some in enumerate(lying)]
        gone = self.whole & ~sum(state.hands) & ~sum(apart) & ~mask(state.trick)
        piles.append(Pile("played", None, self._lay(gone), "heap"))
        legal = () if seat is None or seat == OPEN else tuple(self.legal(state, seat))
        return View(seat, self.turn(state), tuple(piles), tuple(self._facts(state, seat)), legal, self.score(state))

    def _lay(self, held: Cards, known: Cards = -1) -> tuple[Card | None, ...]:
        return (*_laid(held & known), *(None,) * (held & ~known).bit_count())

    def facts(self, state: TrickState) -> list[Fact]:
        """Hook: what all may know beside the cards, for people's eyes."""
        return []

    def _facts(self, state: TrickState, viewer: Seat | None) -> list[Fact]:
        found = [Fact("dealer", state.dealer, 1), *self.facts(state)]
        if state.phase == "play":
            leading = state.turn is not None and not self.table(state)
            found.append(Fact("lead", state.turn if leading else state.leader, 1))
            apart = ".tricks" if self.side_tricks and state.turn is None else "tricks"
            found += [Fact(apart, seat, won) for seat, won in enumerate(state.won)]
            if apart == ".tricks":
                found += [Fact("side", seat, won + state.won[(seat + 2) % 4]) for seat, won in enumerate(state.won)]
        found.append(Fact(".leader", state.leader, 1))
        found += [Fact(".turn", state.turn, 1)] if state.turn is not None else []
        found += [Fact(".lacks", seat, out) for seat, out in enumerate(state.lacks) if out]
        found += [Fact(".played", seat, _written(some)) for seat, some in enumerate(state.played) if some]
        found += [Fact(".calls", None, " ".join(state.calls))] if state.calls else []
        found += [Fact(".shown", None, text(state.shown))] if state.shown else []
        found += [Fact(".phase", None, state.phase)] if state.phase != "play" else []
        found += [Fact(".carried", None, " ".join(map(str, state.carried)))] if state.carried else []
        found += [Fact(".notes", None, " ".join(map(str, state.notes)))] if state.notes else []
        if state.phase == "play":
            known = [(giver, some) for giver, some in enumerate(state.given) if some]
            found += [
                Fact("given", giver, _written(some))
                for giver, some in known
                if viewer in (giver, self.receiver(state, giver), OPEN)
            ]
        return found

    def sample(self, view: View, rng: Random) -> TrickState:
        state = self._restore(view, fill(view, self.deck, rng, self.may(view)))
        return state if state.phase != "play" else replace(state, given=self._guessed(state, rng))

    def _guessed(self, state: TrickState, rng: Random) -> tuple[Cards, ...]:
        """What each seat gave: as far as it isn't known, any cards that its receiver has or has played."""
        given = list(state.given)
        for giver, some in enumerate(given):
            receiver = self.receiver(state, giver)
            if receiver is not None and not some:
                held = list(members(state.hands[receiver] | state.played[receiver]))
                given[giver] = mask(rng.sample(held, self.gift))
        return tuple(given)

    def public(self, view: View) -> TrickState:
        """The state as a view shows it: of hidden hands it holds what is known of them. Legality needs no more."""
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
            lacks=tuple(int(public.get((".lacks", seat), 0)) for seat in range(self.seats)),
            played=tuple(_read(str(public.get((".played", seat), ""))) for seat in range(self.seats)),
            shown=cards(str(public.get((".shown", None), ""))),
            calls=tuple(str(public.get((".calls", None), "")).split()),
            phase=str(public.get((".phase", None), "play")),
            carried=numbers(".carried"),
            notes=numbers(".notes"),
            given=tuple(
                mask(held.get(("given", seat), ())) or _read(str(public.get(("given", seat), "")))
                for seat in range(self.seats)
            ),
        )

    def may(self, view: View) -> Callable[[Card, Pile], bool] | None:
        """Hook: can a hidden card be in that pile, by what everybody knows? None if all can."""
        lacks = {fact.owner: int(fact.value) for fact in view.facts if fact.name == ".lacks"}
        if not lacks:
            return None
        return lambda one, pile: pile.name != "hand" or not lacks.get(pile.owner, 0) >> (one & 3) & 1

    # --- what people ask

    def opening(self, view: View) -> Opening | None:
        """One card at a time, from the seat after the dealer on."""
        dealer = next((fact.owner for fact in view.facts if fact.name == "dealer"), None)
        return (
            None
            if dealer is None
            else Opening(round=tuple((dealer + n) % self.seats for n in range(1, self.seats + 1)))
        )

    def explain(self, view: View, chosen: Cards) -> Say | None:
        if any(covers(view, each, chosen) for each in view.legal):
            return None
        if view.seat is None or view.seat not in view.turn:
            return Say("illegal.turn" if view.turn else "illegal.over")
        state = self.public(view)
        if state.phase != "play" or state.turn is None:
            return Say("illegal.action")
        hand, trick = state.hands[state.turn], self.table(state)
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
        """Hook: why a card of the right suit, or a lead, isn't allowed."""
        return Say("not_legal")

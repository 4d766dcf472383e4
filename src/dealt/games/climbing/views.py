"""What is seen of a climbing game: views, and the deals that fit one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate
from random import Random
from typing import Any

from dealt.cards import Card, Cards, card, cards, mask, name, selection_shuffle, text
from dealt.game import OPEN, Fact, Pile, Seat, Value, View
from dealt.games.climbing import core, cutting, exchange
from dealt.games.climbing.combinations import Combinations
from dealt.games.climbing.cutting import Cut
from dealt.games.climbing.dealing import NONE, PASSED, ClimbingState
from dealt.games.climbing.play import ClimbingPlay
from dealt.hidden import deal_unseen, unseen


class ClimbingView(ClimbingPlay):
    """:class:`ClimbingPlay`, and who sees what."""

    _public: tuple[ClimbingState | None, View] = None, View(None, (), ())
    """The newest state, and what everybody sees of it: the views of all seats share that work."""

    def view(self, state: ClimbingState, seat: Seat | None) -> View:
        """The viewer's cards, the trick and the played cards; every hand once the deal is over, but never the stock."""
        known, public = self._public
        if known is not state:
            public = self._show(state)
            self._public = state, public
        tricks, others = public.piles[self.seats : 2 * self.seats], public.piles[2 * self.seats :]
        hands, facts = public.piles[: self.seats], public.facts
        if seat == OPEN:
            hands = tuple(self._held(owner, hand, hand) for owner, hand in enumerate(state.hands))
            others = self._others(state, everything=True)
            facts = self._facts(state, everything=True)
        elif seat is not None:
            hands = (*hands[:seat], self._held(seat, state.hands[seat], -1), *hands[seat + 1 :])
            for owner, some in exchange.known(state.swaps, seat).items():
                up = state.shown | some if public.turn else -1
                hands = (*hands[:owner], self._held(owner, state.hands[owner], up), *hands[owner + 1 :])
        if state.swaps:
            facts = (*facts, *exchange.facts(state.swaps, seat))
        legal = () if seat is None or seat == OPEN else tuple(self.legal(state, seat))
        return View(seat, public.turn, (*hands, *tricks, *others), facts, legal, public.score, public.suits)

    def _show(self, state: ClimbingState) -> View:
        """What everybody sees of a state but of an exchange: hands, tricks, and the other piles."""
        over = state.turn is None
        hands = [self._held(owner, hand, hand if over else state.shown) for owner, hand in enumerate(state.hands)]
        tricks = [
            Pile("trick", owner, self.lying(state, owner), "row", self._note(state, owner))
            for owner in range(self.seats)
        ]
        piles = (*hands, *tricks, *self._others(state))
        return View(None, self.turn(state), piles, self._facts(state), (), self.score(state), bool(self.order.suits))

    def _held(self, owner: Seat, hand: Cards, known: Cards) -> Pile:
        return Pile("hand", owner, self._lay(hand, known), "fan", role="hand")

    def _others(self, state: ClimbingState, *, everything: bool = False) -> tuple[Pile, ...]:
        """The piles that are nobody's."""
        lying = sum(state.hands) | sum(max(each, 0) for each in state.trick) | sum(state.stock)
        gone = 0 if state.cut is not None else self._whole & ~lying
        known = -1 if everything else state.shown
        return (
            *self._spread(state.cut, everything=everything),
            Pile("played", None, self._lay(gone), "heap"),
            *(
                Pile(f"stock {n + 1}" if n else "stock", None, self._lay(held, known), "heap")
                for n, held in enumerate(state.stock)
            ),
        )

    def _spread(self, cut: Cut | None, *, everything: bool) -> list[Pile]:
        """The pile that seats cut from: the cards that were taken lie face up in their places."""
        if cut is None:
            return []
        down = set() if everything else set(cutting.face_down(cut))
        return [Pile("cut", None, tuple(None if n in down else one for n, one in enumerate(cut.spread)), "spread")]

    def _lay(self, held: Cards, known: Cards = -1) -> tuple[Card | None, ...]:
        return _laid(self._high_to_low, held & known, (held & ~known).bit_count())

    def played(self, state: ClimbingState, seat: Seat) -> int | None:
        """Hook: the row of a seat's newest play of the trick; None where there is none."""
        return self.book(state).row(state.trick[seat]) if state.trick[seat] > 0 else None

    def lying(self, state: ClimbingState, seat: Seat) -> tuple[Card, ...]:
        """Hook: a seat's newest play of the trick as it lies on the table."""
        return self.in_order(max(state.trick[seat], 0))

    def _note(self, state: ClimbingState, seat: Seat) -> str:
        if state.trick[seat] == PASSED:
            return "pass"
        row = self.played(state, seat)
        return "" if row is None else f"kind.{self._kind(row, self.book(state))}"

    def _facts(self, state: ClimbingState, *, everything: bool = False) -> tuple[Fact, ...]:
        facts = [Fact("dealer", state.dealer, 1, role="dealer")] if state.dealer >= 0 else []
        facts += [Fact(".lowest", None, name(state.lowest))] if state.lowest >= 0 else []
        facts += self.own_facts(state)
        facts += [Fact(".own", None, _written(state.own))] if state.own != self.own else []
        facts += [Fact(".cut", seat, name(one)) for seat, one in enumerate(state.cut_cards)]
        facts += [Fact(".lacks", seat, text(none)) for seat, none in enumerate(state.lacks) if none]
        facts += [Fact(".lead", state.turn, 1)] if state.phase == exchange.PHASE else []
        if state.phase == "play":
            facts.append(Fact("lead", state.turn if state.owner is None else state.owner, 1, role="lead"))
        else:
            facts.append(Fact(".phase", None, state.phase))
        facts += [Fact("turned", None, 1)] if core.upside_down(state.turned) else []
        facts += [Fact(".turned", None, state.turned)] if state.turned else []
        facts += [Fact("place", seat, place, role="out") for place, seat in enumerate(state.outs, 1)]
        facts += [Fact("must", None, text(state.must), role="must")] if state.must else []
        facts += [Fact(".shown", None, text(state.shown))] if state.shown else []
        facts += [Fact("passed", seat, 1, role="passed") for seat, newest in enumerate(state.trick) if newest == PASSED]
        facts += [
            Fact("!last_card", seat, 1) for seat, hand in enumerate(state.hands) if 0 < hand.bit_count() <= self.warn
        ]
        return (*facts, *(() if state.cut is None else cutting.facts(state.cut, name, everything=everything)))

    def own_facts(self, state: ClimbingState) -> list[Fact]:
        """Hook: the public facts of this game alone, for people to read."""
        return []

    def read_own(self, view: View) -> Any:
        """``ClimbingState.own`` as a view shows it."""
        told, kind = view.fact(".own"), type(self.own)
        if told is None:
            return self.own
        found = (tuple(map(int, each.split())) for each in str(told).split("|"))
        pairs = zip(self.own, found, strict=True)
        return kind(*(each if isinstance(first, tuple) else type(first)(*each) for first, each in pairs))

    def sample(self, view: View, rng: Random) -> ClimbingState:
        if view.fact(".phase") == "cut":
            spread, none = deal_unseen(view, self.deck, rng)["cut", None], (0,) * self.seats
            pack = list(self.deck)
            selection_shuffle(pack, rng)
            cut = cutting.read_cut(view, self.seats, spread, self._packets(pack))
            return ClimbingState(none, view.turn[0], None, none, phase="cut", cut=cut)
        swaps = list(exchange.read_swaps(view))
        half = exchange.hidden(swaps)
        dealt = deal_unseen(exchange.undone(view, half), self.deck, rng, self.constraint(view))
        held = {key: mask(some) for key, some in dealt.items()}
        for n, swap in enumerate(swaps):
            if swap in half:
                best = exchange.best_of(self._high_to_low, held["hand", swap.low], swap.many)
                held["hand", swap.low] ^= best
                held["hand", swap.high] ^= best
                swaps[n] = swap._replace(best=best)
        seats = range(self.seats)
        trick = tuple(PASSED if view.fact("passed", seat) else held["trick", seat] for seat in seats)
        lead = next((fact.owner for fact in view.facts if fact.name in ("lead", ".lead")), None)
        return ClimbingState(
            hands=tuple(held["hand", seat] for seat in seats),
            turn=lead if view.fact(".phase") == exchange.PHASE else view.turn[0] if view.turn else None,
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
            outs=self._outs(view),
            turned=int(view.fact(".turned") or 0),
            swaps=tuple(swaps),
        )

    def samples(self, view: View, rng: Random, n: int) -> list[ClimbingState]:
        """So many deals as :meth:`sample` draws them, in a tenth of the time where any hidden card may be anywhere."""
        if n < 2 or view.fact(".phase") is not None or self.constraint(view) is not None:
            return [self.sample(view, rng) for _ in range(n)]
        first, loose = self.sample(view, rng), unseen(view, self.deck)
        piles = [pile for pile in view.piles if pile.name == "hand" or pile.name.startswith("stock")]
        known = [mask(one for one in pile.cards if one is not None) for pile in piles]
        ends = [*accumulate(pile.cards.count(None) for pile in piles)]
        found = [first]
        for _ in range(n - 1):
            selection_shuffle(loose, rng)
            bits = [1 << one for one in loose]
            held = [some + sum(bits[begin:end]) for some, begin, end in zip(known, [0, *ends], ends, strict=False)]
            found.append(replace(first, hands=tuple(held[: self.seats]), stock=tuple(held[self.seats :])))
        return found

    def _outs(self, view: View) -> tuple[Seat, ...]:
        """Who is out, the first one first."""
        places = {fact.owner: int(fact.value) for fact in view.facts if fact.name == "place" and fact.owner is not None}
        return tuple(sorted(places, key=lambda seat: places[seat]))

    def _lacks(self, view: View) -> tuple[Cards, ...]:
        """What each seat is known not to hold; empty if that is nothing."""
        found = tuple(cards(str(view.fact(".lacks", seat) or "")) for seat in range(self.seats))
        return found if any(found) else ()

    def known_to_lack(self, view: View) -> tuple[Cards, ...]:
        """Hook: the same with what the viewer alone knows, or what this game alone tells; by an exchange by default."""
        found = list(self._lacks(view))
        for seat, none in exchange.lacking(exchange.read_swaps(view), view.seat, self._high_to_low):
            found = found or [0] * self.seats
            found[seat] |= none
        return tuple(found)

    def constraint(self, view: View) -> Callable[[Card, Pile], bool] | None:
        """Hook: a test whether public knowledge permits a hidden card in a pile; None if every card may be anywhere.

        The lowest dealt card was dealt to the opener, all cards below it are undealt, and nobody holds what its plays
        have told that it lacks.
        """
        fact, lacks = view.fact(".lowest") or view.fact("must"), self.known_to_lack(view)
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

    def _kind(self, row: int, book: Combinations | None = None) -> str:
        book = book or self.combinations
        return book.kinds[book.kind[row]].name

    def in_order(self, some: Cards) -> tuple[Card, ...]:
        """The cards of a combination as they lie on the table, such as 6-5-4-3-2 where the two is low."""
        return self.combinations.in_order(some) if some & some - 1 else self._sort(some)

    def _sort(self, held: Cards) -> tuple[Card, ...]:
        return picked(self._high_to_low, held) if held else ()


@lru_cache(maxsize=8192)
def picked(order: tuple[Card, ...], held: Cards) -> tuple[Card, ...]:
    """The cards that are held, in this order."""
    return tuple([one for one in order if held >> one & 1])


def _written(own: tuple[Any, ...]) -> str:
    """Numbers and tuples of numbers, as :meth:`ClimbingView.read_own` reads them."""
    return "|".join(" ".join(map(str, each)) if isinstance(each, tuple) else str(int(each)) for each in own)


def _card(value: Value | None) -> Card:
    """The card that a fact names; ``NONE`` without one."""
    return NONE if value is None else card(str(value))


@lru_cache(maxsize=8192)
def _laid(order: tuple[Card, ...], up: Cards, down: int) -> tuple[Card | None, ...]:
    """Cards face up, in this order, and after them so many that lie face down."""
    return *picked(order, up), *(None,) * down

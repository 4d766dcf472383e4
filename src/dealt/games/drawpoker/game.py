"""The game of draw poker: its play, completed by views, samples, odds and sentences."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final

from dealt.cards import STANDARD, Card, Cards, cards, mask, members, selection_shuffle, text
from dealt.game import OPEN, Action, Entry, Fact, Move, Odds, Pile, Say, ScoreSheet, Seat, Side, Standing, Track, View
from dealt.games import draws
from dealt.games.drawpoker.core import BUY, DRAW, FIRST, OVER
from dealt.games.drawpoker.levels import LEVELS, level_of
from dealt.games.drawpoker.play import OPENERS, Dealt, DrawPokerPlay, DrawPokerState
from dealt.games.drawpoker.refusals import refused
from dealt.games.showdown import HAND_SIZE, category, counting
from dealt.games.showdown.core import ACE
from dealt.hidden import deal_unseen

COUNTS: Final = ("acted", "raises", "size", "mixed")
"""The numbers of a state that stand in a view as hidden facts, for the sampler."""


class DrawPoker(DrawPokerPlay):
    """Draw poker for two to six players. Make it by :func:`dealt.games.drawpoker.draw_poker`, which checks options.

    A view shows chips as facts: "stack" and "bet" of each seat, and "pot" without the bets of this round. "call 4"
    costs 4 chips; "raise 8" brings the seat's bet of this round to 8 chips. Tests use other decks and hand sizes.
    """

    reckons: ClassVar[bool] = True

    # --- who sees what

    def shown(self, state: DrawPokerState) -> tuple[list[Seat], list[Seat]]:
        """The seats whose hands are open to all, and the seats whose discards are.

        At a showdown all hands that have not folded are open. The opener shows its hand even if nobody called, and its
        discards too if it has split its openers (the pair of jacks or better).
        """
        if state.turn is not None or not any(state.won):
            return [], []
        live = self.live(state)
        hands = live if len(live) > 1 else [seat for seat in live if seat == state.opener]
        if state.opener not in hands or not state.thrown[state.opener]:
            return hands, []
        kept = state.hands[state.opener] & ~state.drawn[state.opener]
        return hands, [] if kept and self.value(kept) >= OPENERS else [state.opener]

    def view(self, state: DrawPokerState, seat: Seat | None) -> View:
        """A seat sees its own cards and discards, and of others their number, until a showdown.

        A hand lies in this order: the cards kept, those drawn from the stock, those drawn from reshuffled discards.
        """
        hands, thrown = self.shown(state)
        again = sum(state.thrown[each] for each in range(self.seats) if state.mixed >> each & 1)
        piles = []
        for owner, hand in enumerate(state.hands):
            drawn = state.drawn[owner]
            parts = (hand & ~drawn, drawn & ~again, drawn & again)
            seen = seat in (owner, OPEN) or owner in hands
            piles.append(Pile("hand", owner, self._lay(parts, seen), "fan", role="hand"))
        for owner, some in enumerate(state.thrown):
            if some & ~again:
                piles.append(
                    Pile("thrown", owner, self._lay((some,), seat in (owner, OPEN) or owner in thrown), "heap")
                )
        if state.board:
            piles.append(Pile("board", None, state.board, "row"))
        if seat == OPEN or not self.row.flop:  # the board lies where it would
            piles.append(Pile("stock", None, state.stock if seat == OPEN else (None,) * len(state.stock), "heap"))
        facts = [*self._facts(state), *self._ranks(state, seat, hands), *self._private(state, seat, again)]
        legal = () if seat is None or seat == OPEN else tuple(self.legal(state, seat))
        return View(seat, self.turn(state), tuple(piles), tuple(facts), legal, self.score(state))

    def _lay(self, parts: Sequence[Cards], seen: bool) -> tuple[Card | None, ...]:
        if not seen:
            return (None,) * sum(some.bit_count() for some in parts)
        return tuple(one for some in parts if some for one in sorted(members(some), reverse=True))

    def _facts(self, state: DrawPokerState) -> list[Fact]:
        found, seats = [Fact("dealer", state.dealer, 1, role="dealer")], range(self.seats)
        over, places = state.phase in (BUY, OVER), self.places(state)
        pot = 0 if any(state.won) else sum(state.paid) - sum(state.bets)
        found += [Fact("pot", None, pot, "chips")] if pot else []
        found.append(Fact("phase", None, self.phases[state.phase]))
        found += self._level(state) if self.rise else []
        for seat in seats:
            if place := places[seat] if places else 0:
                found.append(Fact("place", seat, place))
            if state.out >> seat & 1:
                found.append(Fact("out", seat, 1, role="out"))
                continue
            found.append(Fact("stack", seat, state.stacks[seat], role="stack"))
            found += [Fact("bet", seat, state.bets[seat], "chips")] if state.bets[seat] else []
            if state.folded >> seat & 1:
                found.append(Fact("folded", seat, 1, role="out"))
            elif not state.stacks[seat] and not over:
                found.append(Fact("allin", seat, 1))
            found += [Fact("drew", seat, state.thrown[seat].bit_count())] if state.drawers >> seat & 1 else []
            found += [Fact("won", seat, state.won[seat], role="won")] if state.won[seat] else []
            found += [Fact("bought", seat, 1)] if state.bought >> seat & 1 else []
            if self._declined(state, seat):
                found.append(Fact("out", seat, "watches", role="out"))
            found += [Fact(".paid", seat, state.paid[seat])] if state.paid[seat] else []
        found += [Fact("opener", state.opener, 1)] if state.opener is not None else []
        for name in COUNTS:
            found += [Fact(f".{name}", None, number)] if (number := getattr(state, name)) else []
        return found

    def _level(self, state: DrawPokerState) -> list[Fact]:
        """The blinds of a deal, and after how many deals they rise, this one included, if they do in this match."""
        bets, last = self.row_at(state.deal).bets, level_of(state.deal, self.rise) == len(LEVELS) - 1
        left = [] if last or self.final(state, ()) else [Fact("rises", None, self.rise - state.deal % self.rise)]
        return [Fact("blinds", None, f"{bets.small}/{bets.big}"), *left, Fact(".deal", None, state.deal)]

    def _declined(self, state: DrawPokerState, seat: Seat) -> bool:
        """Has the seat been asked to buy chips, and not bought any?"""
        answered = self.rules["rebuy"] and any(state.won) and not (state.asked | state.bought) >> seat & 1
        return bool(answered and not state.stacks[seat])

    def _ranks(self, state: DrawPokerState, viewer: Seat | None, shown: Collection[Seat]) -> list[Fact]:
        """The categories of the hands that the viewer sees."""
        return [
            Fact("rank", owner, f"@rank.{category(self.held(state, owner))}", role="hand")
            for owner, hand in enumerate(state.hands)
            if hand and (owner == viewer or owner in shown)
        ]

    def _private(self, state: DrawPokerState, viewer: Seat | None, again: Cards) -> list[Fact]:
        """Hidden facts for the sampler: how many cards of each hand were discards before, and the viewer's discards.

        ``OPEN`` also gets the seed, and before the first action the dealer and the chips before the deal.
        """
        found = [Fact(".seed", None, state.seed)] if viewer == OPEN and self.may_run_out else []
        fresh = not (state.acted or state.folded or state.drawers)  # later it can't be true
        if viewer == OPEN and self.seats > 1 and fresh and state == self._anew(state, state.dealer, self.chips(state)):
            found.append(Fact(".button", None, state.dealer))
            found += [Fact(".chips", owner, chips) for owner, chips in enumerate(self.chips(state)) if chips]
        for owner in range(self.seats) if again else ():
            came = (state.drawn[owner] & again).bit_count()
            found += [Fact(".again", owner, came)] if came else []
            if state.mixed >> owner & 1 and state.thrown[owner] and viewer in (owner, OPEN):
                found.append(Fact(".threw", owner, text(state.thrown[owner])))
        return found

    def chips(self, state: DrawPokerState) -> list[int]:
        """The chips of each seat before the deal."""
        return [stack + paid - won for stack, paid, won in zip(state.stacks, state.paid, state.won, strict=True)]

    def _anew(self, state: DrawPokerState, dealer: Seat, chips: Sequence[int]) -> DrawPokerState:
        """The first state with the same cards, this dealer and these chips."""
        none, stock = (0,) * self.seats, state.board + state.stock
        return self.started(dealer, chips, none, state.hands, stock, state.seed, state.deal, state.places)

    # --- how the score came about

    def score_sheet(self, state: DrawPokerState, totals: tuple[float, ...]) -> ScoreSheet:
        """What each seat put into the pot and took out of it, and the hands that were shown."""
        seats, shown = range(self.seats), self.shown(state)[0]
        if self.seats == 1:
            return ScoreSheet((Side((0,)),))
        sides = tuple(
            Side((seat,), self._chips_moved(state, seat), self._reached(state, seat, shown)) for seat in seats
        )
        pot, winners = sum(state.paid), [seat for seat in seats if state.won[seat]]
        said = Say("result.not_opened")
        if len(winners) == 1:
            (winner,) = winners
            words: dict[str, str | int | tuple[str, ...]] = {"who": f"#{winner}", "chips": pot}
            hand = winner in shown
            if hand:
                words |= self._hand(state, winner)
            said = Say("result.wins_with" if hand else "result.wins", words)
        elif winners:
            said = Say("result.shared", {"chips": pot, "count": len(winners)})
        return ScoreSheet(sides, said, standing=self._standing(state))

    def _chips_moved(self, state: DrawPokerState, seat: Seat) -> tuple[Entry, ...]:
        if not any(state.won):
            return ()
        paid, won = state.paid[seat], state.won[seat]
        found = (Entry(Say("entry.won"), (won,)),) if won else ()
        return (*found, Entry(Say("entry.paid"), (-paid,))) if paid else found

    def _reached(self, state: DrawPokerState, seat: Seat, shown: Collection[Seat]) -> tuple[Say, ...]:
        found: tuple[Say, ...] = ()
        if state.bought >> seat & 1:
            found = (Say("result.bought", {"chips": self.rules["stack"]}),)
        if (places := self.places(state)) and places[seat]:
            found += (Say("result.place", {"place": places[seat]}),)
        if state.out >> seat & 1:
            return found
        if state.folded >> seat & 1:
            return (Say("result.folded"), *found)
        return (Say("result.hand", self._hand(state, seat)), *found) if seat in shown else found

    def _hand(self, state: DrawPokerState, seat: Seat) -> dict[str, str]:
        """What a hand is called that is shown, and what decides between two of that name."""
        held = self.held(state, seat)
        return {"rank": f"@rank.{category(held)}", "ranks": counting(held)}

    def _standing(self, state: DrawPokerState) -> Standing:
        """The match ends when one seat has all chips; those in a pot that stays are their owners'."""
        kept = (0,) * self.seats if any(state.won) else state.paid
        held = [stack + chips for stack, chips in zip(state.stacks, kept, strict=True)]
        return Standing(Say("standing.chips"), tuple(Track((seat,), each, sum(held)) for seat, each in enumerate(held)))

    # --- imagining

    def sample(self, view: View, rng: Random) -> DrawPokerState:
        """Deal the cards as they lay before any reshuffle, then those that were drawn from reshuffled discards."""
        told = {(fact.name, fact.owner): fact.value for fact in view.facts}
        lying = {(pile.name, pile.owner): pile.cards for pile in view.piles}
        mixed, parts = int(told.get((".mixed", None), 0)), self._parts(told, lying)
        again = [one for seat in range(self.seats) for one in parts["again", seat]]
        if mixed:
            again += lying["stock", None]
        else:
            parts["stock", None] = lying["stock", None]
        whole = self._whole(parts, told, {one for one in again if one is not None and mixed}, mixed, rng)
        pool = mask(one for seat in range(self.seats) if mixed >> seat & 1 for one in whole["thrown", seat])
        loose = list(members(pool & ~mask(one for one in again if one is not None)))
        selection_shuffle(loose, rng)
        rest = iter(loose)

        def known(some: Sequence[Card | None]) -> tuple[Card, ...]:
            return tuple(next(rest) if one is None else one for one in some)

        drawn = [mask(whole["fresh", seat]) | mask(known(parts["again", seat])) for seat in range(self.seats)]
        hands = [mask(whole["kept", seat]) | drawn[seat] for seat in range(self.seats)]
        stock = known(lying["stock", None]) if mixed else whole["stock", None]
        thrown = tuple(mask(whole["thrown", seat]) for seat in range(self.seats))
        seed = told.get((".seed", None), rng.randrange(self.seeds) if self.may_run_out and not mixed else 0)
        return self._restored(view, told, Dealt(tuple(hands), stock, tuple(drawn), thrown, mixed, int(seed)))

    def _parts(self, told: Mapping[Any, Any], lying: Mapping[Any, Any]) -> dict[Any, tuple[Card | None, ...]]:
        """The cards of each seat by origin: kept, fresh (from the stock), again (from reshuffled discards), thrown."""
        found: dict[Any, tuple[Card | None, ...]] = {}
        for seat in range(self.seats):
            hand, drew, again = lying["hand", seat], told.get(("drew", seat), 0), told.get((".again", seat), 0)
            kept, fresh = len(hand) - drew, len(hand) - again
            found["kept", seat], found["fresh", seat], found["again", seat] = (
                hand[:kept],
                hand[kept:fresh],
                hand[fresh:],
            )
            threw = told.get((".threw", seat))
            known = (None,) * drew if threw is None else tuple(members(cards(threw)))
            found["thrown", seat] = lying.get(("thrown", seat), known)
        return found

    def _whole(
        self, parts: Mapping[Any, Any], told: Mapping[Any, Any], again: Collection[Card], mixed: int, rng: Random
    ) -> dict[tuple[str, Seat | None], tuple[Card, ...]]:
        """All places filled but those of reshuffled discards; ``again`` are cards known to have been discarded before.

        A seat that drew four cards where three are the limit has kept an ace; the opener had a pair of jacks or better.
        """
        opener: Any = next((owner for (name, owner) in told if name == "opener"), None)
        aces = {seat for seat in range(self.seats) if told.get(("drew", seat), 0) > self.most}

        def may(one: Card, pile: Pile) -> bool:
            if one in again:
                return pile.name == "thrown" and pile.owner is not None and bool(mixed >> pile.owner & 1)
            return pile.name != "kept" or pile.owner not in aces or one >> 2 == ACE

        piles = tuple(Pile(name, seat, some) for (name, seat), some in parts.items() if name != "again")
        seen = View(None, (), piles)
        for _ in range(100_000):  # a fifth of all hands can open, so few tries are enough
            whole = deal_unseen(seen, self.deck, rng, may if again or aces else None)
            if opener is None or self.value(mask(whole["kept", opener] + whole["thrown", opener])) >= OPENERS:
                return whole
        raise ValueError("no deal fits what is seen")

    def _restored(
        self, view: View, told: Mapping[Any, Any], dealt: Dealt, board: tuple[Card, ...] = ()
    ) -> DrawPokerState:
        """The state behind a view, with these cards."""
        seats = range(self.seats)

        def numbers(name: str) -> tuple[int, ...]:
            return tuple(told.get((name, seat), 0) for seat in seats)

        def bits(name: str) -> int:
            # "watches" stands for a seat that has played this deal and sits out the next
            return sum(1 << seat for seat in seats if told.get((name, seat), "watches") != "watches")

        buying, out = told["phase", None] == self.phases[BUY], bits("out")
        restored = DrawPokerState(
            dealer=next(seat for seat in seats if ("dealer", seat) in told or (".dealer", seat) in told),
            turn=view.turn[0] if view.turn and not buying else None,
            phase=self.phases.index(told["phase", None]),
            stacks=numbers("stack"),
            paid=numbers(".paid"),
            bets=numbers("bet"),
            won=numbers("won"),
            out=out,
            asked=sum(1 << seat for seat in view.turn) if buying else 0,
            bought=bits("bought"),
            folded=bits("folded"),
            drawers=bits("drew"),
            opener=next((seat for seat in seats if ("opener", seat) in told), None),
            board=board,
            deal=told.get((".deal", None), 0),
            places=tuple(each * (out >> seat & 1) for seat, each in enumerate(numbers("place")))
            if self.rise and out
            else (),
            **dealt._asdict() | {name: told.get((f".{name}", None), 0) for name in COUNTS},
        )
        button = told.get((".button", None))
        return restored if button is None else self._anew(restored, button, numbers(".chips"))

    # --- what people ask

    def odds(self, view: View | None = None) -> tuple[Odds, ...]:
        """The pot odds; before the draw the chances of the best draws, after it the chance that the hand is ahead.

        Without a view: the chance to be dealt each category. Only the viewer's own cards count as known.
        """
        if self.hand != HAND_SIZE or self.deck != STANDARD:
            return ()
        if view is None:
            return draws.category_chances(self.wheel)
        if view.fact("phase") == self.phases[BUY]:
            return ()
        chips = sum(fact.value for fact in view.facts if fact.name in ("pot", "bet") and isinstance(fact.value, int))
        call = next((each.amount or 0 for each in view.legal if each.verb == "call"), 0)
        told = draws.pot_odds(call, chips) if chips and view.turn else ()
        hand = mask(one for one in self._own(view, "hand") if one is not None)
        if hand.bit_count() < HAND_SIZE or not view.turn or view.fact("folded", view.seat):
            return told
        left = draws.DECK & ~hand & ~mask(one for one in self._own(view, "thrown") if one is not None)
        if view.fact("drew", view.seat) is not None:
            return (*told, draws.ahead(self.value(hand), left, self.wheel))
        others = sum(pile.name == "hand" and not view.fact("folded", pile.owner) for pile in view.piles) - 1
        allowed = (each.cards for each in self.draws(hand))
        return (*told, *draws.draw_chances(hand, left, allowed, max(1, others), self.wheel))

    def _own(self, view: View, name: str) -> tuple[Card | None, ...]:
        return next((pile.cards for pile in view.piles if (pile.name, pile.owner) == (name, view.seat)), ())

    def describe(self, action: Action) -> Say:
        say = super().describe(action)
        return say._replace(args={**say.args, "count": action.cards.bit_count()}) if action.cards else say

    def tell(self, move: Move) -> Say:
        return Say(move.action.verb, {"count": move.hidden}) if move.hidden else super().tell(move)

    def explain_in_turn(self, view: View, seat: Seat, chosen: Cards) -> Say:
        if view.fact("phase") == self.phases[BUY]:
            return Say("illegal.over")
        if view.fact("phase") != self.phases[DRAW]:
            return Say("why.bet" if view.fact("phase") == self.phases[FIRST] else "why.drawn")
        if chosen & ~mask(one for one in view.pile("hand", view.seat).cards if one is not None):
            return Say("why.hand")
        ace = self.rules["ace_four"] and self.most < self.hand - 1
        return Say("why.ace" if ace else "why.many", {"most": self.most, "four": self.hand - 1})

    def refuse_in_turn(self, view: View, seat: Seat, action: Action) -> Say:
        return refused(self.rules, view, action) or super().refuse_in_turn(view, seat, action)

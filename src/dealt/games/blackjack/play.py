"""A round of blackjack: bets of all seats at once, the deal, insurance, the hands seat by seat, and the dealer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any, Final, NamedTuple

from dealt.cards import Card, Cards, name, selection_shuffle, shoe
from dealt.game import (
    OPEN,
    Action,
    Chart,
    Fact,
    Game,
    Odds,
    Option,
    OptionError,
    Past,
    Payment,
    Pile,
    Say,
    ScoreSheet,
    Seat,
    Shuffled,
    Side,
    Value,
    View,
)
from dealt.games.blackjack import core
from dealt.games.blackjack.captions import dealer_note, dealer_said, entries, hand_note
from dealt.games.blackjack.odds import odds
from dealt.games.blackjack.reading import fact_number, hand_code, hands, playing
from dealt.games.blackjack.refusals import refused
from dealt.games.blackjack.rules import PlayerHand, Rules, Settlement, dealer_plays, natural, points_of, settled, value
from dealt.games.blackjack.strategy import charts
from dealt.hidden import deal_unseen

OPTIONS: Final = (
    Option("peek", True, (False, True)),
    Option("seats", 3, low=1, high=7),
    Option("decks", 6, low=1, high=8),
    Option("hit_soft_17", False, (False, True)),
    Option("double_on", "any", ("any", "9-11", "10-11")),
    Option("das", True, (True, False)),
    Option("max_hands", 4, low=2, high=4),
    Option("split_tens_mixed", True, (True, False)),
    Option("resplit_aces", False, (False, True)),
    Option("late_surrender", False, (False, True)),
    Option("blackjack_pays", "3:2", ("3:2", "6:5")),
    Option("insurance", True, (True, False)),
    Option("reshuffle_at", 25, low=0, high=100),
    Option("bankroll", 1000, (500, 1000, 5000)),
    Option("min_bet", 10, (10, 50, 100)),
    Option("max_bet", 500, (100, 500, 1000)),
    Option("rebuy", True, (True, False)),
)
BET_STEP: Final = 10
"""The step of bets in chips. Half of any bet, and the winnings of a natural, are whole numbers of chips."""
INSURANCE_STEP: Final = core.STEP
_VERBS: Final = tuple(map(Action, ("stand", "hit", "double", "split", "surrender")))
_CHOICES: Final = tuple(
    (_VERBS[0], *(each for n, each in enumerate(_VERBS) if n and some >> n & 1)) for some in range(1 << len(_VERBS))
)
"""The legal actions of a hand, by the set of its decisions."""
_SIT_OUT: Final = Action("sit out")
_DECLINE: Final = Action("decline")

Bets = tuple[int | None, ...]
"""Chips by seat, None for a seat that has not answered yet."""


class BlackjackState(NamedTuple):
    """The full state of a round. ``pack`` holds all cards in order: first the shoe, then the cards of earlier rounds.

    The first ``drawn`` cards of the pack have been dealt, and the shoe ends before index ``cut``. ``stacks`` are the
    chips before the bets. A bet is None until it is made, and 0 for a seat that is out or sits out. ``insured`` are the
    answers to the offer of insurance in the same way. ``hands`` are those of each seat; the hand of seat ``active``
    with index ``at`` is being played. ``rebuys`` counts how often each seat has bought chips.
    """

    pack: tuple[Card, ...]
    cut: int
    drawn: int
    stacks: tuple[int, ...]
    bets: Bets
    rebuys: tuple[int, ...]
    reshuffled: bool = False
    phase: str = "bet"
    hands: tuple[tuple[PlayerHand, ...], ...] = ()
    dealer: tuple[Card, ...] = ()
    insured: Bets = ()
    active: Seat | None = None
    at: int = 0

    @property
    def tray(self) -> tuple[Card, ...]:
        """The cards of earlier rounds that are not in the shoe, in the order in which they would come."""
        return self.pack[self.cut :]

    def free(self, seat: Seat) -> int:
        """The chips of a seat that are not staked."""
        left = self.stacks[seat]
        if self.insured:
            left -= self.insured[seat] or 0
        if not self.hands:
            return left - (self.bets[seat] or 0)
        for hand in self.hands[seat]:
            left -= hand.stake
        return left

    def after_drawing(self, count: int, **changes: Any) -> BlackjackState:
        """The state with other changes once the next cards are dealt.

        Where the shoe has too few of them, the shuffled cards of earlier rounds follow.
        """
        end = self.drawn + count
        if end > self.cut:
            return self._replace(drawn=end, cut=len(self.pack), reshuffled=True, **changes)
        return self._replace(drawn=end, **changes)

    def __repr__(self) -> str:
        cards = " ".join(map(name, self.dealer)) or "--"
        hands = "; ".join(", ".join("".join(map(name, hand.cards)) for hand in each) for each in self.hands)
        return f"<{self.phase}, dealer {cards}, hands {hands or '--'}, {self.cut - self.drawn} in the shoe>"


class Blackjack(Game[BlackjackState]):
    """Blackjack under any of ``OPTIONS``; OptionError where two of them exclude each other. Tests use smaller decks."""

    name = "blackjack"
    version = 2
    """2: a seat may sit a round out, and is asked before it gets more chips."""
    rivals = False
    sorts = ()
    reckons = True

    def __init__(self, *, deck: tuple[Card, ...] | None = None, **options: Value) -> None:
        settled: dict[str, Any] = {each.name: each.default for each in OPTIONS} | options
        self.options = settled
        self.seats = settled["seats"]
        self.rules = Rules(**{each.name: settled[each.name] for each in fields(Rules) if each.init})
        self.deck = shoe(self.rules.decks) if deck is None else deck
        if self.rules.late_surrender and not self.rules.peek:
            raise OptionError("late_surrender can't be on with peek off: it comes after the dealer has peeked")
        self._least, self._most, self._bankroll = settled["min_bet"], settled["max_bet"], settled["bankroll"]
        self.vocabulary = (
            Action("bet", amount=self._least, upto=self._most, step=BET_STEP),
            Action("insure", amount=INSURANCE_STEP, upto=self._most // 2, step=INSURANCE_STEP),
            Action("buy", amount=self._bankroll),
            *map(Action, ("sit out", "decline", "stand", "hit", "double", "split", "surrender")),
        )
        self._reshuffle_at, self._rebuy = settled["reshuffle_at"], settled["rebuy"]

    # --- the seven verbs

    def shuffle(self, rng: Random, past: Past[BlackjackState] | None = None) -> Shuffled:
        """Shuffle the cards left in the shoe, and behind them those of earlier rounds in case the shoe runs out."""
        kept = self._kept(past)
        left = list(self.deck) if kept is None else kept
        rest = sorted(set(self.deck).difference(left))
        if kept is not None:
            selection_shuffle(rest, rng)
            selection_shuffle(left, rng)
        if not rest:
            selection_shuffle(left, rng)
        return Shuffled((*left, *rest))

    def hand_out(self, shuffled: Shuffled, past: Past[BlackjackState] | None = None) -> BlackjackState:
        kept, (stacks, rebuys) = self._kept(past), self._chips(past)
        bets = tuple([None if stack >= self._least or self._rebuy else 0 for stack in stacks])
        cut, anew = len(self.deck if kept is None else kept), past is not None and kept is None
        return BlackjackState(shuffled.pack, cut, 0, stacks, bets, rebuys, anew)

    def _kept(self, past: Past[BlackjackState] | None) -> list[Card] | None:
        """The cards left in the shoe; None where it is shuffled anew: less than ``reshuffle_at`` percent are left."""
        left = [] if past is None else sorted(past.last.pack[past.last.drawn : past.last.cut])
        return None if past is None or len(left) * 100 < len(self.deck) * self._reshuffle_at else left

    def _chips(self, past: Past[BlackjackState] | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The stack of each seat before a round, and how often each seat has bought chips."""
        if past is None:
            return (self._bankroll,) * self.seats, (0,) * self.seats
        stacks, rebuys = list(self.chips(past.last)), list(past.last.rebuys)
        for seat in range(self.seats):
            if seat in past.joined:
                stacks[seat], rebuys[seat] = self._bankroll, 0
        return tuple(stacks), tuple(rebuys)

    def turn(self, state: BlackjackState) -> tuple[Seat, ...]:
        if state.active is not None:
            return (state.active,)
        asked = state.bets if state.phase == "bet" else state.insured if state.phase == "insure" else ()
        return tuple([seat for seat, answer in enumerate(asked) if answer is None])

    def legal(self, state: BlackjackState, seat: Seat) -> Sequence[Action]:
        """First the bet, or new chips, then sitting out; later stand or decline first and surrender last."""
        if state.active is not None:
            return _CHOICES[self._decisions(state, seat, state.at)] if seat == state.active else ()
        if state.phase == "bet" and state.bets[seat] is None:
            return _bets(state.stacks[seat], self._least, self._most, self._bankroll)
        if state.phase == "insure" and state.insured[seat] is None:
            bet, free = state.bets[seat] or 0, state.free(seat)
            most = core.insurable(self.rules.table, value(state.dealer[0]), bet, free)
            return _DECLINE, _amounts("insure", INSURANCE_STEP, most, INSURANCE_STEP)
        return ()

    def _decisions(self, state: BlackjackState, seat: Seat, n: int) -> int:
        """The decisions of hand ``n`` of a seat other than to stand, as far as cards and chips suffice, as a set."""
        own = state.hands[seat]
        affordable = state.free(seat) >= own[n].bet
        return self.rules.decisions(own[n], len(own), len(state.pack) - state.drawn, affordable)

    def apply(self, state: BlackjackState, seat: Seat, action: Action) -> BlackjackState:
        if state.active is not None:
            return self._played(state, seat, action.verb)
        if action.verb == "buy":
            stacks, rebuys = list(state.stacks), list(state.rebuys)
            stacks[seat] += action.amount or 0
            rebuys[seat] += 1
            return state._replace(stacks=tuple(stacks), rebuys=tuple(rebuys))
        if state.phase == "bet":
            bets = _put(state.bets, seat, action.amount or 0)
            return state._replace(bets=bets) if None in bets else self._dealt(state, bets)
        insured = _put(state.insured, seat, action.amount or 0)
        state = state._replace(insured=insured)
        return state if None in insured else self._next(state, 0, 0)

    def view(self, state: BlackjackState, seat: Seat | None) -> View:
        """Everything but the hole card and the order of the shoe; the tray is sorted, as its order may come next."""
        over, everything = state.phase == "over", seat == OPEN
        up = state.dealer if over or everything else state.dealer[:1] + (None,) * (len(state.dealer) - 1)
        note = dealer_note(state.dealer) if over and state.dealer else ""
        piles = [Pile("dealer", None, up, "row", note)]
        nets = self.settled(state)
        for owner in range(self.seats):
            own = state.hands[owner] if state.hands else ()
            for n, hand in enumerate(own or (PlayerHand((), 0),)):
                note = hand_note(hand, nets[owner].hands[n] if over else None) if own else ""
                piles.append(Pile(f"box {n + 1}", owner, hand.cards, "row", note))
        left = state.pack[state.drawn : state.cut]
        piles.append(Pile("tray", None, state.tray if everything else tuple(sorted(state.tray)), "heap"))
        piles.append(Pile("shoe", None, left if everything else (None,) * len(left), "heap"))
        turn = self.turn(state)
        legal = tuple(self.legal(state, seat)) if seat is not None and seat in turn else ()
        return View(seat, turn, tuple(piles), tuple(self._facts(state)), legal, self.score(state))

    def _facts(self, state: BlackjackState) -> list[Fact]:
        found = [Fact("stack", seat, chips, role="stack") for seat, chips in enumerate(self.chips(state))]
        for seat, bet in enumerate(state.bets):
            if bet == 0:
                out = state.stacks[seat] < self._least and not self._rebuy
                found.append(Fact("out", seat, 1 if out else "sits", role="out"))
            elif bet is not None and not state.hands:
                found.append(Fact("bet", seat, bet, "chips"))
        for seat, own in enumerate(state.hands):
            found += [Fact(f"bet {n}" if n > 1 else "bet", seat, hand.stake, "chips") for n, hand in enumerate(own, 1)]
        found += [Fact("insurance", seat, sum_, "chips") for seat, sum_ in enumerate(state.insured) if sum_]
        if state.active is not None and len(state.hands[state.active]) > 1:
            found.append(Fact("playing", state.active, state.at + 1, role="playing"))
        found += [Fact("rebuys", seat, count) for seat, count in enumerate(state.rebuys) if count]
        if state.reshuffled:
            found.append(Fact("reshuffled", None, 1))
        found.append(Fact(".phase", None, state.phase))
        found += [Fact(".hands", seat, " ".join(map(hand_code, own))) for seat, own in enumerate(state.hands) if own]
        return found

    def sample(self, view: View, rng: Random) -> BlackjackState:
        """The unseen cards are dealt at random; but a dealer who has peeked has no natural."""
        peeked = view.fact(".phase") == "play"

        def may(one: Card, pile: Pile) -> bool:
            return pile.name != "dealer" or not (peeked and pile.cards[0] is not None and natural((pile.cards[0], one)))

        whole = deal_unseen(view, self.deck, rng, may)
        tray = list(whole["tray", None])
        if view.seat != OPEN:
            selection_shuffle(tray, rng)
        return _read(view, self.seats, whole, tuple(tray))

    def score(self, state: BlackjackState) -> tuple[float, ...] | None:
        """The chips that each seat has won or lost in the round."""
        return tuple([each.net for each in self.settled(state)]) if state.phase == "over" else None

    def score_sheet(self, state: BlackjackState, totals: tuple[float, ...]) -> ScoreSheet:
        """What the dealer had, and what each hand and the insurance of each seat won."""
        nets = self.settled(state)
        sides = tuple(
            Side((seat,), entries(state.hands[seat], each), (Say("result.sits"),) if not state.hands[seat] else ())
            for seat, each in enumerate(nets)
        )
        payments = tuple(
            Payment(None, seat, each.net) if each.net > 0 else Payment(seat, None, -each.net)
            for seat, each in enumerate(nets)
            if each.net
        )
        return ScoreSheet(sides, dealer_said(state.dealer), payments)

    # --- the course of a round

    def _dealt(self, state: BlackjackState, bets: Bets) -> BlackjackState:
        """Deal two cards to each hand, the dealer last; its second lies face down, or with ``peek`` off comes later.

        Where nobody has bet, the round is over without a card.
        """
        playing = [seat for seat, bet in enumerate(bets) if bet]
        count = len(playing)
        if not playing:
            return state._replace(bets=bets, hands=((),) * self.seats, insured=(0,) * self.seats, phase="over")
        size, pack = 2 * count + (2 if self.rules.peek else 1), state.pack
        hands: list[tuple[PlayerHand, ...]] = [()] * self.seats
        for n, seat in enumerate(playing, state.drawn):
            hands[seat] = (PlayerHand((pack[n], pack[n + count + 1]), bets[seat] or 0),)
        up = state.drawn + count
        dealer, table = (pack[up], *pack[up + count + 1 : state.drawn + size]), self.rules.table
        most = [
            core.insurable(table, value(pack[up]), bet or 0, stack - (bet or 0))
            for bet, stack in zip(bets, state.stacks, strict=True)
        ]
        insured = tuple([None if each > 0 else 0 for each in most])
        state = state.after_drawing(size, bets=bets, hands=tuple(hands), dealer=dealer, insured=insured)
        return state._replace(phase="insure") if any(most) else self._next(state, 0, 0)

    def _played(self, state: BlackjackState, seat: Seat, verb: str) -> BlackjackState:
        own, n = state.hands[seat], state.at
        cards, bet, split, doubled, _ = own[n]
        if verb == "stand":
            return self._next(state, seat, n + 1)
        if verb == "surrender":
            size, new = 0, [PlayerHand(cards, bet, split, doubled, surrendered=True)]
        elif verb == "split":
            coming = state.pack[state.drawn : state.drawn + 2]
            size, new = 2, [PlayerHand(pair, bet, split=True) for pair in zip(cards, coming, strict=True)]
        else:
            size, new = 1, [PlayerHand((*cards, state.pack[state.drawn]), bet, split, verb == "double")]
        hands = (*state.hands[:seat], (*own[:n], *new, *own[n + 1 :]), *state.hands[seat + 1 :])
        return self._next(state.after_drawing(size, hands=hands), seat, n)

    def _next(self, state: BlackjackState, seat: Seat, n: int) -> BlackjackState:
        """Give the turn to the next hand with a choice, from hand ``n`` of ``seat`` on; else the dealer plays.

        Before the first hand the dealer has peeked: a natural ends the round.
        """
        if natural(state.dealer):
            return state._replace(phase="over")
        while seat < self.seats:
            if n < len(state.hands[seat]):
                if self._decisions(state, seat, n):
                    same = seat == state.active and n == state.at
                    return state if same else state._replace(phase="play", active=seat, at=n)
                n += 1
            else:
                seat, n = seat + 1, 0
        return self._ended(state)

    def _ended(self, state: BlackjackState) -> BlackjackState:
        """The dealer plays if a hand stands; else, without a hole card, draws one to settle naturals and insurance."""
        hands = [hand for own in state.hands for hand in own]
        takes = core.dealer_takes(
            any(hand.stands for hand in hands),
            len(state.dealer),
            any(state.insured),
            any(hand.natural for hand in hands),
        )
        dealer = state.dealer
        if takes == core.ONE:
            dealer = (*dealer, *state.pack[state.drawn : state.drawn + 1])
        elif takes == core.ALL:
            dealer = dealer_plays(dealer, islice(state.pack, state.drawn, None), self.rules.hit_soft_17)
        size = len(dealer) - len(state.dealer)
        return state.after_drawing(size, phase="over", dealer=dealer, active=None, at=0)

    # --- chips

    def settled(self, state: BlackjackState) -> tuple[Settlement, ...]:
        """The settlement of each seat; empty before the end."""
        if state.phase != "over":
            return ()
        table, dealer = self.rules.table, points_of(state.dealer)
        return tuple(
            [
                settled(table, own, dealer, len(state.dealer), state.insured[seat] or 0)
                for seat, own in enumerate(state.hands)
            ]
        )

    def chips(self, state: BlackjackState) -> tuple[int, ...]:
        """The chips before each seat, without those that lie on the table."""
        if state.phase != "over":
            return tuple(state.free(seat) for seat in range(self.seats))
        return tuple(stack + int(each.net) for stack, each in zip(state.stacks, self.settled(state), strict=True))

    # --- what a match asks

    def final(self, state: BlackjackState, totals: tuple[float, ...]) -> bool:
        """No seat has chips for the least bet, and none can buy new ones."""
        return not self._rebuy and all(chips < self._least for chips in self.chips(state))

    # --- what people ask

    def odds(self, view: View | None = None) -> tuple[Odds, ...]:
        """The return of a round before a bet, then that of each decision, in bets."""
        return odds(self.rules, self.deck, view)

    def charts(self) -> tuple[Chart, ...]:
        """Basic strategy for these rules."""
        return charts(self.rules)

    def explain(self, view: View, chosen: Cards) -> Say | None:
        return Say("why.cards") if chosen else super().explain(view, chosen)

    def refuse_in_turn(self, view: View, seat: Seat, action: Action) -> Say:
        if any(each.verb == "buy" for each in view.legal) and action.verb != "buy":
            return Say("why.buy_first")
        own, (_, at) = hands(view, seat), playing(view) or (seat, 0)
        why = refused(self.rules, str(view.fact(".phase")), own, at, fact_number(view, "stack", seat), action)
        return why or super().refuse_in_turn(view, seat, action)


def _read(
    view: View, seats: int, whole: Mapping[tuple[str, Seat | None], tuple[Card, ...]], tray: tuple[Card, ...]
) -> BlackjackState:
    """The state behind a view, given where every card lies."""
    phase = str(view.fact(".phase"))
    all_hands = tuple(hands(view, seat) for seat in range(seats)) if phase != "bet" else ()
    dealer, left = whole["dealer", None], whole["shoe", None]
    table = dealer + tuple(one for own in all_hands for hand in own for one in hand.cards)
    bets: list[int | None] = []
    stacks: list[int] = []
    for seat in range(seats):
        own = all_hands[seat] if all_hands else ()
        bet = fact_number(view, "bet", seat) if not own else own[0].bet
        bets.append(None if phase == "bet" and seat in view.turn else bet)
        staked = sum(hand.stake for hand in own) if own else bet
        back = staked + fact_number(view, "insurance", seat)
        won = int(view.score[seat]) if view.score is not None else -back
        stacks.append(fact_number(view, "stack", seat) - won)
    insured = [
        None if phase == "insure" and seat in view.turn else fact_number(view, "insurance", seat)
        for seat in range(seats)
    ]
    active, at = playing(view) or (None, 0)
    return BlackjackState(
        pack=table + left + tray,
        cut=len(table) + len(left),
        drawn=len(table),
        stacks=tuple(stacks),
        bets=tuple(bets),
        rebuys=tuple(fact_number(view, "rebuys", seat) for seat in range(seats)),
        reshuffled=view.fact("reshuffled") is not None,
        phase=phase,
        hands=all_hands,
        dealer=dealer,
        insured=() if phase == "bet" else tuple(insured),
        active=active,
        at=at,
    )


@lru_cache(maxsize=1024)
def _bets(chips: int, least: int, most: int, bankroll: int) -> tuple[Action, Action]:
    """A bet as the chips allow it, or new chips; and sitting out."""
    able = _amounts("bet", least, min(most, chips), BET_STEP) if chips >= least else Action("buy", amount=bankroll)
    return able, _SIT_OUT


def _amounts(verb: str, least: int, most: int, step: int) -> Action:
    """The action for any amount from ``least`` to ``most`` in steps; for ``least`` alone where there is no choice."""
    most -= (most - least) % step
    return Action(verb, amount=least) if most <= least else Action(verb, amount=least, upto=most, step=step)


def _put(answers: Bets, seat: Seat, answer: int | None) -> Bets:
    return (*answers[:seat], answer, *answers[seat + 1 :])

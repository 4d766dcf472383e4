"""Skat: bids by what a game is worth, one against two, jacks above all suits, and a skat of two cards.

The rules are those of the International Skat Order (Internationale Skatordnung of the Deutscher Skatverband and the
International Skat Players Association, 1998): its numbers stand at what they decide. Ramsch is no part of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final, NamedTuple

from dealt.bits import at, count, lowest
from dealt.cards import SUITS, Card, Cards, mask, members, sequence
from dealt.game import Action, Entry, Fact, Option, Past, Say, Seat, Side, Value, View
from dealt.games.texts import listed, settled
from dealt.games.tricks import TRUMPS, CardOrder, CountedDeals, Spoken, TrickRow, TrickState, card_order
from dealt.shapes import Longs

OPTIONS: Final = (
    Option("deals", 12, low=3, high=48),
    Option("scoring", "plain", ("plain", "seeger")),
    Option("passed_in", "void", ("void", "ramsch")),
)

GAMES: Final = ("clubs", "diamonds", "hearts", "spades", "grand", "null")
GRAND, NULL = 4, 5
BASES: Final = (12, 9, 10, 11, 24)
"""What a step of each game is worth (5.1)."""
NULLS: Final = (23, 35, 46, 59)
"""The values of null, null hand, null ouvert and null ouvert hand (5.1)."""
LEVELS: Final = ("", " schneider", " schwarz", " ouvert")
"""What is announced at a hand game."""
CONTRACTS: Final = (*(game + level for level in LEVELS for game in GAMES[:NULL]), "null", "null ouvert")
PLAIN_NULL: Final = len(CONTRACTS) - 2
DECK: Final = sequence(" ".join(rank + suit for rank in "789TJQKA" for suit in SUITS))
JACKS: Final = sequence("Jc Js Jh Jd")
RANKS: Final = "23456789JQKTA"
"""The cards of a suit where jacks are trumps: the ten stands above the king (2.3)."""
BIDS: Final = tuple(sorted({base * n for base in BASES[:GRAND] for n in range(2, 19)} | {24 * n for n in range(2, 12)}
                           | set(NULLS)))  # fmt: skip
"""What may be bid: the values that games have (3.3)."""
MOST: Final = len(BIDS)

PASS, HOLD, TAKE, HAND, NAME, SAY, BID = 0, 1, 2, 3, 4, 11, 15
"""What may be said, as numbers: of games, of announcements and of bids the first."""
SPOKEN: Final = {
    **{verb: Action(verb) for verb in ("pass", "hold", "take", "hand")},
    **{f"name-{each.replace(' ', '-')}": Action(f"name {each}") for each in (*GAMES, "null ouvert")},
    **{f"announce-{each}": Action(f"announce {each}") for each in ("nothing", "schneider", "schwarz", "ouvert")},
    **{str(bid): Action("bid", amount=bid) for bid in BIDS},
}
SYMBOLS: Final = (*"♣♦♥♠", "G", "N")
SEEGER, AGAINST = 50, 40
"""Seeger and Fabian: what a declarer gets or pays beside the value, and what each opponent gets for a game lost."""
ACES, TENS, KINGS, QUEENS, ALL_JACKS = (mask(sequence(" ".join(rank + suit for suit in SUITS))) for rank in "ATKQJ")

# --- what is said, over numbers


class Solo(NamedTuple):
    """The rules of scores as numbers."""

    whole: int = 120
    """The points of all cards."""
    size: int = 10
    """The number of tricks."""
    ramsch: bool = False
    """Is Ramsch played where nobody bids?"""
    seeger: bool = False
    """Do declarers get and pay more than the value, and opponents, too?"""


class Heard(NamedTuple):
    """What has been said: whose turn it is, how many values were bid, and who declares what."""

    seat: Seat
    """-1 once nothing more is to be said."""
    bids: int
    """The number of values that have been named: the next bid is ``BIDS[bids]``."""
    asker: Seat
    holder: Seat
    third: Seat
    """Who is still to ask; -1 for nobody."""
    declarer: Seat
    hand: int
    """1 if the skat lies untouched, 0 if the declarer took it, -1 until then."""
    contract: int


def opened(first: Seat) -> Heard:
    """Before anything is said; ``first`` is forehand. Middlehand asks."""
    return Heard((first + 1) % 3, 0, (first + 1) % 3, first, (first + 2) % 3, -1, -1, -1)


def may_say(now: Heard) -> int:
    """What the seat to speak may say, as a set of numbers; of bids ``BID`` stands for the next.

    >>> [tuple(SPOKEN)[n] for n in range(BID + 1) if may_say(opened(0)) >> n & 1]
    ['pass', '18']
    """
    if now.declarer < 0:
        if now.seat != now.asker:
            return 1 << PASS | 1 << HOLD
        return 1 << PASS | (1 << BID if now.bids < MOST else 0)
    if now.hand < 0:
        return 1 << TAKE | 1 << HAND
    if now.contract >= 0:
        return 15 << SAY
    found = 31
    for ouvert in range(2):
        if NULLS[2 * ouvert + now.hand] >= BIDS[at(now.bids - 1)]:  # its value is known beforehand
            found |= 1 << NULL + ouvert
    return found << NAME


def heard(now: Heard, word: int) -> Heard:
    """The same after one more word."""
    seat, bids, asker, holder, third, declarer, hand, contract = now
    if declarer >= 0:
        if hand < 0:
            return Heard(seat, bids, asker, holder, third, declarer, 1 if word == HAND else 0, -1)
        if word >= SAY:
            return Heard(-1, bids, asker, holder, third, declarer, hand, contract + NULL * (word - SAY))
        game = word - NAME
        more = hand > 0 and game < NULL  # something may be announced
        contract = game if game < NULL else PLAIN_NULL + game - NULL
        return Heard(seat if more else -1, bids, asker, holder, third, declarer, hand, contract)
    if word >= BID:
        if asker == holder:  # forehand, whom nobody asked
            return Heard(asker, bids + 1, asker, holder, -1, asker, -1, -1)
        return Heard(holder, bids + 1, asker, holder, third, -1, -1, -1)
    if word == HOLD:
        return Heard(asker, bids, asker, holder, third, -1, -1, -1)
    winner = holder if seat == asker else asker
    if third >= 0:
        return Heard(third, bids, third, winner, -1, -1, -1, -1)
    if bids > 0:
        return Heard(winner, bids, asker, holder, -1, winner, -1, -1)
    first = asker == holder
    return Heard(-1 if first else holder, 0, holder, holder, -1, -1, -1, -1)


# --- what a game is worth, over numbers


def game_of(contract: int) -> int:
    """The game of a contract: a suit, grand or null; grand where there is none, for Ramsch."""
    if contract < 0:
        return GRAND
    return contract % NULL if contract < PLAIN_NULL else NULL


def card_points(some: Cards) -> int:
    """The points of some cards (1.2.2).

    >>> card_points(mask(DECK)), card_points(mask(sequence("As Ts Ks Qs Js 9s 8s 7s")))
    (120, 30)
    """
    face = 4 * count(some & KINGS) + 3 * count(some & QUEENS) + 2 * count(some & ALL_JACKS)
    return 11 * count(some & ACES) + 10 * count(some & TENS) + face


def tops(order: CardOrder, own: Cards) -> int:
    """How many trumps from the highest on the declarer has, or has not (2.4)."""
    rest = order.suits[TRUMPS]
    having = lacking = count(rest)
    while rest != 0:
        one = lowest(rest)
        rest &= rest - 1
        place = count(order.above[at(one)])
        if own >> one & 1:
            lacking = min(lacking, place)
        else:
            having = min(having, place)
    return max(having, lacking)


class Played(NamedTuple):
    """A game and how it was played."""

    now: Heard
    top: int
    """The tops of the declarer,"""
    aside: int
    """and its points beside those in tricks."""
    points: Longs
    won: Longs


class Outcome(NamedTuple):
    """What came of a game."""

    value: int = 0
    won: bool = False
    over: bool = False
    """Is it lost as the bid was too high?"""
    steps: int = 0
    """The steps of the value: tops, the game, and all beside."""


def outcome(solo: Solo, played: Played) -> Outcome:
    """What comes of a game (5.2 to 5.4).

    >>> hearts = Heard(-1, BIDS.index(59) + 1, 0, 0, -1, 0, 1, CONTRACTS.index("hearts"))
    >>> outcome(Solo(), Played(hearts, 1, 0, (85, 0, 35), (8, 0, 2)))  # without five, but for a jack in the skat
    Outcome(value=60, won=False, over=True, steps=3)
    """
    now = played.now
    contract, hand, bid = now.contract, now.hand, BIDS[at(now.bids - 1)]
    mine, won, whole = played.points[at(now.declarer)] + played.aside, played.won[at(now.declarer)], solo.whole
    if contract >= PLAIN_NULL:
        return Outcome(NULLS[2 * (contract - PLAIN_NULL) + hand], won == 0, False, 0)
    level, base = contract // NULL, BASES[contract % NULL]
    schneider, schwarz = 4 * mine >= 3 * whole, won == solo.size
    steps = played.top + 1 + hand + level
    if level > 0 or schneider or 4 * mine <= whole:
        steps += 1
    if level > 1 or schwarz or won == 0:
        steps += 1
    if base * steps < bid:
        return Outcome((bid + base - 1) // base * base, False, True, steps)
    enough = 2 * mine > whole if level == 0 else schneider if level == 1 else schwarz
    return Outcome(base * steps, enough, False, steps)


def seat_points(solo: Solo, played: Played, seat: Seat) -> int:
    """What a seat scores.

    Where nobody bid it loses its points if it has most; with all tricks it gets those of all cards instead.
    """
    now, points, won = played.now, played.points, played.won
    if now.declarer < 0:
        if max(won[0], won[1], won[2]) == solo.size:
            return solo.whole if won[at(seat)] == solo.size else 0
        return -points[at(seat)] if points[at(seat)] == max(points[0], points[1], points[2]) else 0
    found = outcome(solo, played)
    if seat == now.declarer:
        more = SEEGER if solo.seeger else 0
        return found.value + more if found.won else -2 * found.value - more
    return AGAINST if solo.seeger and not found.won else 0


# --- the game


def order_of(deck: Sequence[Card], game: int) -> CardOrder:
    """The order of cards in a game (2.3)."""
    if game == NULL:
        return card_order(deck)
    suit = sequence(" ".join(f"{rank}{SUITS[game]}" for rank in "ATKQ987")) if game < GRAND else []
    return card_order(deck, [one for one in (*JACKS, *suit) if one in deck], RANKS)


class Skat(Spoken, CountedDeals):
    """Skat under any of ``OPTIONS``. Tests use smaller decks. ``deal_data`` are the points of each seat."""

    seats = 3
    gift_size = 2
    spoken, most_calls = SPOKEN, 2 * MOST + 6
    opens, hears = staticmethod(opened), staticmethod(heard)
    stock_opens = True

    def __init__(self, *, deck: tuple[Card, ...] = tuple(DECK), hand: int = 10, **options: Value) -> None:
        self.rules = settled(OPTIONS, options)
        self.hand, self.deals = hand, int(self.rules["deals"])
        super().__init__("skat", TrickRow(trump=TRUMPS), deck=deck, options=self.rules)
        ramsch, seeger = self.rules["passed_in"] == "ramsch", self.rules["scoring"] == "seeger"
        self.solo = Solo(card_points(self.whole), hand, ramsch, seeger)
        self.orders = tuple(order_of(deck, game) for game in range(len(GAMES)))

    # --- the deal, and what is said

    def begin(self, hands: tuple[Cards, ...], dealer: Seat, past: Past[TrickState] | None = None) -> TrickState:
        """Forehand leads, but middlehand speaks first."""
        state = super().begin(hands, dealer, past)
        return state.changed(turn=self.after(state.leader), deal_data=(0,) * self.seats)

    def contract_number(self, state: TrickState) -> int:
        return game_of(self.heard(state).contract)

    def legal_before_play(self, state: TrickState, seat: Seat) -> Sequence[Action]:
        if state.phase == "give":
            held = sorted(members(state.hands[seat]), key=lambda one: (-self.orders[GRAND].above[one].bit_count(), one))
            return [Action("give", 1 << one | 1 << other) for one, other in combinations(held, self.gift_size)]
        now = self.heard(state)
        may = may_say(now)
        found = [self.vocabulary[n] for n in range(1, BID) if may >> n & 1]
        found += [self.vocabulary[BID + now.bids]] if may >> BID & 1 else []
        if now.declarer < 0 and now.asker != now.holder:
            return [SPOKEN["pass"], *found]  # else those who take the first action would bid each other up to 264
        return [*found, SPOKEN["pass"]] if may & 1 else found

    def named(self, before: TrickState, state: TrickState) -> TrickState:
        """Who took the skat puts two cards down once a game is named; then forehand leads."""
        now = self.heard(state)
        if now.hand == 0 and now.contract < 0:
            hands = list(state.hands)
            hands[now.seat] |= self.stock(before)
            return state.changed(hands=tuple(hands))
        if now.seat >= 0:
            return state.changed(turn=now.seat)
        if now.declarer < 0:
            return self.led(state) if self.solo.ramsch else state.changed(turn=None)
        return self.led(state) if now.hand > 0 else state.changed(phase="give")

    def led(self, state: TrickState) -> TrickState:
        now, first = self.heard(state), self.after(state.dealer)
        ouvert = now.contract >= 15 and now.contract != PLAIN_NULL
        shown = state.hands[now.declarer] if ouvert else 0
        return state.changed(turn=first, leader=first, phase="play", shown=shown)

    # --- the play

    def take(self, state: TrickState, seat: Seat, some: Cards) -> TrickState:
        """The points go to the seat; with the last trick of Ramsch goes the skat, and null is lost with the first."""
        now, points = self.heard(state), list(state.deal_data)
        points[seat] += card_points(some)
        if state.turn is None and now.declarer < 0:
            points[seat] += card_points(self.stock(state))
        lost = self.contract_number(state) == NULL and seat == now.declarer
        return state.changed(deal_data=tuple(points), turn=None if lost else state.turn)

    # --- the end

    def game_played(self, state: TrickState) -> Played:
        """The game as far as it is played; the cards put down, or the skat of a hand game, count for the declarer."""
        now, top, aside = self.heard(state), 0, 0
        if (solo := now.declarer) >= 0:
            aside = sum(state.given) or self.stock(state)
            top = tops(self.orders[game_of(now.contract)], state.hands[solo] | state.played[solo] | aside)
        return Played(now, top, card_points(aside), state.deal_data, state.won)

    def score(self, state: TrickState) -> tuple[float, ...] | None:
        if state.turn is not None:
            return None
        played = self.game_played(state)
        return tuple(float(seat_points(self.solo, played, seat)) for seat in range(self.seats))

    def said(self, state: TrickState) -> Say | None:
        return Say("result.passed") if self.heard(state).declarer < 0 and not any(state.won) else None

    def lines(self, state: TrickState, seat: Seat) -> Side:
        played, scored, more = self.game_played(state), self.score(state) or (0.0,) * self.seats, []
        now, points = played.now, played.points[seat]
        how = "ramsch" if now.declarer < 0 else "against"
        if seat == now.declarer:
            found, points = outcome(self.solo, played), points + played.aside
            how = "over" if found.over else "won" if found.won else "lost"
            more = [Say("result.steps", {"steps": found.steps})] if game_of(now.contract) != NULL else []
        lines = (Entry(Say(f"entry.{how}"), (int(scored[seat]),)),) if scored[seat] else ()
        tricks = [Say("result.points", {"points": points})] if any(state.won) else []
        return Side((seat,), lines, (*tricks, *more))

    # --- what people see

    def facts(self, state: TrickState) -> list[Fact]:
        now, found = self.heard(state), []
        last, auction = BIDS[now.bids - 1] if now.bids else 0, self.auction(state)
        for seat in range(self.seats):
            mine = [(word, value) for each, word, value in auction if each == seat]
            bid = max((value for word, value in mine if word != PASS), default=0)
            found += [Fact(".bid", seat, bid)] if bid else []
            found += [Fact(".passed", seat, 1)] if any(word == PASS for word, _ in mine) else []
            if mine and now.contract < 0:
                said = ("–" if word == PASS else "✓" if word == HOLD else str(value) for word, value in mine)
                found.append(Fact("calls", seat, " ".join(said), role="calls"))
        if now.declarer >= 0:
            mark = SYMBOLS[game_of(now.contract)] if now.contract >= 0 else str(last)
            found.append(Fact("declarer", now.declarer, mark, role="alone"))
            found += [Fact("against", seat, 1, role="against") for seat in range(self.seats) if seat != now.declarer]
        if now.contract >= 0:
            found += [Fact("contract", None, f"@contract.{CONTRACTS[now.contract].replace(' ', '_')}")]
            found += [Fact("hand_game", None, 1)] if now.hand else []
            found.append(Fact(".contract", None, CONTRACTS[now.contract]))
        if now.declarer >= 0 and now.seat >= 0 and now.hand >= 0:
            found.append(Fact("announcing" if now.contract >= 0 else "naming", None, 1, role="asked"))
        found += [Fact("discarding", None, 1, role="asked")] if state.phase == "give" else []
        found += [Fact("bid", None, last)] if last else []
        if state.phase == "play":
            found += [Fact("points", seat, points) for seat, points in enumerate(state.deal_data) if points]
        return found

    def auction(self, state: TrickState) -> list[tuple[Seat, int, int]]:
        """What was said in the auction: who said it, its number, and the value that it was about."""
        found = []
        for n, said in enumerate(state.calls):
            now = self.heard(state.changed(calls=state.calls[:n]))
            if now.declarer < 0:
                value = BIDS[min(now.bids, MOST - 1) - (now.seat != now.asker)]
                found.append((now.seat, self.words.index(said), value))
        return found

    def refuse_in_turn(self, view: View, seat: Seat, action: Action) -> Say:
        now = self.heard(self.public(view))
        if view.fact(".phase") != "bid":
            return Say("why.named")
        if now.declarer < 0:
            return Say("why.answer" if now.seat != now.asker else "why.next")
        if now.hand < 0:
            return Say("why.take")
        if now.contract >= 0:
            return Say("why.announce")
        return Say("why.null" if "null" in action.verb else "why.hand")


LISTING: Final = listed("skat", Skat, OPTIONS)

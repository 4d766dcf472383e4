"""Daifugō with six house rules: a climbing game of one's own in one file. `dealt --games FILE` puts it into the room.

Four of a kind, or four in a row, turn the ranks upside down, a jack until the table is cleared (revolution, 11-back);
eights clear the table; who follows with the same suits locks them; the 3 of spades beats the joker; and a daifugō
who is not out first again falls to the bottom at once (miyako-ochi).
"""

from dataclasses import replace
from typing import NamedTuple

from dealt.cards import STANDARD, Order, card, cards, members, sequence, suit
from dealt.game import Action, Fact, Listing, Option, Say
from dealt.games.climbing import BACK, CHOP, CLEARS, PASS, TURNS, Climbing, Kind, runs

RANKS, SUITS = "3456789TJQKA2", "cdhs"
JOKER, SPADE_THREE = cards("RJ"), card("3s")


def does(body, size):
    found = CLEARS if "8" in body else 0
    found |= BACK if body == "J" else 0
    return body, found | TURNS if size > 3 else found


def kind(name, copies, run):
    beaten = tuple((body, CHOP) for body in run) if name == "single" else ()
    effects = tuple(does(body, copies * len(body)) for body in run)
    return Kind(name, copies, run=run, suited=name == "row", chopped=beaten, does=effects)


KINDS = (
    kind("single", 1, tuple(RANKS)),
    kind("pair", 2, tuple(RANKS)),
    kind("triple", 3, tuple(RANKS)),
    kind("four_of_a_kind", 4, tuple(RANKS)),
    kind("row", 1, runs(RANKS, 3, 13)),
    Kind("joker", run=("R",), power=CHOP),
)


class House(NamedTuple):
    """The suits that are locked, as a set of suits, and who was daifugō in the last deal; -1 for nobody."""

    lock: int = 0
    daifugo: int = -1


def suits(some):
    return sum({1 << suit(one) for one in members(some) if one < 52})


class Daifugo(Climbing):
    low = False
    own = House()

    def dealer(self, rng, past):
        return 0 if past is None else self.by_places(past.last)[-1]

    def begin(self, hands, stock, dealer, past=None):
        state = super().begin(hands, stock, dealer, past)
        return state if past is None else replace(state, own=House(0, self.by_places(past.last)[0]))

    # --- the lock, and the 3 of spades

    def legal(self, state, seat):
        found = super().legal(state, seat)
        if state.phase != "play" or seat != state.turn or state.owner is None:
            return found
        lock, newest = state.own.lock, state.trick[state.owner]
        three = [Action("play", 1 << SPADE_THREE)] if newest == JOKER and state.hands[seat] >> SPADE_THREE & 1 else []
        return [*three, *(each for each in found if not each.cards or not lock or suits(each.cards) in (0, lock))]

    def own_after(self, state, seat, action):
        newest = 0 if state.owner is None else state.trick[state.owner]
        mine = suits(action.cards)
        lock = mine if newest and (suits(newest) == mine or mine == 0) else 0
        return state.own._replace(lock=lock or (state.own.lock if newest else 0))

    def own_facts(self, state):
        lock, daifugo = state.own.lock if state.owner is not None else 0, state.own.daifugo
        found = [Fact("lock", None, lock)] if lock else []
        found += [Fact("daifugo", daifugo, 1)] if daifugo >= 0 else []
        fell = daifugo >= 0 and not state.hands[daifugo] and daifugo not in state.outs
        return found + ([Fact("fallen", daifugo, 1, role="out")] if fell else [])

    def explain_in_turn(self, view, seat, chosen):
        lock = int(view.fact("lock") or 0)
        if lock and suits(chosen) not in (0, lock):
            return Say("why.lock")
        return super().explain_in_turn(view, seat, chosen)

    # --- the fall

    def apply(self, state, seat, action):
        after = super().apply(state, seat, action)
        fallen = state.own.daifugo
        if state.outs or len(after.outs) != 1 or fallen in (-1, after.outs[0]):
            return after
        if after.turn == fallen and after.owner is not None:
            after = super().apply(after, fallen, PASS)
        after = replace(after, hands=tuple(0 if each == fallen else hand for each, hand in enumerate(after.hands)))
        if sum(map(bool, after.hands)) < 2:
            return replace(after, turn=None)
        while not after.hands[after.turn]:
            after = replace(after, turn=self.after(after.turn))
        return after

    def limit_of_match(self):
        return 15


def make(seats=4):
    deck = (*STANDARD, *sequence("RJ"))
    order = Order(RANKS + "R", SUITS)
    return Daifugo(
        "daifugo", kinds=KINDS, order=order, seats=seats, deck=deck, clockwise=True, places=range(seats - 1, -1, -1),
        exchange=(2, 1), options={"seats": seats},
    )  # fmt: skip


LISTING = Listing(
    "daifugo",
    make,
    options=(Option("seats", 4, low=3, high=6),),
    texts={
        "en": {
            "game.title": "Daifugō",
            "game.about": "President in Japan, with six house rules",
            "option.seats": "Seats",
            "kind.row": "row",
            "play.row": "Play row to {rank}",
            "beat.row": "a row to {rank}",
            "kind.joker": "joker",
            "play.joker": "Play {cards}",
            "beat.joker": "a joker",
            "fact.lock": "Suits are locked",
            "fact.daifugo": "Daifugō",
            "fact.fallen": "Fallen",
            "why.lock": "The suits are locked: follow them",
        },
        "zh": {"game.title": "大富豪", "game.about": "日本的总统，有六条房规", "option.seats": "人数"},
    },
    rules={"en": "# Daifugō\n\nPresident with revolution, 11-back, eights that clear, locks, the 3 of spades, a fall."},
    computers=("deuce",),
)

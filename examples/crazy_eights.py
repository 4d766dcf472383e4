"""Crazy Eights for two to five: a game without a family, in one file. `dealt --games FILE` puts it into the room.

The rules, as in the basic game of Bicycle and Wikipedia, are in RULES below. Two points are settled so:

* If an eight is turned up to begin with, all cards are shuffled and dealt again (elsewhere it is put back).
* A player may draw though they could play, and may pass when the stock is empty though they could play. So nothing
  follows from a draw or a pass, and every way to deal the unseen cards is equally likely.
"""

from dataclasses import dataclass, replace

from dealt.cards import STANDARD, SUITS, mask, members, name, rank, sequence, suit
from dealt.game import OPEN, Action, Fact, Game, Listing, Option, Pile, Say, View
from dealt.hidden import deal_unseen

EIGHT = 6  # as `rank` counts: 0 is a two, 12 an ace
SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}

RULES = """# Crazy Eights

Be the first without cards. With two players everybody is dealt seven cards, else five. The rest is the **stock**; its
first card is turned up beside it and begins the **discard pile**.

In your turn play a card onto the pile that has the **suit or the rank of its top card**. An **eight** can be played on
anything, and whoever plays it names the suit that the next card must have, unless it is another eight.

If you can't play, or don't want to, **draw** from the stock, as often as you like. When the stock is empty you may
**pass** instead. If all pass one after the other, the deal ends.

Whoever is out gets the points of all cards that the others still hold: 50 for an eight, 10 for a king, queen, jack or
ten, 1 for an ace, and what it shows for any other card. If the deal ends because all pass, the lowest hand gets what
each other hand has more; several lowest share that. The match is over when somebody has as many points as were agreed.
"""

RULES_ZH = """# 疯狂八点

最先出完手牌的人获胜。两人玩每人发七张牌，三人以上每人五张。其余的牌是**牌堆**，翻开第一张放在旁边，
作为**弃牌堆**。

轮到你时，可以打出一张与弃牌堆顶牌**同花色或同点数**的牌。**八**可以随时打出，并由打出者指定下一张牌的花色（下一张若又是八则不受限制）。

不能出或不想出时，从牌堆**摸牌**，次数不限。牌堆空了以后可以**过牌**。大家接连过牌，这一局结束。

出完牌的人得到其他人剩余手牌的分数：八 50 分，K、Q、J、10 各 10 分，
A 1 分，其余按点数计。若因大家过牌而结束，
手牌分数最低者得到其他各家与自己的差额，几家同为最低则平分。有人达到约定的分数，整场结束。
"""


def points(cards):
    """What the cards in a hand are worth to the winner."""
    values = {EIGHT: 50, 12: 1}
    return sum(values.get(rank(one), min(rank(one) + 2, 10)) for one in members(cards))


@dataclass(frozen=True, slots=True)
class State:
    """A deal at one moment; sets of cards are bit masks."""

    hands: tuple[int, ...]
    stock: tuple[int, ...]  # the last card is on top, as in every pile
    discard: tuple[int, ...]
    seat: int  # whose turn it is
    dealer: int
    named: str = ""  # the suit that the eight on top stands for
    naming: bool = False  # is the one who played it still to name it?
    passes: int = 0  # how many have passed one after the other

    @property
    def over(self):
        return self.passes == len(self.hands) or (0 in self.hands and not self.naming)


class CrazyEights(Game[State]):
    name = "crazyeights"

    def __init__(self, seats=4, target=100, deck=STANDARD, hand=None):
        self.seats, self.target, self.deck = seats, target, deck
        self.hand = hand or (7 if seats == 2 else 5)
        self.options = {"seats": seats, "target": target}

    # --- the seven methods

    def shuffle(self, rng, past=None):
        dealer = rng.randrange(self.seats) if past is None else (past.last.dealer + 1) % self.seats
        shuffled = super().shuffle(rng, past)
        while rank(shuffled.pack[self.seats * self.hand]) == EIGHT:
            shuffled = super().shuffle(rng, past)
        return shuffled._replace(drawn=(dealer,))

    def hand_out(self, shuffled, past=None):
        pack, start, (dealer,) = shuffled.pack, self.seats * self.hand, shuffled.drawn
        hands = tuple(mask(pack[seat : start : self.seats]) for seat in range(self.seats))
        return State(hands, pack[start + 1 :], (pack[start],), (dealer + 1) % self.seats, dealer)

    def turn(self, state):
        return () if state.over else (state.seat,)

    def legal(self, state, seat):
        if state.over or seat != state.seat:
            return []
        if state.naming:
            return [Action(f"name {SUIT_NAMES[each]}") for each in SUITS]
        fitting = [one for one in members(state.hands[seat]) if self.fits(state, one)]
        fitting.sort(key=lambda one: (rank(one) == EIGHT, -points(1 << one)))  # the most expensive first, eights last
        return [*(Action("play", 1 << one) for one in fitting), Action("draw" if state.stock else "pass")]

    def apply(self, state, seat, action):
        following, hands = (seat + 1) % self.seats, list(state.hands)
        match action.verb:
            case "play":
                hands[seat] &= ~action.cards
                (one,) = members(action.cards)
                last = hands[seat] == 0  # who is out need not name a suit
                naming = rank(one) == EIGHT and not last
                return replace(
                    state,
                    hands=tuple(hands),
                    discard=(*state.discard, one),
                    seat=seat if naming or last else following,
                    named="",
                    naming=naming,
                    passes=0,
                )
            case "draw":
                hands[seat] |= 1 << state.stock[-1]
                return replace(state, hands=tuple(hands), stock=state.stock[:-1])
            case "pass":
                return replace(state, seat=following, passes=state.passes + 1)
            case naming:
                word = naming.removeprefix("name ")
                letter = next(each for each in SUITS if SUIT_NAMES[each] == word)
                return replace(state, seat=following, named=letter, naming=False)

    def view(self, state, seat):
        def shown(cards, owner):
            known = state.over or seat in (owner, OPEN)
            return tuple(one if known else None for one in members(cards))

        hands = [
            Pile("hand", owner, shown(cards, owner), "fan", role="hand") for owner, cards in enumerate(state.hands)
        ]
        stock = Pile("stock", None, state.stock if seat == OPEN else (None,) * len(state.stock), "heap")
        facts = [
            Fact("dealer", state.dealer, 1, role="dealer"),
            Fact(".seat", None, state.seat),
            Fact(".passes", None, state.passes),
        ]
        facts += [Fact("suit", None, f"@suit.{state.named}")] if state.named else []
        facts += [Fact(".naming", None, 1)] if state.naming else []
        facts += [Fact("!last", owner, 1) for owner, cards in enumerate(state.hands) if cards.bit_count() == 1]
        legal = () if seat in (None, OPEN) else tuple(self.legal(state, seat))
        piles = (*hands, stock, Pile("discard", None, state.discard, "open"))
        return View(seat, self.turn(state), piles, tuple(facts), legal, self.score(state))

    def sample(self, view, rng):
        whole = deal_unseen(view, self.deck, rng)
        return State(
            hands=tuple(mask(whole["hand", seat]) for seat in range(self.seats)),
            stock=whole["stock", None],
            discard=whole["discard", None],
            seat=view.fact(".seat"),
            dealer=next(each.owner for each in view.facts if each.name == "dealer"),
            named=(view.fact("suit") or "").removeprefix("@suit."),
            naming=view.fact(".naming") is not None,
            passes=view.fact(".passes"),
        )

    def score(self, state):
        if not state.over:
            return None
        left = [points(cards) for cards in state.hands]
        lowest = [seat for seat in range(self.seats) if left[seat] == min(left)]
        if 0 in state.hands:
            lowest = [state.hands.index(0)]
        gained = sum(left) - len(left) * min(left)
        return tuple(gained / len(lowest) if seat in lowest else 0 for seat in range(self.seats))

    # --- what else people see

    def final(self, state, totals):
        return max(totals) >= self.target

    def fits(self, state, one):
        """May this card be played onto the pile?"""
        top = state.discard[-1]
        wanted = SUITS.index(state.named) if state.named else suit(top)
        return rank(one) == EIGHT or suit(one) == wanted or (rank(one) == rank(top) and not state.named)

    def explain(self, view, chosen):
        if super().explain(view, chosen) is None:
            return None
        if chosen.bit_count() > 1:
            return Say("one_card")
        top = view.pile("discard").cards[-1]
        named = view.fact("suit")
        if named:
            return Say("not_suit", {"suit": named})
        return Say("not_fitting", {"card": (name(top),)})


LISTING = Listing(
    "crazyeights",
    CrazyEights,
    options=(Option("seats", 4, low=2, high=5), Option("target", 100, (50, 100, 200))),
    texts={
        "en": {
            "game.title": "Crazy Eights",
            "game.about": "Match the suit or the rank; an eight fits anything",
            "option.seats": "Seats",
            "option.target": "Points to win the match",
            "draw": "Draw a card",
            "name_clubs": "Clubs",
            "name_diamonds": "Diamonds",
            "name_hearts": "Hearts",
            "name_spades": "Spades",
            "pile.stock": "stock",
            "pile.discard": "discard pile",
            "fact.dealer": "dealer",
            "fact.suit": "suit to follow: {value}",
            "fact.!last": "{owner} has one card left",
            "suit.c": "clubs",
            "suit.d": "diamonds",
            "suit.h": "hearts",
            "suit.s": "spades",
            "one_card": "Play one card at a time",
            "not_suit": "An eight was played: follow with {suit}, or with an eight",
            "not_fitting": "Play the suit or the rank of {card}, or an eight",
        },
        "zh": {
            "game.title": "疯狂八点",
            "game.about": "跟花色或点数，八可以配任何牌",
            "option.seats": "人数",
            "option.target": "获胜分数",
            "draw": "摸牌",
            "name_clubs": "梅花",
            "name_diamonds": "方块",
            "name_hearts": "红心",
            "name_spades": "黑桃",
            "pile.stock": "牌堆",
            "pile.discard": "弃牌堆",
            "fact.dealer": "庄家",
            "fact.suit": "跟{value}",
            "fact.!last": "{owner}只剩一张牌",
            "suit.c": "梅花",
            "suit.d": "方块",
            "suit.h": "红心",
            "suit.s": "黑桃",
            "one_card": "一次只能出一张牌",
            "not_suit": "上一张是八：请跟{suit}，或再出一张八",
            "not_fitting": "请出与{card}同花色或同点数的牌，或者出八",
        },
    },
    rules={"en": RULES, "zh": RULES_ZH},
    picture=sequence("8c 8d 8h 8s"),
    tiny=(
        CrazyEights(2, deck=sequence("2c 3c 3d 8d 4h 4c"), hand=2),
        CrazyEights(3, deck=sequence("2c 3c 3d 8s 9h"), hand=1),
    ),
)

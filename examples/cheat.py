"""Cheat, or I Doubt It, for three to six: any cards may be played, and everybody else says what they think of it.

The rules, as commonly played (Wikipedia, "Cheat"), are in RULES below. Where they leave a choice:

* All others answer, in any order, before anything is turned up. Of several who doubt the next after the player counts.
* A deal ends after an agreed number of turns; without a limit a deal in which everybody doubts might never end.
* When somebody takes the pile, the view forgets who put which card into it; people may remember.
"""

from dataclasses import dataclass, replace

from dealt import players
from dealt.cards import STANDARD, Order, mask, members, rank, sequence, text
from dealt.game import OPEN, Action, Fact, Game, Listing, Option, Pile, Say, View
from dealt.hidden import deal_unseen

RANKS = "A23456789TJQK"  # in the order in which they are called
MOST = 4  # the most cards that may be played at a time

RULES = """# Cheat

Be the first without cards. All cards are dealt. The first player calls aces, the next one twos, and so on up to kings,
then aces again.

In your turn put **one to four cards face down** on the pile. You say that all of them are of the rank that is called,
and need not tell the truth.

Then all others say whether they **doubt** it. If somebody does, the cards just played are turned up. If one of them is
of another rank, you take the whole pile; if you were honest, whoever doubted takes it. Of several who doubt the next
one after you counts. Then the next player calls the next rank.

Whoever has no cards left and isn't caught wins the deal. It also ends after the number of turns that was agreed; then
whoever has the fewest cards wins. Every card left is a point against you, and the match is over when somebody has as
many as were agreed: few are good.
"""

RULES_ZH = """# 吹牛

最先出完手牌的人获胜。所有的牌都发完。第一人叫 A，下一人叫 2，依次到 K，再回到 A。

轮到你时，把**一至四张牌背面朝上**放到牌堆上，并声称它们都是所叫的点数，不必说真话。

然后其他人表示是否**怀疑**。有人怀疑时，翻开刚出的牌：只要有一张不是所叫的点数，你就收走整堆牌；若全是真的，由怀疑者收走。几人都怀疑时，以你之后最先轮到的人为准。接着由下一人叫下一个点数。

手牌出完且没有被揭穿的人赢得这一局。达到约定的出牌次数时这一局也结束，手牌最少者获胜。每剩一张牌记一分，有人达到约定的分数时整场结束，分数越少越好。
"""


@dataclass(frozen=True, slots=True)
class State:
    """A deal at one moment; sets of cards are bit masks."""

    hands: tuple[int, ...]
    seat: int  # who plays, or has just played
    dealer: int
    played: int = 0  # the cards that are to be believed; none while one is to play
    pile: int = 0  # those of the turns before
    answers: tuple[bool | None, ...] = ()  # of each seat: does it doubt?
    turns: int = 0  # how many have been taken
    shown: int = 0  # the cards that were turned up last
    caught: bool = False  # was that a lie?
    taker: int | None = None  # who took them


class Cheat(Game[State]):
    name, low, order = "cheat", True, Order(RANKS, "cdhs")

    def __init__(self, seats=4, turns=52, target=50, deck=STANDARD):
        self.seats, self.turns, self.target, self.deck = seats, turns, target, deck
        self.options = {"seats": seats, "turns": turns, "target": target}

    # --- the seven methods

    def shuffle(self, rng, past=None):
        dealer = rng.randrange(self.seats) if past is None else (past.last.dealer + 1) % self.seats
        return super().shuffle(rng, past)._replace(drawn=(dealer,))

    def hand_out(self, shuffled, past=None):
        (dealer,) = shuffled.drawn
        first = (dealer + 1) % self.seats
        hands = tuple(mask(shuffled.pack[(seat - first) % self.seats :: self.seats]) for seat in range(self.seats))
        return State(hands, first, dealer)

    def over(self, state):
        return not state.played and (0 in state.hands or state.turns == self.turns)

    def turn(self, state):
        if self.over(state):
            return ()
        if not state.played:
            return (state.seat,)
        return tuple(seat for seat in range(self.seats) if seat != state.seat and state.answers[seat] is None)

    def legal(self, state, seat):
        if seat not in self.turn(state):
            return []
        if state.played:
            return [Action("believe"), Action("doubt")]
        held = state.hands[seat]  # any of them: too many choices to list
        return [Action(f"claim {self.called(state)}", held, pick=(1, min(MOST, held.bit_count())))]

    def apply(self, state, seat, action):
        if action.cards:
            hands = tuple(held & ~action.cards for held in state.hands)
            answers = (None,) * self.seats
            state = replace(state, hands=hands, played=action.cards, answers=answers)
            return replace(state, shown=0, caught=False, taker=None)
        answers = tuple(action.verb == "doubt" if n == seat else each for n, each in enumerate(state.answers))
        state = replace(state, answers=answers)
        return state if self.turn(state) else self.settled(state)

    def settled(self, state):
        """The state after all have answered: who takes the pile, and whose turn is next."""
        after = [(state.seat + n) % self.seats for n in range(1, self.seats)]
        doubter = next((seat for seat in after if state.answers[seat]), None)
        whole = state.pile | state.played
        following = replace(state, played=0, answers=(), turns=state.turns + 1, seat=after[0])
        if doubter is None:
            return replace(following, pile=whole)
        caught = any(RANKS[self.value(one)] != self.called(state) for one in members(state.played))
        taker = state.seat if caught else doubter
        hands = tuple(held | whole if seat == taker else held for seat, held in enumerate(state.hands))
        return replace(following, hands=hands, pile=0, shown=state.played, caught=caught, taker=taker)

    def view(self, state, seat):
        over = self.over(state)

        def lie(cards, known=0):  # what is known comes first: its place among the others would tell of them
            known = cards if over or seat == OPEN else cards & known
            return (*members(known), *(None,) * (cards & ~known).bit_count())

        hands = [
            # what was turned up is known to lie in the hand of whoever took it
            Pile("hand", owner, lie(held, held if owner == seat else state.shown), "fan", role="hand")
            for owner, held in enumerate(state.hands)
        ]
        played = [
            Pile("played", owner, lie(state.played if owner == state.seat else 0, state.played if owner == seat else 0))
            for owner in range(self.seats)
        ]
        facts = [
            Fact("dealer", state.dealer, 1, role="dealer"),
            Fact(".seat", None, state.seat),
            Fact(".turns", None, state.turns),
        ]
        if not over:
            facts.append(Fact("called", None, f"@rank.{self.called(state)}"))
        if state.played:
            facts.append(Fact("claims", state.seat, state.played.bit_count()))
            for owner, answer in enumerate(state.answers):
                if answer is not None:  # it is no secret: the log tells everybody what was said
                    facts.append(Fact("doubts", owner, int(answer)))
        if state.shown:
            facts += [Fact("shown", None, text(state.shown))]
            facts += [Fact("took", state.taker, int(state.caught))]
        legal = () if seat in (None, OPEN) else tuple(self.legal(state, seat))
        piles = (*hands, *played, Pile("pile", None, lie(state.pile), "heap"))
        return View(seat, self.turn(state), piles, tuple(facts), legal, self.score(state))

    def sample(self, view, rng):
        whole = deal_unseen(view, self.deck, rng)
        seat = view.fact(".seat")
        took = next((each for each in view.facts if each.name == "took"), None)
        played = mask(whole["played", seat])
        answers = [view.fact("doubts", owner) for owner in range(self.seats if played else 0)]
        return State(
            hands=tuple(mask(whole["hand", owner]) for owner in range(self.seats)),
            seat=seat,
            dealer=next(each.owner for each in view.facts if each.name == "dealer"),
            played=played,
            pile=mask(whole["pile", None]),
            answers=tuple(None if each is None else each == 1 for each in answers),
            turns=view.fact(".turns"),
            shown=mask(sequence(view.fact("shown") or "")),
            caught=took is not None and took.value == 1,
            taker=None if took is None else took.owner,
        )

    def score(self, state):
        return tuple(held.bit_count() for held in state.hands) if self.over(state) else None

    # --- what else people see

    def final(self, state, totals):
        return max(totals) >= self.target

    def called(self, state):
        """The rank that must be claimed this turn."""
        return RANKS[state.turns % len(RANKS)]

    @staticmethod
    def value(card):
        """The index of a card's rank in RANKS."""
        return (rank(card) + 1) % len(RANKS)

    def describe(self, action):
        if not action.cards:
            return super().describe(action)
        said = super().describe(action)  # with the cards and their count
        return Say("claim", {**said.args, "rank": f"@rank.{action.verb[-1]}"})

    def tell(self, move):
        if not move.hidden:
            return super().tell(move)
        return Say("claim", {"count": move.hidden, "rank": f"@rank.{move.action.verb[-1]}"})


class Careful:
    """Plays the called rank if it holds it, else its lowest card; doubts only claims that its own cards disprove."""

    def choose(self, view, rng):
        wanted = view.fact("called").removeprefix("@rank.")
        choice = view.legal[0]
        right = [one for one in view.pile("hand", view.seat).cards if RANKS[Cheat.value(one)] == wanted]
        if choice.pick:
            return choice.of(cards=mask(right)) if right else choice.first()
        player = next(each for each in view.facts if each.name == "claims")
        out = len(view.pile("hand", player.owner).cards) == 0  # it is now or never
        return Action("doubt" if out or player.value + len(right) > MOST else "believe")


players.register("careful", lambda game: Careful(), lambda game: game.name == "cheat")

LISTING = Listing(
    "cheat",
    Cheat,
    options=(
        Option("seats", 4, low=3, high=6),
        Option("turns", 52, (26, 52, 104)),
        Option("target", 50, (20, 50, 100)),
    ),
    texts={
        "en": {
            "game.title": "Cheat",
            "game.about": "Say what you like about the cards, and don't get caught",
            "option.seats": "Seats",
            "option.turns": "Turns of a deal at most",
            "option.target": "Points that end the match",
            "computer.careful": "Hardly ever lies",
            "claim": "Play {count} {count|card|cards} as {rank}",
            "believe": "Believe it",
            "doubt": "Doubt it",
            "pile.pile": "pile",
            "pile.played": "just played",
            "fact.dealer": "dealer",
            "fact.called": "called: {value}",
            "fact.claims": "claims {value}",
            "fact.doubts.0": "believes it",
            "fact.doubts.1": "doubts it",
            "fact.shown": "turned up: {value}",
            "fact.took.1": "lied: took the pile",
            "fact.took.0": "doubted: took the pile",
            **{f"rank.{letter}": letter.replace("T", "10") for letter in RANKS},
        },
        "zh": {
            "game.title": "吹牛",
            "game.about": "牌由你说，别被揭穿",
            "option.seats": "人数",
            "option.turns": "一局最多出牌次数",
            "option.target": "结束整场的分数",
            "computer.careful": "很少说谎",
            "claim": "出 {count} 张，称为 {rank}",
            "believe": "相信",
            "doubt": "怀疑",
            "pile.pile": "牌堆",
            "pile.played": "刚出的牌",
            "fact.dealer": "庄家",
            "fact.called": "叫 {value}",
            "fact.claims": "声称 {value} 张",
            "fact.doubts.0": "相信",
            "fact.doubts.1": "怀疑",
            "fact.shown": "翻开：{value}",
            "fact.took.1": "说谎，收走牌堆",
            "fact.took.0": "错疑，收走牌堆",
        },
    },
    rules={"en": RULES, "zh": RULES_ZH},
    computers=("careful",),
    picture=sequence("Ah 7c 7d Ks"),
    tiny=(Cheat(3, turns=1, deck=sequence("Ac Ad 2c 2d 3c")),),
)

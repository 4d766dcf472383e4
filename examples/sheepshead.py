"""Sheepshead for five, as in Wisconsin: a picker and a secret partner against three. `dealt --games FILE` plays it.

The partner is who holds the jack of diamonds, or an ace that the picker calls. A called ace is played when its suit is
first led and not before, and until then the picker keeps a card of the suit.
"""

from dealt.cards import cards, mask, members, rank, sequence
from dealt.game import Action, Entry, Fact, Level, Listing, Option, Say, Side, points
from dealt.games.tricks import TRUMPS, CountedDeals, TrickRow, card_order, winning_place
from dealt.players import register

DECK = sequence(" ".join(each + suit for each in "789TJQKA" for suit in "cdhs"))
TRUMP = sequence("Qc Qs Qh Qd Jc Js Jh Jd Ad Td Kd 9d 8d 7d")
JACK = cards("Jd")
CALLS = {f"A{suit}": (cards(f"A{suit}"), cards("".join(each + suit for each in "789KT"))) for suit in "chs"}
POINTS = {8: 10, 9: 2, 10: 3, 11: 4, 12: 11}  # by rank: ten, jack, queen, king, ace


def count(some):
    return sum(POINTS.get(rank(one), 0) for one in members(some))


def changed(numbers, seat, value):
    return (*numbers[:seat], value, *numbers[seat + 1 :])


class Sheepshead(CountedDeals):
    """`deal_data` are the points of each seat, `match_data` the number of the deal and its stake."""

    first_phase, stock_opens, zero_sum = "pick", True, True
    orders = (card_order(DECK, TRUMP, "789KTA"),)

    def __init__(self, deck=DECK, seats=5, hand=6, **options):
        self.seats, self.hand, self.deals = seats, hand, options["deals"]
        super().__init__("sheepshead", TrickRow(trump=TRUMPS), deck=deck, options=options)

    # --- who plays with whom

    def picker(self, state):
        if "pick" not in state.calls:
            return None
        return (state.dealer + 1 + state.calls.index("pick")) % self.seats

    def called(self, state):  # the ace, and the other cards of its suit
        return CALLS.get(state.calls[-1] if state.calls else "", (0, 0))

    def partner(self, state):  # of a view's public state: who is known to be it
        sought = JACK if self.options["partner"] == "jack" else self.called(state)[0]
        owners = (seat for seat, held in enumerate(state.hands) if sought & (held | state.played[seat]))
        return next((seat for seat in owners if seat != self.picker(state)), None)

    # --- before the play

    def begin(self, hands, dealer, past=None):
        state, stake = super().begin(hands, dealer, past), 1
        if past and self.options["passed"] == "doubler" and "pick" not in past.last.calls and state.match_data[0]:
            stake = 2 * past.last.match_data[1]
        return state.changed(deal_data=(0,) * self.seats, match_data=(*state.match_data, stake))

    def legal_before_play(self, state, seat):
        held, aside = state.hands[seat], state.given[seat]
        if state.phase == "bury":
            return [Action("bury", held, pick=(2, 2))]
        if state.phase == "call":
            may = [each for each, (ace, rest) in CALLS.items() if held & rest and not ace & (held | aside)]
            return [Action(f"call {each}") for each in (*may, "nobody")]
        forced = self.options["passed"] == "forced" and seat == state.dealer
        return [Action("pick")] + [Action("pass")] * (not forced)

    def apply_before_play(self, state, seat, action):
        playing = {"phase": "play", "turn": self.after(state.dealer)}
        if action.verb == "bury":
            hands = changed(state.hands, seat, state.hands[seat] & ~action.cards)
            given = changed(state.given, seat, action.cards)
            more = {"phase": "call"} if self.options["partner"] == "ace" else playing
            return state.changed(hands=hands, given=given, **more)
        state = state.changed(calls=(*state.calls, action.verb.split()[-1]))
        if action.verb == "pick":
            hands = changed(state.hands, seat, state.hands[seat] | self.stock(state))
            return state.changed(hands=hands, phase="bury")
        if action.verb == "pass" and len(state.calls) < self.seats:
            return state.changed(turn=self.after(seat))
        if action.verb == "pass" and self.options["passed"] != "leaster":
            return state.changed(turn=None)
        return self.without_ace(state.changed(**playing), seat)

    # --- a called ace: what it forbids, and what everybody concludes

    def without_ace(self, state, seat):
        return state.changed(lacks=changed(state.lacks, seat, state.lacks[seat] | self.called(state)[0]))

    def coming(self, state):  # as `called`, until the ace is played
        ace, rest = self.called(state)
        return (0, 0) if any(ace & some for some in state.played) else (ace, rest)

    def leads(self, state, some):
        trick = self.current_trick(state)
        return bool(trick) and bool(some >> trick[0] & 1)

    def kept(self, state, seat):
        (ace, rest), held, trick = self.coming(state), state.hands[seat], self.current_trick(state)
        if held & ace:
            return rest if not trick or self.leads(state, rest) else ace
        return held & rest if seat == self.picker(state) and trick and (held & rest).bit_count() == 1 else 0

    def legal(self, state, seat):
        found = super().legal(state, seat)
        kept = self.kept(state, seat) if state.phase == "play" else 0
        return [action for action in found if not action.cards & kept] or found

    def apply(self, state, seat, action):
        after, rest = super().apply(state, seat, action), self.coming(state)[1]
        told = not self.current_trick(state) or self.leads(state, rest)  # then the ace would have been played
        return self.without_ace(after, seat) if told and action.cards & rest and state.phase == "play" else after

    def constraint(self, view):
        allows, ace = super().constraint(view), self.called(self.public(view))[0]
        return lambda one, pile: (not allows or allows(one, pile)) and not (pile.name == "given" and ace >> one & 1)

    def sample(self, view, rng):
        while True:  # the picker has a card of the suit until it follows to the first lead of it, or has no other
            state = super().sample(view, rng)
            picker, (ace, rest) = self.picker(state), self.coming(self.before_trick(state))
            followed = self.leads(state, ace | rest) and state.played[picker] & mask(state.trick)
            if not rest or not state.hands[picker] or state.hands[picker] & rest or followed:
                return state

    def why(self, state, chosen):
        return Say("why.called") if chosen & self.kept(state, state.turn) else super().why(state, chosen)

    # --- points

    def take(self, state, seat, some):
        if state.turn is None and self.picker(state) is None:
            some |= self.stock(state)  # a leaster: the blind goes with the last trick
        return state.changed(deal_data=changed(state.deal_data, seat, state.deal_data[seat] + count(some)))

    def result(self, state):
        """The points of the picker's side, and how many units each opponent pays: below 0, gets."""
        picker = self.picker(state)
        side = {picker, self.partner(state)} - {None}
        made = count(state.given[picker]) + sum(state.deal_data[seat] for seat in side)
        tricks = sum(state.won[seat] for seat in side)
        if made > 60:
            return made, 3 if tricks == self.hand else 2 if made > 90 else 1
        return made, -(1 + self.options["bump"]) * (3 if not tricks else 2 if made < 31 else 1)

    def shares(self, state):
        """How many units each seat gets for each that an opponent pays."""
        picker, partner, seats = self.picker(state), self.partner(state), range(self.seats)
        if picker is not None:
            alone = self.seats - 1 if partner is None else self.seats - 3
            return [alone if seat == picker else 1 if seat == partner else -1 for seat in seats]
        if not any(state.won):
            return [0 for _ in seats]
        least = min(state.deal_data[seat] for seat in seats if state.won[seat])
        best = [seat for seat in seats if state.won[seat] and state.deal_data[seat] == least]
        return [self.seats / len(best) * (seat in best) - 1 for seat in seats]

    def score(self, state):
        if state.turn is not None:
            return None
        return tuple(points(self.lines(state, seat).entries) for seat in range(self.seats))

    def lines(self, state, seat):
        units = 1 if self.picker(state) is None else self.result(state)[1]
        entry = Entry(Say("entry.units"), (self.shares(state)[seat], units, state.match_data[1]))
        return Side((seat,), (entry,), (Say("result.points", {"points": state.deal_data[seat]}),))

    def said(self, state):
        if self.picker(state) is None:
            return Say("result.leaster" if any(state.won) else "result.passed")
        return Say("result.picked", {"who": f"#{self.picker(state)}", "points": self.result(state)[0]})

    # --- what people see

    def facts(self, state):
        picker, (ace, _), stake = self.picker(state), self.called(state), state.match_data[1]
        partner = self.partner(state.changed(hands=(0,) * self.seats))  # as far as what was played tells
        found = [Fact("picker", picker, 1, role="alone")] if picker is not None else []
        found += [Fact("partner", partner, 1, role="alone")] if partner is not None and picker is not None else []
        found += [Fact("called", None, f"@called.{state.calls[-1]}")] if ace else []
        found += [Fact("leaster", None, 1)] if picker is None and state.phase == "play" else []
        return found + ([Fact("stake", None, stake)] if stake > 1 else [])


def power(one):
    return len(TRUMP) - TRUMP.index(one) if one in TRUMP else 0


def worth(one):
    return POINTS.get(rank(one), 0)


class Schmear:
    """Picks with good trumps, buries what counts, and gives points to a trick that its side takes."""

    def __init__(self, game):
        self.game = game

    def choose(self, view, rng):
        return self.action(self.game.public(view), view.seat, view.legal)

    def action(self, state, seat, legal):
        held = list(members(state.hands[seat]))
        if state.phase == "pick":
            return legal[0 if sum(1 + power(one) / 14 for one in held if one in TRUMP) > 5 else -1]
        if state.phase == "bury":
            poor = sorted(held, key=lambda one: (power(one), self.tens(state, one, held)))
            return legal[0].of(cards=1 << poor[0] | 1 << poor[1])
        return legal[0] if state.phase == "call" else self.card(state, seat, legal)

    def tens(self, state, one, held):  # last what may be the only card of a suit to call
        return -worth(one) + 20 * (self.game.options["partner"] == "ace" and rank(one) in (11, 12))

    def card(self, state, seat, legal):
        trick, order = self.game.current_trick(state), self.game.orders[0]
        mine, cards = self.side(state, seat), {action.cards.bit_length() - 1: action for action in legal}
        if not trick:
            leading = max if self.game.picker(state) in mine else min
            return cards[leading(cards, key=lambda one: (power(one), -worth(one)))]
        place = winning_place(trick, TRUMPS, order)
        winning = [one for one in cards if order.above[trick[place]] >> one & 1]
        if self.game.from_leader(state)[place] in mine:
            return cards[max(cards, key=lambda one: worth(one) - power(one))]
        return cards[min(winning or cards, key=lambda one: worth(one) + power(one))]

    def side(self, state, seat):
        """The seats that play together with this one, as far as the state shows; in a leaster none."""
        both = {self.game.picker(state), self.game.partner(state)} - {None}
        if self.game.picker(state) is None:
            return set()
        return both if seat in both else set(range(self.game.seats)) - both


class Looker(Schmear):
    """Tries every action in some deals that could be the true one; then all seats play as `Schmear` does."""

    def __init__(self, game, worlds=8):
        super().__init__(game)
        self.worlds = worlds

    def choose(self, view, rng):
        worths = self.worths(view, rng)
        return max(worths, key=worths.get)

    def worths(self, view, rng):
        found = {one: 0 for each in view.legal for one in each.choices()}
        for world in [self.game.sample(view, rng) for _ in range(self.worlds if len(found) > 1 else 0)]:
            for one in found:
                found[one] += self.end(self.game.apply(world, view.seat, one))[view.seat] / self.worlds
        return found

    def end(self, state):
        while state.turn is not None:
            legal = self.game.legal(state, state.turn)
            state = self.game.apply(state, state.turn, self.action(state, state.turn, legal))
        return self.game.score(state)


def knows(game):
    return isinstance(game, Sheepshead)


def make(partner="jack", passed="leaster", bump=True, deals=10, **small):
    return Sheepshead(partner=partner, passed=passed, bump=bump, deals=deals, **small)


register("schmear", Schmear, knows)
register("looker", Looker, knows)

SMALL = {"deck": sequence("Qc Jd Ac Kc 9c Ah Kh 9h"), "seats": 3, "hand": 2}  # a suit to call, and its ace
LISTING = Listing(
    "sheepshead",
    make,
    options=(
        Option("partner", "jack", ("jack", "ace")),
        Option("passed", "leaster", ("leaster", "doubler", "forced", "void")),
        Option("bump", True, (False, True)),
        Option("deals", 10, low=1, high=50),
    ),
    texts={
        "en": {
            "game.title": "Sheepshead",
            "game.about": "A picker and a secret partner need 61 of 120 points",
            "pick": "Pick",
            "bury": "Bury {cards}",
            "call": "Call",
            "call_Ac": "Call A♣",
            "call_Ah": "Call A♥",
            "call_As": "Call A♠",
            "call_nobody": "Play alone",
            "give.hidden": "Bury two cards",
            "called.Ac": "A♣",
            "called.Ah": "A♥",
            "called.As": "A♠",
            "pile.stock": "Blind",
            "pile.given": "Buried",
            "fact.picker": "Picker",
            "fact.partner": "Partner",
            "fact.called": "Called: {value}",
            "fact.leaster": "Leaster: fewest points win",
            "fact.stake": "Counts {value} times",
            "why.pick": "Pick the blind first, or pass",
            "why.bury": "Bury two cards",
            "why.call": "Call a partner first",
            "why.called": "The called ace waits until its suit is led, and so does the picker's last card of that suit",
            "entry.units": "Units",
            "result.points": "{points} {points|point|points}",
            "result.picked": "{who} has picked, and makes {points} {points|point|points} with partner and blind",
            "result.leaster": "Nobody has picked: fewest points win",
            "result.passed": "Nobody has picked",
            "option.partner": "Partner",
            "option.partner.jack": "who holds J♦",
            "option.partner.ace": "who holds an ace that is called",
            "option.passed": "All pass",
            "option.passed.leaster": "leaster: fewest points win",
            "option.passed.doubler": "the next deal counts double",
            "option.passed.forced": "the dealer has to pick",
            "option.passed.void": "no play",
            "option.bump": "A picker who loses pays double",
            "option.deals": "Deals",
            "computer.schmear": "Gives points to its side",
            "computer.looker": "Tries every action in some deals",
        },
        "zh": {"game.title": "羊头", "game.about": "抓底的人和暗中的同伴要得 120 分中的 61 分"},
    },
    rules={
        "en": """# Sheepshead

Trumps are Q♣ Q♠ Q♥ Q♦ J♣ J♠ J♥ J♦ A♦ 10♦ K♦ 9♦ 8♦ 7♦, from high to low; other suits rank A 10 K 9 8 7.
Who picks takes the blind and buries two cards. An ace counts 11, a ten 10, a king 4, a queen 3, a jack 2, and the
picker's side needs 61: each opponent pays a unit, two from 91 on, three for all tricks. It pays with 60 or less, two
units with 30, three without a trick, and double with the bump. The partner gets one unit, the picker the rest."""
    },
    computers=("looker", "schmear"),
    levels=(
        (
            Level("schmear", habits={"random": 0.5}),
            Level("schmear"),
            *(Level("looker", {"worlds": n}) for n in (2, 6, 16)),
        ),
    ),
    tiny=(make(**SMALL), make(partner="ace", **SMALL)),
)

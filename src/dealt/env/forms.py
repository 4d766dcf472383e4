"""What each family of games looks like to a learner: its actions with cards, and the fields of its observations.

Nothing here is a rule: lists of actions come from the games, and readers name the piles and facts of their views. For
a game of no known family both are found by playing some deals at random.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import singledispatch
from random import Random
from typing import Any, Final

from dealt.cards import RANKS, Cards
from dealt.env.layout import CardsSaid, Number, Numbers, OneOf, Order, Planes, Reader, Sizes, Slots, Stacks, Turn
from dealt.game import Action, Game, View
from dealt.games.blackjack.play import Blackjack
from dealt.games.bridge import Bridge
from dealt.games.climbing import Climbing
from dealt.games.climbing.wild import WildCombinations
from dealt.games.drawpoker.play import DrawPokerPlay
from dealt.games.euchre import SYMBOLS, Euchre
from dealt.games.hearts import DIRECTIONS, Hearts
from dealt.games.magicfigures import MagicFigures
from dealt.games.matching import Matching
from dealt.games.melds import Melding
from dealt.games.melds.play import PHASES as MELD_PHASES
from dealt.games.showdown import CATEGORIES
from dealt.games.skat import CONTRACTS, Skat
from dealt.games.spades import NIL_BIDS, Spades
from dealt.games.tableau import Tableau
from dealt.games.tricks import OF_SUIT, ExactBids, Tricks

PROBES: Final = 12
"""The number of deals that are played at random to see what a game of no known family looks like."""
MOST_PROBED: Final = 300
"""The greatest number of actions in one of them."""


@dataclass(frozen=True, slots=True)
class Form:
    """What a game looks like to a learner.

    ``plays`` are the actions with cards that have an id each, ``steps`` the verbs whose cards are chosen one by one.
    ``words`` are actions without cards that are not in the game's vocabulary. ``suits``: do suits mean anything? Else
    all plays of the same ranks have the same id. Those that ``alike`` makes equal have the same id in any case.
    """

    readers: tuple[Reader, ...]
    plays: Sequence[Action] = ()
    steps: tuple[str, ...] = ()
    suits: bool = True
    words: tuple[Action, ...] = ()
    alike: Callable[[Cards], Cards] | None = None


DEALER: Final = Numbers("dealer", "1 for the dealer", fact="dealer")
HANDS: Final = (
    Planes("hand", "the cards known to the viewer in each hand", pile="hand"),
    Sizes("hand_size", "the number of cards in each hand", pile="hand"),
)


@singledispatch
def _form(game: Any) -> Form:
    return probed(game)


def form_of(game: Game[Any]) -> Form:
    """The form of a game: that of its family, else what some deals show of it.

    A class from elsewhere may bring verbs of its own, even in a known family: they are found the same way.
    """
    form = _form(game)
    if type(game).__module__.startswith("dealt.games.") or not form.plays:
        return form
    known, seen = {each.verb for each in form.plays} | set(form.steps), probed(game)
    more = tuple(verb for verb in seen.steps if verb not in known)
    return Form(form.readers, form.plays, (*form.steps, *more), form.suits, seen.words, form.alike)


@_form.register
def _climbing(game: Climbing) -> Form:
    phases = ("play", "auction", "pick", "cut")
    stocks, book = ("stock", "stock 2", "stock 3"), game.combinations
    readers = (
        Turn(),
        OneOf("phase", f"1 in the place of the phase: {', '.join(phases)}", ".phase", phases, "play"),
        *HANDS,
        Planes("trick", "the newest play of each seat in this trick", pile="trick"),
        Numbers("passed", "1 for each seat that has just passed", fact="passed"),
        Numbers("lead", "1 for the seat that made the play to beat, or leads", fact="lead"),
        Planes("played", "the cards of earlier tricks", pile="played", common=True),
        *(Planes(each, "the known cards of this packet", pile=each, common=True) for each in stocks),
        *(Sizes(f"{each} size", "the number of cards of this packet", pile=each, common=True) for each in stocks),
        CardsSaid("must", "the cards that the opening play has to contain", ("must",), common=True),
        CardsSaid("lowest", "the lowest card dealt, where some cards are not", (".lowest",), common=True),
        DEALER,
        CardsSaid("lacks", "the cards that each seat is known not to hold", (".lacks",)),
        Numbers("bid", "the bid of each seat", fact="bid"),
        Numbers("landlord", "for the landlord its bid", fact="landlord"),
        Number("multiplier", "the multiplier", fact="multiplier"),
        CardsSaid("kitty", "the cards that the landlord took", ("kitty",), common=True),
        CardsSaid("face_up", "the card that was dealt face up", ("face_up",)),
        Numbers("again", "1 for a landlord that has played again", fact=".again"),
        CardsSaid("cut", "the card that each seat has cut", ("cut", ".cut")),
        *(
            [Numbers("place", "the place of each seat that is out", fact="place")]
            if game.places or game.instants
            else []
        ),
        *([Number("turned", "1 while the order of ranks is turned", fact="turned")] if book.does else []),
    )
    if isinstance(book, WildCombinations):
        return _wild(book, readers)
    plays = [Action("play", held) for held in book.cards]
    return Form(readers, plays, suits=bool(game.order.suits), alike=book.canonical if book.tops >= 0 else None)


def _wild(book: WildCombinations, readers: tuple[Reader, ...]) -> Form:
    """Where there are too many sets of cards for an id each, they are taken card by card."""
    phases = ("play", "tribute", "return")
    kept = {"turn", "hand", "hand_size", "trick", "passed", "lead", "played"}
    known = [each for each in readers if each.name in kept]
    more = (
        OneOf("phase", f"1 in the place of the phase: {', '.join(phases)}", ".phase", phases, "play"),
        OneOf("level", f"1 in the place of the level: {', '.join(RANKS)}", "level", tuple(RANKS)),
        Numbers("place", "the place of each seat that is out", fact="place"),
    )
    return Form((*known, *more), steps=("play", *book.verbs, "give", "return"), suits=False)


@_form.register
def _tricks(game: Tricks) -> Form:
    phases = ("play", "give", "bid", "auction", "claim")
    readers: list[Reader] = [
        Turn(),
        OneOf("phase", f"1 in the place of the phase: {', '.join(phases)}", ".phase", phases, "play"),
        *HANDS,
        Planes("trick", "the card of each seat in the newest trick", pile="trick"),
        CardsSaid("played", "the cards that each seat has played", (".played",)),
        CardsSaid("lacks", "the cards that a seat has shown not to hold", (".lacks", ".lacks_cards"), sets=OF_SUIT),
        CardsSaid("given", "the cards that each seat passed, as far as the viewer knows them", ("given",)),
        Numbers("to_play", "1 for the hand that is to play", fact=".turn"),
        Numbers("leader", "1 for the seat that led to the newest trick", fact=".leader"),
        DEALER,
        Numbers("tricks", "the tricks that each seat has taken", fact="tricks", other=".tricks"),
    ]
    if game.turns_up:
        said = ("trump", "turned_down")
        readers.append(CardsSaid("turned", "the card that was turned up for trumps", said, common=True))
    if isinstance(game, ExactBids):
        readers.append(Numbers("bid", "the bid of each seat; 0 is none, too", fact="bid", other=".bid"))
    readers += _around_the_tricks(game)
    plays = [Action("play", 1 << one) for one in sorted(game.deck)]
    return Form(tuple(readers), plays, ("give",) if game.gift_size else ())


def _around_the_tricks(game: Tricks) -> list[Reader]:
    """What a game has beside its play of tricks: an auction, cards that count, points of earlier deals."""
    if isinstance(game, Euchre):
        return [
            Numbers("passed", "how often each seat passed before trumps were named", fact="passed", other=".passed"),
            Numbers("maker", "1 for who named trumps", fact="maker", words=_Any()),
            OneOf("trumps", f"1 in the place of the suit of trumps: {' '.join(SYMBOLS)}", "trumps", tuple(SYMBOLS)),
            Numbers("out", "1 for each seat that sits out", fact="out"),
        ]
    if isinstance(game, Skat):
        return [
            Numbers("offer", "the highest value that each seat bid or held", fact=".bid"),
            Numbers("passed", "1 for each seat that has passed", fact=".passed"),
            Numbers("maker", "1 for the declarer", fact="declarer", words=_Any()),
            OneOf("trumps", f"1 in the place of what is played: {', '.join(CONTRACTS)}", ".contract", CONTRACTS),
            Numbers("points", "the card points in each seat's tricks", fact="points"),
        ]
    if isinstance(game, Spades):
        nil = ", ".join(f"{value} is {word}" for word, value in NIL_BIDS.items())
        return [
            Numbers("bid", f"the bid of each seat; {nil}, 0 is none", fact="bid", words=NIL_BIDS),
            Numbers("points", "the points of each seat's side before the deal", fact="points"),
            Numbers("bags", "the bags of each seat's side before the deal", fact="bags"),
        ]
    if isinstance(game, Hearts):
        return [
            OneOf("passing", f"1 in the place of the direction: {', '.join(DIRECTIONS)}", "passing", DIRECTIONS),
            Numbers("points", "the points that each seat has taken", fact="points"),
            Numbers("jack", "1 for the seat that took the jack of diamonds, where it counts", fact="jack"),
        ]
    if isinstance(game, Bridge) and game.words:
        return [
            Order("calls", "for each call and seat its place in the auction, from 1", ".calls", game.words),
            Numbers("declarer", "1 for the declarer", fact="contract", words=_Any()),
            Numbers("dummy", "1 for dummy", fact="dummy"),
            Numbers("vulnerable", "1 for each vulnerable seat", fact="vulnerable"),
            Numbers("claim", "the number of tricks that a seat claims", fact="claim"),
        ]
    return []


class _Any(dict[str, float]):
    """Every word counts 1."""

    def get(self, key: object, default: Any = None) -> Any:
        return 1


@_form.register
def _matching(game: Matching) -> Form:
    board = tuple(f"board {place}" for place in range(1, game.places + 1))
    readers = (
        Turn(),
        Slots("board", "the card on each place of the board", piles=board),
        Sizes("stock", "the number of cards in the stock", pile="stock", common=True),
        Planes("removed", "the cards that were removed", pile="removed", common=True),
    )
    whole = tuple(sorted(game.deck))
    removals = game.removals(whole)
    return Form(readers, [Action("remove", sum(1 << whole[place] for place in each)) for each in removals])


@_form.register
def _tableau(game: Tableau) -> Form:
    cells, stacks = game.places
    readers = (
        Turn(),
        Slots("cells", "the card in each cell", piles=cells),
        Stacks("piles", "for each column, home pile and the waste the places of its cards, from 1", piles=stacks),
        Sizes("stock", "the number of cards in the stock", pile="stock", common=True),
        Number("passes", "how often one may still go through the stock, where that is limited", fact="passes"),
        Number("points", "the points, where there are any", fact="points"),
    )
    return Form(readers, game.every_action)


@_form.register
def _figures(game: MagicFigures) -> Form:
    left = "how many changes are left, once they are few"
    readers = (
        Turn(),
        Planes("hand", "the numbers not laid yet", pile="hand"),
        Slots("board", "the number in each place of the figure", piles=game.piles),
        Number("changes", "the number of changes so far", fact="changes"),
        Number("left", left, fact="!left"),
    )
    places = [pile.partition(" ")[2] for pile in game.piles]
    lays = [Action(f"lay {place}", 1 << one) for place in places for one in game.deck]
    return Form(readers, [*lays, *(Action("lift", 1 << one) for one in game.deck)])


@_form.register
def _blackjack(game: Blackjack) -> Form:
    phases, boxes = ("bet", "insure", "play", "over"), range(1, game.rules.max_hands + 1)
    readers = (
        Turn(),
        OneOf("phase", f"1 in the place of the phase: {', '.join(phases)}", ".phase", phases),
        Planes("dealer", "the dealer's cards", pile="dealer", common=True),
        *(Planes(f"box {n}", f"the cards of hand {n} of each seat", pile=f"box {n}") for n in boxes),
        *(Numbers(f"stake {n}", f"the stake of hand {n}", fact=f"bet {n}" if n > 1 else "bet") for n in boxes),
        Numbers("playing", "which hand of the acting seat is to act, if it has several", fact="playing"),
        Numbers("insurance", "the insurance of each seat", fact="insurance"),
        Numbers("stack", "the chips of each seat", fact="stack"),
        Numbers("out", "1 for a seat that sits out", fact="out", words={"sits": 1}),
        Planes("tray", "the cards of earlier rounds", pile="tray", common=True),
        Sizes("shoe", "the number of cards in the shoe", pile="shoe", common=True),
    )
    return Form(readers)


@_form.register
def _drawpoker(game: DrawPokerPlay) -> Form:
    ranks = {f"@rank.{each}": float(n) for n, each in enumerate(CATEGORIES, 1)}
    phases = f"1 in the place of the phase: {', '.join(each or '-' for each in game.phases)}"
    drawn: tuple[Reader, ...] = (
        Planes("thrown", "the discards that the viewer knows", pile="thrown"),
        Numbers("drew", "the number of cards that each seat has drawn", fact="drew"),
    )
    opener = Numbers("opener", "1 for the seat that opened, where openers are asked for", fact="opener")
    board = Planes("board", "the cards that belong to every hand", pile="board", common=True)
    readers = (
        Turn(),
        OneOf("phase", phases, "phase", game.phases),
        *HANDS,
        *((board,) if game.row.flop else drawn),
        DEALER,
        Number("pot", "the chips in the pot", fact="pot"),
        Numbers("stack", "the chips of each seat", fact="stack"),
        Numbers("bet", "the chips that each seat has bet in this round of bets", fact="bet"),
        Numbers("paid", "the chips that each seat has paid in this deal", fact=".paid"),
        Numbers("folded", "1 for each seat that has folded", fact="folded"),
        Numbers("out", "1 for each seat that takes no part", fact="out", words={"watches": 1}),
        *(() if game.row.flop else (opener,)),
        Number("raises", "the number of bets and raises in this round of bets", fact=".raises"),
        Numbers("rank", "the category of the hands that the viewer sees, 1 for the lowest", fact="rank", words=ranks),
    )
    return Form(readers, steps=() if game.row.flop else ("draw",))


@_form.register
def _melds(game: Melding) -> Form:
    readers = (
        Turn(),
        OneOf("phase", f"1 in the place of the phase: {', '.join(MELD_PHASES)}", ".phase", MELD_PHASES),
        *HANDS,
        CardsSaid("known", "the cards of each hand that all have seen it take", (".known",)),
        Planes("discard", "the cards in the discard pile", pile="discard", common=True),
        CardsSaid("top", "the top card of the discard pile", (".top",), common=True),
        CardsSaid("taken", "the card that was just taken from the discard pile", (".taken",), common=True),
        CardsSaid("upcard", "the card that was turned up", (".upcard",), common=True),
        Sizes("stock", "the number of cards in the stock", pile="stock", common=True),
        DEALER,
        Numbers("before", "the points of each seat before the deal", fact=".before"),
        Numbers("boxes", "the deals that each seat has won before", fact=".boxes"),
    )
    plays = [Action(verb, 1 << one) for verb in ("discard", "knock", "gin") for one in sorted(game.deck)]
    return Form(readers, plays)


# --- games of no known family ----------------------------------------------------------------------------------------


def probed(game: Game[Any]) -> Form:
    """The form of any game, from :data:`PROBES` deals played at random, always the same ones.

    Every pile becomes planes and a size, every fact with a number a number, every fact of nobody's with a text the
    choice among the texts seen. All actions with cards are taken in steps; those without cards that the game does not
    announce in its vocabulary get an id if they were seen.
    """
    piles: dict[tuple[str, bool], int] = {}
    facts: dict[tuple[str, bool], set[str]] = {}
    verbs, words, suits = set[str](), set[Action](), True
    for number in range(PROBES):
        for view in _walk(game, Random(number)):
            suits = view.suits
            for pile in view.piles:
                key = (pile.name, pile.owner is None)
                piles[key] = max(piles.get(key, 0), sum(one is not None for one in pile.cards))
            for fact in view.facts:
                some = facts.setdefault((fact.name, fact.owner is None), set())
                some |= {fact.value} if isinstance(fact.value, str) else set()
            verbs |= {each.verb for each in view.legal if each.cards}
            words |= {each.of(amount) for each in view.legal if not each.cards for amount in each.amounts or (None,)}
    readers: list[Reader] = [Turn()]
    for (name, common), most in piles.items():
        where = f"the pile {name}" + ("" if common else " of each seat")
        if most:
            readers.append(Planes(name, f"the cards face up in {where}", pile=name, common=common))
        readers.append(Sizes(f"{name} size", f"the number of cards in {where}", pile=name, common=common))
    readers += [reader for (name, common), words in facts.items() for reader in _of_fact(name, common, words)]
    announced = {each.verb for each in game.vocabulary}
    more = tuple(sorted((each for each in words if each.verb not in announced), key=str))
    return Form(tuple(readers), steps=tuple(sorted(verbs)), suits=suits, words=more)


def _of_fact(name: str, common: bool, words: set[str]) -> list[Reader]:
    """What reads a fact: a number, or up to 64 different texts by their places in order."""
    if len(words) > 64:
        return []
    places = {word: float(n) for n, word in enumerate(sorted(words), 1)}
    said = f"; {', '.join(f'{place:.0f} is {word!r}' for word, place in places.items())}" if places else ""
    kind = Number if common else Numbers
    return [kind(f"fact {name}", f"the fact {name}{said}", fact=name, words=places)]


def _walk(game: Game[Any], rng: Random) -> list[View]:
    """What the seats in turn, and seat 0 at the end, see of a random deal."""
    state, found = game.deal(rng), list[View]()
    for _ in range(MOST_PROBED):
        turn = game.turn(state)
        if not turn:
            break
        seat = rng.choice(turn)
        found.append(game.view(state, seat))
        legal = found[-1].legal[rng.randrange(len(found[-1].legal))]
        state = game.apply(state, seat, legal if legal.exact else legal.drawn(rng))
    return [*found, game.view(state, 0)]

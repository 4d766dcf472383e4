"""Every game on a deck so small that all its deals can be listed: what the support law needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from dealt.cards import members, sequence
from dealt.game import Action, Game, Past, Shuffled
from dealt.games import GAMES
from dealt.games.bigtwo import BigTwo
from dealt.games.blackjack import Blackjack
from dealt.games.bridge import Duplicate, Mini, RubberBridge
from dealt.games.chinesepoker import ChinesePoker
from dealt.games.doudizhu import DouDizhu
from dealt.games.drawpoker import DrawPoker, SoloDrawPoker
from dealt.games.euchre import Euchre
from dealt.games.freecell import freecell
from dealt.games.ginrummy import GinRummy
from dealt.games.guandan import Guandan
from dealt.games.hearts import Hearts
from dealt.games.holdem import Holdem
from dealt.games.klondike import klondike
from dealt.games.magicfigures import MagicFigures
from dealt.games.matching import elevens, tens, thirteens
from dealt.games.ohhell import OhHell
from dealt.games.president import President
from dealt.games.skat import Skat
from dealt.games.spades import Spades
from dealt.games.tienlen import TienLen
from dealt.games.whist import Whist
from dealt.puzzles import from_picture
from tests.house import variants
from tests.toys import Gift


def big_two(options: dict[str, Any]) -> Iterator[Game[Any]]:
    """Three seats with two cards each and one card left over; and two seats with three where seats may differ.

    With one card each where everybody cuts: all orders of the cards to cut from go with all deals. Options that change
    only scores, or only hands of five cards, hide nothing more with two cards, and are left out.
    """
    standard = GAMES["bigtwo"].make(variant=options["variant"]).options
    shown = ("flush_order", "ace_low_straight", "straight_order", "jqka2_straight", "scoring", "target_score", "stake")
    books = [dict(GAMES["bigtwo"].make(preset).options) for preset in GAMES["bigtwo"].presets]
    if options not in books and any(options[each] != standard[each] for each in shown):
        return
    if options.get("cut") == "shown":
        yield BigTwo(deck=sequence("3d 3s 4c 2s"), hand=1, **{**options, "seats": 3})
        return
    yield BigTwo(deck=sequence("3d 3s 4c 5h 5s 6d 2s"), hand=2, **{**options, "seats": 3})
    if options.get("variant") == "daidi":
        yield BigTwo(deck=sequence("3c 3h 4d 4s 5c 2h"), hand=2, **{**options, "seats": 2})


def chinese_poker(options: dict[str, Any]) -> Iterator[Game[Any]]:
    """Two cards each, of which two seats choose among three packets, blind or open; one card each for four."""
    deck, hand = ("3d 4c 5h 2s", 1) if options["seats"] == 4 else ("3d 3s 4c 4h 5h 2s", 2)
    if options["cut"] == "shown":  # there are ties, and with two seats too few cards to part them
        deck, hand = {2: ("3d 3s 2s", 1), 3: ("3d 3s 4c 2s", 1), 4: ("3d 3s 4c 2s", 1)}[options["seats"]]
    yield ChinesePoker(deck=sequence(deck), hand=hand, **options)


def dou_dizhu(options: dict[str, Any]) -> Iterator[Game[Any]]:
    """One card each and a kitty of two, of three under a whole rule book; the rocket may come together."""
    whole_books = [dict(GAMES["doudizhu"].make(preset).options) for preset in ("note", "common")]
    deck = "3d 3s 4c 2h BJ RJ" if options in whole_books else "3d 3s 4c BJ RJ"
    yield DouDizhu(deck=sequence(deck), hand=1, **options)


def matching(name: str, options: dict[str, Any]) -> Iterator[Game[Any]]:
    """Five cards of which three lie on the board: pairs, and of Elevens the three that go together."""
    makers: dict[str, Any] = {"elevens": elevens, "tens": tens, "thirteens": thirteens}
    decks = {
        "elevens": ("Ac Td 5h 6s 5c", "Jc Qd Kh 5s 6c"),
        "tens": ("4c 6d 5h 5s 4h",),
        "thirteens": ("Kc 6d 7h 6s Kd",),
    }
    for deck in decks[name]:
        yield makers[name](deck=sequence(deck), places=3, **options)


def klondikes(options: dict[str, Any]) -> Iterator[Game[Any]]:
    """Two columns in steps and a stock of three, some of it face up in the end. Scores hide nothing more."""
    if options["scoring"] == "wins":
        yield klondike(deck=sequence("Ac 2c 3c Ah 2h 3h"), columns=2, **options)


def freecells(options: dict[str, Any]) -> Iterator[Game[Any]]:
    """Nothing is hidden, whatever the options are."""
    if options["number"] == 0:
        yield freecell(deck=sequence("Ac 2c Ah 2h 3h"), columns=2, **options)


def magic_figures(options: dict[str, Any]) -> Iterator[Game[Any]]:
    """Three places on two lines, and one change: nothing is hidden, whatever the options are."""
    if options["figure"] == "fathersday":
        figure = from_picture("tiny", "a b c", {"left": ("a b", 4), "right": ("b c", 3)}, (1, 2, 3))
        yield MagicFigures(**{**options, "figure": figure}, changes=1)


class Brief:
    """Bridge with few bids, so that the auctions of a law are short, and with a first dealer that is known."""

    def dealer(self, rng: Random, past: Past[Any] | None) -> int:
        return 0 if past is None else (past.last.dealer + 1) % 4

    def legal_before_play(self, state: Any, seat: int) -> Sequence[Action]:
        offered: Sequence[Action] = super().legal_before_play(state, seat)  # type: ignore[misc]
        return [each for each in offered if not each.verb.startswith("bid ") or each.verb in ("bid 1s", "bid 1n")]


class BriefDuplicate(Brief, Duplicate):
    """Duplicate with few bids."""


class BriefRubber(Brief, RubberBridge):
    """A rubber with few bids."""


def bridge(options: dict[str, Any]) -> Iterator[Game[Any]]:
    """Two tricks in every mode. Options that change only scores or the dealer hide nothing more, and are left out."""
    endless = {"boards": None} if "boards" in options else {}
    if options == dict(GAMES["bridge"].make(options["mode"], **endless).options):
        makers: dict[str, Any] = {"duplicate": BriefDuplicate, "rubber": BriefRubber, "mini": Mini}
        yield makers[options["mode"]](deck=sequence("2c 3c 4d 5d 6h 7h 8s 9s"), **options)


class BriefSpades(Spades):
    """Spades with a first dealer that is known, whose side is far behind, so that it may bid before it looks."""

    def dealer(self, rng: Random, past: Past[Any] | None) -> int:
        return 0 if past is None else (past.last.dealer + 1) % 4

    def begin(self, hands: tuple[int, ...], dealer: int, past: Past[Any] | None = None) -> Any:
        state = super().begin(hands, dealer, past)
        return state if past or self.simple else replace(state, match_data=(0, 150, 8, 0))


def spades(options: dict[str, Any]) -> Iterator[Game[Any]]:
    """Two tricks each. Only options that change what may be played, or is seen, hide more than the others."""
    hiding = ({}, {"mode": "simple"}, {"blind_nil": True})
    if options in [dict(GAMES["spades"].make(**some).options) for some in hiding]:
        restricted = {"no_spade_first_trick": True} if options.get("blind_nil") else {}
        yield BriefSpades(deck=sequence("2c 3c 4d 5d 6h 7s 8s 9s"), **options | restricted)


class BriefHearts(Hearts):
    """Hearts with a first dealer that is known; where cards are passed, in a match of one deal."""

    def dealer(self, rng: Random, past: Past[Any] | None) -> int:
        return 0 if past is None else (past.last.dealer + 1) % 4

    def final(self, state: Any, totals: tuple[float, ...]) -> bool:
        return self.rules["passing"] != "none"


def hearts(options: dict[str, Any]) -> Iterator[Game[Any]]:
    """Two tricks each, with and without a card passed. Only these options change what is hidden or may be played."""
    if options in [dict(GAMES["hearts"].make(passing=way).options) for way in ("cycle", "none")]:
        yield BriefHearts(deck=sequence("2c 3c 4d 5h 6h 7h 8s Qs"), gift_size=1, **options)


def blackjack(options: dict[str, Any]) -> Iterator[Game[Any]]:
    """One seat and so few cards that the shoe runs out. Only these options change what is hidden."""
    hiding: tuple[dict[str, Any], ...] = ({}, {"peek": False}, {"insurance": False}, {"reshuffle_at": 0})
    if options in [dict(GAMES["blackjack"].make(**some).options) for some in hiding]:
        yield Blackjack(deck=sequence("As Kd Tc 6h 5d"), **{**options, "seats": 1})


class BriefPoker(DrawPoker):
    """Draw poker with a first dealer that is known, and discards of two cards, shuffled in one of two ways."""

    seeds = 2

    def first_dealer(self, rng: Random) -> int:
        return 0

    def shuffled(self, some: int, seed: int) -> tuple[int, ...]:
        return tuple(members(some))[:: -1 if seed else 1]


def draw_poker(options: dict[str, Any]) -> Iterator[Game[Any]]:
    """Hands of one or two cards. Only these options change what is hidden or may be concluded."""
    jacks, aces = {"jacks_or_better": True}, {"ace_four": True}
    if options == dict(GAMES["drawpoker"].make("assignment").options):
        yield SoloDrawPoker(deck=sequence("2c 2d 3c 4c 5c"), hand=2, **options)
    for few, deck, hand in [
        ({}, "2c 2d 3c 4c 5c 6c", 2),
        (jacks, "2c 2d Jc Jd Jh 6c", 2),
        (aces, "2c 2d 3c Ac Ad As", 2),
        ({"max_draw": 5}, "2c 3c 4c 5c 6c", 1),
    ]:
        if options == dict(GAMES["drawpoker"].make(**few).options):
            most = {"max_draw": 0 if few == aces else 1, "seats": 4 - hand, "stack": 20}
            yield BriefPoker(deck=sequence(deck), hand=hand, **options | most)


class BriefHoldem(Holdem):
    """Hold'em with a first dealer that is known."""

    def first_dealer(self, rng: Random) -> int:
        return 0


def hold_em(options: dict[str, Any]) -> Iterator[Game[Any]]:
    """Two cards each of six, and a board of three. The options change only chips."""
    if options == dict(GAMES["holdem"].make().options):
        few = {"seats": 2, "stack": 20, "limit": "fixed", "big_blind": 10, "small_blind": 5}
        yield BriefHoldem(deck=sequence("2c 2d 3c 4c 5c 6c 7c"), flop=1, **options | few)


class BriefWhist(Whist):
    """Whist with a first dealer that is known."""

    def dealer(self, rng: Random, past: Past[Any] | None) -> int:
        return 0 if past is None else (past.last.dealer + 1) % 4


def whist(options: dict[str, Any]) -> Iterator[Game[Any]]:
    """Two tricks each. The options change only scores."""
    if options == dict(GAMES["whist"].make().options):
        yield BriefWhist(deck=sequence("2c 3c 4d 5d 6h 7s 8s 9s"), **options)


class BriefEuchre(Euchre):
    """Euchre with a first dealer that is known."""

    def dealer(self, rng: Random, past: Past[Any] | None) -> int:
        return 0 if past is None else self.after(past.last.dealer)


def euchre(options: dict[str, Any]) -> Iterator[Game[Any]]:
    """One card each, one turned up and one below it. How far a match goes, and larger packs, hide nothing more."""
    standard = GAMES["euchre"].make().options
    if any(options[each] != standard[each] for each in ("target", "lowest_card")):
        return
    first = "2s" if options["best_bower"] else "Ad"
    yield BriefEuchre(deck=sequence(f"{first} Jd 9h Jh Ac As"), hand=1, **options)


class BriefSkat(Skat):
    """Skat with a first dealer that is known."""

    def dealer(self, rng: Random, past: Past[Any] | None) -> int:
        return 0 if past is None else self.after(past.last.dealer)


def skat(options: dict[str, Any]) -> Iterator[Game[Any]]:
    """One card each and the skat, of which two are put down. Scores and the number of deals hide nothing more."""
    standard = GAMES["skat"].make().options
    if any(options[each] != standard[each] for each in ("deals", "scoring")):
        return
    yield BriefSkat(deck=sequence("Jc Jd 7h Th Ac"), hand=1, **options)


class BriefOhHell(OhHell):
    """Oh Hell with a first dealer that is known."""

    def dealer(self, rng: Random, past: Past[Any] | None) -> int:
        return 0 if past is None else self.after(past.last.dealer)


def oh_hell(options: dict[str, Any]) -> Iterator[Game[Any]]:
    """Three seats with two cards each and one that is turned up. Only how large hands are, and bids, hide anything."""
    if options in [dict(GAMES["ohhell"].make(**some).options) for some in ({}, {"hook": False}, {"sequence": "up"})]:
        yield BriefOhHell(deck=sequence("2c 3c 4d 5d 6h 7s 8s"), **{**options, "seats": 3})


def tien_len(options: dict[str, Any]) -> Iterator[Game[Any]]:
    """Three seats with two cards each and one left over; two with three. Chops and scores hide nothing more."""
    standard = GAMES["tienlen"].make().options
    if any(options[each] != standard[each] for each in ("chops", "target_score", "seats")):
        return
    yield TienLen(deck=sequence("3s 3h 4c 5d 5h 6d 2h"), hand=2, **{**options, "seats": 3})
    paired = TienLen(deck=sequence("3c 4d 4h 5s 5c 2h"), hand=3, **{**options, "seats": 2})
    paired.instants = (2, 0x1111111111111, 1) if paired.instants else ()  # so few cards win at once by a pair
    yield paired


def president(options: dict[str, Any]) -> Iterator[Game[Any]]:
    """Four seats with two cards each, who exchange one; and three of which one has a card more.

    Only these options change what is hidden, or who may act.
    """
    hiding: tuple[dict[str, Any], ...] = (
        {}, {"exchange": "one"}, {"leads": "president"}, {"equals": "skip"}, {"clears": "twos"}, {"jokers": True},
    )  # fmt: skip
    if options in [dict(GAMES["president"].make(**some).options) for some in hiding]:
        counts = (1,) if options["exchange"] == "one" else (1, 1)
        high = "2h BJ" if options["jokers"] else "2h 2s"
        yield President(deck=sequence(f"3c 3d 4c 5h 5s 6d {high}"), given=counts, **{**options, "seats": 4})
        if options["exchange"] == "two":
            yield President(deck=sequence(f"3c 3d 4h 5s 6s {high}"), given=(1,), **{**options, "seats": 3})


class BriefGin(GinRummy):
    """Gin Rummy whose first dealer is known."""

    def shuffle(self, rng: Random, past: Past[Any] | None = None) -> Shuffled:
        return super().shuffle(rng, past)._replace(drawn=(0,))


def gin_rummy(options: dict[str, Any]) -> Iterator[Game[Any]]:
    """Three cards each, one that is turned up, and two to be drawn. Only with what to knock tells anything more."""
    some = ({}, {"knock": "ace_gin", "spades": True}, {"knock": "upcard"}, {"big_gin": 31})
    if options in [dict(GAMES["ginrummy"].make(**each).options) for each in some]:
        yield BriefGin(deck=sequence("Ac 2c 3c 4c 3d 3h 5c 9s As"), hand=3, left=0, **options)


def guan_dan(options: dict[str, Any]) -> Iterator[Game[Any]]:
    """Two cards each, with equal ones, a wild one and two big jokers to resist with. Levels hide nothing more."""
    if options["first_level"] == "2" and options["ace"] == "stay":
        yield Guandan(deck=sequence("3c 3c'1 4d 2h Th Kd RJ RJ'1"), hand=2, **options)
        yield Guandan(deck=sequence("3c 4h 4d 5h 5d Jh Ks Kd"), hand=2, **options)


MAKERS: dict[str, Any] = {
    "bigtwo": big_two,
    "blackjack": blackjack,
    "bridge": bridge,
    "chinesepoker": chinese_poker,
    "doudizhu": dou_dizhu,
    "drawpoker": draw_poker,
    "ginrummy": gin_rummy,
    "freecell": freecells,
    "hearts": hearts,
    "holdem": hold_em,
    "klondike": klondikes,
    "magicfigures": magic_figures,
    "ohhell": oh_hell,
    "president": president,
    "spades": spades,
    "tienlen": tien_len,
    "guandan": guan_dan,
    "whist": whist,
    "euchre": euchre,
    "skat": skat,
    "gift": lambda options: iter([Gift()]),
}
MAKERS |= {name: partial(matching, name) for name in ("elevens", "tens", "thirteens")}


def tiny() -> dict[str, Game[Any]]:
    """A tiny form of every variant of every game, by a readable name; and the toy game."""
    found: dict[str, Game[Any]] = {"gift": Gift()}
    for label, game in variants().items():
        for each in MAKERS[game.name](dict(game.options)):
            found[
                f"{label}/{each.seats}/{len(found)}" if f"{label}/{each.seats}" in found else f"{label}/{each.seats}"
            ] = each
    return found

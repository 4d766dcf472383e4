"""What is drawn: every card in its place, nothing wider than the terminal, plain letters where it must be."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from math import prod
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from rich.console import Console, RenderableType

from dealt.cards import card, cards, pretty, sequence
from dealt.game import OPEN, Action, Fact, Game, Pile, Say, View
from dealt.games import GAMES, make
from dealt.laws.walks import start_deal, walk
from dealt.players.simple import Uniform
from dealt.session.view import wire_sheet
from dealt.table import Table
from dealt.tui.draw import Artist
from dealt.tui.naming import label, name_of
from dealt.tui.outcome import sheet_lines
from dealt.tui.paint import PLAIN, Paint, clean
from dealt.tui.scene import Line, Place, Scene
from dealt.tui.tally import tallies
from dealt.tui.words import Words, number
from dealt.wire.protocol import Result, Said, Tally, WireEntry, WirePayment, WireSheet, WireSide

NAMES = ("Ann", "Bob", "WWWWWWWWWW", "Old Badger")


def drawn(what: RenderableType, width: int = 80) -> str:
    out = io.StringIO()
    Console(file=out, width=width, highlight=False, markup=False, emoji=False).print(what)
    return out.getvalue()


def scene_of(game: Game, view: View, me: int | None, **more: object) -> Scene:
    places = [Place(seat, NAMES[seat % 4]) for seat in range(game.seats)]
    hand = game.arrange(view, game.sorts[0]) if me is not None and game.sorts else ()
    return Scene(view, places, "Title", game.describe, me, hand, ("deal 3",), **more)  # type: ignore[arg-type]


def artist(language: str = "en", *catalogues: object) -> Artist:
    words = Words(language, *catalogues, names=NAMES * 2)  # type: ignore[arg-type]
    return Artist(words, Paint(4, paper=False))


@pytest.mark.parametrize(
    ("name", "preset"),
    [
        pytest.param(name, preset, id=f"{name}-{preset}", marks=pytest.mark.slow if preset else ())
        for name, each in GAMES.items()
        for preset in (*each.presets, None)
    ],
)
@pytest.mark.turns(3, always=True)
def test_every_game_fits_a_terminal_of_80_by_24_at_every_step(name: str, preset: str | None) -> None:
    """Under a preset at every fifth step, so that languages and seats still change."""
    game = GAMES[name].make(preset)
    rng, table = Random(name), Table(game, Random(name).randbytes(32))
    languages = [artist(language, GAMES[name].texts) for language in ("en", "zh")]
    while True:
        draws = languages[table.step % 2]
        some = ((0,), (None,), (OPEN,))[table.step % 3] if preset is None or table.step % 5 == 0 else ()
        for seat in some if table.turn else (0, None, OPEN):
            view = table.view(seat, log=False)
            me = 0 if seat == 0 else None
            scene = scene_of(game, view, me, numbered=view.legal if len(view.legal) <= 12 else ())
            if table.score is not None:
                scene.outcome = outcome_of(game, table.score, table.score, final=False)
            lines = drawn(draws.picture(scene)).split("\n")
            assert all(len(line) <= 80 for line in lines)
            assert len(lines) <= 23
        if table.over:
            return
        for seat in table.turn:
            table.act(seat, Uniform().choose(table.view(seat, log=False), rng))


def outcome_of(
    game: Game[Any], scores: tuple[float, ...], totals: Sequence[float], *, final: bool, state: Any = None
) -> Result:
    """The outcome of a deal, with its score sheet if ``state`` is the last one."""
    sheet = None if state is None else wire_sheet(game.score_sheet(state, tuple(totals)))
    settled, leaders = game.settle(scores), list(game.leaders(totals))
    settlement = (None, None) if settled is None else (list(settled), list(scores))
    return Result(list(scores), list(game.winners(scores)), list(totals), *settlement, leaders, final, sheet)


def view_of(
    *piles: Pile, facts: tuple[Fact, ...] = (), turn: tuple[int, ...] = (1,), legal: tuple[Action, ...] = ()
) -> View:
    return View(0, turn, piles, facts, legal)


def picture(view: View, **more: object) -> str:
    places = [Place(0, "Ann", 12), Place(1, "Bob", -7.5, marks=("away",)), Place(2, "Cem")]
    scene = Scene(view, places, "Title", lambda action: Say(str(action)), 0, (), ("deal 3",), **more)  # type: ignore[arg-type]
    words = Words("en", {"en": {"fact.role": "{value}", "pile.stock": "Stock", "fact.!last": "Last card: {owner}"}})
    words.names = ("Ann", "Bob", "Cem")
    return drawn(Artist(words, Paint()).picture(scene))


def test_plates_piles_facts_and_warnings() -> None:
    shown = picture(
        view_of(
            Pile("hand", 0, sequence("3d 4c"), "fan", role="hand"),
            Pile("hand", 1, (None,) * 5, "fan", role="hand"),
            Pile("trick", 2, sequence("9s Th")),
            Pile("stock", None, (None,) * 20, "heap"),
            facts=(
                Fact("role", 1, "landlord"),
                Fact(".secret", None, "hidden"),
                Fact("pot", None, 350),
                Fact("!last", 2, 1),
                Fact("passed", 1, 1, role="passed"),
                Fact("must", None, "3d", role="must"),
            ),
        )
    )
    lines = shown.split("\n")
    assert "Title" in lines[0]
    assert "Pot 350" in lines[0]
    assert "must contain 3♦" in lines[0]
    assert "deal 3" in lines[0]
    bob = next(line for line in lines if "Bob" in line)
    assert bob.startswith("› Bob")
    assert "▮▮▮▮▮ 5" in bob
    assert "−7.5" in bob
    assert "landlord  Passed  away" in bob
    cem = next(line for line in lines if "Cem" in line)
    assert "9♠ 10♥  Last card: Cem" in cem
    assert [line.split()[0] for line in lines[2:5]] == ["›", "Cem", "You"]
    assert "Stock  20" in shown
    assert "hidden" not in shown


def test_the_tricks_of_a_side_stand_for_those_of_its_seats() -> None:
    facts = [Fact("tricks", seat, seat, role="tricks") for seat in (0, 1)]
    seen = view_of(facts=(*facts, Fact("side", 0, "2/3", role="side")))
    lines = {who: line for line in picture(seen).split("\n") for who in ("You", "Bob") if who in line}
    assert "2/3" in lines["You"]
    assert lines["You"].count("trick") == lines["Bob"].count("trick") == 1


def test_a_board_of_places_a_part_known_row_and_an_open_hand() -> None:
    shown = picture(
        view_of(
            *(Pile(f"slot {n}", None, sequence(one), "slot") for n, one in enumerate(["5d", "", "Kh"])),
            Pile("board", None, (card("Th"), card("9h"), None, None)),
            Pile("hand", 1, sequence("As Kd"), "fan", role="hand"),
        )
    )
    board = next(line for line in shown.split("\n") if "K♥" in line)
    assert board.split() == ["1", "5♦", "2", "·", "3", "K♥"]
    assert "10♥ 9♥ ▮▮ 2" in shown
    assert "A♠ K♦" in shown


def test_fifteen_places_stand_in_rows_of_five_with_their_numbers() -> None:
    slots = [Pile(f"board {n}", None, (n,), "slot") for n in range(15)]
    shown = picture(view_of(*slots, Pile("stock", None, (None,) * 37, "heap"), turn=(0,)))
    rows = [line.split() for line in shown.split("\n") if re.search(r"\d +\S+[♣♦♥♠]", line)]
    assert [row[::2] for row in rows] == [[str(n) for n in range(at, at + 5)] for at in (1, 6, 11)]
    assert "Stock  37" in shown


def test_who_plays_alone_sees_how_it_came_out_over_the_board() -> None:
    slots = [Pile(f"board {n}", None, (n,), "slot") for n in range(9)]
    places = [Place(0, "Ann")]
    for won, said in ((1, "You have won this deal"), (0, "This deal is lost")):
        outcome = Result([won], [0] if won else [], [won], None, None, [], final=False)
        tally = Tally("x", deals=7, won=3, average=0.0, streak=0, best_streak=0, low=False)
        view = view_of(*slots, turn=())
        scene = Scene(view, places, "Title", lambda _: Say("x"), 0, outcome=outcome, tally=tally)
        shown = drawn(artist().picture(scene))
        assert said in shown
        assert "won 3 of 7" in shown
        assert "2♣" in shown
        assert "Ann" not in shown


def test_statistics_have_a_heading_for_each_number_of_a_tally() -> None:
    some = [Tally("x", 7, 3, -1.5, -2, 4, low=False), Tally("unplayed", 0, 0, 0.0, 0, 0, low=True)]
    english, chinese = (drawn(tallies(some, Words(each), {"x": "Title"})) for each in ("en", "zh"))
    assert english.split("Title")[1].split() == ["7", "3", "43", "%", "−1.50", "2", "not", "won", "4"]
    assert "tally." not in english + chinese, "src/dealt/tui/texts.toml lacks a heading"
    assert "unplayed" not in english


def test_a_long_hand_is_broken_into_lines_that_fit() -> None:
    twenty = list(range(20))
    for paper in (True, False):
        for width in (38, 78, 118):
            shown = Paint(paper=paper).hand(twenty, width)
            assert all(len(line.rstrip()) <= width for line in shown.plain.split("\n"))
            assert shown.plain.split() == [pretty(one) for one in twenty]
    assert "\n" not in Paint(paper=False).hand(twenty, 78).plain


def test_a_card_that_was_seen_in_a_closed_hand_is_shown_and_told_once() -> None:
    hand = Pile("hand", 1, (card("9c"), *(None,) * 16), "fan", role="hand")
    shown = picture(view_of(hand))
    bob = next(line for line in shown.split("\n") if "Bob" in line)
    assert "▮ 17" in bob
    assert bob.count("9♣") == 1
    told = picture(view_of(hand, facts=(Fact("role", 1, "9c"),)))
    assert told.count("9♣") == 1


def test_a_list_names_the_very_cards_where_a_name_leaves_them_open() -> None:
    words = {"en": {"play.trio": "Play three {rank}", "play.single": "Play {cards}"}}
    said = Words("en", words)
    trio, one = Action("play", cards("9c9d9h")), Action("play", cards("9c"))
    says = {trio: Say("play.trio", {"rank": "9"}), one: Say("play.single", {"cards": ("9c",)})}
    assert label(says[trio], trio, said) == "Play 9♣ 9♦ 9♥"
    assert label(says[one], one, said) == "Play 9♣"
    assert name_of(says[trio], trio, said) == "Play three 9 (9♣ 9♦ 9♥)"
    other = Action("play as trio 9", trio.cards)
    assert label(says[trio], other, said) == "Play three 9 (9♣ 9♦ 9♥)"


def test_choices_are_numbered_in_columns() -> None:
    legal = (*(Action("bid", amount=n) for n in range(1, 12)), Action("pass"))
    shown = picture(view_of(turn=(0,), legal=legal), numbered=legal)
    assert " 1 bid 1" in shown
    assert "11 bid 11" in shown
    assert "   Pass" in shown  # no number: 12 would be an amount
    assert len(shown.split("\n")) < 12


def test_the_clock_and_the_talk_have_their_place() -> None:
    from rich.text import Text

    shown = picture(view_of(), clock=21.4, talk=[Text("  Bob: hi")])
    assert "21 s" in shown


def test_the_outcome_in_every_column() -> None:
    settled = [33, 42, -75]
    found = Result([3, 0, 39], [1], [3, 10, 39], settled, settled, best=[0], final=False)
    shown = picture(view_of(turn=()), outcome=found, low=True)
    assert "−75" in shown
    assert "Bob wins this deal" in shown
    assert "You are ahead (low is good)" in shown
    assert number(1234567.0) == "1234567"


@pytest.mark.parametrize(("name", "leads"), [("blackjack", False), ("drawpoker", True)])
def test_who_is_ahead_is_said_where_the_players_play_against_each_other(name: str, leads: bool) -> None:
    game = GAMES[name].make(seats=3)
    for final in (False, True):
        found = outcome_of(game, (20, -10, -10), (50, -10, -40), final=final)
        shown = picture(view_of(turn=()), outcome=found)
        assert ("You are ahead" in shown or "You win the match" in shown) == leads
        assert "Nobody is ahead" not in shown
    assert "You win this deal" in picture(view_of(turn=()), outcome=replace(found, final=False))


def test_a_line_of_the_log_shows_the_cards_or_the_words() -> None:
    draws = artist("en", {"en": {"kind.pair": "pair", "play.pair": "Play pair", "pass": "Pass"}})
    assert drawn(draws.line(Line(1, Say("play.pair"), sequence("9s 9h")))).rstrip() == "  Bob         9♠ 9♥  pair"
    assert drawn(draws.line(Line(0, Say("pass")))).rstrip() == "  Ann         Pass"
    hidden = Say("hidden_cards", {"count": 3})
    assert drawn(draws.line(Line(0, hidden, (), 3))).rstrip() == "  Ann         3 cards face down"


def test_suits_have_two_or_four_colours() -> None:
    def styles(colours: int) -> list[str]:
        return [str(span.style) for span in Paint(colours).text("9♠ 9♥ 9♦ 9♣ and 10♥, A4 paper, RJ").spans]

    assert styles(2) == ["bold", "bold red", "bold red", "bold", "bold red", "bold red"]
    assert styles(4) == ["bold", "bold red", "bold blue", "bold green", "bold red", "bold red"]


def test_everything_that_is_drawn_has_a_plain_letter() -> None:
    for view in (view_of(Pile("hand", 1, (None,) * 3, role="hand"), Pile("x", None, (None,))), view_of(turn=())):
        came = Result([1, 2, -3], [0, 1], [1, 2, -3], None, None, best=[1], final=False)
        found = came if not view.turn else None
        assert picture(view, outcome=found).translate(PLAIN).isascii()
    assert drawn(Paint(paper=False).hand([card("Th"), card("BJ")])).translate(PLAIN).strip() == "10h BJ"


def test_nothing_that_others_write_reaches_the_terminal_as_an_order() -> None:
    assert clean("a\x1b[2J\x07b\u202ec\u200d牌\n") == "a?[2J?b?c\u200d牌\n"
    assert cards("3d") == 1 << card("3d")


@pytest.mark.parametrize(("language", "said"), [("en", "10 a trick"), ("zh", "每墩 10 分")])
def test_the_score_of_a_deal_is_told_line_by_line(language: str, said: str) -> None:
    game = make("spades")
    table = start_deal(game, Random(3))
    walk(table, Random(4))
    scores = table.score or ()
    found = outcome_of(game, scores, scores, final=False, state=table.state)
    words = Words(language, GAMES["spades"].texts, names=["Ann", "Bo", "Cy", "Di"])
    lines = [each.plain for each in sheet_lines(found.sheet or WireSheet([]), words, 0)]
    written = "\n".join(lines)
    assert said in written
    assert " x 10 = " in written
    assert sum(line.strip().startswith(("#", ".")) for line in lines) == 2, "a bar for each side"
    assert words.say(Say("side.0")) in written


@pytest.mark.parametrize(
    ("factors", "line"), [((4, -2), "4 x −2 = −8"), ((-1, -2), "−1 x −2 = 2"), ((-7, 10), "−7 x 10 = −70")]
)
def test_a_line_of_a_score_is_right_as_it_stands(factors: tuple[int, ...], line: str) -> None:
    side = WireSide([0], [WireEntry(Said("entry.contract"), list(factors), prod(factors))], [])
    (told,) = sheet_lines(WireSheet([side]), Words("en", GAMES["spades"].texts, names=["Ann"]), 0)
    assert told.plain.endswith(line)


def test_payments_are_told_to_those_who_pay_or_get() -> None:
    words = Words("en", names=["Ann", "Bo", "Cy"])
    payments = [WirePayment(1, 0, 6), WirePayment(2, 0, 6), WirePayment(None, 1, 5)]
    sheet = WireSheet([], payments=payments)
    assert [each.plain.strip() for each in sheet_lines(sheet, words, 1)] == [
        "You pay Ann 6",
        "the house pays you 5",
    ]
    assert len(sheet_lines(sheet, words, None)) == 3

"""What is said before play: the box, the calls in columns, what they mean; a dummy by suits, claims, and sets."""

from __future__ import annotations

import io
import re
from itertools import chain, repeat
from pathlib import Path

import pytest
from msgspec import convert
from rich.console import Console, RenderableType

from dealt.cards import sequence
from dealt.game import Action, Box, Pile, Say, View
from dealt.games import GAMES
from dealt.session.listed import listed
from dealt.table import Table, seed_of
from dealt.tui.auction import called
from dealt.tui.draw import Artist
from dealt.tui.lobby import House, Lobby
from dealt.tui.local import Local
from dealt.tui.paint import Paint
from dealt.tui.read import Invalid, LegalAction, read
from dealt.tui.roles import breaks
from dealt.tui.scene import Line, Place, Scene
from dealt.tui.sets import fared
from dealt.tui.snapshot import Snapshot
from dealt.tui.words import Words
from dealt.wire.protocol import Create, SetDeal, SetScore, SetTable, TableState
from tests.server.helpers import FakeLink, open_room, settings, until
from tests.tui.scripts import Script, local, table_of

NAMES = ("Old Badger", "Snow Lynx", "Wise Crane", "WWWWWWWWWW")
BIDS = tuple(Action(f"bid {level}") for level in range(1, 6))
GAME = next(name for name, each in GAMES.items() if any(box.columns > 1 for box in each.make().boxes))
"""A game with a box of calls."""


def drawn(what: RenderableType, width: int = 80) -> list[str]:
    out = io.StringIO()
    Console(file=out, width=width, highlight=False, markup=False, emoji=False).print(what)
    return out.getvalue().rstrip("\n").split("\n")


def scene(log: int = 0, **more: object) -> Scene:
    """Five bids in two columns, of which the last three are possible, after ``log`` calls."""
    view = View(0, (0,), (Pile("hand", 0, sequence("As Kd"), role="hand"),), (), (*BIDS[2:], Action("pass")))
    lines = [Line((2 + n) % 4, Say(f"bid {n}") if n % 2 else Say("pass")) for n in range(log)]
    places = [Place(seat, name) for seat, name in enumerate(NAMES)]
    found = Scene(view, places, "Title", lambda action: Say(str(action)), 0, sequence("As Kd"), ("deal 1",), **more)  # type: ignore[arg-type]
    found.every, found.log = (Box("bid", 2, BIDS),), lines
    return found


def artist() -> Artist:
    return Artist(Words("en", names=NAMES), Paint(4, paper=False))


def test_a_box_is_a_grid_in_which_the_impossible_is_a_dot() -> None:
    lines = [line.split() for line in drawn(artist().picture(scene()))]
    at = lines.index(["·", "·"])
    assert lines[at + 1 : at + 3] == [["3", "4"], ["5"]]
    assert ["or", "Pass"] in lines


def test_out_of_turn_there_is_no_box() -> None:
    waiting = scene()
    waiting.view = View(0, (1,), waiting.view.piles)
    assert not waiting.boxes
    assert "·" not in "\n".join(drawn(artist().picture(waiting)))


def test_who_draws_a_card_makes_no_call() -> None:
    said = [Line(seat, Say("pass"), role="pass") for seat in (0, 1)]
    drawn = Line(0, Say("draw_stock"), action="draw stock")
    assert called(View(0, (0,), (Pile("stock", None, (None,)),)), [*said, drawn], 2) == ()
    assert called(View(0, (0,), (Pile("stock", 1, (None,)),)), [*said, drawn], 2) == [*said, drawn]


def test_cards_that_belong_together_stand_apart_from_others() -> None:
    some = sequence("2c 3c 4c 8d 8h 8s Kd")
    pile = Pile("hand", 0, some, groups=(3, 3))
    assert breaks(some, pile) == {2, 5}
    assert breaks(some[::-1], pile) == {0, 3}
    assert breaks(sequence("2c 8d 3c 4c 8h 8s Kd"), pile) == breaks(some, None) == frozenset()
    assert Paint(paper=False).cards(some, breaks(some, pile)).plain.count("   ") == 2


def test_calls_stand_in_a_column_a_seat_the_viewer_last() -> None:
    lines = drawn(artist().picture(scene(5, explained=True)))
    head = next(n for n, line in enumerate(lines) if line.lstrip().startswith("Snow Lynx") and "You" in line)
    columns = [lines[head].index(name) for name in ("Snow Lynx", "Wise Crane", "WWWWWWWWWW", "You")]
    ends = [*columns[1:], columns[-1] + 8]
    cells = [[line[a:b].strip() for a, b in zip(columns, ends, strict=True)] for line in lines]
    assert cells[head + 1] == ["", "1 Pass", "2 1", "3 Pass"]
    assert cells[head + 2] == ["4 3", "5 Pass", "", ""]


def test_the_longest_names_and_many_calls_fit_80_by_24() -> None:
    game = GAMES[GAME].make()
    table = Table(game, seed_of(1, 0))
    bids = iter(game.boxes[0].actions)
    while table.step < 30:
        (seat,) = table.turn
        table.act(seat, str(next(bids)) if table.step % 3 == 0 else str(table.view(seat).legal[-1]))
    (seat,) = table.turn
    view = table.view(seat)
    places = [Place(each, name) for each, name in enumerate(NAMES)]
    log = [Line(move.seat, game.describe(move.action)) for move in view.log]
    for language in ("en", "zh"):
        words = Words(language, GAMES[GAME].texts, names=NAMES)
        found = Scene(view, places, "Title", game.describe, seat, game.arrange(view, "suit"), ("deal 1",), log=log)
        found.every, found.explained = game.boxes, True
        lines = drawn(Artist(words, Paint(4, paper=True)).picture(found))
        assert len(lines) <= 22
        assert all(len(line) <= 80 for line in lines)
        assert "…" not in "\n".join(lines)


def test_a_dummy_lies_by_suits() -> None:
    hand = sequence("As 9s Td 3d 2c")
    view = View(
        0,
        (0,),
        (Pile("hand", 1, hand, "columns", role="hand"), Pile("hand", 0, sequence("Kc"), role="hand")),
        (),
        (Action("play", 1 << hand[0]),),
    )
    found = Scene(view, [Place(seat, NAMES[seat]) for seat in range(2)], "Title", lambda action: Say(str(action)), 0)
    assert "♠ A 9   ♦ 10 3   ♣ 2" in "\n".join(drawn(artist().picture(found)))
    assert found.hand_of == 1, "the cards that may be played are the dummy's"


def test_an_action_with_a_number_is_never_done_without_one() -> None:
    claim = Action("claim", amount=0, upto=5)
    view = View(
        0, (0,), (Pile("hand", 0, sequence("As"), role="hand"),), (), (Action("play", 1 << sequence("As")[0]), claim)
    )
    for typed in ("claim", "2", "#2"):
        found = read(typed, view, view.legal)
        assert isinstance(found, Invalid)
        assert (found.key, found.args["high"]) == ("amount", 5)
    assert read("claim 3", view, view.legal) == LegalAction(Action("claim", amount=3))
    assert not isinstance(read("claim 6", view, view.legal), LegalAction)


# --- a deal -----------------------------------------------------------------------------------------------------------


def table_play(*lines: str) -> tuple[Local, Script]:
    """A deal in which the person types these lines, then plays what comes first."""
    screen = Script()
    face = local(GAME, screen, computer="plain", deals=1)
    typed = chain(lines, repeat(""))

    def answer(_: str) -> str:
        line = next(typed)
        legal = face.scene.view.legal if face.scene else ()
        return line or (str(legal[0]) if legal and legal[0].cards else str(legal[-1]) if legal else "")

    screen.answer = answer
    return face, screen


@pytest.mark.parametrize("typed", ["1♠", "1s", "bid 1s", "Bid 1♠"])
async def test_a_call_is_typed_as_it_stands_in_the_box(typed: str) -> None:
    face = local(GAME, Script([typed, "quit"]), computer="lowest")
    await face.play()
    assert str(table_of(face.match).moves[0][1]) == "bid 1s"


@pytest.mark.slow
async def test_what_calls_mean_is_told_and_the_deal_is_played_to_its_end() -> None:
    face, screen = table_play("1s", "meaning", "meaning 1", "? 2", "meaning 99", "log")
    await face.play()
    assert table_of(face.match).over
    assert "You, Bid 1♠: Opening bid" in screen.said
    assert "There is no number 99" in screen.said
    assert len(re.findall(r"^  \S+ \d, \w+.*: \w", screen.said, re.MULTILINE)) >= 2
    assert "HCP" in screen.said


async def test_where_no_computer_explains_it_is_said() -> None:
    screen = Script(["meaning", "quit"])
    await local(GAME, screen, computer="lowest").play()
    assert "No computer at this table tells what a call means" in screen.said


# --- a room -----------------------------------------------------------------------------------------------------------


async def test_a_room_shows_the_same_box_and_tells_what_calls_mean(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path), GAMES) as room:
        anna = await FakeLink(room).come("Anna")
        await anna.do("create", game=GAME, computers="plain", pace="instant", set="club")
        await anna.do("start")
        seen = Snapshot(House([listed(GAMES[GAME], GAMES[GAME].make())]), Words("en"))
        await until(lambda: anna.state["boxes"])
        seen.take(convert(anna.state, TableState))
        found = seen.scene(None, None, ())
        assert found is not None
        assert found.every[0].actions == GAMES[GAME].make().boxes[0].actions
        assert found.explained
        lines = drawn(Artist(seen.words, Paint()).picture(found))
        assert any(line.split()[-5:] == ["7♣", "7♦", "7♥", "7♠", "7NT"] for line in lines)
        seen.take(convert({**anna.state, "boxes": []}, TableState))
        again = seen.scene(None, None, ())
        assert again is not None
        assert again.every == found.every, "the box is known although it comes with one's own turn only"


def test_a_set_is_named_in_the_lobby_and_its_results_are_a_line_a_table() -> None:
    house = House([listed(GAMES[GAME], GAMES[GAME].make())])
    asked = Lobby(house, Words("en")).understand(f"new {GAME} set=club")
    assert isinstance(asked, Create)
    assert asked.set == "club"
    mine = SetScore("abc", ["Ann", "Bob"], [420, -420], [10, -10])
    theirs = SetScore("2", ["Cem", "Dee"], [-50, 50], [-10, 10])
    message = SetTable(name="club", unit="compare.imps", deals=[SetDeal(1, [mine, theirs])])
    lines = [line.split() for line in drawn(fared(message, 1, Words("en", GAMES[GAME].texts)))]
    assert ["1", "here", "−420", "−10", "Ann,", "Bob"] in lines
    assert ["2", "50", "10", "Cem,", "Dee"] in lines
    assert "IMPs" in lines[2]

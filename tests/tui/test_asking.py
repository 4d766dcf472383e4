"""What somebody may type is said to whose turn it is."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from dealt.game import Action, Say, View
from dealt.tui.asking import how, prompt
from dealt.tui.pages import help_page
from dealt.tui.scene import Line, Place, Scene
from dealt.tui.words import Words


def test_nothing_is_said_to_who_only_waits() -> None:
    places, words = [Place(0, "Ann"), Place(1, "Bob")], Words("en", names=("Ann", "Bob"))
    waiting = Scene(View(0, (1,), ()), places, "Title", lambda action: Say(str(action)), 0)
    assert how(waiting, words) == ""  # the computer's last answer came as a key was pressed
    asked = Scene(View(0, (0,), (), legal=(Action("check"),)), places, "Title", lambda action: Say(str(action)), 0)
    assert "check" in how(asked, words)


def test_the_prompt_names_a_pass_only_where_one_can_pass() -> None:
    words = Words("en", {"en": {"turn": "Turn", "stock": "Turn the stock"}}, names=("Ann",))

    def asked(*without: str) -> str:
        legal = (Action("play", 1), *map(Action, without))
        view = View(0, (0,), (), legal=legal)
        return prompt(Scene(view, [Place(0, "Ann")], "Title", lambda action: Say(action.verb), 0), words)

    assert asked("pass") == asked("pass", "stock") == "Your turn: play, or pass"
    assert asked("stock") == "Your turn: cards, or turn the stock"
    assert asked("stock", "finish") == asked() == "Your turn"


def test_help_names_a_pass_only_where_one_can_pass() -> None:
    words, out = Words("en", names=("Ann", "Bob")), StringIO()
    log = (Line(1, Say("pass")),)

    def helped(turn: int, *legal: Action) -> bool:
        view = View(0, (turn,), (), legal=legal)
        scene = Scene(view, [Place(0, "Ann"), Place(1, "Bob")], "Title", lambda action: Say(action.verb), 0, log=log)
        out.truncate(0)
        Console(file=out, width=80).print(help_page(scene, (), words))
        return "Enter, pass" in out.getvalue()

    assert helped(0, Action("play", 1), Action("pass"))
    assert not helped(0, Action("bury", 15, pick=(2, 2)))
    assert helped(1), "somebody has passed in this deal, and one may again"

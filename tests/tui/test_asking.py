"""What somebody may type is said to whose turn it is."""

from __future__ import annotations

from dealt.game import Action, Say, View
from dealt.tui.asking import how
from dealt.tui.scene import Place, Scene
from dealt.tui.words import Words


def test_nothing_is_said_to_who_only_waits() -> None:
    places, words = [Place(0, "Ann"), Place(1, "Bob")], Words("en", names=("Ann", "Bob"))
    waiting = Scene(View(0, (1,), ()), places, "Title", lambda action: Say(str(action)), 0)
    assert how(waiting, words) == ""  # the computer's last answer came as a key was pressed
    asked = Scene(View(0, (0,), (), legal=(Action("check"),)), places, "Title", lambda action: Say(str(action)), 0)
    assert "check" in how(asked, words)

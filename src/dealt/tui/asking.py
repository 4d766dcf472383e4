"""What somebody whose turn it is may type: the prompt, which actions are numbered, and a sentence about the others."""

from __future__ import annotations

from dealt.tui import figure
from dealt.tui.auction import labels
from dealt.tui.meaning import why_not
from dealt.tui.naming import named, typed_as
from dealt.tui.read import amount_of
from dealt.tui.scene import Scene, spread
from dealt.tui.words import Words

MOST_NUMBERED = 12
"""The largest number of plays that are listed with numbers without being asked for."""


def number(scene: Scene, *, every: bool) -> None:
    """Number the legal actions of the viewer's turn when they are few, or all of them."""
    legal = scene.view.legal if scene.mine else ()
    by_place = scene.by_place and all(each.cards for each in legal)
    few = len(legal) <= MOST_NUMBERED and not (spread(scene.view) or by_place or scene.boxes)
    scene.numbered = legal if few or every else ()


def prompt(scene: Scene, words: Words) -> str:
    """The prompt of somebody whose turn it is."""
    if not scene.mine:
        return ""
    if scene.by_place:
        return words("turn_places")
    if figure.places(scene.view):
        return words("turn_figure")
    if scene.hand_of is not None:
        return words("turn_hand", name=words.names[scene.hand_of])
    without = [each for each in scene.view.legal if not each.cards and each.upto is None]
    if not without or not any(each.cards for each in scene.view.legal):
        return words("turn")
    if any(each.role == "pass" for each in without):
        return words("turn_pass")
    return words("turn_cards", name=named(without[0], scene, words).lower()) if len(without) == 1 else words("turn")


def how(scene: Scene, words: Words) -> str:
    """What can be typed if the choices are not listed with numbers; else nothing."""
    view, numbered = scene.view, scene.numbered
    if not scene.mine or (numbered and not all(each.upto is not None for each in numbered)):
        return ""
    if spread(view):
        return words("choose_card")
    if len(numbered) == 1:  # nothing but a number is wanted
        return why_not(amount_of(numbered[0]), scene, words)
    if scene.boxes:
        box = scene.boxes[0]
        first = next(cell for each, cell in labels(box, scene, words).items() if each in view.legal)
        return "" if any(line.seat == scene.me for line in scene.log) else words("choose_box", first=first)
    if scene.by_place:
        return "" if scene.log else words("choose_places")
    if figure.places(view):
        return "" if scene.log else words("choose_figure", example=figure.example(view))
    if with_cards := [each for each in view.legal if each.cards]:
        one = with_cards[0].first()
        key = "choices" if one.role == "play" else "choices_for"
        return words(key, n=len(view.legal), cards=typed_as(one, scene), what=named(one, scene, words))
    return words("choices_named", n=len(view.legal), first=named(view.legal[0], scene, words).lower())

"""What a typed line means in a scene, where actions may be typed as they are called, and why one means nothing."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from dealt.cards import pretty, sequence
from dealt.game import Action, Say, alike
from dealt.game import named as action_named
from dealt.texts import plain
from dealt.tui.auction import boxed_action
from dealt.tui.naming import named, typed_as
from dealt.tui.read import IllegalAction, IllegalCards, Invalid, LegalAction, Typed, read
from dealt.tui.roles import pressed
from dealt.tui.scene import Scene
from dealt.tui.words import Words

NOT_UNDERSTOOD: Final = ("unknown", "no_pass", "no_cards", "number", "not_numbered")
"""The reasons of an Invalid after which the line may still name something that isn't possible now."""
ON_BOARD: Final = ("not_held", "no_cards", "no_pass", "unclear")
"""The reasons that read differently where cards are chosen by their places."""


def understood(typed: str, scene: Scene | None, words: Words) -> Typed:
    """What a line means. An action without cards may also be typed as it is called on its button."""
    if scene is None or not scene.mine:
        return read(typed, None, (), words.commands())
    found = _possible(typed, scene, words)
    line = " ".join(typed.split()).casefold()
    meant: Action | None = None
    if isinstance(found, Invalid | IllegalCards):
        meant = boxed_action(line, scene, words)
    if meant is None and isinstance(found, Invalid) and found.key in NOT_UNDERSTOOD:
        meant = _not_possible(line, scene, words)
    return found if meant is None else IllegalAction(meant)


def _possible(typed: str, scene: Scene, words: Words) -> Typed:
    """What a line means among the things that are possible now."""
    line, commands = " ".join(typed.split()).casefold(), words.commands()
    for each in scene.view.legal:
        if not each.cards and each.upto is None and line:
            said = scene.describe(each)
            passing = said.key.rpartition(".")[2] == "pass" and commands.get(line) == "pass"
            if passing or _called(said, line, words) or _on_pile(each, line, scene, words):
                return LegalAction(each)
    if line and (called := boxed_action(line, scene, words)) in scene.view.legal:
        return LegalAction(called)
    word, _, rest = line.partition(" ")
    verb = _verb_of(word, scene, words)
    if verb is None:
        return read(typed, scene.view, scene.numbered, commands)
    found = read(f"{verb} {rest}", scene.view, scene.numbered, commands)
    if isinstance(found, Invalid) and found.key == "which_cards":
        return replace(found, args={"name": word})
    return found


def _called(said: Say, line: str, words: Words) -> bool:
    """Is this what stands on a button, or one of its other names, such as x for a double?"""
    return words.say(said).casefold() == line or line in (words.known(f"{said.key}.alias") or "").split()


def _on_pile(action: Action, line: str, scene: Scene, words: Words) -> bool:
    """Is this what the pile is called a press on which does the action on the page?"""
    pile = pressed(scene.view, action.verb) if action.amount is None else None
    return pile is not None and line == (words.known(f"pile.{pile.name}") or plain(pile.name)).casefold()


def _verb_of(word: str, scene: Scene, words: Words) -> str | None:
    """The verb of the plays with cards whose names begin with this word, unless it is a verb itself.

    So one may type "pass Ks Jh 9h" where the verb of the rules is another one.
    """
    legal = scene.view.legal
    if any(each.verb.partition(" ")[0] == word or (word == "pass" and not each.cards) for each in legal):
        return None
    firsts = {each.verb: each for each in legal if each.cards}
    names = {verb: named(each, scene, words).casefold().split() for verb, each in firsts.items()}
    return next((verb for verb, name in names.items() if name and name[0] == word), None)


def _not_possible(line: str, scene: Scene, words: Words) -> Action | None:
    """The action of the game's vocabulary that a line names: as on its button, by its name or its beginning."""
    numbers = [int(each) for each in re.findall(r"\d{1,9}", line)]
    for each in scene.vocabulary:
        for one in [each] if each.amount is None else [each.of(n) for n in (*numbers, each.amount)]:
            if _called(scene.describe(one), line, words) or _on_pile(one, line, scene, words):
                return one
    if (exact := action_named(scene.vocabulary, line)) is not None:
        return exact
    word, _, rest = line.partition(" ")
    begun = [each for each in scene.vocabulary if each.verb.startswith(word) and len(word) > 1]
    if len(begun) != 1:
        return None
    only = begun[0]
    return action_named(begun, f"{only.verb} {rest}") if rest or only.amount is None else only.of(only.amount)


def why_not(found: Invalid, scene: Scene | None, words: Words) -> str:
    """Why a line can't be carried out."""
    args: dict[str, object] = dict(found.args)
    names = [str(each) if scene is None else named(each, scene, words) for each in found.actions]
    match found.key:
        case "not_held":
            args["cards"] = " ".join(pretty(one) for one in sequence(str(args["cards"])))
        case "unclear":
            args["what"] = ", ".join(names[:4]) + (" …" if len(names) > 4 else "")
        case "which_cards" | "which_of" if scene is not None:
            args["cards"] = typed_as(found.actions[0], scene)
        case "both":
            args["number"], args["cards"] = names[0], ", ".join(names[1:4])
        case "place_or_rank":
            args["places"], args["ranks"] = names[:2]
        case "unknown" if meant := alike(args["typed"], words.commands()):
            return words("why.unknown_alike", typed=args["typed"], meant=meant)
    on_board = scene is not None and scene.by_place and found.key in ON_BOARD
    on_board = on_board or (found.key == "not_held" and scene is not None and scene.solo and not scene.hand)
    return words(f"why.{found.key}{'_board' if on_board else ''}", **args)

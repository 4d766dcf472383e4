"""What actions are called: in a list, in a sentence, and as they are typed."""

from __future__ import annotations

from dealt.cards import mask, members, pretty, sequence
from dealt.cards import name as card_name
from dealt.game import Action, Say
from dealt.tui.scene import Scene
from dealt.tui.words import Words
from dealt.wire.protocol import Said
from dealt.wire.refusal import say_of


def label(said: Say, action: Action, words: Words) -> str:
    """An action in a list: its name, or its verb and cards if the name doesn't mention every card.

    What cards are to be, where they can be several things, is said beside them.
    """
    if action.role == "play" and " " in action.verb:
        return name_of(said, action, words)
    if action.upto is not None:
        said = Say(said.key, {**said.args, "amount": f"{action.amount}–{action.upto}"})
    if action.pick is not None:
        return _choice(said, action.pick, words)
    written, cards = words.say(said), _cards_of(said, action)
    if cards and not all(each in written for each in cards.split()):
        written = words.say(Say(said.key.partition(".")[0], {**said.args, "cards": cards}))
        written = written if cards in written else f"{written}: {cards}"
    return written


def name_of(said: Say | Said, action: Action, words: Words) -> str:
    """An action in a sentence: its name, with the cards in brackets if the name doesn't mention every card."""
    said = said if isinstance(said, Say) else say_of(said)
    if action.pick is not None:
        return _choice(said, action.pick, words)
    written, cards = words.say(said), _cards_of(said, action)
    return written if all(each in written for each in cards.split()) else f"{written} ({cards})"


def named(action: Action, scene: Scene, words: Words) -> str:
    """An action of a scene in a sentence."""
    return name_of(scene.describe(action), action, words)


def typed_as(action: Action, scene: Scene) -> str:
    """The cards of an action as a person can type them, in the order in which the game names them."""
    return " ".join(card_name(one) for one in sequence(_cards_of(scene.describe(action), action)))


def _choice(said: Say, pick: tuple[int, int], words: Words) -> str:
    """A choice of cards in words: how many in place of which."""
    least, most = pick
    some = words("pick_exactly" if least == most else "pick", least=least, most=most)
    args = {key: some if isinstance(value, tuple) else value for key, value in said.args.items()}
    written = words.say(Say(said.key, args))
    return written if some in written or "–".join(map(str, pick)) in written else f"{written}: {some}"


def _cards_of(said: Say, action: Action) -> str:
    """The cards of an action, in the order in which the game names them."""
    given = said.args.get("cards")
    some = [one for each in given for one in sequence(each)] if isinstance(given, tuple) else []
    return " ".join(map(pretty, some if mask(some) == action.cards else members(action.cards)))

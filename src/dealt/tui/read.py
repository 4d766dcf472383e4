"""Understanding what a person types: a number, cards, ranks, the name of an action, a command, or chat."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice
from typing import Final

from dealt.cards import Cards, mask, members, name, rank, ranks, sequence
from dealt.game import Action, View, covers, find
from dealt.tui import figure, roles
from dealt.tui.scene import amounts, board, spread


@dataclass(frozen=True, slots=True)
class LegalAction:
    """An action that is legal now."""

    action: Action


@dataclass(frozen=True, slots=True)
class IllegalCards:
    """Cards that the person has and can't play now: the rules know why."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Command:
    """A command of the terminal and what follows it."""

    name: str
    rest: str = ""


@dataclass(frozen=True, slots=True)
class ChatText:
    """Something said to the others."""

    text: str


@dataclass(frozen=True, slots=True)
class Invalid:
    """A line that can't be carried out: why, as the key and arguments of a text, and what it may mean."""

    key: str
    args: Mapping[str, str | int]
    actions: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class EmptyLine:
    """Enter alone, where it means nothing."""


@dataclass(frozen=True, slots=True)
class IllegalAction:
    """An action without cards that the game has and that isn't possible now: the rules know why."""

    action: Action


Typed = LegalAction | IllegalCards | IllegalAction | Command | ChatText | Invalid | EmptyLine

_RANKS: Final = re.compile(r"(?:10|[2-9TJQKA]|BJ|RJ)+", re.IGNORECASE)
_RANK: Final = re.compile(r"10|BJ|RJ|[2-9TJQKA]", re.IGNORECASE)


def read(
    typed: str, view: View | None, numbered: Sequence[Action] = (), commands: Mapping[str, str] | None = None
) -> Typed:
    """What a line means at a view, given the numbered actions and the words for commands."""
    line = " ".join(typed.replace("\ufe0f", "").split())
    if line.startswith("/"):
        return ChatText(typed.strip()[1:].strip())
    word, _, rest = line.partition(" ")
    if view is not None and rest.isdecimal() and (amount := _by_verb(word, rest, view, ranged=True)) is not None:
        return amount  # "r 40" where one may raise, whatever else begins with r
    command = (commands or {}).get(word.lower())
    if command == "pass" and not rest:
        return _passing(view) or Invalid("no_pass", {})
    if command is not None and command != "pass":
        return Command(command, rest)
    if not line:
        return _entered(view) or EmptyLine()
    return Invalid("unknown", {"typed": line[:40]}) if view is None else _action(line, view, numbered)


def _action(line: str, view: View, numbered: Sequence[Action]) -> Typed:
    on_figure = figure.laid(line, view)
    if isinstance(on_figure, Action):
        return LegalAction(on_figure)
    if isinstance(on_figure, str) and not numbered:
        return Invalid("which_place", {"typed": on_figure, "example": figure.example(view) or on_figure})
    if line.startswith("#") and line[1:].isdecimal():
        return _number(int(line[1:]), numbered)
    if (action := find(view, line)) is not None:
        return LegalAction(action)
    word, _, rest = line.partition(" ")
    if (named := _by_verb(word, rest, view)) is not None:
        return named
    if line.isdecimal() and (lying := spread(view)):
        taken = next((each.of(int(line)) for each in lying if int(line) in each.amounts), None)
        return LegalAction(taken) if taken is not None else Invalid("no_card_there", {"n": int(line)})
    if line.isdecimal() and (counted := _by_amount(int(line[:9]), view, len(numbered))) is not None:
        return counted
    by_ranks = _by_ranks(line, view)
    if (by_places := _by_places(line, view)) is not None:
        return _of_two(line, by_places, by_ranks)
    if line.isdecimal() and 0 < int(line) <= len(numbered):
        chosen, fitting = numbered[int(line) - 1], _playable(by_ranks)
        if fitting and fitting != (chosen,):
            return Invalid("both", {"typed": line}, (chosen, *fitting))
        return _numbered(chosen)
    if by_ranks is not None:
        return by_ranks
    if line.isdecimal() and numbered:
        return _number(int(line), numbered)
    if line.isdecimal() and len(line) < 4:
        return Invalid("not_numbered", {"typed": line})
    return _by_cards(line, view)


def _playable(found: Typed | None) -> tuple[Action, ...]:
    """The actions that a line may mean."""
    return (found.action,) if isinstance(found, LegalAction) else found.actions if isinstance(found, Invalid) else ()


def _by_amount(n: int, view: View, numbered: int) -> Typed | None:
    """What a mere number means as an amount; None where it is none: a number of the list, a place, or a rank.

    Where the choices are amounts of one verb, such as bids, it is one of them. Where one verb takes any amount of a
    range, a number beyond those of the list is that amount, and one that is out of range is told the range.
    """
    bids = amounts(view)
    if bids:
        verb = next(iter(bids.values())).verb
        return LegalAction(bids[n]) if n in bids else IllegalAction(Action(verb, amount=n))
    ranged = [each for each in view.legal if each.upto is not None]
    if len(ranged) != 1 or any(each.cards for each in view.legal) or 0 < n <= numbered or not numbered:
        return None
    return LegalAction(ranged[0].of(n)) if n in ranged[0].amounts else amount_of(ranged[0])


def _passing(view: View | None) -> LegalAction | None:
    """The only legal action without cards, if it is the last one: games list a pass there."""
    without = [each for each in view.legal if not each.cards] if view is not None else []
    if len(without) == 1 and view is not None and view.legal[-1] is without[0] and without[0].upto is None:
        return LegalAction(without[0])
    return None


def _entered(view: View | None) -> LegalAction | None:
    """What Enter alone does: it passes, except when the person leads."""
    leads = view is not None and view.seat in [each.owner for each in roles.facts(view, "lead")]
    found = None if leads else _passing(view)
    return found if found is not None and found.action.role == "pass" else None


def _number(n: int, numbered: Sequence[Action]) -> Typed:
    if 0 < n <= len(numbered):
        return _numbered(numbered[n - 1])
    return Invalid("number", {"n": n, "last": len(numbered)}) if numbered else Invalid("unknown", {"typed": f"#{n}"})


def _numbered(chosen: Action) -> Typed:
    if chosen.pick is not None:
        return Invalid("which_of", {}, (chosen.first(),))
    return LegalAction(chosen) if chosen.upto is None else amount_of(chosen)


def amount_of(action: Action) -> Invalid:
    """The answer to an action that was named without the amount it needs."""
    amounts = action.amounts
    key = "amount" if amounts.step == 1 else "amount_steps"
    args: dict[str, str | int] = {"name": action.verb, "low": amounts[0], "high": amounts[-1]}
    return Invalid(key, args if amounts.step == 1 else {**args, "step": amounts.step}, (action,))


def _by_verb(word: str, rest: str, view: View, *, ranged: bool = False) -> Typed | None:
    """What a verb means, or its beginning, and what follows it: an amount, or cards; None if no verb was typed.

    ``ranged``: only a verb whose amount one chooses. "c" checks, "r 40" raises to 40, "draw 9 8" draws for these ranks.
    """
    some = [each for each in view.legal if not ranged or each.upto is not None]
    verbs = {each.verb for each in some}
    begun = [each for each in verbs if each.lower().startswith(word.lower())]
    verb = next((each for each in verbs if each.lower() == word.lower()), begun[0] if len(begun) == 1 else None)
    if verb is None or (verb.lower() != word.lower() and _RANKS.fullmatch(word)):
        return None
    fitting = [each for each in some if each.verb == verb]
    only = fitting[0] if len(fitting) == 1 and not fitting[0].cards else None
    if only is not None and only.upto is None:
        return LegalAction(only) if rest in ("", str(only.amount)) or verb.lower() == f"{word} {rest}".lower() else None
    if only is not None:
        amount = int(rest) if rest.isdecimal() else -1
        return LegalAction(only.of(amount)) if amount in only.amounts else amount_of(only)
    if not all(each.cards for each in fitting):
        return None
    if not rest:
        return Invalid("which_cards", {"name": word}, (fitting[0].first(),)) if verb.lower() == word.lower() else None
    found = read(rest, replace(view, legal=tuple(fitting)))
    return None if isinstance(found, Invalid) and found.key == "unknown" else found


def _by_places(line: str, view: View) -> LegalAction | Invalid | IllegalCards | None:
    """What a line of places means; None if numbers aren't places here, or the line has anything else in it."""
    places = board(view)
    numbers = re.split(r"[\s,+]+", line.strip(" ,+"))
    if not places or not all(each.isdecimal() for each in numbers):
        return None
    chosen = 0
    for n in map(int, numbers):
        if not 1 <= n <= len(places):
            return Invalid("place", {"n": n, "last": len(places)})
        if not places[n - 1].cards or (top := places[n - 1].cards[-1]) is None:
            return Invalid("empty_place", {"n": n})
        if chosen >> top & 1:
            return Invalid("twice", {"n": n})
        chosen |= 1 << top
    return _by_mask(line, chosen, view)


def _of_two(
    line: str, by_places: LegalAction | Invalid | IllegalCards, by_ranks: LegalAction | Invalid | IllegalCards | None
) -> Typed:
    """Decide between places and ranks: the one that can be played is meant; if both can, the person has to say."""
    playable = _playable(by_ranks)
    if isinstance(by_places, LegalAction) and playable and by_places.action not in playable:
        return Invalid("place_or_rank", {"typed": line}, (by_places.action, *playable))
    in_vain = isinstance(by_places, Invalid) and isinstance(by_ranks, IllegalCards)
    if by_ranks is not None and not isinstance(by_places, LegalAction) and (playable or in_vain):
        return by_ranks
    return by_places


def _held(view: View) -> Cards:
    """The cards that the viewer may choose from: their own, those on a board, and any that occur in a legal action."""
    mine = [*(each for each in view.piles if each.owner == view.seat), *board(view)]
    held = mask(one for pile in mine for one in pile.cards if one is not None)
    for each in view.legal:
        held |= each.cards
    return held


def _by_ranks(line: str, view: View) -> LegalAction | Invalid | IllegalCards | None:
    """The only legal play of these ranks; None if the line isn't made of ranks."""
    bare = re.sub(r"[\s,]", "", line)
    if not _RANKS.fullmatch(bare):
        return None
    wanted = tuple(sorted(_rank(each) for each in _RANK.findall(bare)))
    plays = [each for each in view.legal if each.cards and each.upto is None]
    fitting = [each for each in plays if each.pick is None and ranks(each.cards) == wanted]
    fitting += [each.of(cards=some) for each in plays for some in _picked(each, wanted, exactly=view.suits)]
    if len(fitting) == 1:
        return LegalAction(fitting[0])
    if fitting:
        return Invalid("unclear", {"typed": line}, tuple(fitting))
    chosen = 0
    for each in wanted:
        one = next((one for one in members(_held(view) & ~chosen) if rank(one) == each), None)
        if one is None:
            return Invalid("no_cards", {"ranks": line})
        chosen |= 1 << one
    return IllegalCards(chosen)


def _picked(action: Action, wanted: Sequence[int], *, exactly: bool) -> list[Cards]:
    """The cards of these ranks among those to choose from; two of the ways if there are several and suits count."""
    found = [0]
    for each, count in Counter(wanted).items() if len(wanted) in action.sizes else ():
        there = [one for one in members(action.cards) if rank(one) == each]
        ways = islice(combinations(there, count), 2 if exactly else 1)
        found = [before | mask(some) for some in ways for before in found]
    return found[:2] if found != [0] else []


def _rank(letter: str) -> int:
    if letter.upper() in ("BJ", "RJ"):
        return 13 + (letter.upper() == "RJ")
    return "23456789TJQKA".index("T" if letter == "10" else letter.upper())


def _by_cards(line: str, view: View) -> Typed:
    """The legal play of the cards that a line names."""
    try:
        written = sequence(line)
        chosen = mask(written)
    except ValueError:
        return Invalid("unknown", {"typed": line[:40]})
    return _by_mask(line, chosen, view)


def _by_mask(line: str, chosen: Cards, view: View) -> LegalAction | Invalid | IllegalCards:
    """The legal play of exactly these cards."""
    fitting = [each for each in view.legal if each.cards and each.upto is None and covers(view, each, chosen)]
    if len(fitting) == 1:
        only = fitting[0]
        return LegalAction(only if only.exact and only.cards == chosen else only.of(cards=chosen))
    if fitting:
        return Invalid("unclear", {"typed": line}, tuple(fitting))
    missing = chosen & ~_held(view)
    if missing:
        return Invalid("not_held", {"cards": "".join(name(one) for one in members(missing))})
    return IllegalCards(chosen)

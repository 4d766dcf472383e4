"""Understanding what a person types: a number, cards, ranks alone, the name of an action, a command, or talk."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from dealt.cards import Cards, mask, members, name, rank, ranks, sequence
from dealt.game import Action, View, covers, find

__all__ = ["Act", "Command", "Nothing", "Talk", "Typed", "Unfit", "Wrong", "read"]


@dataclass(frozen=True, slots=True)
class Act:
    """An action that is legal now."""

    action: Action


@dataclass(frozen=True, slots=True)
class Unfit:
    """Cards that the person has and can't play now: the rules know why."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Command:
    """A command of the terminal and what follows it."""

    name: str
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Talk:
    """Something said to the others."""

    text: str


@dataclass(frozen=True, slots=True)
class Wrong:
    """Typed in vain: the key of a text that says why, and its arguments; ``actions`` are what it may have meant."""

    key: str
    args: Mapping[str, str | int]
    actions: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class Nothing:
    """Enter alone, where it means nothing."""


Typed = Act | Unfit | Command | Talk | Wrong | Nothing

_RANKS: Final = re.compile(r"(?:10|[2-9TJQKA]|BJ|RJ)+", re.IGNORECASE)
_RANK: Final = re.compile(r"10|BJ|RJ|[2-9TJQKA]", re.IGNORECASE)


def read(
    typed: str, view: View | None, numbered: Sequence[Action] = (), commands: Mapping[str, str] | None = None
) -> Typed:
    """What a line means at a view, given the numbered actions and the words for commands."""
    line = " ".join(typed.replace("\ufe0f", "").split())
    if line.startswith("/"):
        return Talk(typed.strip()[1:].strip())
    word, _, rest = line.partition(" ")
    command = (commands or {}).get(word.lower())
    if command == "pass" and not rest:
        return _passing(view) or Wrong("no_pass", {})
    if command is not None and command != "pass":
        return Command(command, rest)
    if not line:
        return (_passing(view) if view is not None else None) or Nothing()
    if view is None:
        return Wrong("unknown", {"typed": line[:40]})
    if line.startswith("#") and line[1:].isdecimal():
        return _number(int(line[1:]), numbered)
    action = find(view, line)
    if action is not None:
        return Act(action)
    by_ranks = _by_ranks(line, view)
    if line.isdecimal() and 0 < int(line) <= len(numbered):
        chosen = numbered[int(line) - 1]
        fitting = (
            by_ranks.actions if isinstance(by_ranks, Wrong) else (by_ranks.action,) if isinstance(by_ranks, Act) else ()
        )
        if fitting and fitting != (chosen,):
            return Wrong("both", {"typed": line}, (chosen, *fitting))
        return Act(chosen)
    if by_ranks is not None:
        return by_ranks
    if line.isdecimal() and numbered:
        return _number(int(line), numbered)
    return _by_cards(line, view)


def _passing(view: View | None) -> Act | None:
    """The one thing that can be done without cards, if it stands last, where games put the pass."""
    without = [each for each in view.legal if not each.cards] if view is not None else []
    if len(without) == 1 and view is not None and view.legal[-1] is without[0] and without[0].upto is None:
        return Act(without[0])
    return None


def _number(n: int, numbered: Sequence[Action]) -> Typed:
    if 0 < n <= len(numbered):
        return Act(numbered[n - 1])
    return Wrong("number", {"n": n, "last": len(numbered)}) if numbered else Wrong("unknown", {"typed": f"#{n}"})


def _held(view: View) -> Cards:
    """The cards that the viewer may choose from: those in sight at seats, and any that occur in a legal action."""
    held = mask(one for pile in view.piles if pile.owner == view.seat for one in pile.cards if one is not None)
    for each in view.legal:
        held |= each.cards
    return held


def _by_ranks(line: str, view: View) -> Act | Wrong | Unfit | None:
    """The play of those ranks, if the ranks alone leave no doubt which; None if ranks aren't what was typed."""
    bare = re.sub(r"[\s,]", "", line)
    if not _RANKS.fullmatch(bare):
        return None
    wanted = tuple(sorted(_rank(each) for each in _RANK.findall(bare)))
    fitting = [
        each for each in view.legal if each.cards and each.upto is None and tuple(sorted(ranks(each.cards))) == wanted
    ]
    if len(fitting) == 1:
        return Act(fitting[0])
    if fitting:
        return Wrong("unclear", {"typed": line}, tuple(fitting))
    chosen = 0
    for each in wanted:
        one = next((one for one in members(_held(view) & ~chosen) if rank(one) == each), None)
        if one is None:
            return Wrong("no_cards", {"ranks": line})
        chosen |= 1 << one
    return Unfit(chosen)


def _rank(letter: str) -> int:
    if letter.upper() in ("BJ", "RJ"):
        return 13 + (letter.upper() == "RJ")
    return "23456789TJQKA".index("T" if letter == "10" else letter.upper())


def _by_cards(line: str, view: View) -> Typed:
    """The play of those cards, whatever it is called."""
    try:
        written = sequence(line)
        chosen = mask(written)
    except ValueError:
        return Wrong("unknown", {"typed": line[:40]})
    fitting = [each for each in view.legal if each.cards and each.upto is None and covers(view, each, chosen)]
    if len(fitting) == 1:
        only = fitting[0]
        return Act(only if only.cards == chosen else Action(only.verb, chosen, only.amount))
    if fitting:
        return Wrong("unclear", {"typed": line}, tuple(fitting))
    missing = chosen & ~_held(view)
    if missing:
        return Wrong("not_held", {"cards": "".join(name(one) for one in members(missing))})
    return Unfit(chosen)

"""Understanding what a person types: a number, cards, ranks alone, the name of an action, a command, or talk."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from dealt.cards import Cards, mask, members, name, rank, ranks, sequence
from dealt.game import Action, View, covers, find
from dealt.tui.scene import board, spread

__all__ = ["Act", "Command", "Nothing", "Talk", "Typed", "Unfit", "Wrong", "amount_of", "read"]


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
    if view is not None and rest.isdecimal() and (amount := _by_verb(word, rest, view, ranged=True)) is not None:
        return amount  # "r 40" where one may raise, whatever else begins with r
    command = (commands or {}).get(word.lower())
    if command == "pass" and not rest:
        return _passing(view) or Wrong("no_pass", {})
    if command is not None and command != "pass":
        return Command(command, rest)
    if not line:
        return _entered(view) or Nothing()
    if view is None:
        return Wrong("unknown", {"typed": line[:40]})
    if line.startswith("#") and line[1:].isdecimal():
        return _number(int(line[1:]), numbered)
    action = find(view, line)
    if action is not None:
        return Act(action)
    named = _by_verb(word, rest, view)
    if named is not None:
        return named
    if line.isdecimal() and (lying := spread(view)):
        taken = next((each.of(int(line)) for each in lying if int(line) in each.amounts), None)
        return Act(taken) if taken is not None else Wrong("no_card_there", {"n": int(line)})
    counted = [each for each in view.legal if each.upto is None and not each.cards and str(each.amount) == line]
    if len(counted) == 1:  # a bid: nothing else is a mere number then
        return Act(counted[0])
    ranged = [each for each in view.legal if each.upto is not None and not each.cards]
    if line.isdecimal() and len(ranged) == 1 and int(line) > len(numbered) > 0 and int(line) in ranged[0].amounts:
        return Act(ranged[0].of(int(line)))
    by_ranks = _by_ranks(line, view)
    by_places = _by_places(line, view)
    if by_places is not None:
        return _of_two(line, by_places, by_ranks)
    if line.isdecimal() and 0 < int(line) <= len(numbered):
        chosen = numbered[int(line) - 1]
        fitting = (
            by_ranks.actions if isinstance(by_ranks, Wrong) else (by_ranks.action,) if isinstance(by_ranks, Act) else ()
        )
        if fitting and fitting != (chosen,):
            return Wrong("both", {"typed": line}, (chosen, *fitting))
        return _numbered(chosen)
    if by_ranks is not None:
        return by_ranks
    if line.isdecimal() and numbered:
        return _number(int(line), numbered)
    if line.isdecimal() and len(line) < 4:
        return Wrong("not_numbered", {"typed": line})
    return _by_cards(line, view)


def _passing(view: View | None) -> Act | None:
    """The one thing that can be done without cards, if it stands last, where games put the pass."""
    without = [each for each in view.legal if not each.cards] if view is not None else []
    if len(without) == 1 and view is not None and view.legal[-1] is without[0] and without[0].upto is None:
        return Act(without[0])
    return None


def _entered(view: View | None) -> Act | None:
    """What Enter alone does: it passes, but never the lead, which is given away by no accident."""
    leads = view is not None and any(each.name == "lead" and each.owner == view.seat for each in view.facts)
    found = None if leads else _passing(view)
    return found if found is not None and found.action.verb == "pass" else None


def _number(n: int, numbered: Sequence[Action]) -> Typed:
    if 0 < n <= len(numbered):
        return _numbered(numbered[n - 1])
    return Wrong("number", {"n": n, "last": len(numbered)}) if numbered else Wrong("unknown", {"typed": f"#{n}"})


def _numbered(chosen: Action) -> Typed:
    return Act(chosen) if chosen.upto is None else amount_of(chosen)


def amount_of(action: Action) -> Wrong:
    """An action that needs a number beside its name."""
    amounts = action.amounts
    key = "amount" if amounts.step == 1 else "amount_steps"
    args: dict[str, str | int] = {"name": action.verb, "low": amounts[0], "high": amounts[-1]}
    return Wrong(key, args if amounts.step == 1 else {**args, "step": amounts.step}, (action,))


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
        return Act(only) if rest in ("", str(only.amount)) or verb.lower() == f"{word} {rest}".lower() else None
    if only is not None:
        amount = int(rest) if rest.isdecimal() else -1
        return Act(only.of(amount)) if amount in only.amounts else amount_of(only)
    if not all(each.cards for each in fitting):
        return None
    if not rest:
        return Wrong("which_cards", {"name": word}, (fitting[0],)) if verb.lower() == word.lower() else None
    found = read(rest, replace(view, legal=tuple(fitting)))
    return None if isinstance(found, Wrong) and found.key == "unknown" else found


def _by_places(line: str, view: View) -> Act | Wrong | Unfit | None:
    """What the cards on these places are good for; None where numbers don't mean places, or none were typed."""
    places = board(view)
    numbers = re.split(r"[\s,+]+", line.strip(" ,+"))
    if not places or not all(each.isdecimal() for each in numbers):
        return None
    chosen = 0
    for n in map(int, numbers):
        if not 1 <= n <= len(places):
            return Wrong("place", {"n": n, "last": len(places)})
        if not places[n - 1].cards or (top := places[n - 1].cards[-1]) is None:
            return Wrong("empty_place", {"n": n})
        if chosen >> top & 1:
            return Wrong("twice", {"n": n})
        chosen |= 1 << top
    return _by_mask(line, chosen, view)


def _of_two(line: str, by_places: Act | Wrong | Unfit, by_ranks: Act | Wrong | Unfit | None) -> Typed:
    """Numbers of places may be ranks too: what can be played is meant, and if both can, neither."""
    playable = (
        (by_ranks.action,) if isinstance(by_ranks, Act) else by_ranks.actions if isinstance(by_ranks, Wrong) else ()
    )
    if isinstance(by_places, Act) and playable and by_places.action not in playable:
        return Wrong("place_or_rank", {"typed": line}, (by_places.action, *playable))
    in_vain = isinstance(by_places, Wrong) and isinstance(by_ranks, Unfit)
    if by_ranks is not None and not isinstance(by_places, Act) and (playable or in_vain):
        return by_ranks
    return by_places


def _held(view: View) -> Cards:
    """The cards that the viewer may choose from: their own, those on a board, and any that occur in a legal action."""
    mine = [*(each for each in view.piles if each.owner == view.seat), *board(view)]
    held = mask(one for pile in mine for one in pile.cards if one is not None)
    for each in view.legal:
        held |= each.cards
    return held


def _by_ranks(line: str, view: View) -> Act | Wrong | Unfit | None:
    """The play of those ranks, if the ranks alone leave no doubt which; None if ranks aren't what was typed."""
    bare = re.sub(r"[\s,]", "", line)
    if not _RANKS.fullmatch(bare):
        return None
    wanted = tuple(sorted(_rank(each) for each in _RANK.findall(bare)))
    fitting = [each for each in view.legal if each.cards and each.upto is None and ranks(each.cards) == wanted]
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
    return _by_mask(line, chosen, view)


def _by_mask(line: str, chosen: Cards, view: View) -> Act | Wrong | Unfit:
    """What these very cards are good for."""
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

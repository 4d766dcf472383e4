"""What must hold in an auction for a row to count: the words in braces, and the calls before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import permutations
from typing import Final

from dealt.games.bridge.auction import BIDS, DOUBLE, PASS, STRAINS
from dealt.players.advice.bridge.bidding import Promise, Reading, high_of, low_of
from dealt.players.advice.bridge.standard.row import SystemRow, Term

Binding = Mapping[str, int]
"""The suits that a row's letters stand for."""
HIGHEST_FIRST: Final = (3, 2, 1, 0)
_LIKE: Final = {"reopen": "takeout"}
"""Calls that are answered as others, too."""
NARROW: Final = 4
"""A range of so many points is taken for its middle."""


class Scene:
    """An auction as the seat that calls next sees it, with what rows ask of it worked out once."""

    def __init__(self, r: Reading) -> None:
        self.r = r
        calls = r.calls
        first = next((n for n, call in enumerate(calls) if call != PASS), len(calls))
        self.first = first
        self.tokens = tuple(call if (n - r.me) % 2 == 0 else f"({call})" for n, call in enumerate(calls) if n >= first)
        self.bid = r.bid
        self.last_bid = f"({r.bid})" if r.bid and not r.ours else r.bid
        self.level = int(self.bid[0]) if self.bid else 0
        self.theirs = self._shown((1, 3))
        self.ours_shown = self._shown((0, 2))
        last = [r.last(ahead) for ahead in (1, 2, 3)]
        self.asked = r.rule(2)
        self.unanswered = last[2] in (PASS, "") or (last[2] == DOUBLE and bool(self.asked and self.asked.artificial))
        self.balancing = bool(self.bid) and last[2] == PASS and last[1] in (PASS, "")
        self.mine = r.rule(0)
        self.opener = (first - r.me) % 4 if first < len(calls) else None
        self.doubled = r.auction.doubled
        t = self.bid[1:] if self.bid and not r.ours else ""
        shown = STRAINS.find(t) if t and t != "N" else next(iter(self._newest_suit()), -1)
        self.t: int | None = shown if shown >= 0 else None
        self._held: dict[Term, bool] = {}

    def holds(self, term: Term) -> bool:
        """Does a condition hold that speaks of no open suit? Many rows ask the same."""
        known = self._held.get(term)
        if known is None:
            known = self._held[term] = holds(term, self, {} if self.t is None else {"t": self.t})
        return known

    def _newest_suit(self) -> Iterator[int]:
        """The suits that the opponents have bid, the newest first."""
        calls = self.r.calls
        for n in reversed(range(len(calls))):
            if (n - self.r.me) % 2 and calls[n] in BIDS and calls[n][1] != "N":
                yield STRAINS.index(calls[n][1])

    def _shown(self, seats: tuple[int, int]) -> frozenset[int]:
        """The suits that a side has bid and meant."""
        found = set()
        for n, call in enumerate(self.r.calls):
            if (n - self.r.me) % 4 in seats and call in BIDS and call[1] != "N":
                rule = self.r.rules[n]
                if rule is None or not rule.artificial:
                    found.add(STRAINS.index(call[1]))
        return frozenset(found)

    @property
    def partner(self) -> Promise:
        return self.r.known(2)

    def partner_suit(self) -> int | None:
        """The suit of partner's last bid."""
        last = self.r.last(2)
        return STRAINS.index(last[1]) if last in BIDS and last[1] != "N" else None

    def span(self) -> tuple[int, int]:
        """The points that partner has promised, from and to."""
        low = low_of(self.partner)
        return low, max(low, high_of(self.partner))

    def worth(self) -> int:
        """The points that partner is taken to have: the least, or the middle of a narrow range."""
        low, high = self.span()
        return (low + high + 1) // 2 if high - low <= NARROW else low

    def gamed(self) -> bool:
        """Is the last bid a game or more?"""
        return bool(self.bid) and self.level >= game_level(self.bid[1])

    def forced(self) -> bool:
        """May this seat not pass: has partner forced, or the side gone to game, with no call since?"""
        if not self.unanswered or not self.asked:
            return False
        committed = any(
            rule is not None and rule.to_game for n, rule in enumerate(self.r.rules) if (n - self.r.me) % 2 == 0
        )
        return self.asked.forcing or (committed and not self.gamed())


def game_level(strain: str) -> int:
    """The level at which a contract in a strain is a game."""
    return {"N": 3, "S": 4, "H": 4}.get(strain, 5)


def bindings(row: SystemRow, scene: Scene) -> Iterator[Binding]:
    """Every way to put suits for the letters of a row so that it counts in an auction."""
    if row.auctions and not all(map(scene.holds, row.fixed)):
        return
    for given in _placed(row, scene):
        if given is None:
            continue
        if not row.variables:
            yield {} if scene.t is None else {"t": scene.t}
            continue
        for full in _filled(row.variables, tuple(sorted(given.items()))):
            binding = dict(full)
            if scene.t is not None:
                binding["t"] = scene.t
            if all(holds(each, scene, binding) for each in row.conditions):
                yield binding


def _placed(row: SystemRow, scene: Scene) -> Iterator[dict[str, int] | None]:
    if not row.auctions:
        yield match_token(row.tail, scene.last_bid, {})
        return
    for auction in row.auctions:
        if len(auction) != len(scene.tokens):
            continue
        found: dict[str, int] | None = {}
        for pattern, token in zip(auction, scene.tokens, strict=True):
            found = match_token(pattern, token, found) if found is not None else None
        if found is not None:
            yield found
            return


def match_token(pattern: str, token: str, given: Mapping[str, int] | None) -> dict[str, int] | None:
    """What the letters of a pattern stand for if it is this call; None if it isn't."""
    if given is None:
        return None
    if not pattern:
        return dict(given)
    if pattern == "*":
        return dict(given) if not token.startswith("(") else None
    if pattern.startswith("(") != token.startswith("("):
        return None
    want, call = pattern.strip("()"), token.strip("()")
    if want in ("*", "~", "#"):
        fits = want == "*" or (call != PASS if want == "~" else call in BIDS)
        return dict(given) if fits else None
    if want == call:
        return dict(given)
    if call not in BIDS or len(want) != 2 or want[0] != call[0] or call[1] == "N" or want[1] in "CDHSN":
        return None
    suit = STRAINS.index(call[1])
    if given.get(want[1], suit) != suit or not _may_be(want[1], suit):
        return None
    if want[1] not in given and suit in given.values():
        return None
    return {**given, want[1]: suit}


def _may_be(letter: str, suit: int) -> bool:
    return suit >= 2 if letter in "MO" else suit < 2 if letter in "mn" else True


@lru_cache(maxsize=4096)
def _filled(letters: str, given: tuple[tuple[str, int], ...]) -> tuple[tuple[tuple[str, int], ...], ...]:
    """All ways to put suits for the letters that are still open, the highest suits first."""
    known = dict(given)
    rest = [letter for letter in letters if letter not in known]
    found = []
    for suits in permutations(HIGHEST_FIRST, len(rest)) if len(rest) <= 4 else ():
        full = {**known, **dict(zip(rest, suits, strict=True))}
        if not all(_may_be(letter, suit) for letter, suit in full.items()):
            continue
        if len(set(full.values())) == len(full):
            found.append(tuple(full.items()))
    return tuple(found)


def holds(term: Term, scene: Scene, binding: Binding) -> bool:
    kind, *parts = term
    return _CHECKS[kind](scene, binding, *parts)


def suit_in(letter: str, binding: Binding) -> int | None:
    """The suit of a letter, of a row or a suit's own; None for t where the opponents have bid none."""
    return binding.get(letter) if letter not in "CDHS" else STRAINS.index(letter)


def _flag(scene: Scene, binding: Binding, name: str) -> bool:
    r = scene.r
    match name:
        case "ours":
            return bool(scene.bid) and r.ours
        case "theirs":
            return bool(scene.bid) and not r.ours
        case "forced":
            return scene.forced()
        case "undoubled":
            return scene.doubled == 0
        case "balancing":
            return scene.balancing
        case "gamed":
            return scene.gamed()
        case "settled":
            return not (scene.asked and (scene.asked.artificial or scene.asked.forcing) and scene.unanswered)
        case "answered":
            return not scene.unanswered
        case "unanswered":
            return scene.unanswered
        case "notrump":
            return scene.bid.endswith("N")
        case _:
            low, high = scene.span()
            return high - low > 2


def _points(scene: Scene, binding: Binding, who: str, low: str) -> bool:
    return low_of(scene.r.known(2 if who == "p" else 0)) >= int(low)


def _shown(scene: Scene, binding: Binding, who: str, letter: str, low: str) -> bool:
    suit = suit_in(letter, binding)
    return suit is not None and scene.r.known(2 if who == "p" else 0).least(suit) >= int(low)


def _silent(scene: Scene, binding: Binding, who: str) -> bool:
    seats = {"us": (0, 2), "me": (0,), "p": (2,)}[who]
    return all(call == PASS for seat in seats for call in scene.r.said(seat))


def _opened(scene: Scene, binding: Binding, who: str) -> bool:
    return scene.opener in {"us": (0, 2), "me": (0,), "p": (2,)}[who]


def _seat(scene: Scene, binding: Binding, low: str, high: str) -> bool:
    return int(low) <= len(scene.r.calls) + 1 <= int(high)


def _level(scene: Scene, binding: Binding, low: str, high: str) -> bool:
    return int(low) <= scene.level <= int(high or low)


def _bids(scene: Scene, binding: Binding, count: str) -> bool:
    made = [call for ahead in (1, 3) for call in scene.r.said(ahead) if call in BIDS]
    return len(made) == int(count)


def _below(scene: Scene, binding: Binding, bid: str) -> bool:
    return scene.r.auction.bid < BIDS.index(bid)


def _named(scene: Scene, binding: Binding, who: str, name: str, strain: str) -> bool:
    if who == "me":
        return any(
            rule is not None and rule.name == name
            for n, rule in enumerate(scene.r.rules)
            if (n - scene.r.me) % 4 == 0 and scene.r.calls[n] != PASS
        )
    rule = scene.asked
    if rule is None:
        return False
    same = name in (rule.name, _LIKE.get(rule.name)) or (name == "aces" and rule.name.startswith("aces_"))
    return same and (not strain or rule.call.endswith(strain))


def _suit(scene: Scene, binding: Binding, kind: str, letter: str) -> bool:
    suit = suit_in(letter, binding)
    if suit is None:
        return False
    if kind == "unbid":
        return suit not in scene.theirs | scene.ours_shown
    if kind == "free":
        return suit not in scene.theirs
    if kind == "fourth":
        return scene.ours_shown == frozenset(range(4)) - {suit}
    return scene.bid[1:] == STRAINS[suit]


def _is(scene: Scene, binding: Binding, letter: str, what: str) -> bool:
    suit = suit_in(letter, binding)
    if suit is None:
        return False
    if what in "CDHS":
        return suit == STRAINS.index(what)
    return (suit >= 2) == (what == "M")


_CHECKS: Final[dict[str, Callable[..., bool]]] = {
    "flag": _flag,
    "points": _points,
    "shown": _shown,
    "silent": _silent,
    "opened": _opened,
    "seat": _seat,
    "level": _level,
    "bids": _bids,
    "below": _below,
    "named": _named,
    "suit": _suit,
    "is": _is,
}

"""A quick way to play Dou Dizhu to the end where all hands are known: the computer tries its choices with it.

Hands are :data:`~dealt.players.advice.doudizhu.splitting.Key` numbers, and seats act counter-clockwise. Each seat looks
at its own hand, at the number of cards of the others and at the play to beat, and never into another hand.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from dealt.game import Seat
from dealt.games.climbing import core
from dealt.players.advice.doudizhu.splitting import (
    ACE,
    ALIKE,
    BODY,
    POWER,
    RED,
    ROCKET,
    RUNS,
    TWO,
    Group,
    Key,
    Splitter,
    is_bomb,
)

__all__ = ["Manners", "Playing", "Playout", "Use", "beating", "bombs"]


class Use(NamedTuple):
    """A play: its body, the number of equal cards in each attached group (0 for none), its cards and their number."""

    body: Group
    kicker: int
    taken: Key
    size: int


_RULES: Final = tuple(core.Rules(3, -1, False, locks) for locks in (False, True))


class Playing(NamedTuple):
    """A position: the hands and the number of cards of each, the landlord (``alone``), the seat to act (``turn``), the
    owner of the play to beat and that play (``newest``), both None if the seat leads.

    ``locked`` has a bit for every seat that has passed in this trick where a pass locks out until the next trick; it is
    None where a pass locks nobody out.
    """

    hands: tuple[Key, ...]
    sizes: tuple[int, ...]
    alone: Seat
    turn: Seat
    owner: Seat | None = None
    newest: Use | None = None
    locked: int | None = None

    def after(self, use: Use | None) -> Playing:
        """The position after a play, or a pass."""
        locks, passed = self.locked is not None, self.locked or 0
        rules, owner = _RULES[locks], core.NONE if self.owner is None else self.owner
        if use is None:
            turn, owner, passed = core.after_pass(rules, self.turn, owner, passed)
            locked = passed if locks else None
            if owner < 0:
                return self._replace(turn=turn, owner=None, newest=None, locked=locked)
            return self._replace(turn=turn, locked=locked)
        turn, passed = core.after_play(rules, self.turn, owner, passed)
        hands, sizes = list(self.hands), list(self.sizes)
        hands[self.turn] -= use.taken
        sizes[self.turn] -= use.size
        return Playing(tuple(hands), tuple(sizes), self.alone, turn, self.turn, use, passed if locks else None)

    def may_act(self, seat: Seat) -> bool:
        """May a seat still beat what is played in this trick?"""
        return not self.locked or not self.locked >> seat & 1


class Manners(NamedTuple):
    """Habits of a seat; the figures are those that won most in trials.

    A loss is in turns: the number of turns that the hand needs after a play, more than if the play had cost nothing.
    """

    strong: float = 0.95
    """The least power of a group that counts as sure to win the lead back."""
    losses: tuple[float, ...] = (3.0, 1.0, 0.9, 0.5)
    """The greatest loss with which it beats an enemy that has at most 2, 5, 10, or more cards."""
    two: float = 1.0
    """The additional loss that is accepted if two groups are left afterwards; if one is left, any loss is accepted."""
    partner: tuple[int, int] = (8, 6)
    """The ranks from which on it does not beat its partner's single and its partner's pair."""
    partner_loss: float = 0.2
    """The greatest loss with which it beats a lower one of its partner's before the landlord can."""


_ALIKE: Final = tuple(tuple(Use(each, 0, each.copies << 4 * each.top, each.copies) for each in row) for row in ALIKE)
_FULL: Final = tuple(Use(Group(4, 2, top), 0, 4 << 4 * top, 6) for top in range(TWO + 1))
_ROCKET: Final = Use(ROCKET, 0, BODY[ROCKET], 2)
_FOURS: Final = sum(4 << 4 * place for place in range(TWO + 1))
_OTHER_RANKS: Final = {
    body: ~sum(15 << 4 * place for place in range(15) if held >> 4 * place & 15) for body, held in BODY.items()
}
"""For every body the bits of all ranks but its own: cards of its own ranks are never attached to it."""
_NEAR: Final = (2, 5, 10)


def beating(hand: Key, newest: Use) -> list[Use]:
    """The plays of the same kind in a hand that beat a play, each with the attached cards that the hand needs least."""
    (copies, length, top), kicker, _, size = newest
    found: list[Use] = []
    if newest.body == ROCKET:
        return found
    if length == 1 or copies == 4:
        uses = _FULL if copies == 4 and length == 2 else _ALIKE[copies]
        found += [
            uses[rank] for rank in range(top + 1, (RED if copies == 1 else TWO) + 1) if hand >> 4 * rank & 15 >= copies
        ]
    else:
        run = 0
        for rank in range(top + 2 - length, ACE + 1):
            run = run + 1 if hand >> 4 * rank & 15 >= copies else 0
            if run >= length:
                body = RUNS[copies][length][rank]
                found.append(Use(body, 0, BODY[body], size))
    if not kicker:
        return found
    need = 2 if copies == 4 else length
    attached = [(use, _attach(hand & _OTHER_RANKS[use.body], kicker, need)) for use in found]
    return [Use(use.body, kicker, use.taken + more, size) for use, more in attached if more]


def bombs(hand: Key) -> list[Use]:
    """The bombs in a hand, the rocket last."""
    found: list[Use] = []
    if hand & _FOURS:
        found = [_ALIKE[4][rank] for rank in range(TWO + 1) if hand >> 4 * rank & 15 == 4]
    if hand >> 52 == 17:
        found.append(_ROCKET)
    return found


def _attach(rest: Key, kicker: int, need: int) -> Key:
    """The cards to attach: ``need`` groups of ``kicker`` equal cards, of different ranks, those needed least first.

    0 if the hand has too few groups.
    """
    fitting: list[int] = []
    for place in range(RED + 1):
        count = rest >> 4 * place & 15
        if count >= kicker:
            fitting.append(place if count == kicker else place + 20 if count < 4 else place + 60)
    fitting.sort()
    taken = 0
    for place in fitting:
        if place > TWO and place < 20 and taken >> 52:
            continue  # never both jokers
        taken += kicker << 4 * (place % 20)
        need -= 1
        if not need:
            return taken
    return 0


class Playout:
    """Plays positions to the end."""

    def __init__(self, splitter: Splitter, manners: Manners | None = None) -> None:
        self.splitter = splitter
        self.manners = manners or Manners()

    def run(self, at: Playing) -> tuple[bool, int]:
        """Whether the landlord wins, and the number of bombs and rockets played until then."""
        doubled = 0
        while True:
            use = self.choose(at.hands[at.turn], at)
            if use is not None:
                doubled += is_bomb(use.body)
                if use.size == at.sizes[at.turn]:
                    return at.turn == at.alone, doubled
            at = at.after(use)

    def choose(self, hand: Key, at: Playing) -> Use | None:
        """The play of the seat whose turn it is, out of its hand; None is a pass."""
        return self._lead(hand, at) if at.newest is None else self._follow(hand, at, at.newest)

    # --- leading

    def _lead(self, hand: Key, at: Playing) -> Use:
        split = self.splitter.split(hand)
        danger, partner = self._counts(at)
        weak = sum(POWER[each] < self.manners.strong for each in split.groups)
        chosen = max(split.groups, key=lambda each: self._wish(each, weak, danger, partner))
        if partner == 1 < danger and chosen.copies * chosen.length > 1 and len(split.groups) > 1:
            low = (hand & -hand).bit_length() - 1 >> 2
            return Use(Group(1, 1, low), 0, 1 << 4 * low, 1)
        return self._with_attached(hand, chosen, split.attached)

    def _wish(self, group: Group, weak: int, danger: int, partner: int) -> float:
        """The preference for leading a group: while a hand has two weak groups or more, the weak ones go first."""
        strength = POWER[group]
        if weak <= 1:
            wish = min(strength, 1.0)
        else:
            wish = 1 - strength - 2 * is_bomb(group)
        if group.length == 1 and group.copies == 1:
            if danger == 1:
                wish += 0.2 * group.top - 3
            elif partner == 1:
                wish += 2 - 0.1 * group.top
        elif group.length == 1 and group.copies == 2 and group != ROCKET:
            if danger == 2:
                wish += 0.05 * group.top - 1
            elif partner == 2:
                wish += 1 - 0.05 * group.top
        return wish

    @staticmethod
    def _counts(at: Playing) -> tuple[int, int]:
        """The number of cards in the smallest hand of an enemy, and in the partner's hand: 99 without a partner."""
        if at.turn == at.alone:
            return min(at.sizes[at.turn - 1], at.sizes[at.turn - 2]), 99
        return at.sizes[at.alone], at.sizes[3 - at.turn - at.alone]

    @staticmethod
    def _nearest(at: Playing) -> int:
        """The number of cards in the smallest hand of an enemy who may still act in this trick; 99 if there is none."""
        enemies = [seat for seat in range(3) if (seat == at.alone) != (at.turn == at.alone)]
        return min((at.sizes[seat] for seat in enemies if at.may_act(seat)), default=99)

    @staticmethod
    def _with_attached(hand: Key, group: Group, attached: tuple[Group, ...]) -> Use:
        """A group with the cards that the split attaches, or others if these are neither all singles nor all pairs."""
        copies, length, _ = group
        body = BODY[group]
        if copies < 3 or (copies == 4 and length == 1):
            return Use(group, 0, body, 2 if group == ROCKET else copies * length)
        base = 4 if copies == 4 else 3 * length
        others = _OTHER_RANKS[group]
        for kicker in (1, 2):
            fitting = [BODY[each] for each in attached if each.copies == kicker and BODY[each] & others]
            if len(fitting) >= length:
                return Use(group, kicker, body + sum(fitting[:length]), base + length * kicker)
        if attached and (more := _attach(hand & others, 1, length)):
            return Use(group, 1, body + more, base + length)
        return Use(Group(4, 1, group.top), 0, body, 4) if copies == 4 else Use(group, 0, body, base)

    # --- following

    def _follow(self, hand: Key, at: Playing, newest: Use) -> Use | None:
        uses = beating(hand, newest)
        if newest.body != ROCKET:
            uses += [each for each in bombs(hand) if not is_bomb(newest.body) or each.body == ROCKET]
        if not uses:
            return None
        mine = at.sizes[at.turn]
        for use in uses:
            if use.size == mine:
                return use
        limit = self._limit(at, newest)
        if limit is None:
            return None
        if newest.size <= 2 and self._nearest(at) == newest.size:  # an enemy goes out by beating it: as high as can be
            return max(uses, key=lambda use: -1 if is_bomb(use.body) else use.body.top)
        split = self.splitter.split
        now = split(hand)
        if not newest.kicker and len(now.groups) > 3:
            spare = next((use for use in uses if use.body in now.groups and not is_bomb(use.body)), None)
            if spare is not None and (loss := 1 - self.splitter.price[spare.body]) <= 0.12:
                return spare if loss <= limit else None
        best, chosen = limit, None
        for use in uses:
            after = split(hand - use.taken)
            left = len(after.groups)
            loss = after.price + 1 - now.price - (9 if left == 1 else self.manners.two if left == 2 else 0)
            if loss <= best:
                best, chosen = loss, use
        return chosen

    def _limit(self, at: Playing, newest: Use) -> float | None:
        """The greatest loss with which to beat the play on the table; None to let it stand."""
        manners = self.manners
        danger, partner = self._counts(at)
        if at.turn == at.alone or at.owner == at.alone:
            return manners.losses[sum(danger > most for most in _NEAR)]
        copies, length, top = newest.body
        if (at.turn - 1) % 3 != at.alone or not at.may_act(at.alone) or length > 1 or copies > 2:
            return None  # the landlord has passed, or it is hard to beat
        if danger <= 2:
            return 1.0
        return None if partner <= 2 or top >= manners.partner[copies - 1] else manners.partner_loss

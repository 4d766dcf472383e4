"""A quick way to play Dou Dizhu to the end where all hands are known: the computer tries its choices with it.

Hands are :data:`~dealt.players.advice.doudizhu.rows.Key` numbers. Each seat looks at its own hand, at the number of
cards of the others and at the play to beat, and never into another hand. What it may play and who acts next is asked of
the game's table and of :mod:`dealt.games.climbing.core`; which play it makes is a habit that stands here.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from dealt.game import Seat
from dealt.games.climbing import NONE, core
from dealt.players.advice.doudizhu.rows import Group, Key, Play
from dealt.players.advice.doudizhu.splitting import Splitter


class Playing(NamedTuple):
    """A position: the rules, the hands and the number of cards of each, the landlord (``alone``) and the seat to act.

    ``owner`` has made the play to beat, ``newest``; it is :data:`~dealt.games.climbing.NONE` if the seat leads.
    ``passed`` are the seats that have passed in this trick, as bits.
    """

    rules: core.Rules
    hands: tuple[Key, ...]
    sizes: tuple[int, ...]
    alone: Seat
    turn: Seat
    owner: Seat = NONE
    newest: Play | None = None
    passed: int = 0

    def after(self, play: Play | None) -> Playing:
        """The position after a play, or a pass."""
        rules, hands, sizes, alone, seat, owner, newest, passed = self
        if play is None:
            turn, owner, passed = core.after_pass(rules, seat, owner, passed, 0)
            return Playing(rules, hands, sizes, alone, turn, owner, None if owner < 0 else newest, passed)
        turn, _, passed = core.after_play(rules, seat, owner, passed, 0, 0)
        left, few = list(hands), list(sizes)
        left[seat] -= play.taken
        few[seat] -= play.size
        return Playing(rules, tuple(left), tuple(few), alone, turn, seat, play, passed)

    def may_act(self, seat: Seat) -> bool:
        """May a seat still beat what is played in this trick?"""
        return not self.rules.locks or not self.passed >> seat & 1


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


_NEAR: Final = (2, 5, 10)


class Playout:
    """Plays positions to the end."""

    def __init__(self, splitter: Splitter, manners: Manners | None = None) -> None:
        self.splitter = splitter
        self.rows = splitter.rows
        self.manners = manners or Manners()

    def run(self, at: Playing) -> tuple[bool, int]:
        """Whether the landlord wins, and the number of bombs and rockets played until then."""
        doubled = 0
        while True:
            play = self.choose(at.hands[at.turn], at)
            if play is not None:
                doubled += play.bomb
                if play.size == at.sizes[at.turn]:
                    return at.turn == at.alone, doubled
            at = at.after(play)

    def choose(self, hand: Key, at: Playing) -> Play | None:
        """The play of the seat whose turn it is, out of its hand; None is a pass."""
        return self._lead(hand, at) if at.newest is None else self._follow(hand, at, at.newest)

    # --- leading

    def _lead(self, hand: Key, at: Playing) -> Play:
        split, powers = self.splitter.split(hand), self.splitter.power
        danger, partner = self._counts(at)
        weak = sum(powers[each] < self.manners.strong for each in split.groups)
        chosen = max(split.groups, key=lambda each: self._wish(each, weak, danger, partner))
        if partner == 1 < danger and chosen.copies * chosen.width > 1 and len(split.groups) > 1:
            low = self.rows.single(hand)
            if low is not None:
                return low
        return self._with_attached(hand, chosen, split.attached)

    def _wish(self, group: Group, weak: int, danger: int, partner: int) -> float:
        """The preference for leading a group: while a hand has two weak groups or more, the weak ones go first."""
        strength = self.splitter.power[group]
        if weak <= 1:
            wish = min(strength, 1.0)
        else:
            wish = 1 - strength - 2 * (group in self.rows.bombs)
        if group.width == 1 and group.copies == 1:
            if danger == 1:
                wish += 0.2 * group.top - 3
            elif partner == 1:
                wish += 2 - 0.1 * group.top
        elif group.width == 1 and group.copies == 2:
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

    def _with_attached(self, hand: Key, group: Group, attached: tuple[Group, ...]) -> Play:
        """A group with the cards that the split attaches, or others if these are neither all singles nor all pairs."""
        rows, plain = self.rows, None
        for figure in rows.of[group]:
            if not figure.kicker:
                plain = rows.dressed(figure, hand)
                continue
            fitting = [each for each in attached if each.copies == figure.kicker]
            cards = [each.copies << 4 * each.top for each in fitting if not figure.need >> 4 * each.top & 15]
            if len(cards) >= figure.room and (play := rows.exactly(figure, figure.need + sum(cards[: figure.room]))):
                return play
        if attached:
            for figure in rows.of[group]:
                if figure.kicker == 1 and (play := rows.dressed(figure, hand)):
                    return play
        return plain or rows.instead(hand, group)

    # --- following

    def _follow(self, hand: Key, at: Playing, newest: Play) -> Play | None:
        plays = self.rows.beating(hand, newest.row)
        if not plays:
            return None
        mine = at.sizes[at.turn]
        for play in plays:
            if play.size == mine:
                return play
        limit = self._limit(at, newest)
        if limit is None:
            return None
        if newest.size <= 2 and self._nearest(at) == newest.size:  # an enemy goes out by beating it: as high as can be
            return max(plays, key=lambda play: -1 if play.bomb else play.group.top)
        split = self.splitter.split
        now = split(hand)
        if not newest.figure.kicker and len(now.groups) > 3:
            spare = next((play for play in plays if play.group in now.groups and not play.bomb), None)
            if spare is not None and (loss := 1 - self.splitter.price[spare.group]) <= 0.12:
                return spare if loss <= limit else None
        best, chosen = limit, None
        for play in plays:
            after = split(hand - play.taken)
            left = len(after.groups)
            loss = after.price + 1 - now.price - (9 if left == 1 else self.manners.two if left == 2 else 0)
            if loss <= best:
                best, chosen = loss, play
        return chosen

    def _limit(self, at: Playing, newest: Play) -> float | None:
        """The greatest loss with which to beat the play on the table; None to let it stand."""
        manners = self.manners
        danger, partner = self._counts(at)
        if at.turn == at.alone or at.owner == at.alone:
            return manners.losses[sum(danger > most for most in _NEAR)]
        copies, width, top = newest.group
        if core.beside(at.rules, at.turn) != at.alone or not at.may_act(at.alone) or width > 1 or copies > 2:
            return None  # the landlord has passed, or it is hard to beat
        if danger <= 2:
            return 1.0
        return None if partner <= 2 or top >= manners.partner[copies - 1] else manners.partner_loss

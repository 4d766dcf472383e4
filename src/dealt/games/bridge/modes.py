"""The modes of bridge: duplicate, rubber, and the mini game without an auction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import ClassVar

from dealt.cards import STANDARD, Card, Cards
from dealt.game import Action, Entry, Fact, Past, Say, ScoreSheet, Seat, Side, Standing, Track, Value, points
from dealt.games.bridge.auction import CALLS, LONGEST, Contract
from dealt.games.bridge.play import BOXES, COMPASS, VULNERABLE, Bridge, vulnerable
from dealt.games.bridge.printing import printed_game
from dealt.games.bridge.scoring import (
    GAME,
    Rubber,
    bonus_lines,
    duplicate,
    duplicate_lines,
    honours,
    imps,
    matchpoints,
    rubber_bonus,
    trick_lines,
    victory_points,
)
from dealt.games.tricks import TrickState


class Duplicate(Bridge):
    """Duplicate bridge: each board is scored by itself; its number gives dealer and vulnerability unless options do."""

    zero_sum: ClassVar[bool] = True
    first_phase = "auction"
    words = CALLS
    most_calls = LONGEST
    boxes = BOXES

    def __init__(self, *, deck: tuple[Card, ...] = STANDARD, **rules: Value) -> None:
        super().__init__(deck=deck, **rules)
        self.unit = f"compare.{rules.get('compare', 'imps')}"

    def dealer(self, rng: Random, past: Past[TrickState] | None) -> Seat:
        given = self.rules["dealer"]
        return (past.deals if past else 0) % 4 if given == "board" else COMPASS.index(str(given).upper())

    def vulnerable(self, state: TrickState) -> tuple[bool, bool]:
        """Are north-south and east-west vulnerable?"""
        given = self.rules["vulnerability"]
        return VULNERABLE[vulnerable(self.board(state)) if given == "board" else given]

    def score(self, state: TrickState) -> tuple[float, ...] | None:
        if state.turn is not None:
            return None
        agreed = self.contract(state)
        if agreed is None:
            return (0, 0, 0, 0)
        side, found = agreed.declarer % 2, duplicate(*self._contract_played(state, agreed))
        return tuple(float(found if seat % 2 == side else -found) for seat in range(4))

    def _contract_played(self, state: TrickState, agreed: Contract) -> tuple[int, str, int, int, bool]:
        """What the score depends on: level, strain, doublings, tricks, and whether the side is vulnerable."""
        side = agreed.declarer % 2
        tricks, vulnerable_now = self.tricks_taken(state, side), self.vulnerable(state)[side]
        return agreed.level, agreed.strain, agreed.doubled, tricks, vulnerable_now

    def lines(self, state: TrickState, agreed: Contract | None) -> tuple[Side, ...]:
        """The lines of the declarer's side; the other side gets as much with the opposite sign."""
        if agreed is None:
            return tuple(self._side(state, agreed, side, ()) for side in (0, 1))
        found = duplicate_lines(*self._contract_played(state, agreed))
        mirrored = (Entry(Say("entry.opponents"), (-points(found),)),)
        declaring = agreed.declarer % 2
        return tuple(self._side(state, agreed, side, found if side == declaring else mirrored) for side in (0, 1))

    def standing(self, state: TrickState) -> Standing | None:
        board, boards = self.board(state), self.rules["boards"]
        if boards is None:
            return None
        return Standing(Say("standing.board", {"board": board, "boards": boards}), (Track((), board, boards, boards),))

    def compare(self, scores: Sequence[tuple[float, ...]]) -> list[tuple[float, ...]] | None:
        """By the option ``compare``: cross-IMPs, the mean of the IMPs against every other table; or matchpoints."""
        others = len(scores) - 1
        if others < 1:
            return None
        by_points = self.rules.get("compare") == "matchpoints"

        def of_seat(column: tuple[float, ...]) -> list[float]:
            if by_points:
                return [float(each) for each in matchpoints(column)]
            return [sum(imps(int(mine - other)) for other in column) / others for mine in column]

        return list(zip(*map(of_seat, zip(*scores, strict=True)), strict=True))

    def victory(self, lead: float, boards: int) -> float | None:
        return victory_points(lead, boards) / 20 if self.rules.get("compare", "imps") == "imps" else None

    def final(self, state: TrickState, totals: tuple[float, ...]) -> bool:
        boards = self.rules["boards"]
        return boards is not None and self.board(state) >= boards

    def facts(self, state: TrickState) -> list[Fact]:
        sides = self.vulnerable(state)
        found = [Fact("vulnerable", seat, 1, role="vulnerable") for seat in range(4) if sides[seat % 2]]
        return [Fact("board", None, self.board(state)), *found, *super().facts(state)]


class RubberBridge(Bridge):
    """Rubber bridge. ``match_data`` is the rubber before the deal: pairs above, below, part and games, in turn.

    A newcomer's own total begins at 0, but the rubber of the side goes on.
    """

    first_phase = "auction"
    words = CALLS
    most_calls = LONGEST
    boxes = BOXES

    def begin(self, hands: tuple[Cards, ...], dealer: Seat, past: Past[TrickState] | None = None) -> TrickState:
        state = super().begin(hands, dealer, past)
        rubber = self.after_deal(past.last) if past else Rubber()
        return state.changed(match_data=(*rubber.above, *rubber.below, *rubber.part, *rubber.games))

    def rubber(self, state: TrickState) -> Rubber:
        """The rubber before the deal."""
        a, b, c, d, e, f, g, h = state.match_data
        return Rubber((a, b), (c, d), (e, f), (g, h))

    def after_deal(self, state: TrickState) -> Rubber:
        """The rubber after a finished deal, broken off if this was the last deal of ``deal_limit``."""
        found, agreed = self.rubber(state), self.contract(state)
        if agreed is not None:
            found = self._played_to(state, agreed)
        if found.over or not self.last(state):
            return found
        return found.break_off(self.rules["unfinished_part_bonus"])

    def _played_to(self, state: TrickState, agreed: Contract) -> Rubber:
        """The rubber after the contract, not broken off."""
        found, side = self.rubber(state).honour(self._honours(state, agreed)), agreed.declarer % 2
        return found.add(side, agreed.level, agreed.strain, agreed.doubled, self.tricks_taken(state, side))

    def _honours(self, state: TrickState, agreed: Contract) -> tuple[int, int]:
        """The bonus of both sides for honours, where the option counts them."""
        if not self.rules["honours"]:
            return 0, 0
        held = [hand | played for hand, played in zip(state.hands, state.played, strict=True)]
        return honours(held, -1 if agreed.trump is None else agreed.trump)

    def last(self, state: TrickState) -> bool:
        """Is this the last deal of the rubber by ``deal_limit``?"""
        limit = self.rules["deal_limit"]
        return limit is not None and self.board(state) >= limit

    def lines(self, state: TrickState, agreed: Contract | None) -> tuple[Side, ...]:
        """What ``after_deal`` adds above and below the line, line by line; undertricks go to the other side."""
        found: tuple[list[Entry], list[Entry]] = ([], [])
        before, after = self.rubber(state), self.rubber(state)
        if agreed is not None:
            after, side = self._played_to(state, agreed), agreed.declarer % 2
            played = agreed.level, agreed.strain, agreed.doubled, self.tricks_taken(state, side)
            others = bonus_lines(*played, before.vulnerable(side))
            if played[3] < 6 + agreed.level:
                found[1 - side].extend(Entry(each.say, (-each.factors[0], *each.factors[1:])) for each in others)
            else:
                found[side].extend((*trick_lines(*played[:3]), *others))
            for each, held in zip(found, self._honours(state, agreed), strict=True):
                each += [Entry(Say("entry.honours"), (held,))] if held else []
            if after.over:
                found[side].append(Entry(Say("entry.rubber"), (rubber_bonus(after.games[1 - side]),)))
        if not after.over and self.last(state):
            for side, line in after.broken_off(self.rules["unfinished_part_bonus"]):
                found[side].append(line)
        return tuple(self._side(state, agreed, side, each) for side, each in enumerate(found))

    def standing(self, state: TrickState) -> Standing | None:
        """Two games win the rubber; a part-score is the way to the next one."""
        found, limit = self.after_deal(state), self.rules["deal_limit"]
        tracks = tuple(
            Track(
                (side, side + 2), GAME * found.games[side] + found.part[side], 2 * GAME, 2,
                Say("standing.games", {"games": found.games[side], "below": found.part[side]}),
            )
            for side in (0, 1)
        )  # fmt: skip
        words = {"deal": self.board(state), "limit": limit}
        return Standing(Say("standing.rubber") if limit is None else Say("standing.rubber_of", words), tracks)

    def score(self, state: TrickState) -> tuple[float, ...] | None:
        """All points of the deal, above and below the line, with the bonus for the rubber."""
        if state.turn is not None:
            return None
        before, after = self.rubber(state).totals, self.after_deal(state).totals
        return tuple(float(after[seat % 2] - before[seat % 2]) for seat in range(4))

    def final(self, state: TrickState, totals: tuple[float, ...]) -> bool:
        return self.last(state) or self.after_deal(state).over

    def facts(self, state: TrickState) -> list[Fact]:
        rubber = self.rubber(state) if state.turn is not None else self.after_deal(state)
        found = [Fact("vulnerable", seat, 1, role="vulnerable") for seat in range(4) if rubber.vulnerable(seat % 2)]
        found += [Fact("games", seat, 1) for seat in range(4) if rubber.games[seat % 2] == 1]
        found += [Fact("below", seat, rubber.part[seat % 2]) for seat in range(4) if rubber.part[seat % 2]]
        return [*found, *super().facts(state)]


class Mini(Bridge):
    """The assignment's game: no auction, no trumps, and each side scores the tricks that it takes."""

    computers = ("robot",)

    def dealer(self, rng: Random, past: Past[TrickState] | None) -> Seat:
        """Seat 3 first, so that seat 0 leads the first deal."""
        return 3 if past is None else super().dealer(rng, past)

    def score_sheet(self, state: TrickState, totals: tuple[float, ...]) -> ScoreSheet:
        """Nothing is bid, so only tricks count."""
        return ScoreSheet(self.lines(state, None))

    def score(self, state: TrickState) -> tuple[float, ...] | None:
        if state.turn is not None:
            return None
        return tuple(float(state.won[seat] + state.won[(seat + 2) % 4]) for seat in range(4))

    def printed(self, first: TrickState, moves: Iterable[tuple[Seat, Action]]) -> str:
        """The deal as the Cards assignment prints it: the hands, the tricks in order, and the tricks of each team."""
        state = first
        tricks: list[tuple[Seat, tuple[Card, ...]]] = []
        for seat, action in moves:
            state = self.apply(state, seat, action)
            if len(state.trick) == self.seats:
                tricks.append((state.leader, state.trick))
        return printed_game(first.hands, tricks, state.won)

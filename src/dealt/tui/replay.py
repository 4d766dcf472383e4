"""Stepping through a record: every hand open, forward and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console

from dealt.game import OPEN, Listing
from dealt.games import GAMES, make
from dealt.session.view import wire_mix
from dealt.table import Match, Record, RecordError, Table
from dealt.tui.contribution import contributors
from dealt.tui.draw import outcome_of
from dealt.tui.paint import Paint, clean
from dealt.tui.scene import Line, Outcome, Place, Scene
from dealt.tui.steps import END, OtherDeal, Stepper
from dealt.tui.wire import describer, line_of, view_of
from dealt.tui.words import Words
from dealt.wire import protocol

__all__ = ["Replay", "Shown"]


class Replay(Stepper):
    """A record, shown at one step of one deal. ValueError if it doesn't replay, or has no such deal."""

    def __init__(self, record: Record, words: Words, paint: Paint) -> None:
        super().__init__(words, paint)
        self.record = record
        self.deals = len(record.deals)
        if not record.deals:
            raise RecordError(words("replay.empty"))
        self.game = record.replay(make).game  # does it hold together?
        self.tables: list[Table[Any]] = []
        self.totals: list[tuple[float, ...]] = []
        self._play()
        self.log: Sequence[Line] = ()
        self.go(1)

    def _play(self) -> None:
        """Play all deals, and keep their tables and the totals after each."""
        match: Match[Any] = Match(self.game)
        for dealt in self.record.deals:
            table = match.deal_recorded(dealt)
            for line in dealt.actions:
                table.follow(line)
            if table.over:
                match.end()
            elif len(self.tables) < len(self.record.deals) - 1:
                match.give_up()
            self.tables.append(table)
            self.totals.append(match.totals)

    @staticmethod
    def listing(record: Record) -> Listing | str:
        """The listing of the record's game, or why it can't be shown here."""
        if record.game not in GAMES:
            return f"this record is of a game named {record.game}, which isn't here: load its file with --games"
        try:
            record.made(make)
        except RecordError as error:
            return str(error)
        return GAMES[record.game]

    # --- where we are

    @property
    def table(self) -> Table[Any]:
        """The deal that is shown, at its end."""
        return self.tables[self.deal - 1]

    @property
    def steps(self) -> int:
        return len(self.record.deals[self.deal - 1].actions)

    def go(self, deal: int, at: int = 0) -> None:
        deals = len(self.record.deals)
        if not 1 <= deal <= deals:
            raise ValueError(self.words("replay.no_deal", n=deal, deals=deals))
        if deal != self.deal or not self.log:
            self.log = [self._line(seat, action) for seat, action in self.tables[deal - 1].moves]
        self.deal = deal
        at = self.steps if at == END else at
        if not 0 <= at <= self.steps:
            raise ValueError(self.words("replay.no_step", n=at, steps=self.steps))
        self.at = at

    def _line(self, seat: int, action: Any) -> Line:
        return Line(seat, self.game.describe(action), self.game.in_order(action.cards), role=action.role)

    # --- what it looks like

    def scene(self) -> Scene:
        ended = self.at == self.steps
        past = Table(self.game, self.table.seed, self.table.past, self.table.first)
        for seat, action in self.table.moves[: self.at]:
            past.act(seat, action)
        view = past.view(OPEN, log=False)
        dealt = self.record.deals[self.deal - 1]
        known = dealt.players if len(dealt.players) == self.game.seats else map(str, range(self.game.seats))
        names = tuple(clean(each) for each in known)
        self.words.names = names
        before = self.totals[self.deal - 2] if self.deal > 1 else (0,) * self.game.seats
        totals = self.totals[self.deal - 1] if ended else before
        outcome = None
        if ended and past.score is not None:
            last = self.deal == len(self.record.deals) and past.over
            final = last and self.game.final(past.state, totals)
            settled = self.game.settle(past.score) or ()
            outcome = outcome_of(self.game, past.score, totals, balances=settled, final=final, state=past.state)
        return Scene(
            view=view,
            places=[Place(seat, name, totals[seat]) for seat, name in enumerate(names)],
            title=self.words.title(self.game.name),
            describe=self.game.describe,
            log=self.log[: self.at],
            outcome=outcome,
            low=self.game.low,
            header=[self.where()],
        )

    def contributors(self) -> list[str]:
        dealt = self.record.deals[self.deal - 1]
        if dealt.mix is None and not dealt.fixed:
            return []
        return contributors(wire_mix(dealt.mix), dealt.fixed, self.words.names, self.words)

    def line(self, step: int) -> Line:
        return self.log[step - 1]

    def print_all(self, console: Console) -> None:
        """Every step of every deal, one line each, with the hands before and the result after."""
        for deal in range(1, len(self.record.deals) + 1):
            self.go(deal)
            console.print(self.picture())
            for line in self.artist.lines(self.scene().view, self.log, self.game.seats):
                console.print(line)
            self.go(deal, self.steps)
            console.print(self.picture())


class Shown(Stepper):
    """A finished deal as a room sends it; other deals of the match have to be asked for."""

    def __init__(self, sent: protocol.Replay, words: Words, paint: Paint, game: str, *, low: bool) -> None:
        super().__init__(words, paint)
        self.sent = sent
        self.game = game
        self.low = low
        self.deal, self.deals = sent.deal + 1, sent.deals
        self.log = [line_of(each.move) for each in sent.frames if each.move is not None]

    @property
    def steps(self) -> int:
        return len(self.sent.frames) - 1

    def go(self, deal: int, at: int = 0) -> None:
        if not 1 <= deal <= self.deals:
            raise ValueError(self.words("replay.no_deal", n=deal, deals=self.deals))
        if deal != self.deal:
            raise OtherDeal(deal, at)
        at = self.steps if at == END else at
        if not 0 <= at <= self.steps:
            raise ValueError(self.words("replay.no_step", n=at, steps=self.steps))
        self.at = at

    def scene(self) -> Scene:
        view, says = view_of(self.sent.frames[self.at].view)
        names, scores = self.sent.names, self.sent.scores
        self.words.names = names
        outcome = None
        if self.at == self.steps and scores is not None:
            outcome = Outcome(scores, None, [0] if len(scores) == 1 and scores[0] > 0 else (), low=self.low)
        return Scene(
            view=view,
            places=[Place(seat, name) for seat, name in enumerate(names)],
            title=self.words.title(self.game),
            describe=describer(says),
            log=self.log[: self.at],
            outcome=outcome,
            low=self.low,
            header=[self.where()],
        )

    def line(self, step: int) -> Line | None:
        return self.log[step - 1] if step <= len(self.log) else None

    def contributors(self) -> list[str]:
        return contributors(self.sent.mix, self.sent.fixed, self.sent.names, self.words)

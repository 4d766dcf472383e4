"""Stepping through a record: every hand open, forward and back."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from dealt.game import Listing, Past
from dealt.games import GAMES, make
from dealt.session import frames
from dealt.session.view import result_of
from dealt.table import Match, Record, RecordError
from dealt.tui.contribution import contributors
from dealt.tui.paint import Paint, clean
from dealt.tui.scene import Place
from dealt.tui.steps import Shown
from dealt.tui.words import Words
from dealt.wire.protocol import Result


class Replay(Shown):
    """A record, shown at one step of one deal. ValueError if it doesn't replay, or has no such deal."""

    def __init__(self, record: Record, words: Words, paint: Paint) -> None:
        if not record.deals:
            raise RecordError(words("replay.empty"))
        match = record.replay(make)  # does it hold together?
        super().__init__(words, paint, record.game, low=match.game.low)
        self.record = record
        self.rules = match.game
        self.pasts: list[Past[Any] | None] = []
        self.totals: list[tuple[float, ...]] = []
        self.results: list[Result | None] = []
        self._play()
        self._take(1)

    def _play(self) -> None:
        """Play all deals, and keep what each knew of those before it, and how it came out."""
        match: Match[Any] = Match(self.rules)
        for n, dealt in enumerate(self.record.deals, 1):
            table = match.deal_recorded(dealt)
            for line in dealt.actions:
                table.follow(line)
            if table.over:
                match.end()
            elif n < len(self.record.deals):
                match.give_up()
            self.pasts.append(table.past)
            self.totals.append(match.totals)
            self.results.append(result_of(match, table))

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

    def go(self, deal: int, at: int = 0) -> None:
        if deal != self.deal and 1 <= deal <= self.deals:
            self._take(deal)
        super().go(deal, at)

    def _take(self, deal: int) -> None:
        dealt, seats = self.record.deals[deal - 1], self.rules.seats
        known = map(clean, dealt.players) if len(dealt.players) == seats else map(str, range(seats))
        self.words.names = tuple(known)
        tellers = dealt.mix is not None or dealt.fixed
        told = contributors(dealt.mix, dealt.fixed, self.words.names, self.words) if tellers else []
        self.take(frames.replay(self.rules, dealt, deal - 1, len(self.record.deals), self.pasts[deal - 1]), told)
        self.names = tuple(self.words.names)
        self.outcome = self.results[deal - 1]

    def places(self) -> list[Place]:
        totals = self.totals[self.deal - 1] if self.at == self.steps else (0.0,) * self.rules.seats
        if self.at < self.steps and self.deal > 1:
            totals = self.totals[self.deal - 2]
        return [Place(seat, name, totals[seat]) for seat, name in enumerate(self.names)]

    def print_all(self, console: Console) -> None:
        """Every step of every deal, one line each, with the hands before and the result after."""
        for deal in range(1, len(self.record.deals) + 1):
            self.go(deal)
            console.print(self.picture())
            for line in self.artist.lines(self.scene().view, self.log, self.rules.seats):
                console.print(line)
            self.go(deal, self.steps)
            console.print(self.picture())

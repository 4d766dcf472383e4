"""The table of a room as it was last sent. Its log is sent in parts and kept here; everything else is replaced."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from dealt.session.tally import counted
from dealt.tui.lobby import House
from dealt.tui.scene import Line, Place, Scene
from dealt.tui.wire import boxes_of, cards_in_order, describer, line_of, view_of, vocabulary_of
from dealt.tui.words import Words
from dealt.wire.protocol import Result, TableState, Tally, WireBox

MARKS = ("away", "standin", "ready")


class Snapshot:
    """The state of the table at which the person is."""

    def __init__(self, house: House, words: Words) -> None:
        self.house = house
        self.words = words
        self.table: TableState | None = None
        self.log: list[Line] = []
        self.boxes: Sequence[WireBox] = ()
        """The boxes of the person's last turn: the room sends them only on a turn."""
        self.tally: Tally | None = None
        """The person's statistics in this game, as the room last sent them."""

    def take(self, message: TableState) -> list[Line]:
        """Take the table as it was told; returns the lines of its log that are new."""
        before = self.table
        same = before is not None and (before.id, before.deal, before.seat) == (message.id, message.deal, message.seat)
        known = len(self.log) if same else 0
        if before is not None and before.id != message.id:
            self.boxes = ()
        self.table, self.boxes = message, message.boxes or self.boxes
        told = [line_of(each) for each in message.log]
        self.log[message.log_from :] = told
        return told[max(0, known - message.log_from) :]

    def count(self, result: Result | None) -> None:
        """Count a deal that has just ended in a game for one, until the statistics are told again."""
        if self.tally is not None and result is not None and len(result.scores) == 1:
            self.tally = counted(self.tally, result.scores[0], won=bool(result.winners))

    def forget(self) -> None:
        """Forget the table: the person has left it."""
        self.table = None
        self.tally = None
        self.boxes = ()
        self.log = []

    def scene(self, order: str | None, clock: float | None, talk: Sequence[Text]) -> Scene | None:
        """The scene, with the person's hand in that order; None before the first deal."""
        table, words = self.table, self.words
        if table is None:
            return None
        words.catalogues = self.house.catalogues(table.game)
        words.names = tuple(each.name for each in table.seats)
        if table.view is None:
            return None
        view, says = view_of(table.view)
        boxes = boxes_of(self.boxes, says)
        vocabulary = vocabulary_of(table.vocabulary, says)
        sorts = table.sorts
        how = order if order in sorts else next(iter(sorts), None)
        opening, board, title = table.opening, table.daily, words.title(table.game)
        if board is not None:
            title = f"{title}  {words('daily.board', n=board.board, of=board.boards, day=board.day)}"
        return Scene(
            view=view,
            places=self.places(table),
            title=title,
            describe=describer(says),
            me=table.seat,
            hand=cards_in_order(sorts[how]) if how is not None else (),
            aside=() if board else (words("deal", n=table.deal),),
            log=self.log,
            outcome=table.result,
            low=self.house.low(table.game),
            header=self.house.differing(table.game, table.options),
            clock=clock,
            talk=talk,
            tally=self.tally if len(table.seats) == 1 else None,
            every=boxes,
            vocabulary=(*vocabulary, *(action for box in boxes for action in box.actions)),
            partnerships=table.partnerships,
            explained=table.explained,
            opening=None if opening is None else opening.say,
            began=0 if opening is None else opening.began,
        )

    def places(self, table: TableState) -> list[Place]:
        """The seats, their occupants, and marks such as *away*."""
        over = table.phase in ("over", "final")
        found: list[Place] = []
        for each in table.seats:
            shown = (mark for mark in MARKS if getattr(each, mark) and (mark != "ready" or over))
            marks = [self.words(f"remote.{mark}") for mark in shown]
            if each.computer not in each.name:
                marks.insert(0, self.words.level(each.computer))
            if each.next:
                marks.append(self.words("remote.next", name=each.next))
            found.append(Place(each.seat, each.name, each.total, each.balance, tuple(marks)))
        return found

    def who(self) -> list[Text]:
        """Everybody at the table, a line each."""
        table, words = self.table, self.words
        if table is None:
            return []
        lines = [Text(f" {words.title(table.game)}", style="bold"), Text()]
        for each in table.seats:
            kind = "" if each.kind == "person" else words(f"remote.{each.kind}")
            dealer = words("remote.dealer") if each.name and each.name == table.dealer else ""
            said = "  ".join(mark for mark in (kind, words.level(each.computer), dealer) if mark)
            lines.append(Text.assemble("  ", each.name, "  " if each.name else "", (said, "dim")))
        if table.watchers:
            lines += [Text(), Text(f"  {words('watchers')}: {', '.join(table.watchers)}", style="dim")]
        return lines

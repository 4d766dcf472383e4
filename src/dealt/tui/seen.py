"""A table of a room as it was last sent, kept as a scene: the log grows, everything else is replaced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from dealt.cards import members, name, ranks
from dealt.game import Action, Say
from dealt.tui.lobby import House
from dealt.tui.scene import Line, Place, Scene
from dealt.tui.wire import line_of, outcome_of_wire, some, view_of
from dealt.tui.words import Words

__all__ = ["Seen"]

Raw = Mapping[str, Any]
MARKS = ("away", "standin", "ready")


class Seen:
    """What one person knows of the table they are at."""

    def __init__(self, house: House, words: Words) -> None:
        self.house = house
        self.words = words
        self.table: Raw | None = None
        self.log: list[Line] = []
        self._says: dict[Action, Say] = {}

    def take(self, message: Raw) -> list[Line]:
        """The table as it is now; the lines of the log that are new."""
        self.table = message
        del self.log[message["log_from"] :]
        fresh = [line_of(each) for each in message["log"]]
        self.log += fresh
        return fresh

    def forget(self) -> None:
        """One is at no table any more."""
        self.table = None
        self.log = []

    def scene(self, order: str | None, clock: float | None, talk: Sequence[Text]) -> Scene | None:
        """The scene, with one's hand in an order; None where nobody has dealt yet."""
        table, words = self.table, self.words
        if table is None:
            return None
        words.catalogues = self.house.catalogues(table["game"])
        words.names = [each["name"] for each in table["seats"]]
        if table["view"] is None:
            return None
        view, self._says = view_of(table["view"])
        sorts = table["sorts"]
        how = order if order in sorts else next(iter(sorts), None)
        low = self.house.low(table["game"])
        return Scene(
            view=view,
            places=self.places(table),
            title=words.title(table["game"]),
            describe=self.describe,
            me=table["seat"],
            hand=some(sorts[how]) if how is not None else (),
            deal=table["deal"],
            log=self.log,
            outcome=outcome_of_wire(table["result"], low) if table["result"] else None,
            low=low,
            header=self.house.differing(table["game"], table["options"]),
            clock=clock,
            talk=talk,
        )

    def places(self, table: Raw) -> list[Place]:
        """The seats and what is to say about who is on them."""
        over = table["phase"] in ("over", "final")
        found: list[Place] = []
        for each in table["seats"]:
            marks = [self.words(f"remote.{mark}") for mark in MARKS if each[mark] and (mark != "ready" or over)]
            if each["next"]:
                marks.append(self.words("remote.next", name=each["next"]))
            found.append(Place(each["seat"], each["name"], each["total"], each["balance"], tuple(marks)))
        return found

    def describe(self, action: Action) -> Say:
        """What an action is called: as the room says, or by its cards where it stands for equal ranks."""
        known = self._says.get(action)
        if known is not None:
            return known
        alike = (each for each in self._says if each.verb == action.verb and ranks(each.cards) == ranks(action.cards))
        like = next(alike, None)
        base = Say(action.verb.replace(" ", "_")) if like is None else self._says[like]
        shown = tuple(name(one) for one in members(action.cards))
        return Say(base.key, {**base.args, "cards": shown} if shown else base.args)

    def who(self) -> list[Text]:
        """Everybody at the table."""
        table, words = self.table, self.words
        if table is None:
            return []
        lines = [Text(f" {words.title(table['game'])}", style="bold"), Text()]
        for each in table["seats"]:
            kind = "" if each["kind"] == "person" else words(f"remote.{each['kind']}")
            dealer = words("remote.dealer") if each["name"] and each["name"] == table["dealer"] else ""
            said = "  ".join(mark for mark in (kind, dealer) if mark)
            lines.append(Text.assemble("  ", each["name"], "  " if each["name"] else "", (said, "dim")))
        if table["watchers"]:
            lines += [Text(), Text(f"  {words('watchers')}: {', '.join(table['watchers'])}", style="dim")]
        return lines

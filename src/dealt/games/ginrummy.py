"""Gin Rummy: sets and runs, ten cards each, and who has little left beside them knocks.

The rules are those of Bicycle ("Gin Rummy", "Oklahoma Gin", bicyclecards.com) and of John McLeod's card game pages
(pagat.com, "Gin Rummy"); bonuses of 25, and for eleven cards in melds, as Wikipedia has them ("Gin rummy").
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dealt.cards import STANDARD, Card, name
from dealt.game import Entry, Option, Say, ScoreSheet, Seat, Side, Standing, Value
from dealt.games.melds import Melding, MeldRow, MeldState, core
from dealt.games.texts import listed, settled

OPTIONS: Final = (
    Option("target", 100, (50, 100, 150, 200, 250)),
    Option("knock", "ten", ("ten", "upcard", "ace_gin")),
    Option("spades", False, (False, True)),
    Option("gin", 25, (20, 25)),
    Option("undercut", 25, (10, 20, 25)),
    Option("big_gin", 0, (0, 31, 50)),
    Option("game", 100, (0, 100)),
    Option("box", 25, (0, 20, 25)),
    Option("shutout", True, (True, False)),
    Option("dealer", "loser", ("loser", "winner", "turns")),
)


class GinRummy(Melding):
    """Gin Rummy under any of ``OPTIONS``. Tests use smaller decks and hands, and leave fewer cards in the stock."""

    def __init__(self, *, deck: Sequence[Card] = STANDARD, hand: int = 10, left: int = 2, **options: Value) -> None:
        given = settled(OPTIONS, options)
        self.rules = given
        row = MeldRow(
            hand, 10, given["knock"] != "ten", given["knock"] == "ace_gin", given["spades"], given["gin"],
            given["big_gin"], given["undercut"], given["target"], given["game"], given["box"],
            2 if given["shutout"] else 1, left,
        )  # fmt: skip
        super().__init__("ginrummy", row, deck=deck, options=given)

    def dealer(self, last: MeldState) -> Seat:
        """Who deals a void deal deals again."""
        found = self.count(last)
        if found is None:
            return last.dealer
        return {"loser": 1 - found.winner, "winner": found.winner, "turns": 1 - last.dealer}[self.rules["dealer"]]

    def score_sheet(self, state: MeldState, totals: tuple[float, ...]) -> ScoreSheet:
        """The deadwood of both, what it counts, and at the end of a match its bonuses."""
        found, way = self.count(state), Standing.race(self.row.target, totals)
        if found is None:
            return ScoreSheet(tuple(Side((seat,)) for seat in range(self.seats)), Say("result.void"), standing=way)
        undercut = found.winner != state.ender
        key = ("", "knock", "gin", "big_gin")[state.way]
        times = (found.times,) if found.times > 1 else ()
        lines = [
            Entry(
                Say("entry.deadwood", {"more": max(found.least, found.other), "less": min(found.least, found.other)}),
                (abs(found.other - found.least), *times),
            ),
            Entry(Say("entry.undercut" if undercut else f"entry.{key}"), (found.bonus, *times)),
        ]
        dead = {state.ender: found.least, 1 - state.ender: found.other}
        sides = []
        for seat in range(self.seats):
            entries = [*(lines if seat == found.winner else []), *self.match_entries(state, found, seat)]
            said = [Say("result.deadwood", {"count": dead[seat]})]
            if found.laid and seat != state.ender:
                said.append(Say("result.laid", {"cards": tuple(map(name, self.sorted(found.laid)))}))
            sides.append(Side((seat,), tuple(each for each in entries if each.points), tuple(said)))
        told = Say("result.undercut" if undercut else f"result.{key}", {"who": f"#{found.winner}"})
        return ScoreSheet(tuple(sides), told, standing=way)

    def match_entries(self, state: MeldState, found: core.Count, seat: Seat) -> list[Entry]:
        """What a seat gets for the match, if this deal ends it."""
        t, won = self.table_of(state), seat == found.winner
        if not core.ends(self.row, t, found):
            return []
        bonus, boxes = core.game_bonus(self.row, t, found), state.boxes[seat] + won
        line = Entry(Say("entry.boxes", {"count": boxes}), (boxes, self.row.box))
        return [*([Entry(Say("entry.game"), (bonus,))] if won else []), line]


LISTING: Final = listed("ginrummy", GinRummy, OPTIONS)

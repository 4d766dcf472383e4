"""A first lesson at the terminal: the table as usual, what there is to read about it, and one thing to do at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from dealt.cards import Card, ranks
from dealt.game import Action, Game, Listing, Move, Say, Seat, View, find
from dealt.lesson import Lesson as Written
from dealt.tui.face import Face, Stop
from dealt.tui.paint import Paint
from dealt.tui.read import Act, Command, Nothing, Talk, Unfit, Wrong
from dealt.tui.scene import Line, Place, Scene
from dealt.tui.terminal import Screen
from dealt.tui.words import Words

__all__ = ["Lesson", "Moment", "line_of_move", "names_around"]

PAUSE: Final = 0.7
"""So many seconds a moment without words is shown."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One frame of a lesson. ``play`` is the name of the action that goes on; None where reading is enough."""

    view: View
    words: Mapping[str, str]
    play: str | None
    describe: Callable[[Action], Say]
    hand: Sequence[Card] = ()
    line: Line | None = None
    """What led here from the moment before."""


def line_of_move(game: Game[Any], move: Move) -> Line:
    """A line of the log of a game that is played here."""
    return Line(move.seat, game.tell(move), game.in_order(move.action.cards), move.hidden)


def names_around(words: Words, me: Seat, seats: int) -> tuple[str, ...]:
    """The learner, and invented people on the other seats."""
    others = iter(words("lesson.people").split())
    return tuple(words("you") if seat == me else next(others, str(seat)) for seat in range(seats))


class Lesson(Face):
    """A lesson under way. Raises nothing when the learner leaves it: that ends the lesson and nothing else."""

    def __init__(
        self, screen: Screen, words: Words, paint: Paint, moments: Sequence[Moment], seats: int, game: str, pause: float
    ) -> None:
        super().__init__(screen, words, paint)
        self.moments = moments
        self.seats = seats
        self.game = game
        self.pause = pause
        self.log: list[Line] = []
        self.said = ""

    @classmethod
    def of(cls, listing: Listing, screen: Screen, language: str, paint: Paint, pause: float = PAUSE) -> Lesson:
        """The lesson of a game that is here; LessonError if its text is wrong."""
        written = Written.read(listing.lesson)
        game, frames = written.frames(listing.make)
        moments: list[Moment] = []
        told = 0
        for each in frames:
            moves = each.view.log[told:]
            told = len(each.view.log)
            hand = game.arrange(each.view, game.sorts[0]) if game.sorts else ()
            line = line_of_move(game, moves[-1]) if moves else None
            moments.append(Moment(each.view, each.words, each.play, game.describe, hand, line))
        return cls(screen, Words(language, listing.texts), paint, moments, game.seats, listing.name, pause)

    def offered(self) -> tuple[str, ...]:
        return ("hint", "skip", "list", "log", "colours", "quit")

    def useless(self, command: Command) -> bool:
        if command.name in self.offered() or command.name == "help":
            return False
        self.note("why.not_here", style="", typed=self.words(f"command.{command.name}").split()[0])
        return True

    def around(self, picture: RenderableType) -> RenderableType:
        if not self.said:
            return picture
        return Group(picture, Text(), Padding(self.paint.text(self.said, "bold"), (0, 2)))

    async def run(self) -> bool:
        """Show it to its end; False if the learner left before."""
        try:
            for n, moment in enumerate(self.moments):
                await self.moment(moment, last=n == len(self.moments) - 1)
        except Stop:
            return False
        return True

    async def moment(self, moment: Moment, *, last: bool) -> None:
        """Show one moment and wait for what it asks."""
        self.listed = False
        if moment.line is not None:
            self.log.append(moment.line)
        self.look(moment)
        if moment.line is not None:
            self.moved(moment.line)
        self.said = moment.words.get(self.words.language) or moment.words.get("en", "")
        if last and not self.said:
            self.said = self.words("lesson.over", game=self.game)
        if not self.said and moment.play is None:
            self.show()
            await asyncio.sleep(self.pause)
            return
        self.show(asked=True)
        if not self.screen.live:
            self.screen.tell(Text())
            self.screen.tell(Padding(self.paint.text(self.said, "bold"), (0, 2)))
        while True:
            typed = await self.screen.line(self.words("lesson.do" if moment.play is not None else "enter_goes_on"))
            if typed is None:
                raise Stop
            self.screen.fresh()
            if await self.taken(typed, moment):
                self.screen.fresh()
                return
            self.show()

    async def taken(self, typed: str, moment: Moment) -> bool:
        """Is it what the moment asks for? Else says what is."""
        if moment.play is None and not typed.strip():
            return True
        asked = find(moment.view, moment.play) if moment.play is not None else None
        match self.understand(typed):
            case Command(name="skip"):
                return True
            case Command(name="hint") if asked is not None:
                self.note("lesson.asked", style="", what=self.named(asked), typed=moment.play)
                return False
            case Command() as command:
                if not self.useless(command):
                    await self.common(command)
                return False
            case _ if asked is None:
                self.note("enter_goes_on")
                return False
            case Act(action) if action == asked or (not moment.view.suits and _alike(action, asked)):
                return True
            case Act(action):
                self.note("lesson.other", style="", other=self.named(action))
            case Unfit():
                self.note("why.not_now", style="")
            case Wrong() as wrong:
                self.wrong(wrong)
            case Nothing() | Talk():
                pass
        self.note("lesson.asked", style="", what=self.named(asked), typed=moment.play)
        return False

    def look(self, moment: Moment) -> None:
        """The scene of a moment."""
        view, words = moment.view, self.words
        me = view.seat if view.seat is not None else 0
        words.names = names_around(words, me, self.seats)
        self.scene = Scene(
            view=view,
            places=[Place(seat, name) for seat, name in enumerate(words.names)],
            title=words.title(self.game),
            describe=moment.describe,
            me=me,
            hand=moment.hand,
            log=list(self.log),
            header=[words("lesson.title")],
        )


def _alike(one: Action, other: Action) -> bool:
    """Are these the same but for suits?"""
    return (one.verb, one.amount, ranks(one.cards)) == (other.verb, other.amount, ranks(other.cards))

"""Lessons in the terminal: the table, words about it, and one action at a time that the learner is asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from dealt.cards import Card, ranks
from dealt.game import Action, Box, Game, Listing, Say, Seat, View, find
from dealt.lesson import Lesson as LessonScript
from dealt.session.view import log_line
from dealt.tui.face import Face, Stop
from dealt.tui.meaning import understood, why_not
from dealt.tui.naming import named
from dealt.tui.paint import Paint
from dealt.tui.read import ChatText, Command, EmptyLine, IllegalAction, IllegalCards, Invalid, LegalAction
from dealt.tui.scene import Line, Place, Scene
from dealt.tui.terminal import Screen
from dealt.tui.wire import boxes_of, cards_in_order, describer, line_of, view_of
from dealt.tui.words import Words
from dealt.wire.protocol import Frame

PAUSE: Final = 0.7
"""The seconds for which a moment without words is shown."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a lesson. ``play`` names the action that leads to the next moment; None if Enter does."""

    view: View
    words: Mapping[str, str]
    play: str | None
    describe: Callable[[Action], Say]
    hand: Sequence[Card] = ()
    line: Line | None = None
    """The action that led here from the moment before."""
    boxes: Sequence[Box] = ()
    """The boxes to choose from, such as a bidding box."""


def moments_of(sent: Sequence[Frame]) -> list[Moment]:
    """The moments of a lesson, in order."""
    found: list[Moment] = []
    for each in sent:
        view, says = view_of(each.view)
        hand = cards_in_order(next(iter(each.sorts.values()), ()))
        line = None if each.move is None else line_of(each.move)
        boxes = boxes_of(each.boxes, says)
        found.append(Moment(view, each.words, each.play, describer(says), hand, line, boxes))
    return found


def names_around(words: Words, me: Seat, seats: int) -> tuple[str, ...]:
    """The names by seat: the learner, and invented people."""
    others = iter(words("lesson.people").split())
    return tuple(words("you") if seat == me else next(others, str(seat)) for seat in range(seats))


class Lesson(Face):
    """A lesson under way. When the learner leaves it, ``run`` returns and raises nothing."""

    def __init__(
        self,
        screen: Screen,
        words: Words,
        paint: Paint,
        moments: Sequence[Moment],
        seats: int,
        game: str,
        pause: float,
        partnerships: Sequence[Sequence[Seat]] = (),
    ) -> None:
        super().__init__(screen, words, paint)
        self.moments = moments
        self.seats = seats
        self.game = game
        self.pause = pause
        self.partnerships = partnerships
        self.judge: Game[Any] | None = None
        """The game, if it is in this process: it says why something isn't possible."""
        self.log: list[Line] = []
        self.said = ""

    @classmethod
    def of(cls, listing: Listing, screen: Screen, language: str, paint: Paint, pause: float = PAUSE) -> Lesson:
        """The lesson of a game in this process; LessonError if its text is wrong.

        Its views are whole, as the game needs them to say why something isn't possible.
        """
        game, shown = LessonScript.read(listing.lesson).frames(listing.make)
        moments: list[Moment] = []
        told = 0
        for each in shown:
            moves = each.view.log[told:]
            told = len(each.view.log)
            hand = game.arrange(each.view, game.sorts[0]) if game.sorts else ()
            line = line_of(log_line(game, moves[-1])) if moves else None
            moments.append(Moment(each.view, each.words, each.play, game.describe, hand, line, game.boxes))
        words = Words(language, listing.texts)
        lesson = cls(screen, words, paint, moments, game.seats, listing.name, pause, game.partnerships)
        lesson.judge = game
        return lesson

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
        """Show the whole lesson; False if the learner left before its end."""
        try:
            for n, moment in enumerate(self.moments):
                await self.moment(moment, last=n == len(self.moments) - 1)
        except Stop:
            return False
        return True

    async def moment(self, moment: Moment, *, last: bool) -> None:
        """Show one moment and wait for the action that it asks for."""
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
        """Is a line what the moment asks for? If not, say what is."""
        if moment.play is None and not typed.strip():
            return True
        asked = find(moment.view, moment.play) if moment.play is not None else None
        match understood(typed, self.scene, self.words):
            case Command(name="skip"):
                return True
            case Command(name="hint") if asked is not None:
                self._remind(asked, moment)
                return False
            case Command() as command:
                if not self.useless(command):
                    await self.common(command)
                return False
            case _ if asked is None:
                self.note("enter_goes_on")
                return False
            case LegalAction(action) if action == asked or (not moment.view.suits and _alike(action, asked)):
                return True
            case LegalAction(action):
                self.note("lesson.other", style="", other=self._called(action))
            case IllegalCards(chosen):
                self.explain(None if self.judge is None else self.judge.explain(moment.view, chosen))
            case IllegalAction(action):
                self.explain(None if self.judge is None else self.judge.refuse(moment.view, action))
            case Invalid() as wrong:
                self.text(why_not(wrong, self.scene, self.words))
            case EmptyLine() | ChatText():
                pass
        self._remind(asked, moment)
        return False

    def _remind(self, asked: Action, moment: Moment) -> None:
        self.note("lesson.asked", style="", what=self._called(asked), typed=moment.play)

    def _called(self, action: Action) -> str:
        return str(action) if self.scene is None else named(action, self.scene, self.words)

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
            every=moment.boxes,
            vocabulary=() if self.judge is None else self.judge.vocabulary,
            partnerships=self.partnerships,
        )


def _alike(one: Action, other: Action) -> bool:
    """Are two actions the same except for suits?"""
    return (one.verb, one.amount, ranks(one.cards)) == (other.verb, other.amount, ranks(other.cards))

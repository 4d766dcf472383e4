"""Lessons: a deal laid out by hand that a learner reads and plays step by step.

A lesson is a TOML text. It is turned into frames, which any face shows one by one; it needs no computer and no server.

.. code-block:: toml

    seat = 0                        # where the learner sits
    seed = 7                        # the deal of ``--seed 7`` ...
    [options]                       # ... under these house rules
    [piles]                         # cards by pile, where they differ from that deal
    "hand 0" = "3c 3d 3h 9s"
    [[facts]]                       # public facts that differ from that deal
    name = "landlord"
    owner = 0
    value = 3
    role = "alone"                  # what it is to faces, if anything

    [[steps]]
    en = "You lead. Play the three threes with the nine."
    zh = "..."
    look = ["3c", "hand 1"]         # what is pointed at: cards that lie face up, piles, seats ("seat 1")
    play = "play 3c3d3h9s"          # the learner's action; without it the step is only read
    then = ["2 pass", "1 play 5c5d5h7s"]    # the actions of others after it
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from dealt.cards import members, name
from dealt.game import Fact, Game, Seat, Value, View
from dealt.laid import LaidError, lay_out_exactly
from dealt.table import Table, seed_of


class LessonError(ValueError):
    """A lesson that can't be read, or an action of it that isn't possible; the message says at which step."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step: the text by language, the learner's action or None, and the actions after it as ``"SEAT ACTION"``.

    ``look`` is what faces point at while the step is read: cards by name, piles as ``"NAME OWNER"``, ``"seat N"``.
    """

    words: Mapping[str, str]
    play: str | None = None
    then: tuple[str, ...] = ()
    look: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LessonFrame:
    """A position of a lesson as the learner sees it; a frame without words only shows an action of others.

    ``play`` is the name of the action that leads to the next frame; None where the learner only reads. ``look`` is what
    is pointed at, as in :class:`Step`.
    """

    view: View
    words: Mapping[str, str] = field(default_factory=dict)
    play: str | None = None
    look: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson as its TOML text describes it."""

    seat: Seat
    seed: int
    options: Mapping[str, Value]
    piles: Mapping[str, str]
    facts: tuple[Fact, ...]
    steps: tuple[Step, ...]

    @classmethod
    def read(cls, written: str) -> Lesson:
        """The lesson in a TOML text; LessonError if the text is no lesson."""
        try:
            raw = tomllib.loads(written)
            return cls(
                seat=raw.get("seat", 0),
                seed=raw.get("seed", 1),
                options=dict(raw.get("options", {})),
                piles=dict(raw.get("piles", {})),
                facts=tuple(
                    Fact(each["name"], each.get("owner"), each["value"], role=each.get("role", ""))
                    for each in raw.get("facts", ())
                ),
                steps=tuple(map(_step, raw["steps"])),
            )
        except (tomllib.TOMLDecodeError, KeyError, TypeError, AttributeError) as error:
            raise LessonError(f"this is no lesson: {error!r}") from None

    def frames(self, make: Callable[..., Game[Any]]) -> tuple[Game[Any], tuple[LessonFrame, ...]]:
        """The game, made with ``make(**options)``, and all frames; LessonError if a step isn't possible."""
        game = make(**self.options)
        seed = seed_of(self.seed, 0)
        try:
            start = lay_out_exactly(game, seed, self.piles, self.facts) if self.piles or self.facts else None
        except LaidError as error:
            raise LessonError(str(error)) from None
        table = Table(game, seed, state=start)
        found: list[LessonFrame] = []
        for n, step in enumerate(self.steps, 1):
            try:
                wanted = table.check(self.seat, step.play) if step.play is not None else None
                view = table.view(self.seat)
                _check_look(view, game.seats, step.look)
                found.append(LessonFrame(view, step.words, None if wanted is None else str(wanted), step.look))
                if wanted is not None:
                    table.act(self.seat, wanted)
                for line in step.then:
                    found.append(LessonFrame(table.view(self.seat)))
                    table.follow(line)
            except ValueError as error:
                raise LessonError(f"step {n} of the lesson: {error}") from None
        found.append(LessonFrame(table.view(self.seat)))
        return game, tuple(found)


def _check_look(view: View, seats: int, look: tuple[str, ...]) -> None:
    """ValueError if something that a step points at isn't there to be seen."""
    known = {pile.name if pile.owner is None else f"{pile.name} {pile.owner}" for pile in view.piles}
    known |= {f"seat {seat}" for seat in range(seats)} | {name(one) for one in members(view.face_up)}
    if wrong := [each for each in look if each not in known]:
        raise ValueError(
            f"{wrong[0]} can't be pointed at: no such card lies face up, and there is no such pile or seat"
        )


def _step(raw: Mapping[str, Any]) -> Step:
    words = {key: str(value) for key, value in raw.items() if key not in ("play", "then", "look")}
    return Step(words, raw.get("play"), tuple(raw.get("then", ())), tuple(raw.get("look", ())))

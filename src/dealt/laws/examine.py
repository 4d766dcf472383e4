"""An examination: all laws checked on one game over random deals, and what was found."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from dealt.game import Game, Listing, Player
from dealt.laws import checks, support
from dealt.laws.walks import MAX_ACTIONS, Endless, start_deal, variants, walk
from dealt.table import Table


class Law(NamedTuple):
    """A law: its key, and its statement in English."""

    key: str
    says: str


LAWS: Final = (
    Law("seed", "The same seed deals the same cards, and others deal others"),
    Law("options", "The game can be made again from its options"),
    Law("cards", "Every card of the deck lies in exactly one pile"),
    Law("hidden", "No seat sees a card that it may not see, or is offered what is another's to do"),
    Law("actions", "A legal action has a name that finds it, and anything else is refused"),
    Law("sample", "A seat can't tell a sampled deal from the true one, and it plays on to a score"),
    Law("laid", "A deal that is laid out by hand lies so, and plays on to a score"),
    Law("end", "Every deal ends, with a score for each seat"),
    Law("sheet", "The lines of the score sheet add up to the score, and tell nothing hidden"),
    Law("replay", "The same actions lead to the same states, which never change"),
    Law("kernel", "What the kernel plays is legal, and has the score that it counts"),
    Law("computers", "The computers that are offered, and the levels, play a deal by the rules"),
    Law("support", "Samples are the deals that a seat can't rule out, each equally likely"),
)
COMPUTER_SECONDS: Final = 0.5
"""How long a computer may think at its deal, all in all: who needs longer has shown enough."""
POSITIONS_PER_DEAL: Final = 6
"""About the number of positions of a deal at which actions and samples are checked: these checks cost the most."""
DEALS_PER_ROUND: Final = 50
"""The number of deals for which all tiny forms are looked at once more."""
STORY_LENGTH: Final = 12
"""The number of last actions in ``Finding.story``."""


@dataclass(slots=True)
class Finding:
    """The result for a law: how often it held, and where it was first broken."""

    law: Law
    checked: int = 0
    left_out: str = ""
    """What the game lacks that the law is about; empty if it was checked."""
    broken: str = ""
    """The fault in one line; empty if the law held."""
    where: str = ""
    """The deal, the variant, the step and the seat."""
    story: tuple[str, ...] = ()
    """The last actions before it, as ``SEAT ACTION``."""


class Progress(NamedTuple):
    """Progress: deals examined so far, of all."""

    deals: int
    of: int


@dataclass(slots=True)
class _At:
    """The place that is being checked."""

    deal: int = 0
    variant: str = ""
    table: Table[Any] | None = None
    step: int = 0


@dataclass(slots=True)
class Examination:
    """All laws checked on one game. ``findings`` are complete when ``run`` has ended."""

    listing: Listing
    seed: str = "0"
    deals: int = 50
    only: int | None = None
    """The number of the only deal to examine, from 1; None for all."""
    file: Path | None = None
    """The file of the game: faults are reported with their line in it."""
    computers: Callable[[Game[Any]], Mapping[str, Callable[[], Player]]] | None = None
    """The computers to try, by name; without it none are."""
    findings: Mapping[str, Finding] = field(default_factory=lambda: {law.key: Finding(law) for law in LAWS})
    at: _At = field(default_factory=_At)

    def run(self) -> Iterator[Progress]:
        """Check all laws, deal by deal; yields the progress before each deal and at the end."""
        forms = list(variants(self.listing).items())
        for label, game in forms:
            self.at = _At(0, label)
            self._law("seed", partial(checks.check_seed, game))
            self._law("options", partial(checks.check_options, game, self.listing.make))
            self._law("kernel", partial(checks.check_kernel, game, Random(self.seed).getrandbits(60)))
        numbers = range(1, self.deals + 1) if self.only is None else [self.only]
        for done, number in enumerate(numbers):
            yield Progress(done, len(numbers))
            # every other deal has the standard rules, the rest go through all variants
            label, game = forms[0] if number % 2 else forms[number // 2 % len(forms)]
            self.at = _At(number, label)
            self._deal(game, Random(f"{self.seed}:{number}"))
        self._computers(forms[0][1])
        if not self.listing.tiny:
            self.findings["support"].left_out = "no tiny form in the listing"
        for again in range(max(1, len(numbers) // DEALS_PER_ROUND)):
            yield Progress(len(numbers), len(numbers))
            for number, tiny in enumerate(self.listing.tiny, 1):
                self.at = _At(0, f"tiny form {number}")
                rng = Random(f"{self.seed}:{again}") if again else Random(self.seed)
                self._law("support", partial(support.check_support, tiny, rng, 4, self._beat))
        yield Progress(len(numbers), len(numbers))

    def _computers(self, game: Game[Any]) -> None:
        """Each computer plays a deal under the standard rules."""
        offered = self.computers(game) if self.computers is not None else {}
        self.findings["computers"].left_out = "" if offered else "no computers given"
        for name, made in offered.items():
            rng = Random(f"{self.seed}:{name}")
            self.at = _At(0, f"computer {name}")

            def deal(made: Callable[[], Player] = made, rng: Random = rng) -> None:
                self.at.table = Table(game, rng.randbytes(32))
                try:
                    checks.check_computer(game, self.at.table, made(), COMPUTER_SECONDS, rng)
                finally:
                    self.at.step = self.at.table.step

            self._law("computers", deal)

    def _beat(self, table: Table[Any], step: int) -> None:
        self.at.table, self.at.step = table, step

    def _law(self, key: str, check: Callable[[], object], *, anyway: bool = False) -> bool:
        """Does a law hold? A broken law is not checked again, unless ``anyway``: then the deal depends on it."""
        finding = self.findings[key]
        if finding.broken and not anyway:
            return False
        try:
            check()
        except checks.LeftOut as lacks:
            finding.left_out = str(lacks)
            return True
        except Exception as error:  # noqa: BLE001 - any exception of the game is a finding
            if not finding.broken:
                self._found(finding, self.told(error), getattr(error, "seat", None))
            return False
        finding.checked += 1
        return True

    def _found(self, finding: Finding, what: str, seat: int | None) -> None:
        at, table = self.at, self.at.table
        finding.broken = what
        words = [f"deal {at.deal}"] if at.deal else []
        words += [at.variant] if at.variant else []
        words += [f"after {at.step} {'action' if at.step == 1 else 'actions'}"] if table is not None else []
        words += [] if seat is None else [checks.called(seat)]
        finding.where = ", ".join(words)
        moves = () if table is None else table.moves[: at.step]
        finding.story = tuple(f"{mover} {action}" for mover, action in moves[-STORY_LENGTH:])

    def told(self, error: BaseException) -> str:
        """An error in one line; with the line in the game's file unless a law raised it."""
        if isinstance(error, AssertionError) and type(error) is not AssertionError:
            return " ".join(str(error).split())
        frames = traceback.extract_tb(error.__traceback__)
        own = [each for each in frames if self.file is not None and Path(each.filename) == self.file]
        last = (own or list(frames))[-1] if frames else None
        where = "" if last is None else f" at {Path(last.filename).name}:{last.lineno}, in {last.name}"
        said = " ".join(str(error).split())[:200]
        return f"{type(error).__name__}{': ' if said else ''}{said}{where}"

    def _deal(self, game: Game[Any], rng: Random) -> None:
        """Check the laws along one deal."""
        dealt: list[Table[Any]] = []
        if not self._law("end", lambda: dealt.append(start_deal(game, rng, later=rng.random() < 0.3)), anyway=True):
            return
        table = dealt[0]
        trial = Table(game, table.seed, table.past)  # played to its end first, in case it has none
        self._beat(trial, 0)
        if not self._law("end", lambda: self._walk(trial, rng), anyway=True):
            return
        held = dict.fromkeys(range(game.seats), 0)
        going_on = True
        while going_on:
            self._beat(table, table.step)
            going_on = not self._over(table)
            self._law("cards", lambda: checks.check_cards(game, table))
            self._law("hidden", lambda: self._honest(game, table, held))
            if (
                table.step == 0
                or not going_on
                or rng.random() < POSITIONS_PER_DEAL / max(POSITIONS_PER_DEAL, 2 * table.step)
            ):
                self._law("actions", lambda: checks.check_actions(game, table, rng))
                self._law("sample", lambda: checks.check_sample(game, table, rng))
            if going_on and not self._law("end", lambda: self._step(table, rng), anyway=True):
                return
        self._law("end", lambda: checks.check_end(game, table))
        self._law("sheet", lambda: checks.check_sheet(game, table, rng))
        self._law("laid", lambda: checks.check_laid(game, table.past, rng))
        self._law("replay", lambda: checks.check_replay(game, table))

    @staticmethod
    def _honest(game: Game[Any], table: Table[Any], held: dict[int, int]) -> None:
        checks.note_hands(game, table, held)
        checks.check_hidden(game, table, held)

    def _walk(self, table: Table[Any], rng: Random) -> None:
        """Play to the end of the deal."""
        while not table.over:
            self._step(table, rng)
            self.at.step = table.step

    @staticmethod
    def _step(table: Table[Any], rng: Random) -> None:
        if table.step >= MAX_ACTIONS:
            raise Endless(f"the deal has not ended after {MAX_ACTIONS} actions")
        walk(table, rng, 1)

    def _over(self, table: Table[Any]) -> bool:
        """Is the deal over, or does ``turn`` fail?"""
        over: list[bool] = []
        return not self._law("end", lambda: over.append(table.over), anyway=True) or over[0]

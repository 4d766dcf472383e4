"""``dealt analyse``: what each action of the deals of a record cost, and which three cost most."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from json import dumps, loads
from pathlib import Path
from sys import platform
from typing import Any

from rich.console import Console

from dealt.analysis import Analysis, Option, analyse_table, from_json, replayed, to_json
from dealt.cli.errors import CommandError, refusing
from dealt.cli.files import writable, write
from dealt.cli.own_games import load_files, loaded
from dealt.cli.progress import progress_bar
from dealt.cli.records import read_record
from dealt.cli.show import console, spoken
from dealt.game import Say, find
from dealt.games import GAMES, make
from dealt.table import Record, Table
from dealt.tui.analysis import shown
from dealt.tui.words import Words


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked for: one deal or all, one seat or all, the worlds for each action, and so many processes."""

    deal: int | None = None
    seat: int | None = None
    budget: int | None = None
    jobs: int = 1


def analyse(file: str, wanted: Wanted, json: Path | None, lang: str | None) -> None:
    """Analyse deals of a record and print what is found, or write it as JSON."""
    record = read_record(file)
    language = spoken(lang)
    with refusing(ValueError, TypeError, before="this record does not hold: "):
        tables = replayed(record, make)
    places = _places(tables, wanted)
    writable(json)
    written = record.to_json()
    tasks = [(written, place, wanted, loaded()) for place in places]
    found: list[Analysis] = []
    several = wanted.jobs > 1
    total = len(tasks) if several else sum(tables[place].step for place in places)
    with progress_bar("deals" if several else "actions", total, remaining=False) as advance:
        if several:
            for written_analysis in _in_processes(tasks, wanted.jobs):
                found.append(from_json(written_analysis))
                advance(1)
        else:
            found += [_analysed(tables[place], wanted, lambda *_: advance(1)) for place in places]
    if json is not None:
        shown = [{"deal": place + 1, **loads(to_json(each))} for place, each in zip(places, found, strict=True)]
        write(json, dumps({"game": record.game, "options": dict(record.options), "deals": shown}) + "\n")
        if str(json) == "-":
            return
    out = console()
    for place, each in zip(places, found, strict=True):
        _show(out, record, place, tables[place], each, language)


def _places(tables: Sequence[Table[Any]], wanted: Wanted) -> list[int]:
    """The places of the deals to analyse, from 0."""
    if not tables:
        raise CommandError("this record holds no deal")
    seats = tables[0].game.seats
    if wanted.seat is not None and wanted.seat >= seats:
        raise CommandError(f"there is no seat {wanted.seat}: the seats are 0 to {seats - 1}")
    if wanted.deal is None:
        over = [place for place, each in enumerate(tables) if each.over]
        if not over:
            raise CommandError("no deal of this record is over: play one to its end first")
        return over
    if wanted.deal > len(tables):
        count = f"{len(tables)} deal{'' if len(tables) == 1 else 's'}"
        raise CommandError(f"there is no deal {wanted.deal}: this record holds {count}")
    if not tables[wanted.deal - 1].over:
        raise CommandError(f"deal {wanted.deal} isn't over: play it to its end first")
    return [wanted.deal - 1]


def _analysed(table: Table[Any], wanted: Wanted, progress: Callable[[int, int], None] | None = None) -> Analysis:
    seats = None if wanted.seat is None else (wanted.seat,)
    return analyse_table(table, seats=seats, budget=wanted.budget, progress=progress)


# --- the work -----------------------------------------------------------------------------------------------------


Task = tuple[str, int, Wanted, tuple[Path, ...]]


def _one(task: Task) -> str:
    """One deal, in a process of its own."""
    written, place, wanted, own = task
    load_files(own)
    return to_json(_analysed(replayed(Record.from_json(written), make)[place], wanted))


def _in_processes(tasks: Sequence[Task], jobs: int) -> Iterator[str]:
    context = multiprocessing.get_context("fork" if platform == "linux" else "spawn")
    with context.Pool(min(jobs, len(tasks)), signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield from pool.imap(_one, tasks)


# --- what is shown ------------------------------------------------------------------------------------------------


def _show(out: Console, record: Record, place: int, table: Table[Any], found: Analysis, language: str) -> None:
    dealt = record.deals[place]
    names = [dealt.players[n] if n < len(dealt.players) else str(n) for n in range(table.game.seats)]
    words = Words(language, GAMES[record.game].texts, names=names)

    def named(step: int, option: Option) -> str:
        seat, taken = table.moves[step]
        written = option.action
        meant = taken if str(taken) == written else find(table.game.view(table.states[step], seat), written)
        return written if meant is None else words.say(table.game.describe(meant))

    out.print(words.say(Say("analysis.deal", {"game": words.title(record.game), "n": place + 1})))
    out.print(shown(found, words, named))

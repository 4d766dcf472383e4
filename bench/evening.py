"""A whole evening at a room: a person, their second device, daily deals, rated tables, a Swiss; and it is all true.

``python -m bench evening [--computers 50] [--people 16] [--deals 10] [--rounds 5] [--boards 2] [--postgres]`` opens a
room by its own command and plays over sockets: somebody new comes in and goes on with a second device by the code of
its link, plays the eight daily boards of Big Two, which so many computers have played before, and then with others at
rated tables and in a rated Swiss, of whom three vanish; the room is killed twice in its rounds and once at the rated
tables. Afterwards the standing, the percents of the daily deals and all ratings are worked out a second time
(``bench/rig/reckoning.py``), from what people saw and what is stored of the boards. It ends with 1 if anything differs.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, Final

from sqlalchemy import text

from bench.rig import reckoning
from bench.rig.engines import Postgres, private
from bench.rig.load import percentiles
from bench.rig.process import LIMITS, Served
from bench.rig.reckoning import Row
from bench.rig.visitor import Deal, Table, Visitor, until
from dealt.server.store.store import Store

GAME: Final = "bigtwo"
BOARDS: Final = 8
VANISH: Final = 3
QUICKLY: Final = 10.0
"""The seconds within which a second device is to be there."""
PATIENCE: Final = 300.0


class Night:
    """The evening."""

    def __init__(self, room: Served, given: argparse.Namespace):
        self.room, self.given = room, given
        self.wrong: list[str] = []
        """What differs from what it should be."""
        self.figures: dict[str, Any] = {}
        self.people: list[Visitor] = []
        self._lives: list[asyncio.Task[None]] = []

    def check(self, what: str, found: object, expected: object) -> None:
        """Note where something is not what it should be."""
        if found != expected:
            self.wrong.append(f"{what}: {found!r} instead of {expected!r}")

    async def come(self, name: str, code: str = "", token: str = "") -> Visitor:
        """Somebody comes in."""
        visitor = Visitor(lambda: self.room.ws, name)
        visitor.code, visitor.token = code, token
        self._lives.append(asyncio.create_task(visitor.live()))
        await until(lambda: visitor.here, PATIENCE, f"{name} to come in")
        return visitor

    async def go_home(self) -> None:
        """All connections end."""
        for each in self._lives:
            each.cancel()
        for found in await asyncio.gather(*self._lives, return_exceptions=True):
            if isinstance(found, Exception):
                self.wrong.append(f"somebody broke off: {found}")

    async def kill(self) -> float:
        """Kill the room and open it again; the seconds until it listens."""
        self.room.kill()
        return await self.room.start()

    # --- somebody new, and their phone

    async def arrive(self) -> Visitor:
        """A new person, who goes on with a second device."""
        began = time.perf_counter()
        desk = await self.come("Nova")
        self.figures["new person, s"] = round(time.perf_counter() - began, 3)
        began = time.perf_counter()
        code = (await desk.ask("device_code", "add_device"))["code"]
        desk.gone = True  # the newest device plays
        phone = await self.come("", code)
        took = time.perf_counter() - began
        self.figures["second device by the code of its link, s"] = round(took, 3)
        self.check("the second device is there in time", took < QUICKLY, True)
        self.check("the second device's person", phone.name, "Nova")
        devices = (await phone.ask("devices", "devices"))["devices"]
        self.check("the number of devices", len(devices), 2)
        return await self._in_browser(phone) if self.given.browser else phone

    async def _in_browser(self, phone: Visitor) -> Visitor:
        """The link of another code is opened in a browser; then the phone is back."""
        from playwright.async_api import async_playwright

        code = (await phone.ask("device_code", "add_device"))["code"]
        phone.gone = True
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(
                executable_path=self.given.browser, args=["--no-sandbox", "--disable-dev-shm-usage"]
            )
            page = await browser.new_page(viewport={"width": 360, "height": 640}, locale="en-US")
            began = time.perf_counter()
            await page.goto(f"http://127.0.0.1:{self.room.port}/#/device/{code}")
            await page.get_by_role("button", name="Go on here").click()
            await page.get_by_text("Nova").first.wait_for()
            took = time.perf_counter() - began
            await browser.close()
        self.figures["second device by its link in a browser, s"] = round(took, 2)
        self.check("the browser is there in time", took < QUICKLY, True)
        return await self.come("", token=phone.token)

    # --- the boards of the day

    async def daily(self, nova: Visitor) -> None:
        """So many computers play the boards of the day, and then Nova does; the levels of the house come last."""
        began, number = time.perf_counter(), self.given.computers
        levels = 4
        bots = [await self.come(f"Bot{n:03}") for n in range(number - levels)]
        for some in (bots, [nova]):
            for each in some:
                each.say("play_daily", game=GAME, pace="instant")
            await until(partial(_have_played, some), 3 * PATIENCE, "the boards of the day")
            self.figures["daily: all have played after, s"] = round(time.perf_counter() - began, 1)
        began = time.perf_counter()
        told = await nova.ask("daily", "daily", game=GAME)
        while told["growing"]:
            told = await nova.next("daily")
        self.figures["daily: the field is whole after, s"] = round(time.perf_counter() - began, 1)
        self._compare_daily([*bots, nova], told)
        for each in bots:
            each.leave()

    def _compare_daily(self, people: list[Visitor], told: dict[str, Any]) -> None:
        beaten: list[float] = []
        for board in told["boards"]:
            field, n = board["field"], board["board"]
            people_there = {each["name"]: each["score"] for each in field if not each["computer"]}
            own = {each.name: _on_board(each, n) for each in people}
            self.check(f"daily board {n}: scores", people_there, own)
            scores = [each["score"] for each in field]
            for each in field:
                self.check(
                    f"daily board {n}: percent of {each['name']}",
                    round(each["percent"], 6),
                    round(reckoning.percent(each["score"], scores), 6),
                )
            beaten += [reckoning.percent(own["Nova"], scores)]
        sizes = {sum(each["name"] != "Nova" for each in board["field"]) for board in told["boards"]}
        self.check("daily: computers in the field of each board", sizes, {self.given.computers})
        place = next(each for each in told["standing"] if each["name"] == "Nova")
        self.check("daily: Nova's mean", round(place["percent"], 6), round(sum(beaten) / len(beaten), 6))
        self.figures["daily: computers in the field"] = sorted(sizes)
        self.figures["daily: percents compared"] = sum(len(each["field"]) for each in told["boards"])
        self.figures["daily: Nova beats, %"] = round(sum(beaten) / len(beaten), 1)

    # --- rated tables

    async def rated(self) -> None:
        """Two rows of tables; at the first the room is killed."""
        count = len(self.people) // 4
        by_table = [self.people[4 * n : 4 * n + 4] for n in range(count)]
        across = [self.people[n::count] for n in range(count)]
        for row, groups in enumerate((by_table, across)):
            began = time.perf_counter()
            await asyncio.gather(*map(self._sit_down, groups))
            if row == 0:
                await asyncio.sleep(0.5)
                self.figures["killed at the rated tables: open again after, s"] = round(await self.kill(), 2)
            await until(
                lambda: all(_over(each) == self.given.deals for each in self.people), PATIENCE, "the rated deals"
            )
            took = round(time.perf_counter() - began, 1)
            self.figures[f"rated tables {row + 1}: {count} times {self.given.deals} deals, s"] = took
            for each in self.people:
                each.say("leave")
            await until(lambda: not any(each.table for each in self.people), PATIENCE, "all to leave")

    async def _sit_down(self, group: list[Visitor]) -> None:
        for each in group:
            each.ready = lambda who, table: _over(who) < self.given.deals
        table = await group[0].ask("table", "create", game=GAME, rated=True, computers="normal")
        for each in group[1:]:
            await each.ask("table", "join", table=table["id"])
        group[0].say("start")

    def _rated_deals(self) -> list[Deal]:
        """The deals of rated tables that count."""
        deals: dict[tuple[str, str], Deal] = {}
        for visitor in self.people:
            for key, deal in visitor.deals.items():
                if not deal.rated:
                    continue
                other = deals.setdefault(key, deal)
                other.standin |= deal.standin
                self.check(f"the scores of a deal as {visitor.name} saw it", deal.scores, other.scores)
        for deal in deals.values():
            self.check("whether a deal is rated", deal.rated, "interrupted" if deal.standin else "rated")
        counted = [each for each in deals.values() if not each.standin]
        self.figures["ratings: deals counted, interrupted"] = len(counted), len(deals) - len(counted)
        return counted

    def _compare_ratings(self, answers: Mapping[str, dict[str, Any]], boards: Sequence[reckoning.Field]) -> None:
        expected = reckoning.ratings(self._rated_deals(), boards)
        for name, told in answers.items():
            own, course = told["own"], [(point["rating"], point["error"]) for point in told["course"]]
            found = reckoning.Rating(own["rating"], own["error"], own["deals"], course)
            self.check(f"the rating of {name}", found, expected[name])
        told = next(iter(answers.values()))
        listed = {each["name"]: each["rating"] for each in told["players"] if not each["computer"]}
        enough = {name: each.rating for name, each in expected.items() if each.deals >= told["enough"]}
        self.check("the leaderboard", listed, enough)
        order = [each["rating"] for each in told["players"]]
        self.check("the order of the leaderboard", order, sorted(order, reverse=True))
        self.figures["ratings compared"] = len(answers)
        self.figures["ratings: fields with the same cards"] = len(boards)
        self.figures["people on the leaderboard"] = len(listed)

    # --- the Swiss

    async def swiss(self) -> None:
        """All rounds; the room is killed in the first two, and after the first time three people are gone."""
        given, people, kills = self.given, self.people, list[float]()
        director = people[0]
        for each in people:
            each.ready = lambda *_: True
        id = (  # noqa: A001
            await director.ask(
                "tournament",
                "open_tournament",
                game=GAME,
                name="Cup",
                rounds=given.rounds,
                boards=given.boards,
                rated=True,
            )
        )["id"]
        director.follow(id)
        for each in people[1:]:
            each.say("join_tournament", id=id)
        await until(lambda: len(director.cup["standing"]) == len(people), PATIENCE, "all to join")
        began = time.perf_counter()
        director.say("direct_tournament", id=id, order="start")
        while director.cup["phase"] != "over":
            cup = director.cup
            if time.perf_counter() - began > PATIENCE:
                raise TimeoutError(f"the Swiss does not end: round {cup['round']}")
            if len(kills) < 2 and cup["round"] == len(kills) + 1 and not all(each["over"] for each in cup["tables"]):
                await asyncio.sleep(0.7)
                for each in people[-VANISH:] if not kills else ():
                    each.leave()
                kills.append(round(await self.kill(), 2))
                await until(lambda: director.here, PATIENCE, "the director to come back")
            if cup["next_in"] and len(kills) >= min(2, cup["round"]):
                director.say("direct_tournament", id=id, order="pair")
            await asyncio.sleep(0.2)
        self.figures["Swiss: people, vanished, rounds, boards"] = len(people), VANISH, given.rounds, given.boards
        self.figures["Swiss, s"] = round(time.perf_counter() - began, 1)
        self.figures["Swiss: killed, open again after, s"] = kills
        self.check("how often the room was killed in the Swiss", len(kills), 2)

    async def compare(self) -> None:
        """What is told and what is stored against what should be."""
        here = [each for each in self.people if not each.gone]
        answers = {each.name: await each.ask("ratings", "ratings", game=GAME) for each in here}
        cup = self.people[0].cup
        names = [each.name for each in self.people]
        await self.go_home()
        await self.room.stop()
        stored = await _stored(self.room.database, cup["id"])
        rounds, rows = stored["rounds"], stored["rows"]
        self.check("who was paired twice in a round", reckoning.paired_twice(rounds), [])
        self.check("the number of rounds", len(rounds), self.given.rounds)
        tables = {table for each in rounds for table in each}
        keys = sorted((each.table, each.board) for each in rows)
        self.check("boards, each once", len(set(keys)), len(tables) * self.given.boards)
        self.check("boards reported, each once", sorted(stored["reported"]), keys)
        self._seen(rows, tables)
        boards = [each for board in stored["rated"] for each in reckoning.fields(rows, rounds, board)]
        self.check("boards in ratings, each once", sorted(stored["rated"]), sorted({each.board for each in rows}))
        self._compare_ratings(answers, boards)
        expected = reckoning.standing(rows, rounds, self.given.boards, names)
        for row in cup["standing"]:
            own = expected[row["name"]]
            results = [None if each is None else round(each, 1) for each in own.results]
            found = row["rank"], round(row["points"], 2), row["score"], row["results"]
            self.check(f"the standing of {row['name']}", found, (own.rank, round(own.points, 2), own.score, results))
            gone = row["name"] in names[-VANISH:]
            self.check(f"is {row['name']} still paired", row["here"], not gone)
        self.check("all who have played stand", sorted(each["name"] for each in cup["standing"]), sorted(names))
        self.figures["Swiss: rows of the standing compared"] = len(cup["standing"])
        self.figures["Swiss: boards stored and counted once"] = len(rows)
        best = cup["standing"][0]
        self.figures["Swiss: first"] = f"{best['name']}, {best['points']} points"

    def _seen(self, rows: Iterable[Row], tables: set[str]) -> None:
        """What people saw of the boards is what is stored of them."""
        stored = {(each.table, tuple(each.scores)) for each in rows}
        seen = {
            (deal.table, deal.scores)
            for each in self.people
            for deal in each.deals.values()
            if deal.table in tables and deal.scores
        }
        self.check("boards that people saw and nobody stored", seen - stored, set())
        self.figures["Swiss: boards that people saw"] = len(seen)

    async def play(self) -> None:
        """All of it."""
        self.figures["the room is open after, s"] = round(await self.room.start(), 2)
        nova = await self.arrive()
        await self.daily(nova)
        others = [await self.come(f"Ann{n:02}") for n in range(1, self.given.people)]
        self.people = [nova, *others]
        await self.rated()
        await self.swiss()
        self.figures["an action until its table, ms"] = percentiles(took for each in self.people for took in each.took)
        await self.compare()


def _have_played(visitors: Iterable[Visitor]) -> bool:
    """Have all of them finished the boards of the day, and left?"""
    return all(
        visitor.table is None and sum(bool(each.board and each.scores) for each in visitor.deals.values()) == BOARDS
        for visitor in visitors
    )


def _on_board(visitor: Visitor, board: int) -> float:
    return next(each.scores[0] for each in visitor.deals.values() if each.board == board)


def _over(visitor: Visitor, table: Table | None = None) -> int:
    """How many deals are over at the table where somebody is."""
    here = visitor.table and visitor.table.id
    return sum(each.table == here and bool(each.scores) for each in visitor.deals.values())


async def _stored(database: str, id: str) -> dict[str, Any]:  # noqa: A002
    """What the database has of a tournament: its rounds with the names that were to sit, and how boards came out."""
    store = await Store.open(database)
    try:
        there = {"name": f"tournament/{id}"}
        boards = "select r.* from set_results r join sets s on s.id = r.set_id where s.name = :name"
        rows = await store.ask(lambda connection: connection.execute(text(boards), there).mappings().all())
        all_events = "select payload from tournament_events where tournament_id = :id order by n"
        written = await store.ask(lambda connection: connection.execute(text(all_events), {"id": id}).scalars().all())
    finally:
        await store.close()
    happened = [json.loads(each) for each in written]
    names = {each["person"]: each["name"] for each in happened if each["event"] == "enrolled"}
    paired = [each for each in happened if each["event"] == "paired"]
    return {
        "rounds": [
            {table["table"]: [names.get(each, "") for each in table["places"]] for table in each["tables"]}
            for each in paired
        ],
        "reported": [(each["table"], each["board"]) for each in happened if each["event"] == "reported"],
        "rated": [each["board"] for each in happened if each["event"] == "rated"],
        "rows": [
            Row(
                each["table_id"],
                each["deal"],
                json.loads(each["names"]),
                json.loads(each["scores"]),
                each["began"],
                each["at"],
            )
            for each in rows
        ],
    }


async def run(given: argparse.Namespace, room: Served) -> int:
    """Play, print, and say whether all of it is true."""
    night = Night(room, given)
    try:
        await night.play()
    finally:
        await night.go_home()
        room.kill()
        for name, value in night.figures.items():
            print(f"{name:<56}{value}")
        for each in night.wrong:
            print(f"WRONG  {each}")
    print(f"{len(night.wrong)} differences")
    return 1 if night.wrong else 0


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(description="A whole evening at a room, and whether it is all true.")
    parser.add_argument("--computers", type=int, default=50, help="those that have played the daily boards before")
    parser.add_argument("--people", type=int, default=16, help="at the rated tables and in the Swiss: a multiple of 4")
    parser.add_argument("--deals", type=int, default=10, help="at each of two rated tables of everybody")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--boards", type=int, default=2, help="in a round of the Swiss")
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL of its own instead of SQLite")
    parser.add_argument("--browser", metavar="CHROMIUM", help="open the link of a second device there, too")
    given = parser.parse_args(argv)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="dealt-evening-")))
        database = stack.enter_context(private(Postgres, "dealt-postgres-")).address() if given.postgres else ""
        limits = dict.fromkeys(LIMITS, 0)
        room = Served(folder, database, standin_after=3, pace_factor=0, **limits)
        return asyncio.run(run(given, room))

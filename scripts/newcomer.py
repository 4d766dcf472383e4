"""What a newcomer can do with the README's own set-up: run by `scripts/newcomer` in a new clone, with its environment.

Every command of README.md, every level of every game for a deal in the arena and for a deal in a room over a socket,
hints, odds, analyses, puzzles and lessons there. Ends with 'N passed, N failed' and the exit status 1 if any failed.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect

from dealt.game import LEVELS
from dealt.games import GAMES

ROOT: Final = Path(__file__).parent.parent
DEALT: Final = str(ROOT / ".venv/bin/dealt")
LONGEST: Final = 240.0
"""Seconds that a step may take."""
AT_ONCE: Final = 2
"""Steps and tables at a time."""
ANSWERS_WITHIN: Final = 60.0
"""Seconds that the room may take to answer anything."""
ACTIONS: Final = 60
"""The most actions of somebody in the room: a solitaire can go on for long where nobody thinks."""
HOSTS: Final = "serve"
"""A command of the README that opens a room stays open: it is tried as the room over a socket."""

Step = Callable[[], None]
failed: list[str] = []
passed: list[str] = []


class Failure(Exception):  # noqa: N818 - it is what a step ends with
    """A step failed. The message says how."""


def step(name: str, what: Step) -> None:
    """Carry a step out and tell in a line how it went."""
    began = time.perf_counter()
    try:
        what()
    except Exception as error:  # noqa: BLE001 - whatever fails is told, and the next step is tried
        failed.append(name)
        print(f"  FAILED {time.perf_counter() - began:6.1f} s  {name}\n{error!s:.3000}", flush=True)
    else:
        passed.append(name)
        print(f"  passed {time.perf_counter() - began:6.1f} s  {name}", flush=True)


def run(line: list[str], typed: str = "", folder: Path = ROOT, status: int = 0) -> str:
    """What a command prints. Failure if it ends otherwise, or says that a computer is weaker than it can be."""
    done = subprocess.run(line, input=typed, capture_output=True, text=True, timeout=LONGEST, check=False, cwd=folder)
    said = done.stdout + done.stderr
    if done.returncode != status:
        raise Failure(f"$ {shlex.join(line)}\n{said[-2000:]}\nexit status {done.returncode}")
    if "thinks less here" in said or "Traceback" in said:
        raise Failure(f"$ {shlex.join(line)}\n{said[-2000:]}")
    return done.stdout


# --- the README


def readme() -> list[list[str]]:
    """The commands of the README's shell blocks."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [shlex.split(line, comments=True) for block in blocks for line in block.splitlines() if line.strip()]


def as_typed(words: list[str]) -> tuple[list[str], str]:
    """A command of the README as it is tried here, and what is typed: without an end of its own it gets one."""
    program = {"scripts/play": [str(ROOT / "scripts/play")], "dealt": [DEALT]}.get(words[0])
    if program is None:
        raise Failure(f"the README has a command that this script does not know: {shlex.join(words)}")
    rest = words[1:]
    if rest[:1] == ["play"]:
        return [*program, *rest, "--deals", "1", "--plain", "--pace", "0"], "#1\n" * 200
    if rest[:1] == ["lesson"]:
        return [*program, *rest, "--plain"], "\n#1\n" * 200
    return [*program, *rest], ""


def try_readme() -> None:
    for words in readme():
        if words == ["scripts/play"] or words[1:2] == [HOSTS]:
            continue  # these open the room, and stay: see `room`
        step(f"README: {shlex.join(words)}", lambda words=words: run(*as_typed(words)))  # type: ignore[misc]
    step("README: the examples in Python", lambda: run([sys.executable, "-m", "doctest", "README.md"]) and None)


def other_commands(folder: Path) -> None:
    """What the README names in its text."""
    own, house = folder / "newgame.py", ROOT / "examples/house_rules.py"
    watched = ["--watch", "--plain", "--deals", "1", "--pace", "0", "--computers", "easy", "--record", "match.json"]
    for arguments in (
        ["doctor"],
        ["games"],
        ["rules", "bigtwo"],
        ["odds", "elevens"],
        ["daily", "bigtwo"],
        ["new-game", "newgame"],
        ["laws", str(own), "--deals", "5"],
        ["laws", str(house), "--deals", "5"],
        ["arena", "--games", str(house), "runfast", "--players", "deuce,lowest,lowest,lowest", "--deals", "2"],
        ["play", "bigtwo", *watched],
        ["verify", "match.json"],
        ["replay", "match.json", "--plain"],
        ["analyse", "match.json"],
        ["check", "elevens", str(ROOT / "tests/assignments/solutions/elevens.py")],
        ["puzzle", "--help"],
    ):  # fmt: skip
        step(f"dealt {shlex.join(arguments)}", lambda given=arguments: run([DEALT, *given], folder=folder) and None)  # type: ignore[misc]


# --- every level


def sitting(name: str) -> Iterator[str]:
    """Every level of a game, as many together as it has seats, and the weakest computer on seats that are left."""
    seats = GAMES[name].make().seats
    for first in range(0, len(LEVELS), seats):
        some = LEVELS[first : first + seats]
        yield ",".join([*some, *["lowest"] * (seats - len(some))])


def in_the_arena(name: str, players: str) -> None:
    """A deal in every rotation of the seats."""
    run([DEALT, "arena", name, "--players", players, "--deals", "1", "--jobs", "1"])


def try_arena() -> None:
    with ThreadPoolExecutor(AT_ONCE) as pool:
        tables = [(name, players) for name in GAMES for players in sitting(name)]
        for _ in pool.map(lambda each: step("arena: {} {}".format(*each), lambda: in_the_arena(*each)), tables):
            pass


# --- the room


@contextmanager
def room(folder: Path) -> Iterator[tuple[str, Path]]:
    """A room as `scripts/play` opens it, with its address and its log."""
    log = folder / "room.log"
    line = [str(ROOT / "scripts/play"), "serve", "--port", "0", "--host", "127.0.0.1"]
    with log.open("w") as out:
        process = subprocess.Popen(line, stdout=out, stderr=out, cwd=folder)
    try:
        yield opened(process, log), log
    finally:
        process.terminate()
        process.wait(30)


def opened(process: subprocess.Popen[bytes], log: Path) -> str:
    """The address that the room says."""
    until = time.monotonic() + ANSWERS_WITHIN
    while time.monotonic() < until and process.poll() is None:
        if found := re.search(r"the room is open at (http://\S+?)/?\s", log.read_text(encoding="utf-8")):
            return found[1]
        time.sleep(0.1)
    raise Failure(f"the room does not open:\n{log.read_text(encoding='utf-8')[-2000:]}")


class Person:
    """A connection of somebody who plays the first thing that is possible."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.said = ""
        """What was said last, which is said again where the room asks to wait."""

    async def say(self, op: str, **fields: object) -> None:
        self.said = json.dumps({"op": op, **fields})
        await self.socket.send(self.said)

    async def hear(self, *ops: str) -> dict[str, Any]:
        """The next message of these kinds; Failure for an error of the room whose code is none of them."""
        async with asyncio.timeout(ANSWERS_WITHIN):
            while True:
                message: dict[str, Any] = json.loads(await self.socket.recv())
                if message["op"] == "error" and message["code"] == "slow_down":
                    await asyncio.sleep(1)
                    await self.socket.send(self.said)
                elif message["op"] == "error" and message["code"] in ops:
                    return message
                elif message["op"] == "error" and message["code"] != "stale":  # then the table comes again
                    raise Failure(f"the room says {message['code']}: {message['text']}")
                if message["op"] in ops:
                    return message

    async def deal(self, game: str, level: str) -> None:
        """A deal against computers of a level, with a hint at the first turn, or what of it ``ACTIONS`` come to."""
        await self.say("create", game=game, computers=level, pace="instant", now=True, private=True)
        acted, times = -1, 0
        while times < ACTIONS and not (table := await self.hear("table"))["result"]:
            view = table["view"]
            if not view or table["seat"] not in view["turn"]:
                continue
            if acted < 0:
                await self.say("hint", step=table["step"], worths=False)
                hint = await self.hear("hinted", "no_answer")  # whether a solitaire can be won is not always found
                name = hint["action"]["name"] if hint["op"] == "hinted" else first(view["legal"])
            else:
                name = first(view["legal"])
            acted, times = table["step"], times + 1
            await self.say("act", step=acted, action=name)
        await self.say("leave")
        await self.hear("left")


def first(legal: list[dict[str, Any]]) -> str:
    """The name of the first action that is possible; one with an amount or a choice of cards gets the least of it."""
    one = next((each for each in legal if each["upto"] is None and not each["pick"]), legal[0])
    if one["upto"] is not None:
        return re.sub(r"\d+\.\.\S+", str(one["amount"]), one["name"])
    if one["pick"]:
        return re.sub(r"\d+\.\.\d+ of \S+", "".join(one["cards"][: one["pick"][0]]), one["name"])
    return str(one["name"])


async def sit_down(address: str, game: str, number: int) -> None:
    """A deal against the weakest and the strongest; the arena has all levels.

    A room lets only so many people and tables from one address come at once.
    """
    async with connect(address.replace("http", "ws") + "/ws", max_size=None) as socket:
        person = Person(socket)
        await person.say("hello", v=1)
        await person.say("name", name=f"guest{number}")
        await person.hear("you")
        for level in (LEVELS[0], LEVELS[-1]):
            try:
                await person.deal(game, level)
            except (Failure, TimeoutError) as error:
                raise Failure(f"{level}: {error!r}") from error
        await person.say("bye")


def in_the_room(address: str) -> None:
    def one(numbered: tuple[int, str]) -> None:
        number, game = numbered
        step(f"room: {game}", lambda: asyncio.run(sit_down(address, game, number)))

    with ThreadPoolExecutor(AT_ONCE) as pool:
        for _ in pool.map(one, enumerate(GAMES)):
            pass


def fetch(address: str, path: str) -> bytes:
    with urllib.request.urlopen(f"{address}/{path}", timeout=ANSWERS_WITHIN) as answer:  # noqa: S310 - our own room
        return bytes(answer.read())


def the_page(address: str) -> None:
    """The page and every file that it names."""
    page = fetch(address, "").decode()
    files = re.findall(r'(?:src|href)="\./([^"#?]+)"', page)
    if not files:
        raise Failure("the page names no files")
    for each in files:
        fetch(address, each)


def told(address: str) -> None:
    """What the page asks for over HTTP: games, a lesson, rules, the puzzle of the day, charts."""
    day = time.strftime("%Y-%m-%d", time.gmtime())
    for path in (
        "api/games",
        "api/lesson/bigtwo",
        "api/rules/bridge/zh",
        "api/charts/blackjack",
        f"api/daily/bigtwo/{day}",
    ):
        fetch(address, path)


def quiet(log: Path) -> None:
    """Nobody failed, and nobody was replaced."""
    said = [
        line for line in log.read_text(encoding="utf-8").splitlines() if re.search("failed|replaced|Traceback", line)
    ]
    if said:
        raise Failure("the room's log:\n" + "\n".join(said[:20]))


def main() -> int:
    began, folder = time.perf_counter(), Path(os.environ["HOME"])
    other_commands(folder)
    try_readme()
    with room(folder) as (address, log):
        step("the page and its files", lambda: the_page(address))
        step("games, lesson, rules, charts, puzzle of the day", lambda: told(address))
        in_the_room(address)
        step("the room's log has no failed and no replaced", lambda: quiet(log))
    try_arena()
    print(f"in {time.perf_counter() - began:.0f} s")
    print(f"{len(passed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

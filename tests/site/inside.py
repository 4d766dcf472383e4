"""What is run in Pyodide, and in the Python of the machine: ``laws``, ``vectors``, or ``match``, which prints a digest.

In Pyodide it stands under /repository, and the package is that of a static room; the laws, which no page needs, are
taken from the repository.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from datetime import date
from hashlib import sha256
from pathlib import Path
from random import Random

import msgspec

import dealt
from dealt import daily, players
from dealt.games import GAMES, make
from dealt.kernels.machine import available
from dealt.session.events import Opened
from dealt.session.near import Computers, Near
from dealt.table import seed_of
from dealt.wire import protocol

MATCHES = (("bigtwo", "normal"), ("spades", "normal"), ("hearts", "expert"), ("drawpoker", "normal"), ("tens", "easy"))
EVENINGS = ("blackjack", "drawpoker", "elevens")
"""Games of which a whole evening is told by a page's room, with all that can be asked."""


def laws() -> None:
    """Every law at a deal of every game; AssertionError names those that are broken."""
    from dealt.laws import Examination

    for name, listing in GAMES.items():
        examination = Examination(listing, seed="site", deals=1)
        for _ in examination.run():
            pass
        broken = [(each.law.key, each.broken) for each in examination.findings.values() if each.broken]
        assert not broken, (name, broken)
        print(name, sum(each.checked for each in examination.findings.values()), flush=True)


def vectors() -> None:
    """All vectors."""
    sys.path.append(str(REPOSITORY))
    from tests.vectors import main

    assert main(map(str, sorted((REPOSITORY / "tests" / "vectors_data").glob("*.json")))) == 0


def boards() -> None:
    """A digest of what the computers of every room do at a board of a day of each game."""
    for name in GAMES:
        game = daily.standard(make(name))
        if daily.offered(game):
            seed = daily.seed(name, date(2026, 11, 27), 2)
            moves = daily.field_of(game, seed, daily.LEVEL).moves
            print(name, sha256(str(list(map(str, moves))).encode()).hexdigest(), flush=True)


async def told(name: str, level: str) -> list[str]:
    """What two deals tell that are played by advice, but for the times."""
    game = make(name)
    thinker = Computers(game, [players.computer(level, game) for _ in range(game.seats)], Random(name))
    opened = Opened(name, game.version, dict(game.options), True, 0, "instant", level)
    near = Near(opened, game, thinker, "Anna", texts=GAMES[name].texts, seed=lambda deal: seed_of("site", deal))
    heard: list[str] = []
    ends = 0
    await near.send(protocol.Start())
    while ends < 2:
        message = await near.hear()
        plain = msgspec.to_builtins(message)
        for line in plain["lines"] if plain["op"] == "talk" else ():
            line.pop("at")
        heard.append(json.dumps(plain, ensure_ascii=False))
        if isinstance(message, protocol.Hinted):
            await near.send(protocol.Act(message.step, message.action.name))
        elif isinstance(message, protocol.TableState) and message.phase in ("over", "final"):
            ends += 1
            await near.send(protocol.Ready(message.step))
        elif isinstance(message, protocol.TableState) and message.step == near.session.step and 0 in near.session.turn:
            await near.send(protocol.Hint(message.step, worths=False))
    return heard


async def matches() -> list[str]:
    """A line for each match: how many messages, and their digest."""
    sys.path.append(str(REPOSITORY))
    from tests.site import same

    lines = []
    for name, level in MATCHES:
        heard = await told(name, level)
        digest = sha256("\n".join(heard).encode()).hexdigest()
        lines.append(f"{name} {level} {len(heard)} {digest}")
    for game in EVENINGS:  # Pythons add up floats unlike
        heard = "\n".join(await same.play(same.Near(), game))
        plain = re.sub(r"\d+\.\d+(e-\d+)?", lambda found: f"{float(found[0]):.9g}", heard)
        lines += [f"{game} {sha256(plain.encode()).hexdigest()}"]
    return lines


INSIDE = sys.platform == "emscripten"
REPOSITORY = Path("/repository") if INSIDE else Path(__file__).parents[2]


async def inside() -> None:
    """Run what the command line names."""
    assert available(), "the kernels do not run here"
    if INSIDE:
        dealt.__path__.append(str(REPOSITORY / "src" / "dealt"))
    match sys.argv[1]:
        case "laws":
            laws()
        case "vectors":
            vectors()
        case "boards":
            boards()
        case _:
            print("\n".join(await matches()))


if __name__ == "__main__" and not INSIDE:
    asyncio.run(inside())

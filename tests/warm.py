"""Imported by the process that rooms and commands are forked from: all modules and tables, which then cost nothing."""

import contextlib
import importlib
import io
import pkgutil

import dealt.cli
import dealt.players.advice
import dealt.server
import dealt.tui
import tests.unsynced  # noqa: F401 - rooms are quick with it
from dealt import players
from dealt.games import GAMES

for package in (dealt.cli, dealt.server, dealt.tui, dealt.players.advice):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if "migrations" not in module.name and "__main__" not in module.name:
            importlib.import_module(module.name)
for name in ("aiosqlite", "alembic.context", "asyncpg", "rich.markdown", "sqlalchemy.dialects.sqlite"):
    importlib.import_module(name)

for listing in GAMES.values():
    game = listing.make()
    game.prepare()
    for name in players.names(listing):
        players.computer(name, game)  # some work tables out that all of their kind share

with contextlib.redirect_stdout(io.StringIO()):
    dealt.cli.run(["games", "--lang", "en"])  # what reads the command line imports more when it is first used

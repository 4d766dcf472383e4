"""The folder of a static room: the page, Python for browsers, this package, and what is read of the games as files."""

from __future__ import annotations

import ast
import asyncio
import json
import shutil
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Final
from urllib.parse import quote
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from dealt.assignments import ASSIGNMENTS
from dealt.games import GAMES
from dealt.session.listed import as_html, catalogue
from dealt.site import openings
from dealt.work import work
from dealt.work.work import House

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "server" / "page"
ENGINE: Final = ROOT / "site" / "engine"
KEEPER: Final = ROOT / "site" / "keeper.js"
PLAIN: Final = '<html lang="en">'
NEAR: Final = '<html lang="en" data-room="near"'
"""How the page knows that its room is in the browser."""
ELSEWHERE: Final = (
    "arena/",
    "cli/",
    "env/",
    "laws/",
    "server/",
    "site/engine/",
    "site/folder.py",
    "tournament/",
    "training/",
    "tui/",
)
"""The parts of the package that no browser needs."""
TRAINED: Final = ("descent.py", "descent.wasm", "learning.py", "learning.wasm")
"""How files end that training alone needs."""
PACKED: Final = {".br", ".gz"}
UNSEEN: Final = {".js", ".md", ".png", ".pyc"}


class SiteError(Exception):
    """The folder can't be written; the message says why."""


def write(folder: Path, room: str = "") -> dict[str, int]:
    """Write the folder; how many bytes each part of it has. SiteError where it can't be.

    ``room``: the way from the folder to a room whose page it uses, and for which it stands in where that is gone.
    """
    if not (PAGE / "index.html").is_file() or not (ENGINE / "msgspec.whl").is_file():
        raise SiteError("this installation has no page: install a released wheel, or without DEALT_SKIP_WEB")
    index = folder / "index.html"
    if folder.exists() and any(folder.iterdir()) and not (index.is_file() and NEAR in index.read_text("utf-8")):
        raise SiteError(f"{folder} holds something else: name a folder that is empty, or is to be made")
    for part in ("api", "assets", "engine", "openings"):
        shutil.rmtree(folder / part, ignore_errors=True)
    if room:
        folder.mkdir(parents=True, exist_ok=True)
    else:
        shutil.copytree(PAGE, folder, ignore=shutil.ignore_patterns("*.br", "*.gz", ".*"), dirs_exist_ok=True)
    near = f'{NEAR} data-back="{room}">' if room else f"{NEAR}>"
    head = (PAGE / "index.html").read_text("utf-8").replace(PLAIN, near)
    index.write_text(head.replace('="./', f'="{room}') if room else head, "utf-8")
    shutil.copytree(ENGINE, folder / "engine", ignore=shutil.ignore_patterns(".*"))
    package(folder / "engine" / "dealt.zip")
    for path, told in read():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(told)
    keep(folder, room)
    return sizes(folder)


def keep(folder: Path, room: str = "") -> None:
    """Write what lets a browser keep the folder: the digest of every file, and of the page where that is a room's."""
    whole = {name: digest(path) for name, path in files(folder).items() if name != KEEPER.name}
    if room:
        shown = {name: path for name, path in files(PAGE).items() if path.suffix not in PACKED and name != "index.html"}
        whole |= {room + name: digest(path) for name, path in shown.items()}
    told = json.dumps({"./": whole["index.html"], **whole})
    (folder / KEEPER.name).write_text(KEEPER.read_text("utf-8").replace("WHOLE", told), "utf-8")


def files(folder: Path) -> dict[str, Path]:
    """The files of a folder by the addresses that they have beside it, without hidden ones."""
    paths = sorted(each for each in folder.rglob("*") if each.is_file() and not each.name.startswith("."))
    return {quote(each.relative_to(folder).as_posix()): each for each in paths}


def digest(file: Path) -> str:
    """As much of it as tells two versions of a file apart."""
    return sha256(file.read_bytes()).hexdigest()[:16]


def sizes(folder: Path) -> dict[str, int]:
    """The bytes of each part of a folder: its folders, and the files beside them as ``page``."""
    found = Counter[str]()
    for name, path in files(folder).items():
        found[name.partition("/")[0] if "/" in name else "page"] += path.stat().st_size
    return found


def package(to: Path) -> None:
    """This package, as far as a browser needs it: from the same files the same archive."""
    with ZipFile(to, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(ROOT.rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            elsewhere = name.startswith(ELSEWHERE) or name.endswith(TRAINED)
            if path.is_file() and path.suffix not in UNSEEN and not elsewhere:
                told = bare(path.read_text("utf-8")) if path.suffix == ".py" else path.read_bytes()
                archive.writestr(ZipInfo(f"dealt/{name}"), told, ZIP_DEFLATED, 9)


def bare(source: str) -> str:
    """Python without docstrings, comments and hints of types, which a browser would fetch and read for nothing.

    What is decorated keeps its hints: some decorators read them.
    """
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            said = [each for each in node.body if isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)]
            node.body = [each for each in node.body if each not in said] or [ast.Pass()]
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and not node.decorator_list:
            node.returns = None
            for each in ast.walk(node.args):
                if isinstance(each, ast.arg):
                    each.annotation = None
    return ast.unparse(tree)


def read() -> Iterator[tuple[str, bytes]]:
    """What the page reads of the games, by its path."""
    house = House(GAMES)
    with ThreadPoolExecutor(1) as aside:  # here a loop may be running
        yield from aside.submit(asyncio.run, openings.files(house)).result().items()
    for path, told in catalogue([work.describe(house, name) for name in GAMES]).items():
        if path.count("/") == 2:  # a folder can't be a file as well
            yield path, told
    courses = [
        {"name": each.name, "title": each.title, "classes": each.classes, "starter": each.starter() or ""}
        for each in ASSIGNMENTS.values()
    ]
    yield "api/courses", json.dumps(courses).encode()
    for name, listing in GAMES.items():
        for language, written in listing.rules.items():
            yield f"api/rules/{name}/{language}", as_html(written).encode()
        if listing.lesson:
            try:
                yield f"api/lesson/{name}", work.lesson(house, name)
            except work.WorkFailed as error:
                raise SiteError(f"the lesson of {name} does not work: {error}") from None

"""What README, docs and samples say is so: examples run, links lead somewhere, commands and settings exist."""

from __future__ import annotations

import doctest
import importlib
import json
import os
import re
import shlex
import shutil
import struct
import subprocess
import sys
import tomllib
import types
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
import typer.main
from markdown.extensions.toc import slugify_unicode

import dealt
from dealt import games, players
from dealt.cli.app import app
from dealt.cli.new_game import from_template
from dealt.game import ROLES, Game
from dealt.laws import checks
from dealt.server.base.config import Config
from dealt.table import Table, play
from dealt.wire import PORT
from scripts import diagrams
from tests.house import walk

ROOT = Path(__file__).parent.parent
DOCS, DEPLOY = ROOT / "docs", ROOT / "deploy"
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.glob("**/*.md"))]
TEXTS = {page: page.read_text("utf-8") for page in PAGES}
CONFIG = tomllib.loads((ROOT / "zensical.toml").read_text("utf-8"))["project"]
SETTINGS = Config.__struct_fields__


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


# --- examples


def run_examples(page: Path) -> tuple[dict[str, Any], str]:
    """What the examples of a page leave behind, and what is wrong with them."""
    text = re.sub(r"^\s*(```|~~~).*$", "", TEXTS[page], flags=re.MULTILINE)  # a fence is no output
    examples = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    said: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(examples, out=said.append, clear_globs=False)
    return examples.globs, "".join(said)


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page in PAGES if ">>> " in TEXTS[page]], ids=name_of)
def test_examples_hold(page: Path) -> None:
    _, wrong = run_examples(page)
    assert not wrong, wrong


def obeys_the_laws(game: Game[Any]) -> None:
    for number in range(30):
        rng = Random(number)
        table: Table[Any] = Table(game, rng.randbytes(32))
        walk(table, rng, rng.randrange(20))
        checks.check_cards(game, table)
        checks.check_actions(game, table, rng)
        checks.check_sample(game, table, rng)


def test_the_game_that_is_shown_obeys_the_laws() -> None:
    shown: dict[str, Any] = {"__name__": "shown"}
    with_name = types.ModuleType("shown")
    sys.modules["shown"] = with_name  # dataclasses look their module up there
    exec(from_template("shown", "own"), shown)
    del sys.modules["shown"]
    obeys_the_laws(shown["LISTING"].make())


@pytest.fixture
def house_rules() -> Iterator[Game[Any]]:
    """The example of a game in a file of one's own, in the list of games for a while."""
    before = dict(games.GAMES)
    (name,) = games.load(ROOT / "examples" / "house_rules.py")
    yield games.make(name)
    games.GAMES.clear()
    games.GAMES.update(before)


@pytest.mark.slow
def test_the_example_file_is_a_game(house_rules: Game[Any]) -> None:
    obeys_the_laws(house_rules)
    for name in players.possible(house_rules):
        table = play(house_rules, [players.computer(name, house_rules) for _ in range(house_rules.seats)], bytes(32))
        assert table.over


@pytest.mark.slow
def test_the_game_of_contributing_is_a_game() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", TEXTS[ROOT / "CONTRIBUTING.md"], re.MULTILINE | re.DOTALL)
    found: dict[str, Any] = {}
    exec(next(each for each in blocks if "LISTING" in each), found)
    obeys_the_laws(found["LISTING"].make())


@pytest.mark.parametrize(("told", "lines"), [("in nine lines:", 9), ("in ten lines;", 10)])
def test_a_whole_game_is_as_short_as_the_guide_says(told: str, lines: int) -> None:
    """That the examples run is seen by ``test_examples_hold``."""
    shown = TEXTS[DOCS / "adding-a-game.md"].partition(told)[2].partition("```pycon\n")[2].partition("```")[0]
    assert sum(line[:4] in (">>> ", "... ") for line in shown.splitlines()) == lines, shown


def test_guide_and_protocol_name_every_role_of_a_fact() -> None:
    told = TEXTS[DOCS / "adding-a-game.md"].partition("\n## Words that faces know\n")[2].partition("\n## ")[0]
    assert {role for role in ROLES if f"`{role}`" not in told and f'role="{role}"' not in told} == set()
    assert {role for role in ROLES if f"`{role}`" not in TEXTS[DOCS / "protocol.md"]} == set()


# --- links


def prose(text: str) -> str:
    """A page without its code."""
    text = re.sub(r"^( *)```.*?^\1```", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"`[^`\n]*`", "", text)


def whole(page: Path) -> str:
    """A page with what it includes."""
    return re.sub(
        r'^--8<-- "([^"]+)"$',
        lambda found: (ROOT / found[1]).read_text("utf-8"),
        page.read_text("utf-8"),
        flags=re.MULTILINE,
    )


@cache
def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+?)\s*$", re.sub(r"```.*?```", "", whole(page), flags=re.DOTALL), re.MULTILINE)
    return {slugify_unicode(re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", each), "-") for each in headings}


def test_links_lead_somewhere() -> None:
    assert len(PAGES) > 50
    for page in PAGES:
        look_at_links(page)


def look_at_links(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)(?: \"[^\"]*\")?\)", prose(TEXTS[page])):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        there = (page.parent / path).resolve() if path else page
        link = f"{name_of(page)}: {target}"
        assert there.exists(), f"{link} does not exist"
        assert there.is_relative_to(ROOT), link
        if DOCS in page.parents:
            assert DOCS in there.parents, f"{link} lies outside of the site"
        if anchor:
            assert anchor in anchors(there), f"{link}: that page has no such heading"


def test_names_of_the_reference_exist() -> None:
    for name in {name for text in TEXTS.values() for name in re.findall(r"\]\[(dealt[\w.]*)\]", text)}:
        module, rest = name, []
        while True:
            try:
                found: Any = importlib.import_module(module)
                break
            except ModuleNotFoundError:
                module, _, last = module.rpartition(".")
                rest.insert(0, last)
        for part in rest:
            assert hasattr(found, part), f"{name} does not exist"
            found = getattr(found, part)


def in_nav(entry: Any) -> Iterator[str]:
    if isinstance(entry, str):
        yield entry
    for each in entry if isinstance(entry, list) else entry.values() if isinstance(entry, dict) else ():
        yield from in_nav(each)


def test_the_navigation_has_every_page_once() -> None:
    assert sorted(in_nav(CONFIG["nav"])) == sorted(page.relative_to(DOCS).as_posix() for page in DOCS.glob("**/*.md"))


def test_every_game_and_decision_has_its_page() -> None:
    for name in games.GAMES:
        assert (DOCS / "games" / f"{name}.md").is_file(), f"{name} has no page"
    index = TEXTS[DOCS / "decisions" / "index.md"]
    for page in (DOCS / "decisions").glob("[0-9]*.md"):
        assert f"({page.name})" in index
        assert len(TEXTS[page].splitlines()) <= 14, f"{page.name} is longer than ten lines or so"


def test_pictures_are_there_and_light() -> None:
    for path in sorted(set(re.findall(r"images/[\w-]+\.png", "".join(TEXTS.values())))):
        raw = (DOCS / path).read_bytes()
        width, height = struct.unpack(">II", raw[16:24])
        assert len(raw) < 300_000, f"{path} has {len(raw)} bytes"
        assert (width, height) in {(1440, 900), (360, 640), (390, 844)}, f"{path} is {width} x {height}"


@pytest.mark.parametrize("name", diagrams.DIAGRAMS)
def test_pictures_of_classes_show_the_classes(name: str) -> None:
    # run `python -m scripts.diagrams` after a change of the classes
    drawn = (DOCS / "images" / f"classes-{name}.svg").read_text(encoding="utf-8")
    assert drawn == diagrams.draw(diagrams.DIAGRAMS[name])


@pytest.mark.slow
def test_the_picture_of_the_house_shows_its_imports() -> None:
    # run `python -m scripts.diagrams` after a change of what imports what
    assert (DOCS / "images" / "house.svg").read_text(encoding="utf-8") == diagrams.house()


def test_the_changelog_knows_this_version() -> None:
    assert re.search(rf"^## {re.escape(dealt.__version__)}\b", TEXTS[ROOT / "CHANGELOG.md"], re.MULTILINE)


# --- commands and settings


def commands(text: str) -> Iterator[list[str]]:
    """What `dealt` is told in blocks of shell commands and in code between the lines, as arguments."""
    blocks = re.findall(r"^ *```sh\n(.*?)^ *```", text, re.MULTILINE | re.DOTALL)
    for line in [*"\n".join(blocks).splitlines(), *re.findall(r"`([^`]+)`", prose_with_code(text))]:
        for part in re.split(r"&&|\|", line):
            words = shlex.split(part, comments=True)
            while words and re.match(r"[A-Z_]+=", words[0]):
                words.pop(0)
            if words and words[0] in ("dealt", "scripts/play", "/opt/dealt/bin/dealt") and "..." not in words:
                yield words[1:]


def prose_with_code(text: str) -> str:
    return re.sub(r"^( *)```.*?^\1```", "", text, flags=re.MULTILINE | re.DOTALL).replace("\n", " ")


@cache
def command_line() -> Any:
    """The command with all that it understands."""
    return typer.main.get_command(app)


@cache
def understands(*arguments: str) -> None:
    """Raise what the command line would say if it didn't understand these arguments."""
    if {"--help", "--install-completion", "--debug"} & {*arguments}:
        return
    group = command_line()
    if len(arguments) == 1 and arguments[0] in group.commands:
        return  # it is only named
    at = next((n for n, word in enumerate(arguments) if word in group.commands), len(arguments))
    context = group.make_context("dealt", list(arguments[:at]) or ["games"])
    for word, *rest in [arguments[at:]] if arguments[at:] else []:
        inside = group.commands[word]
        found = inside.make_context(word, rest, parent=context)
        while hasattr(inside, "commands"):  # a group, such as `dealt admin`
            left = [*found._protected_args, *found.args]
            if left[0] not in inside.commands:
                raise ValueError(f"{word} has no command {left[0]}")
            inside = inside.commands[left[0]]
            found = inside.make_context(left[0], left[1:], parent=found)


@pytest.mark.slow
def test_commands_are_understood() -> None:
    for page, text in TEXTS.items():
        for arguments in commands(text):
            try:
                understands(*arguments)
            except Exception as error:
                raise AssertionError(f"{name_of(page)}: dealt {shlex.join(arguments)}: {error}") from error


def test_the_test_of_commands_can_fail() -> None:
    assert list(commands("`dealt serve --nothing`")) == [["serve", "--nothing"]]
    with pytest.raises(Exception, match="No such option"):
        understands("serve", "--nothing")
    with pytest.raises(Exception, match="unexpected"):
        understands("rules", "bigtwo", "twice")


def environment(text: str) -> set[str]:
    return set(re.findall(r"\bDEALT_([A-Z_]+)\b", text))


def test_variables_of_the_environment_exist() -> None:
    known = {name.upper() for name in SETTINGS} | {"CONFIG", "DEBUG", "SKIP_WEB", "DB_PASSWORD", "SIEGE"}
    known |= {"HYPOTHESIS", "HITS", "HOUSE_RULES"}
    for path in [*PAGES, *(each for each in DEPLOY.rglob("*") if each.is_file())]:
        assert environment(path.read_text("utf-8")) <= known, path.name


def test_the_settings_are_documented() -> None:
    table = re.search(r"\| setting \|.*?\n\n", TEXTS[DOCS / "hosting.md"], re.DOTALL)
    assert table
    named = re.findall(r"`(\w+)`", "".join(row.split("|")[1] for row in table[0].splitlines() if row.strip()))
    assert sorted(named) == sorted(SETTINGS)


def test_the_sample_has_every_setting_with_its_default() -> None:
    sample = re.sub(r"^#(\w+ = )", r"\1", (DEPLOY / "dealt.toml").read_text("utf-8"), flags=re.MULTILINE)
    settings = tomllib.loads(sample)
    assert sorted(settings) == sorted(SETTINGS)
    assert msgspec.convert(settings, Config) == Config()


# --- samples


def test_the_unit_starts_a_room() -> None:
    unit = (DEPLOY / "dealt.service").read_text("utf-8")
    (start,) = re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    understands(*shlex.split(start)[1:])
    assert "StateDirectory=dealt\n" in unit
    assert "DEALT_DATABASE=sqlite:///%S/dealt/" in unit
    if shutil.which("systemd-analyze"):
        said = subprocess.run(
            ["systemd-analyze", "verify", DEPLOY / "dealt.service"], capture_output=True, text=True, check=False
        )
        assert [line for line in said.stderr.splitlines() if "is not executable" not in line] == []


def test_the_image_starts_a_room() -> None:
    image = (DEPLOY / "Dockerfile").read_text("utf-8")
    assert f"EXPOSE {PORT}\n" in image
    (command,) = re.findall(r"^CMD (\[.*)$", image, re.MULTILINE)
    understands(*json.loads(command))
    assert re.search(r"^USER (?!root)", image, re.MULTILINE)
    needed = re.findall(r"^!(.+)$", (DEPLOY / "Dockerfile.dockerignore").read_text("utf-8"), re.MULTILINE)
    assert all((ROOT / each).exists() for each in needed)
    assert {"pyproject.toml", "hatch_build.py", "src", "web", "README.md", "LICENSE"} <= set(needed)


def test_proxies_pass_on_what_the_room_reads() -> None:
    for name in ("nginx.conf", "Caddyfile"):
        assert f"127.0.0.1:{PORT}" in (DEPLOY / name).read_text("utf-8")
    nginx = (DEPLOY / "nginx.conf").read_text("utf-8")
    for header in ("Upgrade", "Connection", "X-Forwarded-Host", "X-Forwarded-For"):
        assert re.search(rf"proxy_set_header\s+{header}\s", nginx)


def test_samples_are_shown_or_named() -> None:
    hosting = TEXTS[DOCS / "hosting.md"]
    for path in DEPLOY.iterdir():
        assert path.suffix == ".dockerignore" or path.name in hosting


# --- the site


@pytest.mark.slow
@pytest.mark.turns(2)
def test_the_site_builds_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    for name in ("docs", "src/dealt", "examples", "deploy", "scripts"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "page"))
    shutil.copy(ROOT / "zensical.toml", tmp_path)
    built = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--clean", "--strict"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
        env={**os.environ, "NO_COLOR": "1"},
    )
    assert built.returncode == 0, built.stdout + built.stderr
    assert "No issues found" in built.stdout + built.stderr
    for page in (tmp_path / "site").rglob("*.html"):
        html = page.read_text("utf-8")
        loaded = re.findall(r"<(?:script|img|iframe|source|audio|video)\b[^>]*?\bsrc=\"(https?:)?//[^\"]*", html)
        loaded += re.findall(r"<link\b(?![^>]*rel=\"canonical\")[^>]*?\bhref=\"(?:https?:)?//[^\"]*", html)
        assert not loaded, f"{page.name} loads {loaded}"
    for sheet in (tmp_path / "site").rglob("*.css"):
        assert not re.search(r"(?:url\(|@import )[\"']?(?:https?:)?//", sheet.read_text("utf-8")), sheet.name

"""The architecture: which parts of the house may import which, and that no face names a game."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from dealt.games import GAMES
from dealt.players import names
from dealt.texts import find_text, parse
from scripts.arrows import imported

ROOT = Path(__file__).parent.parent
SRC = ROOT / "src" / "dealt"

PARTS: dict[str, set[str]] = {
    "bits": set(),
    "shapes": set(),
    "cards": set(),
    "view": {"cards"},
    "contest": {"view"},
    "guide": {"cards", "view"},
    "listing": {"cards", "game", "view"},
    "game": {"cards", "contest", "guide", "listing", "view"},
    "faults": set(),
    "files": {"faults"},
    "hidden": {"cards", "game"},
    "texts": {"cards", "game"},
    "laid": {"cards", "game"},
    "lesson": {"cards", "game", "hidden", "laid", "table"},
    "mix": {"game"},
    "table": {"cards", "game", "laid", "mix"},
    "puzzles": {"game", "texts"},
    "games": {"bits", "cards", "files", "game", "hidden", "puzzles", "shapes", "texts"},
    "kernels": {"bits", "cards", "game", "games", "shapes"},
    "players": {"cards", "faults", "files", "game", "hidden", "kernels"},
    "analysis": {"game", "laid", "table", "players"},
    "players.advice": {"bits", "cards", "game", "hidden", "games", "kernels", "players", "shapes"},
    "players.levels": {"cards", "game", "games", "players"},
    "players.search": {"cards", "game", "games", "hidden", "kernels", "players", "shapes"},
    "training": {"arena", "table", "game", "games", "kernels", "players", "shapes"},
    "env": {"cards", "game", "games", "kernels", "players"},
    "laws": {"cards", "game", "kernels", "laid", "table"},
    "assignments": {"cards", "game", "hidden", "texts", "table", "games", "players"},
    "arena": {"cards", "faults", "game", "table", "players", "games"},
    "daily": {"game", "players", "table"},
    "ratings": {"game"},
    "wire": {"game"},
    "tournament": {"daily", "game", "ratings", "wire"},
    "session": {
        *("cards", "daily", "game", "laid", "lesson", "mix", "players", "ratings", "table", "texts", "wire"),
    },
    "work": {"analysis", "daily", "faults", "game", "games", "lesson", "players", "session", "table", "wire"},
    "server": {
        *("analysis", "cards", "daily", "faults", "game", "mix", "table", "lesson", "texts", "players", "games"),
        *("ratings", "session", "tournament", "wire", "work"),
    },
    "site": {
        *("assignments", "daily", "faults", "game", "games", "lesson", "players", "session", "table", "texts"),
        *("wire", "work"),
    },
    "tui": {
        "daily",
        "files",
        "session",
        "wire",
        "cards",
        "mix",
        "game",
        "laid",
        "table",
        "lesson",
        "texts",
        "players",
        "games",
        "puzzles",
        "analysis",
    },
    "cli": {
        *("cards", "faults", "files", "game", "laid", "laws", "table", "lesson", "texts"),
        *("players", "games", "analysis", "arena", "assignments", "daily", "puzzles", "training"),
    },
}
"""What each part of src/dealt may import of the house. `games` as a whole is imported by entries and lists only."""

ENTRIES = {
    "cli": {"server", "site", "tui"},  # the command line is the front door: it hands over to a face, it draws none
    "server.run": {"server"},
}

FACES = [
    "mix.py",
    "table",
    "laws",
    "analysis",
    "arena",
    "tournament",
    "wire",
    "session",
    "work",
    "server",
    "site",
    "cli",
    "tui",
]


def part_of(path: Path) -> str:
    names = path.relative_to(SRC).with_suffix("").parts
    if names[0] == "players" and names[1] in ("advice", "levels", "search"):
        return f"players.{names[1]}"
    return names[0]


def imports(path: Path) -> set[str]:
    """The parts that a module imports."""
    named = imported(ast.parse(path.read_text(encoding="utf-8")))
    return {each.split(".")[0] for each in named} - {"__version__"}


def sources(part: str = "") -> list[Path]:
    return sorted(
        path
        for path in (SRC / part).rglob("*.py")
        if (path.name != "__main__.py" and path.parent != SRC) or path.stem in PARTS
    )


@pytest.mark.slow
def test_a_part_imports_only_what_lies_below_it() -> None:
    wrong: dict[str, set[str]] = {}
    looked_at = sources()
    assert len(looked_at) > 200
    for path in looked_at:
        part = part_of(path)
        allowed = PARTS[part] | {part.split(".")[0]} | ENTRIES.get(part, set())
        if more := imports(path) - allowed:
            wrong[str(path.relative_to(SRC))] = more
    assert wrong == {}


def test_a_computer_stands_in_the_folder_of_its_game_or_family() -> None:
    folder = SRC / "players" / "advice"
    assert [path.name for path in folder.glob("*.py")] == ["__init__.py"]
    found = {path.parent.relative_to(folder).parts[0] for path in folder.glob("*/**/*.py")}
    assert found - {"climbing", "matching", "melds", "tableau", "tricks"} <= {*GAMES}


def test_cards_and_interface_use_nothing_but_python() -> None:
    known = {"dealt", "__future__"} | set(__import__("sys").stdlib_module_names)
    plain = {"bits", "cards", "contest", "files", "game", "guide", "hidden", "laid", "lesson", "listing"}
    for name in sorted(plain | {"mix", "table/deal", "table/match", "texts", "view"}):
        for node in ast.walk(ast.parse((SRC / f"{name}.py").read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import | ast.ImportFrom):
                heads = [each.name for each in node.names] if isinstance(node, ast.Import) else [str(node.module)]
                assert {each.split(".")[0] for each in heads} <= known


def faces() -> list[Path]:
    found: list[Path] = []
    for each in FACES:
        path = SRC / each
        found += [path] if path.is_file() else [one for one in path.rglob("*") if one.is_file()]
    found += [one for one in (ROOT / "web" / "src").rglob("*") if one.is_file()]
    data, built = {".pyc", ".png", ".jsonl"}, {"page", "engine"}  # a puzzle names the options of its game
    return [one for one in found if not built & {*one.relative_to(ROOT).parts} and one.suffix not in data]


def naming(name: str) -> str:
    """A pattern that finds a name in any spelling; short names only as whole words, because others contain them."""
    letters = re.sub(r"\s", "", name)
    found = "(?i:" + r"[\s_-]?".join(map(re.escape, letters)) + ")"
    if not letters.isascii() or len(letters) > 5:
        return found
    return f"(?:(?<![A-Za-z]){found}|{letters.capitalize()})(?![a-z])"


def test_a_name_is_found_in_any_spelling_and_not_inside_other_words() -> None:
    for text in ("bigtwo", "a Big Two table", "theBigTwoView", "big_twos", "BIG-TWO"):
        assert re.search(naming("bigtwo"), text), text
    for text in ("tens", 'game == "tens"', "TensView", "a_tens_b", "drawTens"):
        assert re.search(naming("tens"), text), text
    for text in ("listens", "extension", "tense", "LISTENS"):
        assert not re.search(naming("tens"), text), text


SUIT_WORDS = {"clubs", "diamonds", "hearts", "spades", "梅花", "方块", "红心", "红桃", "黑桃"}
"""What a face may call a suit, though a game may have the same name."""


@pytest.mark.slow
def test_no_face_names_a_game() -> None:
    # a game's name in any spelling: bigtwo, Big Two, big-two, and the titles of its catalogues
    spelled: set[str] = set()
    for name, listing in GAMES.items():
        spelled |= {name, *(texts["game.title"] for texts in listing.texts.values() if "game.title" in texts)}
    pattern = re.compile("|".join(map(naming, sorted(each for each in spelled if each.lower() not in SUIT_WORDS))))
    looked_at = faces()
    assert len(looked_at) > 20
    for path in looked_at:
        hit = pattern.search(path.read_text(encoding="utf-8"))
        assert hit is None, f"{path.relative_to(ROOT)} names a game: {hit and hit.group()}"


GUESSES = re.compile(
    r"""(fact|pile|each|one|group|view)\w*\.name\s*(===?|!==?|in)\s*\(?\[?["'A-Z{]"""  # a fact or pile by its name
    r"""|\b[A-Z_]{2,}\.(has|includes)\((each|fact|pile)\.name\)"""
    r"""|\.(fact|pile)\(["']"""
    r"""|\b(verb|action)\s*(===?|!==?)\s*["']"""  # an action by its verb
    r"""|\b(action|verb|name)\.(startsWith|startswith)\(["'][a-z]"""
)
NO_GUESSES = {
    "cli/settings.py",  # parameters of a function
    "cli/games.py",  # options, which are named on the command line
    "cli/show.py",
    "session/listed.py",
    "lib/options.ts",
    "tui/lobby.py",  # what was typed in the lobby
}


@pytest.mark.parametrize(
    "line",
    [
        'facts.some((each) => each.name === "lead")',
        'any(each.name == "lead" for each in view.facts)',
        "piles.filter((pile) => pile.name !== HAND)",
        "DRAWN.has(fact.name)",
        'view.fact("playing", pile.owner)',
        'if each.name in ("out", "folded"):',
        'if action.verb == "pass":',
        'else if (line.action !== "pass")',
        'line.action.startsWith("take ")',
    ],
)
def test_a_guess_is_found(line: str) -> None:
    assert GUESSES.search(line)


@pytest.mark.slow
def test_no_face_knows_a_fact_a_pile_or_an_action_by_its_name() -> None:
    """Games say what is drawn how: see ``dealt.view.ROLES`` and the roles of piles and actions."""
    looked_at = [
        path
        for path in faces()
        if path.suffix in (".py", ".ts", ".svelte")
        and ".test." not in path.name
        and path.name != "fixtures.ts"
        and not path.as_posix().endswith(tuple(NO_GUESSES))
    ]
    assert len(looked_at) > 150
    found = [
        f"{path.relative_to(ROOT)}:{n}: {hit.group()}"
        for path in looked_at
        for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if (hit := GUESSES.search(line))
    ]
    assert found == []


def test_every_game_has_a_golden_transcript_and_a_page_of_rules() -> None:
    for name, listing in GAMES.items():
        assert list((ROOT / "tests" / "golden").glob(f"{name}*.txt")), f"{name} has no golden transcript"
        assert listing.rules.get("en"), f"{name} has no page of rules"
        assert listing.rules.get("zh"), f"{name} has no Chinese page of rules"


def test_pages_of_rules_begin_with_how_to_play_and_end_with_the_options() -> None:
    for name, listing in GAMES.items():
        for language, first, last in (("en", "How to play", "Options"), ("zh", "怎么玩", "选项")):
            page = listing.rules[language]
            titles = re.findall(r"^## (.+)$", page, re.MULTILINE)
            assert (titles[0], titles[-1]) == (first, last), f"{name} in {language}"
            lines = page.partition(f"## {first}\n")[2].partition("\n## ")[0]
            points = re.findall(r"^\* \*\*", lines, re.MULTILINE)
            assert 4 <= len(points) <= 6, f"{name} in {language}"
            assert len(lines) < 900, f"{name} in {language}: how to play is not short"


def test_every_option_is_explained_in_both_languages() -> None:
    # a value of one letter, such as a rank, explains itself
    lacking = []
    for game, listing in GAMES.items():
        for option in listing.options:
            key = f"option.{option.name}"
            values = [f"{key}.{each}" for each in option.choices if isinstance(each, str) and len(each) > 1]
            for language in ("en", "zh"):
                texts, told = listing.texts[language], listing.rules[language].rpartition("\n## ")[2]
                asked = (key, f"{key}.help", *values)
                lacking += [f"{game}.toml, {language}: {each}" for each in asked if each not in texts]
                if f"`{option.name}`" not in told and texts.get(key, option.name) not in told:
                    lacking.append(f"{game}.{language}.md, last part: {option.name}")
    assert not lacking, "src/dealt/games/texts lacks " + "; ".join(lacking)


def test_families_do_not_talk_over_each_other() -> None:
    # all families' words are one catalogue: a key that two of them have says the same in both
    said: dict[tuple[str, str], str] = {}
    for path in sorted((ROOT / "src" / "dealt" / "catalogues").glob("*.toml")):
        for language, table in parse(path.read_text(encoding="utf-8")).items():
            for key, text in table.items():
                assert said.setdefault((language, key), text) == text, f"{path.name} says {key} otherwise in {language}"


def test_every_computer_has_a_name_at_each_of_its_games() -> None:
    for game, listing in GAMES.items():
        for computer in names(listing):
            for language in ("en", "zh"):
                assert find_text(f"computer.{computer}", listing.texts, language=language), f"{game}: {computer}"


def _page() -> list[Path]:
    """The page's own sources, without what is generated."""
    found = [path for path in (ROOT / "web" / "src").rglob("*") if path.suffix in (".ts", ".svelte", ".css")]
    assert len(found) > 100
    return sorted(path for path in found if path.name != "wire.ts")


def test_lines_of_the_page_are_at_most_120_long() -> None:
    """A path of a drawing stays in one piece."""
    drawing = re.compile(r'"[MmLlHhVvCcSsQqTtAaZz0-9 .,-]{40,}"')
    long = [
        f"{path.relative_to(ROOT)}:{n} has {len(line)} characters"
        for path in _page()
        for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 120 and not drawing.search(line)
    ]
    assert long == []


WORDS: dict[str, str] = {
    r"\bdef lay\b|\bimport lay\b": "`lay` is how a pile lies: what lays cards out has a verb of its own",
    r"^(Row|Table) = MutableSequence": "a deal in numbers is `Numbers`: rows are rules, tables have people",
    r"\b(deal|round)s? of (a|the) hand\b": "a hand is the cards of a seat, never a deal",
    r"\bin a row(?! of\b)|\brows? of (wins|deals|text|cards)\b|\bdef row\(self, \w+: Iterable\[Card": (
        "a row is an entry of what has columns: things come one after another, or in a run; a text has lines"
    ),
    r"LogPosition|\b(card|grid|log) positions?\b|\bposition (in|of) (a|the) (card|grid|list|log|text)\b": (
        "a position is the state of a deal at one step: in a log, a list or a grid something has a place"
    ),
}
"""What is not written, as its word has another meaning: see the glossary of docs/architecture.md."""


def test_a_word_has_one_meaning() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{n}: {why}"
        for path in sorted(SRC.rglob("*.py"))
        for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for pattern, why in WORDS.items()
        if re.search(pattern, line)
    ]
    assert found == []


def test_files_of_the_page_are_at_most_400_lines_long() -> None:
    lines = {path: path.read_text(encoding="utf-8").count("\n") for path in _page() if ".test." not in path.name}
    assert {str(path.relative_to(ROOT)): n for path, n in lines.items() if n > 400} == {}

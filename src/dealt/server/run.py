"""Opens a room: listens on its sockets, minds signals, and prints the addresses that friends can type.

``python -m dealt.server.run --port 4000`` does it without the command line's comforts.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import itertools
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
import structlog
import uvicorn
from prometheus_client import start_http_server

from dealt.game import Listing
from dealt.games import GAMES, load
from dealt.server.base import logs
from dealt.server.base.background import unattended
from dealt.server.base.config import Config, ConfigError
from dealt.server.base.config import load as load_config
from dealt.server.base.host_key import key_file, make_key
from dealt.server.base.limits import ip_of
from dealt.server.base.trouble import StoreError
from dealt.server.cluster.supervisor import Supervised, Supervisor, supervised
from dealt.server.door.app import App, open_app
from dealt.server.door.sockets import Door, Requests, Sockets, repeated
from dealt.server.workers.nursery import Nursery, prepare_games
from dealt.wire.protocol import FRAME_LIMIT

BACKLOG: Final = 2048
GRACE: Final = 3
SPARE_SOCKETS: Final = 200
"""The number of sockets beyond ``connections`` that may read the page over HTTP at the same time."""
YOUNG_EVERY: Final = 0.25
MIDDLE_EVERY: Final = 480
OLD_EVERY: Final = 100_000
"""Seconds between two collections of young garbage; the number of those between two of middle age, and of all.

A room replaces what it shows rather than makes more of it. So the collector's own rule, which counts what is made less
what is freed, hardly ever fires, and then finds 0.1 s of work with 2,000 people. A fortieth of that at a time is not
noticed. A full collection finds nothing and stops everybody for 0.3 to 0.6 s.
"""
COLLECT_AFTER: Final = (10_000, 2 * MIDDLE_EVERY, 1000)
"""Thresholds of the collector's own rule, for who makes much garbage in less time."""

log = structlog.get_logger("dealt.run")


class CannotOpen(Exception):  # noqa: N818 - it says what it is
    """The room can't be opened; the message is for the one who tried."""


class Server(uvicorn.Server):
    """Uvicorn as the room needs it; it tells when it listens, and leaves the signals to who runs it."""

    def __init__(self, app: App, listening: Callable[[], None] = lambda: None):
        config = app.room.config
        ping = config.ping_interval
        most = config.connections + SPARE_SOCKETS
        # behind a proxy all come from its address: there the gate of the WebSockets counts by what the proxy says
        most_each = most if config.proxy else 2 * config.per_address
        refused = app.room.metrics.connections_refused.labels("sockets").inc
        door = Door(most, most_each, config.hello_within, refused)
        super().__init__(
            uvicorn.Config(
                app,
                http=partial(Requests, door=door),  # type: ignore[arg-type]
                ws=partial(Sockets, door=door, deflate=config.compress),  # type: ignore[arg-type]
                ws_max_size=FRAME_LIMIT,
                ws_per_message_deflate=False,  # Sockets has its own, which takes less memory
                ws_ping_interval=ping,
                ws_ping_timeout=ping,
                lifespan="off",
                log_config=None,
                access_log=False,
                proxy_headers=False,
                server_header=False,
                timeout_graceful_shutdown=GRACE,
                backlog=BACKLOG,
            )
        )
        self._room = app.room
        self.door = door
        self._listening = listening

    def stop_listening(self) -> None:
        """Take no new connections; those that are open stay."""
        for each in self.servers:
            each.close()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._listening()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._room.runtime.closing = True  # who is disconnected now has not left
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def run(
    config: Config,
    on_ready: Callable[[list[str]], None] | None = None,
    games: Mapping[str, Listing] | None = None,
    *,
    flags: Mapping[str, Any] | None = None,
    supervised: Supervised | None = None,
) -> int:
    """Open the room and keep it open until Ctrl-C or SIGTERM; the exit status.

    ``on_ready`` gets the addresses that people can type, this machine's own first. ``flags`` are the settings as they
    were given, ``supervised`` is for a process that a supervisor has started.
    """
    logs.set_up(config, slot=supervised.slot if supervised else 0)
    try:
        check_cluster(config)
        if supervised and not config.workers:
            config = msgspec.structs.replace(config, workers=max(1, (os.cpu_count() or 2) // supervised.of))
        if config.processes > 1 and supervised is None:
            return _supervise(config, flags or {}, on_ready)
        for file in config.games:
            log.info("games were added", file=file, games=", ".join(load(file)))
        with contextlib.ExitStack() as stack:
            if config.cluster and games is None:
                prepare_games()  # which this process needs at once: made here, its nursery has them without more work
            # before there are sockets and threads, of which it should have none
            if nursery := Nursery.fork() if games is None else None:
                stack.callback(nursery.close)
            sockets = supervised.sockets if supervised else listen(config)
            for each in sockets:
                stack.callback(each.close)
            config, note = with_key(config)
            stack.enter_context(contextlib.suppress(KeyboardInterrupt))
            runner = stack.enter_context(asyncio.Runner(loop_factory=_loop_factory()))
            opened = partial(_say_open, note, on_ready)
            runner.run(_serve(config, sockets, GAMES if games is None else games, nursery, supervised, opened))
    except (CannotOpen, StoreError, OSError, ValueError) as error:
        log.error(str(error))
        return 1
    return 0


def check_cluster(config: Config) -> None:
    """CannotOpen if the settings want several processes where there can't be any."""
    if config.processes > 1 and not config.cluster:
        raise CannotOpen(
            f"{config.processes} processes need a way to talk: set cluster to the address of a Redis server, such as "
            "--cluster redis://127.0.0.1"
        )
    if config.cluster and not config.database_url.startswith("postgresql:"):
        raise CannotOpen(
            "a cluster needs PostgreSQL, which all its processes store into: --database postgresql://USER@HOST/NAME"
        )
    if config.processes > 1 and not hasattr(socket, "SO_REUSEPORT"):
        raise CannotOpen("this system can't share a port: start each process with a port of its own behind a proxy")


def _supervise(config: Config, flags: Mapping[str, Any], on_ready: Callable[[list[str]], None] | None) -> int:
    """Start the processes of the room, and keep them open."""
    _, note = with_key(config)  # made once, before there are several who look for it
    with contextlib.ExitStack() as stack:
        sockets = listen(config)
        for each in sockets:
            stack.callback(each.close)
        shown = addresses(config.host, sockets[0].getsockname()[1], config.root_path)
        supervisor = Supervisor(config.processes, flags, sockets)
        status = asyncio.run(supervisor.run(lambda: _say_open(note, on_ready, shown)))
    log.info("all processes have ended")
    return status


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop's loop where it is installed (there is none for Windows), which takes less time for each message."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def with_key(config: Config) -> tuple[Config, str]:
    """The settings with the host's key, which is made at the first start, and a line about it for the log.

    Without a key the host's commands are off. ConfigError if a file that the settings name holds none.
    """
    if config.admin == "off" or config.admin_key:
        return config, ""
    try:
        key = make_key(config)
    except ConfigError as error:
        if config.admin_key_file:
            raise
        return config, f"`dealt admin` is off: {error}"
    return msgspec.structs.replace(
        config, admin_key=key
    ), f"the key for `dealt admin` and the page #/host is in {key_file(config)}"


async def _serve(
    config: Config,
    sockets: list[socket.socket],
    games: Mapping[str, Listing],
    nursery: Nursery | None,
    supervised: Supervised | None,
    opened: Callable[[list[str]], None],
) -> None:
    """Serve the room until it is to end; ``opened`` is told where people come in, unless a supervisor knows that."""
    shown = addresses(config.host, sockets[0].getsockname()[1], config.root_path)
    ready = asyncio.Event()

    def listening() -> None:
        ready.set()
        if supervised:
            log.info("takes connections")
        else:
            opened(shown)

    asyncio.get_running_loop().set_exception_handler(repeated(log))
    async with open_app(config, games, nursery=nursery) as app:
        app.room.arrivals.addresses = [each for each in shown if _reachable(urlsplit(each).hostname or "")]
        _serve_metrics(config, app, supervised.slot - 1 if supervised else 0)
        gc.collect()
        gc.freeze()  # what is there now stays, so no collection need look at it
        gc.set_threshold(*COLLECT_AFTER)
        server = Server(app, listening)
        beside = [unattended(each) for each in (_mind_lease(app, server), _collect())]
        if supervised:
            beside.append(unattended(_mind_supervisor(supervised, server, ready, app)))
        try:
            with _signals(server, app):
                await server.serve(sockets)
        finally:
            for each in beside:
                each.cancel()
        lost = app.room.store.hold.lost.is_set()
    if lost:
        raise CannotOpen("the room is closed: another room has taken its database over")
    log.info("the room is closed")


async def _mind_lease(app: App, server: Server) -> None:
    """Stop at once when another room has taken the database over."""
    await app.room.store.hold.lost.wait()
    log.error("another room has taken the database over: this one stops")
    app.dissolve()
    server.should_exit = True


async def _mind_supervisor(supervised: Supervised, server: Server, ready: asyncio.Event, app: App) -> None:
    """Tell the supervisor that this process takes connections, and stop in good order when it is gone."""

    def stop() -> None:
        log.error("the supervisor is gone: this process stops")
        server.should_exit = True

    await ready.wait()
    await app.catalogue.prepare()  # an old process that waits for this one goes only when it is warm
    await supervised.live(stop)


def _tell_systemd() -> None:
    """Say that the room is open, where a service of ``Type=notify`` waits for it."""
    address = os.environ.pop("NOTIFY_SOCKET", "")
    if not address or not hasattr(socket, "AF_UNIX"):
        return
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as service:
        service.connect("\0" + address[1:] if address.startswith("@") else address)
        service.sendall(b"READY=1")


def _say_open(note: str, on_ready: Callable[[list[str]], None] | None, shown: list[str]) -> None:
    _tell_systemd()
    for each in shown:
        log.info(f"the room is open at {each}")
    log.info("Ctrl-C stops it")
    if note:
        log.info(note)
    if on_ready:
        on_ready(shown)


async def _collect() -> None:
    """Collect garbage little by little, as long as the room is open."""
    for n in itertools.count(1):
        await asyncio.sleep(YOUNG_EVERY)
        gc.collect(2 if n % OLD_EVERY == 0 else 1 if n % MIDDLE_EVERY == 0 else 0)


@contextlib.contextmanager
def _signals(server: Server, app: App) -> Iterator[None]:
    """Ctrl-C and SIGTERM end the room in good order; a second Ctrl-C at once.

    A process of a cluster hands its tables over first.
    """

    loop, cluster = asyncio.get_running_loop(), app.room.cluster
    draining: list[asyncio.Task[None]] = []

    async def drain() -> None:
        try:
            await cluster.drain(lambda: list(app.connections), server.stop_listening)
        finally:
            server.should_exit = True

    def begin() -> None:
        if not draining:
            log.info("the room closes" if cluster.owns_all else "this process of the room closes")
            draining.append(unattended(drain()))

    def stop(*_: Any) -> None:
        if server.should_exit:
            server.force_exit = True
        if draining or cluster.owns_all:
            server.should_exit = True
        loop.call_soon_threadsafe(begin)  # not here: the signal may have met the log's lock

    cluster.on_drain = begin

    before = {}
    with contextlib.suppress(ValueError):  # not the main thread: whoever runs us there stops us otherwise
        for each in (signal.SIGINT, signal.SIGTERM):
            before[each] = signal.signal(each, stop)
    try:
        yield
    finally:
        for each, old in before.items():
            signal.signal(each, old)


def _serve_metrics(config: Config, app: App, after: int) -> None:
    """Serve them so many ports ``after`` that of the settings: processes that share a port differ in this one."""
    if not config.metrics:
        return
    host, _, port = config.metrics.rpartition(":")
    try:
        start_http_server(int(port) + after, host or "127.0.0.1", app.room.metrics.registry)
    except (OSError, ValueError, OverflowError) as error:
        log.error("metrics can't be served", address=config.metrics, why=str(error))


# --- addresses


def listen(config: Config) -> list[socket.socket]:
    """The sockets of every address that the host's name stands for; CannotOpen in one clear line."""
    try:
        found = socket.getaddrinfo(config.host, config.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except socket.gaierror:
        raise CannotOpen(f"{config.host} is no address of this machine: try --host 0.0.0.0 or 127.0.0.1") from None
    port, sockets = config.port, []
    for family, _, _, _, address in dict.fromkeys(found):
        try:
            sockets.append(_bind(family, (address[0], port, *address[2:]), shared=bool(config.cluster)))
        except OSError as error:
            if sockets and error.errno in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
                continue  # a machine without IPv6 still knows the name "localhost" of it
            for each in sockets:
                each.close()
            raise CannotOpen(_trouble(error, config)) from None
        port = sockets[0].getsockname()[1]
    return sockets


def _bind(family: int, address: tuple[Any, ...], *, shared: bool) -> socket.socket:
    """A socket that listens; ``shared``: other processes of the same user may listen there too."""
    # named, or asyncio would leave Nagle's algorithm on: a second frame would wait 40 ms for the first to be confirmed
    each = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            each.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shared and hasattr(socket, "SO_REUSEPORT"):
            each.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if family == socket.AF_INET6:
            each.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, address[0] != "::")
        each.bind(address)
        each.listen(BACKLOG)
    except OSError:
        each.close()
        raise
    each.setblocking(False)
    return each


def _trouble(error: OSError, config: Config) -> str:
    if error.errno == errno.EADDRINUSE:
        another = config.port % 65535 + 1
        return f"port {config.port} is taken: is the room open already? Choose another one: --port {another}"
    if error.errno == errno.EACCES:
        return f"port {config.port} is not for everybody: choose one above 1023"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{config.host} is no address of this machine: try --host 0.0.0.0 or 127.0.0.1"
    return f"{config.host}:{config.port} can't be listened on: {error.strerror}"


def addresses(host: str, port: int, root_path: str = "") -> list[str]:
    """What people can type to come here: for a room on all addresses, those of this machine that others can reach."""
    if host in ("0.0.0.0", "::", ""):  # noqa: S104 - compared, not bound
        hosts = ["127.0.0.1", *_own_addresses(v6=host != "0.0.0.0")]  # noqa: S104
    else:
        hosts = [host]
    shown = [f"[{each}]" if ":" in each else each for each in hosts]
    return [f"http://{each}:{port}{root_path}/" for each in shown]


def _own_addresses(*, v6: bool) -> list[str]:
    """This machine's addresses but the loopback: by name, and by asking which one a way outside would use."""
    found: list[str] = []
    probes: Sequence[tuple[int, str]] = [
        (socket.AF_INET, "192.0.2.1"),
        *([(socket.AF_INET6, "2001:db8::1")] if v6 else []),
    ]
    for family, elsewhere in probes:  # addresses for documentation: connecting a datagram socket sends nothing
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((elsewhere, 9))
            found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        for family, _, _, _, address in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM):
            if family == socket.AF_INET or (v6 and family == socket.AF_INET6):
                found.append(str(address[0]))
    return [each for each in dict.fromkeys(found) if _reachable(each)]


def _reachable(address: str) -> bool:
    each = ip_of(address)
    return each is not None and not (each.is_loopback or each.is_link_local or each.is_unspecified)


def main(arguments: Sequence[str], on_ready: Callable[[list[str]], None] | None = None) -> int:
    """``--name value`` pairs of the settings."""
    mine = supervised()
    flags = dict(mine.flags) if mine else _flags(arguments)
    try:
        config = load_config(flags)
    except ConfigError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return run(config, on_ready, flags=flags, supervised=mine)


def _flags(arguments: Sequence[str]) -> dict[str, Any]:
    flags: dict[str, Any] = {}
    rest = list(arguments)
    while rest:
        key = rest.pop(0).removeprefix("--").replace("-", "_")
        value = rest.pop(0) if rest and not rest[0].startswith("--") else True
        is_list = key in ("games", "hosts", "origins", "servers") and isinstance(value, str)
        flags[key] = str(value).split(",") if is_list else value
    return flags


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

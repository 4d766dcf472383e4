"""What the host of a room may settle: from flags, else the environment, else a TOML file, else the defaults here.

``DEALT_PORT=4000`` in the environment is ``port = 4000`` in the file and ``--port 4000`` on the command line. Lists are
written with commas in the environment. The file is ``dealt.toml`` in the user's configuration folder, or the one that
``config`` (``DEALT_CONFIG``, ``--config``) names.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct
from platformdirs import user_config_path, user_data_path

from dealt.game import did_you_mean
from dealt.session.settings import GIVEN_UP_AFTER, STANDIN_AFTER
from dealt.wire import PORT

SERVER: Final = re.compile(r"[^=]{1,40}=https?://[A-Za-z0-9.:\[\]-]+(/[A-Za-z0-9._~/-]*)?")
Count = Annotated[int, Meta(ge=1)]
Rate = Annotated[float, Meta(ge=0)]
Seconds = Annotated[float, Meta(ge=0)]


SHORTEST_KEY: Final = 20
SHORTEST_INVITE: Final = 6


def is_word(written: str) -> bool:
    """Can a header of a request carry it?"""
    return written.isascii() and written.isprintable() and " " not in written


class ConfigError(ValueError):
    """A setting that can't be used; the message names it and where it stands."""


GONE: Final = {"compile": "nothing is compiled here any more, so leave it out"}
"""Settings of earlier versions, and what became of them."""


class Config(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of a room. Times are in seconds, rates in messages a second; a rate of 0 means no limit."""

    host: Annotated[str, Meta(description="the address to listen on; 0.0.0.0 or :: for all of this machine")] = (
        "127.0.0.1"
    )
    port: Annotated[int, Meta(ge=0, le=65535, description="the port to listen on; 0 takes a free one")] = PORT
    database: Annotated[
        str, Meta(description="sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME; default: a file of the user's")
    ] = ""
    cluster: Annotated[
        str,
        Meta(
            pattern=r"^((redis|rediss|unix)://.+)?$",
            description="redis://HOST:PORT of the Redis server by which several processes serve this room",
        ),
    ] = ""
    processes: Annotated[
        int, Meta(ge=1, le=64, description="with cluster: the processes of the room that are started here, on one port")
    ] = 1
    room: Annotated[str, Meta(max_length=60, description="the name of the room")] = "dealt"
    greeting: Annotated[str, Meta(max_length=500, description="what greets whoever comes in")] = ""
    welcome: Annotated[
        str,
        Meta(max_length=500, description="what a newcomer to a table reads in its chat; default: a sentence or two"),
    ] = ""
    servers: Annotated[list[str], Meta(description="other rooms that the page offers, each as NAME=URL")] = []
    games: Annotated[list[str], Meta(description="Python files with games of your own")] = []

    proxy: Annotated[bool, Meta(description="behind a reverse proxy: believe its X-Forwarded-For and -Host")] = False
    proxies: Annotated[Count, Meta(description="with proxy: the number of proxies in a chain before the room")] = 1
    root_path: Annotated[
        str, Meta(pattern=r"^(/[A-Za-z0-9._~-]+)*$", description="the path prefix under which a proxy shows the room")
    ] = ""
    origins: Annotated[
        list[str], Meta(description="further origins whose pages may connect, such as https://a.net")
    ] = []
    hosts: Annotated[
        list[str], Meta(description="further host names by which browsers may reach the room; * for any")
    ] = []

    address: Annotated[
        str,
        Meta(
            pattern=r"^((https://([A-Za-z0-9-]+\.)+[A-Za-z][A-Za-z0-9-]*|http://localhost)(:\d{1,5})?(/[^\s?#]*)?)?$",
            description="where people open the room, such as https://cards.example.org/: for passkeys",
        ),
    ] = ""

    push_services: Annotated[
        list[str], Meta(description="further push services, each as HOST[:PORT]; those of the usual browsers are known")
    ] = []

    invite: Annotated[
        str, Meta(max_length=100, description="the code without which nobody comes in; empty: the room is open to all")
    ] = ""
    admin: Annotated[
        Literal["machine", "everywhere", "off"], Meta(description="from where the host's commands are taken")
    ] = "machine"
    admin_key: Annotated[
        str, Meta(max_length=200, description="the host's key; default: one that is made and kept in admin_key_file")
    ] = ""
    admin_key_file: Annotated[
        str, Meta(description="the file with the host's key; default: admin.key beside the database")
    ] = ""
    backups: Annotated[
        str, Meta(description="the folder for backups of SQLite; default: backups beside the database")
    ] = ""

    metrics_for: Annotated[
        Literal["machine", "key", "everybody"], Meta(description="who may read /metrics without the host's key")
    ] = "machine"
    metrics: Annotated[
        str,
        Meta(
            pattern=r"^([^\s]*:[0-9]{1,5})?$", description="HOST:PORT for metrics on a port of their own; empty: none"
        ),
    ] = ""
    log: Annotated[Literal["lines", "json"], Meta(description="how log lines look")] = "lines"
    log_level: Annotated[Literal["debug", "info", "warning", "error"], Meta(description="the least that is logged")] = (
        "info"
    )

    pace_factor: Annotated[float, Meta(ge=0, le=10, description="stretches the time computers take; 0: none")] = 1.0
    workers: Annotated[
        int, Meta(ge=0, le=64, description="processes in which computers think; 0: one a processor, from 2 to 4")
    ] = 0
    analysis: Annotated[
        Seconds, Meta(description="the longest that the analysis of a deal may take, in seconds; 0: there are none")
    ] = 180.0
    clubs: Annotated[bool, Meta(description="may people open clubs and classes, and join them?")] = True
    friends: Annotated[bool, Meta(description="may people be friends, block and report each other?")] = True
    pairs: Annotated[
        bool, Meta(description="is the host told of partners who play as if they saw each other's cards?")
    ] = True
    hints: Annotated[
        Literal["always", "alone", "never"],
        Meta(description="hints and odds during a deal: always, where one person plays alone, or never"),
    ] = "always"
    standin_after: Annotated[Seconds, Meta(description="after so long without connection a computer plays on")] = (
        STANDIN_AFTER
    )
    leave_after: Annotated[Seconds, Meta(description="after so long without connection a seat is given up")] = (
        GIVEN_UP_AFTER
    )
    name_after: Annotated[
        Seconds, Meta(description="seconds without connection after which a name without any result may be taken")
    ] = 60.0
    name_kept: Annotated[
        Seconds, Meta(description="seconds without connection after which a name with results may be taken")
    ] = 30 * 86400.0
    forget_after: Annotated[
        Seconds, Meta(description="seconds without connection after which a person is forgotten, results included")
    ] = 30 * 86400.0
    keep_tables: Annotated[Seconds, Meta(description="how long tables that ended stay in the database")] = 30 * 86400.0

    connections: Annotated[Count, Meta(description="the most connections at once")] = 5000
    per_address: Annotated[Count, Meta(description="the most connections from one address")] = 100
    people: Annotated[Count, Meta(description="the most people that are known at once")] = 10000
    tables: Annotated[Count, Meta(description="the most tables at once")] = 1000
    tournaments: Annotated[
        int, Meta(ge=0, le=1000, description="the most tournaments at once, which anybody may open; 0: nobody may")
    ] = 20
    watchers: Annotated[Count, Meta(description="the most watchers at a table")] = 100

    http_rate: Annotated[Rate, Meta(description="requests over HTTP a second from one address")] = 20.0
    http_burst: Annotated[Count, Meta(description="requests over HTTP at once from one address")] = 2000
    rate: Annotated[Rate, Meta(description="messages a second from one connection")] = 15.0
    burst: Annotated[Count, Meta(description="messages at once from one connection")] = 30
    chat_rate: Annotated[Rate, Meta(description="lines of talk a second from one connection")] = 1.0
    chat_burst: Annotated[Count, Meta(description="lines of talk at once from one connection")] = 5
    ask_rate: Annotated[Rate, Meta(description="hints and odds a second from one connection")] = 6.0
    ask_burst: Annotated[Count, Meta(description="hints and odds at once from one connection")] = 20
    costly_rate: Annotated[
        Rate, Meta(description="tables, names, new deals, records and statistics a second from one connection")
    ] = 1.0
    costly_burst: Annotated[Count, Meta(description="tables, names, new deals, records and statistics at once")] = 12
    name_rate: Annotated[Rate, Meta(description="new names a second from one address")] = 0.2
    name_burst: Annotated[Count, Meta(description="new names at once from one address")] = 100
    table_rate: Annotated[Rate, Meta(description="new tables a second from one address")] = 0.2
    table_burst: Annotated[Count, Meta(description="new tables at once from one address")] = 60
    act_rate: Annotated[Rate, Meta(description="actions of people a second at one table")] = 3.0
    act_burst: Annotated[Count, Meta(description="actions of people at once at one table")] = 600
    address_act_rate: Annotated[Rate, Meta(description="actions a second from one address")] = 20.0
    address_act_burst: Annotated[Count, Meta(description="actions at once from one address")] = 5000
    talk_rate: Annotated[
        Rate, Meta(description="lines of talk a second at one table; those who watch there have as many of their own")
    ] = 2.0
    talk_burst: Annotated[Count, Meta(description="lines of talk at once at one table")] = 60
    hello_within: Annotated[Seconds, Meta(description="a connection that says nothing for so long is closed")] = 10.0
    send_within: Annotated[Seconds, Meta(description="a connection that takes nothing for so long is closed")] = 20.0
    ping_interval: Annotated[float, Meta(gt=0, description="how often a silent connection is tried")] = 20.0
    compress: Annotated[bool, Meta(description="compress WebSocket messages for clients that ask for it")] = True
    commit_window: Annotated[float, Meta(ge=0, le=1, description="how long commits wait for each other")] = 0.003

    def __post_init__(self) -> None:
        _ = self.origin  # ValueError: no such port
        for each in self.servers:
            if not SERVER.fullmatch(each):
                raise ValueError(
                    f"servers can't hold {each!r}: write NAME=URL, such as Club=https://cards.example.org/"
                )
        if self.admin_key and (len(self.admin_key) < SHORTEST_KEY or not is_word(self.admin_key)):
            raise ValueError(f"admin_key must have {SHORTEST_KEY} letters, digits or signs at least, without spaces")
        if self.invite and (len(self.invite) < SHORTEST_INVITE or not is_word(self.invite)):
            raise ValueError(f"invite must have {SHORTEST_INVITE} letters, digits or signs at least, without spaces")

    def ration(self, what: str) -> tuple[float, int]:
        """How many of something may come a second in the long run, and how many at once."""
        return getattr(self, f"{what}_rate"), getattr(self, f"{what}_burst")

    @property
    def server_list(self) -> list[tuple[str, str]]:
        """The names and addresses of the other rooms; every address ends with a slash."""
        pairs = [each.partition("=") for each in self.servers]
        return [(name.strip(), url if url.endswith("/") else f"{url}/") for name, _, url in pairs]

    @property
    def origin(self) -> str:
        """That of ``address`` as browsers write it, such as https://cards.example.org; empty if there is none."""
        if not self.address:
            return ""
        parts = urlsplit(self.address.lower())
        usual = {"https": 443, "http": 80}[parts.scheme]
        return f"{parts.scheme}://{parts.hostname}" + (f":{parts.port}" if parts.port not in (None, usual) else "")

    @property
    def database_url(self) -> str:
        """The database's address; by default a file in the user's data folder."""
        return self.database or f"sqlite:///{user_data_path('dealt', appauthor=False) / 'dealt.db'}"


def default_file() -> Path:
    """Where the settings are looked for unless a file is named."""
    return Path(user_config_path("dealt", appauthor=False)) / "dealt.toml"


def load(flags: Mapping[str, Any] | None = None, environ: Mapping[str, str] | None = None) -> Config:
    """The settings: flags that are not None, over the environment, over the file. ConfigError names the wrong one."""
    environ = os.environ if environ is None else environ
    given = {key: value for key, value in (flags or {}).items() if value is not None}
    named = given.pop("config", None) or environ.get("DEALT_CONFIG")
    settings: dict[str, Any] = {}
    file = Path(named) if named else default_file()
    if named or file.is_file():
        settings = _read(file)
        _convert(settings, str(file), strict=True)
    from_environment: dict[str, Any] = {}
    for each in msgspec.structs.fields(Config):
        written = environ.get(f"DEALT_{each.name.upper()}")
        if written is not None:
            is_list = isinstance(each.default_factory, type) and each.default_factory is list
            from_environment[each.name] = (
                [part.strip() for part in written.split(",") if part.strip()] if is_list else written
            )
    _convert(from_environment, "the environment (DEALT_...)", strict=False)
    _convert(given, "the command line", strict=False)
    return _convert({**settings, **from_environment, **given}, "the settings", strict=False)


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"{file} can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{file} is no TOML: it is no text in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{file} is no TOML: {error}") from None


def _convert(settings: dict[str, Any], where: str, *, strict: bool) -> Config:
    try:
        return msgspec.convert(settings, Config, strict=strict)
    except msgspec.ValidationError as error:
        _, _, place = str(error).partition(" - at `$.")
        if place:
            name = place.rstrip("`").partition("[")[0]
            raise ConfigError(f"{where}: {name} can't be {settings.get(name)!r}: {_possible(name)}") from None
        unknown = next((each for each in settings if each not in Config.__struct_fields__), None)
        if unknown is None:  # what the settings say of themselves, such as of an address
            raise ConfigError(f"{where}: {error}") from None
        meant = GONE.get(unknown) or did_you_mean(unknown, Config.__struct_fields__)
        raise ConfigError(f"{where}: there is no setting {unknown}" + (f": {meant}" if meant else "")) from None


def _possible(name: str) -> str:
    """What a setting can be, as a sentence without its beginning."""
    kind: Any = next(each.type for each in msgspec.inspect.type_info(Config).fields if each.name == name)  # type: ignore[attr-defined]
    if isinstance(kind, msgspec.inspect.Metadata):
        described = str((kind.extra_json_schema or {}).get("description", ""))
        kind = kind.type
    else:
        described = ""
    match kind:
        case msgspec.inspect.LiteralType(values=values):
            return f"it is {' or '.join(map(str, values))}"
        case msgspec.inspect.BoolType():
            return "it is true or false"
        case msgspec.inspect.IntType() | msgspec.inspect.FloatType():
            number = "a whole number" if isinstance(kind, msgspec.inspect.IntType) else "a number"
            if kind.le is not None:
                return f"it is {number} from {kind.ge or 0:g} to {kind.le:g}"
            low = kind.ge if kind.ge is not None else kind.gt
            return f"it is {number}" + (
                "" if low is None else f" of {low:g} or more" if kind.gt is None else " above 0"
            )
        case msgspec.inspect.ListType():
            return f"it is a list of texts: {described}"
        case msgspec.inspect.StrType(max_length=most) if most is not None:
            return f"it is a text of {most} characters at most"
        case _:
            return f"it is {described}"

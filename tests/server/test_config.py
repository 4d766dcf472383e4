"""Settings: flags over environment over file over defaults, and errors that say where."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from dealt.server.base.config import Config, ConfigError, default_file, load
from dealt.wire import PORT


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def test_the_defaults_are_the_manuals(tmp_path: Path) -> None:
    config = load({}, {})
    assert (config.host, config.port) == ("127.0.0.1", PORT)
    assert config.database_url == f"sqlite:///{tmp_path / 'data' / 'dealt' / 'dealt.db'}"


def test_flags_over_environment_over_file(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text('port = 1\nroom = "file"\ngreeting = "file"\norigins = ["https://a"]\nkeep_tables = 5\n')
    environ = {"DEALT_CONFIG": str(file), "DEALT_ROOM": "environment", "DEALT_PORT": "2", "DEALT_PROXY": "true"}
    config = load({"port": 3, "host": None}, environ)
    assert (config.port, config.room, config.greeting) == (3, "environment", "file")
    assert (config.proxy, config.origins, config.keep_tables) == (True, ["https://a"], 5.0)
    assert load({"config": str(file)}, {"DEALT_ORIGINS": "https://b, https://c"}).origins == ["https://b", "https://c"]


def test_other_servers_are_named_with_their_addresses(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text('servers = ["Club=https://cards.example.org/club", "Attic = room=http://192.168.1.20:4000"]\n')
    with pytest.raises(ConfigError, match=r"servers\[1\]|servers"):
        load({"config": str(file)}, {})
    environ = {"DEALT_SERVERS": "Club=https://cards.example.org/club, 小明=http://192.168.1.20:4000/"}
    assert load({}, environ).server_list == [
        ("Club", "https://cards.example.org/club/"),
        ("小明", "http://192.168.1.20:4000/"),
    ]
    for wrong in ("https://a.net", "A=ftp://a.net", "A=https://user@a.net", "A=javascript:alert(1)"):
        with pytest.raises(ConfigError, match="servers"):
            load({"servers": [wrong]}, {})


def test_the_default_file_is_read_if_it_is_there() -> None:
    assert load({}, {}).port == PORT
    default_file().parent.mkdir(parents=True)
    default_file().write_text("port = 4000\n")
    assert load({}, {}).port == 4000


@pytest.mark.parametrize(
    ("flags", "environ", "written", "why"),
    [
        ({"port": 70000}, {}, None, "command line: port can't be 70000: it is a whole number from 0 to 65535"),
        ({"prot": 1}, {}, None, "command line: there is no setting prot: did you mean port"),
        ({"log": "jsn"}, {}, None, "log can't be 'jsn': it is lines or json|it is json or lines"),
        ({"log_level": "loud"}, {}, None, "log_level can't be 'loud': it is .*debug"),
        ({"rate": -1}, {}, None, "rate can't be -1: it is a number of 0 or more"),
        ({"ping_interval": 0}, {}, None, "ping_interval can't be 0: it is a number above 0"),
        ({"connections": 0}, {}, None, "connections can't be 0: it is a whole number of 1 or more"),
        ({"pace_factor": 11}, {}, None, "pace_factor can't be 11: it is a number from 0 to 10"),
        ({"room": "x" * 61}, {}, None, "it is a text of 60 characters at most"),
        ({"metrics": "here"}, {}, None, "metrics can't be 'here': it is HOST:PORT"),
        ({"games": 3}, {}, None, "games can't be 3: it is a list of texts"),
        ({}, {"DEALT_PROXY": "maybe"}, None, "proxy can't be 'maybe': it is true or false"),
        ({}, {"DEALT_PORT": "x"}, None, "environment.*port"),
        ({}, {"DEALT_LOG": "xml"}, None, "environment.*log"),
        ({}, {}, "port = '1'", "my.toml.*port can't be '1': it is a whole number"),
        ({}, {}, "compile = false", "my.toml: there is no setting compile: nothing is compiled here any more"),
        ({}, {}, "colour = 1", "my.toml: there is no setting colour"),
        ({}, {}, "port = ", "my.toml is no TOML"),
        ({"root_path": "cards"}, {}, None, "command line.*root_path"),
        ({"config": "/nowhere/at/all.toml"}, {}, None, "can't be read"),
    ],
)
def test_what_is_wrong_is_named(
    tmp_path: Path, flags: dict[str, object], environ: dict[str, str], written: str | None, why: str
) -> None:
    if written is not None:
        (tmp_path / "my.toml").write_text(written)
        flags = {**flags, "config": str(tmp_path / "my.toml")}
    with pytest.raises(ConfigError, match=why):
        load(flags, environ)


def test_variables_of_others_are_let_be() -> None:
    assert load({}, {"DEALT_HYPOTHESIS": "quick", "DEALT_SKIP_WEB": "1"}) == Config()


def test_every_setting_is_explained() -> None:
    for each in msgspec.structs.fields(Config):
        info = msgspec.inspect.type_info(each.type)
        described = isinstance(info, msgspec.inspect.Metadata) and info.extra_json_schema
        assert described, each.name
        assert described["description"]

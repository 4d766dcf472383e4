"""Where a connection comes from: behind proxies nobody else may choose an address."""

from __future__ import annotations

import pytest
from starlette.requests import HTTPConnection

from dealt.server.base.config import Config
from dealt.server.door.outside import address_of


def seen(config: Config, *lines: str, near: str = "10.0.0.9") -> str:
    headers = [(b"x-forwarded-for", line.encode()) for line in lines]
    return address_of(HTTPConnection({"type": "websocket", "headers": headers, "client": (near, 1)}), config)


def test_without_a_proxy_nothing_is_believed() -> None:
    assert seen(Config(), "1.2.3.4") == "10.0.0.9"


@pytest.mark.parametrize(
    "lines",
    [
        ("203.0.113.7",),
        ("1.2.3.4, 203.0.113.7",),
        ("1.2.3.4", "203.0.113.7"),  # a proxy that adds a line of its own
        ("1.2.3.4", "5.6.7.8 , 203.0.113.7"),
        ("1.2.3.4, 203.0.113.7:51234",),
    ],
)
def test_the_last_hop_is_the_proxys_own_word(lines: tuple[str, ...]) -> None:
    assert seen(Config(proxy=True), *lines) == "203.0.113.7"


def test_several_proxies_in_a_row_are_counted_from_the_right() -> None:
    config = Config(proxy=True, proxies=2)
    assert seen(config, "1.2.3.4", "203.0.113.7, 10.0.0.1") == "203.0.113.7"
    assert seen(config, "10.0.0.1") == "10.0.0.9", "somebody came past the outer proxy"


def test_what_is_no_address_is_not_taken_for_one() -> None:
    config = Config(proxy=True)
    for odd in ("", "unknown", "<script>", "1.2.3", "[::1", "_hidden"):
        assert seen(config, odd) == "10.0.0.9", odd
    assert seen(config, "[2001:db8::1]:443") == "2001:db8::1"
    assert seen(config, "2001:DB8::1") == "2001:db8::1"

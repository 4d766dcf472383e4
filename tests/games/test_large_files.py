"""Files of other programs that are large or made to take long: one clear line, soon, and little memory."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable

import pytest

from dealt.games.bridge import pbn, pbn_tags
from dealt.games.drawpoker import history

MB = 1_000_000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("read", "raw", "says"),
    [
        (pbn.read, b'[Event "x" ' * (2 * MB // 11), "line 1 is too long"),
        (pbn.read, b'[Event "x" \n' * (2 * MB // 12), "line 1: "),
        (pbn.read, b'[Event "' + b"x" * 20 * MB, "too large: 16 MB"),
        (pbn.read, b'[Event "' + b"x" * 10 * MB + b'"]', "line 1 is too long"),
        (pbn.read, b'[Event "' + b"\\x" * 49_000, "line 1: "),
        (pbn.read, b"{" * 10 * MB, "line 1 is too long"),
        (pbn.read, b"{\n" * (2 * MB), "isn't closed"),
        (pbn.read, b'[Board "1"]\n' + b'[X "1"] ' * 12_000, "deal"),
        (history.read, b"a = [" * MB, "too large: 4 MB"),
        (history.read, b"[" * 3 * MB, "no PHH file"),
        (history.read, b'a = "' + b"x" * 3 * MB, "no PHH file"),
    ],
)
def test_a_hostile_file_is_refused_soon(read: Callable[[bytes], object], raw: bytes, says: str) -> None:
    began = time.process_time()
    with pytest.raises(ValueError, match=says) as refused:
        read(raw)
    assert time.process_time() - began < 5
    assert len(str(refused.value).splitlines()) == 1
    assert len(str(refused.value)) < 300


def test_a_long_tag_takes_little_memory() -> None:
    text = '[Event "' + "x" * 99_000 + '"]'
    tracemalloc.start()
    assert len(next(iter(pbn_tags.games(text)))[0].value) == 99_000
    assert tracemalloc.get_traced_memory()[1] < 5 * MB
    tracemalloc.stop()


def test_a_backslash_keeps_a_quotation_open() -> None:
    (game,) = pbn_tags.games('[Event "a \\"{b}\\" ; c"] ; a comment {\n[Site "d"]')
    assert [(each.name, each.value) for each in game] == [("Event", 'a \\"{b}\\" ; c'), ("Site", "d")]

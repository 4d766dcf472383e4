"""The line that is being typed."""

from __future__ import annotations

import pytest

from dealt.tui.editor import Editor


@pytest.mark.parametrize(
    ("typed", "text", "at"),
    [
        ("abc", "abc", 3),
        ("abc\x1b[Dx", "abxc", 3),
        ("abc\x7f", "ab", 2),
        ("\x7f", "", 0),
        ("abc\x01x\x05y", "xabcy", 5),
        ("abc\x1b[H\x1b[3~", "bc", 0),
        ("one two\x17", "one ", 4),
        ("one two\x1b[D\x15", "o", 0),
        ("abc\x1b[D\x0b", "ab", 2),
        ("a\x1b[200~b", "ab", 2),
        ("a\x1bxb", "ab", 2),
        ("a\tb\x00", "ab", 2),
        ("牌♠", "牌♠", 2),
    ],
)
def test_keys(typed: str, text: str, at: int) -> None:
    editor = Editor()
    assert editor.feed(typed.encode()) == []
    assert (editor.text, editor.at) == (text, at)


def test_lines_are_finished_one_by_one_and_what_comes_in_pieces_is_put_together() -> None:
    editor = Editor()
    assert editor.feed(b"eins\nzw") == ["eins"]
    heart = "♥\n".encode()
    assert editor.feed(b"ei" + heart[:2]) == []
    assert editor.feed(heart[2:]) == ["zwei♥"]
    assert editor.feed(b"ab\x1b") == []
    assert editor.feed(b"[D") == []
    assert editor.feed(b"x\r") == ["axb"]


def test_lines_before_are_in_reach() -> None:
    editor = Editor()
    editor.feed(b"one\ntwo\ntwo\n")
    editor.feed(b"\x1b[A")
    assert editor.text == "two"
    editor.feed(b"\x1b[A\x1b[A\x1b[A")
    assert editor.text == "one"
    editor.feed(b"\x1b[B\x1b[B")
    assert editor.text == ""


def test_the_end_of_input_counts_only_in_an_empty_line() -> None:
    editor = Editor()
    editor.feed(b"ab\x01\x04")
    assert (editor.text, editor.ended) == ("b", False)
    editor.feed(b"\x15\x05\x7f\x04")
    assert editor.ended


def test_wide_letters_take_two_cells() -> None:
    editor = Editor()
    editor.feed("牌a".encode())
    assert editor.column == 3

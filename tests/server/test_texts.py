"""Every sentence that the room says is in its catalogue, in both languages, with the same places to fill."""

from __future__ import annotations

import re
from pathlib import Path

from dealt.session.settings import PACE
from dealt.texts import common, sentence
from dealt.wire.refusal import Refused

HOUSE = Path(__file__).parents[2] / "src" / "dealt"
FILES = sorted(
    path
    for room in ("wire", "session", "work", "tournament", "server", "site")
    for path in (HOUSE / room).rglob("*.py")
)
SOURCES = "\n".join(path.read_text(encoding="utf-8") for path in FILES)


def keys() -> set[str]:
    """The keys that the server's source says."""
    errors = set(re.findall(r'Refused\(\s*"([a-z_]+)"', SOURCES))
    errors |= set(re.findall(r'Refused\("[a-z_]+" if .* else "([a-z_]+)"', SOURCES))
    errors |= set(re.findall(r'check_number\([^"\n]*"([a-z_]+)"', SOURCES))
    errors |= set(re.findall(r'check_dealer\(\w+, "([a-z_]+)"', SOURCES))
    notices = set(re.findall(r'_notice\(session, at, "([a-z_]+)"', SOURCES)) | set(
        re.findall(r'"([a-z_]+)" if \w+\.?\w* else "[a-z_]+", name', SOURCES)
    )
    notices |= set(re.findall(r'"[a-z_]+" if \w+\.?\w* else "([a-z_]+)", name', SOURCES))
    notices |= {f"pace_{each}" for each in PACE}
    says = set(re.findall(r'Say\("([a-z_.]+)"', SOURCES))
    return {f"error.{each}" for each in errors - {"illegal"}} | {f"notice.{each}" for each in notices} | says


def test_every_key_has_a_text_in_both_languages() -> None:
    assert len(keys()) > 45
    for language in ("en", "zh"):
        assert keys() <= set(common()[language]), language


def test_no_text_of_the_room_is_left_over() -> None:
    ours = {key for key in common()["en"] if key.startswith(("error.", "notice."))}
    assert ours == {key for key in keys() if key.startswith(("error.", "notice."))}


def test_both_languages_fill_the_same_places() -> None:
    for key, english in common()["en"].items():
        chinese = common()["zh"].get(key, english)
        assert set(re.findall(r"{(\w+)}", english)) == set(re.findall(r"{(\w+)}", chinese)), key


def test_an_error_says_what_to_do() -> None:
    assert sentence(Refused("name_long", length=12, most=10).say) == "This name has 12 characters. Use 10 at most"
    assert "!" not in "".join(common()["en"].values())

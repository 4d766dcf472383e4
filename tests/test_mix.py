"""The seed of a deal from the server's and the players' parts: the worked example of the documentation, which the page
checks too, and that nothing else gives the same bytes.
"""

from __future__ import annotations

import hmac
import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from dealt.mix import CONTRIBUTION_BYTES, Contribution, Mix, MixError, seal_of
from dealt.table import commitment

WORKED = json.loads((Path(__file__).parent / "data" / "mix.json").read_text())


def test_the_worked_example_holds_and_stands_in_the_documentation() -> None:
    mix = Mix.read(WORKED["mix"])
    assert (mix.message.hex(), mix.seed.hex()) == (WORKED["message"], WORKED["seed"])
    assert commitment(mix.server) == WORKED["commitment"]
    assert hmac.digest(mix.server, mix.message, "sha256") == mix.seed
    assert mix.plain() == WORKED["mix"]
    mix.check(mix.seed, 2)
    text = (Path(__file__).parents[1] / "docs" / "fair-deals.md").read_text()
    for each in (WORKED["seed"], WORKED["commitment"], WORKED["mix"]["seats"][0]["seal"]):
        assert each in text


def some(rng: Random) -> Mix:
    seats = []
    for n in range(rng.randrange(1, 5)):
        given = rng.randbytes(CONTRIBUTION_BYTES)
        seats.append(rng.choice([None, Contribution(str(n), seal_of(given), rng.choice([None, given]))]))
    table = "".join(rng.choice("a\x00\x01é") for _ in range(rng.randrange(4)))
    return Mix(rng.randbytes(32), table, rng.choice([1, 2, 256, 2**64 - 1]), tuple(seats))


def test_no_two_mixes_are_hashed_as_the_same_bytes() -> None:
    rng, seen = Random(1), {}
    for _ in range(3000):
        mix = some(rng)
        given = tuple(None if each is None else each.given for each in mix.seats)
        parts = (mix.table, mix.deal, given)
        assert seen.setdefault(mix.message, parts) == parts
        assert Mix.read(json.loads(json.dumps(mix.plain()))) == mix
        assert set(mix.gave).isdisjoint(mix.kept_back)
    assert len(seen) > 500


@pytest.mark.parametrize(
    ("seats", "why"),
    [
        ((Contribution("A", seal_of(b"x" * 32), b"y" * 32), None), "isn't the one that was sealed"),
        ((Contribution("A", seal_of(b"x" * 31), b"x" * 31), None), "has 31 bytes, not 32"),
        ((None, None, None), "2 seats have 3 places"),
        ((None, None), "doesn't follow"),
    ],
)
def test_what_does_not_fit_is_named(seats: tuple[Contribution | None, ...], why: str) -> None:
    mix = Mix.read(WORKED["mix"])
    with pytest.raises(MixError, match=why):
        replace(mix, seats=seats).check(mix.seed, 2)

"""The vectors of blackjack: what hands count, how the dealer plays, what is paid, and the published basic strategy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from dealt.cards import Card, card, name
from dealt.games.blackjack.rules import TWENTY_ONE, PlayerHand, Rules, dealer_plays, natural, settle, total
from dealt.games.blackjack.strategy import table
from tests.vectors import Row, check

COLUMNS = "23456789TA"


def row_of(some: Iterable[str]) -> tuple[Card, ...]:
    return tuple(map(card, some))


@check("values", "blackjack")
def values(file: Row, row: Row) -> tuple[Any, Any]:
    held = row_of(row["cards"])
    count, soft = total(held)
    return (count, soft, count > TWENTY_ONE, natural(held)), tuple(
        row[key] for key in ("total", "soft", "bust", "natural")
    )


@check("dealer_play", "blackjack")
def dealer_play(file: Row, row: Row) -> tuple[Any, Any]:
    final = dealer_plays(row_of(row["start"]), row_of(row["shoe"]), row["hit_soft_17"])
    count = total(final)[0]
    got = [name(one).upper() for one in final], count, count > TWENTY_ONE
    return got, (row["final"], row["total"], row["bust"])


@check("settlement", "blackjack")
def settlement(file: Row, row: Row) -> tuple[Any, Any]:
    flags = ("split", "doubled", "surrendered")
    hands = [
        PlayerHand(row_of(each["cards"]), each["bet"], **{flag: each.get(flag, False) for flag in flags})
        for each in row["hands"]
    ]
    pays = Fraction(row["blackjack_pays"]).limit_denominator(10)
    got = settle(hands, row_of(row["dealer"]), row["insurance"], pays)
    return (list(got.hands), got.insurance, got.net), (row["per_hand"], row["insurance_net"], row["net"])


@cache
def computed() -> Mapping[str, str]:
    """The strategy of the rules that the published table is for."""
    return table(Rules())


@check("basic_strategy_s17_das", "blackjack")
def basic_strategy(file: Row, row: str) -> tuple[Any, Any]:
    return computed()[row], file["basic_strategy_s17_das"][row]


@check("basic_strategy_info", "blackjack")
def basic_strategy_info(file: Row, row: str) -> tuple[Any, Any]:
    """The columns are the dealer's cards; each code that the table uses is explained."""
    if row == "columns":
        return list(COLUMNS), file["basic_strategy_info"]["columns"]
    used = sorted(set("".join(file["basic_strategy_s17_das"].values())))
    return used, sorted(
        part.strip()[0] for part in file["basic_strategy_info"]["codes"].split(", ") if part[1:2] == " "
    )

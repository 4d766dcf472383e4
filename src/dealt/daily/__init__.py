"""Daily deals: the same boards for everybody on a day, and what a score is worth against the field."""

from dealt.daily.boards import (
    BOARDS,
    LEVEL,
    PERSON,
    VERSION,
    asked,
    day_of,
    field,
    field_of,
    name_of,
    offered,
    opponents,
    play,
    secret,
    seed,
    standard,
)
from dealt.daily.scores import Made, made, percent, percents

__all__ = [
    "BOARDS",
    "LEVEL",
    "PERSON",
    "VERSION",
    "Made",
    "asked",
    "day_of",
    "field",
    "field_of",
    "made",
    "name_of",
    "offered",
    "opponents",
    "percent",
    "percents",
    "play",
    "secret",
    "seed",
    "standard",
]

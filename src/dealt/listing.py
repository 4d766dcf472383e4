"""What a lobby asks of a game: its options, presets, file formats, texts and computers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from dealt.cards import Card
from dealt.view import Action, Say, Seat, Value

if TYPE_CHECKING:
    from dealt.game import Game

__all__ = [
    "LEVELS",
    "ExportedDeal",
    "Format",
    "ImportedDeal",
    "Level",
    "Levels",
    "Listing",
    "Option",
    "OptionError",
    "alike",
    "did_you_mean",
]


class OptionError(ValueError):
    """An option that a game does not have, or a value it can't take; the message says which are possible.

    ``say`` says what is wrong with a text of somebody's own.
    """

    def __init__(self, message: str, say: Say | None = None) -> None:
        super().__init__(message)
        self.say = say


def alike(written: object, known: Iterable[str]) -> str | None:
    """The known name that is most similar to the one that was written; None if none is similar enough."""
    from difflib import get_close_matches  # needed only once something is wrong

    names = {each.lower(): each for each in known}
    found = get_close_matches(str(written).lower(), names, n=1, cutoff=0.65)
    return names[found[0]] if found else None


def did_you_mean(written: object, known: Iterable[str]) -> str:
    """``"did you mean NAME?"`` with the most similar known name; an empty text if none is similar enough.

    >>> did_you_mean("bigto", ["bigtwo", "bridge"]), did_you_mean("whist", ["bigtwo", "bridge"])
    ('did you mean bigtwo?', '')
    """
    found = alike(written, known)
    return "" if found is None else f"did you mean {found}?"


def _asked(message: str, written: object, known: Iterable[str]) -> str:
    """The message, with ``did_you_mean`` behind it if a known name is similar."""
    meant = did_you_mean(written, known)
    return f"{message}. D{meant[1:]}" if meant else message


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule: its values are ``choices`` or the whole numbers ``low..high``. None among the choices means off.

    The texts of a game explain it under ``option.NAME`` and ``option.NAME.help``, values under ``option.NAME.VALUE``.
    ``aliases`` are former names of values: they are taken wherever a value is given, and listed nowhere.

    With ``own`` it also takes texts of somebody's own, which have several lines: ``own`` returns such a text in the
    form in which it is kept, or raises OptionError. The first line of that form is ``# `` and what the text is called,
    and ``own`` returns the form itself unchanged.
    """

    name: str
    default: Value
    choices: tuple[Value, ...] = ()
    low: int | None = None
    high: int | None = None
    aliases: Mapping[str, Value] = field(default_factory=dict)
    own: Callable[[str], str] | None = None

    def check(self, value: Any) -> Value:
        """The value itself, by its name of today; OptionError with the possible ones if it isn't one."""
        if isinstance(value, str) and value in self.aliases:
            return self.aliases[value]
        if any(value == each and type(value) is type(each) for each in self.choices):
            return value  # type: ignore[no-any-return]
        if self.low is not None and self.high is not None and type(value) is int and self.low <= value <= self.high:
            return value
        if self.own is not None and isinstance(value, str) and "\n" in value:
            return self.own(value)
        possible = [_shown(each) for each in self.choices]
        if self.low is not None:
            possible.append(f"{self.low} to {self.high}")
        message = f"{self.name} can't be {_shown(value)}: it takes {', '.join(possible)}"
        raise OptionError(_asked(message, value, possible))

    def read(self, written: str) -> Value:
        """The value that a text stands for, as typed on a command line or read from a file."""
        for each in self.choices:
            if written.strip().lower() == _shown(each):
                return each
        try:
            return self.check(int(written))
        except ValueError:
            pass
        return self.check(written)


def _shown(value: Any) -> str:
    if value is None:
        return "none"
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


class ExportedDeal(NamedTuple):
    """A deal that a :class:`Format` writes: first state, actions, players by seat, and details such as the event."""

    game: Game[Any]
    first: Any
    moves: Sequence[tuple[Seat, Action]] = ()
    players: Sequence[str] = ()
    about: Mapping[str, str] = {}


class ImportedDeal(NamedTuple):
    """A deal that a :class:`Format` has read. ``title`` is its line in a list, ``laid`` the piles by name.

    ``actions`` are ``"SEAT ACTION"``. ``about`` holds further details of the file, so that they can be written back. A
    deal that is imported alone is played under ``options``. ``match`` holds the options of a match that this deal
    belongs to; None if it belongs to none. ``game`` names the game where several have the format.
    """

    title: str
    options: Mapping[str, Value]
    laid: Mapping[str, str]
    actions: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    about: Mapping[str, str] = {}
    match: Mapping[str, Value] | None = None
    game: str = ""


@dataclass(frozen=True, slots=True)
class Format:
    """A file format of other programs for deals of a game; its files end in ``suffix``.

    All three raise ValueError, whose one line says what can't be read or written, and ImportError, whose line says what
    to install. ``cards`` reads the cards of a single line, as people type it; None if the line is something else.
    """

    name: str
    suffix: str
    read: Callable[[bytes], tuple[ImportedDeal, ...]]
    write: Callable[[Sequence[ExportedDeal]], str]
    cards: Callable[[str], Mapping[str, str] | None]


LEVELS: Final = ("beginner", "easy", "normal", "hard", "expert")
"""How well computers play, in words that stand for a computer wherever one is named; each beats those before it."""


@dataclass(frozen=True, slots=True)
class Level:
    """How a game is played at a level: by which computer, how far it looks, and what it gets wrong as people do.

    ``budget`` are settings of that computer, such as the number of deals that it tries. ``slack`` is the temperature at
    which it chooses among its actions by what they are worth to it, in its own units: an action that is worth that much
    less than another is chosen e times more rarely. ``overlooks`` is the chance to overlook a combination, for each of
    its cards after the first. ``forgets`` is the chance to forget a card that was played and lies there no longer; only
    for computers that read what is gone from the cards that lie face up. ``shuns`` are chances, by verb, not to think
    of such an action, and ``habits`` chances, by name, to do by habit what ``dealt.players.levels`` says of it.
    """

    player: str
    budget: Mapping[str, Any] = field(default_factory=dict)
    slack: float = 0.0
    overlooks: float = 0.0
    forgets: float = 0.0
    shuns: Mapping[str, float] = field(default_factory=dict)
    habits: Mapping[str, float] = field(default_factory=dict)


Levels = tuple[Level, Level, Level, Level, Level]
"""What each of ``LEVELS`` means."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A game in the list of games: how to make it, its options and presets, and what it says to people.

    ``texts`` holds a catalogue for each language (``en`` is complete), ``rules`` a page of Markdown for each.
    ``computers`` names the players that know this game, best first; ``random`` and ``lowest`` know every game.
    ``picture`` are the cards by which a lobby shows it, and ``spread`` says how they lie there: as a "fan", a "trick"
    or a "board". ``group`` is the part of the lobby where the game stands: "sides" where two sides play, "each" for
    oneself, "alone", or "chips"; without it the game's seats decide. ``preview`` is a PNG of that picture for links,
    800 x 420. ``lesson`` is a text for ``dealt.lesson``. ``formats`` are those of other programs that can be read and
    written. ``tiny`` holds forms of the game with few enough cards to list all deals: ``dealt laws`` compares that
    list with what ``sample`` draws. ``aliases`` are former names of presets: they are taken wherever a preset is
    given, and listed nowhere. ``levels`` says what each
    of ``LEVELS`` means, in several ways if one computer does not play under all options: the first way counts whose
    computers all know the game. ``ratings`` are those of the levels, as ``python -m bench ratings`` measures them;
    without them no table of the game can be rated.
    """

    name: str
    maker: Callable[..., Game[Any]]
    options: tuple[Option, ...] = ()
    presets: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    computers: tuple[str, ...] = ()
    levels: tuple[Levels, ...] = ()
    picture: tuple[Card, ...] = ()
    spread: Literal["fan", "trick", "board"] = "fan"
    group: Literal["", "sides", "each", "alone", "chips"] = ""
    preview: Path | None = None
    lesson: str = ""
    formats: tuple[Format, ...] = ()
    aliases: Mapping[str, str] = field(default_factory=dict)
    ratings: Mapping[str, float] = field(default_factory=dict)
    tiny: tuple[Game[Any], ...] = ()

    def make(self, preset: str | None = None, **options: Any) -> Game[Any]:
        """The game with a preset's options and the given ones over it; OptionError says what can be chosen instead."""
        return self.make_from(preset, options)

    def make_from(self, preset: str | None, options: Mapping[str, Any]) -> Game[Any]:
        """As ``make``, with options from outside, whose names may be anything."""
        preset = self.aliases.get(preset, preset) if preset is not None else None
        if preset is not None and preset not in self.presets:
            message = f"{self.name} has no preset {preset}: it has {', '.join(self.presets) or 'none'}"
            raise OptionError(_asked(message, preset, self.presets))
        wanted: dict[str, Any] = {**(self.presets[preset] if preset else {}), **options}
        known = {each.name: each for each in self.options}
        for key in wanted:
            if key not in known:
                message = f"{self.name} has no option {key}: it has {', '.join(known) or 'none'}"
                raise OptionError(_asked(message, key, known))
        return self.maker(**{key: known[key].check(value) for key, value in wanted.items()})

    def text(self, key: str, language: str = "en") -> str:
        """The text of a key, in English where the language lacks it, else the key itself."""
        return self.texts.get(language, {}).get(key) or self.texts.get("en", {}).get(key, key)

"""The work of a worker: whatever runs the code of games and computers and may take its time, or never end.

Each function gets the worker's :class:`House` and plain arguments that travel between processes. The room sends a
request, a function with its arguments, and hears a reply, the result or why there is none.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from random import Random
from typing import Any, Final, NamedTuple

import msgspec

from dealt import daily, players
from dealt.analysis import puzzles_of
from dealt.faults import where
from dealt.game import (
    Action,
    Explainer,
    ExportedDeal,
    Game,
    Listing,
    NoAnswer,
    Odds,
    OptionError,
    Past,
    Player,
    Say,
    Value,
    View,
    find,
    hint_of,
)
from dealt.lesson import LessonError
from dealt.session import frames
from dealt.session.deals import unpack_deal, unpack_record
from dealt.session.events import Failure
from dealt.session.listed import listed
from dealt.session.seating import COMPUTERS
from dealt.table import DealRecord, Match
from dealt.wire import protocol

MOST_KEPT: Final = 200
"""The number of games, and of computers, that a worker keeps."""


class WorkFailed(Exception):  # noqa: N818 - the game goes on without
    """A computer did not come up with a legal action, or something could not be worked out; the message says why.

    ``say`` says it to people, where they can know.
    """

    how: Failure = "raised"

    def __init__(self, why: str = "", say: Say | None = None) -> None:
        super().__init__(why)
        self.say = say


class GameKey(NamedTuple):
    """A listed game with its options settled, as it travels between processes."""

    name: str
    options: tuple[tuple[str, Value], ...] = ()


def game_key(name: str, options: Mapping[str, Value]) -> GameKey:
    """The key of a game; the order of the options does not matter."""
    return GameKey(name, tuple(sorted(options.items())))


class Settled(NamedTuple):
    """What a game is under the options that somebody chose: all options, and who can play it, best first."""

    options: dict[str, Value]
    computers: tuple[str, ...]
    standard: bool
    """Are these the options of which nobody has chosen any?"""


class House:
    """The games that a worker knows. Each game and each computer is made once, and kept."""

    def __init__(self, games: Mapping[str, Listing]):
        self.games = games
        self.tell: Callable[[int, int], None] = lambda done, of: None
        """Hears how many parts of the work under way are done, and how many there are."""
        self._made: dict[GameKey, Game[Any]] = {}
        self._players: dict[tuple[GameKey, str], Player] = {}

    def game(self, key: GameKey) -> Game[Any]:
        if key not in self._made:
            if len(self._made) >= MOST_KEPT:
                self._made.clear()
            self._made[key] = self.games[key.name].make(None, **dict(key.options))
        return self._made[key]

    def player(self, key: GameKey, computer: str) -> Player:
        """A computer at that game. All tables share it, so it must keep nothing of what it sees."""
        if (key, computer) not in self._players:
            if len(self._players) >= MOST_KEPT:
                self._players.clear()
            self._players[key, computer] = players.computer(computer, self.game(key))
        return self._players[key, computer]


# --- what a worker can be asked


def choose(house: House, key: GameKey, computer: str, seen: View, seed: float) -> Action:
    """What a computer chooses in a view; WorkFailed if that is nothing legal."""
    return _legal(seen, house.player(key, computer).choose(seen, Random(seed)))


def hint(house: House, key: GameKey, computer: str, seen: View, seed: float) -> Action:
    """What a computer advises in a view; WorkFailed if that is nothing legal, or it says why it knows nothing."""
    return _legal(seen, hint_of(house.player(key, computer), seen, Random(seed)))


def _legal(seen: View, action: Action) -> Action:
    found = find(seen, action)
    if found is None:
        raise WorkFailed("what it chose is not legal")
    return found


def meaning(house: House, key: GameKey, computer: str, seen: View, line: int) -> Say | None:
    """What a line of a view's log says, as a computer reads it; None if nothing."""
    player = house.player(key, computer)
    return player.meaning(seen, line) if isinstance(player, Explainer) else None


def explains(house: House, key: GameKey, computer: str) -> bool:
    """Can a computer tell at this game what actions mean?"""
    return isinstance(house.player(key, computer), Explainer)


def possible(house: House, key: GameKey) -> tuple[str, ...]:
    """The computers that can play this game, best first."""
    return players.names(house.games[key.name], house.game(key))


def prepare(house: House, key: GameKey) -> None:
    """Make a game, with all that its first deal needs."""
    house.game(key).prepare()


def odds(house: House, key: GameKey, seen: View) -> tuple[Odds, ...]:
    """What a game knows exactly about what a seat sees."""
    return house.game(key).odds(seen)


def settle(house: House, name: str, preset: str | None, options: Mapping[str, Value]) -> Settled:
    """The options of a game and its computers; OptionError if it can't be made so."""
    listing = house.games[name]
    game = listing.make_from(preset, options)
    standard = (preset is None and not options) or dict(game.options) == dict(listing.make().options)
    return Settled(dict(game.options), players.names(listing, game), standard)


def record(house: House, key: GameKey, packed: Sequence[bytes], rest: Sequence[DealRecord]) -> str:
    """The text of a match's record: deals as the database keeps them, and those that it has not got yet."""
    match: Match[Any] = Match(house.game(key))
    return match.record_of([*map(unpack_record, packed), *rest]).to_json()


def export(house: House, key: GameKey, form: str, tables: Sequence[tuple[Mapping[str, str], Sequence[bytes]]]) -> str:
    """The deals of several tables in a format of another program, each table with details such as the event."""
    game, found = house.game(key), list[ExportedDeal]()
    for about, packed in tables:
        for each in packed:
            played = unpack_deal(game, 0, 0, 0, each)  # with the past by which it was dealt
            table = played.deal.table(game, played.past, begun=True)
            found.append(ExportedDeal(game, table.first, table.moves, played.deal.players, about))
    return next(each for each in house.games[key.name].formats if each.name == form).write(found)


def replay(
    house: House, key: GameKey, dealt: DealRecord, deal: int, deals: int, past: Past[Any] | None
) -> protocol.Replay:
    """Deal number ``deal`` of ``deals``, frame by frame."""
    return frames.replay(house.game(key), dealt, deal, deals, past)


def compare(
    house: House, key: GameKey, scores: Sequence[Sequence[tuple[float, ...]]]
) -> list[list[tuple[float, ...]] | None]:
    """For each deal of a set: what each seat makes of it at each table, None where nobody compares."""
    game = house.game(key)
    return [game.compare(list(each)) if len(each) > 1 else None for each in scores]


def board(house: House, key: GameKey, day: date, number: int, level: str) -> DealRecord:
    """A board of a day, as a level of its field plays it."""
    seed = daily.seed(key.name, day, number)
    table = daily.field_of(house.game(key), seed, level)
    names = tuple(level if seat == daily.PERSON else each for seat, each in enumerate(COMPUTERS[: table.game.seats]))
    return DealRecord(seed.hex(), (), table.lines, table.score, names, fixed="set")


def boards_made(house: House, key: GameKey, scores: Sequence[Sequence[tuple[float, ...]]]) -> list[list[daily.Made]]:
    """For each board of a day: what each of its field has made of it."""
    return [daily.made(house.game(key), each) for each in scores]


def lesson(house: House, name: str) -> bytes:
    """The first lesson of a game, encoded."""
    try:
        return protocol.encode(frames.lesson(house.games[name]))
    except (LessonError, OptionError) as error:
        raise WorkFailed(str(error)[:200]) from None


def charts(house: House, name: str, options: Mapping[str, Any]) -> bytes:
    """The charts of a game under these options, encoded; empty if it has none."""
    listing = house.games[name]
    found = [
        protocol.WireChart(
            each.name, list(each.columns), [protocol.ChartRow(label, list(cells)) for label, cells in each.rows]
        )
        for each in listing.make(**options).charts()
    ]
    return protocol.encode(protocol.Charts(listing.name, found)) if found else b""


def describe(house: House, name: str) -> protocol.GameInfo:
    """What the lobby shows of a game: options, computers, texts."""
    listing = house.games[name]
    return msgspec.structs.replace(listed(listing, listing.make()), puzzle=bool(puzzles_of(name)))


# --- carrying it out


def request(what: Callable[..., Any], *arguments: Any) -> bytes:
    """A request, as it is sent."""
    return pickle.dumps((what, arguments), pickle.HIGHEST_PROTOCOL)


def result(reply: bytes) -> Any:
    """What was worked out; OptionError or WorkFailed if it could not be."""
    done, found = pickle.loads(reply)  # noqa: S301 - it comes from our own package
    if not done:
        raise found
    return found


def carry_out(house: House, request: bytes) -> bytes:
    """The reply to a request. Nothing that games and computers raise gets further, SystemExit included."""
    try:
        work, arguments = pickle.loads(request)  # noqa: S301 - it comes from the room
        return pickle.dumps((True, work(house, *arguments)), pickle.HIGHEST_PROTOCOL)
    except (OptionError, WorkFailed) as error:
        failed: Exception = error
    except NoAnswer as error:
        failed = WorkFailed(str(error), error.say)
    except BaseException as error:  # noqa: BLE001 - games and players are anybody's code
        failed = WorkFailed(where(error))
    return pickle.dumps((False, failed), pickle.HIGHEST_PROTOCOL)

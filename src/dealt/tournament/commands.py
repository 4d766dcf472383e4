"""What people and time bring about in a tournament. Commands answer with what would happen, and change nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Sequence
from random import Random
from typing import Final

from msgspec.structs import replace

from dealt.tournament.events import (
    Adjusted,
    Began,
    Closed,
    Ended,
    Enrolled,
    Event,
    Paired,
    Paused,
    Reported,
    Seating,
    Withdrew,
)
from dealt.tournament.movements import Meetings
from dealt.tournament.pairing import Met, balanced, grouped, repeats
from dealt.tournament.rating import rate, settled
from dealt.tournament.standing import best_at, standing
from dealt.tournament.state import Tournament
from dealt.tournament.teams import NOBODY, formed, has_room, left_over, match, met
from dealt.wire.refusal import Refused

MOST: Final = 512
"""The most people of a tournament."""
BREAK: Final = 20.0
"""The seconds between two rounds, for looking at the standing."""
WAIT: Final = 15.0
"""The seconds for which somebody of an arena waits for company before computers sit down with them."""

FORGOTTEN: Final = 12 * 3600.0
"""The seconds after which a tournament in which nothing happens is over: not begun, or paused for good."""

NewId = Callable[[], str]


# --- people


def enrol(
    tournament: Tournament, person: str, name: str, partner: str | None = None, others: Sequence[str] = ()
) -> list[Event]:
    """Play from the next pairing on; Refused where that can't be.

    ``partner``: where pairs or teams play, with whom of those who have entered, or empty for whoever is left; of a
    team ``others`` are the other two. Those play together who have all named each other before it begins.
    """
    known = tournament.entrants.get(person)
    _check_not_over(tournament)
    if known is not None and known.removed:
        raise Refused("tournament_closed")
    wanted = _wanted(tournament, person, partner, others)
    entered = Enrolled(person, name, wanted[0] if wanted else "", wanted[1:])
    if known is not None and known.here:
        return [] if known.wants == wanted else [entered]
    if not enters(tournament, person):
        raise Refused("tournament_time")
    if known is None and len(tournament.entrants) >= MOST:
        raise Refused("tournament_closed")
    return [entered]


def enters(tournament: Tournament, person: str = "") -> bool:
    """Is it the time at which somebody, or somebody new, can begin to play or come back?"""
    if tournament.phase != "running" or tournament.moves is None:
        return tournament.phase == "open" or (tournament.phase == "running" and tournament.settings.kind != "knockout")
    return has_room(tournament) or any(person in team for team in tournament.teams)


def _wanted(tournament: Tournament, person: str, partner: str | None, others: Sequence[str]) -> list[str]:
    """With whom somebody wants to play, once they name somebody: nothing else is known, and it can be changed."""
    known = tournament.entrants.get(person)
    if partner is None or tournament.phase != "open" or tournament.moves is None:
        return known.wants if known is not None else []
    there = {each.name: each.person for each in tournament.field() if each.person != person}
    names = [each for each in dict.fromkeys((partner, *others)) if each]
    for each in names:
        if each not in there:
            raise Refused("no_partner", name=each)
    if len(names) >= tournament.size:
        raise Refused("tournament_order")
    return [there[each] for each in names]


def withdraw(tournament: Tournament, person: str) -> list[Event]:
    """Be paired no more."""
    known = tournament.entrants.get(person)
    return [Withdrew(person)] if tournament.phase != "over" and known is not None and known.here else []


def sift(tournament: Tournament, members: Collection[str]) -> list[Event]:
    """Only the ``members`` of its club play on; it is over if there are none."""
    if tournament.phase == "over":
        return []
    gone: list[Event] = [Withdrew(each.person) for each in tournament.field() if each.person not in members]
    return gone if members else [*gone, Ended()]


# --- the director


def start(tournament: Tournament, person: str) -> list[Event]:
    _check_director(tournament, person)
    if tournament.phase != "open":
        raise Refused("tournament_time")
    if len(list(tournament.field())) < 2:
        raise Refused("tournament_alone")
    if tournament.moves is None:
        return [Began()]
    teams = formed(tournament)
    if len(teams) < 2 and not tournament.settings.fill:
        raise Refused("tournament_alone")
    return [Began(teams)]


def pause(tournament: Tournament, person: str, *, on: bool) -> list[Event]:
    """Pair nobody for the time being, or go on."""
    _check_director(tournament, person)
    return [] if tournament.paused == on else [Paused(on)]


def remove(tournament: Tournament, person: str, name: str) -> list[Event]:
    """Somebody plays no more, and can't come back."""
    _check_director(tournament, person)
    other = _named(tournament, name)
    return [] if tournament.entrants[other].removed else [Withdrew(other, removed=True)]


def adjust(tournament: Tournament, person: str, name: str, n: int, percent: float, reason: str) -> list[Event]:
    """Set what a result is worth, for a reason. It may be done when all is over."""
    _check_director(tournament, person, ended=True)
    other = _named(tournament, name)
    if not reason.strip():
        raise Refused("tournament_order")
    last = tournament.round if tournament.settings.kind != "arena" else len(tournament.meetings_of(other))
    if not 1 <= n <= last:
        raise Refused("tournament_order")
    return [Adjusted(other, n, percent, reason.strip())]


def end(tournament: Tournament, person: str) -> list[Event]:
    """It is over now, whatever is still under way."""
    _check_director(tournament, person)
    return [*(rate(tournament, board) for board in sorted(tournament.unrated)), Ended()]


def _check_director(tournament: Tournament, person: str, *, ended: bool = False) -> None:
    if person != tournament.settings.by:
        raise Refused("not_director", name=tournament.settings.by_name)
    if not ended:
        _check_not_over(tournament)


def _check_not_over(tournament: Tournament) -> None:
    if tournament.phase == "over":
        raise Refused("tournament_time")


def _named(tournament: Tournament, name: str) -> str:
    found = next((each.person for each in tournament.entrants.values() if each.name == name), None)
    if found is None:
        raise Refused("tournament_order")
    return found


# --- tables


def report(
    tournament: Tournament,
    table: str,
    board: int,
    scores: Iterable[float],
    absent: Iterable[int] = (),
    times: tuple[float, float] = (0.0, 0.0),
) -> list[Event]:
    """A board came out so at a table; nothing if that is known, or nobody waits for it any more."""
    if tournament.phase == "over" or table not in tournament.open_tables:
        return []
    meeting = tournament.meetings[table]
    if board in meeting.scores or not meeting.first <= board < meeting.first + meeting.boards:
        return []
    return [Reported(table, board, list(scores), list(absent), *times)]


def close(tournament: Tournament, table: str) -> list[Event]:
    """A table is gone; nothing if all its boards were reported."""
    return [Closed(table)] if tournament.phase != "over" and table in tournament.open_tables else []


# --- what time brings


def due(tournament: Tournament) -> float | None:
    """When the next round is paired, by the time of its events; None: not by itself, or in an arena always."""
    waits = tournament.phase == "running" and not tournament.paused and not tournament.open_tables
    if not waits or tournament.settings.kind == "arena":
        return None
    return tournament.idle_since + (BREAK if tournament.round else 0.0)


def follow(
    tournament: Tournament, now: float, present: Container[str], new_id: NewId, chance: Random, *, at_once: bool = False
) -> list[Event]:
    """What happens by itself now: asked again and again. ``present`` are the people who are connected.

    ``at_once``: the break before the next round is over, because the director says so.
    """
    if tournament.phase == "over":
        return []
    if boards := settled(tournament):
        return [rate(tournament, min(boards))]  # one at a time: it takes its moment
    return _next(tournament, now, present, new_id, chance, at_once=at_once)


def _next(
    tournament: Tournament, now: float, present: Container[str], new_id: NewId, chance: Random, *, at_once: bool
) -> list[Event]:
    if not tournament.open_tables and now > max(tournament.idle_since, tournament.opened_at) + FORGOTTEN:
        return [Ended()]
    if tournament.phase == "open":
        return []
    if tournament.settings.kind == "arena":
        return _arena(tournament, now, present, new_id, chance)
    when = due(tournament)
    if when is None or (now < when and not at_once):
        return []
    if absent := _absent(tournament):
        return [Withdrew(person, absent=True) for person in absent]
    if tournament.moves:
        return _movement(tournament, new_id, chance)
    return _knockout(tournament, new_id, chance) if tournament.settings.kind == "knockout" else _swiss(
        tournament, new_id, chance
    )  # fmt: skip


def pair(
    tournament: Tournament,
    person: str,
    now: float,
    present: Container[str],
    new_id: NewId,
    chance: Random,
    tables: Sequence[Sequence[str]] = (),
) -> list[Event]:
    """The director wants the next round now; Refused while one is under way.

    ``tables``: the names of those who are to meet, by table; where pairs or teams play two for each meeting, any of
    them standing for all of it. The others are paired as always.
    """
    _check_director(tournament, person)
    if tournament.phase != "running" or tournament.open_tables or tournament.settings.kind == "arena":
        raise Refused("tournament_time")
    if tables:
        return _by_hand(tournament, tables, new_id, chance)
    resumed: list[Event] = [Paused(on=False)] if tournament.paused else []
    known: list[Event] = [rate(tournament, board) for board in sorted(settled(tournament))]
    return resumed or known + _next(tournament, now, present, new_id, chance, at_once=True)


def _absent(tournament: Tournament) -> list[str]:
    """Who is still paired and was away for a whole table, the last one that was theirs."""
    found = []
    for each in tournament.field():
        own = tournament.meetings_of(each.person)
        if (
            own
            and own[-1].over
            and own[-1].round == tournament.round
            and own[-1].was_away(each.person)
            and each.since <= own[-1].over_at
        ):
            found.append(each.person)
    return found


def _movement(tournament: Tournament, new_id: NewId, chance: Random) -> list[Event]:
    """The next round of pairs or teams: by the movement, else of neighbours in the standing."""
    here = [each.person for each in tournament.field()]
    if tournament.round == tournament.rounds or not here:
        return [Ended()]
    if tournament.movement:
        meetings = tournament.movement[tournament.round]
    else:
        meetings = _numbered(tournament, *_groups(tournament, _order(tournament, here, chance)))
    return _matches(tournament, meetings, here, new_id)


def _numbered(tournament: Tournament, groups: list[list[str]], rest: list[str]) -> Meetings:
    """Meetings of teams, by their numbers; who is left over meets nobody."""
    numbers = {team[0]: n for n, team in enumerate(tournament.teams)}
    alone = [(numbers[each], len(numbers)) for each in rest]
    return [(numbers[one], numbers[other]) for one, other in groups] + alone


def _matches(
    tournament: Tournament, meetings: Meetings, here: Iterable[str], new_id: NewId, hand: Container[set[int]] = ()
) -> list[Event]:
    """The tables of a round. Computers play for who is gone, and against those who have nobody to meet."""
    first, found, out = tournament.round * tournament.settings.boards + 1, list[Seating](), list[str]()
    there = {*here}
    for meeting in meetings:
        tables = match(tournament, meeting, there)
        people = [each for _, places in tables for each in places if each]
        if not tournament.settings.fill and any(NOBODY in sides for sides, _ in tables):
            out += people
        elif people:
            found += [Seating(new_id(), first, places, {*meeting} in hand, sides) for sides, places in tables]
    return [Paired(found, out)] if found else [Ended()]


def _swiss(tournament: Tournament, new_id: NewId, chance: Random) -> list[Event]:
    people = [each.person for each in tournament.field()]
    if tournament.round == tournament.settings.rounds or not people:
        return [Ended()]
    order = _order(tournament, people, chance)
    if not tournament.settings.fill and len(order) < tournament.game.seats:
        return [Ended()]  # not even one table
    return [_tables(tournament, *_groups(tournament, order), new_id)]


def _tables(tournament: Tournament, groups: list[list[str]], rest: list[str], new_id: NewId, hand: int = 0) -> Paired:
    """The tables of a round, of which the first ones were made by ``hand``."""
    if rest and tournament.settings.fill:
        groups, rest = [*groups, rest], []
    first = tournament.round * tournament.settings.boards + 1
    seated = _seatings(tournament, groups, first, new_id)
    return Paired([replace(each, by_hand=n < hand) for n, each in enumerate(seated)], rest)


def _by_hand(tournament: Tournament, tables: Sequence[Sequence[str]], new_id: NewId, chance: Random) -> list[Event]:
    """The next round as the director wants it; Refused if it breaks a rule of the movement."""
    if tournament.settings.kind == "knockout" or tournament.round == tournament.rounds:
        raise Refused("tournament_time")
    gone = _absent(tournament)
    here = [each.person for each in tournament.field() if each.person not in gone]
    order = _order(tournament, here, chance)
    hand = _named_groups(tournament, tables, order)
    if tournament.moves is None:
        paired: list[Event] = [_tables(tournament, *_by_rule(tournament, order, hand), new_id, len(hand))]
    else:
        meetings = _preferred(tournament, hand) or _numbered(tournament, *_by_rule(tournament, order, hand))
        paired = _matches(tournament, meetings, here, new_id, [{*each} for each in _numbered(tournament, hand, [])])
    return [*(Withdrew(each, absent=True) for each in gone), *paired]


def _preferred(tournament: Tournament, hand: list[list[str]]) -> Meetings | None:
    """The round of the movement that is left in which these pairs or teams meet; None where there is no movement."""
    if not tournament.movement:
        return None
    chosen = [{*each} for each in _numbered(tournament, hand, [])]
    for group, meeting in zip(hand, chosen, strict=True):
        if tournament.round_with([meeting]) is None:
            raise Refused("pairing_never", names=", ".join(tournament.entrants[each].name for each in group))
    n = tournament.round_with(chosen)
    if n is None:
        raise Refused("pairing_round")
    return tournament.movement[n]


def _named_groups(tournament: Tournament, tables: Sequence[Sequence[str]], order: list[str]) -> list[list[str]]:
    """Who is to meet, by table. Whoever is of a pair or a team names all of it."""
    known = {tournament.entrants[each].name: one for one in order for each in tournament.team_of(one)}
    seen = set[str]()
    for name in (name for table in tables for name in table):
        if name not in known:
            raise Refused("pairing_who", name=name)
        if known[name] in seen:
            raise Refused("pairing_twice", name=name)
        seen.add(known[name])
    if any(len(table) != tournament.meet for table in tables):
        raise Refused("pairing_size", n=tournament.meet)
    return [[known[name] for name in table] for table in tables]


def _groups(
    tournament: Tournament, order: list[str], hand: Sequence[list[str]] = ()
) -> tuple[list[list[str]], list[str]]:
    """Who meet in the next round: by ``hand``, the others as neighbours of the ``order``; and who is left over."""
    named = {each for group in hand for each in group}
    order, rest = _left_over(tournament, [each for each in order if each not in named])
    return [*hand, *grouped(order, tournament.meet, _met(tournament))], rest


def _by_rule(tournament: Tournament, order: list[str], hand: list[list[str]]) -> tuple[list[list[str]], list[str]]:
    """The groups with those made by hand; Refused if more meet again by it than have to."""
    wanted, usual = _groups(tournament, order, hand), _groups(tournament, order)
    times, names = _again(tournament, *wanted)
    if times > _again(tournament, *usual)[0]:
        raise Refused("pairing_again", names=", ".join(names))
    return wanted


def _again(tournament: Tournament, groups: list[list[str]], rest: list[str]) -> tuple[int, list[str]]:
    """How often people or teams of a round have met before, and the names of those of the first group that have."""
    met, found = _met(tournament), [*groups, rest] if tournament.settings.fill else groups
    times = [repeats(group, met) for group in found]
    first = next((group for group, again in zip(found, times, strict=True) if again), [])
    names = [tournament.entrants[each].name for each in first if any(one in met.get(each, ()) for one in first)]
    return sum(times), names


def _met(tournament: Tournament) -> Met:
    return met(tournament) if tournament.matches else tournament.met


def _left_over(tournament: Tournament, order: list[str]) -> tuple[list[str], list[str]]:
    """Who plays at full tables, and who is left over: those who were so least, from the end of the standing on."""
    short = len(order) % tournament.meet
    if not short:
        return order, []
    times = [left_over(tournament, each) if tournament.matches else tournament.entrants[each].short for each in order]
    chosen = sorted(range(len(order)), key=lambda n: (times[n], -n))[:short]
    return [each for n, each in enumerate(order) if n not in chosen], [order[n] for n in sorted(chosen)]


def _order(tournament: Tournament, people: list[str], chance: Random) -> list[str]:
    """People as they stand, of a pair or a team the first one; drawn by lot before the first result."""
    if not tournament.round:
        chance.shuffle(people)
    else:
        wanted = {*people}
        people = [each.person for each in standing(tournament) if each.person in wanted]
    return [*dict.fromkeys(tournament.team_of(each)[0] for each in people)] if tournament.moves else people


def _seatings(tournament: Tournament, groups: list[list[str]], first: int, new_id: NewId) -> list[Seating]:
    """The tables of groups. The seats move on by round and table: nobody keeps one."""
    seats, found = tournament.game.seats, []
    for n, group in enumerate(groups):
        filled = [*group, *[""] * (seats - len(group))]
        by = (tournament.round + n) % seats
        found.append(Seating(new_id(), first, filled[by:] + filled[:by]))
    return found


def _knockout(tournament: Tournament, new_id: NewId, chance: Random) -> list[Event]:
    seats = tournament.game.seats
    places = _order(tournament, [each.person for each in tournament.field()], chance)
    last = [each for each in tournament.meetings.values() if each.round == tournament.round]
    rank = {each: n for n, each in enumerate(places)}
    beaten: list[str] = []
    for meeting in last:
        order = best_at(tournament, meeting, {**dict.fromkeys(meeting.people, 0), **rank})
        staying = [each for each in order if each in rank]
        beaten += staying[(len(order) + 1) // 2 :]
    if len(last) == 1 or len(places) < 2:
        return [Ended()]
    going = [each for each in places if each not in beaten]
    groups = balanced(going, -(-len(going) // seats))
    first = tournament.round * tournament.settings.boards + 1
    return [Paired(_seatings(tournament, groups, first, new_id), beaten=beaten)]


def _arena(tournament: Tournament, now: float, present: Container[str], new_id: NewId, chance: Random) -> list[Event]:
    if now >= tournament.ends_at:
        return [] if tournament.open_tables else [Ended()]
    if absent := _absent(tournament):
        return [Withdrew(person, absent=True) for person in absent]
    playing = tournament.playing
    free = [each for each in tournament.field() if each.person not in playing and each.person in present]
    if tournament.paused or not free:
        return []
    free.sort(key=lambda each: each.since)  # whoever has waited longest plays first
    full = len(free) - len(free) % tournament.game.seats
    order = _order(tournament, [each.person for each in free[:full]], chance)
    groups = grouped(order, tournament.game.seats, tournament.met)
    if rest := free[full:]:
        waited = now - min(each.since for each in rest) >= WAIT
        groups += [[each.person for each in rest]] if waited else []
    found: list[Seating] = []
    for group in groups:
        found += _seatings(tournament, [group], _fresh(tournament, group), new_id)
    return [Paired(found)] if found else []


def _fresh(tournament: Tournament, group: list[str]) -> int:
    """The first boards that nobody of a group has played."""
    boards = tournament.settings.boards
    played = {meeting.first for person in group for meeting in tournament.meetings_of(person)}
    first = 1
    while first in played:
        first += boards
    return first

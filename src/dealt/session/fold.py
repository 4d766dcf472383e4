"""What each event changes. The same events make the same session."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec

from dealt.game import Seat
from dealt.players import seated
from dealt.session import events
from dealt.session.deals import PlayedDeal
from dealt.session.events import Event, Finished, Scored
from dealt.session.mixing import Mixing
from dealt.session.rating import rated, untouched
from dealt.session.seating import Guest, Replaced, Taken
from dealt.session.session import Session
from dealt.table import Match, Table
from dealt.wire.protocol import ChatLine, Said


def apply(session: Session, event: Event, at: float) -> None:
    """Carry an event out that happened at that time."""
    CHANGES[type(event)](session, event, at)
    session.n += 1


def apply_all(session: Session, happened: Iterable[tuple[Event, float]]) -> None:
    """Carry out events with their times."""
    for event, at in happened:
        apply(session, event, at)


# --- who sits where


def _opened(session: Session, event: events.Opened, at: float) -> None:
    raise ValueError("a table is opened once")


def _came(session: Session, event: events.Came, at: float) -> None:
    known = event.person in session.guests
    if not known:
        session.talked += 1
        session.guests[event.person] = Guest(event.person, event.name, session.talked, at)
    guest = session.guests[event.person]
    if event.seat is not None and event.person not in session.players:
        session.guests[event.person] = session.guests.pop(event.person, guest)  # as a player they arrive now
    kept = session.next_of(event.person)
    if kept is not None:
        session.chairs[kept].next = ""
    if event.seat is None:
        _notice(session, at, "watches", name=event.name)
    elif session.phase == "waiting":
        session.chairs[event.seat].seat(event.person)
        _notice(session, at, "came", name=event.name)
    elif event.now:
        _take_over(session, event.person, event.name, event.seat, at)
    else:
        session.chairs[event.seat].next = event.person
        _notice(session, at, "plays_next" if known else "comes_next", name=event.name)


def _take_over(session: Session, person: str, name: str, seat: Seat, at: float) -> None:
    """Somebody plays on with a computer's cards. A turn of it begins anew: what it thinks of comes too late."""
    session.taken.append(Taken(name, session.computer_on(seat)))
    session.chairs[seat].seat(person)
    session.changed.add(seat)
    session.sat = [*(session.sat or ()), person]
    if seat in session.turn:
        session.step += 1
        session.begun[seat] = session.step
        _keep_time(session, at)
    _notice(session, at, "took_over", name=name, computer=session.computer_on(seat))


def _went(session: Session, event: events.Went, at: float) -> None:
    seat, kept, dealer = session.seat_of(event.person), session.next_of(event.person), session.dealer
    guest = session.guests.pop(event.person)
    _notice(session, at, "lost" if event.lost else "left", name=guest.name)
    if kept is not None:
        session.chairs[kept].next = ""
    if seat is not None:
        session.chairs[seat].clear("empty" if session.phase == "waiting" else "computer")
        session.changed.add(seat)
        session.interrupted |= session.phase == "playing"
        if session.phase != "waiting":
            _notice(session, at, "takes_over", name=guest.name, computer=session.computer_on(seat))
    if event.person == dealer and session.dealer and session.phase == "waiting":
        _notice(session, at, "dealer", name=session.guests[session.dealer].name)


def _stood_in(session: Session, event: events.StoodIn, at: float) -> None:
    session.chairs[session.own_seat(event.person)].standin = True
    session.interrupted |= session.phase == "playing"
    _notice(session, at, "stood_in", name=session.guests[event.person].name)


def _returned(session: Session, event: events.Returned, at: float) -> None:
    session.chairs[session.own_seat(event.person)].standin = False
    _notice(session, at, "returned", name=session.guests[event.person].name)


def _marked(session: Session, event: events.MarkedReady, at: float) -> None:
    session.chairs[session.own_seat(event.person)].ready = True


def _ended(session: Session, event: events.Ended, at: float) -> None:
    session.ended = True


# --- the seed of the next deal


def _drawn(session: Session, event: events.SeedDrawn, at: float) -> None:
    session.promised, session.mixing = bytes.fromhex(event.seed), Mixing()
    session.drawn += 1


def _sealed(session: Session, event: events.Sealed, at: float) -> None:
    session.mixing.seals[event.person] = event.seal


def _due(session: Session, event: events.DealDue, at: float) -> None:
    session.mixing.due, session.mixing.given_up_by = True, event.giving_up


def _closed(session: Session, event: events.SealsClosed, at: float) -> None:
    session.mixing.close(session.in_next_deal())


def _contributed(session: Session, event: events.Contributed, at: float) -> None:
    session.mixing.contribute(event.seat, bytes.fromhex(event.given))


# --- deals


def _dealt(session: Session, event: events.DealBegan, at: float) -> None:
    seed = _seed(session, same=event.same)
    if session.match is None or session.phase == "final" or session.settings.by_board:
        session.match, session.deal = Match(session.game, keep=False), 0
        session.matches += 1
    for seat, chair in enumerate(session.chairs):
        if chair.next:
            chair.seat(chair.next)
            session.changed.add(seat)
        elif chair.kind == "empty":
            chair.clear("computer")
        chair.ready = False
    joined = session.changed if session.match.table else ()
    session.laid = session.laid if event.same else event.laid
    session.match.deal(seed, joined, session.names, session.laid, mix=session.mix, fixed=session.fixed)
    session.changed.clear()
    session.taken.clear()
    session.interrupted = any(chair.standin for chair in session.chairs)
    session.sat = [chair.person for chair in session.chairs if chair.kind == "person"]
    session.repeats = event.same
    session.deal += 1
    session.dealt += 1
    session.dealt_at = at
    session.deal = session.dealt if session.settings.by_board else session.deal
    session.phase = "playing"
    _move_on(session, at)
    _look_for_end(session, at)


def _seed(session: Session, *, same: bool) -> bytes:
    """The seed of the deal that begins; the promised one is used up by it."""
    if same and session.table:
        return session.table.seed
    if session.promised is None:
        raise ValueError("a deal without a promise")
    session.mix = session.mixing.mix(session.promised, session.id, session.drawn)
    seed = session.mix.seed if session.mix else session.promised
    session.promised, session.mixing, session.drawn_deal = None, Mixing(), session.drawn
    return seed


def _acted(session: Session, event: events.Acted, at: float) -> None:
    table = _on_table(session)
    before = set(table.turn)
    table.act(event.seat, event.action)
    session.step += 1
    session.begun = {
        seat: session.step if seat == event.seat or seat not in before else session.since(seat) for seat in table.turn
    }
    _keep_time(session, at)
    _look_for_end(session, at)


def _undone(session: Session, event: events.Undone, at: float) -> None:
    _on_table(session).undo()
    session.undone += 1
    _move_on(session, at)


def _on_table(session: Session) -> Table[Any]:
    if session.table is None:
        raise ValueError("nothing is dealt yet")
    return session.table


def _move_on(session: Session, at: float) -> None:
    """A new position, in which every turn begins anew."""
    session.step += 1
    session.begun = dict.fromkeys(session.turn, session.step)
    _keep_time(session, at)


def _keep_time(session: Session, at: float) -> None:
    """The newest step has come now."""
    session.times = {step: session.times.get(step, at) for step in (*session.begun.values(), session.step)}


def _gave_up(session: Session, event: events.GaveUp, at: float) -> None:
    if session.match is None:
        raise ValueError("a deal is given up before the first one")
    session.match.give_up()
    session.phase = "over"
    session.step += 1
    _keep_time(session, at)
    _note(session, at, None)


def _look_for_end(session: Session, at: float) -> None:
    if session.match and session.match.table and session.match.table.over:
        ends = session.match.end() and not session.settings.tournament  # its boards are all there is
        session.phase = "final" if ends else "over"
        _note(session, at, session.match.table.score)


def _note(session: Session, at: float, scores: tuple[float, ...] | None) -> None:
    """A deal has ended: it is to be counted for the people who sit there, and in the set that it belongs to.

    Nobody is credited with some deals: see :meth:`Session.for_nobody`.
    """
    game, match = session.game, session.match
    if match and match.table:
        record = match.record_of([match.newest])
        session.played.append(PlayedDeal(session.dealt, match.deals - 1, session.matches, record, match.table.past))
    winners = game.winners(scores) if scores else ()
    if scores is not None and session.settings.set and not session.repeats:
        made = [float(each) for each in scores]
        session.finished.append(Finished(session.drawn_deal, session.names, made, at, untouched(session)))
    if session.for_nobody or (scores is not None and game.zero_sum and not any(scores)):
        return  # passed out: nobody played
    session.uncounted += [
        Scored(chair.person, session.dealt, float(scores[seat]) if scores else 0.0, seat in winners, at)
        for seat, chair in enumerate(session.chairs)
        if chair.kind == "person"
    ]
    if scores is not None and (found := rated(session, scores, at)):
        session.rated.append(found)


def _counted(session: Session, event: events.Counted, at: float) -> None:
    session.uncounted = [each for each in session.uncounted if each not in event.results]
    session.finished = [each for each in session.finished if each not in event.finished]
    session.rated = [each for each in session.rated if each not in event.rated]


# --- settings


def _replaced(session: Session, event: events.ComputerReplaced, at: float) -> None:
    both = [seated(each, len(session.chairs)) for each in (session.settings.computers, event.computers)]
    session.settings = msgspec.structs.replace(session.settings, computers=event.computers)
    before, after = next(((a, b) for a, b in zip(*both, strict=True) if a != b), (both[0][0], both[1][0]))
    _notice(session, at, "computer_replaced", before=before, after=after, why=f"@failure.{event.why}")
    seats = [seat for seat, (a, b) in enumerate(zip(*both, strict=True)) if a != b]
    session.replaced.append(Replaced(seats, before, after, event.why, session.deal, session.dealt))


def _pace_set(session: Session, event: events.PaceSet, at: float) -> None:
    session.settings = msgspec.structs.replace(session.settings, pace=event.pace)
    _notice(session, at, f"pace_{event.pace}")


# --- talk


def _spoke(session: Session, event: events.Spoke, at: float) -> None:
    if event.text:
        _say(session, at, name=session.guests[event.person].name, text=event.text, phrase=event.phrase)
    else:  # whoever said it was erased
        session.talked += 1


def _notice(session: Session, at: float, key: str, **args: str | int) -> None:
    _say(session, at, say=Said(f"notice.{key}", dict(args)))


def _say(
    session: Session, at: float, name: str = "", text: str = "", say: Said | None = None, phrase: str = ""
) -> None:
    session.talked += 1
    session.talk.append(ChatLine(session.talked, at, name, text, say, phrase))


CHANGES: Final[dict[type[Event], Callable[[Session, Any, float], None]]] = {
    events.Opened: _opened,
    events.Came: _came,
    events.Went: _went,
    events.StoodIn: _stood_in,
    events.Returned: _returned,
    events.MarkedReady: _marked,
    events.Ended: _ended,
    events.SeedDrawn: _drawn,
    events.Sealed: _sealed,
    events.DealDue: _due,
    events.SealsClosed: _closed,
    events.Contributed: _contributed,
    events.DealBegan: _dealt,
    events.Acted: _acted,
    events.Undone: _undone,
    events.GaveUp: _gave_up,
    events.Counted: _counted,
    events.ComputerReplaced: _replaced,
    events.PaceSet: _pace_set,
    events.Spoke: _spoke,
}

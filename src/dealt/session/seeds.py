"""Commands about the seed of the next deal: people seal contributions to it, and open them once the list is closed."""

from __future__ import annotations

from dealt.session.events import Contributed, Event, Sealed
from dealt.session.session import Session
from dealt.table import commitment
from dealt.wire.refusal import Refused


def missing(session: Session) -> list[str]:
    """The people whose part of the next seed has not come yet: their seals, or, once these are closed, the rest."""
    if session.mixing.closed is not None:
        return session.mixing.owing
    return [person for person in session.next_people if person not in session.mixing.seals]


def seal(session: Session, person: str, promise: str, seal: str) -> list[Event]:
    """Seal a contribution to the seed of the deal that is promised."""
    _check(session, person, promise)
    session.mixing.may_seal(person)
    return [Sealed(person, seal)]


def contribute(session: Session, person: str, promise: str, given: bytes) -> list[Event]:
    """Show the contribution that was sealed, once the list of seals is closed."""
    _check(session, person, promise, closed=True)
    return [Contributed(session.mixing.may_contribute(person, given), given.hex())]


def _check(session: Session, person: str, promise: str, *, closed: bool = False) -> None:
    session.check_here(person)
    if session.fixed:
        raise Refused("seed_fixed")
    if session.promised is None or promise != commitment(session.promised):
        raise Refused("other_deal")
    if not (closed and session.mixing.closed) and person not in session.next_people:
        raise Refused("not_seated")

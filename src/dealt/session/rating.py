"""What a deal that is over is worth to ratings: nothing unless its table is rated and everybody played it alone."""

from __future__ import annotations

from collections.abc import Sequence

from dealt.game import Seat
from dealt.ratings import finishes, sides
from dealt.session.events import Rated
from dealt.session.session import Session


def rated(session: Session, scores: Sequence[float], at: float) -> Rated | None:
    """How the deal on the table came out for ratings; None if it counts for none.

    It doesn't where somebody left or a computer stood in for them, or a computer plays that has no rating.
    """
    settings, game = session.settings, session.game
    if not settings.rated or session.interrupted:
        return None
    who = [each for seat in range(game.seats) if (each := _player(session, seat)) is not None]
    if len(who) < game.seats:
        return None
    return Rated(session.dealt, [[who[seat] for seat in side] for side in sides(game)], finishes(game, scores), at)


def untouched(session: Session) -> float:
    """When the deal on the table began; 0 if not all who sat there played it alone, or it was dealt before."""
    replaced = any(each.dealt == session.dealt for each in session.replaced)
    spoilt = session.interrupted or session.taken or session.repeats or replaced
    return 0.0 if spoilt else session.dealt_at


def _player(session: Session, seat: Seat) -> str | float | None:
    chair = session.chairs[seat]
    return chair.person if chair.kind == "person" else session.settings.ratings.get(session.plays(seat))

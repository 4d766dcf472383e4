"""Double-dummy tricks as a small network expects them: a thousand deals in the time that solving one takes.

``expected.npz`` beside this file holds the weights; ``tune/expected.py`` makes them from solved deals, and says how
far they miss. One network is for notrump and one for trumps.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dealt.cards import Cards


SPREAD: Final = {"trumps": 0.8, "notrump": 1.2}
"""The standard deviation, in tricks, of the solver's result around the expected one."""
FAR: Final = 4
"""Values further from the mean than this, in standard deviations, count as so far."""
HIGH: Final = 5
"""The number of honours of a suit that count."""


def layout(deals: Sequence[Sequence[Cards]]) -> Any:
    """Deals as an array of booleans: deal, seat, suit, rank."""
    import numpy as np

    words = np.array([[[hand & 0xFFFFFFFF, hand >> 32] for hand in hands] for hands in deals], dtype=np.uint32)
    bits = words[..., :, None] >> np.arange(32, dtype=np.uint32) & 1
    cards = bits.reshape(*words.shape[:2], 64)[..., :52].astype(bool)
    return cards.reshape(*words.shape[:2], 13, 4).swapaxes(2, 3)


def features(cards: Any, strain: int, declarer: int) -> Any:
    """What the network sees of deals: by suit, trumps first and then the longest, lengths and honours."""
    import numpy as np

    ours = cards[:, [declarer, (declarer + 2) % 4]]
    theirs = cards[:, [(declarer + 1) % 4, (declarer + 3) % 4]]
    length, against = ours.sum(3), theirs.sum(3)
    together = length.sum(1)
    order = np.argsort(-(together + (100 * (np.arange(4) == strain) if strain < 4 else 0)), axis=1, kind="stable")
    tops_ours, tops_theirs = ours[..., ::-1][..., :HIGH], theirs[..., ::-1][..., :HIGH]
    held = tops_ours.any(1)
    columns = [
        length.max(1), length.min(1), against.max(1), np.abs(length[:, 0] - length[:, 1]),
        np.maximum(length.max(1) - against.max(1), 0), np.minimum(length[:, 0], length[:, 1]) == 0,
        *(held[..., n] for n in range(HIGH)),
        *_onside(tops_ours, tops_theirs, against),
        _running(ours.any(1), length.max(1)),
    ]  # fmt: skip
    by_suit = np.stack([np.asarray(each, dtype=np.float32) for each in columns], axis=2)
    sorted_suits = np.take_along_axis(by_suit, order[..., None], axis=1)
    honours = held[..., :4] @ np.array([4, 3, 2, 1], dtype=np.float32)
    points = honours.sum(1)[:, None]
    short = _ruffs(length, strain)[:, None] if strain < 4 else _stopped(ours, theirs)[:, None]
    own = (tops_ours[..., :4] @ np.array([4, 3, 2, 1], dtype=np.float32)).sum(2)
    return np.concatenate([sorted_suits.reshape(len(cards), -1), points, short, own], axis=1).astype(np.float32)


def _onside(ours: Any, theirs: Any, against: Any) -> list[Any]:
    """For the king, queen and jack against us: does it lie before our higher cards, and does it fall under them?"""
    import numpy as np

    found = []
    for n in (1, 2, 3):
        better = ours[..., :n].sum(3) + 0.5 * ours[..., n + 1]
        before = theirs[:, 0, :, n] * better[:, 1] + theirs[:, 1, :, n] * better[:, 0]
        behind = theirs[:, 0, :, n] * better[:, 0] + theirs[:, 1, :, n] * better[:, 1]
        length = np.where(theirs[:, 0, :, n], against[:, 0], against[:, 1])
        falls = (theirs[:, :, :, n].any(1)) * (ours[..., :n].sum((1, 3)) >= length)
        found += [before, behind, falls]
    return found


def _running(held: Any, longest: Any) -> Any:
    """The number of top cards of each suit that are ours without a gap, at most the longer hand's length."""
    import numpy as np

    run = np.cumprod(held[..., ::-1], axis=2).sum(2)
    return np.minimum(run, longest)


def _ruffs(length: Any, strain: int) -> Any:
    """The rounds of side suits that the hand with fewer trumps can ruff."""
    import numpy as np

    side = [suit for suit in range(4) if suit != strain]
    gap = np.maximum(length[:, ::-1][:, :, side].clip(max=4) - length[:, :, side], 0) * (length[:, :, side] < 3)
    ruffs = np.minimum(gap.sum(2), length[:, :, strain])
    return np.where(length[:, 0, strain] < length[:, 1, strain], ruffs[:, 0], ruffs[:, 1])


def _stopped(ours: Any, theirs: Any) -> Any:
    """The tricks that the opponents can run at once in their best suit."""
    import numpy as np

    run = np.cumprod(theirs.any(1)[..., ::-1], axis=2).sum(2)
    longest = theirs.sum(3).max(1)
    return np.where(run >= ours.sum(3).max(1), longest, np.minimum(run, longest)).max(1)


@cache
def _weights() -> dict[str, Any]:
    import numpy as np

    with as_file(files(__package__).joinpath("expected.npz")) as path, np.load(path) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}


def expected(cards: Any, strain: int, declarer: int) -> Any:
    """The expected tricks of the declarer in each of some deals (see :func:`layout`); strain 0 is clubs, 4 notrump."""
    kind = "trumps" if strain < 4 else "notrump"
    return through(features(cards, strain, declarer), _weights(), kind).clip(0, 13)


def through(seen: Any, weights: Mapping[str, Any], kind: str) -> Any:
    """What a network makes of features: its normalisation, then three layers."""
    import numpy as np

    x = ((seen - weights[f"{kind}.mean"]) / weights[f"{kind}.scale"]).clip(-FAR, FAR)
    for layer in range(3):
        x = x @ weights[f"{kind}.{layer}.w"] + weights[f"{kind}.{layer}.b"]
        x = np.maximum(x, 0) if layer < 2 else x
    return x[:, 0]

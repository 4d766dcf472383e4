"""Golden transcripts: a whole deal as every viewer sees it, step by step.

``python -m tests.transcripts`` writes them anew; then read the difference before you commit it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any

from dealt.cards import name
from dealt.game import OPEN, Game, View
from dealt.games import GAMES
from dealt.table import Match
from tests.house import chosen

FOLDER = Path(__file__).parent / "golden"
SEED = bytes(range(32))


def cases() -> dict[str, Game[Any]]:
    """Every game by default, as computers play it, and in each preset that differs, by the transcript's name."""
    found: dict[str, Game[Any]] = {}
    for key, listing in GAMES.items():
        found[key] = listing.make()
        if (plain := found[key].among_computers()) is not found[key]:
            found[f"{key}-computers"] = plain
        for preset in listing.presets:
            if dict(listing.make(preset).options) != dict(found[key].options):
                found[f"{key}-{preset}"] = listing.make(preset)
    return found


def lines(view: View) -> list[str]:
    """A view, a line a pile, fact and legal action."""
    written = [f"turn {' '.join(map(str, view.turn)) or '-'}"]
    for pile in view.piles:
        shown = " ".join("--" if one is None else name(one) for one in pile.cards)
        owner = "" if pile.owner is None else f" {pile.owner}"
        written.append(f"{pile.name}{owner} [{pile.lay}{' ' + pile.note if pile.note else ''}] {shown}".rstrip())
    written += [
        f"fact {fact.name}{'' if fact.owner is None else f' {fact.owner}'} = {fact.value}" for fact in view.facts
    ]
    written += [f"sum {each.name} = {each.value} of {each.goal} {each.mark}".rstrip() for each in view.sums]
    written += [f"may {action}" for action in view.legal]
    if view.score is not None:
        written.append(f"score {view.score}")
    return written


def transcript(game: Game[Any], deals: int = 2) -> str:
    """Two deals in a row with random actions; of each view only the lines that have changed."""
    rng = Random(20)
    match: Match[Any] = Match(game)
    out = [f"{game.name} version {game.version}", *(f"option {key} = {value}" for key, value in game.options.items())]
    for n in range(deals):
        table = match.deal(bytes([n]) + SEED[1:], frozenset({1}) if n == 1 and game.seats > 1 else ())
        out.append(f"\n=== deal {n + 1}, seed {table.seed.hex()}")
        before: dict[int | None, list[str]] = {}
        while True:
            for viewer in [OPEN, None, *range(game.seats)]:
                now = lines(table.view(viewer))
                old = before.get(viewer, [])
                fresh = [each for each in now if each not in old]
                gone = sum(each not in now for each in old)
                label = {OPEN: "open", None: "public"}.get(viewer, f"seat {viewer}")
                out += [f"  {label}{f' (-{gone})' if gone else ''}: " + " | ".join(fresh)] if fresh or gone else []
                before[viewer] = now
            if table.over:
                break
            seat = rng.choice(table.turn)
            legal = table.game.legal(table.state, seat)
            some = [each for each in legal if each.cards] if rng.random() < 0.7 else []
            action = table.act(seat, chosen(rng.choice(some or list(legal)), rng))
            out.append(f"{table.step}. seat {seat}: {action}")
        final = match.end()
        out.append(f"totals {match.totals} balances {match.balances}{' final' if final else ''}")
        if final:
            break
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    for key, game in cases().items():
        (FOLDER / f"{key}.txt").write_text(transcript(game), encoding="utf-8")
        sys.stdout.write(f"{key}\n")

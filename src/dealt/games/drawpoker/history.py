"""Poker hand histories (PHH): deals of draw poker, hold'em and Omaha as TOML files, read and written.

The format has no code for five-card draw. Ours follow the pattern of its other draw games: ``F5C1D``, ``P5C1D`` and
``N5C1D``; so do those for limits that it lacks, such as ``PT``. Players are numbered from the dealer's left, as in the
format. A deal that is written and read again keeps the chips, all cards dealt, discards and actions, seats and names,
options that differ from the defaults (in fields of our own, which begin with an underscore), and every field of PHH. It
loses the order of cards that nobody gets, commentaries, the seed of the deal, and the seats of players without chips:
the others go on as a smaller match.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from datetime import time
from itertools import pairwise
from typing import Any, Final

from dealt.cards import STANDARD, Card, members
from dealt.game import ExportedDeal, Format, ImportedDeal, Seat
from dealt.games.drawpoker.core import BUY
from dealt.games.drawpoker.game import DrawPoker
from dealt.games.drawpoker.play import DrawPokerState
from dealt.games.drawpoker.reading import ABOUT, BOUGHT, DEAL, KINDS, RESHUFFLE, TEXTS, Reading, dealt_cards

LARGEST: Final = 4 * 1024 * 1024
"""The number of bytes that a file may have: some 5,000 deals."""


# --- writing --------------------------------------------------------------------------------------------------------


def write(deals: Sequence[ExportedDeal]) -> str:
    """One deal as a PHH file; several as sections by number (PHHS).

    ValueError for deals of one player, ImportError without tomlkit.
    """
    try:
        import tomlkit  # not at the top, so that the rules need the standard library alone
    except ImportError:
        raise ImportError('writing PHH needs the package tomlkit: pip install "dealt[phh]"') from None
    found = [_exported(told) for told in deals]
    for each in found:
        each["actions"] = tomlkit.item(each["actions"]).multiline(True)
    if len(found) == 1:
        return tomlkit.dumps(found[0])
    return "\n".join(tomlkit.dumps({str(n): each}) for n, each in enumerate(found, 1))


def _exported(told: ExportedDeal) -> dict[str, Any]:
    """The fields of a deal."""
    game, first = told.game, told.first
    kind = next((each for each in KINDS if each.game == game.name), None)
    if kind is None or not isinstance(game, DrawPoker) or game.seats < 2 or game.deck != STANDARD:
        raise ValueError("PHH holds deals with bets: one who plays alone makes none")
    rules, bets = game.rules, game.row_at(first.deal).bets
    seats = [seat for n in range(1, game.seats + 1) if first.hands[seat := (first.dealer + n) % game.seats]]
    none = [0] * len(seats)
    fields: dict[str, Any] = {
        "variant": kind.code(rules),
        "ante_trimming_status": True,
        "antes": [bets.ante for _ in seats],
        "blinds_or_straddles": [bets.small, bets.big, *none][: len(seats)],
    }
    if rules["limit"] == "fixed":
        fields |= {"small_bet": bets.bet, "big_bet": 2 * bets.bet}
    else:
        fields["min_bet"] = bets.bet
    last, actions, bought = _told(game, told, seats)
    chips = game.chips(first)
    fields |= {
        "starting_stacks": [chips[seat] for seat in seats],
        "seats": [seat + 1 for seat in seats],
        "seat_count": game.seats,
    }
    if told.players:
        fields["players"] = [told.players[seat] for seat in seats]
    if last.turn is None:
        fields["finishing_stacks"] = [last.stacks[seat] for seat in seats]
    fields |= {key: _typed(key, value) for key, value in told.about.items() if key in ABOUT or key.startswith("_")}
    fields |= {f"_{key}": rules[key] for key in kind.own if key == "stack" or rules[key] != kind.option(key).default}
    if first.deal:
        fields[DEAL] = first.deal
    if game.may_run_out:
        fields[RESHUFFLE] = first.seed
    if bought or last.phase == BUY:
        fields[BOUGHT] = bought
    return {**fields, "actions": actions}


def _told(game: DrawPoker, told: ExportedDeal, seats: Sequence[Seat]) -> tuple[DrawPokerState, list[str], list[str]]:
    """The last state of a deal, its actions as PHH writes them, and who bought chips.

    PHH lists new cards after the discards of all players.
    """
    state: DrawPokerState = told.first
    bought: list[str] = []
    player = {seat: f"p{n}" for n, seat in enumerate(seats, 1)}
    found = [f"d dh {player[seat]} {dealt_cards(members(state.hands[seat]))}" for seat in seats]
    found += _streets(game, (), state.board)
    late: list[str] = []
    for seat, action in told.moves:
        after = game.apply(state, seat, action)
        if state.phase == BUY:
            bought.append(f"{player[seat]} {action.verb}")
        elif action.verb in ("draw", "stand pat"):
            found.append(f"{player[seat]} sd {dealt_cards(members(action.cards))}".strip())
            new = after.drawn[seat]
            late += [f"d dh {player[seat]} {dealt_cards(_in_order(new, state, after))}"] if new else []
        else:
            late, found = [], found + late
            amount = f" {action.amount}" if action.verb in ("bet", "raise") else ""
            found.append(f"{player[seat]} {_VERBS[action.verb]}{amount}")
            found += _streets(game, state.board, after.board)
        state = after
    found += late
    if state.turn is None and any(state.won):
        live = game.live(state)
        found += [f"{player[seat]} sm {dealt_cards(members(state.hands[seat]))}" for seat in live if len(live) > 1]
    return state, found, bought


def _streets(game: DrawPoker, before: Sequence[Card], board: Sequence[Card]) -> list[str]:
    """The cards that have come to the board, those of each round by themselves."""
    found, since = list[str](), len(before)
    while since < len(board):
        upto = max(game.row.flop, since + 1)
        found.append(f"d db {dealt_cards(board[since:upto])}")
        since = upto
    return found


_VERBS: Final = {"check": "cc", "call": "cc", "bet": "cbr", "raise": "cbr", "fold": "f"}


def _in_order(new: int, before: DrawPokerState, after: DrawPokerState) -> Sequence[Card]:
    """New cards in the order of the stock, then those from reshuffled discards in any order."""
    known = [one for one in before.stock if new >> one & 1]
    return [*known, *(one for one in members(new) if one not in known)]


def _typed(key: str, value: str) -> Any:
    """The value of a field that was kept as text."""
    if key in TEXTS:
        return value
    if key == "time":
        return time.fromisoformat(value)
    try:
        return json.loads(value)
    except ValueError:
        return value


# --- reading --------------------------------------------------------------------------------------------------------


def read(raw: bytes) -> tuple[ImportedDeal, ...]:
    """The deals of a PHH or PHHS file; ValueError says in one line which can't be read and why.

    Every deal is played by our rules, which refuse what is illegal. Deals that each begin with the chips at the end of
    the one before become one match; when a player is out, the others go on as another match. Otherwise each deal is a
    match.
    """
    if len(raw) > LARGEST:
        raise ValueError(f"it is too large: {LARGEST // 1024 // 1024} MB of PHH can be read")
    try:
        found = tomllib.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise ValueError("this is no PHH file: it isn't text in UTF-8") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ValueError(f"this is no PHH file: {str(error).splitlines()[0]}") from None
    sections = {"": found} if "variant" in found else {f"deal {key}: ": each for key, each in found.items()}
    if not sections:
        raise ValueError("there is no deal in this file")
    read_all = []
    for n, (where, fields) in enumerate(sections.items(), 1):
        if not isinstance(fields, dict):
            raise ValueError(f"{where}this is no PHH file: a deal has fields, such as variant and actions")
        try:
            read_all.append(Reading(fields, n))
        except (ValueError, LookupError, TypeError) as error:
            raise ValueError(f"{where}{' '.join(str(error).split())}") from None
    if len({each.kind.game for each in read_all}) > 1:
        raise ValueError("the deals of a file should be of one game")
    pairs = [(a.options == b.options, a.options == b.options and a.goes_on(b)) for a, b in pairwise(read_all)]
    one = all(on for same, on in pairs if same)
    return tuple(
        each.written(match=one, after=one and on)
        for each, (_, on) in zip(read_all, [(False, False), *pairs], strict=True)
    )


def _no_line(written: str) -> None:
    """None: PHH has no notation for a deal in one line."""


PHH: Final = Format("phh", ".phh", read, write, _no_line)

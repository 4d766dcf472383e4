"""The vectors of Spades: scores of a deal and of a game, what may be played, who wins a trick, and whole deals."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from dealt.cards import card, name, sequence
from dealt.game import Action, find
from dealt.games.spades import SPADES, Bid, Spades, side_score
from dealt.games.tricks import OF_SUIT, TrickState, winning_place
from tests.vectors import Row, check, held, made
from tests.vectors.tricks import by_robots, play_trick


def game(**options: Any) -> Spades:
    return made(Spades, "spades", **options)


@check("hand_scores", "spades")
def hand_scores(file: Row, row: Row) -> tuple[Any, Any]:
    helps = row["failed_nil_tricks"] == "help_partner"
    got = side_score(row["bids"], row["tricks"], row["bags_before"], helps=helps)
    return got, (row["points"], row["bags_after"])


@check("legal_plays", "spades")
def legal_plays(file: Row, row: Row) -> tuple[Any, Any]:
    """The hand of a row in the midst of a deal; while spades are unbroken the rest of them is in another hand."""
    options = {key: row[key] for key in ("spades_must_break", "no_spade_first_trick") if key in row}
    rules, hand, trick = game(**options), held(row["hand"]), tuple(map(card, row["trick"]))
    rest = OF_SUIT[SPADES] & ~hand & ~held(row["trick"])
    first = options.get("no_spade_first_trick", False)
    state = TrickState(
        hands=(hand, 0 if row["spades_broken"] else rest, 0, 0),
        played=(0, rest if row["spades_broken"] else 0, 0, 0),
        turn=0,
        leader=-len(trick) % 4,
        trick=trick,
        won=(0, 0, 0, 0 if first else 1),
        calls=("3", "3", "3", "3"),
        match_data=(0, 0, 0, 0),
        deal_data=(1, 1, 1, 1),
    )
    got = sorted(name(one).upper() for action in rules.legal(state, 0) for one in sequence(str(action)[5:]))
    return got, sorted(row["legal"])


@check("tricks", "spades")
def tricks(file: Row, row: Row) -> tuple[Any, Any]:
    return winning_place(list(map(card, row["cards"])), SPADES), row["winner"]


def ended(rules: Spades, before: TrickState | None, deal: Row) -> TrickState:
    """A deal that is over, with these bids and tricks of each side."""
    start = rules.begin((0, 0, 0, 0), 3, None)
    if before is not None:
        start = replace(start, match_data=rules.count_after(before).numbers)
    sides = (deal["team0"], deal["team1"])
    calls = tuple(str(sides[seat % 2]["bids"][seat // 2]) for seat in range(4))
    won = tuple(sides[seat % 2]["tricks"][seat // 2] for seat in range(4))
    return replace(start, calls=calls, won=won, phase="play", turn=None)


@check("games", "spades")
def games(file: Row, row: Row) -> tuple[Any, Any]:
    """Deals that a row lists after the end are ignored."""
    rules, state, log, over = game(), None, [], False
    for deal in row["deals"]:
        if over:
            break
        state = ended(rules, state, deal)
        points, bags = map(list, rules.count_after(state))
        log.append({"scores": points, "bags": bags})
        over = rules.final(state, (0,) * 4)
    winner = max((0, 1), key=log[-1]["scores"].__getitem__) if over else None
    return (over, winner, log), (row["over"], row["winner"], row["log"])


@check("simple_game", "spades")
def simple_game(file: Row, row: Row) -> tuple[Any, Any]:
    """Four robots play the deal through the game itself."""
    rules = game(mode="simple", lead_rule=row["lead_rule"])
    state = rules.begin(tuple(map(held, row["hands"])), (row["leader"] - 1) % 4)
    state, played = by_robots(rules, state)
    sides = [state.won[side] + state.won[side + 2] for side in (0, 1)]
    assert rules.score(state) == (*map(float, sides), *map(float, sides))
    return (played, sides), (row["tricks"], row["team_tricks"])


@check("replay", "spades")
def replay_spades(file: Row, row: Row) -> tuple[Any, Any]:
    """A whole deal: every bid and card is legal, and tricks, breaking, points and bags are the row's."""
    rules = game()
    state = rules.begin(tuple(map(held, row["hands"])), row["dealer"])
    while state.phase == "bid":
        (seat,) = rules.turn(state)
        bid: Bid = row["bids"][seat]
        wanted = Action("bid nil") if bid in ("nil", 0) else Action("bid", amount=int(bid))
        found = find(rules.view(state, seat), wanted)
        assert found is not None, f"seat {seat} may not bid {bid}"
        state = rules.apply(state, seat, found)
    won: Counter[int] = Counter()
    for each in row["tricks"]:
        state = play_trick(rules, state, each)
        won[each["winner"]] += 1
        assert state.won == tuple(won[seat] for seat in range(4))
        fact = rules.view(state, None).fact("broken")
        assert bool(fact) == each["spades_broken_after"], "a spade was played, or none was"
    sides = rules.side_scores(state)
    got = (list(state.won), [points for points, _ in sides], [bags for _, bags in sides])
    return got, (row["won"], row["team_points"], row["team_bags"])

"""The steps of the tester for the Cards assignment: a card, a trick, a player, a game of bridge, and Spades."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Final

from dealt import cards as house
from dealt.assignments.steps import Bench, Step
from dealt.assignments.written import script
from dealt.game import Action
from dealt.games.bridge import Mini
from dealt.games.bridge.printing import SUITS, hand_in_words, in_words, short
from dealt.games.spades import Spades as SpadesRules
from dealt.games.tricks import Tricks, TrickState
from dealt.players.advice.tricks.robots import Robot, suit_worth

__all__ = ["STEPS", "cards_of"]

SAMPLE: Final = (
    "6C 5C 2C AD 8D 5D 2D QH 6H KS QS JS 3S",
    "KC QC JC 10D 7D 6D 8H 7H 3H AS 9S 7S 5S",
    "AC 7C KD QD JD 9D 3D AH 10H 5H 2H 8S 6S",
    "10C 9C 8C 4C 3C 4D KH JH 9H 4H 10S 4S 2S",
)
"""The hands of the game that the assignment prints."""
GAMES: Final = 30
"""How many games of other cards are played."""
_WORDS: Final = {in_words(one): one for one in house.STANDARD}
_SHORT: Final = {short(one): one for one in house.STANDARD}
_PLACES: Final = {written: (one & 3, one >> 2) for written, one in _SHORT.items()}


def cards_of(bench: Bench) -> None:
    """Give the step ``cards``, which makes the student's cards of a text, and the given Trick if there is none."""
    trick = () if "Trick" in bench.subject.classes else ("from dealt.assignments.given.trick import Trick",)
    bench.set_up(
        "from dealt.assignments.given.trick import Spot, Suit",
        *trick,
        f"places = {_PLACES!r}",
        "def cards(written): return [Card(Suit(suit), Spot(spot)) for suit, spot in map(places.get, written.split())]",
    )


# --- Bridge and Spades ----------------------------------------------------------------------------------------------


def bridge_deal(bench: Bench) -> None:
    before: list[int] = []
    for _ in range(3):
        bench.do("game = Bridge()")
        bench.do("game.deal()")
        hands = [_read_hand(bench, bench.get(f"str(game.players[{n}])")) for n in range(4)]
        bench.right([len(hand) for hand in hands] == [13] * 4, "13 cards each", f"{[len(hand) for hand in hands]}")
        dealt = [one for hand in hands for one in hand]
        bench.right(len(set(dealt)) == 52, "52 different cards", f"{len(set(dealt))}")
        bench.right(dealt != before, "other hands than in the deal before", "the same once more")
        before = dealt


def whole_games(bench: Bench, name: str, rules: Tricks, laid: Sequence[str] = (), *, strict: bool = False) -> None:
    """Games with ``laid`` hands, or many with others: who leads, what may be played, and the teams' tricks.

    ``strict``: everybody plays as the assignment says.
    """
    cards_of(bench)
    for _ in range(1 if laid else GAMES):
        bench.done.clear()
        deck = bench.rng.sample(house.STANDARD, 52)
        hands = laid or [" ".join(map(short, deck[n::4])) for n in range(4)]
        printed = _play(bench, name, hands)
        state = rules.begin(tuple(map(house.cards, hands)), 3)
        names = ["The deal:", *(f"Player {n}: {hand_in_words(hand)}" for n, hand in enumerate(state.hands))]
        for number, line in enumerate(names):
            came = printed[number] if number < len(printed) else "no such line"
            bench.right(came == line, f"line {number + 1}: {line}", came)
        plays = [line for line in printed if " leads ... " in line]
        bench.right(len(plays) == 13, "13 lines such as Player 0 leads ... King of Spades, ...", str(len(plays)))
        for number, line in enumerate(plays, 1):
            state = _trick(bench, rules, state, line, number, strict=strict)
        teams = tuple(state.won[n] + state.won[n + 2] for n in (0, 1))
        for team, tricks in enumerate(teams, 1):
            told = f"Team {team} won {tricks} tricks."
            bench.right(told in printed, told, " ".join(line for line in printed if line.startswith("Team")) or "none")
        bench.expect("(game.tricks_of_team(1), game.tricks_of_team(2))", teams)


def _trick(bench: Bench, rules: Tricks, state: TrickState, line: str, number: int, *, strict: bool) -> TrickState:
    """The state after a printed trick, if it is by the rules."""
    bench.done.append(f"trick {number}: {line}")
    found = re.fullmatch(r"Player (\d) leads \.\.\. (.+)", line)
    words = found[2].split(", ") if found else []
    right = found is not None and len(words) == 4 and set(words) <= set(_WORDS)
    bench.right(right, "a line such as Player 0 leads ... King of Spades, and three more cards", line)
    leader = found[1] if found else ""
    bench.right(leader == str(state.turn), f"player {state.turn} leads", f"player {leader} does")
    for word in words:
        one, seat = _WORDS[word], state.turn or 0
        held = bool(state.hands[seat] >> one & 1)
        bench.right(held, f"player {seat} plays a card of its hand", f"{word}, which it does not hold")
        legal = bool(rules.playable(state) >> one & 1)
        bench.right(legal, f"player {seat} follows suit", word)
        if strict:
            _as_told(bench, rules, state, one)
        state = rules.apply(state, seat, Action("play", 1 << one))
    return state


def _as_told(bench: Bench, rules: Tricks, state: TrickState, one: int) -> None:
    """Does a card do what the assignment's player does? Which of two equal suits or lowest cards, it leaves open."""
    legal = tuple(house.members(rules.playable(state)))
    told = Robot(rules).card(state, legal)
    trick, seat = rules.current_trick(state), state.turn
    if not trick:
        best, chosen = (suit_worth(legal, card & 3)[:-1] for card in (told, one))
        right = chosen == best and one == max(each for each in legal if each & 3 == one & 3)
        wanted = f"player {seat} leads the top of its longest and strongest suit, such as {in_words(told)}"
        bench.right(right, wanted, in_words(one))
    elif one & 3 == trick[0] & 3:
        bench.right(one == told, f"player {seat} follows with {in_words(told)}", in_words(one))
    else:
        right = one >> 2 == told >> 2
        bench.right(right, f"player {seat} throws off a lowest card, such as {in_words(told)}", in_words(one))


def _play(bench: Bench, name: str, hands: Sequence[str]) -> list[str]:
    """The lines of a game with these hands, played."""
    bench.do(
        f"game = {name}()",
        *(
            f'for card in cards("{hand}"): game.players[{player}].accept_card(card)'
            for player, hand in enumerate(hands)
        ),
        "game.play()",
    )
    return str(bench.get("str(game)")).splitlines()


def _read_hand(bench: Bench, text: object) -> list[int]:
    """The cards of a printed hand."""
    found: list[int] = []
    for part in str(text).rpartition(": ")[2].split(", "):
        spots, _, suit = part.rpartition(" of ")
        each = [spot + suit[:1].upper() for spot in spots.split()]
        bench.right(suit in SUITS and set(each) <= set(_SHORT), "a hand such as 6 5 2 of clubs, Q of hearts", str(text))
        found += [_SHORT[one] for one in each]
    return found


# --- the tester -----------------------------------------------------------------------------------------------------

_READY: Final = ("Card: suit, spot and text", "Player: accept_card and text")

STEPS: Final = (
    *script("cards", bridge_deal, begin=cards_of),
    Step(
        "Bridge: the hands that the assignment prints",
        partial(whole_games, name="Bridge", rules=Mini(), laid=SAMPLE, strict=True),
        ("Card", "Bridge"),
        _READY,
    ),
    Step(
        f"Bridge: {GAMES} games",
        partial(whole_games, name="Bridge", rules=Mini(), strict=True),
        ("Card", "Bridge"),
        _READY,
    ),
    Step(
        "Spades: games with trumps",
        partial(whole_games, name="Spades", rules=SpadesRules(mode="simple")),
        ("Card", "Spades"),
        _READY,
        optional=True,
    ),
)

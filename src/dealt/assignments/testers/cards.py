"""The steps of the tester for the Cards assignment: a card, a trick, a player, a game of bridge, and Spades."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Final

from dealt import cards as house
from dealt.assignments.given.trick import Spot, Suit
from dealt.assignments.steps import Bench, Step
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


# --- Card and Trick -------------------------------------------------------------------------------------------------


def card_values(bench: Bench) -> None:
    cards_of(bench)
    bench.do("card = Card(Suit.SPADES, Spot.KING)")
    bench.expect("(card.suit, card.spot)", (Suit.SPADES, Spot.KING))
    bench.expect("str(card)", "King of Spades")
    bench.expect("str(Card(Suit.HEARTS, Spot.TEN))", "10 of Hearts")
    bench.expect("str(Card(Suit.CLUBS, Spot.TWO))", "2 of Clubs")


def card_equality(bench: Bench) -> None:
    cards_of(bench)
    bench.do("one, same = Card(Suit.DIAMONDS, Spot.QUEEN), Card(Suit.DIAMONDS, Spot.QUEEN)")
    bench.expect("one == same", True)
    bench.expect("hash(one) == hash(same)", True)
    bench.expect("one == Card(Suit.DIAMONDS, Spot.KING)", False)
    bench.expect("one == Card(Suit.HEARTS, Spot.QUEEN)", False)
    bench.expect('one == "Queen of Diamonds"', False)
    bench.expect("one == 23", False)
    bench.do("pack = [Card(suit, spot) for suit in Suit for spot in Spot]")
    bench.expect("len(set(pack + pack))", 52)


def card_order(bench: Bench) -> None:
    cards_of(bench)
    bench.expect("Card(Suit.CLUBS, Spot.ACE) < Card(Suit.DIAMONDS, Spot.TWO)", True)
    bench.expect("Card(Suit.HEARTS, Spot.NINE) < Card(Suit.HEARTS, Spot.TEN)", True)
    bench.expect("Card(Suit.HEARTS, Spot.NINE) < Card(Suit.HEARTS, Spot.NINE)", False)
    bench.expect("Card(Suit.SPADES, Spot.TWO) < Card(Suit.CLUBS, Spot.ACE)", False)
    bench.do("pack = [Card(suit, spot) for suit in Suit for spot in Spot]")
    bench.expect("[str(each) for each in sorted(pack[::-1])] == [str(each) for each in pack]", True)


def trick_winner(bench: Bench) -> None:
    cards_of(bench)
    for written, winner in (
        ("KS AS 6S 2S", 1),
        ("2C AD AH AS", 0),
        ("9D 10D 3D JD", 3),
        ("5H KS 9H AC", 2),
        ("4H KH 5H 3H", 1),
        ("4H", 0),
        ("10C 9C", 0),
    ):
        bench.expect(f'Trick(cards("{written}")).winner', winner)


# --- Player ---------------------------------------------------------------------------------------------------------


def player_hand(bench: Bench) -> None:
    cards_of(bench)
    _accept(bench, "3S QH 6C AD KS 5C 8D QS 6H 2C 5D JS 2D")
    bench.expect("str(player)", "6 5 2 of clubs, A 8 5 2 of diamonds, Q 6 of hearts, K Q J 3 of spades")
    _accept(bench, "10H 9H")
    bench.expect("str(player)", "10 9 of hearts")
    bench.do("other = Player()")
    bench.expect("str(other)", "")


def leading(bench: Bench) -> None:
    cards_of(bench)
    for hand, card in (
        ("3C 4C 5C 6C 9C KD AD AS", "9 of Clubs"),
        ("6C 5C 2C AD 8D 5D 2D QH 6H KS QS JS 3S", "King of Spades"),
        ("AH KH QH JH 10H 5S 4S 3S 2S", "Ace of Hearts"),
        ("10C 9C JH 9H 10S", "10 of Clubs"),  # as player 3 in the game that the assignment prints: touching cards
        ("AC 9C 4C 8D 7D 6D KS QS 3S", "8 of Diamonds"),
        ("9D 8D 2D AH 7H 6H", "9 of Diamonds"),
        ("QD 5D KS 2S", "King of Spades"),
        ("7D", "7 of Diamonds"),
    ):
        _accept(bench, hand)
        bench.expect("str(player.play(Trick()))", card)
    _accept(bench, "2D 9D JD QD")
    for card in ("Queen", "Jack", "9", "2"):
        bench.expect("str(player.play(Trick()))", f"{card} of Diamonds")


def following(bench: Bench) -> None:
    cards_of(bench)
    for hand, trick, card in (
        ("2C 5D AD KS AS", "10D", "Ace of Diamonds"),
        ("3H 9H 4H 2S", "5H AS", "9 of Hearts"),  # a higher card of another suit does not win
        ("3H 9H 4H 2S", "5H 2H 7H", "9 of Hearts"),
        ("QC JC 7C AS", "10C 5C", "Queen of Clubs"),  # as the game that the assignment prints
    ):
        _plays(bench, hand, trick, card)


def playing_low(bench: Bench) -> None:
    cards_of(bench)
    _plays(bench, "5D KD 9D 2C", "AD", "5 of Diamonds")
    _plays(bench, "QH 10H 2H 3S", "4H KH 5H", "2 of Hearts")
    _plays(bench, "10C 6C 2S", "3C JC AH", "6 of Clubs")
    _plays(bench, "8S 2D AH", "9S", "8 of Spades")  # it must follow suit


def playing_void(bench: Bench) -> None:
    cards_of(bench)
    _plays(bench, "9C 5D 3S AS", "KH", "3 of Spades")
    _plays(bench, "AC KC 2S 4D", "3H 9H", "2 of Spades")
    _plays(bench, "2C AS KS", "4D", "2 of Clubs")
    _plays(bench, "AS KD QC", "4H AH 2H", "Queen of Clubs")


def removing(bench: Bench) -> None:
    cards_of(bench)
    _plays(bench, "5D KD 9D 2C", "10D", "King of Diamonds")
    bench.expect("str(player)", "2 of clubs, 9 5 of diamonds")
    for trick, card, left in (
        ("AD", "5 of Diamonds", "2 of clubs, 9 of diamonds"),
        ("AD", "9 of Diamonds", "2 of clubs"),
        ("AD", "2 of Clubs", ""),
    ):
        bench.expect(f'str(player.play(Trick(cards("{trick}"))))', card)
        bench.expect("str(player)", left)


def _accept(bench: Bench, hand: str) -> None:
    bench.do("player = Player()")
    bench.do(f'for card in cards("{hand}"): player.accept_card(card)')


def _plays(bench: Bench, hand: str, trick: str, card: str) -> None:
    _accept(bench, hand)
    bench.expect(f'str(player.play(Trick(cards("{trick}"))))', card)


# --- Bridge and Spades ----------------------------------------------------------------------------------------------


def bridge_next(bench: Bench) -> None:
    bench.do("game = Bridge()")
    bench.expect("len(game.players)", 4)
    bench.expect("game.leader", 0)
    bench.expect("[game.next(player) for player in range(4)]", [1, 2, 3, 0])


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

CARD: Final = "Card: suit, spot and text"
ORDER: Final = "Card: order"
HAND: Final = "Player: accept_card and text"
_PLAYER: Final = ("Card", "Player")
_READY: Final = (CARD, HAND)

STEPS: Final = (
    Step(CARD, card_values, ("Card",)),
    Step("Card: equality and hash", card_equality, ("Card",), (CARD,)),
    Step(ORDER, card_order, ("Card",), (CARD,)),
    Step("Trick: winner", trick_winner, ("Card", "Trick"), (CARD,), optional=True),
    Step(HAND, player_hand, _PLAYER, (CARD,)),
    Step("Test leading from longest and strongest suit ...", leading, _PLAYER, _READY),
    Step("Test following suit, winning the trick ...", following, _PLAYER, _READY),
    Step("Test following suit, playing low ...", playing_low, _PLAYER, _READY),
    Step("Test playing low when void ...", playing_void, _PLAYER, _READY),
    Step("Player: a card that is played leaves the hand", removing, _PLAYER, _READY),
    Step("Bridge: players and next", bridge_next, ("Bridge",)),
    Step("Bridge: deal", bridge_deal, ("Bridge",), _READY),
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

"""The classes of the Cards assignment: cards and tricks, styles by name and by class, and games as they are printed."""

from __future__ import annotations

from random import Random

import pytest

from dealt.assignments.cards import Bridge, Card, Player, Spades, Spot, Suit, Trick
from dealt.games import make
from dealt.players import computer
from dealt.players.advice.tricks.robots import STYLES, Robot
from dealt.table import Table, play


def trick(written: str, trumps: int | None = None) -> Trick:
    return Trick(map(Card.named, written.split()), trumps)


def holding(kind: type[Player], written: str) -> Player:
    player = kind()
    for each in written.split():
        player.accept_card(Card.named(each))
    return player


def test_ordinals_are_by_suit_and_cards_in_words() -> None:
    pack = [Card(suit, spot) for suit in Suit for spot in Spot]
    assert [one.ordinal for one in pack] == list(range(52))
    assert (str(pack[0]), str(pack[51]), repr(pack[8])) == ("2 of Clubs", "Ace of Spades", "Card.named('Tc')")
    assert sorted(pack[13:] + pack[:13]) == pack
    with pytest.raises(ValueError, match="4 is not a valid Suit"):
        Card(4, 0)


def test_who_wins_a_trick() -> None:
    assert trick("4H KH 5H AS").winner == 1
    assert trick("4H KH 2S 3S", Suit.SPADES).winner == 3
    with pytest.raises(ValueError, match="without cards"):
        _ = Trick().winner


def test_a_derived_player_changes_what_it_overrides() -> None:
    class Low(Player):
        def lead(self, trick: Trick) -> Card:
            return min(self.hand, key=lambda one: one.spot)

        def follow(self, trick: Trick) -> Card:
            high = super().follow(trick)
            return high if self.wins(trick, high) and len(trick) == 3 else self.suits[trick[0].suit][-1]

        def throw_off(self, trick: Trick) -> Card:
            return max(self.playable(trick))

    held = "3C 9C KC 2D 8D"
    assert str(holding(Low, held).play(Trick())) == "2 of Diamonds"
    assert str(holding(Player, held).play(Trick())) == "King of Clubs"
    assert str(holding(Low, held).play(trick("10C"))) == "3 of Clubs"
    assert str(holding(Low, held).play(trick("10C 2C 4C"))) == "King of Clubs"
    assert str(holding(Low, held).play(trick("10S"))) == "8 of Diamonds"


def test_a_player_who_cheats_is_told_so() -> None:
    class Revoker(Player):
        def follow(self, trick: Trick) -> Card:
            return Card.named("2D")

    with pytest.raises(
        ValueError, match=r"player 0 may not play 2 of Diamonds: choose among 3 of Clubs, King of Clubs"
    ):
        holding(Revoker, "3C KC 2D").play(trick("10C"))
    with pytest.raises(ValueError, match="no cards"):
        Player().play(Trick())
    with pytest.raises(ValueError, match="there is no style wild: there are robot, "):
        Bridge(styles=("wild",))


def test_styles_are_names_players_and_the_kind_of_the_house() -> None:
    class Mine(Player):
        pass

    class Kind(Robot):
        pass

    game = Bridge(styles=(Mine, "robot", Kind, "long"))
    assert [type(each) for each in game.players] == [Mine, Player, Player, Player]
    game = Bridge(styles=(Mine, "robot"))
    assert [type(each) for each in game.players] == [Mine, Player, Mine, Player]
    assert [each.number for each in game.players] == [0, 1, 2, 3]
    game.deal()
    game.play()
    assert sum(game.won) == 13


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(("kind", "listed"), [(Bridge, ("bridge", "mini")), (Spades, ("spades", "simple"))])
def test_it_plays_as_the_house_does_card_by_card(style: str, kind: type[Bridge], listed: tuple[str, str]) -> None:
    """A style remembers what was played and who is out of what: it plays the same here and at a table."""
    house = make(*listed)
    for number in range(5):
        seed = Random(number).randbytes(32)
        table: Table[object] = play(house, [computer(style, house) for _ in range(4)], seed)
        first = Table(house, seed).state
        game = kind(leader=first.turn, styles=(style,))
        for player, hand in zip(game.players, first.hands, strict=True):
            for one in range(52):
                if hand >> one & 1:
                    player.accept_card(Card.numbered(one))
        game.play()
        assert tuple(game.won) == table.state.won


def test_the_program_prints_a_game() -> None:
    game = Bridge()
    game.deal(Random(1))
    assert str(game).startswith("Player 0: A 6 4 of clubs, ")
    game.play_trick()
    assert (
        game.trick_text(0)
        == str(game).splitlines()[5]
        == ("Player 0 leads ... Queen of Spades, King of Spades, 3 of Spades, Ace of Spades")
    )
    game.play()
    assert str(game).splitlines()[-2:] == ["Team 1 won 7 tricks.", "Team 2 won 6 tricks."]


def test_points_for_the_bidding() -> None:
    player = holding(Player, "As Ks 9s 8s 7s 2s Qh Jh 5h 4h 3d Ac 2c")
    assert (player.high_cards, player.short_suits, player.long_suits) == (14, 3, 2)


@pytest.mark.parametrize(
    ("hand", "led"),
    [
        ("2c 3c 4c Ad Kd", "4c"),
        ("6c 5c 2c Ad 8d 5d 2d Qh 6h Ks Qs Js 3s", "Ks"),
        ("Tc 9c Jh 9h Ts", "Tc"),
        ("Ac 9c 4c 8d 7d 6d", "8d"),
        ("Qd 5d Ks 2s", "Ks"),
        ("Kd 5d Ks 2s", "Kd"),
    ],
)
def test_the_longest_and_strongest_suit_has_touching_cards_before_a_high_one(hand: str, led: str) -> None:
    assert holding(Player, hand).play(Trick()) == Card.named(led)

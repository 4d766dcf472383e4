"""The players of the Cards assignment: who offers them, what each style does otherwise, and how they call."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from dealt import players
from dealt.arena import run
from dealt.cards import Card, card, cards, mask, members, name
from dealt.game import Action, Game, find
from dealt.games import GAMES, make
from dealt.games.bridge import Mini, bridge
from dealt.games.spades import Spades
from dealt.games.tricks import Tricks, TrickState
from dealt.players.advice.bridge.plain import certain
from dealt.players.advice.tricks.robots import STYLES, Robot
from dealt.table import Table, play, seed_of

RULES = Mini(lead_rule="longest")


SPADES = Spades(mode="simple")


def chosen(style: str, hand: str, trick: str = "", gone: str = "", rules: Tricks = RULES) -> str:
    """What a style plays from a hand to a trick, other cards being gone."""
    lying = tuple(card(each) for each in trick.split())
    seat = len(lying)
    hands = tuple(cards(hand) if n == seat else 0 for n in range(4))
    state = TrickState(hands, seat, 0, trick=lying, played=(cards(gone + trick), 0, 0, 0))
    return name(STYLES[style](rules).card(state, tuple(members(rules.playable(state)))))


@pytest.mark.parametrize(
    ("hand", "trick", "robot", "other"),
    [
        ("Ks 9s 7s 5s Ah Kh", "", "Ks", {"long": "5s", "refined": "5s"}),
        ("Ks Qs Js 5s Ah 2d", "", "Ks", {"long": "Ks"}),
        ("Ks 2s Ah", "3s", "Ks", {"duck": "2s", "refined": "2s"}),  # the ace may take the king
        ("As 2s Kh", "3s", "As", {}),  # nothing takes the ace
        ("Ks 2s Ah", "As 3s 4s", "2s", {}),
        ("Ks 2s Ah", "4s Qs 3s", "Ks", {"refined": "2s"}),  # the queen is partner's, and nobody plays after
        ("As Ks 2s Ah", "Qs 3s 4s", "As", {"refined": "Ks"}),  # the last hand wins as cheaply as it can
        ("Ks 2s Ah", "3s Qs", "Ks", {}),
        ("As 8s 5s 2s Kh", "Qs", "As", {"duck": "2s", "refined": "2s"}),  # its own long suit is led
        ("As 8s 5s 2s Kh", "3s Qs", "As", {}),  # by partner
        ("As 8s 5s 2s Kh", "Qs 3s 4s", "As", {"duck": "2s"}),
        ("Ah 8h 7h 2h 5c Kd", "Qs", "2h", {"saver": "5c", "refined": "5c"}),  # hearts can be run
        ("9h 8h 7h 2h 5c Kd", "Qs", "2h", {}),  # these hearts can't
    ],
)
def test_each_style_changes_one_habit(hand: str, trick: str, robot: str, other: dict[str, str]) -> None:
    for style in STYLES:
        assert chosen(style, hand, trick) == other.get(style, robot), style


def test_duck_takes_control_of_its_long_suit_in_the_second_round_and_runs_it() -> None:
    hand = "As 8s 5s 2s Kh Qd"
    assert chosen("duck", hand, "Qs") == "2s"
    assert chosen("duck", hand, "Js", gone="Qs Ks 4s 3s") == "As"
    assert chosen("duck", "As 8s 5s Kh Qh Jh 9h", gone="Qs Ks 4s 3s") == "As"
    assert chosen("robot", "As 8s 5s Kh Qh Jh 9h", gone="Qs Ks 4s 3s") == "Kh"
    assert chosen("duck", "Ah 8h 5h 2h Kc Qd", "Qh", rules=SPADES) == "Ah"  # with trumps it does not wait


@pytest.mark.parametrize(
    ("hand", "trick", "robot", "void"),
    [
        ("Ah Kh Qh 9h 5d 2d 4s 3s", "", "Ah", "5d"),  # diamonds are short, and there are trumps for them
        ("Ah Kh Qh 9h Ad 5c 2c 4s", "", "Ah", "Ah"),  # one trump is not enough
        ("Ah Kh 5d 4s 3s", "9c Qc 4c", "3s", "5d"),  # partner wins
        ("Ah Kh 2d 4s 3s", "Qc 9c 4c", "2d", "3s"),  # it trumps as cheaply as it can
        ("Ah Kh 2d 4s 3s", "Qc 9c 5s", "2d", "2d"),  # it can't trump higher
        ("9h 8h 4h 3h 5d", "Qc", "3h", "5d"),  # the short suit goes first
    ],
)
def test_void_gets_rid_of_a_short_suit_and_trumps(hand: str, trick: str, robot: str, void: str) -> None:
    assert chosen("robot", hand, trick, rules=SPADES) == robot
    assert chosen("void", hand, trick, rules=SPADES) == void


def test_without_trumps_void_plays_as_the_robot() -> None:
    game = make("bridge", "mini")
    for n in range(5):
        one, other = (play(game, [players.computer(each, game)] * 4, seed_of("v", n)) for each in ("void", "robot"))
        assert one.moves == other.moves


def test_a_style_of_ones_own_is_a_method() -> None:
    class Mine(Robot):
        def lead(self, state: TrickState, legal: tuple[Card, ...]) -> Card:
            return min(legal)

    for game in (make("bridge", "mini"), make("bridge"), make("spades")):
        assert play(game, [Mine(game)] * 4, seed_of("mine", 1)).over
    with pytest.raises(ValueError, match="Mine plays trick-taking games, and bigtwo is none"):
        Mine(make("bigtwo"))  # type: ignore[arg-type]


def test_ties_of_the_highest_lead_go_to_the_lower_suit() -> None:
    rules = Mini(lead_rule="highest")
    assert chosen("robot", "Ah As 2d 3d 4d", rules=rules) == "Ah"
    assert chosen("robot", "4h 4c 5d", "Ks", rules=rules) == "4c"


def test_the_mode_decides_who_is_offered_first() -> None:
    listing = GAMES["bridge"]
    for mode, first in (("mini", "robot"), ("duplicate", players.possible(make("bridge"))[0])):
        game = make("bridge", mode)
        assert players.possible(game)[0] == players.names(listing, game)[0] == first
        assert set(STYLES) < set(players.possible(game))
    assert not set(STYLES) & set(players.possible(make("bigtwo")))


def test_the_solver_is_offered_only_where_it_can_run(monkeypatch: pytest.MonkeyPatch) -> None:
    for there in (True, False):
        monkeypatch.setattr(players, "installed", lambda package, there=there: there)
        assert ("solver" in players.possible(make("bridge"))) == there
        assert ("solver" in players.names(GAMES["bridge"])) == there
        assert players.names(GAMES["bridge"])[0] == ("planner" if there else "plain")
    with pytest.raises(ValueError, match="solver doesn't play bridge without the package endplay: choose among plain"):
        players.computer("solver", make("bridge"))


@pytest.mark.slow
def test_all_who_know_bridge_call_alike() -> None:
    game = make("bridge", boards=None)
    some = [players.computer(each, game) for each in ("plain", *STYLES)]
    for n in range(12):
        table = Table(game, seed_of("calls", n))
        while table.turn and table.state.phase == "auction":
            view = table.view(table.turn[0])
            (call,) = {str(each.choose(view, Random(n))) for each in some}
            table.act(table.turn[0], call)


@pytest.mark.parametrize("style", STYLES)
def test_a_style_plays_every_mode_and_answers_claims(style: str) -> None:
    for mode in ("duplicate", "rubber", "mini"):
        game = make("bridge", mode)
        assert play(game, [players.computer(style, game)] * 4, seed_of(style, 1)).over
    game = make("bridge")
    player = players.computer(style, game)
    state = game.deal(Random(1))
    state = replace(state, phase="claim", calls=("1S", "P", "P", "P"), turn=1, deal_data=(1, 1, 13, 0, 0, 0))
    assert player.choose(game.view(state, 0), Random(1)).verb == "refuse"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("style", "deals", "least"), [("refined", 60, 4), ("long", 60, 1), ("duck", 30, -2), ("saver", 30, -2)]
)
@pytest.mark.parametrize(("game", "preset"), [("bridge", "mini"), ("spades", "simple")])
@pytest.mark.turns(3)
def test_two_against_two_on_the_same_deals(game: str, preset: str, style: str, deals: int, least: float) -> None:
    """A thousand deals are played by hand, see docs/library.md; these few would show a style that has gone wrong."""
    pair = run(make(game, preset), [style, "robot"], deals, "styles", 1).pair(style, "robot")
    assert pair.errors is not None
    assert pair.errors > least


@pytest.mark.slow
@pytest.mark.turns(3)
def test_void_beats_the_robot_where_spades_are_trumps() -> None:
    for trumping in (False, True):
        pair = run(make("spades", "simple", robot_trumps=trumping), ["void", "robot"], 60, "styles", 1).pairs[0]
        assert (pair.first, pair.second) == ("void", "robot")
        assert pair.errors is not None
        assert pair.errors > 2


@pytest.mark.parametrize("name", ["plain", pytest.param("solver", marks=pytest.mark.slow)])
def test_a_claim_is_held_against_the_hand_that_the_answerer_does_not_see(name: str) -> None:
    game = make("bridge")
    player = players.computer(name, game) if name in players.possible(game) else pytest.skip("no solver is installed")
    for north, west, verb in (("As Ah", "3h 3c", "accept"), ("Qs Ah", "Ks 3c", "refuse")):
        table = _claimed(game, (north, "Kh 2c", "2h 2d", west))
        assert player.choose(table.view(1, log=False), Random(1)).verb == verb


def test_tricks_of_a_hand_that_nobody_can_reach_are_not_certain() -> None:
    game = bridge()
    assert certain(game, _claimed(game, ("As Kh", "Ah 2c", "2h 2d", "3h 3c")).state, 0) == 1
    assert certain(game, _claimed(game, ("As 2s Kh", "Ah 2c 4c", "Ks 2d 3d", "3h 3c 5c")).state, 0) == 3


def _claimed(game: Game[TrickState], hands: tuple[str, str, str, str]) -> Table[TrickState]:
    """North declares at notrump, is on lead with these cards left, south being dummy, and claims them all."""
    held = tuple(map(cards, hands))
    left, gone = held[0].bit_count(), [one for one in game.deck if not sum(held) >> one & 1]
    state = replace(
        game.deal(Random(1)),
        hands=held,
        calls=("1N", "P", "P", "P"),
        dealer=0,
        phase="play",
        turn=0,
        leader=0,
        won=(13 - left, 0, 0, 0),
        played=tuple(mask(gone[seat::4]) for seat in range(4)),
        shown=held[2],
    )
    table = Table(game, seed_of("claim", 1), state=state)
    table.act(0, f"claim {left}")
    return table


class Burying(Tricks):
    """For three: whoever sits after the dealer buries any two of its cards, which one action offers at first."""

    seats, first_phase = 3, "bury"

    def legal_before_play(self, state: TrickState, seat: int) -> list[Action]:
        return [Action("bury", state.hands[seat], pick=(2, 2))]

    def apply_before_play(self, state: TrickState, seat: int, action: Action) -> TrickState:
        hands = tuple(held & ~action.cards for held in state.hands)
        given = tuple(action.cards if each == seat else 0 for each in range(3))
        return state.changed(hands=hands, given=given, phase="play")

    def score(self, state: TrickState) -> tuple[float, ...] | None:
        return None if state.turn is not None else tuple(map(float, state.won))


@pytest.mark.parametrize("style", STYLES)
def test_a_choice_of_cards_before_the_play_is_made_by_name(style: str) -> None:
    game = Burying("burying")
    table: Table[TrickState] = Table(game, seed_of("pick", 0))
    (seat,) = table.turn
    view = table.view(seat)
    action = players.computer(style, game).choose(view, Random(1))
    assert action.exact
    assert action.cards.bit_count() == 2
    assert find(view, action) is not None

"""Matches at the terminal in this process: every game to its end, and everything that may be typed on the way."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from dealt import players
from dealt.game import Game, Listing, View
from dealt.games import GAMES, make
from dealt.lesson import Lesson as LessonScript
from dealt.session.near import ME
from dealt.session.refused import error_of
from dealt.table import seed_of
from dealt.tui.lesson import Lesson
from dealt.tui.local import WATCHED
from dealt.tui.naming import typed_as
from dealt.tui.pages import chance, points
from dealt.tui.paint import Paint
from dealt.tui.replay import Replay
from dealt.tui.words import Words
from dealt.wire import protocol
from dealt.wire.protocol import Incoming
from dealt.wire.refusal import Refused
from tests.tui.scripts import Script, again, first_things, local, places, table_of

ALONE = [name for name, each in GAMES.items() if each.make().undoable]
TOGETHER = [name for name in GAMES if name not in ALONE]
CHOICES = [
    *(pytest.param(name, None, id=name) for name in GAMES),
    *(
        pytest.param(name, preset, id=f"{name}-{preset}", marks=pytest.mark.slow)
        for name, each in GAMES.items()
        for preset in each.presets
    ),
]


def some(name: str, seed: str = "4") -> tuple[Game, View]:
    """The game as the helper deals it, and the first view."""
    from dealt.table import Table

    game = GAMES[name].make()
    return game, Table(game, seed_of(seed, 0)).view(0)


@pytest.mark.parametrize(("name", "preset"), CHOICES)
@pytest.mark.turns(3)
@pytest.mark.slow
async def test_a_whole_deal_of_every_game_is_played_by_typing(name: str, preset: str | None) -> None:
    screen = Script()
    face = local(name, screen, preset=preset, deals=1, lang="zh" if preset else "en")
    screen.answer = first_things(face)
    await face.play()
    assert table_of(face.match).over
    record = again(face.record())
    assert len(record.verify(make)) == 1
    assert record.deals[0].scores is not None
    assert "why." not in screen.said
    score = table_of(face.match).score
    assert score is not None
    won = Words(face.words.language)("won", names="", n=2).strip()
    if face.game.seats == 1:
        won = Words(face.words.language)("solo_won" if face.game.winners(score) else "solo_lost")
    assert won in screen.said.replace("wins", "win") or not any(score)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
async def test_the_computer_plays_on_to_the_end_of_the_deal(name: str) -> None:
    screen = Script(["auto", "statistics", "quit"])
    face = local(name, screen)
    await face.play()
    assert table_of(face.match).over
    assert face.tally.deals == 1
    assert Words("en")("auto_on_pipe") in screen.said
    assert "most in a row" in screen.said


@pytest.mark.parametrize("code", ["slow_down", "stale"])
async def test_the_computer_plays_on_where_a_room_refuses_and_tells_the_table_anew(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Script(["auto", "quit"])
    face = local(ALONE[0], screen)
    near, send, refused = face.sitting, face.sitting.send, Counter[bool]()

    async def sent(message: Incoming) -> bool:
        if not isinstance(message, protocol.Hint):
            return await send(message)
        refused[refuses := refused.total() % 2 == 0] += 1
        if not refuses:
            return await send(message)
        near.told.append((ME, error_of(Refused(code), "hint", "refused")))
        near.tell_anew()
        near.tell_anew()  # for another reason: somebody comes, say
        return True

    monkeypatch.setattr(near, "send", sent)
    await face.play()
    assert table_of(face.match).over
    assert refused[False] == len(table_of(face.match).moves) <= refused[True]
    assert "refused" not in screen.said


@pytest.mark.parametrize("name", GAMES)
async def test_a_key_ends_what_the_computer_does_in_ones_stead(name: str) -> None:
    screen = Script(["auto", "quit"], people=True)
    screen.presses = 1
    face = local(name, screen)
    await face.play()
    assert not table_of(face.match).over
    assert not [seat for seat, _ in table_of(face.match).moves if seat == 0]
    assert Words("en")("auto_off") in screen.said


@pytest.mark.parametrize("name", ALONE)
async def test_an_action_is_taken_back(name: str) -> None:
    _, view = some(name)
    screen = Script(["undo", places(view, view.legal[0]), "undo", "quit"])
    face = local(name, screen)
    await face.play()
    table = table_of(face.match)
    assert table.moves == ()
    assert table.view(0) == view
    assert "There is nothing to take back" in screen.said
    assert "Taken back" in screen.said


@pytest.mark.slow
@pytest.mark.parametrize("name", ALONE)
async def test_a_deal_is_given_up_for_new_cards_or_the_same_ones(name: str) -> None:
    _, view = some(name)
    screen = Script([places(view, view.legal[0]), "again", "new", "auto", "again", "statistics", "quit"])
    face = local(name, screen)
    await face.play()
    assert table_of(face.match).view(0, log=False) == some(name, "4")[0].view(
        table_of(face.match).state, 0
    )  # nothing was played yet
    record = again(face.record())
    seeds = [each.seed for each in record.deals]
    assert seeds == [seed_of("4", 0).hex(), seed_of("4", 0).hex(), seed_of("4", 1).hex()]
    assert [each.scores is None for each in record.deals] == [True, True, False]
    assert table_of(face.match).seed == seed_of("4", 1)
    assert len(record.verify(make)) == 3
    assert face.tally.deals == 2  # what is dealt again isn't counted
    assert face.tally.won == face.match.totals[0]
    assert "The same cards again" in screen.said
    steps = Replay(record, Words("en", GAMES[name].texts), Paint(paper=False))
    shown = Script()
    shown.console.print(steps.picture())
    steps.go(1, 1)
    shown.console.print(steps.picture())
    assert "deal 1 of 3, step 1 of 1" in shown.said
    assert "This deal was not played to its end" in shown.said


@pytest.mark.slow
@pytest.mark.parametrize("name", TOGETHER)
async def test_where_others_play_nothing_is_taken_back_or_dealt_anew(name: str) -> None:
    screen = Script(["undo", "new", "again", "odds", "skip", "quit"])
    face = local(name, screen)
    await face.play()
    said = screen.said
    for key in ("no_undo", "no_new", "no_again", *(() if face.game.reckons else ("no_odds",))):
        assert Words("en")(f"why.{key}") in said
    assert "skip can't be used here" in said
    assert not face.match.deals


@pytest.mark.parametrize("name", GAMES)
async def test_help_lists_what_has_a_use_in_this_game(name: str) -> None:
    screen = Script(["?", "quit"])
    face = local(name, screen, cuts=False)
    await face.play()
    listed = {line.split()[0] for line in screen.said.split("\n") if line.startswith("  ") and line.strip()}
    game, listing = face.game, GAMES[name]
    for command, useful in {
        "undo": game.undoable,
        "new": game.undoable,
        "again": game.undoable,
        "odds": game.reckons,
        "lesson": bool(listing.lesson),
        "score": game.seats > 1,
        "sort": len(game.sorts) > 1,
        "hint": True,
        "auto": True,
        "replay": True,
        "statistics": True,
        "quit": True,
    }.items():
        assert (command in listed) == useful, command


@pytest.mark.parametrize("name", [name for name in GAMES if GAMES[name].make().reckons])
@pytest.mark.slow
async def test_exact_chances_are_said(name: str) -> None:
    screen = Script(["odds", "quit"])
    face = local(name, screen)
    await face.play()
    found = face.game.odds(table_of(face.match).view(0))
    for each in found:
        assert (points(each.value) if each.points else chance(each.value)) in screen.said


@pytest.mark.parametrize("name", GAMES)
async def test_the_last_deal_is_shown_again_with_every_hand_open(name: str) -> None:
    screen = Script(["replay", "auto", "replay", "next", "last", "log", "quit", "quit"])
    face = local(name, screen)
    await face.play()
    assert "No deal is finished yet" in screen.said
    steps = len(face.record().deals[0].actions)
    assert f"deal 1 of 1, step {steps} of {steps}" in screen.said
    assert face.words.names == face.names


REFUSALS = (
    "can't pass", "Trumps are named", "Draw first: from the stock", "You lead: choose cards", "Say which cards: pass ",
)  # fmt: skip


async def test_a_pass_is_typed_as_what_it_is_called() -> None:
    for name in TOGETHER:
        game = GAMES[name].make()
        seen: list[str] = []

        def answer(prompt: str, seen: list[str] = seen) -> str | None:
            seen.append(prompt)
            return "pass" if len(seen) < 3 else None

        screen = Script(answer)
        face = local(name, screen, cuts=False)
        await face.play()
        mine = [str(action) for seat, action in table_of(face.match).moves if seat == 0]
        assert mine or any(each in screen.said for each in REFUSALS), (game, screen.said)


async def test_cards_may_stand_behind_the_word_that_a_play_begins_with() -> None:
    screen = Script()
    face = local("hearts", screen)
    told: list[str] = []

    def answer(prompt: str) -> str | None:
        scene = face.scene
        assert scene is not None
        if not told:
            told.append(f"pass {typed_as(scene.view.legal[-1], scene)}")
            return "pass"
        return told.pop() if told and len(table_of(face.match).moves) < 4 else None

    screen.answer = answer
    await face.play()
    gifts = [action for seat, action in table_of(face.match).moves if seat == 0]
    assert "Say which cards: pass " in screen.said
    assert "For Pass " in screen.said
    assert gifts
    assert str(gifts[0]) == str(some("hearts")[1].legal[-1])


async def test_only_where_cards_are_asked_for_does_the_prompt_ask_for_them() -> None:
    screen = Script()
    face = local("drawpoker", screen, preset="nolimit")
    asked: list[str] = []

    def answer(prompt: str) -> str | None:
        asked.append(prompt)
        return "call" if len(asked) == 1 else None

    screen.answer = answer
    await face.play()
    assert asked == ["Your turn", "Your turn: cards, or stand pat"]


@pytest.mark.slow
async def test_watching_ends_after_some_deals() -> None:
    screen = Script()
    face = local("thirteens", screen, watch=True)
    await face.play()
    assert face.match.deals == face.tally.deals == WATCHED
    assert f"won {face.tally.won} of {WATCHED}" in screen.said


# --- lessons --------------------------------------------------------------------------------------------------------

LESSONS = [name for name, each in GAMES.items() if each.lesson]


def lesson(listing: Listing, screen: Script, lang: str = "en") -> Lesson:
    return Lesson.of(listing, screen, lang, Paint(paper=False), 0)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", LESSONS)
async def test_a_lesson_is_read_and_played_to_its_end(name: str, lang: str) -> None:
    _, frames = LessonScript.read(GAMES[name].lesson).frames(GAMES[name].make)
    typed = iter([each.play or "" for each in frames if each.words or each.play])
    screen = Script(lambda prompt: next(typed, ""))
    taught = lesson(GAMES[name], screen, lang)
    assert await taught.run()
    said = "".join(screen.said.split())
    for each in frames:
        assert "".join(each.words.get(lang, "").split()) in said
    assert not re.search(r"\b(lesson|why|about)\.[a-z]", screen.said)


@pytest.mark.parametrize("name", LESSONS)
async def test_a_lesson_says_kindly_what_it_asks_for(name: str) -> None:
    _, frames = LessonScript.read(GAMES[name].lesson).frames(GAMES[name].make)
    asked = next(each for each in frames if each.play is not None)
    other = next((str(each) for each in asked.view.legal if str(each) != asked.play), None)
    tries = ["foo", "hint", "99999", "undo", *([other] if other is not None else [])]
    before = [""] * sum(1 for each in frames[: frames.index(asked)] if each.words)
    screen = Script([*before, *tries, asked.play or "", "quit"])
    assert not await lesson(GAMES[name], screen).run()
    said = " ".join(screen.said.split())
    assert said.count(f"You can type {asked.play}") >= len(tries) - 2
    assert "foo is neither a card nor a command" in said
    assert "undo can't be used here" in said


@pytest.mark.parametrize("name", LESSONS)
async def test_a_lesson_can_be_had_in_the_middle_of_a_deal(name: str) -> None:
    screen = Script(["lesson", "quit", "hint", "quit"])
    face = local(name, screen)
    await face.play()
    assert Words("en")("lesson.title") in screen.said
    assert "A computer would say" in screen.said
    assert face.words.names == face.names


def test_every_game_has_a_computer_that_gives_hints() -> None:
    for listing in GAMES.values():
        assert players.names(listing)

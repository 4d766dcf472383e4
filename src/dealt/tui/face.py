"""What local and remote play share: drawing the scene, understanding lines, and the commands that change no table."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from dealt.cards import name as card_name
from dealt.cards import pretty, sequence
from dealt.game import Action, Odds, Say, alike, named
from dealt.texts import fill, plain
from dealt.tui import figure
from dealt.tui.auction import boxed_action, labels
from dealt.tui.draw import MOST_NUMBERED, Artist, number
from dealt.tui.paint import Paint
from dealt.tui.read import Command, IllegalAction, IllegalCards, Invalid, LegalAction, Typed, amount_of, read
from dealt.tui.scene import Line, Scene, spread
from dealt.tui.terminal import Screen
from dealt.tui.words import Words

__all__ = ["Face", "Stop", "chance", "points"]


def chance(value: Fraction | float, one_in: str = "1 in {n}") -> str:
    """A chance as a percentage and, in the words of ``one_in``, as 1 in n.

    >>> chance(Fraction(1, 8)), chance(0.0000123), chance(1)
    ('12.50 % (1 in 8.0)', '0.0012 % (1 in 81,301)', '100 %')
    """
    if value in (0, 1):
        return f"{100 * int(value)} %"
    percent, n = 100 * float(value), 1 / float(value)
    exact = f"{percent:.2f}" if percent >= 0.1 else f"{percent:.2g}"
    return f"{exact} % ({fill(one_in, {'n': f'{n:,.0f}' if n >= 100 else f'{n:.1f}'}.get)})"


def points(value: Fraction | float) -> str:
    """A number of points with its sign, to three decimal places; a whole number is a count.

    >>> points(9368.0), points(0.25), points(-1)
    ('9,368', '+0.250', '−1')
    """
    return (f"{int(value):,}" if value == int(value) else f"{float(value):+.3f}").replace("-", "−")


SHORT: Final = 16
"""The number of hex digits of a commitment or a seed that a line shows; the command ``fair`` shows all 64."""
NOT_UNDERSTOOD: Final = ("unknown", "no_pass", "no_cards", "number", "not_numbered")
"""The reasons of a Invalid after which the line may still name something that isn't possible now."""


class Stop(Exception):  # noqa: N818 - not an error
    """The person wants to end, or the input has ended."""


class Face:
    """One person's terminal at a table."""

    LOG_LINES = 5

    def __init__(self, screen: Screen, words: Words, paint: Paint) -> None:
        self.screen = screen
        self.words = words
        self.paint = paint
        self.artist = Artist(words, paint)
        self.scene: Scene | None = None
        self.listed = False
        """Has the person asked for the list of all plays since the last action? Then all are numbered."""

    def offered(self) -> tuple[str, ...]:
        """The commands that can be used now, in the order of the help."""
        return ("list", "log", "score", "rules", "colours", "quit")

    # --- out

    def show(self, *, asked: bool = False) -> None:
        """Draw the table as it is now."""
        if self.scene is not None:
            self.number()
            self.artist.width = max(40, self.screen.console.width) - 2
            if asked or self.screen.live:  # scrolling text has a picture only when somebody has to answer
                self.screen.show(self.picture(self.scene), asked=asked)

    def picture(self, scene: Scene) -> RenderableType:
        """The table with as much of the log as fits; in scrolling text the log stands above already."""
        if not self.screen.live:
            return self.artist.picture(scene)
        choices = not (scene.numbered or scene.boxes) or self.fits(self.around(self.artist.picture(scene)))
        for lines in range(self.LOG_LINES, -1, -1):
            picture = self.around(self.artist.picture(scene, lines=lines, choices=choices))
            if self.fits(picture):
                break
        return picture

    def fits(self, picture: RenderableType) -> bool:
        """Does a picture fit into the terminal together with the prompt?"""
        console = self.screen.console
        return len(console.render_lines(picture, pad=False)) <= console.height - 2

    def around(self, picture: RenderableType) -> RenderableType:
        """Hook: the picture with further parts, such as a lesson's words."""
        return picture

    def number(self) -> None:
        """Number the legal actions when they are few, or when the person asked for them."""
        scene = self.scene
        if scene is not None:
            legal = scene.view.legal if scene.mine else ()
            few = (
                len(legal) <= MOST_NUMBERED
                and not spread(scene.view)
                and not (scene.by_place and all(each.cards for each in legal))
                and not scene.boxes
            )
            scene.numbered = legal if few or self.listed else ()

    async def list_all(self) -> None:
        """Number all legal actions, and show them on pages of their own if they don't fit below the table."""
        self.listed = True
        self.show(asked=True)
        scene = self.scene
        if self.screen.live and scene is not None and scene.numbered and not self.fits(self.artist.picture(scene)):
            await self.page(self.artist.choices(scene))

    def ask(self) -> str:
        """The prompt of somebody whose turn it is."""
        scene = self.scene
        if scene is None or not scene.mine:
            return ""
        if scene.by_place:
            return self.words("turn_places")
        if figure.places(scene.view):
            return self.words("turn_figure")
        if scene.hand_of is not None:
            return self.words("turn_hand", name=self.words.names[scene.hand_of])
        without = [each for each in scene.view.legal if not each.cards and each.upto is None]
        if not without or not any(each.cards for each in scene.view.legal):
            return self.words("turn")
        if len(without) == 1 and without[0].role != "pass":
            return self.words("turn_cards", name=self.named(without[0]).lower())
        return self.words("turn_pass")

    def told_how(self) -> None:
        """Say what can be typed if the choices are not listed with numbers."""
        scene = self.scene
        if scene is None or (scene.numbered and not all(each.upto is not None for each in scene.numbered)):
            return
        if spread(scene.view):
            self.note("choose_card")
        elif len(scene.numbered) == 1:  # nothing but a number is wanted
            self.wrong(amount_of(scene.numbered[0]))
        elif scene.boxes:
            if not any(line.seat == scene.me for line in scene.log):
                box = scene.boxes[0]
                cells = labels(box, scene, self.words)
                self.note("choose_box", first=next(cells[each] for each in box.actions if each in scene.view.legal))
        elif scene.by_place:
            if not scene.log:
                self.note("choose_places")
        elif figure.places(scene.view):
            if not scene.log:
                self.note("choose_figure", example=figure.example(scene.view))
        elif with_cards := [each for each in scene.view.legal if each.cards]:
            first = with_cards[0].first()
            key = "choices" if first.role == "play" else "choices_for"
            self.note(key, n=len(scene.view.legal), cards=self.typed_as(first), what=self.named(first))
        else:
            self.note("choices_named", n=len(scene.view.legal), first=self.named(scene.view.legal[0]).lower())

    def note(self, key: str, *, style: str = "dim", **args: object) -> None:
        """Show a text of the terminal's catalogue."""
        self.text(self.words(key, **args), style)

    def text(self, written: str, style: str = "") -> None:
        """Show a text, every line indented."""
        self.screen.tell(self.paint.text("\n".join(f"  {line}" for line in written.split("\n")), style))

    def moved(self, line: Line) -> None:
        """Somebody has acted: scrolling text gets the line, the redrawn picture shows it by itself."""
        if not self.screen.live:
            self.screen.tell(self.artist.line(line, solo=self.scene is not None and self.scene.solo))

    def opened(self) -> None:
        """The cards are dealt: plain terminals print how, a picture holds it already."""
        if not self.screen.live and self.scene is not None and self.scene.opening is not None:
            self.text(self.words.say(self.scene.opening), "dim")

    async def page(self, what: RenderableType) -> None:
        """Show something long: printed in scrolling text, else page by page until Enter."""
        if not self.screen.live:
            self.screen.tell(what)
            return
        words = self.words.commands()
        width, height = self.screen.console.size
        with self.screen.console.capture() as capture:
            self.screen.console.print(what, width=min(width, 100))
        lines = capture.get().rstrip("\n").split("\n")
        self.screen.fresh()
        for at in range(0, len(lines), height - 2):
            self.screen.show(Text.from_ansi("\n".join(lines[at : at + height - 2])), asked=True)
            more = at + height - 2 < len(lines)
            typed = await self.screen.line(self.words("enter_more" if more else "enter_goes_on"))
            if typed is None:
                raise Stop
            if words.get(typed.strip().lower()) == "quit" or typed.strip().lower() == "q":
                break
        self.show()

    # --- in

    def understand(self, typed: str) -> Typed:
        """What a line means in the scene. An action without cards may also be typed as it is called on its button."""
        scene, commands = self.scene, self.words.commands()
        if scene is None or not scene.mine:
            return read(typed, None, (), commands)
        found = self._possible(typed, scene, commands)
        line = " ".join(typed.split()).casefold()
        meant: Action | None = None
        if isinstance(found, Invalid | IllegalCards):
            meant = boxed_action(line, scene, self.words)
        if meant is None and isinstance(found, Invalid) and found.key in NOT_UNDERSTOOD:
            meant = self._not_possible(line, scene)
        return found if meant is None else IllegalAction(meant)

    def _called(self, said: Say, line: str) -> bool:
        """Is this what stands on a button, or one of its other names, such as x for a double?"""
        return self.words.say(said).casefold() == line or line in (self.words.known(f"{said.key}.alias") or "").split()

    def _not_possible(self, line: str, scene: Scene) -> Action | None:
        """The action of the game's vocabulary that a line names: as on its button, by its name or its beginning."""
        numbers = [int(each) for each in re.findall(r"\d{1,9}", line)]
        for each in scene.vocabulary:
            for one in [each] if each.amount is None else [each.of(n) for n in (*numbers, each.amount)]:
                if self._called(scene.describe(one), line):
                    return one
        if (exact := named(scene.vocabulary, line)) is not None:
            return exact
        word, _, rest = line.partition(" ")
        begun = [each for each in scene.vocabulary if each.verb.startswith(word) and len(word) > 1]
        if len(begun) != 1:
            return None
        only = begun[0]
        return named(begun, f"{only.verb} {rest}") if rest or only.amount is None else only.of(only.amount)

    def _possible(self, typed: str, scene: Scene, commands: Mapping[str, str]) -> Typed:
        """What a line means among the things that are possible now."""
        line = " ".join(typed.split()).casefold()
        for each in scene.view.legal:
            if not each.cards and each.upto is None and line:
                said = scene.describe(each)
                passing = said.key.rpartition(".")[2] == "pass" and commands.get(line) == "pass"
                if passing or self._called(said, line):
                    return LegalAction(each)
        if line and (called := boxed_action(line, scene, self.words)) in scene.view.legal:
            return LegalAction(called)
        word, _, rest = line.partition(" ")
        verb = self.verb_of(word)
        if verb is not None:  # "pass Ks Jh 9h" where the verb of the rules is another one
            found = read(f"{verb} {rest}", scene.view, scene.numbered, commands)
            if isinstance(found, Invalid) and found.key == "which_cards":
                return replace(found, args={"name": word})
            return found
        return read(typed, scene.view, scene.numbered, commands)

    def verb_of(self, word: str) -> str | None:
        """The verb of the plays with cards whose names begin with this word, unless it is a verb itself."""
        scene = self.scene
        if scene is None or any(
            each.verb.partition(" ")[0] == word or (word == "pass" and not each.cards) for each in scene.view.legal
        ):
            return None
        firsts = {each.verb: each for each in scene.view.legal if each.cards}
        named = {verb: self.named(each).casefold().split() for verb, each in firsts.items()}
        return next((verb for verb, name in named.items() if name and name[0] == word), None)

    def wrong(self, found: Invalid) -> None:
        """Say why a line can't be carried out."""
        args: dict[str, object] = dict(found.args)
        if found.key == "not_held":
            args["cards"] = " ".join(pretty(one) for one in sequence(str(args["cards"])))
        if found.key == "unclear":
            some = [self.named(each) for each in found.actions[:4]]
            args["what"] = ", ".join(some) + (" …" if len(found.actions) > 4 else "")
        if found.key in ("which_cards", "which_of"):
            args["cards"] = self.typed_as(found.actions[0])
        if found.key == "both":
            args["number"], args["cards"] = self.named(found.actions[0]), ", ".join(map(self.named, found.actions[1:4]))
        if found.key == "place_or_rank":
            args["places"], args["ranks"] = self.named(found.actions[0]), self.named(found.actions[1])
        if found.key == "unknown" and (meant := alike(args["typed"], self.words.commands())):
            self.note("why.unknown_alike", style="", typed=args["typed"], meant=meant)
            return
        on_board = self.scene is not None and self.scene.by_place
        key = (
            f"{found.key}_board"
            if on_board and found.key in ("not_held", "no_cards", "no_pass", "unclear")
            else found.key
        )
        self.note(f"why.{key}", style="", **args)

    def named(self, action: Action) -> str:
        """An action in words."""
        return self.artist.name_of(self.scene.describe(action), action) if self.scene is not None else str(action)

    def typed_as(self, action: Action) -> str:
        """The cards of an action as a person can type them, in the order in which the game names them."""
        said = Say("") if self.scene is None else self.scene.describe(action)
        return " ".join(card_name(one) for one in sequence(self.artist.cards_of(said, action)))

    async def common(self, command: Command) -> bool:
        """Carry out a command that changes no table; False if it isn't such a command."""
        match command.name:
            case "help" if command.rest.isdecimal() and "meaning" in self.offered():
                await self.mean(command.rest)
            case "meaning":
                await self.mean(command.rest)
            case "help":
                await self.page(self.help())
            case "log":
                await self.page(self.artist.log(self.scene))
            case "score":
                await self.page(self.scores())
            case "list":
                await self.list_all()
            case "fair":
                await self.page(self.fair(*self.promise()))
            case "colours":
                self.paint = replace(self.paint, colours=2 if self.paint.colours == 4 else 4)
                self.artist.paint = self.paint
                self.note("colours", n=self.paint.colours)
                self.show(asked=True)
            case "quit":
                raise Stop
            case _:
                return False
        return True

    def promise(self) -> tuple[str | None, str | None]:
        """The commitment of the deal, and its seed if it is known by now, both in hex; None where there is none."""
        return None, None

    def fair(self, commitment: str | None, seed: str | None) -> RenderableType:
        """What was promised about the deal, in full."""
        if commitment is None:
            return Text(f"  {self.words('fair.none')}")
        parts = [Text(f"  {self.words('fair.promised')}", style="dim"), Text(f"  {commitment}"), Text()]
        if seed is None:
            return Group(*parts, Text(f"  {self.words('fair.later')}", style="dim"))
        return Group(*parts, Text(f"  {self.words('fair.seed')}", style="dim"), Text(f"  {seed}"))

    async def mean(self, rest: str) -> None:
        """Ask what a line of the log means: the line with that number, or else the newest call of somebody else."""
        log = self.scene.log if self.scene is not None else ()
        others = [n for n, each in enumerate(log) if not each.cards and self.scene and each.seat != self.scene.me]
        if not log:
            self.note("no_log")
        elif not rest:
            await self.ask_meaning(others[-1] if others else len(log) - 1)
        elif rest.isdecimal() and 0 < int(rest) <= len(log):
            await self.ask_meaning(int(rest) - 1)
        else:
            self.note("why.number", style="", n=rest[:20], last=len(log))

    async def ask_meaning(self, line: int) -> None:
        """Find out what a line of the log means."""
        raise NotImplementedError

    def meant(self, line: int, say: Say | None) -> None:
        """Say what a line of the log means."""
        log = self.scene.log if self.scene is not None else ()
        if line < len(log):
            name, said = self.words.names[log[line].seat], self.artist.said(log[line])
            if say is None:
                self.note("means_nothing", style="", name=name, what=said)
            else:
                self.note("means", style="", name=name, what=said, say=self.words.say(say))

    def nothing_typed(self) -> None:
        """Answer Enter alone where it has no meaning."""
        scene = self.scene
        if scene is None or scene.by_place:
            self.note("why.nothing", style="")
        else:
            self.note("why.choose", style="")

    def useless(self, command: Command) -> bool:
        """Is the command of no use now? Then say why."""
        if command.name in self.offered() or command.name == "help":
            return False
        why = f"why.no_{command.name}"
        first = self.words(f"command.{command.name}").split()[0]
        self.note(why if self.words(why) != why else "why.not_here", style="", typed=first)
        return True

    def order(self, rest: str, now: str, ways: Sequence[str]) -> str | None:
        """The order of the hand that ``sort`` asks for; if there is none, say which there are."""
        if not rest:
            return ways[(ways.index(now) + 1) % len(ways)] if now in ways else ways[0]
        named = {self.words(f"sort_{each}"): each for each in ways} | {each: each for each in ways}
        if rest not in named:
            self.note("sort_how", ways=", ".join(named))
        return named.get(rest)

    # --- pages

    @property
    def passes(self) -> bool:
        """Can anybody pass in this deal?"""
        scene = self.scene
        said = [] if scene is None else [line.say.key for line in scene.log]
        legal = () if scene is None else scene.view.legal
        return scene is None or "pass" in said or any(each.role == "pass" for each in legal)

    def help(self) -> RenderableType:
        """What can be typed."""
        words, scene, offered = self.words, self.scene, self.offered()
        grid = Table.grid(padding=(0, 2))
        grid.add_column(no_wrap=True)
        grid.add_column()
        if scene is not None and scene.by_place:
            ways = ["places", "cards", "number_places"]
        else:
            holds = scene is None or bool(scene.hand) or any(each.cards for each in scene.view.legal)
            ways = [*(["cards"] if holds else []), "number", *(["enter"] if self.passes else []), "action"]
        for key in (*ways, *(("chat",) if "leave" in offered else ())):
            grid.add_row(Text(f"  {words(f'help.{key}')}", style="bold"), words(f"help.{key}_text"))
        for key in offered:
            first = words(f"command.{key}").split()[0]
            grid.add_row(Text(f"  {first}", style="bold"), words(f"about.{key}"))
        return Group(Text(f"  {words('help.title')}", style="bold"), Text(), grid)

    def scores(self) -> RenderableType:
        """The totals."""
        grid = Table.grid(padding=(0, 2))
        for place in self.scene.places if self.scene is not None else ():
            balance = "" if place.balance is None else f"{self.words('balance')} {number(place.balance)}"
            grid.add_row(
                Text(f"  {place.name}"), Text(number(place.total), justify="right"), Text(balance, style="dim")
            )
        low = self.scene is not None and self.scene.low
        return Group(grid, Text(f"  {self.words('low_is_good')}", style="dim")) if low else grid

    def odds(self, some: Sequence[Odds]) -> None:
        """Show the exact odds of the position."""
        if not some:
            self.note("why.no_hint")
        for each in some:
            name = self.words.known(f"odds.{each.name}") or plain(each.name)
            self.text(f"{name}: {points(each.value) if each.points else chance(each.value, self.words('one_in'))}")

    async def rules(self, pages: Callable[[str], str | None]) -> None:
        """Show the rules of the game, in the language in use or in English."""
        written = pages(self.words.language) or pages("en")
        if written is None:
            self.note("remote.no_rules")
        else:
            await self.page(Markdown(written))

    def explain(self, why: Say | None) -> None:
        """Show why something isn't possible."""
        self.text(self.words.say(why)) if why is not None else self.note("why.not_now")

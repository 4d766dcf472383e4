"""Drawing a scene as lines of text: plates of the seats, the middle, one's own hand, and what may be done."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from dealt.cards import Card, pretty, sequence
from dealt.game import Fact, Pile, Say, Seat, View
from dealt.texts import fill, plain
from dealt.tui import auction, cascades, figure, roles
from dealt.tui.naming import label
from dealt.tui.outcome import outcome
from dealt.tui.paint import Paint
from dealt.tui.scene import Line, Place, Scene, amounts, board
from dealt.tui.sections import sections
from dealt.tui.words import Words, number, option_in_words

MANY: Final = 5
"""Where more have a seat, a hand of two cards has no line of its own: 24 lines are to do."""
SHORT: Final = len("10♠ 10♥")

CALL_ROWS = 7
"""The number of rows of calls that are shown beside a box."""
DEFAULT_WIDTH = 78
"""The width in cells to which long lines are broken, unless the terminal's width is known."""


class Artist:
    """Draws scenes in one language and one style of cards."""

    def __init__(self, words: Words, paint: Paint) -> None:
        self.words = words
        self.paint = paint
        self.width = DEFAULT_WIDTH

    # --- the whole picture

    def picture(self, scene: Scene, *, lines: int = 0, choices: bool = True) -> RenderableType:
        """The whole table, with the newest ``lines`` lines of the log, and the numbered choices if ``choices``."""
        parts: list[RenderableType] = [self.header(scene)]
        if any(self.says_something(scene, place) for place in scene.places):
            parts += [Text(), self.seats(scene)]
        if scene.outcome is not None and not scene.solo:
            table = self.middle(scene) if roles.tabled(scene.view) else []
            came = outcome(scene, scene.outcome, self.words)
            return Group(*parts, *([Text(), *table] if table else []), Text(), came)
        if middle := self.middle(scene):
            parts += [Text(), *middle]
        if scene.odds:
            parts += [Text(), *scene.odds]
        if scene.outcome is not None:
            return Group(*parts, Text(), outcome(scene, scene.outcome, self.words))
        if lines and scene.opening is not None and len(scene.log) <= lines:
            parts += [Text(), Text.assemble("  ", (self.words.say(scene.opening), "dim"))]
        every = 0 if scene.every else len(scene.places)
        said = () if roles.betting(scene.view) else auction.called(scene.view, scene.since, every)
        if scene.boxes or (said and len(said) == len(scene.since)):
            parts += [Text(), self.auction(scene, said, choices=choices)]
        elif lines and scene.log:
            parts += [Text(), *(self.line(each, solo=scene.solo) for each in scene.log[-lines:])]
        if lines and scene.talk:
            parts += [Text(), *scene.talk]
        if scene.me is not None and scene.hand:
            parts += [Text(), _indent(self.paint.hand(scene.hand, self.width, self.ends(scene)))]
        if scene.numbered and choices:
            parts += [Text(), self.choices(scene)]
        return Group(*parts)

    def auction(self, scene: Scene, said: Sequence[Line], *, choices: bool = True) -> RenderableType:
        """The calls so far, the boxes beside them, and below them the legal actions that stand in no box."""
        sides: list[RenderableType] = []
        if said:
            sides.append(auction.calls(scene, said, self.words, self.paint, rows=CALL_ROWS, numbers=scene.explained))
        boxes = [] if scene.numbered else auction.boxes(scene, self.words, self.paint)
        grid = Table.grid(padding=(0, 3, 0, 0))
        grid.add_row(*sides, *boxes)
        parts: list[RenderableType] = [_indent(grid)]
        if choices and boxes and (others := auction.unboxed(scene)):
            names = self.words("or").join(self.words.say(scene.describe(each)) for each in others)
            parts += [Text(), Text.assemble("  ", (self.words("also", names=names), "dim"))]
        return Group(*parts)

    def says_something(self, scene: Scene, place: Place) -> bool:
        """Has the line of a seat any content? With a single seat it often has none."""
        held = any(roles.holds(each) for each in scene.piles(place.seat))
        return not scene.solo or held or bool(self.before(scene, place))

    def header(self, scene: Scene) -> RenderableType:
        """What is played, the deal, and facts that belong to nobody."""
        words = self.words
        facts = [self.fact(each) for each in scene.view.facts if each.owner is None and _drawn(each)]
        header = [(f" · {option_in_words(each, self.words)}", "dim") for each in scene.header]
        left = Text.assemble(" ", (scene.title, "bold"), *header)
        parts = [each for each in facts if each]
        if scene.clock is not None:
            parts.append(Text(words("remote.clock", n=max(0, round(scene.clock))), style="dark_orange"))
        if scene.tally is not None and scene.tally.deals:
            parts.append(Text(words("tally.header", won=scene.tally.won, n=scene.tally.deals), style="dim"))
        parts += [Text(each, style="dim") for each in scene.aside]
        right = Text.assemble(Text(" · ").join(parts), " ")
        grid = Table.grid(expand=True, padding=(0, 1, 0, 0))
        grid.add_column(no_wrap=True, overflow="ellipsis", ratio=1)
        grid.add_column(no_wrap=True, justify="right")
        grid.add_row(left, right)
        return grid

    def seats(self, scene: Scene) -> RenderableType:
        """A line for each seat: turn mark, name, cards, total, badges and piles; an open hand takes a second one."""
        view = scene.view
        opened = any(_open(pile) for pile in view.piles if roles.holds(pile) and pile.owner != scene.me)
        grid = Table.grid(padding=(0, 1))
        grid.add_column(width=1)
        points = [self.point(place.seat) for place in scene.places]
        if any(points):
            grid.add_column(no_wrap=True)
        grid.add_column(no_wrap=True, min_width=10)
        grid.add_column(no_wrap=True, min_width=3 if opened else 16)
        grid.add_column(justify="right", no_wrap=True, min_width=4)
        grid.add_column(ratio=1)
        for place in scene.around():
            turn = place.seat in view.turn
            style = "bold dark_orange" if turn else "bold" if place.seat == scene.me else ""
            name = Text(self.words("you") if place.seat == scene.me else place.name, style=style)
            point = [Text(points[place.seat], style=style or "dim")] if any(points) else []
            first = (Text("›", style="bold dark_orange") if turn else Text(), *point, name)
            total = Text(number(place.total), style="dim")
            before = self.before(scene, place)
            hand = self.open_hand(scene, place.seat)
            if not hand:
                grid.add_row(*first, self.held(scene, place.seat), total, before)
                continue
            if before and len(scene.places) > MANY and hand.cell_len <= SHORT:
                hand.pad_right(SHORT + 2 - hand.cell_len)
                hand, before = hand + before, Text()
            grid.add_row(*first, self.held(scene, place.seat), total, hand)
            if before:
                grid.add_row("", *("" for _ in point), "", "", "", before)
        return grid

    def point(self, seat: Seat) -> str:
        """What the game calls a seat, such as a point of the compass; nothing where it has no name."""
        return self.words.known(f"seat.{seat}") or ""

    def open_hand(self, scene: Scene, seat: Seat) -> Text:
        """A hand of which every card is seen, except the viewer's own hand on their turn, which is drawn below."""
        hand = next((each for each in scene.view.piles if each.owner == seat and roles.holds(each)), None)
        if hand is None or not _open(hand) or (seat == scene.me and scene.view.turn):
            return Text()
        if hand.lay == "columns":
            return self.paint.suits([one for one in hand.cards if one is not None])
        return self.paint.cards(hand.cards, roles.breaks(hand.cards, hand))

    def ends(self, scene: Scene) -> frozenset[int]:
        """The places of one's hand behind which a group ends."""
        own = (each for each in scene.view.piles if each.owner == scene.me and roles.holds(each))
        return roles.breaks(scene.hand, next(own, None))

    def shown(self, scene: Scene, seat: Seat) -> list[Text]:
        """The known cards of another seat's partly hidden hand, unless a badge names them already."""
        if seat == scene.me:
            return []
        hands = [each for each in scene.piles(seat) if roles.holds(each) and not _open(each)]
        known = [one for each in hands for one in each.cards if one is not None]
        told = {self.value(each.value) for each in scene.view.facts if each.owner == seat}
        held = Text.assemble((f"{self.words('holds')} ", "dim"), self.paint.cards(known))
        return [held] if known and " ".join(map(pretty, known)) not in told else []

    # --- parts

    def held(self, scene: Scene, seat: Seat) -> Text:
        """The backs of a hidden hand, or the number of cards in a hand that is seen."""
        hand = next((each for each in scene.view.piles if each.owner == seat and roles.holds(each)), None)
        if hand is None:
            return Text()
        if seat == scene.me or _open(hand):
            return Text(str(len(hand.cards)), style="dim") if hand.cards else Text()
        return self.paint.backs(len(hand.cards))

    def before(self, scene: Scene, place: Place) -> Text:
        """Every pile of a seat except its hand, then its badges, then words about the person."""
        lead = roles.leader(scene.view) in (None, place.seat)
        partner = [Text(self.words("partner"), style="dim")] if scene.partner(place.seat) else []
        parts = [*partner, *self.shown(scene, place.seat)]
        hands = [each for each in scene.piles(place.seat) if each.cards] if roles.tabled(scene.view) else []
        for pile in scene.piles(place.seat):
            if roles.holds(pile) or (not pile.cards and pile.lay != "slot") or pile in board(scene.view):
                continue
            if pile.lay == "heap" and roles.betting(scene.view):  # a badge says how many were thrown away
                continue
            if pile.lay == "slot" and not any(each.name == pile.name and each.cards for each in scene.view.piles):
                continue
            shown = self.lying(pile)
            if pile.lay == "slot":  # of a trick: what follows stands in a column
                shown.pad_right(max(0, 3 - shown.cell_len))
            if len(hands) > 1:  # of several hands the one that is played stands out
                turn = roles.active(scene.view, pile)
                sign = ("›" if turn else str(hands.index(pile) + 1), "bold dark_orange" if turn else "dim")
                shown = Text.assemble(sign, " ", shown)
            if pile.lay in ("heap", "open"):
                label = self.words.known(f"pile.{pile.name}") or plain(pile.name)
                shown = Text.assemble((f"{label} ", "dim"), shown)
            note = (self.words.known(pile.note) or plain(pile.note)) if pile.note and len(pile.cards) > 1 else None
            if note:
                shown.append(f"  {note}", style="dim")
            if not lead and scene.view.turn:
                shown.stylize("dim")
            parts.append(shown)
        sided = any(each.owner == place.seat for each in roles.facts(scene.view, "side"))
        told = ("playing", "tricks") if sided else ("playing",)  # the tricks of a side stand for those of its seats
        for each in scene.view.facts:
            if each.owner == place.seat and _drawn(each) and each.role not in told:
                badge = self.fact(each)
                parts += [badge] if badge else []
        parts += [Text(each, style="dim italic") for each in place.marks]
        return Text("  ").join(parts)

    def fact(self, fact: Fact) -> Text:
        """A badge in the game's words, or by the fact's own name if the game has no text for it."""
        owner = "" if fact.owner is None or fact.owner >= len(self.words.names) else self.words.names[fact.owner]
        known = self.words.known(f"fact.{fact.name}.{fact.value}") or self.words.known(f"fact.{fact.name}")
        if known is not None:
            shown = fill(known, {"value": self.value(fact.value), "owner": owner}.get)
        else:
            shown = fact.name.lstrip("!").replace("_", " ")
            shown += "" if fact.value in (1, "", fact.name) else f" {self.value(fact.value)}"
        if fact.name.startswith("!"):
            return self.paint.text(shown, "bold dark_orange")
        return self.paint.text(shown, "" if fact.lay == "chips" else "dim")

    def value(self, value: int | str) -> str:
        """The value of a fact: a key is looked up, cards are written with symbols."""
        if isinstance(value, int):
            return number(value)
        if value.startswith("@"):
            return self.words.known(value[1:]) or plain(value[1:])
        try:
            return " ".join(pretty(one) for one in sequence(value)) or value
        except ValueError:
            return value

    def middle(self, scene: Scene) -> list[RenderableType]:
        """The piles without an owner: heaps as numbers, the places of a board as a grid, slots side by side."""
        places = board(scene.view)
        groups: dict[str, list[Pile]] = {}
        for each in scene.piles(None):
            if each not in places and each.at is None and (each.cards or each.lay == "slot"):
                groups.setdefault(each.name.split(" ")[0], []).append(each)
        parts: list[RenderableType] = [self.places(places)] if places else []
        if cascades.lies(scene.view):
            parts.append(cascades.drawing(scene.view, self.words, self.paint))
        if figure.places(scene.view):
            parts += figure.drawing(scene.view, self.words, self.paint, self.width)
        if parts and groups:
            parts.append(Text())
        for name, piles in groups.items():
            label = Text(f"  {self.words.known(f'pile.{name}') or plain(name)}  ", style="dim")
            if piles[0].lay == "slot":
                shown = [self.paint.card(each.cards[-1]) if each.cards else Text("·") for each in piles]
            else:
                shown = [self.lying(each) for each in piles]
            line = Text.assemble(label, Text("  ").join(shown))
            if line.cell_len <= self.width or len(shown) == 1:
                parts.append(line)
            else:  # a line each
                parts += [Text.assemble(label, shown[0]), *(Text(" " * label.cell_len) + each for each in shown[1:])]
        return parts

    def places(self, places: Sequence[Pile]) -> RenderableType:
        """A grid of places with their numbers; an empty place is a dot."""
        grid = Table.grid(padding=(0, 2, 0, 0))
        columns = columns_for(len(places))
        for _ in range(columns):
            grid.add_column(justify="right", no_wrap=True, min_width=2)
            grid.add_column(no_wrap=True, min_width=5)
        for at in range(0, len(places), columns):
            cells: list[Text] = []
            for n, pile in enumerate(places[at : at + columns], at + 1):
                top = pile.cards[-1] if pile.cards else None
                card = Text("·", style="dim") if not pile.cards else Text("▯") if top is None else self.paint.tile(top)
                cells += [Text(str(n), style="dim"), card]
            if at:
                grid.add_row()
            grid.add_row(*cells)
        return _indent(grid)

    def lying(self, pile: Pile) -> Text:
        """A pile with its caption: of a heap only the number of its cards, of an open one its top card, too."""
        if pile.lay == "heap":
            shown = Text(str(len(pile.cards)), style="dim")
        elif pile.lay == "open":
            shown = Text.assemble(self.paint.card(pile.cards[-1]), (f" ({len(pile.cards)})", "dim"))
        elif pile.lay == "spread":
            shown = self.spread(pile.cards)
        elif pile.lay == "columns" and None not in pile.cards:
            shown = self.paint.suits([one for one in pile.cards if one is not None])
        else:
            shown = self.paint.cards(pile.cards)
        if pile.note and pile.owner is None:
            return Text.assemble((f"{self.words.known(pile.note) or plain(pile.note)}: ", "dim"), shown)
        return shown

    def spread(self, cards: Sequence[Card | None]) -> Text:
        """Cards side by side to take one by its number: those face down are only counted."""
        parts: list[Text] = []
        for up, some in groupby(enumerate(cards, 1), lambda each: each[1] is not None):
            places = list(some)
            first, last = places[0][0], places[-1][0]
            if up:
                parts += [self.paint.card(one) for _, one in places]
            else:
                numbers = f"{first}" if first == last else f"{first}–{last}"
                parts.append(Text(f"{self.paint.card(None).plain} {numbers}", style="dim"))
        return Text("  ").join(parts)

    def choices(self, scene: Scene) -> RenderableType:
        """The numbered actions in columns."""
        sign = "#" if scene.by_place else ""
        wide = len(sign + str(len(scene.numbered)))
        by_amount = amounts(scene.view)
        cells = []
        for n, each in enumerate(scene.numbered, 1):
            number_of = sign + str(n)
            if by_amount:  # a number that is typed is an amount
                number_of = "" if each.amount is None else str(each.amount)
            name = self.paint.text(label(scene.describe(each), each, self.words))
            cells.append(Text.assemble((f"{number_of:>{wide}} ", "dark_orange"), name))
        widest = max(cell.cell_len for cell in cells)
        columns = max(1, min(len(cells), (self.width - 2) // (widest + 3)))
        rows = -(-len(cells) // columns)
        grid = Table.grid(padding=(0, 3, 0, 0))
        for _ in range(columns):
            grid.add_column(no_wrap=True)
        for at in range(rows):
            grid.add_row(*(cells[n] if (n := at + rows * column) < len(cells) else Text() for column in range(columns)))
        return _indent(grid)

    def line(self, line: Line, *, solo: bool = False) -> Text:
        """A line of the log: who, unless one plays alone, and the cards or the words."""
        name = self.words.names[line.seat] if line.seat < len(self.words.names) else str(line.seat)
        widest = max([10, *map(cell_len, self.words.names)])
        who = "  " if solo else f"  {name}{' ' * (widest - cell_len(name))}  "
        said = self.words.say(line.say)
        shown = Text.assemble(who, self.paint.cards(line.cards))
        placed = "place" in line.say.args  # where it was laid says more than the card alone
        if (
            line.cards and (placed or not solo) and line.say.key.partition(".")[0] != "play"
        ):  # given or thrown away, say
            named = all(each in said for each in map(pretty, line.cards))
            what = self.paint.text(said) if named else Text.assemble((f"{said}  ", "dim"), self.paint.cards(line.cards))
            shown = Text.assemble(who, what)
        if not line.cards:
            shown.append_text(self.paint.text(said, "dim"))
        elif len(line.cards) > 1 and self.words.known(kind := f"kind.{line.say.key.partition('.')[2]}"):
            shown.append(f"  {self.words.say(Say(kind, line.say.args))}", style="dim")
        return shown

    def said(self, line: Line) -> str:
        """A line of the log in words, without who."""
        return " ".join(map(pretty, line.cards)) or self.words.say(line.say)

    def log(self, scene: Scene | None) -> RenderableType:
        """All lines of the deal's log; the calls of an auction as a table with a column for each seat."""
        if scene is None or not scene.log:
            return Text(f"  {self.words('no_log')}", style="dim")
        before = scene.log[: len(scene.log) - len(scene.since)]
        said = () if roles.betting(scene.view) else auction.called(scene.view, scene.since, len(scene.places))
        solo, seats = scene.solo, len(scene.places)
        parts: list[RenderableType] = [self.line(each, solo=solo) for each in before]
        parts += [Text.assemble("  ", (self.words.say(scene.opening), "dim"))] if scene.opening is not None else []
        if said:
            parts.append(_indent(auction.calls(scene, said, self.words, self.paint, numbers=scene.explained)))
            parts += [Text()] if len(said) < len(scene.since) else []
        return Group(*parts, *self.lines(scene.view, scene.since[len(said) :], seats))

    def lines(self, view: View, log: Sequence[Line], seats: int) -> list[Text]:
        """Lines of the log, and a title where a trick, a lead or a round of bets begins."""
        begins = {each.at: each for each in sections(view, log, seats)}
        found: list[Text] = []
        for at, line in enumerate(log):
            if section := begins.get(at):
                title = Text(f"  {self.words(f'section.{section.kind}', n=section.n)}", style="dim")
                found.append(Text.assemble(title, "  ", self.paint.cards(section.cards)) if section.cards else title)
            found.append(self.line(line, solo=seats == 1))
        return found


def columns_for(places: int) -> int:
    """The number of columns for a board: five, four or three, whichever leaves no gap first, else five.

    >>> [columns_for(n) for n in (2, 9, 10, 12, 13, 15)]
    [2, 3, 5, 4, 5, 5]
    """
    return places if places < 5 else next((each for each in (5, 4, 3) if places % each == 0), 5)


def _open(hand: Pile) -> bool:
    """Does a hand lie face up, with every card?"""
    return bool(hand.cards) and None not in hand.cards


def _indent(what: RenderableType) -> Padding:
    return Padding(what, (0, 0, 0, 2), expand=False)


def _drawn(fact: Fact) -> bool:
    """Is it for people, and not only told of what is over?"""
    return not fact.name.startswith(".") and fact.role != "past"

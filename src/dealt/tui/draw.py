"""Drawing a scene as lines of text: plates of the seats, the middle, one's own hand, and what may be done."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from dealt.cards import pretty, sequence
from dealt.game import Action, Fact, Pile, Seat
from dealt.texts import plain
from dealt.tui.paint import Paint
from dealt.tui.scene import Line, Outcome, Place, Scene
from dealt.tui.words import Words

__all__ = ["FEW", "Artist", "number"]

FEW = 12
"""So many plays are numbered."""


def number(value: float) -> str:
    """A number of points: whole ones without a fraction, with a true minus sign.

    >>> number(3.0), number(-2.5)
    ('3', '−2.5')
    """
    written = str(int(value)) if value == int(value) else f"{value:.1f}"
    return written.replace("-", "−")


class Artist:
    """Draws with one set of words and one way to paint cards."""

    def __init__(self, words: Words, paint: Paint) -> None:
        self.words = words
        self.paint = paint

    # --- the whole picture

    def picture(self, scene: Scene, *, lines: int = 0) -> RenderableType:
        """The table, top to bottom; with the newest ``lines`` of the log."""
        parts: list[RenderableType] = [self.header(scene), Text(), self.seats(scene)]
        if scene.outcome is not None:
            return Group(*parts, Text(), self.outcome(scene, scene.outcome))
        if middle := self.middle(scene):
            parts += [Text(), *middle]
        if lines and scene.log:
            parts += [Text(), *(self.line(each) for each in scene.log[-lines:])]
        if lines and scene.talk:
            parts += [Text(), *scene.talk]
        if scene.me is not None and scene.hand:
            parts += [Text(), Text.assemble("  ", self.paint.hand(scene.hand))]
        if scene.numbered:
            parts += [Text(), self.choices(scene)]
        return Group(*parts)

    def header(self, scene: Scene) -> RenderableType:
        """What is played, the deal, and facts that belong to nobody."""
        words = self.words
        facts = [self.fact(each) for each in scene.view.facts if each.owner is None and not each.name.startswith(".")]
        left = Text.assemble(" ", (scene.title, "bold"), *((f" · {each}", "dim") for each in scene.header))
        parts = [each for each in facts if each]
        if scene.clock is not None:
            parts.append(Text(words("remote.clock", n=max(0, round(scene.clock))), style="dark_orange"))
        if scene.deal is not None:
            parts.append(Text(words("deal", n=scene.deal), style="dim"))
        right = Text.assemble(Text(" · ").join(parts), " ")
        grid = Table.grid(expand=True, padding=(0, 1, 0, 0))
        grid.add_column(no_wrap=True, overflow="ellipsis", ratio=1)
        grid.add_column(no_wrap=True, justify="right")
        grid.add_row(left, right)
        return grid

    def seats(self, scene: Scene) -> RenderableType:
        """A line a seat: whose turn, name, cards, total, and what lies before it; a second one where hands are open."""
        view = scene.view
        opened = any(
            pile.name == "hand" and pile.owner not in (None, scene.me) and any(one is not None for one in pile.cards)
            for pile in view.piles
        )
        grid = Table.grid(padding=(0, 1))
        grid.add_column(width=1)
        grid.add_column(no_wrap=True, min_width=10)
        grid.add_column(no_wrap=True, min_width=3 if opened else 16)
        grid.add_column(justify="right", no_wrap=True, min_width=4)
        grid.add_column(ratio=1)
        for place in scene.around():
            turn = place.seat in view.turn
            style = "bold dark_orange" if turn else "bold" if place.seat == scene.me else ""
            name = Text(self.words("you") if place.seat == scene.me else place.name, style=style)
            first = (Text("›", style="bold dark_orange") if turn else Text(), name)
            total = Text(number(place.total), style="dim")
            before = self.before(scene, place)
            if not opened:
                grid.add_row(*first, self.held(scene, place.seat), total, before)
                continue
            grid.add_row(*first, self.held(scene, place.seat), total, self.open_hand(scene, place.seat))
            if before or scene.outcome is None:
                grid.add_row("", "", "", "", before)
        return grid

    def open_hand(self, scene: Scene, seat: Seat) -> Text:
        """A hand that everybody sees, or the viewer's own."""
        hand = next((each for each in scene.view.piles if each.owner == seat and each.name == "hand"), None)
        if hand is None or (seat == scene.me and scene.view.turn):
            return Text()
        return self.paint.row(hand.cards)

    # --- parts

    def held(self, scene: Scene, seat: Seat) -> Text:
        """The number of cards in a hand that lies face down, or is the viewer's own."""
        hand = next((each for each in scene.view.piles if each.owner == seat and each.name == "hand"), None)
        if hand is None:
            return Text()
        if seat == scene.me or any(one is not None for one in hand.cards):
            return Text(str(len(hand.cards)), style="dim") if hand.cards else Text()
        return self.paint.backs(len(hand.cards))

    def before(self, scene: Scene, place: Place) -> Text:
        """Every pile of a seat but its hand, then badges and what is to say about the person."""
        lead = scene.view.fact("lead", place.seat) is not None
        parts: list[Text] = []
        for pile in scene.piles(place.seat):
            if pile.name == "hand" or (not pile.cards and pile.lay != "slot"):
                continue
            shown = self.paint.row(pile.cards)
            note = (self.words.known(pile.note) or plain(pile.note)) if pile.note and len(pile.cards) > 1 else None
            if note:
                shown.append(f"  {note}", style="dim")
            if not lead and scene.view.turn:
                shown.stylize("dim")
            parts.append(shown)
        for each in scene.view.facts:
            if each.owner == place.seat and not each.name.startswith("."):
                badge = self.fact(each)
                parts += [badge] if badge else []
        parts += [Text(each, style="dim italic") for each in place.marks]
        return Text("  ").join(parts)

    def fact(self, fact: Fact) -> Text:
        """A badge in the game's words; nothing where the game has no words for it and its value says nothing."""
        owner = "" if fact.owner is None or fact.owner >= len(self.words.names) else self.words.names[fact.owner]
        known = self.words.known(f"fact.{fact.name}")
        if known is not None:
            shown = known.replace("{value}", self.value(fact.value)).replace("{owner}", owner)
        else:
            shown = fact.name.lstrip("!").replace("_", " ")
            shown += "" if fact.value in (1, "", fact.name) else f" {self.value(fact.value)}"
        if fact.name.startswith("!"):
            return self.paint.text(shown, "bold dark_orange")
        return self.paint.text(shown, "dim")

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
        """What belongs to nobody: heaps are counted, slots stand side by side and wrap."""
        groups: dict[str, list[Pile]] = {}
        for each in scene.piles(None):
            groups.setdefault(each.name.split(" ")[0], []).append(each)
        parts: list[RenderableType] = []
        for name, piles in groups.items():
            if all(not each.cards and each.lay != "slot" for each in piles):
                continue
            label = self.words.known(f"pile.{name}") or name
            row = Text.assemble("  ", (label, "dim"), "  ")
            if piles[0].lay == "slot":
                row.append_text(
                    Text("  ").join(self.paint.card(each.cards[-1]) if each.cards else Text("·") for each in piles)
                )
            else:
                row.append_text(Text("  ").join(self.lying(each) for each in piles if each.cards))
            parts.append(row)
        return parts

    def lying(self, pile: Pile) -> Text:
        """A pile in the middle: a heap is a number and its top card, if that can be seen."""
        if pile.lay != "heap":
            return self.paint.row(pile.cards)
        return Text(str(len(pile.cards)), style="dim")

    def choices(self, scene: Scene) -> RenderableType:
        """The numbered actions in columns."""
        cells = [
            Text.assemble((f"{n:>2} ", "dark_orange"), self.action(scene, each))
            for n, each in enumerate(scene.numbered, 1)
        ]
        widest = max(cell.cell_len for cell in cells)
        columns = max(1, min(len(cells), 76 // (widest + 3)))
        rows = -(-len(cells) // columns)
        grid = Table.grid(padding=(0, 3, 0, 0))
        for _ in range(columns):
            grid.add_column(no_wrap=True)
        for at in range(rows):
            grid.add_row(*(cells[n] if (n := at + rows * column) < len(cells) else Text() for column in range(columns)))
        return _indent(grid)

    def action(self, scene: Scene, action: Action) -> Text:
        """An action as a button would say it."""
        return self.paint.text(self.words.say(scene.describe(action)))

    def line(self, line: Line) -> Text:
        """A line of the log: who, and the cards or the words."""
        name = self.words.names[line.seat] if line.seat < len(self.words.names) else str(line.seat)
        shown = Text.assemble(f"  {name:<10}  ", self.paint.row(line.cards))
        said = self.words.say(line.say)
        if not line.cards:
            shown.append_text(self.paint.text(said, "dim"))
        elif len(line.cards) > 1 and (kind := self.words.known(f"kind.{line.say.key.partition('.')[2]}")):
            shown.append(f"  {kind}", style="dim")
        if line.hidden:
            shown.append_text(Text.assemble("  ", self.paint.backs(line.hidden)))
        return shown

    def outcome(self, scene: Scene, found: Outcome) -> RenderableType:
        """How the deal came out, a line a seat."""
        words, settled = self.words, found.settled is not None
        table = Table(box=None, padding=(0, 2), show_edge=False)
        table.add_column("", no_wrap=True)
        for key in ("score", "total", *(("settled", "balance") if settled else ())):
            table.add_column(words(key), justify="right", style="dim" if key == "total" else "", header_style="dim")
        for place in scene.around():
            first = place.seat in found.best
            cells = [number(found.scores[place.seat]), number(found.totals[place.seat])]
            if found.settled is not None and found.balances is not None:
                cells += [number(found.settled[place.seat]), number(found.balances[place.seat])]
            name = words("you") if place.seat == scene.me else place.name
            table.add_row(Text(name, style="bold dark_orange" if first else ""), *cells)
        best = [words("you") if seat == scene.me else words.names[seat] for seat in found.best]
        key = "winner_match" if found.final else "winner"
        if list(found.best) == [scene.me]:
            key = f"{key}_you"
        closing = words(key, names=", ".join(best), n=len(best))
        return Group(table, Text(), Text(f"  {closing}" + (f" ({words('low_is_good')})" if found.low else "")))

    def log(self, lines: Sequence[Line]) -> RenderableType:
        """All plays of the deal."""
        if not lines:
            return Text(f"  {self.words('no_log')}", style="dim")
        return Group(*(self.line(each) for each in lines))


def _indent(grid: Table) -> Table:
    outer = Table.grid(padding=(0, 0, 0, 2))
    outer.add_column()
    outer.add_row(grid)
    return outer


def outcome_of(scores: Sequence[float], totals: Sequence[float], low: bool, **more: object) -> Outcome:
    """The outcome with those who lead by the totals."""
    best = (min if low else max)(totals)
    return Outcome(scores, totals, best=[seat for seat, each in enumerate(totals) if each == best], low=low, **more)  # type: ignore[arg-type]

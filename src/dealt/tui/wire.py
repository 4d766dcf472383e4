"""What a table says, in the words of the games: views, actions, lines of the log and sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from dealt.cards import Card, Cards, card, mask, members, name, rank, ranks, sequence
from dealt.game import Action, Box, Fact, Pile, Say, Sum, View
from dealt.tui.scene import Line
from dealt.wire.protocol import LogLine, WireAction, WireBox, WireView
from dealt.wire.refusal import say_of


def cards_in_order(names: Sequence[str]) -> tuple[Card, ...]:
    """Cards in notation, in their order."""
    return tuple(card(each) for each in names)


def action_of(sent: WireAction) -> Action:
    """A legal action; its name is what the room understands."""
    pick = None if sent.pick is None else (sent.pick[0], sent.pick[1])
    return Action(sent.verb, mask(cards_in_order(sent.cards)), sent.amount, sent.upto, sent.step, pick)


def view_of(sent: WireView) -> tuple[View, dict[Action, Say]]:
    """A view, and what its legal actions are called."""
    legal = {action_of(each): say_of(each.say) for each in sent.legal}
    piles = tuple(
        Pile(
            each.name,
            each.owner,
            tuple(None if one is None else card(one) for one in each.cards),
            each.lay,
            each.note,
            None if each.at is None else (each.at[0], each.at[1]),
            each.role,
            tuple(each.groups),
        )
        for each in sent.piles
    )
    facts = tuple(Fact(each.name, each.owner, each.value, each.lay, each.role) for each in sent.facts)
    score = None if sent.score is None else tuple(sent.score)
    sums = tuple(Sum(each.name, tuple(each.piles), each.value, each.goal, each.mark) for each in sent.sums)
    wild = mask(map(card, sent.wild))
    return View(sent.seat, tuple(sent.turn), piles, facts, tuple(legal), score, sent.suits, sums=sums, wild=wild), legal


def boxes_of(sent: Sequence[WireBox], says: dict[Action, Say]) -> list[Box]:
    """Boxes; what their actions are called is added to ``says``."""
    found: list[Box] = []
    for each in sent:
        actions = {action_of(one): say_of(one.say) for one in each.actions}
        says.update(actions)
        found.append(Box(each.group, each.columns, tuple(actions)))
    return found


def vocabulary_of(sent: Sequence[WireAction], says: dict[Action, Say]) -> list[Action]:
    """Actions that may not be possible now; what they are called is added to ``says``."""
    found = {action_of(each): say_of(each.say) for each in sent}
    for action, say in found.items():
        says.setdefault(action, say)
    return list(found)


def describer(says: Mapping[Action, Say]) -> Callable[[Action], Say]:
    """A function that names actions: as the room does, or with other cards or amounts where one stands for several."""

    def describe(action: Action) -> Say:
        if action in says:
            return says[action]
        offered = next((each for each in says if each.pick and each.verb == action.verb), None)
        if offered is not None and offered.pick is not None:
            return _chosen(says[offered], offered.pick, action)
        alike = (each for each in says if each.verb == action.verb and ranks(each.cards) == ranks(action.cards))
        like = next(alike, None)
        base = Say(action.verb.replace(" ", "_")) if like is None else says[like]
        shown = _in_place(base.args.get("cards"), action.cards)
        amount = {} if action.amount is None else {"amount": action.amount}
        return Say(base.key, {**base.args, **({"cards": shown} if shown else {}), **amount})

    return describe


def _chosen(base: Say, pick: tuple[int, int], action: Action) -> Say:
    """What a choice of cards is called, with the cards that were chosen and their number in their places."""
    shown, between = tuple(name(one) for one in members(action.cards)), "–".join(map(str, pick))
    args = {
        key: shown if isinstance(value, tuple) else len(shown) if value == between else value
        for key, value in base.args.items()
    }
    return Say(base.key, args)


def _in_place(named: object, chosen: Cards) -> tuple[str, ...]:
    """Cards by name, each where one of its rank stands among those that are named of an action of equal ranks."""
    ranked = [rank(one) for each in named for one in sequence(each)] if isinstance(named, tuple) else []
    order = sorted(members(chosen), key=lambda one: ranked.index(rank(one)) if rank(one) in ranked else len(ranked))
    return tuple(map(name, order))


def line_of(sent: LogLine) -> Line:
    cards, turned = cards_in_order(sent.cards), cards_in_order(sent.turned)
    return Line(sent.seat, say_of(sent.say), cards, sent.hidden, sent.role, sent.action, turned)

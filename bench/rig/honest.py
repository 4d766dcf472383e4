"""Somebody honest who plays, talks and comes back, and complains when the room forgets what it once told.

They know the protocol and no connection: ``hear`` takes a message of the room and returns what they answer.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, Final

import msgspec

from bench.rig.hostile import exact_name
from bench.rig.judging import Broken
from dealt.game import Seat
from dealt.session import events
from dealt.session.session import Session
from dealt.session.view import wire_view
from dealt.table import commitment
from dealt.wire.protocol import WireView

__all__ = ["EXPECTED", "Evening", "Honest", "Stored", "percentile", "told"]

EXPECTED: Final = (
    "stale",
    "not_over",
    "at_table",
    "started",
    "slow_down",
    "table_full",
    "storage",
    "named",
    "unreachable",
    "taken_over",
)
"""Refusals that honest people meet: somebody else was faster, the room is asked too much, or it can't store."""
FASTER: Final = ("why.cut_taken",)
"""Reasons why an action is not possible any more that another seat took in the same turn."""
AGAIN: Final = ("slow_down", "storage", "unreachable")
"""Refusals after which they try again."""
Message = dict[str, Any]


class Evening:
    """What the people of one table share."""

    def __init__(self, wish: Message, *, alone: bool, seats: int):
        """``wish`` is what ``create`` says; ``alone``: only one plays, who may take actions back."""
        self.wish, self.alone, self.seats = wish, alone, seats
        self.table = ""
        self.finishing = False


class Honest:
    """A person at a table."""

    def __init__(self, name: str, evening: Evening, rng: Random, *, opens: bool, wait_for: int = 1):
        """``opens``: it is they who open the table; they deal when ``wait_for`` people sit there."""
        self.name, self.evening, self.rng, self.opens, self._wait_for = name, evening, rng, opens, wait_for
        self.token: str | None = None
        self.seated = False
        self.step = self.deals = 0
        self.sent: dict[int, str] = {}
        self.chosen: Counter[str] = Counter()
        """Every action that was sent: at a step there may be two, where another seat took the first."""
        self.told: list[tuple[int, str]] = []
        """The actions that came back in the table's log, with the position that they answered."""
        self.views: dict[int, tuple[Seat | None, int]] = {}
        """By position the seat from which it was seen, and a fingerprint of what was seen."""
        self.promises: list[str] = []
        """The seeds that were promised, in their order."""
        self.lines_said: Counter[str] = Counter()
        self.lines_heard: Counter[str] = Counter()
        self.delays: list[float] = []
        """Seconds from an action to the table that shows it."""
        self.absences: list[float] = []
        """Seconds from a lost connection to the table on the next one."""
        self.errors: Counter[str] = Counter()
        self.done = self.refused = False
        self._logs: dict[str, list[Any]] = {}
        self._line = 0
        self._asked: tuple[int, float] | None = None
        self._answered = -1
        self._lost = 0.0
        self._state: Message | None = None

    def standing(self) -> str:
        """Where they stand, for who looks into a table that does not go on."""
        state = self._state or {}
        turn = (state.get("view") or {}).get("turn")
        return (
            f"{self.name} at step {self.step}, seat {state.get('seat')}, {state.get('phase')}, turn {turn}, "
            f"stalled {state.get('stalled')}, answered {self._answered}, refused {self.refused}, "
            f"gone {bool(self._lost)}"
        )

    def lost(self) -> None:
        """The connection is gone."""
        if self.seated and not self._lost:
            self._lost = time.perf_counter()

    def begin(self) -> list[Message]:
        """What to say on a new connection."""
        self._asked, self._answered = None, -1
        return [{"op": "hello", "v": 1, **({"token": self.token} if self.token else {})}]

    def hear(self, message: Message) -> list[Message]:
        """What to answer; Broken if the room contradicts what it said before."""
        known = getattr(self, f"_on_{message['op']}", None)
        return known(message) if known else []

    def _on_welcome(self, welcome: Message) -> list[Message]:
        if welcome["stale"]:
            raise Broken(f"{self.name} is forgotten")
        return [] if self.token else [{"op": "name", "name": self.name}]

    def _on_error(self, error: Message) -> list[Message]:
        self.errors[error["code"]] += 1
        if error["code"] in ("name_taken", "name_alike"):  # the room died before it could tell us our token
            self.name = error["say"]["args"]["free"]
            return [{"op": "name", "name": self.name}]
        late = error["say"]["key"] in FASTER
        if error["code"] not in EXPECTED and not late:
            raise Broken(f"{self.name} is refused: {error}")
        self._asked = None
        self.refused = error["code"] in AGAIN
        return self.again() if late else []

    def again(self) -> list[Message]:
        """What to say some time after a refusal."""
        self.refused = False
        if self.token is None:
            return [{"op": "name", "name": self.name}]
        if not self.seated or self._state is None:
            return self.sit()
        self._answered = -1
        return self._answer(self._state)

    def _on_you(self, you: Message) -> list[Message]:
        self.token = you["token"]
        if you["table"] is not None:
            return []
        if self.seated and not self.evening.finishing:
            raise Broken(f"the table of {self.name} is forgotten")
        return self.sit()

    def _on_lobby(self, _: Message) -> list[Message]:
        return [] if self.seated or not self.token else self.sit()

    def sit(self) -> list[Message]:
        """Come to the table, if it is there."""
        if self.opens and not self.evening.table:
            return [{"op": "create", **self.evening.wish}]
        return [{"op": "join", "table": self.evening.table}] if self.evening.table else []

    def _on_left(self, left: Message) -> list[Message]:
        if not self.evening.finishing:
            raise Broken(f"{self.name} has lost the seat: {left}")
        self.done = True
        return []

    def _on_talk(self, talk: Message) -> list[Message]:
        for line in talk["lines"]:
            if line["n"] > self._line:
                self._line = line["n"]
                if line["text"]:
                    self.lines_heard[line["text"]] += 1
        return []

    def _on_table(self, state: Message) -> list[Message]:
        self.evening.table, self.seated = state["id"], True
        if self._lost:
            self.absences.append(time.perf_counter() - self._lost)
            self._lost = 0.0
        self._check(state)
        self._state = state
        if self._asked and state["step"] > self._asked[0]:
            self.delays.append(time.perf_counter() - self._asked[1])
            self._asked = None
        return self._answer(state)

    def _answer(self, state: Message) -> list[Message]:
        step, view, phase = state["step"], state["view"], state["phase"]
        if phase == "waiting":
            people = sum(each["kind"] == "person" for each in state["seats"])
            return [{"op": "start"}] if state["dealer"] == self.name and people >= self._wait_for else []
        if phase in ("over", "final"):
            if self.evening.finishing:
                return [{"op": "leave"}]
            mine = next((each for each in state["seats"] if each["seat"] == state["seat"]), None)
            return [] if mine is None or mine["ready"] else [{"op": "ready", "step": step}]
        if not view or state["seat"] not in view["turn"] or not view["legal"] or self._answered == step:
            return []
        self._answered = step
        if self.evening.alone and self.rng.random() < 0.1:
            return [self._change_of_mind(state)]
        return self._act(step, view)

    def _change_of_mind(self, state: Message) -> Message:
        begun = state["log_from"] + len(state["log"])
        if begun and self.rng.random() < 0.7:
            return {"op": "undo", "step": state["step"]}
        return {"op": "deal", "step": state["step"], "same": self.rng.random() < 0.5}

    def _act(self, step: int, view: Message) -> list[Message]:
        action = exact_name(self.rng.choice(view["legal"]), self.rng)
        self.sent[step] = action
        self.chosen[action] += 1
        answers = [{"op": "act", "step": step, "action": action}]
        if self.rng.random() < 0.03:
            line = f"{self.name} {sum(self.lines_said.values())}"
            self.lines_said[line] += 1
            answers.append({"op": "chat", "text": line})
        return answers

    def _compare(self, step: int, seat: Seat | None, seen: int) -> None:
        """Broken if the same position looked otherwise before."""
        before = self.views.setdefault(step, (seat, seen))
        if before[0] == seat and before[1] != seen:
            raise Broken(f"{self.name} was shown step {step} otherwise before")
        self.views[step] = seat, seen

    def acts(self) -> None:
        """An action is on its way now."""
        self._asked = self.step, time.perf_counter()

    def _check(self, state: Message) -> None:
        """Broken if the table has gone back, or its log was told otherwise before."""
        if state["step"] < self.step:
            raise Broken(f"step {state['step']} after {self.step} was told")
        if state["step"] > self.step and state["phase"] in ("over", "final"):
            self.deals += 1
        self.step = state["step"]
        if state["promise"] and state["promise"] not in self.promises[-1:]:
            self.promises.append(state["promise"])
        if state["commitment"] is None:
            return
        if state["view"]:
            self._compare(state["step"], state["seat"], fingerprint(msgspec.convert(state["view"], WireView)))
        if self.evening.alone:  # only they play: what they sent is the last line of the next step
            sent = self.sent.get(state["step"] - 1)
            if sent is not None and state["log"] and state["log"][-1]["action"] == sent:
                self.told.append((state["step"] - 1, sent))
            return
        known = self._logs.setdefault(state["commitment"], [])
        lines = [(line["seat"], line["action"]) for line in state["log"]]
        if state["log_from"] > len(known):
            raise Broken(f"lines of the log are missing: {len(known)} to {state['log_from']}")
        fresh = known[: state["log_from"]] + lines
        if [seat for seat, _ in fresh[: len(known)]] != [seat for seat, _ in known]:
            raise Broken("the log was told otherwise before")
        if state["seat"] is not None:
            begun = state["step"] - len(fresh)
            for n, (seat, action) in enumerate(fresh[len(known) :], len(known)):
                # in simultaneous play our answer may be carried out at a later step than it was meant for
                if seat == state["seat"] and action in self.chosen:
                    self.told.append((begun + n, action))
        self._logs = {state["commitment"]: fresh}


def fingerprint(view: WireView) -> int:
    """The same for views that are told in the same words."""
    return hash(msgspec.json.encode(msgspec.json.decode(msgspec.json.encode(view), type=WireView)))


class Stored:
    """What the events of a table say: actions, talk, promises, and what people could see of each position."""

    def __init__(self, people: Sequence[Honest]):
        """``people`` are those who were at the table."""
        self.people = people
        self.actions: Counter[tuple[int, str]] = Counter()
        self.said: Counter[str] = Counter()
        self.promises: list[str] = []
        self.seen = 0
        """The number of views that were told, and are those of the stored positions."""
        self._step = -1

    def watch(self, session: Session, event: events.Event) -> None:
        """See the table before an event is carried out."""
        self.look(session)
        match event:
            case events.Acted():
                self.actions[session.step, event.action] += 1
            case events.Spoke():
                self.said[event.text] += 1
            case events.SeedDrawn():
                self.promises.append(commitment(bytes.fromhex(event.seed)))
            case _:
                pass

    def look(self, session: Session) -> None:
        """Broken if somebody was shown this position otherwise than it is."""
        if session.step == self._step or session.table is None:
            return
        self._step = session.step
        views: dict[Seat | None, int] = {}
        for person in self.people:
            if (told := person.views.get(session.step)) is None:
                continue
            seat, seen = told
            if seat not in views:
                views[seat] = fingerprint(wire_view(session.game, session.table.view(seat, log=False)))
            if views[seat] != seen:
                raise Broken(f"{person.name} was shown another step {session.step} than the one that is stored")
            self.seen += 1

    def judge(self) -> int:
        """Broken if anything that people were told is not stored exactly once; the number of actions."""
        for person in self.people:
            told(person, self.actions, self.said)
            left = iter(self.promises)
            if lost := [each for each in person.promises if each not in left]:
                raise Broken(f"{person.name} was promised {lost[0]}, which is not stored, or not in this order")
        if self.seen != sum(len(person.views) for person in self.people):
            raise Broken("somebody was shown a position that is not stored")
        return sum(len(person.told) for person in self.people)


def told(person: Honest, stored: Counter[tuple[int, str]], said: Counter[str]) -> None:
    """Broken if anything that a person was told is not stored exactly once.

    What was said by people who have been deleted since is stored empty.
    """
    for step, action in person.told:
        if stored[step, action] != 1:
            raise Broken(
                f"{person.name} was told of {action!r} at step {step}: it is stored {stored[step, action]} times"
            )
    lost = {line: times - said[line] for line, times in person.lines_heard.items() if said[line] < times}
    if sum(lost.values()) > said[""]:
        raise Broken(f"{person.name} heard {[*lost]}, which is not stored")
    for line in person.lines_said:
        if said[line] > 1:
            raise Broken(f"{line!r} is stored {said[line]} times")


def percentile(values: list[float], share: float) -> float:
    """The value below which that share of the values lies, in milliseconds; 0 if there are none."""
    return 1000 * sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else 0.0

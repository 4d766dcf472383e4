"""Hostile frames: every kind of message that the protocol knows, nearly right or quite wrong.

What a message holds is read from its type, so that a new kind of message is attacked from its first day. Values come
from what the attacker has heard under the same name, from the type and its limits, and from what no type allows.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict, deque
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from random import Random
from typing import Any, Final

import msgspec
from msgspec import inspect

from dealt.cards import STANDARD
from dealt.cards import name as card_name
from dealt.game import Listing
from dealt.wire import protocol

__all__ = ["KINDS", "Heard", "Hostile", "exact_name"]

KINDS: Final = {str(kind.__struct_config__.tag): inspect.type_info(kind) for kind in protocol.FromFace.__args__}  # type: ignore[attr-defined]
"""The type of every message to the room, by its op."""
FIELDS: Final = sorted({each.name for kind in KINDS.values() for each in kind.fields})
SELDOM: Final = {"bye": 0.05, "leave": 0.3, "name": 0.5, "hello": 0.3, "create": 0.6}
"""How often somebody does what takes them out of the game, beside 1 for all else; else nobody would sit anywhere."""
OFTEN: Final = {"act": 12.0, "ready": 3.0, "start": 2.0, "join": 3.0, "quick": 2.0}
KEPT: Final = 40
HEX: Final = re.compile(r"\^?\[0-9a-f\]\{(\d+)\}\$?")
"""The pattern of a field that holds bytes."""
CARDS: Final = [card_name(each) for each in STANDARD]
SIGNS: Final = (
    "", " ", "x", "-1", "0", "@key", "#0", "\x00", "\x1b[2J", "\u202eevil", "\u2066", "\u200b", "🂡", "á" * 9, "ﬀ",
    "preset", "self", "seed", "__class__", "../../etc/passwd", "' or 1=1 --", "<script>alert(1)</script>", "{seat}",
    "%s%n", "1e308", "NaN", "3d" * 30, "play 3d 3d", "PASS ", "0..9", "1..2 of 3d3s", "x" * 600, "Ａnna", "Аnna",
)  # fmt: skip
NUMBERS: Final = (0, 1, -1, 2, 7, 51, 52, 53, 255, 2**31, 2**53 - 1, 2**53, -(2**63), 2**64, 10**30, 10**400)
RUBBISH: Final[tuple[str | bytes, ...]] = (
    "", "null", "{}", "[]", "0", '"', "NaN", "1e999", "-", "\ufeff{}", '{"op":"act"', '{"op":null}', '{"op":["act"]}',
    '{"op":"act","op":"ready","step":0}', '{"op":"act","step":NaN,"action":"pass"}', '{"op":"ping","n":1e308}',
    '{"op":"ping","n":' + "9" * 5000 + "}", '{"op":"chat","text":"\\ud800"}', '{"op":"chat","text":"\\udc00\\ud800"}',
    '{"op":"chat","text":"' + "\\u0000" * 80 + '"}', "[" * 15_000, '{"op":' * 2_000,
    '{"a":' * 1_500 + "1" + "}" * 1_500,
    b"", b"\x00\xff\xfe", b'{"op":"ping"}', b"\x1f\x8b\x08\x00" * 8, b"\xed\xa0\x80", "[1,2,3]", '{"op":"PING"}',
    '{"op":"options","options":{"a":{"b":{"c":1}}}}',
)  # fmt: skip


class Heard:
    """What an attacker has read: the newest values by the name under which they came."""

    def __init__(self) -> None:
        self._values: dict[str, deque[Any]] = defaultdict(lambda: deque(maxlen=KEPT))
        self.step = 0

    def hear(self, message: dict[str, Any]) -> None:
        """Remember what a message from the room holds."""
        op = message.get("op")
        if op == "table":
            self.step = message["step"]
            self._values["table"].append(message["id"])
            view = message["view"] or {}
            self._values["action"].extend(each for each in view.get("legal", ())[-20:])
            self._values["verb"].extend(each["action"].partition(" ")[0] for each in message["log"][-3:])
            self._values["verb"].extend(each["verb"] for each in view.get("legal", ())[-3:])
            self._values["cards"].extend(one for pile in view.get("piles", ())[:6] for one in pile["cards"] if one)
        elif op == "lobby":
            for each in message["tables"][:20]:
                self._values["table"].append(each["id"])
                self._values["set"].append(each["set"])
        for key, value in message.items():
            if isinstance(value, str | int) and key != "op":
                self._values[key].append(value)

    def any(self, name: str, rng: Random) -> Any:
        """Something that was heard under a name, None if nothing was."""
        known = self._values.get(name)
        return rng.choice(known) if known else None


def exact_name(legal: dict[str, Any], rng: Random) -> str:
    """The name of one exact action that a legal action of a message stands for."""
    verb, cards, amount = legal["verb"], legal["cards"], legal["amount"]
    if legal.get("pick") is not None:
        least, most = legal["pick"]
        cards = rng.sample(cards, rng.randint(least, most))
    elif legal.get("upto") is None:
        return str(legal["name"])
    if legal.get("upto") is not None:
        amount = rng.choice(range(amount, legal["upto"] + 1, legal.get("step") or 1))
    return " ".join([verb, *(["".join(cards)] if cards else []), *([] if amount is None else [str(amount)])])


class Hostile:
    """Draws frames for one attacker. ``tokens`` and ``names`` are those of others that may be tried."""

    def __init__(
        self,
        rng: Random,
        games: Mapping[str, Listing],
        heard: Heard,
        tokens: Sequence[str],
        names: Sequence[str],
        *,
        odd: float = 0.2,
    ):
        """``odd`` is how often a table is wanted with options of its own, for which the room may work for a second."""
        self.rng, self.heard, self._odd = rng, heard, odd
        self._ops = [*KINDS]
        self._weights = [SELDOM.get(op, OFTEN.get(op, 1.0)) for op in self._ops]
        self._given = rng.randbytes(32)
        self._games, self._tokens, self._names = games, tokens, names

    def frame(self) -> str | bytes:
        """The next frame."""
        draw = self.rng.random()
        if draw < 0.08:
            return self.rng.choice(RUBBISH)
        op = self.rng.choices(self._ops, self._weights)[0]
        message = self.message(op)
        if draw < 0.62:
            return json.dumps(message, ensure_ascii=draw < 0.4)
        return self._spoilt(message)

    def message(self, op: str) -> dict[str, Any]:
        """A message of a kind with values of the right types, most of them sensible."""
        message: dict[str, Any] = {"op": op}
        for each in KINDS[op].fields:
            if each.required or self.rng.random() < 0.5:
                message[each.encode_name] = self._value(each.name, each.type)
        rng = self.rng
        if rng.random() < 0.8 and message.get("game") in self._games:
            listing = self._games[message["game"]]
            if message.get("preset"):
                message["preset"] = rng.choice([*listing.presets, None])
            if message.get("options"):
                message["options"] = {}
            if rng.random() < self._odd:
                some = rng.sample(listing.options, min(2, len(listing.options)))
                message["options"] = {each.name: self._option(each) for each in some}
        return message

    def _spoilt(self, message: dict[str, Any]) -> str | bytes:
        """A message with something wrong: a field missing, foreign, of another type or too large; cut or doubled."""
        rng, fields = self.rng, [key for key in message if key != "op"]
        draw = rng.random()
        if draw < 0.5:
            key = rng.choice(fields) if fields and draw < 0.35 else rng.choice(FIELDS)
            message[key] = self._anything()
        elif draw < 0.6 and fields:
            del message[rng.choice(fields)]
        elif draw < 0.65:
            message["op"] = self._anything()
        written = json.dumps(message, ensure_ascii=rng.random() < 0.5)
        if draw < 0.65:
            return written.replace('"\\ud800"', '"\\ud800"')
        if draw < 0.8:
            return written[: rng.randrange(len(written))]
        if draw < 0.86:
            return written.encode("utf-8", "surrogatepass")
        if draw < 0.92:
            return written + rng.choice([written, "}", ",", "\x00", "//"])
        cut = rng.randrange(len(written))
        return written[:cut] + chr(rng.choice([0, 34, 92, 123, 0x7F, 0x2028, 0xFEFF, 0x1F0A1])) + written[cut:]

    def _anything(self) -> Any:
        rng = self.rng
        choices: list[Callable[[], Any]] = [
            lambda: None,
            lambda: rng.random() < 0.5,
            lambda: rng.choice(NUMBERS),
            lambda: rng.choice(SIGNS),
            lambda: rng.uniform(-1e9, 1e9),
            lambda: rng.choice([float("inf"), float("nan"), 1e308]),
            lambda: [rng.choice(SIGNS) for _ in range(rng.randrange(80))],
            lambda: {rng.choice(SIGNS): rng.choice(NUMBERS) for _ in range(rng.randrange(40))},
            lambda: [[[[rng.choice(NUMBERS)]]]],
        ]
        return rng.choice(choices)()

    def _value(self, name: str, kind: Any) -> Any:
        """A value for a field: what suits its name, or what its type allows."""
        if self.rng.random() < 0.8 and (apt := self._apt(name)) is not None:
            return apt
        return self._of_type(name, kind)

    def _apt(self, name: str) -> Any:
        """What an attacker who knows the room would write there; None if nothing special comes to mind."""
        rng, heard = self.rng, self.heard
        match name:
            case "step":
                return max(0, heard.step + rng.choice([0, 0, 0, 0, 0, -1, 1, -5, 1000]))
            case "action":
                legal = heard.any("action", rng)
                if rng.random() < 0.35:  # for a hand that they can't see
                    some = [heard.any("cards", rng) or "3d", *rng.sample(CARDS, 2)]
                    return f"{heard.any('verb', rng) or 'play'} {''.join(rng.sample(some, rng.choice([1, 1, 2])))}"
                return exact_name(legal, rng) if isinstance(legal, dict) else rng.choice(["pass", "play 3d", legal])
            case "cards":
                return [heard.any("cards", rng) or rng.choice(CARDS) for _ in range(rng.randrange(6))]
            case "game":
                return rng.choice([*self._games, "gift"])
            case "preset":
                return rng.choice([each for listing in self._games.values() for each in listing.presets] + [None])
            case "options":
                options = [each for listing in self._games.values() for each in listing.options]
                some = rng.sample(options, rng.randrange(3))
                return {each.name: self._option(each) for each in some}
            case "token":
                return rng.choice([heard.any("token", rng), *self._tokens[-20:], "x" * 43])
            case "name":
                return rng.choice([*self._names[-20:], *SIGNS, f"m{rng.randrange(10**6)}", f"m{rng.randrange(10**6)}"])
            case "computers":
                return rng.choice(["random", "lowest", "random", None, "solver", "x"])
            case "v":
                return rng.choice([1, 1, 1, 2, 0, -1])
            case "deal" | "line":
                return rng.randrange(12)
            case "text":
                return rng.choice(["hm", "🂡 " * 20, *SIGNS]) or "?"
            case "given" | "seal":  # now and then they belong together
                return self._given.hex() if name == "given" else sha256(self._given).hexdigest()
            case "set":
                return rng.choice(["evening", "a", heard.any("set", rng), "../x", None])
            case _:
                return heard.any(name, rng)

    def _option(self, option: Any) -> Any:
        rng = self.rng
        values = [*option.choices, option.default, rng.choice(NUMBERS[:12]), rng.choice(SIGNS)]
        return rng.choice(values)

    def _of_type(self, name: str, kind: Any) -> Any:
        """Any value of a type, its limits above all."""
        rng = self.rng
        match kind:
            case inspect.Metadata():
                return self._of_type(name, kind.type)
            case inspect.UnionType():
                return self._of_type(name, rng.choice(kind.types))
            case inspect.NoneType():
                return None
            case inspect.BoolType():
                return rng.random() < 0.5
            case inspect.IntType():
                low, high = kind.ge or 0, kind.le if kind.le is not None else 2**63 - 1
                return rng.choice([low, high, rng.randint(low, low + 60), rng.randint(low, high), high + 1, low - 1])
            case inspect.FloatType():
                return rng.choice([0.0, -0.0, 1.5, 1e308, -1e308, 5e-324])
            case inspect.StrType():
                if kind.pattern and (hexadecimal := HEX.fullmatch(kind.pattern)) and rng.random() < 0.8:
                    return rng.randbytes(int(hexadecimal[1]) // 2).hex()
                most = kind.max_length or 100
                return rng.choice(
                    ["", *SIGNS, "x" * most, "x" * (most + 1), "".join(chr(rng.randrange(1, 0xD7FF)) for _ in range(9))]
                )
            case inspect.LiteralType():
                return rng.choice([*kind.values, *kind.values, rng.choice(SIGNS)])
            case inspect.ListType() | inspect.VarTupleType() | inspect.SetType():
                most = kind.max_length or 20
                count = rng.choice([0, 1, 2, 5, most, most + 1])
                return [self._of_type(name, kind.item_type) for _ in range(min(count, 70))]
            case inspect.DictType():
                return {
                    str(self._of_type(name, kind.key_type))[:80]: self._of_type(name, kind.value_type)
                    for _ in range(rng.choice([0, 1, 3, 33]))
                }
            case inspect.BytesType():
                return "AAAA" * rng.randrange(12)
            case inspect.StructType():
                return {each.encode_name: self._of_type(each.name, each.type) for each in kind.fields}
            case _:
                return self._anything()


def outgoing() -> msgspec.json.Decoder[Any]:
    """Reads what the room sends; msgspec.ValidationError if the protocol has no such message."""
    return msgspec.json.Decoder(protocol.FromRoom)

"""Limits by address that hold across the processes of a cluster: an atomic script in Redis, ``limits.lua``.

Tokens are drawn from one bucket for each address, which follows the law of :class:`dealt.server.base.limits.Bucket` by
the clock of Redis. Of what is asked for often a process draws some tokens at once and returns what it did not use.
While Redis does not answer, each process limits by itself. Whatever is in Redis is made again if it is lost.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections import Counter, OrderedDict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

import structlog
from redis.exceptions import NoScriptError, RedisError

from dealt.server.base.background import Background, attended, unattended
from dealt.server.base.config import Config
from dealt.server.base.limits import Buckets, Limits

if TYPE_CHECKING:
    from redis.asyncio import Redis


WITHIN: Final = 1.0
"""Seconds after which Redis counts as gone."""
BEAT: Final = 1.0
"""Seconds between two signs of life, and between two tries to reach Redis while it is gone."""
LASTS: Final = 5.0
"""Seconds without a sign of life after which the connections of a process count no more."""
LEAVE_AFTER: Final = 0.05
"""Seconds in which connections that have closed are gathered before Redis is told."""
PART: Final = 32
"""At most this part of what is left is drawn at once: what other processes can't reach meanwhile is little."""
MOST_DRAWN: Final = 64
MOST_RETURNED: Final = 200
"""The number of keys whose tokens go back in one script, which keeps everybody else waiting."""
MOST_TOGETHER: Final = 500
"""The number of scripts that travel together."""
MOST_WAITS: Final = 1000
ACTS_KEPT: Final = 30.0
KEPT: Final = 0.5
"""Seconds after which tokens that nobody used go back: of actions, which come again and again, and of the rest."""

TROUBLE: Final = (RedisError, OSError, TimeoutError)

SCRIPT: Final = Path(__file__).with_suffix(".lua").read_text(encoding="utf-8")
SHA: Final = hashlib.sha1(SCRIPT.encode(), usedforsecurity=False).hexdigest()

log = structlog.get_logger("dealt.limits")


class Gone(Exception):  # noqa: N818 - it says what it is
    """Redis does not answer: limit by yourself."""


@dataclass(slots=True)
class _Asked:
    """Something that the script is to do."""

    keys: list[str]
    arguments: tuple[Any, ...]
    answer: asyncio.Future[Any]


class Scripts:
    """Redis as the limits need it: it answers soon, or counts as gone until a sign of life gets through.

    What is asked while an answer is on its way travels together afterwards, over one connection.
    """

    def __init__(self, redis: Redis, prefix: str):
        self.redis, self.prefix = redis, prefix
        self.gone = False
        self._waiting: list[_Asked] = []
        self._sending: asyncio.Task[None] | None = None

    async def run(self, what: str, keys: list[str], *arguments: Any, trying: bool = False) -> Any:
        """What the script returns; Gone if Redis does not answer. ``trying``: ask even if it counts as gone."""
        if self.gone and not trying:
            raise Gone
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        named = [f"{self.prefix}{each}" for each in keys]
        self._waiting.append(_Asked(named, (*arguments, what), answer))
        if self._sending is None:
            self._sending = unattended(self._send())
        return await answer

    async def _send(self) -> None:
        try:
            while self._waiting:
                some, self._waiting = self._waiting[:MOST_TOGETHER], self._waiting[MOST_TOGETHER:]
                try:
                    async with asyncio.timeout(WITHIN):
                        await self._answer(some)
                except TROUBLE as error:
                    self._lose([*some, *self._waiting], str(error) or type(error).__name__)
                    self._waiting = []
                    with contextlib.suppress(*TROUBLE):  # an answer that still comes belongs to no question any more
                        await self.redis.connection_pool.disconnect()
                else:
                    if self.gone:
                        log.info("Redis answers: limits of addresses hold across all processes again")
                    self.gone = False
        finally:
            self._sending = None

    async def _answer(self, some: list[_Asked]) -> None:
        while some:
            async with self.redis.pipeline(transaction=False) as pipeline:
                for each in some:
                    pipeline.evalsha(SHA, len(each.keys), *each.keys, *each.arguments)
                answers = await pipeline.execute(raise_on_error=False)
            again = []
            for each, answer in zip(some, answers, strict=True):
                if isinstance(answer, NoScriptError):
                    again.append(each)
                elif isinstance(answer, Exception):
                    raise answer
                elif not each.answer.done():
                    each.answer.set_result(answer)
            if again:
                await self.redis.script_load(SCRIPT)
            some = again

    def _lose(self, some: list[_Asked], why: str) -> None:
        if not self.gone:
            log.warning("Redis does not answer: this process limits addresses by itself", why=why)
        self.gone = True
        for each in some:
            if not each.answer.done():
                each.answer.set_exception(Gone())


class SharedRation(Buckets):
    """Tokens by key that all processes share. Those that are drawn and not yet taken are the process's stock."""

    def __init__(self, scripts: Scripts, name: str, rate: float, burst: float, *, most: int, kept: float):
        """``most`` is how many tokens are drawn in advance at most, ``kept`` how long unused ones stay here."""
        super().__init__(rate, burst)  # as long as Redis does not answer
        self._scripts, self._name = scripts, name
        self._most, self._kept = most, kept
        self._stock: OrderedDict[str, tuple[int, float]] = OrderedDict()
        """Tokens by key, and when one was last drawn, taken or given back; what was touched last is last."""
        self._wanted: Counter[str] = Counter()
        self._drawing: dict[str, asyncio.Task[bool]] = {}
        self._waits: dict[str, float] = {}
        """When a key that has none gets a token, for those that are asking now."""

    async def fetch(self, key: str, now: float) -> None:
        while self._rate and not self._scripts.gone and not self._left(key):
            self._wanted[key] += 1
            drawing = self._drawing.get(key)
            if drawing is None:
                drawing = self._drawing[key] = attended(self._draw(key, now))
            if not await asyncio.shield(drawing):
                return

    async def _draw(self, key: str, now: float) -> bool:
        """Draw as many tokens of a key as are wanted; False if there is none."""
        self._waits.pop(key, None)
        wanted = self._wanted.pop(key)
        try:
            drawn, wait = await self._scripts.run(
                "draw", [f"{self._name}:{key}"], self._rate, self._burst, wanted, self._most, PART
            )
        except Gone:
            return False
        finally:
            self._wanted.pop(key, None)  # who came meanwhile asks again
            del self._drawing[key]
        if drawn:
            self._put(key, int(drawn), now)
            return True
        if len(self._waits) >= MOST_WAITS:
            self._waits.clear()
        self._waits[key] = float(wait)
        return False

    def wait(self, key: str, now: float) -> float:
        if not self._rate or self._left(key):
            return 0.0
        if self._scripts.gone:
            return super().wait(key, now)
        return self._waits.get(key, 1 / self._rate)

    def take(self, key: str, now: float) -> bool:
        if not self._rate:
            return True
        if not self._left(key):
            return self._scripts.gone and super().take(key, now)
        self._put(key, -1, now)
        return True

    def give_back(self, key: str) -> None:
        if self._rate:
            self._put(key, 1, asyncio.get_running_loop().time())

    async def tidy(self, now: float, *, everything: bool = False) -> None:
        """Return what was not used for a while to Redis, or all of it."""
        due: dict[str, int] = {}
        while self._stock:
            key, (left, at) = next(iter(self._stock.items()))
            if now - at < self._kept and not everything:
                break
            del self._stock[key]
            due[f"{self._name}:{key}"] = left
        keys = list(due)
        with contextlib.suppress(Gone):  # then they are lost: Redis fills up by itself
            for first in range(0, len(keys), MOST_RETURNED):
                some = keys[first : first + MOST_RETURNED]
                await self._scripts.run("return", some, self._rate, self._burst, *(due[key] for key in some))

    def _left(self, key: str) -> int:
        return self._stock.get(key, (0, 0.0))[0]

    def _put(self, key: str, tokens: int, now: float) -> None:
        left = self._left(key) + tokens
        if left:
            self._stock[key] = left, now
            self._stock.move_to_end(key)
        else:
            del self._stock[key]


class SharedLimits(Limits):
    """Limits by address of a process of a cluster."""

    def __init__(self, config: Config, redis: Redis, prefix: str = "dealt:"):
        """``prefix`` begins the names of all keys: rooms that share a Redis need different ones."""
        self._scripts = Scripts(redis, f"{prefix}limits:")
        self._rations: list[SharedRation] = []
        super().__init__(config)
        self._most_each = config.per_address
        self._life = ""
        """What the counts of this process are called. It changes when they may be wrong: the old ones are dead then."""
        self._unsure = False
        self._left: Counter[str] = Counter()
        """Connections that have closed, by address, of which Redis knows nothing yet."""
        self._telling: asyncio.TimerHandle | None = None
        self._background = Background()

    def _buckets(self, name: str, rate: float, burst: float, *, often: bool = False) -> SharedRation:
        most, kept = (MOST_DRAWN, ACTS_KEPT) if often else (1, KEPT)
        self._rations.append(SharedRation(self._scripts, name, rate, burst, most=most, kept=kept))
        return self._rations[-1]

    async def enter(self, address: str) -> bool:
        if not self._gate.enter(address):
            return False
        life = self._life
        try:
            entered = await self._scripts.run(
                "enter", ["living"], self._counts, life, address, self._most_each, _milliseconds(LASTS)
            )
        except Gone:
            return True
        except BaseException:
            self._unsure = True  # it may have been counted
            self._gate.leave(address)
            raise
        if not entered:
            self._gate.leave(address)
        return bool(entered)

    def leave(self, address: str) -> None:
        super().leave(address)
        self._left[address] += 1
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(
                LEAVE_AFTER, lambda: self._background.start(self._tell_left())
            )

    async def start(self) -> None:
        """Begin to count; a Redis that does not answer is waited for later."""
        await self._beat()
        self._background.start(self._live())

    async def close(self) -> None:
        """Give back what this process has: its connections are closed."""
        if self._telling:
            self._telling.cancel()
        self._background.cancel()
        for ration in self._rations:
            await ration.tidy(0.0, everything=True)
        with contextlib.suppress(*TROUBLE):
            async with asyncio.timeout(WITHIN), self._scripts.redis.pipeline(transaction=False) as pipeline:
                pipeline.zrem(f"{self._scripts.prefix}living", self._life)
                pipeline.delete(f"{self._counts}{self._life}")
                await pipeline.execute()
        await self._scripts.redis.aclose()

    @property
    def _counts(self) -> str:
        return f"{self._scripts.prefix}inside:"

    async def _tell_left(self) -> None:
        self._telling = None
        left, self._left, life = self._left, Counter(), self._life
        if not self._scripts.gone:
            await self._add(life, {address: -count for address, count in left.items()})

    async def _live(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(KEPT)
            for ration in self._rations:
                await ration.tidy(loop.time())
            await asyncio.sleep(BEAT - KEPT)
            await self._beat()

    async def _beat(self) -> None:
        """Give a sign of life. If the counts of this process may be wrong, begin them anew."""
        doubtful = self._scripts.gone or self._unsure or not self._life
        try:
            if doubtful or not await self._sign():
                await self._begin_anew()
        except Gone:
            self._unsure = True

    async def _sign(self) -> bool:
        """Live on; False if this process counted as dead."""
        found = await self._scripts.run("live", ["living"], self._counts, self._life, _milliseconds(LASTS), trying=True)
        return bool(found)

    async def _begin_anew(self) -> None:
        """Count under another name, beginning with the connections that are open now."""
        old, self._life, self._unsure = self._life, uuid4().hex, False
        self._left.clear()  # they are no more in what is counted now
        inside = self._gate.by_address()
        await self._sign()
        await self._add(self._life, inside)
        with contextlib.suppress(*TROUBLE):
            await self._scripts.redis.zrem(f"{self._scripts.prefix}living", old)

    async def _add(self, life: str, counts: dict[str, int]) -> None:
        """Add to the counts of connections: what others add meanwhile stays."""
        try:
            async with asyncio.timeout(WITHIN), self._scripts.redis.pipeline(transaction=False) as pipeline:
                for address, count in counts.items():
                    pipeline.hincrby(f"{self._counts}{life}", address, count)
                pipeline.pexpire(f"{self._counts}{life}", _milliseconds(LASTS))
                await pipeline.execute()
        except TROUBLE:
            self._unsure = True


def _milliseconds(seconds: float) -> int:
    return round(1000 * seconds)

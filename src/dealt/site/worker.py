"""What a worker of the browser runs: the room, or what takes its time for it. Only Pyodide imports this module."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

from js import Object
from pyodide.ffi import JsException, create_proxy, to_js

from dealt.games import GAMES
from dealt.site.room import Room
from dealt.site.thinking import Lane, Work
from dealt.work.work import House, WorkFailed, carry_out


class Elsewhere(Work):
    """Work in other workers of the browser."""

    def __init__(self, ask: Any, stop: Any) -> None:
        self._ask, self.stop = ask, stop  # type: ignore[method-assign]

    async def ask(
        self,
        what: Callable[..., Any],
        *arguments: Any,
        lane: Lane = "play",
        tell: Callable[[int, int], None] = lambda done, of: None,
    ) -> Any:
        heard = create_proxy(tell)
        try:
            reply = await self._ask(lane, to_js(pickle.dumps((what, arguments), pickle.HIGHEST_PROTOCOL)), heard)
        except JsException as error:
            raise WorkFailed(str(error)) from None
        finally:
            heard.destroy()
        done, found = pickle.loads(reply.to_bytes())  # noqa: S301 - it comes from the same package
        if not done:
            raise found
        return found


def room(tell: Any, keep: Any, kept: str, table: str, ask: Any, stop: Any) -> Any:
    """The room, as the worker's script calls it."""
    house, elsewhere = House(GAMES), Elsewhere(ask, stop)
    made = Room(house, elsewhere, lambda frame: tell(frame, 0), keep, kept, table)
    lines = {0: made.own}

    def hear(frame: str, n: int) -> None:
        """By line ``n``: 0 is the page's own, any other a friend's."""
        if n not in lines:
            lines[n] = made.admit(lambda frame: tell(frame, n))
        lines[n].hear(frame)

    def lose(n: int) -> None:
        if n in lines:
            made.arrivals.lose(lines.pop(n))

    async def answer(path: str) -> str | None:
        from dealt.site.answers import read  # a quarter of a second that the first table need not wait for

        return await read(house, elsewhere, path)

    spoken = {"hear": hear, "lose": lose, "read": answer, "take": made.take}
    return to_js({name: create_proxy(each) for name, each in spoken.items()}, dict_converter=Object.fromEntries)


def helper() -> Any:
    """What carries requests out, one after the other; it hears of progress."""
    house = House(GAMES)

    def answer(request: Any, tell: Any) -> Any:
        house.tell = tell
        return to_js(carry_out(house, request.to_bytes()))

    return create_proxy(answer)

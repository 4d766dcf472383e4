"""What a worker of the browser runs: the room, or what takes its time for it. Only Pyodide imports this module."""

from __future__ import annotations

from typing import Any

from js import Object
from pyodide.ffi import JsException, create_proxy, to_js

from dealt.games import GAMES
from dealt.site.room import Room
from dealt.site.thinking import Lane, Tell, Work
from dealt.work.work import House, WorkFailed, carry_out


def room(tell: Any, keep: Any, kept: str, table: str, ask: Any, stop: Any) -> Any:
    """The room, as the worker's script calls it."""

    async def carry(lane: Lane, request: bytes, heard: Tell) -> bytes:
        """To another worker of the browser."""
        proxy = create_proxy(heard)
        try:
            return (await ask(lane, to_js(request), proxy)).to_bytes()  # type: ignore[no-any-return]
        except JsException as error:
            raise WorkFailed(str(error)) from None
        finally:
            proxy.destroy()

    house, work = House(GAMES), Work(carry, stop)
    made = Room(house, work, tell, keep, kept, table)

    async def answer(path: str) -> str | None:
        from dealt.site.openings import read  # a quarter of a second that the first table need not wait for

        return await read(house, work, path)

    spoken = {"hear": made.hear, "lose": made.lose, "read": answer, "take": made.take}
    return to_js({name: create_proxy(each) for name, each in spoken.items()}, dict_converter=Object.fromEntries)


def helper() -> Any:
    """What carries requests out, one after the other; it hears of progress."""
    house = House(GAMES)

    def answer(request: Any, tell: Any) -> Any:
        house.tell = tell
        return to_js(carry_out(house, request.to_bytes()))

    return create_proxy(answer)

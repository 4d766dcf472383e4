"""Sits down at a room, plays one deal against its computers and leaves: python examples/client.py [ADDRESS [NAME]]."""

import asyncio
import json
import sys

from websockets.asyncio.client import connect


async def play(address: str, name: str) -> dict:
    """One deal; its result."""
    async with connect(address) as socket:

        async def send(op: str, **fields: object) -> None:
            await socket.send(json.dumps({"op": op, **fields}))

        await send("hello", v=1)
        await send("name", name=name)
        await send("quick")  # a free seat, or a new table with computers
        answered = None
        async for frame in socket:
            message = json.loads(frame)
            if message["op"] == "error":
                raise SystemExit(message["text"])
            if message["op"] != "table" or message["step"] == answered:
                continue
            if message["result"]:
                await send("bye")
                return message["result"]
            if message["view"] and message["seat"] in message["view"]["turn"]:
                answered = message["step"]  # every answer names the position that it is meant for
                await send("act", step=answered, action=message["view"]["legal"][0]["name"])
    raise SystemExit("the room closed the connection")


if __name__ == "__main__":
    address, name = [*sys.argv[1:], *("ws://127.0.0.1:21747/ws", "example")[len(sys.argv) - 1 :]][:2]
    print(asyncio.run(play(address, name)))  # noqa: T201

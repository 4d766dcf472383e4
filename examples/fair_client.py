"""Plays one deal as client.py does, and contributes to its seed: python examples/fair_client.py [ADDRESS [NAME]]."""

import asyncio
import json
import secrets
import sys
from hashlib import sha256

from websockets.asyncio.client import connect


def contribution(message: dict, own: dict) -> dict | None:
    """What to send for the seed of the next deal. ``own`` keeps our random bytes by promise."""
    promise = message.get("promise")
    if message["op"] == "table" and promise and message["seat"] is not None and promise not in own:
        own[promise] = secrets.token_bytes(32)
        return {"op": "seal", "promise": promise, "seal": sha256(own[promise]).hexdigest()}
    if message["op"] == "sealed" and promise in own:  # no more seals are taken: now the bytes may be seen
        return {"op": "contribute", "promise": promise, "given": own[promise].hex()}
    return None


async def play(address: str, name: str) -> dict:
    """One deal; what its seed is made of."""
    own: dict = {}
    async with connect(address) as socket:

        async def send(op: str, **fields: object) -> None:
            await socket.send(json.dumps({"op": op, **fields}))

        await send("hello", v=1, contributes=True)  # deals wait a moment for what we give
        await send("name", name=name)
        await send("quick")
        answered = None
        async for frame in socket:
            message = json.loads(frame)
            if message["op"] == "error":
                raise SystemExit(message["text"])
            if more := contribution(message, own):
                await send(**more)
            if message["op"] != "table" or message["step"] == answered:
                continue
            if message["result"]:
                await send("bye")
                return message["mix"]
            if message["view"] and message["seat"] in message["view"]["turn"]:
                answered = message["step"]
                await send("act", step=answered, action=message["view"]["legal"][0]["name"])
    raise SystemExit("the room closed the connection")


if __name__ == "__main__":
    address, name = [*sys.argv[1:], *("ws://127.0.0.1:21747/ws", "example")[len(sys.argv) - 1 :]][:2]
    print(asyncio.run(play(address, name)))  # noqa: T201

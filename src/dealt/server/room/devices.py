"""Somebody's devices: several may be the same person, each by a token of its own; and recovery words for none of them.

A device becomes somebody's by a code that one of theirs was given, or by name and words. A person is here by the device
that came last, as with two tabs.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from dataclasses import dataclass, field
from typing import Final

import structlog
from mnemonic import Mnemonic

from dealt.server.base.guesses import Tries
from dealt.server.room.alone import Cluster
from dealt.server.room.attendance import Attendance
from dealt.server.room.hosting import Hosting
from dealt.server.room.link import Commands, Link, Person, person_of
from dealt.server.room.passkeys import Passkeys
from dealt.server.room.people import People
from dealt.server.room.runtime import Runtime
from dealt.server.store.stored_devices import StoredDevices, token_hash
from dealt.wire import protocol
from dealt.wire.refusal import Refused

LASTS: Final = 120
"""The seconds for which a code is good."""
CODE: Final = "23456789abcdefghjkmnpqrstuvwxyz", 12
"""The signs of a code, none of which is taken for another one, and their number: 59 bits."""
LANGUAGE: Final = Mnemonic("english")
"""The 2,048 words of BIP 39, of which no two begin with the same four letters."""
WORDS: Final = 8
"""Recovery words that somebody gets: 88 bits."""
ALIKE: Final = 4
WRONG: Final = "wrong_code", "wrong_words", "wrong_passkey", "unknown_passkey"
"""Refusals that count as guesses."""

log = structlog.get_logger("dealt.devices")


def id_of(token: str) -> str:
    """What a device is called, by the hash of its token."""
    return token[:16]


@dataclass(eq=False)
class Devices:
    _people: People
    _stored: StoredDevices
    _attendance: Attendance
    _hosting: Hosting
    _tries: Tries
    _passkeys: Passkeys
    _cluster: Cluster
    _runtime: Runtime
    _hashing: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(2))
    """Held while words are hashed, which takes memory as well."""

    @property
    def commands(self) -> Commands:
        return {
            protocol.SignIn: self._sign_in,
            protocol.GetDevices: self._get,
            protocol.AddDevice: self._offer,
            protocol.EndDevice: self._end,
            protocol.MakeWords: self._make_words,
            protocol.GetChallenge: self._passkeys.challenge,
            protocol.MakePasskey: self._make_passkey,
            protocol.EndPasskey: self._end_passkey,
        }

    # --- of one's own

    async def _get(self, link: Link, message: protocol.GetDevices) -> None:
        person, devices = person_of(link), []
        for row in await self._stored.of(person.id):
            here = row["token"] == link.token_hash
            seen = self._runtime.time() if here else row["seen"]
            devices.append(protocol.Device(id_of(row["token"]), row["name"], row["since"], seen, here=here))
        words, passkeys = await self._stored.words_of(person.id), await self._passkeys.list(person.id)
        link.send(protocol.Devices(devices, words=bool(words), passkeys=passkeys))

    async def _offer(self, link: Link, message: protocol.AddDevice) -> None:
        person = person_of(link)
        signs, length = CODE
        code = "".join(self._runtime.chance.choices(signs, k=length))
        await self._stored.offer(person.id, token_hash(code), self._runtime.time() + LASTS)
        link.send(protocol.DeviceCode(code, LASTS))

    async def _end(self, link: Link, message: protocol.EndDevice) -> None:
        person = person_of(link)
        token = next((each for each in person.tokens if id_of(each) == message.id), "")
        if token == link.token_hash:
            raise Refused("this_device")
        if token:
            await self._stored.end(person.id, token)
            self._people.know_by(person, person.tokens - {token})
            self._cluster.identities.changed(person)
            log.info("a device was ended", name=person.name)
        await self._get(link, protocol.GetDevices())

    async def _make_words(self, link: Link, message: protocol.MakeWords) -> None:
        person = person_of(link)
        words = self._runtime.chance.choices(LANGUAGE.wordlist, k=WORDS)
        await self._stored.keep_words(person.id, await self._hash(words, self._runtime.chance.randbytes(16)))
        link.send(protocol.RecoveryWords(words))
        log.info("recovery words were made", name=person.name)

    async def _make_passkey(self, link: Link, message: protocol.MakePasskey) -> None:
        await self._passkeys.make(link, message)
        await self._get(link, protocol.GetDevices())

    async def _end_passkey(self, link: Link, message: protocol.EndPasskey) -> None:
        await self._passkeys.end(link, message)
        await self._get(link, protocol.GetDevices())

    # --- becoming somebody's

    async def _sign_in(self, link: Link, message: protocol.SignIn) -> None:
        if link.person is not None:
            raise Refused("named", name=link.person.name)
        now = self._runtime.now()
        await self._tries.check(link.address, now)
        try:
            person, token = await self._admit(link, message)
        except Refused as refused:
            if refused.code in WRONG:
                self._tries.miss(link.address, now)
            raise
        self._people.know_by(person, person.tokens | {token_hash(token)})
        self._cluster.identities.changed(person)
        await self._attendance.attach(link, person, token)
        log.info("somebody signed in", name=person.name)

    async def _admit(self, link: Link, message: protocol.SignIn) -> tuple[Person, str]:
        """Who somebody is, and the token of their device, which is stored."""
        at = self._runtime.time()
        token = self._people.make_token(at)
        if message.code is not None:
            code = token_hash(message.code.strip().lower())
            id = await self._stored.redeem(code, token_hash(token), link.device, at)  # noqa: A001
            person = await self._known(id)
        elif message.passkey is not None:
            person = await self._known(await self._passkeys.owner(message.passkey))
            if person is not None:
                await self._stored.add(person.id, token_hash(token), link.device, at)
        else:
            person = await self._by_words(message.name or "", message.words or "")
            await self._stored.add(person.id, token_hash(token), link.device, at)
        if person is None:
            raise Refused("wrong_code")
        self._hosting.check_ban(link.address, person)
        return person, token

    async def _known(self, id: str) -> Person | None:  # noqa: A002
        return self._people.get(id) or await self._cluster.identities.named(id)

    async def _by_words(self, name: str, words: str) -> Person:
        """Whose recovery words these are; Refused if they are nobody's of that name."""
        known = self._people.by_name(name) or await self._cluster.identities.named(name)
        person = known if known is not None and known.name.casefold() == name.strip().casefold() else None
        kept = await self._stored.words_of(person.id) if person is not None else ""
        salt, _, wanted = kept.partition(" ")
        given = await self._hash(words.split(), bytes.fromhex(salt))
        if person is None or not wanted or not hmac.compare_digest(given, kept):
            raise Refused("wrong_words")
        return person

    async def _hash(self, words: list[str], salt: bytes) -> str:
        """What is stored of words; it is slow, so that who steals it can't try many."""
        written = " ".join(each[:ALIKE].lower() for each in words).encode()
        async with self._hashing:
            digest = await asyncio.to_thread(hashlib.scrypt, written, salt=salt, n=2**14, r=8, p=1, dklen=32)
        return f"{salt.hex()} {digest.hex()}"

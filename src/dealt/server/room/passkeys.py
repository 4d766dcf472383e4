"""Passkeys: a further way back for somebody, at the one origin that the room's setting ``address`` names.

A browser signs a challenge that is good once, for two minutes, at any process of the room. What it says is judged by a
library that is imported when it is needed first, in a thread, as that takes a moment.
"""

from __future__ import annotations

import asyncio
import hashlib
import importlib.util
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

import structlog

from dealt.server.base.config import Config
from dealt.server.base.trouble import Conflict
from dealt.server.room.link import Link, person_of
from dealt.server.room.runtime import Runtime
from dealt.server.store.stored_devices import token_hash
from dealt.server.store.stored_passkeys import Passkey, StoredPasskeys
from dealt.wire import protocol
from dealt.wire.refusal import Refused

LASTS: Final = 120
"""The seconds for which a challenge is good."""
CHALLENGE: Final = 32
"""Its bytes."""

log = structlog.get_logger("dealt.passkeys")


def origin_for(config: Config) -> str:
    """The origin at which people can have passkeys; empty where they can't. The host is told of a missing library."""
    if config.origin and importlib.util.find_spec("webauthn") is None:
        log.warning("there are no passkeys: the extra `passkeys` is missing, pip install 'dealt[passkeys]'")
        return ""
    return config.origin


@dataclass(eq=False)
class Passkeys:
    """Makes passkeys, and finds out whose one is."""

    _config: Config
    _stored: StoredPasskeys
    _runtime: Runtime
    _count: Callable[[str], None]
    """Counts what became of one: made, used or refused."""

    def __post_init__(self) -> None:
        self.origin = origin_for(self._config)
        self._site = urlsplit(self.origin).hostname or ""

    async def list(self, person: str) -> list[protocol.Passkey]:
        """Those of somebody."""
        rows = await self._stored.of(person)
        return [protocol.Passkey(each.id[:16], each.name, each.since, each.used) for each in rows]

    async def challenge(self, link: Link, message: protocol.GetChallenge) -> None:
        """Say what a browser is to be asked: to make a passkey of who is here, or to use one if nobody is yet."""
        self._check()
        person, now = link.person, self._runtime.time()
        challenge = self._runtime.chance.randbytes(CHALLENGE)
        await self._stored.offer(_known_by(challenge), person.id if person else "", now, now + LASTS)
        if person is None:
            options = await asyncio.to_thread(_to_use, self._site, challenge)
        else:
            theirs = [each.credential for each in await self._stored.of(person.id)]
            about = self._site, self._config.room, person.id, person.name
            options = await asyncio.to_thread(_to_make, *about, challenge, theirs)
        link.send(protocol.PasskeyChallenge(options=options, make=person is not None))

    async def make(self, link: Link, message: protocol.MakePasskey) -> None:
        """Keep a passkey that somebody's browser has made; Refused if it isn't what it was asked for."""
        self._check()
        person, at = person_of(link), self._runtime.time()
        challenge, _ = await self._challenge_of(message.passkey, person.id, at)
        made = await self._judge(_made, message.passkey, challenge, self._site, self.origin)
        id = hashlib.sha256(made.credential_id).hexdigest()  # noqa: A001
        row = Passkey(
            id, person.id, _base64(made.credential_id), made.credential_public_key, made.sign_count, link.device, at
        )
        try:
            await self._stored.add(row)
        except Conflict:
            raise self._refused("its id is taken") from None
        self._count("made")
        log.info("a passkey was made", name=person.name)

    async def owner(self, said: str) -> str:
        """The id of the person whose passkey has signed a challenge; Refused if it is nobody's, or hasn't."""
        self._check()
        at = self._runtime.time()
        challenge, id = await self._challenge_of(said, "", at)  # noqa: A001
        passkey = await self._stored.find(id)
        if passkey is None:
            self._count("refused")
            raise Refused("unknown_passkey")
        used = await self._judge(_used, said, challenge, self._site, self.origin, passkey)
        try:
            await self._stored.use(passkey, used.new_sign_count, at)
        except Conflict:
            raise self._refused("it was used twice at once, or has ended") from None
        self._count("used")
        return passkey.person_id

    async def end(self, link: Link, message: protocol.EndPasskey) -> None:
        """A passkey is worth nothing any more."""
        person = person_of(link)
        if message.id:
            await self._stored.end(person.id, message.id)
            log.info("a passkey was ended", name=person.name)

    def _check(self) -> None:
        if not self.origin:
            raise Refused("no_passkeys")

    async def _challenge_of(self, said: str, person: str, at: float) -> tuple[bytes, str]:
        """The challenge that a browser has answered, which is used up with that, and the id of the passkey."""
        challenge, credential = await self._judge(_read, said)
        if not await self._stored.take(_known_by(challenge), person, at):
            self._count("refused")
            raise Refused("late_passkey")
        return challenge, hashlib.sha256(credential).hexdigest()

    async def _judge(self, judge: Callable[..., Any], *given: Any) -> Any:
        """What the library makes of what a browser says; Refused whatever is wrong with it."""
        try:
            return await asyncio.to_thread(judge, *given)
        except Exception as error:  # noqa: BLE001 - strangers write it, and several parsers read it
            raise self._refused(str(error)) from None

    def _refused(self, why: str) -> Refused:
        self._count("refused")
        log.info("a passkey was refused", why=" ".join(why.split())[:160])
        return Refused("wrong_passkey")


def _known_by(challenge: bytes) -> str:
    return token_hash(challenge.hex())


# --- by the library: in threads


def _base64(some: bytes) -> str:
    from webauthn.helpers import bytes_to_base64url

    return bytes_to_base64url(some)


def _to_make(site: str, room: str, person: str, name: str, challenge: bytes, theirs: list[str]) -> str:
    """The browser asks who holds it every time, so that a passkey alone is enough; it keeps whose it is."""
    import webauthn
    from webauthn.helpers import structs

    options = webauthn.generate_registration_options(
        rp_id=site,
        rp_name=room,
        user_id=person.encode(),
        user_name=name,
        challenge=challenge,
        timeout=LASTS * 1000,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[
            structs.PublicKeyCredentialDescriptor(webauthn.base64url_to_bytes(each)) for each in theirs
        ],
    )
    return webauthn.options_to_json(options)


def _to_use(site: str, challenge: bytes) -> str:
    import webauthn
    from webauthn.helpers.structs import UserVerificationRequirement

    verified = UserVerificationRequirement.REQUIRED
    options = webauthn.generate_authentication_options(
        rp_id=site, challenge=challenge, timeout=LASTS * 1000, user_verification=verified
    )
    return webauthn.options_to_json(options)


def _read(said: str) -> tuple[bytes, bytes]:
    """The challenge that was answered, and the id of the passkey; nothing of it is known to be true yet."""
    from webauthn import base64url_to_bytes
    from webauthn.helpers import parse_client_data_json

    written = json.loads(said)
    client = parse_client_data_json(base64url_to_bytes(written["response"]["clientDataJSON"]))
    return client.challenge, base64url_to_bytes(written["rawId"])


def _made(said: str, challenge: bytes, site: str, origin: str) -> Any:
    from webauthn import verify_registration_response

    return verify_registration_response(
        credential=said,
        expected_challenge=challenge,
        expected_rp_id=site,
        expected_origin=origin,
        require_user_verification=True,
    )


def _used(said: str, challenge: bytes, site: str, origin: str, passkey: Passkey) -> Any:
    """The library looks whether it has counted on; what a browser says of whose it is must be true as well."""
    from webauthn import verify_authentication_response
    from webauthn.helpers import parse_authentication_credential_json

    credential = parse_authentication_credential_json(said)
    if credential.response.user_handle != passkey.person_id.encode():
        raise ValueError("it names somebody else")
    return verify_authentication_response(
        credential=credential,
        expected_challenge=challenge,
        expected_rp_id=site,
        expected_origin=origin,
        credential_public_key=passkey.key,
        credential_current_sign_count=passkey.count,
        require_user_verification=True,
    )

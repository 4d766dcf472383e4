"""What people are told of their devices, and of the other ways by which they come back."""

from __future__ import annotations

from msgspec import Struct

from dealt.wire.values import News, Outgoing

__all__ = ["Device", "DeviceCode", "Devices", "Passkey", "PasskeyChallenge", "RecoveryWords", "Telling"]


class Device(Struct, frozen=True):
    """One of your devices: since when it is yours, and when it was last seen, in seconds since 1970.

    ``name`` is what it called itself, perhaps nothing. ``here``: it is the one that asks.
    """

    id: str
    name: str
    since: float
    seen: float
    here: bool = False


class Passkey(Struct, frozen=True):
    """One of your passkeys: since when, the device by which it was made, and when it was used last, if ever."""

    id: str
    name: str
    since: float
    used: float | None = None


class Devices(Outgoing, tag="devices"):
    """Your devices and passkeys, the oldest first. ``words``: have you got recovery words?"""

    devices: list[Device]
    words: bool
    passkeys: list[Passkey] = []


class PasskeyChallenge(Outgoing, tag="passkey"):
    """What the browser is to be asked, as JSON; ``make`` a passkey, or use one.

    WebAuthn calls it PublicKeyCredentialCreationOptionsJSON and PublicKeyCredentialRequestOptionsJSON.
    """

    options: str
    make: bool


class DeviceCode(Outgoing, tag="device_code"):
    """A code with which another device may ``sign_in`` as you, once, within so many seconds."""

    code: str
    seconds: int


class Telling(Outgoing, tag="telling"):
    """Of what this device is told from now on while you are away."""

    what: list[News]


class RecoveryWords(Outgoing, tag="words"):
    """Your recovery words, in their order. The room can't show them again: it keeps a slow hash."""

    words: list[str]

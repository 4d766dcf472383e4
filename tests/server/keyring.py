"""An authenticator in software, as a browser's page speaks with one: it makes passkeys, and signs challenges."""

from __future__ import annotations

import hashlib
import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

UP, UV, ATTESTED = 1, 4, 64
"""Somebody is there, they have shown who they are, and a new key follows."""


def b64(some: bytes) -> str:
    return urlsafe_b64encode(some).rstrip(b"=").decode()


def bytes_of(some: str) -> bytes:
    return urlsafe_b64decode(some + "=" * (-len(some) % 4))


@dataclass
class Keyring:
    """Holds the passkey that it made last. What a thief would have otherwise can be set."""

    origin: str = "http://localhost:4999"
    site: str = "localhost"
    counts: bool = True
    flags: int = UP | UV
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    id: bytes = field(default_factory=lambda: os.urandom(32))
    user: str = ""
    count: int = 0

    def make(self, options: str, **changes: Any) -> str:
        """What a browser says after ``navigator.credentials.create``."""
        asked = json.loads(options)
        self.user = asked["user"]["id"]
        numbers = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        data = self._data(ATTESTED) + bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(public)
        response = {
            "clientDataJSON": self._client("webauthn.create", asked["challenge"]),
            "attestationObject": b64(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})),
            "transports": ["internal"],
        }
        return self._said({**response, **changes})

    def use(self, options: str, **changes: Any) -> str:
        """What a browser says after ``navigator.credentials.get``."""
        self.count += self.counts
        data = self._data()
        client = self._client("webauthn.get", json.loads(options)["challenge"])
        signed = self.key.sign(data + hashlib.sha256(bytes_of(client)).digest(), ec.ECDSA(hashes.SHA256()))
        response = {"clientDataJSON": client, "authenticatorData": b64(data), "signature": b64(signed)}
        return self._said({**response, "userHandle": self.user, **changes})

    def _data(self, flags: int = 0) -> bytes:
        site = hashlib.sha256(self.site.encode()).digest()
        return site + bytes([self.flags | flags]) + self.count.to_bytes(4, "big")

    def _client(self, kind: str, challenge: str) -> str:
        return b64(json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode())

    def _said(self, response: dict[str, Any]) -> str:
        whole = {"id": b64(self.id), "rawId": b64(self.id), "type": "public-key", "clientExtensionResults": {}}
        return json.dumps({**whole, "response": response})

"""Web Push: what a device is sent is made unreadable for its push service (RFC 8291), and signed by this server's key
(VAPID, RFC 8292), in a file of the data folder that its owner alone can read."""

from __future__ import annotations

import base64
import json
import os
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from ironbottom.kernel.errors import BadInput
from ironbottom.server import outside
from ironbottom.server.people import Push
from ironbottom.server.signing import keep_key

FILE = "push.key"
CURVE = ec.SECP256R1()
LARGEST = 3000
"""Bytes of a message: push services take 4,096 in all."""
RECORD = 4096
DAYS = 2
"""So long a push service may wait for a device that is off."""
HALF_A_DAY = 43200
GONE = (404, 410)
"""What a push service answers of a device that has been signed off."""


def unwritten(text: str) -> bytes:
    """Bytes from base64url, however it ends. Raises ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def written(data: bytes) -> str:
    """Bytes as base64url."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def check(public: str, auth: str) -> None:
    """Raise BadInput unless these are the keys of a device."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unwritten(public))
        if len(unwritten(public)) == 65 and len(unwritten(auth)) == 16:
            return
    except ValueError:
        pass
    raise BadInput("these are no keys of a device for Web Push")


def sealed(message: bytes, public: str, auth: str, own: ec.EllipticCurvePrivateKey | None = None,
           salt: bytes | None = None) -> bytes:
    """A message as its device alone can read it. `own`, `salt`: in the place of fresh ones, for the tests."""
    own, salt = own or ec.generate_private_key(CURVE), salt or os.urandom(16)
    theirs, mine = unwritten(public), _point(own.public_key())
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))

    def derived(length: int, salt: bytes, info: bytes, secret: bytes) -> bytes:
        return HKDF(hashes.SHA256(), length, salt, info).derive(secret)

    secret = derived(32, unwritten(auth), b"WebPush: info\0" + theirs + mine, shared)
    key = derived(16, salt, b"Content-Encoding: aes128gcm\0", secret)
    nonce = derived(12, salt, b"Content-Encoding: nonce\0", secret)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(mine)]) + mine
    return head + AESGCM(key).encrypt(nonce, message + b"\x02", None)


class Pusher:
    """The key of one server for push services, in its data folder; made when it is first asked for. `contact`: where
    its owner is found, mailto: or https:. Raises BadInput."""

    def __init__(self, folder: Path, contact: str, trusted: frozenset[str]) -> None:
        path = folder / FILE
        try:
            if not path.exists():
                keep_key(path, ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(32, "big"))
            number = int.from_bytes(bytes.fromhex(path.read_text("ascii").strip()), "big")
            self._key = ec.derive_private_key(number, CURVE)
        except (OSError, ValueError) as error:
            raise BadInput(f"{path} cannot be used: {error}") from None
        self.public = written(_point(self._key.public_key()))
        self._contact = contact
        self._trusted = trusted

    def headers(self, endpoint: str, now: float, topic: str = "") -> dict[str, str]:
        """By what a push service knows who sends this."""
        claims = {"aud": outside.origin_of(endpoint), "exp": int(now) + HALF_A_DAY, "sub": self._contact}
        parts = [written(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
        first, second = decode_dss_signature(self._key.sign(".".join(parts).encode(), ec.ECDSA(hashes.SHA256())))
        token = ".".join([*parts, written(first.to_bytes(32, "big") + second.to_bytes(32, "big"))])
        found = {
            "Authorization": f"vapid t={token}, k={self.public}", "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream", "TTL": str(DAYS * 86400), "Urgency": "normal",
        }  # fmt: skip
        return {**found, "Topic": topic} if topic else found

    async def send(self, to: Push, message: dict[str, Any], now: float, topic: str = "") -> bool:
        """Tell a device something; False where it is signed off. Raises what a network may raise, and RuntimeError for
        a push service that does not take it."""
        data = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()
        if len(data) > LARGEST:
            raise ValueError("too much for a push")
        headers = self.headers(to.endpoint, now, topic)
        status = await outside.post(to.endpoint, sealed(data, to.public, to.auth), headers, self._trusted)
        if status in GONE:
            return False
        if status >= 400:
            raise RuntimeError(f"the push service answers {status}")
        return True

"""The key with which a server signs the records of games that were played at it, and who checks a signature.

Ed25519, in a file of the data folder that its owner alone can read. The public key stands in the first line of a record
from the beginning of the game, and each page at the table was shown it.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.record import Record

FILE = "signing.key"
BYTES = 32


class Signer:
    """The key of one server, in its data folder; made when it is first asked for. Raises BadInput."""

    def __init__(self, folder: Path) -> None:
        path = folder / FILE
        try:
            if not path.exists():
                keep_key(path, os.urandom(BYTES))
            text = path.read_text("ascii").strip()
            self._key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(text))
        except (OSError, ValueError) as error:
            raise BadInput(f"{path} cannot be used: {error}") from None
        self.public = self._key.public_key().public_bytes_raw().hex()

    def sign(self, record: Record[Any]) -> None:
        """As `records.Signs` says."""
        end = record.end
        if end is not None and record.header.get("signed_by") == self.public and "seed" in end:
            end["signature"] = self._key.sign(record.chain).hex()

    @staticmethod
    def check(record: Record[Any]) -> None:
        """As `records.Signs` says."""
        if record.end is not None and "signature" in record.end and wrong(record):
            del record.end["signature"]


def keep_key(path: Path, key: bytes) -> None:
    """Write a key to a file, whole or not at all, and for nobody else's eyes."""
    fresh = path.with_name(f"{path.name}.new")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
        file.write(key.hex() + "\n")
        file.flush()
        os.fsync(file.fileno())
    os.replace(fresh, path)


def wrong(record: Record[Any], key: str | None = None) -> list[str]:
    """What is wrong with the signature of a record: nothing where it is right, or where there is none. `key`: that of
    the server at which the game must have been played."""
    signer = record.header.get("signed_by")
    if key is not None and signer != key.lower():
        return [f"it is not signed by {key.lower()}, but by {signer or 'nobody'}"]
    signature = (record.end or {}).get("signature")
    if signer is None or signature is None:
        return []
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(signer)).verify(bytes.fromhex(signature), record.chain)
    except (InvalidSignature, ValueError):
        return ["the signature is not of these lines: something in them was changed after the game"]
    return []

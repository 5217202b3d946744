"""Where what a server sends arrives: a mail server, a push service and a webhook on this machine; and a passkey's
authenticator."""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import secrets
import socket
import socketserver
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from fido2 import cbor
from fido2.cose import ES256
from websockets.exceptions import ConnectionClosed

from server.play import Browser, wait_for


def b64(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Postbox:
    """A mail server that keeps what it is given."""

    def __init__(self) -> None:
        self.came: list[Any] = []
        box = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                self.say("220 here")
                while line := self.rfile.readline().decode().strip():
                    word = line.split()[0].upper()
                    if word == "DATA":
                        self.say("354 go on")
                        lines = []
                        while (part := self.rfile.readline()) not in (b".\r\n", b""):
                            lines.append(part)
                        box.came.append(message_from_bytes(b"".join(lines), policy=policy.default))
                    elif word == "QUIT":
                        self.say("221 goodbye")
                        return
                    self.say("250 well")

            def say(self, text: str) -> None:
                self.wfile.write(f"{text}\r\n".encode())

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.address = f"smtp://127.0.0.1:{self._server.server_address[1]}/?from=war@example.org"

    def to(self, address: str, subject: str = "") -> list[Any]:
        return [m for m in list(self.came) if m["To"] == address and subject in m["Subject"]]

    def link(self, address: str) -> str:
        """The secret of the newest link that came to an address."""
        wait_for(lambda: self.to(address, "your link"))
        found = re.findall(r"/mail/(\S+)", self.to(address, "your link")[-1].get_content())
        return str(found[-1])

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class Device:
    """A device that a push service reaches: what its browser tells the server, and what it reads of a message."""

    def __init__(self, endpoint: str) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = secrets.token_bytes(16)
        self.public = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.told = {"endpoint": endpoint, "keys": {"p256dh": b64(self.public), "auth": b64(self._auth)}}

    def read(self, data: bytes) -> Any:
        """A message (RFC 8291), opened as a browser does it."""
        salt, size, length = data[:16], int.from_bytes(data[16:20], "big"), data[20]
        theirs, sealed = data[21 : 21 + length], data[21 + length :]
        assert size > len(sealed)
        shared = self._key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))

        def derived(n: int, salt: bytes, info: bytes, secret: bytes) -> bytes:
            return HKDF(hashes.SHA256(), n, salt, info).derive(secret)

        secret = derived(32, self._auth, b"WebPush: info\0" + self.public + theirs, shared)
        key = derived(16, salt, b"Content-Encoding: aes128gcm\0", secret)
        nonce = derived(12, salt, b"Content-Encoding: nonce\0", secret)
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        assert plain[-1:] == b"\x02"
        return json.loads(plain[:-1])


class Service:
    """A push service, and whatever else takes a POST: what came, by the end of its address; `status`: what it
    answers."""

    def __init__(self) -> None:
        self.came: list[tuple[str, dict[str, str], bytes]] = []
        self.status = 201
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                data = self.rfile.read(int(self.headers["Content-Length"]))
                service.came.append((self.path, {k.lower(): v for k, v in self.headers.items()}, data))
                self.send_response(service.status)
                self.send_header("Location", f"{service.address}/elsewhere")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}"

    def signed(self, headers: dict[str, str], key: str) -> Any:
        """What a message's signature claims, checked by the server's key as push services do (RFC 8292)."""
        token, shown = re.fullmatch(r"vapid t=(\S+), k=(\S+)", headers["authorization"]).groups()  # type: ignore[union-attr]
        assert shown == key
        head, claims, signature = token.split(".")
        raw = unb64(signature)
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unb64(key))
        both = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
        public.verify(both, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
        assert json.loads(unb64(head)) == {"typ": "JWT", "alg": "ES256"}
        return json.loads(unb64(claims))

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def mute(say: bytes, every: float = 0.02) -> Iterator[int]:
    """A server that takes connections and says the same without end; its port."""
    listening = socket.create_server(("127.0.0.1", 0))
    stop = threading.Event()

    def serve(wire: socket.socket) -> None:
        with contextlib.suppress(OSError), wire:
            while not stop.wait(every):
                wire.sendall(say)

    def accept() -> None:
        with contextlib.suppress(OSError):
            while True:
                threading.Thread(target=serve, args=(listening.accept()[0],), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    yield listening.getsockname()[1]
    stop.set()
    listening.close()


def closed(socket: Any) -> int:
    """The code with which a connection is closed."""
    try:
        while True:
            socket.recv(timeout=10)
    except ConnectionClosed as end:
        return int(end.rcvd.code) if end.rcvd is not None else 0


class Authenticator:
    """What makes passkeys and signs with them, as a browser gives it on. `origin`: what the browser says where it
    is."""

    def __init__(self, origin: str, site: str = "localhost") -> None:
        self.origin, self.site = origin, site
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(32)
        self.user = b""
        self.uses = 0
        self.verified = True

    def _client(self, kind: str, challenge: str, **more: Any) -> bytes:
        said = {"type": f"webauthn.{kind}", "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps({**said, **more}).encode()

    def _head(self, more: int = 0) -> bytes:
        flags = 0x01 | (0x04 if self.verified else 0) | more
        return hashlib.sha256(self.site.encode()).digest() + bytes([flags]) + self.uses.to_bytes(4, "big")

    def make(self, options: Any, **more: Any) -> Any:
        """A new passkey, for what a server asked for."""
        assert options["authenticatorSelection"]["userVerification"] == "required"
        assert options["rp"]["id"] == self.site
        self.user = unb64(options["user"]["id"])
        public = cbor.encode(dict(ES256.from_cryptography_key(self.key.public_key())))
        data = self._head(0x40) + bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        attested = cbor.encode({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("create", options["challenge"], **more)
        return {"id": b64(self.id), "rawId": b64(self.id), "type": "public-key", "clientExtensionResults": {},
                "response": {"clientDataJSON": b64(client), "attestationObject": b64(attested)}}  # fmt: skip

    def sign(self, options: Any, **more: Any) -> Any:
        """What was asked to be signed."""
        assert options["userVerification"] == "required"
        assert not options.get("allowCredentials")
        self.uses += 1
        head, client = self._head(), self._client("get", options["challenge"], **more)
        signature = self.key.sign(head + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        response = {"clientDataJSON": client, "authenticatorData": head, "userHandle": self.user,
                    "signature": signature}  # fmt: skip
        return {"id": b64(self.id), "rawId": b64(self.id), "type": "public-key", "clientExtensionResults": {},
                "response": {name: b64(data) for name, data in response.items()}}  # fmt: skip


class Person(Browser):
    """A browser at http://localhost, where passkeys work."""

    def __init__(self, running: Any, name: str = "") -> None:
        self.origin = running.base.replace("127.0.0.1", "localhost")
        self.running = running
        super().__init__(running.base, name)
        self.http.headers["Host"] = self.origin.partition("//")[2]
        self.http.headers["Origin"] = self.origin

    def account(self) -> Any:
        return self.get("/api/account")

    def add_passkey(self, made: Authenticator, name: str = "Key") -> Any:
        return self.post("/api/passkeys", credential=made.make(self.post("/api/passkeys/new")), name=name)

    def sign_in(self, made: Authenticator, **more: Any) -> Any:
        return self.post("/api/sign-in", credential=made.sign(self.post("/api/sign-in/new"), **more))

    def mail(self, postbox: Postbox, address: str) -> Any:
        self.post("/api/mail", email=address)
        before = len(postbox.to(address))
        wait_for(lambda: len(postbox.to(address)) >= max(1, before))
        return self.post("/api/mail/follow", secret=postbox.link(address))

"""Passkeys: made and asked by the rules of WebAuthn, which the library `fido2` checks.

A passkey knows for which site it is good: the host of `--public-url` where that is https, or localhost. What it is
asked to sign is good once and for five minutes; the person at the authenticator must show that it is he (a finger, a
code); a passkey that counts how often it has signed, and says a number again, has been copied, and is refused. Who
signs in gives no name: the passkey says whose it is, so nobody can ask who is known here.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from ironbottom.kernel.errors import BadInput
from ironbottom.server.errors import Forbidden
from ironbottom.server.people import Passkey, People
from ironbottom.server.players import hashed
from ironbottom.server.settings import Settings

if TYPE_CHECKING:
    from fido2.server import Fido2Server

log = logging.getLogger("ironbottom")

GOOD_FOR = 300.0
"""Seconds in which a challenge is to be signed."""
MOST = 20
"""Passkeys of one player."""
NOT_ACCEPTED = "this passkey was not accepted; try again"
NO_PLACE = "passkeys need https, or http://localhost on this machine"


@dataclass(frozen=True, slots=True)
class Place:
    """For which site a passkey is good, and from which address of it one asks."""

    site: str
    origin: str


class Passkeys:
    """The passkeys of a server's players. `clock`: seconds since the epoch."""

    def __init__(self, repository: People, settings: Settings, clock: Callable[[], float]) -> None:
        self.repository = repository
        self.settings = settings
        self.clock = clock

    def place(self, origin: str) -> Place:
        """Where a page is from which this comes. Raises BadInput where passkeys cannot work."""
        public = urlsplit(self.settings.public_url)
        if self.settings.secure and public.hostname and origin == f"{public.scheme}://{public.netloc}":
            return Place(public.hostname, origin)
        try:
            here = urlsplit(origin)
            if here.scheme == "http" and here.hostname == "localhost":
                return Place("localhost", origin)
        except ValueError:
            pass
        raise BadInput(NO_PLACE)

    async def begin(self, player: str, name: str, place: Place) -> dict[str, Any]:
        """What a browser is to make a passkey of: `PublicKeyCredentialCreationOptions`, as JSON has it."""
        from fido2.webauthn import (
            PublicKeyCredentialDescriptor,
            PublicKeyCredentialType,
            PublicKeyCredentialUserEntity,
            ResidentKeyRequirement,
            UserVerificationRequirement,
        )

        known = await self.repository.passkeys(player)
        options, _ = _server(place).register_begin(
            PublicKeyCredentialUserEntity(id=player.encode(), name=name, display_name=name),
            [PublicKeyCredentialDescriptor(type=PublicKeyCredentialType.PUBLIC_KEY, id=one.id) for one in known],
            ResidentKeyRequirement.REQUIRED,
            UserVerificationRequirement.REQUIRED,
            challenge=await self._challenge(player),
        )
        return dict(options)["publicKey"]  # type: ignore[no-any-return]

    async def add(self, player: str, place: Place, credential: Mapping[str, Any], name: str) -> None:
        """A browser has made a passkey for a player. Raises Forbidden, BadInput."""
        from fido2.cose import CoseKey

        state = await self._state(credential, player)
        try:
            made = _server(place).register_complete(state, credential)
            data = made.credential_data
            assert data is not None
            if data.public_key.ALGORITHM not in CoseKey.supported_algorithms() or len(data.credential_id) > 1023:
                raise ValueError("a key of another kind")
        except Exception as error:
            raise _refused(error) from None
        now = self.clock()
        one = Passkey(data.credential_id, player, bytes(data), made.counter, named(name), now, now)
        if not await self.repository.add_passkey(one, MOST):
            raise BadInput(f"this passkey is known already, or you have {MOST} of them")

    async def ask(self, place: Place) -> dict[str, Any]:
        """What a browser is to ask a passkey for: `PublicKeyCredentialRequestOptions`, as JSON has it."""
        from fido2.webauthn import UserVerificationRequirement

        options, _ = _server(place).authenticate_begin(
            None, UserVerificationRequirement.REQUIRED, challenge=await self._challenge("")
        )
        return dict(options)["publicKey"]  # type: ignore[no-any-return]

    async def check(self, place: Place, credential: Mapping[str, Any]) -> str:
        """The player whose passkey has signed. Raises Forbidden."""
        from fido2.webauthn import AttestedCredentialData, AuthenticationResponse

        state = await self._state(credential, "")
        try:
            given = AuthenticationResponse.from_dict(credential)
            known = await self.repository.passkey(given.raw_id)
            if known is None:
                raise ValueError("it is not known here")
            _server(place).authenticate_complete(state, [AttestedCredentialData(known.credential)], given)
            if given.response.user_handle not in (None, b"", known.player.encode()):
                raise ValueError("it says that it is another's")
            uses = given.response.authenticator_data.counter
        except Exception as error:
            raise _refused(error) from None
        if not await self.repository.use_passkey(known.id, uses, self.clock()):
            log.warning("a passkey has signed with a number that it has used before; it was refused")
            raise Forbidden("this passkey may have been copied, and is not accepted; sign in another way and remove it")
        return known.player

    async def _challenge(self, player: str) -> bytes:
        challenge, now = secrets.token_bytes(32), self.clock()
        await self.repository.add_challenge(_mark(challenge), player, now + GOOD_FOR, now)
        return challenge

    async def _state(self, credential: Mapping[str, Any], player: str) -> dict[str, Any]:
        """What the library wants to know of the challenge that was signed: it is used up, whatever comes of it. Raises
        Forbidden."""
        from fido2.utils import websafe_decode, websafe_encode
        from fido2.webauthn import CollectedClientData, UserVerificationRequirement

        try:
            data = CollectedClientData(websafe_decode(credential["response"]["clientDataJSON"]))
            challenge = data.challenge
            if data.cross_origin:
                raise ValueError("within another site's page")
        except Exception as error:
            raise _refused(error) from None
        if await self.repository.use_challenge(_mark(challenge), self.clock()) != player:
            raise Forbidden("this took too long, or was done already; try again")
        return {"challenge": websafe_encode(challenge), "user_verification": UserVerificationRequirement.REQUIRED}


def _server(place: Place) -> Fido2Server:
    from fido2.server import Fido2Server
    from fido2.webauthn import AttestationConveyancePreference, PublicKeyCredentialRpEntity

    return Fido2Server(
        PublicKeyCredentialRpEntity(id=place.site, name="Ironbottom"),
        AttestationConveyancePreference.NONE,
        verify_origin=lambda origin: origin == place.origin,
    )


def _mark(challenge: bytes) -> bytes:
    return hashed(challenge.hex())


def _refused(error: Exception) -> Forbidden:
    log.info("a passkey was refused: %s", error)
    return Forbidden(NOT_ACCEPTED)


def named(name: str) -> str:
    """What a passkey is called. Raises BadInput."""
    name = " ".join(name.split())
    if not 1 <= len(name) <= 60 or not name.isprintable():
        raise BadInput("a passkey's name has 1 to 60 characters")
    return name

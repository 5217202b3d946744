"""The routes of accounts, and of the owner's page: `accounts.py` and `passkeys.py` do what they ask for."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import msgspec

from ironbottom.server import bodies
from ironbottom.server.accounts import Accounts
from ironbottom.server.asking import Answer, Ask, Route, get, post
from ironbottom.server.errors import Forbidden, SignedOut
from ironbottom.server.passkeys import Place, named
from ironbottom.server.routes import SIGNED_OUT, about, answer, greeted, player_of, visitor

Text = Annotated[str, msgspec.Meta(max_length=2000)]


class Credential(bodies.Body):
    credential: dict[str, Any]
    name: Text = "a passkey"


class Wish(bodies.Body):
    mail: bool
    webhook: Text


class PushKeys(bodies.Body):
    p256dh: Text
    auth: Text


class Subscription(bodies.Body):
    endpoint: Text
    keys: PushKeys


class Block(bodies.Body):
    player: Text = ""
    table: Text = ""
    side: Text = ""


class Complain(bodies.Body):
    text: Text
    player: Text = ""
    table: Text = ""
    side: Text = ""


class Other(bodies.Body):
    player: Text


class NamedPlayer(bodies.Body):
    player: Text
    name: Text


class Suspend(bodies.Body):
    player: Text
    on: bool
    reason: Text = ""


def accounts_of(ask: Ask) -> Accounts:
    return ask.rooms.accounts


async def anybody(ask: Ask) -> str:
    """The player who asks for what one may though the owner has suspended one: what is his, and to go. Raises
    Forbidden."""
    found = await ask.rooms.players.of(ask.cookie, ask.header("user-agent"), all_may=True)
    if found is None and ask.cookie:
        raise SignedOut(SIGNED_OUT)
    if found is None:
        raise Forbidden("you are not known here; open the home page first")
    return found[0]


def place_of(ask: Ask) -> Place:
    """From where a page asks for a passkey. Raises BadInput."""
    return accounts_of(ask).passkeys.place(ask.header("origin"))


@get("/api/account")
async def account(ask: Ask) -> Answer:
    player = await anybody(ask)
    return answer(await accounts_of(ask).about(player, ask.cookie))


@get("/api/account/file")
async def take_along(ask: Ask) -> Answer:
    player = await anybody(ask)
    data = await accounts_of(ask).take_along(player)
    name = f"ironbottom-{datetime.now():%Y-%m-%d}.zip"
    return Answer(data, "application/zip", headers={"content-disposition": f'attachment; filename="{name}"'})


@post("/api/account/delete")
async def delete(ask: Ask, data: bodies.Name) -> Answer:
    player = await anybody(ask)
    await accounts_of(ask).delete(player, data.name)
    return greeted({}, "")


@post("/api/sign-out")
async def sign_out(ask: Ask, data: bodies.Empty) -> Answer:
    player = await anybody(ask)
    cookie = ask.cookie
    for one in await ask.rooms.players.repository.devices(player):
        if ask.rooms.players.is_here(one.hash, cookie):
            await accounts_of(ask).end_session(player, one.hash.hex()[:16], cookie)
    return greeted({}, "")


@post("/api/sessions/{key}/end")
async def end_session(ask: Ask, key: str, data: bodies.Empty) -> Answer:
    player, _ = await player_of(ask)
    here = await accounts_of(ask).end_session(player, key, ask.cookie)
    return greeted({}, "" if here else None)


# -- passkeys --


@post("/api/passkeys/new")
async def passkey_begin(ask: Ask, data: bodies.Empty) -> Answer:
    player, name = await player_of(ask)
    return answer(await accounts_of(ask).passkeys.begin(player, name, place_of(ask)))


@post("/api/passkeys")
async def passkey_add(ask: Ask, data: Credential) -> Answer:
    player, _ = await player_of(ask)
    await accounts_of(ask).passkeys.add(player, place_of(ask), data.credential, data.name)
    await accounts_of(ask).changed(player, "a passkey was added")
    return answer(await accounts_of(ask).about(player, ask.cookie))


@post("/api/passkeys/{key}/name")
async def passkey_name(ask: Ask, key: str, data: bodies.Name) -> Answer:
    player, _ = await player_of(ask)
    await ask.rooms.players.repository.name_passkey(player, _passkey(key), named(data.name))
    return answer(await accounts_of(ask).about(player, ask.cookie))


@post("/api/passkeys/{key}/remove")
async def passkey_remove(ask: Ask, key: str, data: bodies.Empty) -> Answer:
    player, _ = await player_of(ask)
    await ask.rooms.players.repository.remove_passkey(player, _passkey(key))
    await accounts_of(ask).changed(player, "a passkey was removed")
    return answer(await accounts_of(ask).about(player, ask.cookie))


def _passkey(key: str) -> bytes:
    """A passkey's id as it stands in an address; that of none where it stands for nothing."""
    try:
        return bytes.fromhex(key)
    except ValueError:
        return b""


@post("/api/sign-in/new")
async def sign_in_begin(ask: Ask, data: bodies.Empty) -> Answer:
    accounts_of(ask).knock(ask.address)
    return answer(await accounts_of(ask).passkeys.ask(place_of(ask)))


@post("/api/sign-in")
async def sign_in(ask: Ask, data: Credential) -> Answer:
    accounts_of(ask).knock(ask.address)
    player = await accounts_of(ask).passkeys.check(place_of(ask), data.credential)
    name, cookie = await accounts_of(ask).enter(player, ask.header("user-agent"), ask.cookie)
    return greeted(await about(ask.rooms, player, name), cookie)


# -- mail --


@post("/api/mail")
async def mail_ask(ask: Ask, data: bodies.Mail) -> Answer:
    player, _ = await player_of(ask)
    await accounts_of(ask).ask_for_mail(player, data.email, ask.address, ask.header("host"))
    return answer({"sent": True})


@get("/api/mail/{text}")
async def mail_look(ask: Ask, text: str) -> Answer:
    found = await visitor(ask)
    return answer(await accounts_of(ask).mail_invitation(text, found[0] if found else None))


@post("/api/mail/follow")
async def mail_follow(ask: Ask, data: bodies.Secret) -> Answer:
    found = await visitor(ask)
    accounts_of(ask).knock(ask.address)
    player, name, cookie = await accounts_of(ask).follow_mail(
        data.secret, found[0] if found else None, ask.header("user-agent"), ask.cookie
    )
    return greeted(await about(ask.rooms, player, name), cookie)


@post("/api/mail/remove")
async def mail_remove(ask: Ask, data: bodies.Empty) -> Answer:
    player, _ = await player_of(ask)
    await accounts_of(ask).drop_address(player)
    return answer(await accounts_of(ask).about(player, ask.cookie))


# -- notices --


@post("/api/notices")
async def wish(ask: Ask, data: Wish) -> Answer:
    player, _ = await player_of(ask)
    await accounts_of(ask).wish(player, data.mail, data.webhook)
    return answer(await accounts_of(ask).about(player, ask.cookie))


@post("/api/notices/push")
async def push_add(ask: Ask, data: Subscription) -> Answer:
    player, _ = await player_of(ask)
    await accounts_of(ask).add_push(
        player, ask.cookie or "", ask.header("user-agent"), data.endpoint, data.keys.p256dh, data.keys.auth
    )
    return answer(await accounts_of(ask).about(player, ask.cookie))


@post("/api/notices/push/remove")
async def push_remove(ask: Ask, data: bodies.Empty) -> Answer:
    player, _ = await player_of(ask)
    repository = ask.rooms.players.repository
    here = [one.endpoint for one in await repository.pushes(player)
            if ask.rooms.players.is_here(one.session, ask.cookie)]  # fmt: skip
    await repository.drop_pushes(here, player)
    return answer(await accounts_of(ask).about(player, ask.cookie))


@post("/api/notices/test")
async def notices_test(ask: Ask, data: bodies.Empty) -> Answer:
    player, name = await player_of(ask)
    accounts_of(ask).knock(ask.address)
    return answer({"failed": await accounts_of(ask).try_notices(player, name)})


# -- blocking and complaining --


@post("/api/blocks")
async def block(ask: Ask, data: Block) -> Answer:
    player, _ = await player_of(ask)
    other = data.player or (await accounts_of(ask).at(player, data.table, data.side))[0]
    await accounts_of(ask).block(player, other)
    return answer({"blocked": await blocked(ask, player)})


@post("/api/blocks/remove")
async def unblock(ask: Ask, data: Other) -> Answer:
    player, _ = await player_of(ask)
    await ask.rooms.players.repository.unblock(player, data.player)
    return answer({"blocked": await blocked(ask, player)})


@get("/api/blocks")
async def blocks(ask: Ask, table: str = "") -> Answer:
    player, _ = await player_of(ask)
    told: dict[str, Any] = {"blocked": await blocked(ask, player)}
    if table:
        told["sides"] = await accounts_of(ask).blocked_at(player, table)
    return answer(told)


async def blocked(ask: Ask, player: str) -> list[dict[str, str]]:
    found = await ask.rooms.players.repository.blocks(player)
    return [{"id": key, "name": name} for key, name in found]


@post("/api/complaints")
async def complain(ask: Ask, data: Complain) -> Answer:
    player, _ = await player_of(ask)
    await accounts_of(ask).complain(player, data.text, data.table, data.side, data.player)
    return answer({})


# -- the owner --


async def owner_of(ask: Ask) -> Accounts:
    """The accounts, for their owner. Raises Forbidden."""
    player, _ = await player_of(ask)
    await accounts_of(ask).owner(player)
    return accounts_of(ask)


@get("/api/owner")
async def overview(ask: Ask) -> Answer:
    return answer(await (await owner_of(ask)).overview())


@get("/api/owner/players")
async def all_players(ask: Ask, find: str = "") -> Answer:
    return answer(await (await owner_of(ask)).all_players(find))


@get("/api/owner/tables")
async def all_tables(ask: Ask, find: str = "") -> Answer:
    accounts = await owner_of(ask)
    return answer(await accounts.all_tables(find, (await player_of(ask))[0]))


@get("/api/owner/complaints")
async def complaints(ask: Ask) -> Answer:
    return answer(await (await owner_of(ask)).complaints())


@post("/api/owner/complaints/{key}/done")
async def complaint_done(ask: Ask, key: str, data: bodies.Empty) -> Answer:
    accounts = await owner_of(ask)
    await accounts.repository.see_to(key, accounts.clock())
    return answer(await accounts.complaints())


@post("/api/owner/suspend")
async def suspend(ask: Ask, data: Suspend) -> Answer:
    accounts = await owner_of(ask)
    await accounts.suspend(data.player, data.reason if data.on else None)
    return answer({})


@post("/api/owner/rename")
async def rename_player(ask: Ask, data: NamedPlayer) -> Answer:
    accounts = await owner_of(ask)
    await accounts.rename(data.player, data.name)
    return answer({})


@post("/api/owner/delete")
async def delete_player(ask: Ask, data: NamedPlayer) -> Answer:
    accounts = await owner_of(ask)
    await accounts.delete_for(data.player, data.name)
    return answer({})


ACCOUNT_ROUTES: list[Route] = [
    account, take_along, delete, sign_out, end_session, passkey_begin, passkey_add, passkey_name, passkey_remove,
    sign_in_begin, sign_in, mail_ask, mail_look, mail_follow, mail_remove, wish, push_add, push_remove, notices_test,
    block, unblock, blocks, complain, overview, all_players, all_tables, complaints, complaint_done, suspend,
    rename_player, delete_player,
]  # fmt: skip

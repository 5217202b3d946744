"""Notices to the devices and the addresses that a player chose: sealed for them alone, one for each hand-over, and
never into the server's own network."""

from __future__ import annotations

import asyncio
import json
import stat
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from ironbottom.kernel.errors import BadInput
from ironbottom.server import backup, outside, push
from ironbottom.server.notices import FIRST, Way
from ironbottom.server.settings import Settings, from_toml
from server.play import Browser, gave, invited, seal, wait_for
from server.post import Device, Postbox, Service, mute, unb64


@pytest.fixture
def service() -> Iterator[Service]:
    found = Service()
    yield found
    found.close()


def handed_over(run: Callable[..., Any], **more: Any) -> tuple[Any, Browser, Browser, Callable[[], None]]:
    """A server, red and blue at a table, and what makes it blue's turn."""
    running = run(**more)
    red, blue, key, _ = invited(running.base)

    def turn() -> None:
        seal(red, blue, key)
        red.do(key, "red", "stop")

    return running, red, blue, turn


def test_the_example_of_the_standard() -> None:
    """RFC 8291, section 5 and appendix A."""
    own = ec.derive_private_key(int.from_bytes(unb64("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), push.CURVE)
    public = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    sealed = push.sealed(
        b"When I grow up, I want to be a watermelon", public, "BTBZMqHH6r4Tts7J_aSIgg", own,
        unb64("DGv6ra1nlYgDCS1FRnbzlw"),
    )  # fmt: skip
    assert push.written(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7"
        "A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_a_device_is_told_of_each_hand_over_once(run: Callable[..., Any], service: Service, tmp_path: Path) -> None:
    running, _, blue, turn = handed_over(run, notice_hosts=service.address)
    key = blue.get("/api/account")["notices"]["key"]
    phone, desk = Device(f"{service.address}/phone"), Device(f"{service.address}/desk")
    told = blue.post("/api/notices/push", **phone.told)
    assert [one["here"] for one in told["notices"]["devices"]] == [True]
    again = Browser(running.base)
    again.post("/api/personal", secret=blue.post("/api/me/link")["url"].rpartition("/")[2])
    assert len(again.post("/api/notices/push", **desk.told)["notices"]["devices"]) == 2
    turn()
    wait_for(lambda: len(service.came) == 2)
    time.sleep(0.2)
    by_path = {path: (headers, data) for path, headers, data in service.came}
    assert len(service.came) == 2
    for device, path in ((phone, "/phone"), (desk, "/desk")):
        headers, data = by_path[path]
        message = device.read(data)
        assert message["title"] == "Skirmish"
        assert message["text"] == "It is your turn in Skirmish."
        assert message["place"].startswith("/t/")
        claims = service.signed(headers, key)
        assert claims["aud"] == service.address
        assert time.time() < claims["exp"] <= time.time() + 86400
        assert claims["sub"].startswith("mailto:")
        assert headers["content-encoding"] == "aes128gcm"
        assert b"Skirmish" not in data
    # who is signed off at the push service is asked no more, nor is a device whose session has ended
    service.status = 410
    assert blue.post("/api/notices/test")["failed"] == []
    assert blue.get("/api/account")["notices"]["devices"] == []
    service.status = 201
    again.post("/api/notices/push", **desk.told)
    blue.post("/api/sessions/others/end")
    assert blue.get("/api/account")["notices"]["devices"] == []
    # the key is its owner's alone, and in backups
    file = running.server.settings.data / push.FILE
    if sys.platform != "win32":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    backup.backup(running.server.settings.data, tmp_path / "b.zip", running.server.settings.database)
    backup.restore(tmp_path / "b.zip", tmp_path / "new")
    assert push.Pusher(tmp_path / "new", "mailto:x@y", frozenset()).public == key


def test_a_player_chooses_how_he_is_told(run: Callable[..., Any], service: Service) -> None:
    postbox = Postbox()
    hooked = Service()
    trusted = f"{service.address},{hooked.address}"
    running, red, blue, turn = handed_over(run, notice_hosts=trusted, smtp=postbox.address)
    assert blue.refused("/api/notices/test")[0] == 400
    gave(running, blue, "ben@example.org")
    gave(running, red, "ann@example.org")
    assert blue.post("/api/notices", mail=False, webhook=f"{hooked.address}/mine")["notices"]["mail"] is False
    blue.post("/api/notices/push", **Device(f"{service.address}/phone").told)
    turn()
    wait_for(lambda: hooked.came and service.came)
    told = json.loads(hooked.came[0][2])
    assert hooked.came[0][0] == "/mine"
    assert set(told) == {"title", "text", "player", "side", "url", "content"}
    assert (told["player"], told["side"]) == ("Ben", "blue")
    assert postbox.to("ben@example.org") == []
    blue.post("/api/notices/push/remove")
    blue.post("/api/notices", mail=True, webhook="")
    assert blue.post("/api/notices/test") == {"failed": []}
    wait_for(lambda: postbox.to("ben@example.org", "a test"))
    assert (len(hooked.came), len(service.came)) == (1, 1)
    postbox.close()
    assert blue.post("/api/notices/test") == {"failed": ["mail"]}
    hooked.close()


def test_a_mail_server_that_hangs_delays_no_other_way(run: Callable[..., Any], service: Service) -> None:
    with mute(b"2") as port:
        smtp = f"smtp://127.0.0.1:{port}/?from=war@example.org"
        running, _, blue, turn = handed_over(run, notice_hosts=service.address, smtp=smtp)
        gave(running, blue, "ben@example.org")
        blue.post("/api/notices/push", **Device(f"{service.address}/phone").told)
        begun = time.monotonic()
        turn()
        wait_for(lambda: running.server.notices.mailer.busy)
        wait_for(lambda: service.came)
        assert time.monotonic() - begun < 12
        # nor does it tell who asks for a link whether there is such an address
        assert blue.post("/api/mail", email="ben@example.org") == {"sent": True}


def test_an_address_that_never_answers_delays_nobody_else(run: Callable[..., Any], service: Service) -> None:
    with mute(b"2") as port:
        running, _, blue, turn = handed_over(run, notice_hosts=f"{service.address},http://127.0.0.1:{port}")
        eve, mal, _, _ = invited(running.base)
        for one in (eve, mal):
            one.post("/api/notices", mail=False, webhook=f"http://127.0.0.1:{port}/slow")
            one.post("/api/notices/push", **Device(f"http://127.0.0.1:{port}/slow").told)
        for _ in range(5):  # each table that begins is a notice for each of them
            made = eve.table()
            mal.join(made["links"]["blue"])
            eve.dice(made["id"])
        blue.post("/api/notices", mail=False, webhook=f"{service.address}/mine")
        blue.post("/api/notices/push", **Device(f"{service.address}/phone").told)
        turn()
        wait_for(lambda: {path for path, _, _ in list(service.came)} == {"/mine", "/phone"})


def test_of_one_player_one_notice_is_under_way_and_a_mail_that_is_waited_for_comes_first() -> None:
    came: list[str] = []

    async def told() -> None:
        go_on = asyncio.Event()

        async def send(what: str) -> None:
            came.append(what)
            await go_on.wait()

        way = Way("mail", send, 2)
        for number in range(3):
            way.put(f"eve {number}", "eve")
        way.put("ann", "ann")
        way.put("link", FIRST)
        way.start()
        while len(came) < 2:
            await asyncio.sleep(0)
        assert came == ["link", "eve 0"]
        go_on.set()
        while len(came) < 5:
            await asyncio.sleep(0)
        assert came[2:] == ["ann", "eve 1", "eve 2"]
        await way.stop()

    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, told()).result()


PRIVATE = [
    "http://example.org/x", "https://127.0.0.1/x", "https://localhost/x", "https://10.1.2.3/", "https://[::1]/x",
    "https://169.254.169.254/latest", "https://[::ffff:10.0.0.1]/", "https://[64:ff9b::a00:1]/", "https://database/x",
    "https://me:secret@example.org/", "ftp://example.org/", "https://exa mple.org/", "javascript:alert(1)", "https://",
    "https://example.org:port/", "https://[", "https://example.org/\r\nX: y", "https://224.0.0.1/",
]  # fmt: skip


def test_nothing_is_sent_into_the_servers_network(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    running = run()
    ben = Browser(running.base)
    for url in PRIVATE:
        assert ben.refused("/api/notices", mail=True, webhook=url)[0] == 400, url
        keys = Device(url).told["keys"]
        assert ben.refused("/api/notices/push", endpoint=url, keys=keys)[0] == 400, url
    for keys in ({"p256dh": "x", "auth": "y"}, {"p256dh": "A" * 87, "auth": "B" * 22}):
        assert ben.refused("/api/notices/push", endpoint="https://push.example.org/x", keys=keys)[0] == 400
    # a name may stand for anything: what it stands for is looked at when something is sent, and then gone to
    asked: list[Any] = []

    def stands_for(*addresses: str) -> None:
        def getaddrinfo(host: str, port: int, **_: Any) -> Any:
            asked.append(host)
            return [(2, 1, 6, "", (one, port)) for one in addresses]

        monkeypatch.setattr("socket.getaddrinfo", getaddrinfo)

    def posted() -> Any:
        with ThreadPoolExecutor(1) as pool:
            return pool.submit(asyncio.run, outside.post("https://evil.example.org/", b"", {}, frozenset())).result()

    for addresses in (("127.0.0.1",), ("8.8.8.8", "10.0.0.1"), ("::1",), ("fd00::1",), ()):
        stands_for(*addresses)
        with pytest.raises(outside.NotPublic):
            posted()
    assert set(asked) == {"evil.example.org"}


def test_the_owner_names_further_addresses(tmp_path: Path) -> None:
    assert from_toml({"notice_hosts": "http://10.0.0.5:8080, https://ntfy.lan"})
    for wrong in ("10.0.0.5", "ftp://x", "https://x/y", 5):
        with pytest.raises(BadInput, match="notice_hosts"):
            from_toml({"notice_hosts": wrong})
    assert Settings(notice_hosts="HTTP://10.0.0.5:8080/ , https://ntfy.lan").trusted == {
        "http://10.0.0.5:8080", "https://ntfy.lan"
    }  # fmt: skip
    assert Settings(smtp="smtp://h/?from=war@example.org").contact == "mailto:war@example.org"
    assert Settings(public_url="https://war.example.org").contact == "https://war.example.org"
    (tmp_path / push.FILE).write_text("no key")
    with pytest.raises(BadInput, match=r"push\.key cannot be used"):
        push.Pusher(tmp_path, "", frozenset())

"""Copies with a name, over the wire: made, saved, chosen, compared, given out and taken in, and part of the record."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

import pytest

from ironbottom import games
from ironbottom.kernel import shapes
from ironbottom.kernel.copies import shipped
from ironbottom.kernel.message import CopyInfo, CopyTold, CopyWhole, Message, Unknown, UnknownDatum
from ironbottom.kernel.record import read_record
from ironbottom.server.store import FILE, migrate, migrations
from server.play import Browser

SLUG = "archies-war"
ATTACK = {"two_player": {"units": {"american": {"inf5": {"attack": 6}}}}}
FAIR = shipped(games.load(SLUG).package)["fair"]
KEYS = ["two_player", "units", "american", "inf4", "attack"]


def copy_of(browser: Browser, overlay: dict[str, Any] | None = None, name: str = "2nd printing") -> Any:
    made = browser.post("/api/copies", game=SLUG, name=name)
    if overlay is not None:
        made = browser.post(f"/api/copies/{made['id']}", version=made["version"], overlay=overlay, same={})
    shapes.check(CopyWhole, made)
    return made


def test_a_copy_is_made_saved_listed_renamed_and_deleted(base):
    ann = Browser(base, "Ann")
    made = copy_of(ann, ATTACK)
    assert made["lines"] == []
    (one,) = made["differences"]
    assert (one["label"], one["now"], one["was"]) == ("Americans, Infantry 5, attack", "6", "5")
    path = f"/api/copies/{made['id']}"
    listed = ann.get("/api/copies", game=SLUG)
    for one in listed:
        shapes.check(CopyInfo, one)
    assert [(one["kind"], one["first"]) for one in listed] == [("printed", True), ("shipped", False), ("own", False)]
    status, error = ann.refused(path, version=1, overlay={}, same={})
    assert (status, ann.get(path)["overlay"]) == (409, ATTACK)
    assert "saved elsewhere" in error
    assert ann.post(f"{path}/rename", name="  mine   now ")["name"] == "mine now"
    status, error = ann.refused("/api/copies", game=SLUG, name="mine now")
    assert (status, error) == (400, "you have a copy called 'mine now' already")
    other = ann.post("/api/copies", game=SLUG, name="another", **{"from": made["id"]})
    assert other["overlay"] == ATTACK
    ann.post(f"{path}/delete")
    assert ann.http.get(path).status_code == 404
    assert [one["name"] for one in ann.get("/api/copies", game=SLUG)] == ["", FAIR.name, "another"]


def test_nobody_else_sees_or_changes_a_copy(base):
    ann, ben = Browser(base, "Ann"), Browser(base, "Ben")
    made = copy_of(ann, ATTACK)
    path = f"/api/copies/{made['id']}"
    for more in ("", "/file", "/compare?other=printed:archies-war", "/drawn/two-player/board.json"):
        assert ben.http.get(path + more).status_code == 404
    assert ben.refused(path, version=2, overlay={}, same={})[0] == 404
    assert ben.refused(f"{path}/delete")[0] == 404
    assert ben.refused("/api/tables", game=SLUG, scenario="two-player", copy=made["id"], hints=False,
                       seats={"american": "me", "japanese": "friend"})[0] == 404  # fmt: skip
    assert ann.refused(f"/api/copies/printed:{SLUG}", version=0, overlay={}, same={})[0] == 400
    assert ann.get(path)["overlay"] == ATTACK


def test_faults_are_kept_and_told_and_no_game_begins_with_them(base):
    ann = Browser(base, "Ann")
    wrong = {"two_player": {"units": {"american": {"inf5": {"attack": "six"}, "inf4": {"attack": 900}}}}}
    made = copy_of(ann, wrong)
    assert made["faults"] == len(made["lines"]) == 2
    assert all("attack" in line for line in made["lines"])
    status, error = ann.refused("/api/tables", game=SLUG, scenario="two-player", copy=made["id"], hints=False,
                                seats={"american": "me", "japanese": "friend"})  # fmt: skip
    assert (status, "attack" in error) == (400, True)
    assert ann.http.get(f"/api/copies/{made['id']}/drawn/two-player/board.json").status_code == 400
    checked = ann.post("/api/copies/check", game=SLUG, overlay=wrong)
    assert checked["lines"] == made["lines"]


DEEP = json.loads("[" * 19 + "]" * 19)


@pytest.mark.parametrize("overlay", [{"x": None}, {"": 1}, {"x": {"y": "\ud800"}}, {"x": 10**40}, {"a": DEEP}])
def test_what_no_file_could_hold_is_not_kept(base, overlay):
    ann = Browser(base, "Ann")
    made = copy_of(ann)
    body = json.dumps({"version": 1, "overlay": overlay, "same": {}})
    answer = ann.http.post(f"/api/copies/{made['id']}", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert "\n" not in answer.json()["error"]
    assert ann.get(f"/api/copies/{made['id']}")["version"] == 1


def test_a_friend_is_told_before_he_joins_and_the_record_names_it(base):
    ann, ben = Browser(base, "Ann"), Browser(base, "Ben")
    made = copy_of(ann, ATTACK)
    table = ann.table(SLUG, "two-player", copy=made["id"], seats={"american": "me", "japanese": "friend"})
    link = table["links"]["japanese"].rpartition("/")[2]
    told = ben.get(f"/api/join/{link}")["copy"]
    shapes.check(CopyTold, told)
    assert (told["name"], told["differs"], told["differences"][0]["now"]) == ("2nd printing", 1, "6")
    mine = copy_of(ben, {"two_player": {"units": {"american": {"inf5": {"attack": 4}}}}}, "Ben's")
    (one,) = ben.get(f"/api/join/{link}/compare", other=mine["id"])
    assert (one["now"], one["was"]) == ("6", "4")
    assert ben.http.get(f"/api/tables/{table['id']}/compare?other={mine['id']}").status_code == 403
    ben.join(link)
    ann.dice(table["id"])
    assert ben.get(f"/api/tables/{table['id']}/compare", other=mine["id"]) == [one]
    key = table["id"]
    message = ben.look(key, "japanese")
    shapes.check(Message, message)
    assert message["copy"] == "2nd printing"
    assert ben.get(f"/api/tables/{key}/copy")["differs"] == 1
    plain = ann.http.get(f"/g/{SLUG}/two-player/faces.svg").content
    drawn = ben.http.get(f"{message['drawn']}/faces.svg").content
    assert drawn != plain
    ann.post(f"/api/copies/{made['id']}/delete")
    ann.act(key, "american", "resign")
    text = ann.http.get(f"/api/tables/{key}/record").text
    record = read_record(text, games.load)
    assert record.header["copy"] == "2nd printing"
    assert record.header["overlay"] == ATTACK
    assert record.verify() == []
    again = Browser(base, "Cid").post("/api/tables", **{"import": text})
    assert again["id"]
    head, rest = text.split("\n", 1)
    for bad in (3, "x" * 61):
        other = json.dumps({**json.loads(head), "copy": bad}) + "\n" + rest
        assert "'copy' is a name" in ann.refused("/api/tables", **{"import": other})[1]


def test_a_table_without_a_copy_says_nothing_of_one(base):
    ann = Browser(base, "Ann")
    table = ann.table(SLUG, "two-player", seats={"american": "me", "japanese": "me"})
    assert not {"copy", "drawn"} & ann.look(table["id"], "american").keys()
    assert ann.get(f"/api/tables/{table['id']}/copy") is None


def test_a_copy_goes_out_and_comes_in_as_a_file(base):
    ann, ben = Browser(base, "Ann"), Browser(base, "Ben")
    made = copy_of(ann, ATTACK)
    made = ann.post(f"/api/copies/{made['id']}/same", version=made["version"], keys=[KEYS])
    assert (made["differs"], made["same"]) == (1, 1)
    text = ann.http.get(f"/api/copies/{made['id']}/file").text
    for name in ("2nd printing", "2nd printing (2)"):
        got = ben.post("/api/copies/import", text=text)
        assert (got["name"], got["overlay"], got["agrees"]) == (name, ATTACK, made["agrees"])
    plain = "[two_player.units.american.inf5]\nattack = 6\n"
    assert ben.post("/api/copies/import", text=plain, game=SLUG)["overlay"] == ATTACK
    assert "is no copy of a game" in ben.refused("/api/copies/import", text=plain)[1]
    assert ben.refused("/api/copies/import", text=text, game="solomons")[0] == 400
    assert ben.refused("/api/copies/import", text=text.replace(SLUG, "nowhere"))[0] == 404
    for wrong, what in (("Guadalcanal", "is not TOML"), (" ", "is empty"), ("# x", "says nothing")):
        assert what in ben.refused("/api/copies/import", text=wrong, game=SLUG)[1]
    assert "Solomons Campaign" in ben.refused("/api/copies/import", text=text.replace(SLUG, "solomons"), game=SLUG)[1]
    faulty = ben.post("/api/copies/import", text=text.replace("attack = 6", 'attack = "?"'))
    assert faulty["lines"] == ["Americans, Infantry 5, attack: a number from 0 to 20 (strength) was expected, not '?'"]


def test_my_copy_says_the_same(base):
    ann = Browser(base, "Ann")
    made = copy_of(ann, ATTACK)
    path = f"/api/copies/{made['id']}/same"
    whole = ann.post(path, version=made["version"], keys=[["two_player", "units", "american", "inf5"]])
    assert whole["overlay"] == {}
    assert whole["agrees"]["two_player"]["units"]["american"]["inf5"]["attack"] == 5
    attack = ["two_player", "units", "american", "inf5", "attack"]
    less = ann.post(path, version=whole["version"], keys=[attack], on=False)
    assert less["same"] == whole["same"] - 1
    assert "there is no" in ann.refused(path, version=less["version"], keys=[["two_player", "nothing"]])[1]


def test_what_nobody_has_seen_printed_is_told_and_counted(base):
    ann = Browser(base, "Ann")
    made = copy_of(ann, {"two_player": {"units": {"american": {"inf5": {"count": 6}}}}})
    path = f"/api/copies/{made['id']}"
    told = ann.get(f"{path}/unknown")
    shapes.check(Unknown, told)
    assert (told["corrected"], told["same"]) == (1, 0)
    assert told["open"] == told["total"] - 1 == sum(group["open"] for group in told["groups"])
    (group,) = [one for one in told["groups"] if one["corrected"]]
    items = ann.get(f"{path}/unknown", group=group["id"])
    for one in items:
        shapes.check(UnknownDatum, one)
    assert [(one["value"], one["now"]) for one in items if one["state"] == "corrected"] == [("2", "6")]
    keys = [one["keys"] for one in items if one["state"] == "open"]
    ann.post(f"{path}/same", version=made["version"], keys=keys)
    again = ann.get(f"{path}/unknown")
    assert (again["corrected"], again["same"]) == (1, len(keys))
    answer = ann.http.get(f"{path}/unknown?group=nothing")
    assert (answer.status_code, "no group" in answer.json()["error"]) == (400, True)


def test_old_databases_open(tmp_path):
    connection = sqlite3.connect(tmp_path / FILE)
    for number, script in migrations():
        if number < 6:
            connection.executescript(f"BEGIN;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;")
    migrate(connection)
    assert connection.execute("SELECT count(*) FROM copies").fetchone() == (0,)
    connection.close()


SAID = "Rain falls on friend and foe alike."
CARDS = {"rain": f" {SAID}\n", "hunger": "Lorem ipsum", "supplies": "  "}


def with_words(browser: Browser, name: str = "mine", **words: str) -> Any:
    made = browser.post("/api/copies", game="henderson-field", name=name)
    return browser.post(f"/api/copies/{made['id']}", version=made["version"], overlay={}, same={}, words=words)


def test_what_ones_cards_say_is_kept_with_the_copy_for_its_owner_alone(base):
    ann, ben = Browser(base, "Ann"), Browser(base, "Ben")
    made = with_words(ann, **CARDS)
    shapes.check(CopyWhole, made)
    path = f"/api/copies/{made['id']}"
    assert (made["words"], made["worded"], made["differs"]) == ({"rain": SAID, "hunger": "Lorem ipsum"}, 2, 0)
    saved = ann.post(path, version=made["version"], overlay={"cards": {"card": {"3": {"repair": 5}}}}, same={})
    assert saved["words"] == made["words"], "a page that says nothing of them leaves them as they are"
    twin = ann.post("/api/copies", game="henderson-field", name="twin", **{"from": made["id"]})
    assert twin["words"] == made["words"]
    table = ann.table("henderson-field", "campaign", copy=made["id"], seats={"american": "me", "japanese": "friend"})
    key, link = table["id"], table["links"]["japanese"].rpartition("/")[2]
    told = [ben.http.get(f"/api/join/{link}").text]
    assert ben.http.get(f"/api/tables/{key}/words").status_code == 403
    his = with_words(ben, "his", rain="Ben's own words")
    told.append(ben.http.get(f"/api/join/{link}/compare?other={his['id']}").text)
    ben.join(link)
    ann.dice(key)
    assert ann.get(f"/api/tables/{key}/words") == made["words"]
    assert ben.get(f"/api/tables/{key}/words") == {}, "his copy says otherwise"
    ben.post(f"/api/copies/{his['id']}/rename", name=made["name"])
    assert ben.get(f"/api/tables/{key}/words") == {}, "though it is called the same"
    ben.post(f"/api/copies/{his['id']}", version=3, overlay=saved["overlay"], same={})
    assert ben.get(f"/api/tables/{key}/words") == his["words"], "he has that copy too, and his own words for it"
    ann.post(f"{path}/rename", name="called otherwise")
    assert ann.get(f"/api/tables/{key}/words") == made["words"]
    ann.post(f"{path}/rename", name=made["name"])
    ann.post(path, version=saved["version"] + 2, overlay={}, same={})
    assert ann.get(f"/api/tables/{key}/words") == made["words"], "she has gone on with the copy that she plays with"
    ann.act(key, "american", "resign")
    told += [ben.http.get(f"/api/tables/{key}{more}").text for more in (
        "?seat=japanese", "/copy", f"/compare?other={his['id']}", "/record", "/drawn/board.json")]  # fmt: skip
    told += [ann.http.get(f"/api/tables/{key}{more}").text for more in ("?seat=american", "/record")]
    told += [ann.http.get(f"{path}{more}").text for more in (
        "/compare?other=printed:henderson-field", "/file", "/unknown")]  # fmt: skip
    assert all(told)
    assert not any(SAID in one for one in told)
    assert not any("Ben's own words" in one for one in told[2:])
    for more in ("", "/file?words=true"):
        assert ben.http.get(path + more).status_code == 404
    assert ben.post("/api/copies/import", text=ann.http.get(f"{path}/file").text)["words"] == {}
    whole = ann.http.get(f"{path}/file?words=true").text
    assert ann.post("/api/copies/import", text=whole)["words"] == made["words"]


@pytest.mark.parametrize(("words", "line"), [
    ({"rian": "x"}, "words: no card does 'rian'; did you mean 'rain'?"),
    ({"rain": "x" * 501}, "words.rain: a text has at most 500 characters of Unicode"),
    ({"ra\nin": "x"}, "words: a key has 1 to 120 characters, not 'ra\\nin'"),
])  # fmt: skip
def test_words_that_are_of_no_card_or_too_long_are_refused(base, words, line):
    ann = Browser(base, "Ann")
    made = with_words(ann, rain=SAID)
    path = f"/api/copies/{made['id']}"
    body = json.dumps({"version": made["version"], "overlay": {}, "same": {}, "words": words})
    answer = ann.http.post(path, content=body, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["error"]) == (400, line)
    assert ann.get(path)["words"] == {"rain": SAID}


def test_a_file_with_strange_words_is_refused(base):
    ann = Browser(base, "Ann")
    head = 'format = "ironbottom copy 1"\nname = "x"\ngame = "{}"\n[words]\n{}\n'
    for game, text, line in (
        ("henderson-field", "rain = 3", "words.rain: a text was expected, not 3"),
        ("henderson-field", "[words.rain]\nx = 'y'", "words.rain: a text was expected, not {'x': 'y'}"),
        ("henderson-field", "storm = 'y'", "words: no card does 'storm'; known: "),
        ("solomons", "rain = 'y'", "words.rain: this game has no cards whose words could be kept"),
    ):
        status, error = ann.refused("/api/copies/import", text=head.format(game, text))
        assert (status, error[: len(line)], "\n" in error) == (400, line, False)

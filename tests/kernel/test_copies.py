"""Copies with a name: what they hold, their file, and what differs in words."""

from __future__ import annotations

import random
import shutil
from importlib import import_module
from pathlib import Path

import pytest

from ironbottom import games
from ironbottom.kernel.copies import Copy, corrections, differing, read_copy, shipped, write_copy
from ironbottom.kernel.data import complaints, load_data, released_data
from ironbottom.kernel.differences import differences
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.overlay import merged
from ironbottom.kernel.printed import printed as settings
from ironbottom.kernel.record import Record, header, read_record
from ironbottom.kernel.schema import schema_of
from ironbottom.lab.match import Fixture, play
from ironbottom.opponents.registry import player

LETTERS = "aZ9 _-./|\n\t\r\0\x07\x7f\u2028\"'\\#=[é🙂"


def text(rng, most):
    return "".join(rng.choice(LETTERS) for _ in range(rng.randint(1, most)))


def value(rng, depth):
    """Whatever may stand in a copy."""
    kind = rng.randrange(7 if depth else 5)
    if kind < 5:
        return (rng.randint(-9999, 9999), rng.uniform(-99, 99), rng.random() < 0.5, text(rng, 9), "")[kind]
    if kind == 5:
        return [value(rng, depth - 1) for _ in range(rng.randint(0, 3))]
    return tree(rng, depth - 1)


def tree(rng, depth=3):
    keys = {"".join(c for c in text(rng, 6) if c.isprintable()) or "k" for _ in range(rng.randint(0, 3))}
    return {key: value(rng, depth) for key in sorted(keys)}


ATTACK = {"two_player": {"units": {"american": {"inf5": {"attack": 6}}}}}
FB = {"units": {"unit": {"1/5": {"combat": 9}}}}


def test_a_file_gives_the_copy_back():
    rng = random.Random(1)
    for _ in range(300):
        copy = Copy("my copy, 2nd printing", "archies-war", tree(rng), tree(rng), "1f0c", text(rng, 9))
        assert read_copy(write_copy(copy)) == copy


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "this file is empty"),
        ("x = 1", "is no copy of a game: its first line should be"),
        ('format = "ironbottom copy 9"', "was written by another version of this program"),
        ('{"format": "ironbottom record 1"}', "a record of a game is brought in at the foot of the first page"),
        ("format = 3", "is no copy of a game"),
        ("not toml", "is not TOML"),
        ("a = " + "[" * 5000, "nested too deeply"),
        ("n = " + "9" * 5000, "is not TOML"),
        ("x = 1\n" * 300_000, "is larger than"),
        ('name = "a"', "is no copy"),
        ('format = "ironbottom copy 1"\ngame = "solomons"', "name is missing"),
        ('format = "ironbottom copy 1"\nname = ""\ngame = "solomons"', "has 1 to 60 characters"),
        ('format = "ironbottom copy 1"\nname = "a"\ngame = "solomons"\nwho = 1', "there is no 'who'"),
        ('format = "ironbottom copy 1"\nname = "a"\ngame = "solomons"\noverlay = 3', "overlay is a table"),
        ('format = "ironbottom copy 1"\nname = "a"\ngame = "b"\n[overlay.x]\nd = 1979-05-27', "overlay.x.d: a number"),
        ('format = "ironbottom copy 1"\nname = "a"\ngame = "b"\n[overlay.x]\nd = nan', "overlay.x.d: a number"),
        ('format = "ironbottom copy 1"\nname = "a"\ngame = "b"\n[same]\n"\\u0007" = 1', "a key has 1 to"),
        ('format = "ironbottom copy 1"\nname = "a"\ngame = "b"\n[same]\nt = "' + "t" * 501 + '"', "at most 500"),
    ],
)
def test_a_bad_file_is_refused_in_one_line(text, says):
    with pytest.raises(BadInput) as error:
        read_copy(text)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_what_is_as_printed_is_not_played_and_what_was_confirmed_stays():
    package = games.load("archies-war").package
    printed = load_data(package)
    attack = printed["two_player"]["units"]["american"]["inf5"]["attack"]
    same = {"two_player": {"units": {"american": {"inf5": {"attack": attack}}}}}
    copy = Copy("mine", "archies-war", {}, same)
    assert corrections(package, copy) is None
    later = merged(printed, {"two_player": {"units": {"american": {"inf5": {"attack": attack + 1}}}}})
    assert differing(merged(copy.same, copy.overlay), later) == same
    assert differing(merged(same, ATTACK), printed) == ATTACK


def test_differences_are_told_in_words():
    game = games.load("archies-war")
    printed = load_data(game.package)
    found = list(differences(game.package, game.words, load_data(game.package, ATTACK), printed))
    (one,) = found
    assert one.text() == "Americans, Infantry 5, attack: 6 instead of 5"
    assert one.part == "unit"
    (back,) = differences(game.package, game.words, printed, load_data(game.package, ATTACK))
    assert (back.now, back.was) == ("5", "6")
    game = games.load("axis-allies")
    data = load_data(game.package)
    less = {**data, "map": {**data["map"], "border": {k: v for k, v in data["map"]["border"].items() if k != "H-MAL"}}}
    (gone,) = differences(game.package, game.words, less, data)
    assert gone.now is None
    assert "H-MAL" in gone.text()
    assert "left out" in gone.text()


def test_all_faults_are_told_a_line_each():
    package = games.load("first-blood").package
    overlay = {
        "units": {"unit": {"1/5": {"combat": 9_000, "side": "axsi", "move": 3}, "1/1": {"comabt": 3}}},
        "hexes": {"hex": {"0303": {"terrain": 5}}},
        "nothing": {"at": "all"},
    }
    lines = complaints(package, overlay)
    assert len(lines) == 5
    for what in ("1/5.combat:", "axsi", "comabt", "0303", "no nothing"):
        assert sum(what in line for line in lines) == 1, what
    assert not any("\n" in line for line in lines)
    assert complaints(package, {"units": {"unit": {"1/5": {"move": 3}}}}) == []


def test_a_copy_that_says_nothing_new_has_the_digest_of_the_printed_game():
    game = games.load("first-blood")
    copy = Copy("mine", game.slug, {}, {"units": {"unit": {"1/5": {"side": "american"}}}})
    assert games.load(game.slug, corrections(game.package, copy)).digest == game.digest


@pytest.fixture
def second(tmp_path, monkeypatch):
    """A game of a package of its own, whose folder may be changed."""
    example = Path(__file__).parents[2] / "examples/tenaru/src/ironbottom_tenaru"
    folder = tmp_path / "ironbottom_second"
    shutil.copytree(example, folder)
    for file in folder.rglob("*.py"):
        text = file.read_text("utf-8").replace("ironbottom_tenaru", "ironbottom_second")
        file.write_text(text.replace('"tenaru"', '"second"'), "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield folder, import_module("ironbottom_second.game").Tenaru
    settings.cache_clear()
    shipped.cache_clear()


def recorded(game, overlay=None):
    """The record of a game between scripts."""
    played = play(game, Fixture(game.slug, "crossing", (), ("random", "random"), "1", keep=True),
                  (player("random"), player("random")))  # fmt: skip
    record = read_record(played.record, lambda slug, _: game)
    head = header(game, "crossing", record.options, seats=record.header["seats"], started="", overlay=overlay,
                  seed_hash=record.header["seed_hash"], copy="mine")  # fmt: skip
    return Record(game, head, record.entries, record.end).to_text()


def test_what_was_released_stays_when_the_data_become_others(second):
    folder, make = second
    first = make(None)
    fewer = {"blocks": {"turns": 9}}
    plain, mended = recorded(first), recorded(make(fewer), fewer)
    text = (folder / "data/blocks.toml").read_text("utf-8")
    (folder / "data").rename(folder / "moved")
    (folder / "released").mkdir()
    (folder / "moved").rename(folder / "released" / first.digest)
    shutil.copytree(folder / "released" / first.digest, folder / "data")
    (folder / "data/blocks.toml").write_text(text.replace("american = [1, 2, 3, 4]", "american = [4, 4]"), "utf-8")
    (folder / "copies").mkdir()
    (folder / "copies/first.toml").write_text(
        f'format = "ironbottom copy 1"\nname = "first reconstruction"\ngame = "second"\nwhy = "as released first"\n'
        f'[overlay]\nreleased = "{first.digest}"\n', "utf-8",
    )  # fmt: skip
    settings.cache_clear()

    def load(slug, overlay):
        return make(overlay)

    assert make(None).digest != first.digest
    for record, strengths in ((plain, 14), (mended, 9)):
        again = read_record(record, load)
        assert again.verify() == []
        assert again.start().setting.data["blocks"]["american"] == [1, 2, 3, 4]
        assert again.start().setting.data["blocks"]["turns"] == strengths
    copy = shipped("ironbottom_second")["first"]
    assert (copy.name, copy.why) == ("first reconstruction", "as released first")
    overlay = corrections("ironbottom_second", copy)
    assert make(overlay).digest == first.digest
    found = differences("ironbottom_second", first.words, load_data("ironbottom_second", overlay),
                        load_data("ironbottom_second"))  # fmt: skip
    assert [one.text() for one in found] == ["the Americans: 1, 2, 3, 4 instead of 4, 4"]
    for bad in ("../data", "nothing", "", 3):
        with pytest.raises(BadInput, match="the data of that release are not here"):
            load_data("ironbottom_second", {"released": bad})
        assert len(complaints("ironbottom_second", {"released": bad})) == 1


@pytest.mark.parametrize("slug", games.READY)
def test_what_a_game_keeps_of_earlier_releases_can_be_played(slug):
    package = games.load(slug).package
    for digest in released_data(package):
        assert games.load(slug, {"released": digest}).digest == digest
        assert complaints(package, {"released": digest}) == []
    assert sum(bool(copy.new) for copy in shipped(package).values()) <= 1
    for copy in shipped(package).values():
        assert copy.game == slug
        assert copy.new in ("", *(one.id for one in games.load(slug).scenarios))
        assert complaints(package, copy.overlay) == []
        assert copy.why
        games.load(slug, corrections(package, copy)).setup(games.load(slug).scenarios[0].id)
    assert schema_of(package) is not None

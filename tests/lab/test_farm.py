"""Where much is worked out: the same results, in order, wherever."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any, NoReturn

import pytest

from ironbottom import games
from ironbottom.cli import main
from ironbottom.kernel.errors import BadInput
from ironbottom.lab.farm import AHEAD, Cluster, Farm, Here
from ironbottom.lab.simulate import contest, run

GAME = games.load("archies-war")


def halved(number: int) -> int:
    """Refuses what is odd."""
    if number % 2:
        raise BadInput(f"{number} is odd")
    return number // 2


def once_killed(marks: tuple[str, int]) -> int:
    """The first worker that does it is lost."""
    mark = Path(marks[0]) / str(marks[1])
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return marks[1]


@pytest.mark.parametrize("farm", [Here(1), Here(2)], ids=["one", "two"])
def test_results_come_in_order_and_no_more_is_begun_than_is_asked_for(farm: Farm) -> None:
    taken = []

    def pieces() -> Iterator[int]:
        for number in count():
            taken.append(number)
            yield 2 * number

    found = farm.map(halved, pieces())
    assert [next(found) for _ in range(20)] == list(range(20))
    assert len(taken) <= 20 + 2 * AHEAD
    with pytest.raises(BadInput, match="3 is odd"):
        list(farm.map(halved, [2, 3, 4]))


def test_what_cannot_be_used_is_said_in_a_line(capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    for asked, told in ((["--ray", "auto"], "pip install 'ironbottom[lab]'"),
                        (["--ray", "auto", "--jobs", "2"], "this machine alone"), (["--jobs", "0"], "1 to 256")):
        assert main(["simulate", "archies-war", "-n", "1", *asked]) == 2
        error = capsys.readouterr().err.strip()
        assert told in error
        assert "\n" not in error


@pytest.fixture
def local(cannot_run: Callable[[str, str], NoReturn]) -> Iterator[Cluster]:
    """A cluster of Ray that begins and ends here."""
    try:
        import ray
    except ImportError:
        cannot_run("Ray", "it is not installed")
    yield Cluster("local")
    ray.shutdown()


@pytest.mark.soak
def test_a_cluster_gives_the_same_games_and_a_lost_worker_loses_nothing(local: Cluster, tmp_path: Path) -> None:
    wanted = contest(GAME, ["regular", "recruit"], 10, "ray")
    assert run(wanted, farm=local).fingerprint() == run(wanted).fingerprint()
    assert list(local.map(once_killed, [(str(tmp_path), number) for number in range(6)])) == list(range(6))
    with pytest.raises(BadInput, match=r"^3 is odd"):
        list(local.map(halved, [2, 3, 4]))
    sys.modules["ray"].shutdown()
    with pytest.raises(BadInput, match=r"no Ray cluster answers at '127\.0\.0\.1:1'"):
        list(Cluster("127.0.0.1:1").map(halved, [2]))


def told(piece: int) -> int:
    """Who works on it; it takes a minute."""
    os.write(sys.stdout.fileno(), f"{os.getpid()}\n".encode())  # at one stroke: another tells at the same moment
    time.sleep(60)
    return piece


@pytest.mark.skipif(os.name != "posix", reason="by signals")
def test_workers_end_with_the_program_that_began_them() -> None:
    begun = "from lab.test_farm import Here, told\nif __name__ == '__main__': list(Here(2).map(told, range(2)))"
    paths = os.pathsep.join([str(Path(__file__).parent.parent), *filter(None, sys.path)])
    program = subprocess.Popen(
        [sys.executable, "-c", begun], stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": paths}
    )
    assert program.stdout is not None
    workers = [int(program.stdout.readline()) for _ in range(2)]
    program.kill()
    program.wait()
    end = time.monotonic() + 20
    while any(alive(worker) for worker in workers) and time.monotonic() < end:
        time.sleep(0.05)
    assert not any(alive(worker) for worker in workers)


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{process}/stat")  # one that has ended may stand in the list until somebody asks for it
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"

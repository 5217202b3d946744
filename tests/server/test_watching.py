"""What who runs a server sees of it: health, figures, the log as JSON; and the files with which it is set up."""

from __future__ import annotations

import json
import logging
import re
import shlex
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from ironbottom.cli import _parser
from ironbottom.kernel.errors import BadInput
from ironbottom.server import watching
from ironbottom.server.watching import Figures, Lines, tell_figures
from server.play import invited, seal

DEPLOY = Path(__file__).parents[2] / "deploy"


def test_health_is_told_to_whoever_asks(run: Callable[..., Any]) -> None:
    base = run().base
    for host in ("10.1.2.3:8042", "anything.example", ""):
        answer = httpx.get(f"{base}/healthz", headers={"Host": host})
        assert (answer.status_code, answer.text) == (200, "ok\n")
        assert "set-cookie" not in answer.headers


def test_a_server_that_cannot_store_is_not_well(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    running = run()

    async def fails(job: Any) -> None:
        raise OSError("gone")

    monkeypatch.setattr(watching, "FRESH", 0.0)
    with monkeypatch.context() as patch:
        patch.setattr(running.server.store, "write", fails)
        answer = httpx.get(f"{running.base}/healthz")
        assert (answer.status_code, answer.text) == (503, "the database does not answer\n")
    assert httpx.get(f"{running.base}/healthz").status_code == 200


def test_figures_count_what_was_answered(run: Callable[..., Any]) -> None:
    running = run()
    red, blue, key, _ = invited(running.base)
    seal(red, blue, key)
    assert red.http.get("/api/tables/nothing").status_code == 404
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    figures = Figures(running.server.app, running.server.tables, lambda: 7, lambda: 3)
    tell_figures(figures, port)
    text = httpx.get(f"http://127.0.0.1:{port}/metrics").text

    def figure(name: str) -> float:
        found = re.search(rf"^{re.escape(name)} ([\d.e+]+)$", text, re.MULTILINE)
        assert found is not None, name
        return float(found[1])

    assert figure('ironbottom_requests_total{method="GET",status="404"}') == 1
    assert figure('ironbottom_requests_total{method="POST",status="200"}') >= 4
    everything = sum(running.server.app.answers.values())
    assert figure('ironbottom_request_seconds_bucket{le="+Inf"}') == figure("ironbottom_request_seconds_count")
    assert figure("ironbottom_request_seconds_count") == everything
    assert figure("ironbottom_tables_loaded") == 1
    assert "process_resident_memory_bytes" in text or "python_info" in text
    assert key not in text
    with pytest.raises(BadInput, match=f"127.0.0.1:{port} cannot be used"):
        tell_figures(figures, port)


def test_the_log_as_json_names_no_table_and_no_link(run: Callable[..., Any], caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "ironbottom.requests")
    running = run(log="json")
    red, _, key, links = invited(running.base)
    red.look(key, "red")
    red.http.get(f"/api/invitations/{str(links).rsplit('/', 1)[-1][:32]}")
    lines = [json.loads(Lines().format(record)) for record in caplog.records if record.name == "ironbottom.requests"]
    assert {line["status"] for line in lines} >= {200}
    told = [line for line in lines if line["path"] == "/api/tables/…"]
    assert told
    assert set(told[0]) == {"time", "level", "logger", "message", "method", "path", "status", "ms"}
    assert key not in json.dumps(lines)
    assert not any(re.search(r"[\w-]{22}", line["path"]) for line in lines)


def test_an_error_is_one_line_of_json() -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError:
        record = logging.LogRecord("ironbottom", logging.ERROR, "", 0, "an error of %s", ("ours",), None)
        record.exc_info = sys.exc_info()
    text = Lines().format(record)
    assert "\n" not in text
    assert json.loads(text)["message"] == "an error of ours"
    assert "ValueError" in json.loads(text)["error"]


@pytest.mark.parametrize("path", sorted(DEPLOY.glob("*.service")), ids=lambda path: path.name)
def test_the_units_call_the_program_as_it_is(path: Path) -> None:
    lines = [line for line in path.read_text("utf-8").splitlines() if "/bin/ironbottom " in line and "=" in line]
    called = [line.split("/bin/ironbottom ", 1)[1].rstrip("'") for line in lines if line.startswith("ExecStart")]
    assert called
    for arguments in called:
        _parser().parse_args(shlex.split(arguments.replace("$(date +%%F-%%H%%M)", "now").replace("%i", "8042")))


def test_the_container_calls_the_program_as_it_is() -> None:
    entry = re.search(r"^ENTRYPOINT (\[.*\])$", (DEPLOY / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    assert entry is not None
    for name, count in (("compose.yaml", 1), ("compose-many.yaml", 2)):
        text = (DEPLOY / name).read_text("utf-8")
        more = re.findall(r"command: (\[\"--public.*\])$", text, re.MULTILINE)
        assert len(more) == count
        for arguments in more:
            _parser().parse_args([*json.loads(entry[1])[1:], *json.loads(arguments)])
        for entrance in re.findall(r"entrypoint: (\[.*\])$", text, re.MULTILINE):
            _parser().parse_args(json.loads(entrance)[1:])


def test_the_proxy_knows_every_server_that_is_started() -> None:
    text = (DEPLOY / "compose-many.yaml").read_text("utf-8")
    announced = re.findall(r'"--announce", "(\w+):9042"', text)
    sent = re.findall(r"^ +to (.*)$", text, re.MULTILINE)
    assert announced
    assert sent == [" ".join(f"{name}:8042" for name in announced)]
    assert "lb_policy header X-Table" in text

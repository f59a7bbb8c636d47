"""What the log holds of an error: the first and the last frames and its kind, in a few kilobytes."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from tests.conftest import make_app
from tests.paths import ROOT

MOST = 12_000  # bytes of a log for one request


def endless(depth: int = 0) -> str:
    return endless_too(depth + 1)


def endless_too(depth: int) -> str:
    return endless(depth + 1)


def wordy() -> str:
    raise ValueError("€" * 3_000_000)


def of_many_lines() -> str:
    raise ValueError("line\n" * 500_000)


def from_another() -> str:
    try:
        return endless()
    except RecursionError as error:
        raise KeyError("x" * 10**6) from error


class Lines(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.text = ""

    def emit(self, record: logging.LogRecord) -> None:
        self.text += self.format(record) + "\n"


@pytest.mark.parametrize(
    ("fail", "kind"),
    [(endless, "RecursionError"), (wordy, "ValueError"), (of_many_lines, "ValueError"), (from_another, "KeyError")],
)
@pytest.mark.parametrize("logger", ["app", "waitress", "gunicorn.error"])
def test_an_error_in_the_log_is_short(fail: Callable[[], str], kind: str, logger: str) -> None:
    app, lines = make_app(), Lines()
    app.testing = False
    app.add_url_rule("/fail", "fail", fail)
    chosen = logging.getLogger(logger)
    chosen.addHandler(lines)
    try:
        if logger == "app":
            assert app.test_client().get("/fail").status_code == 500
        else:
            try:
                fail()
            except Exception:
                chosen.exception("Exception while serving %s", "/" + "a" * 100_000)
    finally:
        chosen.removeHandler(lines)
    assert 200 < len(lines.text.encode()) < MOST
    assert kind in lines.text and fail.__name__ in lines.text and "Traceback" in lines.text


def test_a_usual_error_is_shown_whole(caplog: pytest.LogCaptureFixture) -> None:
    make_app()
    try:
        int("x")
    except ValueError:
        logging.getLogger("waitress").exception("Failed: %s", "here")
    assert "Failed: here" in caplog.text
    assert caplog.text.rstrip().endswith("ValueError: invalid literal for int() with base 10: 'x'")
    assert "left out" not in caplog.text


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot fork")
def test_a_process_that_fails_says_so_in_short() -> None:
    script = """
import os
from web.server.serving import workers

def fail(number):
    raise ValueError("x" * 10**6)

workers._fork(fail, 0, *os.pipe())
os.wait()
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "ValueError: xxx" in done.stderr
    assert len(done.stderr) < MOST

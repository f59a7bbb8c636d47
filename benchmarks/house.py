"""Shared by the benchmarks: the server as a separate process, and the data that its page would post."""

from __future__ import annotations

import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

ROOT = Path(__file__).resolve().parent.parent
PYTHON = sys.executable
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
#: Settings of the server that a benchmark must not take from its environment.
SETTINGS = ("HOST", "HOSTS", "PORT", "WORKERS", "THREADS", "PROXIES", "PREFIX", "HTTPS", "METRICS_ADDRESS", "LOG")


@contextmanager
def product(**settings: str) -> Iterator[str]:
    """The address, without a slash at its end, of `python app.py` on a free port."""
    with serving("app.py", PORT="0", **settings) as address:
        yield address


@contextmanager
def serving(script: str, **settings: str) -> Iterator[str]:
    """The address of a server that a script starts and prints."""
    with _process([PYTHON, script], stdout=subprocess.PIPE, **settings) as process:
        assert process.stdout
        line = process.stdout.readline()
        found = re.search(r"(http://[^/ ]+)/", line)
        if not found:
            raise SystemExit(line or f"{script} did not start.")
        yield found[1]


@contextmanager
def gunicorn(workers: int, threads: int, **settings: str) -> Iterator[str]:
    """The same under gunicorn, with threads, so that connections are kept."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    options = [f"--workers={workers}", f"--threads={threads}", f"--bind=127.0.0.1:{port}", "--log-level=error"]
    with _process([PYTHON, "-m", "gunicorn", *options, "app:create_app()"], stdout=subprocess.DEVNULL, **settings):
        address = f"http://127.0.0.1:{port}"
        for _ in range(100):
            try:
                fetch(f"{address}/lab?labels=1")
                break
            except URLError:
                time.sleep(0.1)
        yield address


@contextmanager
def _process(command: list[str], stdout: int = subprocess.DEVNULL, **settings: str) -> Iterator[subprocess.Popen[str]]:
    environment = {name: value for name, value in os.environ.items() if name not in SETTINGS} | settings
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=stdout, text=True) as process:
        try:
            yield process
        finally:
            process.terminate()


def fetch(address: str, **headers: str) -> bytes:
    """The answer to a GET request."""
    with urlopen(Request(address, headers=headers), timeout=30) as answer:
        body: bytes = answer.read()
        return body


class Form(HTMLParser):
    """The controls of the lab's form as a browser would post them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.posted: dict[str, str] = {}
        self._select = ""
        self._inside = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record the element if it is a control that would be posted."""
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._inside = has.get("id") == "lab"
        if not self._inside or "form" in has:
            return
        if tag == "input" and (has.get("type") not in {"radio", "checkbox"} or "checked" in has):
            self.posted[has["name"]] = has.get("value", "on")
        elif tag == "select":
            self._select = has["name"]
        elif tag == "option" and ("selected" in has or self._select not in self.posted):
            self.posted[self._select] = has["value"]


def chromium() -> dict[str, Any]:
    """The options with which Playwright starts the Chromium of this computer."""
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if not path:
        raise SystemExit("There is no Chromium at any usual place; install it, or set CHROMIUM to its path.")
    return {"executable_path": path, "args": FLAGS}


def p50(values: Sequence[float]) -> float:
    """The median."""
    return statistics.median(values)


def p95(values: Sequence[float]) -> float:
    """The 95th percentile."""
    return statistics.quantiles(values, n=20)[-1]


def p99(values: Sequence[float]) -> float:
    """The 99th percentile."""
    return statistics.quantiles(values, n=100)[-1]

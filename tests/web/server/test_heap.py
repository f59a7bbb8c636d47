"""What a server has loaded when it starts is left out of later searches for garbage, which are few."""

from __future__ import annotations

import subprocess
import sys
from urllib.request import urlopen

import pytest

from tests.paths import ROOT

pytestmark = pytest.mark.slow

SERVE = """
import gc
from web.server.serving import http_server
from web.server.settings import Settings

def app(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [f"{gc.get_freeze_count()} {gc.get_threshold()[0]}".encode()]

http_server.serve(app, Settings.read({"PORT": "0", "WORKERS": "1"}, {}))
"""


def test_the_apps_own_server_freezes_what_it_has_loaded() -> None:
    command = [sys.executable, "-c", SERVE]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        address = next(word for word in process.stdout.readline().split() if word.startswith("http"))
        with urlopen(address, timeout=10) as answer:  # noqa: S310 - our own address
            frozen, searched = map(int, answer.read().split())
            assert frozen > 10_000
            assert searched > 10_000
        process.terminate()


def test_gunicorn_does_the_same_in_each_process() -> None:
    code = (
        "import gc, runpy; runpy.run_path('gunicorn.conf.py')['post_worker_init'](None); "
        "print(gc.get_freeze_count(), gc.get_threshold()[0])"
    )
    found = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    frozen, searched = map(int, found.stdout.split())
    assert frozen > 1_000
    assert searched > 10_000

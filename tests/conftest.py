"""The app, a client that lints, and a live server."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.routing import Rule

from app import create_app
from tests import forked_workers
from tests.linting import LintingClient
from tests.running_worker import JobsWithWorker
from tests.serving import running
from tests.slowness import MACHINE
from tests.tiers import PROCESSES, RUN, mark_tiers, marks_of, without_thorough
from web.jobs.working import processes
from web.server.settings import Settings

#: The folder of the database of apps for which a test names none.
JOBS = TemporaryDirectory(prefix="ireval-jobs-", ignore_cleanup_errors=True)
DEFAULTS = {name.upper(): value for name, value in vars(Settings()).items()}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--slow-machine", action="store_true", help="browsers compute slowly, and servers answer late: nothing may fail"
    )
    parser.addoption("--all", action="store_true", help="run the thorough tests, too")


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Let quick tests share some processes, unless a number is given; the processes themselves start no others."""
    quick = config.getoption("markexpr") == "quick"
    if quick and config.getoption("numprocesses", 0) is None and not hasattr(config, "workerinput"):
        config.option.numprocesses, config.option.dist = PROCESSES, "worksteal"


def pytest_configure(config: pytest.Config) -> None:
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # or every process that tests start would compile all modules again
    sys.dont_write_bytecode = False
    MACHINE.slow = config.getoption("--slow-machine")
    RUN.quick = config.getoption("markexpr") == "quick"
    if sys.platform == "linux":
        pytest.MonkeyPatch().setattr(processes, "start", forked_workers.start)
    gc.set_threshold(100_000, 20, 20)  # collect garbage seldom: most of what tests make is freed without it


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Where only quick tests are wanted, the others are not even imported: that takes seconds of its own."""
    return True if RUN.quick and marks_of(collection_path) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    mark_tiers(items)
    items[:], left_out = without_thorough(config, items)
    if left_out:
        config.hook.pytest_deselected(items=left_out)


def pytest_collection_finish() -> None:
    """Never look again for garbage among the modules and tests."""
    gc.collect()
    gc.freeze()


def pytest_make_parametrize_id(val: object) -> str | None:
    """A packed file holds the second in which it was packed; all processes must give its test the same name."""
    return "packed" if isinstance(val, bytes) and val.startswith(b"\x1f\x8b") else None


class CompiledTemplates(BytecodeCache):
    """Templates as they were compiled for the first app: the others need not compile them again."""

    def __init__(self) -> None:
        self._compiled: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._compiled:
            bucket.bytecode_from_string(self._compiled[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._compiled[bucket.key] = bucket.bytecode_to_string()


TEMPLATES = CompiledTemplates()


class LateRule(Rule):
    """A rule that finds out how to build addresses at the first of them: most apps of tests never need most rules."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compiler = super()._compile_builder
        compiled: list[Callable[..., tuple[str, str]]] = []

        def build(rule: Rule, /, **values: object) -> tuple[str, str]:
            if not compiled:
                compiled.append(compiler(append_unknown))
            return compiled[0](rule, **values)

        return build


def make_app(**settings: object) -> Flask:
    """An app that takes nothing from the environment, and lets exceptions through to the test."""
    Flask.url_rule_class = LateRule
    app = create_app(DEFAULTS | settings)
    app.extensions["jobs"] = JobsWithWorker(app.extensions["jobs"].settings)
    if not settings.get("DATABASE_URL"):
        app.config["DATABASE_URL"] = str(Path(JOBS.name, "sheets.sqlite"))
    app.testing = True
    app.config["JOB_PATIENCE"] = 60  # however busy the computer is, a file is the answer itself
    app.config["MARKING_PAUSE"] = None  # nobody is marked before a test looks
    app.test_client_class = LintingClient
    app.jinja_env.bytecode_cache = TEMPLATES
    return app


@pytest.fixture(scope="session")
def app() -> Flask:
    return make_app()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a live server, without a slash at its end."""
    app = make_app()
    app.testing = False
    with running(app) as address:
        yield address

"""Debian's Chromium, contexts that fail on console messages, and a reason to skip if there is no browser."""

from __future__ import annotations

import importlib.util
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.conftest import make_app
from tests.serving import running
from tests.slowness import MACHINE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, WebError

    from tests.browser.labpage import Lab, Shared, Steered

HERE = Path(__file__).parent
#: The headless shell is the same browser without its windows, and needs two thirds of the time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",  # with the next one, a tenth of the processor time less
    "--disable-site-isolation-trials",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP *.hall.test 127.0.0.1",  # a name that is not the computer's own for the pages
]


def missing() -> str | None:
    """Why no browser test can run, and what to do about it."""
    if importlib.util.find_spec("pytest_playwright") is None:
        return "pytest-playwright is missing; run: python -m pip install -r requirements-dev.txt"
    if CHROMIUM is None or not Path(CHROMIUM).exists():
        return f"no Chromium at {CHROMIUM or 'any usual place'}; install it, or set CHROMIUM to its path"
    return None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    reason = missing()
    if reason:
        for item in items:
            if HERE in item.path.parents:
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": FLAGS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Nothing moves: a mark that fades is painted sixty times a second, while the test already does other things."""
    return {**browser_context_args, "reduced_motion": "reduce"}


@pytest.fixture(scope="session", autouse=True)
def expect_patiently() -> None:
    """Wait for expectations as long as a slow computer needs."""
    from playwright.sync_api import expect

    expect.set_options(timeout=15_000 * MACHINE.patience)


@pytest.fixture(scope="session")
def base_url(server: str) -> str:
    """`page.goto("/lab")` goes to the live server."""
    return server


@pytest.fixture
def listen(request: pytest.FixtureRequest) -> Iterator[Callable[[BrowserContext], None]]:
    """Listens to a context: the test fails if its pages log anything, including violations of the security policy."""
    logged: list[str] = []
    allowed = [text for marker in request.node.iter_markers("allow_console") for text in marker.args]
    heard_from: list[BrowserContext] = []

    def heard(message: ConsoleMessage) -> None:
        logged.append(f"{message.type}: {message.text}")

    def failed(error: WebError) -> None:
        logged.append(f"exception: {error.error}")

    def to(context: BrowserContext) -> None:
        context.on("console", heard)
        context.on("weberror", failed)
        heard_from.append(context)

    yield to
    for context in heard_from:
        context.remove_listener("console", heard)
        context.remove_listener("weberror", failed)
    unexpected = [line for line in logged if not any(text in line for text in allowed)]
    assert not unexpected, "The browser's console says:\n" + "\n".join(unexpected)


def prepare(context: BrowserContext) -> BrowserContext:
    """A context that is as patient, and as slow, as the machine."""

    def throttle(page: Page) -> None:
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": MACHINE.throttling})

    context.set_default_timeout(30_000 * MACHINE.patience)
    if MACHINE.slow:
        context.on("page", throttle)
    return context


@pytest.fixture
def new_context(
    new_context: Callable[..., BrowserContext], listen: Callable[[BrowserContext], None]
) -> Callable[..., BrowserContext]:
    """Contexts of the test's own, which are listened to."""

    def listening(**options: Any) -> BrowserContext:
        context = prepare(new_context(**options))
        listen(context)
        return context

    return listening


@pytest.fixture(scope="session")
def steered() -> Iterator[tuple[str, Steered]]:
    """The address of a live server, and the application that controls it."""
    from tests.browser.labpage import Steered

    app = make_app(HOSTS="127.0.0.1 localhost *.hall.test")
    app.testing = False
    reins = Steered(app)
    with running(reins, threads=8) as address:
        yield address, reins


@pytest.fixture(scope="session")
def shared_page(browser: Browser) -> Callable[[str, dict[str, Any]], Page]:
    """Pages that many tests look at one after the other, for each use and each kind of context another one.

    In a new page the lab takes twice as long to open, and with the chart library five times as long.
    """
    pages: dict[str, Page] = {}

    def page(use: str, options: dict[str, Any]) -> Page:
        key = f"{use} {sorted(options.items())}"
        if key not in pages:
            pages[key] = prepare(browser.new_context(**options)).new_page()
        return pages[key]

    return page


@pytest.fixture
def page(
    request: pytest.FixtureRequest,
    browser_context_args: dict[str, Any],
    listen: Callable[[BrowserContext], None],
) -> Iterator[Page]:
    """A page on which nothing is stored. Tests share it; with the mark `own_page`, or `browser_context_args` with which
    the others do not go together, a test has one of its own.
    """
    from tests.browser.labpage import emptied

    if any(request.node.get_closest_marker(mark) for mark in ("own_page", "browser_context_args")):
        yield request.getfixturevalue("context").new_page()
        return
    page: Page = request.getfixturevalue("shared_page")("any page", browser_context_args)
    listen(page.context)
    yield page
    emptied(page, browser_context_args["base_url"])
    page.context.clear_cookies()


@pytest.fixture
def shared_lab(
    shared_page: Callable[[str, dict[str, Any]], Page],
    browser_context_args: dict[str, Any],
    steered: tuple[str, Steered],
    listen: Callable[[BrowserContext], None],
) -> Callable[..., AbstractContextManager[Lab]]:
    """Gives the lab's page, not opened yet, on a server that a test controls. Tests of the same use share it."""
    from tests.browser.labpage import VIEWPORT, Lab, emptied

    @contextmanager
    def shared_lab(use: str, shared: Shared | None = None, **options: Any) -> Iterator[Lab]:
        address, server = steered
        server.reset()
        options = browser_context_args | options
        page = shared_page(use, options)
        listen(page.context)
        yield Lab(page, address, server, shared=shared, scripts=options.get("java_script_enabled", True))
        server.reset()
        emptied(page, address, options.get("viewport", VIEWPORT))

    return shared_lab


@pytest.fixture
def plain(shared_lab: Callable[..., AbstractContextManager[Lab]]) -> Iterator[Lab]:
    """The lab's page in a browser without JavaScript."""
    with shared_lab("no scripts", java_script_enabled=False) as lab:
        yield lab


@pytest.fixture
def phone(shared_lab: Callable[..., AbstractContextManager[Lab]]) -> Iterator[Lab]:
    """The lab's page on a phone, where only a finger points."""
    from tests.browser.labpage import PHONE

    with shared_lab("a phone", viewport=PHONE, has_touch=True, is_mobile=True) as lab:
        yield lab


@pytest.fixture
def lab(request: pytest.FixtureRequest, shared_lab: Callable[..., AbstractContextManager[Lab]]) -> Iterator[Lab]:
    """The lab's page in a browser of a computer.

    Tests share it, and with the mark `chart_library` another one. With the mark `own_page` a test has its own, in a
    context of its own: if it waits for the chart library to come, counts the entries of the history, of which a browser
    keeps 50, or changes what `emptied` does not change back.
    """
    from tests.browser.labpage import Lab

    if request.node.get_closest_marker("own_page"):
        address, server = request.getfixturevalue("steered")
        server.reset()
        yield Lab(request.getfixturevalue("page"), address, server)
        return
    library = request.node.get_closest_marker("chart_library") is not None
    shared: Shared = "with the library" if library else "without it"
    with shared_lab(shared, shared) as lab:
        yield lab

"""No formula moves what follows it, whatever fonts the computer has and however late the served font comes.

Each computer here is a Chromium of its own that sees no fonts but those of one folder.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

import pytest

from tests.browser.labpage import LILLIS, Lab
from web.server import browser_libraries

pytestmark = pytest.mark.thorough

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

    from tests.browser.labpage import Steered

CONFIGURATION = "<fontconfig><dir>{fonts}</dir><cachedir>{cache}</cachedir></fontconfig>"
#: The pages that each computer opens: all of them on one or the other, and the lab on both.
PAGES = {
    "text_font": (LILLIS, "/measures/nDCG", LILLIS.replace("/lab?", "/switchboard?") + "&show=nDCG@10"),
    "larger_math_font": (LILLIS, LILLIS.replace("/lab?", "/why?") + "&measure=AP&value=0.58"),
}
#: Whatever brings the math font, now or in another way.
FONT = re.compile(r"/static/(mathfont|.*\.woff)")
SHIFT = """() => new Promise(done => {
  const shifts = [];
  new PerformanceObserver(list => shifts.push(...list.getEntries())).observe({type: "layout-shift", buffered: true});
  requestAnimationFrame(() => setTimeout(() => done(shifts.reduce((sum, shift) => sum + shift.value, 0)), 100));
})"""


def text_font(folder: Path) -> None:
    """A font for text alone, as phones have it."""
    path, _ = browser_libraries.locate(browser_libraries.MATH_FONT)
    (folder / "text.ttf").symlink_to(path.parents[2] / "ziafont" / "fonts" / "DejaVuSans.ttf")


def larger_math_font(folder: Path) -> None:
    """Beside it a font for formulas, larger than the one served, under a name that browsers look for."""
    from fontTools.ttLib import TTFont

    text_font(folder)
    font = TTFont(browser_libraries.locate(browser_libraries.MATH_FONT)[0])
    font["head"].unitsPerEm //= 2
    for record in font["name"].names:
        if record.nameID in (1, 3, 4, 6, 16):
            font["name"].setName("Cambria Math", record.nameID, record.platformID, record.platEncID, record.langID)
    font.save(folder / "math.ttf")


@pytest.fixture(scope="module", params=[text_font, larger_math_font], ids=["text-font", "larger-math-font"])
def browser(
    request: pytest.FixtureRequest, launch_browser: Callable[..., Browser], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    """A Chromium on a computer with other fonts."""
    folder = tmp_path_factory.mktemp("computer")
    fonts, configuration = folder / "fonts", folder / "fonts.conf"
    fonts.mkdir()
    request.param(fonts)
    configuration.write_text(CONFIGURATION.format(fonts=escape(str(fonts)), cache=escape(str(folder / "cache"))))
    browser = launch_browser(env=os.environ | {"FONTCONFIG_FILE": str(configuration)})
    yield browser
    browser.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


@pytest.fixture
def lab(page: Page, steered: tuple[str, Steered]) -> Lab:
    """The lab on a page of this browser, on which nothing was loaded before."""
    address, server = steered
    server.reset()
    return Lab(page, address, server)


def test_nothing_moves_when_the_font_comes(
    steered: tuple[str, Steered], new_context: Callable[..., BrowserContext], request: pytest.FixtureRequest
) -> None:
    server_address, server = steered
    server.reset()
    computer = request.node.callspec.params["browser"]
    for address in PAGES[computer.__name__]:
        page = new_context().new_page()  # on which nothing was loaded before
        lab = Lab(page, server_address, server)
        page.set_viewport_size({"width": 360 if computer is text_font else 1280, "height": 900})
        with lab.held(FONT) as release:
            lab.open(address, wait=False)
            page.wait_for_timeout(500)  # whatever can be painted without the font has been painted
            release()
            page.wait_for_load_state("load")
            page.evaluate("document.fonts.ready.then(() => null)")
        assert page.get_by_role("heading", level=1).is_visible()
        assert page.evaluate(SHIFT) == 0, address


@pytest.mark.allow_console("net::ERR_FAILED")
def test_the_fonts_of_these_computers_differ_from_the_served_one(lab: Lab) -> None:
    def height() -> float:
        lab.open(LILLIS)
        box = lab.page.locator("math[display=block]").first.bounding_box()
        assert box
        return box["height"]

    served = height()
    lab.page.route(FONT, lambda route: route.abort())
    assert abs(height() - served) > 3


@pytest.mark.parametrize("browser", [larger_math_font], indirect=True, ids=["larger-math-font"])
def test_without_scripts_nothing_moves_either(
    steered: tuple[str, Steered], new_context: Callable[..., BrowserContext]
) -> None:
    address, server = steered
    lab = Lab(new_context(java_script_enabled=False).new_page(), address, server, scripts=False)
    with lab.held(FONT) as release:
        lab.open(wait=False)
        steps = lab.page.locator("#steps")
        steps.wait_for()
        lab.page.wait_for_timeout(500)
        before = steps.bounding_box()
        release()
        lab.page.wait_for_load_state("load")
    lab.page.wait_for_timeout(200)
    assert steps.bounding_box() == before

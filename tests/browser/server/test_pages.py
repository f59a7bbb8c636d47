"""The security policy, the math font and the chart library, as a browser sees them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from flask import Flask, Response, render_template_string

from tests.conftest import make_app
from tests.sentences import sentence
from tests.serving import running

if TYPE_CHECKING:
    from playwright.sync_api import Page

PAGE = """{% extends "base.html" %}
{% block title %}A chart{% endblock %}
{% block head %}
<script defer src="{{ asset('htmx.min.js') }}"></script>
{% if drawn %}
<script defer src="{{ asset('plotly.min.js') }}"></script>
<script defer src="/draw.js"></script>
{% endif %}
{% endblock %}
{% block main %}
<h1>A chart</h1>
<math display="block"><munderover><mo>∑</mo><mi>j</mi><mi>i</mi></munderover><mfrac><mi>G</mi><mi>n</mi></mfrac></math>
<div id="chart"></div>
{% endblock %}
"""
DRAW = """
const layout = {width: 600, height: 400, hovermode: "x", dragmode: "zoom"};
const traces = y => [{x: [0.1, 0.5, 1], y, mode: "lines+markers", text: ["a", "b", "c"]}];
const config = {displaylogo: false, displayModeBar: true};
window.redraw = () => Plotly.react("chart", traces([1, 0.2, 0.1]), layout, config);
Plotly.newPlot("chart", traces([1, 0.5, 0.3]), layout, config);
"""


@pytest.fixture(scope="module")
def charts() -> Iterator[str]:
    app: Flask = make_app()
    app.add_url_rule("/chart", "chart", lambda: render_template_string(PAGE, drawn=True))
    app.add_url_rule("/formula", "formula", lambda: render_template_string(PAGE, drawn=False))
    app.add_url_rule("/draw.js", "draw", lambda: Response(DRAW, mimetype="text/javascript"))
    with running(app) as address:
        yield address


def chart_range(page: Page) -> list[float]:
    found: list[float] = page.evaluate("document.getElementById('chart')._fullLayout.xaxis.range")
    return found


@pytest.mark.own_page  # it counts what its own visits have fetched
def test_plotly_needs_nothing_that_the_policy_forbids_and_a_second_visit_transfers_no_static_file(
    page: Page, charts: str
) -> None:
    page.goto(f"{charts}/chart")
    page.locator("#chart .modebar").wait_for()
    page.evaluate("redraw()")
    area = page.locator("#chart .nsewdrag").bounding_box()
    assert area
    before = chart_range(page)
    page.mouse.move(area["x"] + area["width"] / 2, area["y"] + area["height"] / 2)
    page.locator("#chart .hoverlayer .hovertext").first.wait_for()
    page.mouse.move(area["x"] + 40, area["y"] + 30)
    page.mouse.down()
    page.mouse.move(area["x"] + 240, area["y"] + 180, steps=5)
    page.mouse.up()
    page.wait_for_timeout(300)
    assert chart_range(page) != before, "dragging zooms in"
    with page.expect_download() as download:
        page.locator('#chart .modebar-btn[data-title*="png" i]').click()
    assert download.value.suggested_filename.endswith(".png")
    page.evaluate("document.fonts.ready.then(() => null)")
    page.goto("about:blank")
    page.goto(f"{charts}/chart")
    page.locator("#chart .modebar").wait_for()
    found = page.evaluate(
        "performance.getEntriesByType('resource').map(({ name, transferSize }) => [name, transferSize])"
    )
    static = {name: transferred for name, transferred in found if "/static/" in name}
    assert any("plotly" in name for name in static) and not any(static.values()), static


@pytest.mark.allow_console("Content Security Policy")
def test_what_the_policy_forbids_is_noticed(page: Page, charts: str) -> None:
    page.goto(f"{charts}/formula")
    with page.expect_console_message() as heard:
        page.evaluate("document.body.append(Object.assign(document.createElement('style'), {textContent: 'b {}'}))")
    assert "Content Security Policy" in heard.value.text


def test_htmx_reads_its_configuration(page: Page, charts: str) -> None:
    page.goto(f"{charts}/formula")
    config = page.evaluate("({...htmx.config})")
    assert config["allowEval"] is False
    assert config["includeIndicatorStyles"] is False
    assert config["historyEnabled"] is False
    assert config["defaultSettleDelay"] == 0


def test_formulas_are_set_in_the_math_font(page: Page, charts: str) -> None:
    page.goto(f"{charts}/formula")
    loaded = page.evaluate(
        "document.fonts.ready.then(() => [...document.fonts].map(font => [font.family, font.status]))"
    )
    assert ["STIX Two Math", "loaded"] in [[family.strip('"'), status] for family, status in loaded]
    assert "STIX Two Math" in page.evaluate("getComputedStyle(document.querySelector('math mo')).fontFamily")


@pytest.mark.own_page
def test_the_small_math_font_has_all_signs_of_a_measure(page: Page, charts: str) -> None:
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.goto(f"{charts}/measures/alpha_nDCG", wait_until="networkidle")
    page.evaluate("document.fonts.ready.then(() => null)")
    assert any("/mathfont." in address for address in fetched)
    assert not [
        address for address in fetched if "woff2" in address
    ]  # the file with all signs, for one that is missing


@pytest.mark.allow_console("status of 404")
def test_an_error_page_leads_back(page: Page) -> None:
    page.goto("/no-such-page")
    assert page.locator("h1").inner_text() == sentence("error-404")
    page.get_by_role("link", name="Go to the lab").click()
    page.wait_for_url("**/")

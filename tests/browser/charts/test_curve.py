"""The precision-recall curve: drawn by Plotly once it has loaded, before that and on paper by the server; hover names
the document."""

from __future__ import annotations

from urllib.parse import quote

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Dialog, Locator, expect

from tests.browser.labpage import DRAWN, LILLIS, Lab

pytestmark = pytest.mark.thorough

HOSTILE = ("<img src=x onerror=alert(1)>", "<a href='javascript:alert(1)'>a</a>", "\"'><script>alert(1)</script>")
PLACE = """i => {
  const box = document.querySelector('.plotted');
  const { x, y } = box.data[3];
  const { xaxis, yaxis } = box._fullLayout;
  const at = box.getBoundingClientRect();
  return [at.x + xaxis._offset + xaxis.d2p(x[i]), at.y + yaxis._offset + yaxis.d2p(y[i])];
}"""


def hover(lab: Lab, rank: int) -> Locator:
    lab.page.locator(".plotted").scroll_into_view_if_needed()
    x, y = lab.page.evaluate(PLACE, rank - 1)
    lab.page.mouse.move(x - 60, y + 60)
    lab.page.mouse.move(x, y, steps=3)
    return lab.page.locator(".plotted .hoverlayer .hovertext")


@pytest.mark.chart_library
def test_axes_and_points_are_named_and_a_hostile_name_is_only_text(lab: Lab) -> None:
    """All three parts are there, no upload is offered, colours follow the scheme, and paper shows the drawing."""
    shown: list[str] = []

    def alerted(dialog: Dialog) -> None:
        shown.append(dialog.message)
        dialog.dismiss()

    lab.page.on("dialog", alerted)
    page = lab.open(f"{LILLIS}&names={quote(','.join((*HOSTILE, 'd6', 'd8', 'd9')))}", plotly=True)
    expect(hover(lab, 4)).to_have_text("rank 4: d6precision 0.500, recall 0.200")
    expect(page.locator(".plotted .xtitle")).to_have_text("recall")
    expect(page.locator(".plotted .ytitle")).to_have_text("precision")
    assert len(lab.plotted(3)[0]) == 15
    assert lab.plotted(2)[0] == pytest.approx([i / 10 for i in range(11)], abs=DRAWN)
    assert lab.plotted(2)[1][:6] == pytest.approx([1, 1, 2 / 3, 1 / 2, 2 / 5, 1 / 3], abs=DRAWN)
    buttons = page.locator(".modebar-btn").evaluate_all("all => all.map(b => b.dataset.title)")
    assert any("PNG" in title for title in buttons)
    assert not [title for title in buttons if "hare" in title or "cloud" in title.lower()]
    for rank, name in enumerate(HOSTILE, 1):
        expect(lab.cell(rank, 0)).to_have_text(name)
        expect(hover(lab, rank)).to_contain_text(f"rank {rank}: {name}")
    lab.radio(1, "0").check()
    expect(page.locator("output")).to_have_text("0.137")  # (1/3 + 2/6 + 3/10 + 4/15) / 9
    for rank, name in enumerate(HOSTILE, 1):
        expect(lab.cell(rank, 0)).to_have_text(name)
    assert page.locator("main img, main script:not([type]), .plotted a[href]").count() == 0
    expect_colours_to_follow_the_scheme_and_paper_to_show_the_drawing(lab)
    page.remove_listener("dialog", alerted)
    assert not shown


def expect_colours_to_follow_the_scheme_and_paper_to_show_the_drawing(lab: Lab) -> None:
    page = lab.page
    colour = "document.querySelector('.plotted').data[0].line.color"
    assert page.evaluate(colour) == "rgb(15, 107, 98)"
    page.emulate_media(color_scheme="dark")
    page.evaluate(f"""new Promise((seen, gaveUp, frames = 600) => (function look() {{
        if ({colour} === "rgb(94, 201, 187)") seen();
        else if (frames--) requestAnimationFrame(look);
        else gaveUp("It is still " + {colour});
    }})())""")
    expect(page.locator(".drawn")).to_be_hidden()
    page.emulate_media(media="print")
    expect(page.locator(".drawn svg")).to_be_visible()
    expect(page.locator(".plotted")).to_be_hidden()


@pytest.mark.own_page
def test_the_library_comes_after_the_page_and_moves_nothing(lab: Lab) -> None:
    page = lab.page
    with lab.held("**/plotly.min.*.js") as release:
        lab.open(plotly=True, wait=False)
        page.wait_for_load_state("load")
        page.locator("#chart .box").dispatch_event("click")
        expect(page.locator(".drawn svg")).to_be_visible()
        page.wait_for_timeout(600)
        page.evaluate("""() => { window.shift = 0; new PerformanceObserver(list =>
            list.getEntries().forEach(e => { shift += e.value })).observe({type: 'layout-shift', buffered: true}) }""")
        before = page.locator("figcaption").bounding_box()
        release()
        page.locator("html.plotly").wait_for(state="attached")
    page.wait_for_timeout(200)
    assert page.locator("figcaption").bounding_box() == before
    assert page.evaluate("shift") < 0.01


@pytest.mark.chart_library
def test_a_change_made_before_the_library_came_is_in_the_chart_and_where_nothing_is_relevant_it_says_so(
    lab: Lab,
) -> None:
    page = lab.page
    with lab.held("**/plotly.min.*.js") as release:
        lab.open("/lab?labels=10", plotly=True, wait=False)
        lab.radio(2, "1").check()
        lab.expect_address("labels=11")
        page.locator("#chart .box").dispatch_event("click")
        assert page.evaluate("typeof Plotly") == "undefined"
        expect(page.locator(".drawn")).to_be_visible()
        release()
        page.locator("html.plotly").wait_for(state="attached")
    assert lab.plotted()[1] == [pytest.approx(1, abs=DRAWN)] * 2
    expect(page.locator(".drawn")).to_be_hidden()
    for rank in (1, 2):
        lab.radio(rank, "0").check()
    expect(page.get_by_text("recall is not defined and there is no curve")).to_be_visible()
    expect(page.locator(".plotted")).to_be_hidden()
    lab.radio(1, "1").check()
    expect(page.locator(".plotted")).to_be_visible()
    assert lab.plotted() == [pytest.approx([1, 1], abs=DRAWN), pytest.approx([1, 0.5], abs=DRAWN)]

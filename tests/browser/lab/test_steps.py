"""Step by step: rows appear one by one with their calculations; a cell that is pointed at is marked everywhere."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Locator, expect

from tests.browser.labpage import LILLIS, Lab

NDCG = f"{LILLIS}&show=nDCG@10"
#: What a lecture has on its slide for rank 6 of the fifteen documents.
AT_6 = "DCG[6] = 3/log2(6) + 1.6309 = 2.791"


#: The rows whose cell at a place, counted from the end, is not shown.
HIDDEN = """(rows, place) => rows.filter(
    row => ![...row.children].at(place).checkVisibility({visibilityProperty: true})).map(row => row.id)"""


def place(lab: Lab, column: str) -> int:
    """Where the cells of a column that show its value are, counted from the end of a row."""
    table = lab.page.locator("table:has(th[data-col])").last
    heads = table.locator("thead th")
    columns: list[str] = heads.evaluate_all(
        "hs => hs.map(h => h.classList.contains('calc') ? '' : h.dataset.col || '')"
    )
    return columns.index(column) - len(columns)


def cell(lab: Lab, row: str, column: str) -> Locator:
    """The cell of a column that shows its value."""
    return lab.page.locator(f"#{row} > *").nth(place(lab, column))


def hidden(lab: Lab) -> list[str]:
    """The rows whose cells are not shown yet."""
    rows: list[str] = lab.page.locator("#steps tbody tr").evaluate_all(HIDDEN, place(lab, "DCG"))
    return rows


HEAR_SAID = """() => {
    const heard = [];
    const said = document.getElementById("said");
    new MutationObserver(() => heard.push(said.textContent)).observe(said, {childList: true});
    return heard;
}"""


def test_a_table_unfolds_rank_by_rank_and_every_step_is_announced_once(lab: Lab) -> None:
    page = lab.open(NDCG)
    said, stop = page.locator("#said"), page.locator(".stop")
    expect(stop).to_have_text("whole table")
    heard = page.evaluate_handle(HEAR_SAID)
    page.get_by_role("button", name="One row forward").click()
    expect(said).to_have_text("CG[1] = 1; DCG[1] = 1.000; IDCG[1] = 3.000; nDCG[1] = 1/3 = 0.333")
    for _ in range(5):
        page.keyboard.press("j")
    expect(stop).to_have_text("rank 6 of 15")
    assert hidden(lab) == [f"rank-{i}" for i in range(7, 16)]
    expect(said).to_contain_text(AT_6)
    expect(page.locator("#line [data-col='DCG'] mn")).to_have_text(["6", "3", "2", "6", "1.6309", "2.791"])
    expect(page.locator("td.used")).to_have_count(7)  # CG and DCG above; G, DCG, IDCG, IG; IDCG above
    for row, column in (("rank-6", "G"), ("rank-5", "DCG"), ("rank-5", "IDCG"), ("rank-6", "IDCG")):
        expect(cell(lab, row, column)).to_have_class(re.compile("used"))
    expect(page.locator(".title .result")).to_be_hidden()  # it is read at rank 10
    lab.expect_address("step=6")
    lab.radio(1, "2").check()
    lab.expect_address("labels=201003000200003")  # the measures that it changes are still to be unfolded
    page.get_by_role("button", name="All rows").click()
    expect(said).to_have_text("Whole table")
    assert hidden(lab) == []
    expect(page.locator(".title .result")).to_be_visible()
    lab.settle()
    assert "step" not in page.url
    texts = heard.json_value()
    assert len(texts) == len(set(texts))
    assert not any("DCG[3] =" in text for text in texts)
    assert len([text for text in texts if "DCG[6] =" in text]) == 1, "once, not again after a change"


def drawn(lab: Lab) -> list[str]:
    """The paths of the chart that belong to rows."""
    paths: list[str] = lab.page.locator("#chart .drawn path[data-since]").evaluate_all(
        "paths => paths.map(path => path.getAttribute('d'))"
    )
    return paths


@pytest.mark.parametrize("chart", ["gain&show=nDCG@10", "pr&show=IPrec11"])
def test_a_chart_ends_at_the_step_in_the_browser_as_on_the_server(lab: Lab, chart: str) -> None:
    """Forward, back and at the ends, without a request; its texts end there, too. One has ranks, one recall levels."""
    page = lab.open(f"{LILLIS}&chart={chart}")
    whole = drawn(lab)
    stages = {}
    for step, keys in ((3, "jjj"), (2, "k"), (0, "kk"), (4, "jjjj")):
        for key in keys:
            page.keyboard.press(key)
        lab.expect_address(f"step={step}")
        expect(page.locator("#chart-says")).to_be_hidden()
        lab.settle()
        stages[step] = drawn(lab), page.locator("#chart .save a[download]").get_attribute("href")
    page.keyboard.press("w")
    lab.settle()
    assert drawn(lab) == whole
    expect(page.locator("#chart-says")).to_be_visible()
    assert "step" not in (page.locator("#chart .save a[download]").get_attribute("href") or "")
    assert all(paths != whole for paths, _ in stages.values())
    for step in (0, 4):
        paths, file = stages[step]
        lab.open((file or "").replace("/lab/chart.svg", "/lab"))
        lab.expect_address(f"step={step}")
        lab.settle()
        assert drawn(lab) == paths, step
    page.keyboard.press("w")
    lab.settle()
    assert drawn(lab) == whole


@pytest.mark.chart_library
def test_plotly_draws_no_hidden_rows(lab: Lab) -> None:
    page = lab.open(f"{LILLIS}&step=3", plotly=True)
    assert len(lab.plotted(3)[0]) == 3
    assert lab.plotted(0) == [[], []]
    page.keyboard.press("j")
    assert len(lab.plotted(3)[0]) == 4
    page.locator("#chart .box").focus()
    page.keyboard.press("End")
    expect(page.locator("#chart .readout")).to_contain_text("rank 4:")
    page.keyboard.press("w")
    assert len(lab.plotted(3)[0]) == 15


def test_before_the_first_row_there_is_nothing_and_below_the_last_one_it_stays(lab: Lab) -> None:
    page = lab.open(f"{NDCG}&view=projector&step=1")
    stop = page.locator(".stop")
    page.keyboard.press("PageUp")
    expect(stop).to_have_text("rank 0 of 15")
    lab.expect_address("step=0")
    assert hidden(lab) == [f"rank-{i}" for i in range(1, 16)]
    page.keyboard.press("PageUp")
    expect(stop).to_have_text("rank 0 of 15")
    page.reload()
    expect(stop).to_have_text("rank 0 of 15")
    assert hidden(lab) == [f"rank-{i}" for i in range(1, 16)]
    for _ in range(17):
        page.keyboard.press("PageDown")
    expect(stop).to_have_text("rank 15 of 15")
    expect(page.locator(".title .result")).to_be_visible()
    page.keyboard.press("w")
    expect(stop).to_have_text("whole table")


@pytest.mark.own_page
def test_steps_leave_no_trace_in_the_history_and_ask_for_no_page(lab: Lab) -> None:
    page = lab.open(NDCG)
    before = page.evaluate("history.length")
    lab.server.reset()
    for _ in range(4):
        page.keyboard.press("j")
    expect(page.locator(".stop")).to_have_text("rank 4 of 15")
    assert page.evaluate("history.length") == before
    assert lab.server.requests == []


@pytest.mark.allow_console("ERR_FAILED")
def test_hidden_rows_stay_hidden_when_the_server_fails(lab: Lab) -> None:
    page = lab.open(LILLIS)
    page.route("**/lab/lines*", lambda route: route.abort())
    lab.page.keyboard.press("j")
    expect(page.locator(".stop")).to_have_text("rank 1 of 15")
    expect(cell(lab, "rank-2", "AP")).to_be_hidden()


def test_steps_and_answers_that_are_late_keep_each_other(lab: Lab) -> None:
    """An answer takes no step back, also if the step was made before the measure had come."""
    page = lab.open(LILLIS)
    with lab.server.holding():
        lab.measure("nDCG@10").check()
        page.locator("h1").click()
        page.keyboard.press("j")
        page.keyboard.press("j")
    expect(page.locator("#open-title")).to_contain_text("nDCG@10")
    expect(page.locator(".stop")).to_have_text("rank 2 of 15")
    assert hidden(lab) == [f"rank-{i}" for i in range(3, 16)]
    lab.expect_address("step=2")
    with lab.server.holding():
        lab.radio(1, "2").check()
        page.keyboard.press("j")
        lab.expect_address("step=3")
        expect(page.locator(".stop")).to_have_text("rank 3 of 15")
    expect(cell(lab, "rank-1", "G")).to_have_text("2")  # it has arrived
    lab.expect_address("step=3")
    expect(page.locator(".stop")).to_have_text("rank 3 of 15")
    assert hidden(lab) == [f"rank-{i}" for i in range(4, 16)]
    expect(page).to_have_url(re.compile("labels=2"))


def test_a_step_survives_a_change_and_a_reload_and_reveals_nothing_hidden(lab: Lab) -> None:
    page = lab.open(f"{NDCG}&step=3")
    assert hidden(lab) == [f"rank-{i}" for i in range(4, 16)]
    expect(page.locator("#line")).to_contain_text("DCG")
    expect(page.locator("#said")).to_contain_text("nDCG[3]")
    page.keyboard.press("j")
    expect(page.locator("#said")).to_contain_text("nDCG[4]")  # or it is said after the change
    lab.radio(4, "2").check()
    expect(page).to_have_url(re.compile("labels=101203000200003.*&step=4$"))
    expect(page.locator("#said")).to_contain_text(" to ")
    expect(page.locator("#said")).not_to_contain_text("CG@10")
    for hides in (page.locator(".title .result"), lab.value("nDCG@10").locator("xpath=..")):
        expect(hides).not_to_have_attribute("data-change", re.compile("rose|fell"))
    expect(lab.value("nDCG@10").locator("xpath=..").locator(".bar")).to_be_hidden()
    expect(page.locator(".stop")).to_have_text("rank 4 of 15")
    expect(page.locator("#line [data-col='DCG'] mn").last).to_have_text("2.631")
    page.reload()
    expect(page.locator(".stop")).to_have_text("rank 4 of 15")
    expect(page.locator("#line [data-col='DCG'] mn").last).to_have_text("2.631")


def test_pointing_at_a_cell_marks_its_term_its_symbol_and_its_row_and_the_other_way_round(lab: Lab) -> None:
    page = lab.open(LILLIS)
    heard = page.evaluate_handle("""() => {
        const heard = [];
        document.addEventListener("ireval:point", ({detail}) => heard.push(detail.row));
        return heard;
    }""")
    cell(lab, "rank-6", "term").hover()
    expect(page.locator(".final .lit")).to_have_text(["0.500"])
    expect(page.locator("tr.pointed th")).to_have_text("6")
    expect(page.locator("#line mn").last).to_have_text("0.500")
    expect(cell(lab, "rank-6", "P")).to_have_class(re.compile("used"))
    cell(lab, "rank-6", "AP").hover()
    expect(page.locator(".formula .lit")).to_have_text(["AP"])
    assert "rank-6" in heard.json_value()
    page.locator("h1").hover()
    expect(page.locator(".lit, .pointed, .used")).to_have_count(0)
    page.locator(".final mn", has_text="0.333").hover()
    expect(cell(lab, "rank-15", "term")).to_have_class(re.compile("lit"))
    page.evaluate("""document.dispatchEvent(
        new CustomEvent("ireval:point", {detail: {row: "rank-3", from: "chart"}}))""")
    expect(page.locator("tr.pointed th")).to_have_text("3")
    expect(page.locator("#line [data-col='term'] mn").last).to_have_text("0.667")
    page.mouse.move(0, 0)
    lab.open(LILLIS)  # where nothing is pointed at
    page.locator("#chart .box").focus()
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    expect(page.locator("tr.pointed")).to_have_count(1)
    rank = (page.locator("tr.pointed").get_attribute("id") or "").removeprefix("rank-")
    expect(page.locator(".final .lit")).to_have_count(int(rank in {"1", "3", "6", "10", "15"}))
    page.keyboard.press("Home")
    expect(page.locator(".final .lit")).to_have_text(["1"])


def test_recall_levels_and_their_diamonds_mark_each_other_and_unfold_as_ranks_do(lab: Lab) -> None:
    page = lab.open(f"{LILLIS}&show=IPrec11")
    readout, ring = page.locator("#chart .readout"), page.locator(".ring.at")
    said = "level 0.3: interpolated precision 0.500"
    cell(lab, "level-4", "P").hover()
    expect(readout).to_have_text(said)
    expect(ring).to_have_count(1)
    page.locator("h1").hover()
    expect(ring).to_have_count(0)
    page.locator("#chart .box").focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(page.locator("tr.pointed")).to_have_id("level-4")
    expect(page.locator(".final .lit")).to_have_text(["0.500"])
    page.locator("h1").click()
    page.keyboard.press("j")
    expect(readout).to_have_text("level 0: interpolated precision 1.000")
    page.keyboard.press("j")
    expect(page.locator(".stop")).to_have_text("recall level 2 of 11")
    expect(page.locator("#level-2 td").last).to_be_visible()
    expect(page.locator("#level-3 td").last).to_be_hidden()
    expect(page.locator("#line [data-col='sum'] mn").last).to_have_text("2.000")
    lab.measure("AP").check()
    lab.expect_address("step=2")
    expect(readout).to_contain_text("rank 2: ")


def test_table_and_formula_are_linked_by_keyboard_and_by_pointing_and_the_slider_does_as_keys_do(lab: Lab) -> None:
    page = lab.open(NDCG)
    page.keyboard.press("t")
    expect(page.locator(".scroll")).to_be_focused()
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight", *["ArrowDown"] * 5):
        page.keyboard.press(key)  # G, CG, the calculation, DCG; then down to rank 6
    expect(cell(lab, "rank-6", "DCG")).to_be_focused()
    expect(page.locator("#said")).to_have_text(AT_6)
    expect(page.locator(".formula .lit")).to_have_text(["DCG", "DCG", "DCG"])
    page.keyboard.press("Escape")
    expect(page.locator(".scroll")).to_be_focused()
    page.locator(".final").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".final [data-col]").first).to_be_focused()
    expect(cell(lab, "rank-10", "DCG")).to_have_class(re.compile("lit"))
    expect(page.locator("#said")).to_contain_text("DCG[10] = ")
    slider, stop = page.get_by_role("slider"), page.locator(".stop")
    slider.focus()
    page.keyboard.press("End")
    expect(stop).to_have_text("whole table")
    page.keyboard.press("ArrowLeft")
    expect(stop).to_have_text("rank 15 of 15")
    page.keyboard.press("ArrowLeft")
    expect(stop).to_have_text("rank 14 of 15")
    assert slider.get_attribute("aria-valuetext") == "rank 14 of 15"
    page.locator(".scroll").focus()
    page.keyboard.press("k")
    expect(stop).to_have_text("rank 13 of 15")
    page.keyboard.press("w")
    expect(stop).to_have_text("whole table")
    symbol, head = page.locator(".formula [data-col='IDCG']").first, page.locator("th[data-col='IDCG']")
    marked = page.locator("#steps td.lit")
    symbol.hover()
    expect(marked).to_have_count(15)
    expect(head).to_have_class(re.compile("lit"))
    expect(cell(lab, "rank-3", "IDCG")).to_have_class(re.compile("lit"))
    page.locator("h1").hover()
    expect(page.locator(".lit")).to_have_count(0)
    symbol.dispatch_event("click")
    expect(marked).to_have_count(15)
    page.locator(".formula").focus()
    page.keyboard.press("End")
    expect(page.locator("th.lit").last).to_have_attribute("data-col", "G")
    expect(page.locator("#said")).to_have_text("G: gain of the document at this rank")
    lab.field("k").focus()
    page.keyboard.press("j")  # typed into a field a letter is a letter
    expect(stop).to_have_text("whole table")

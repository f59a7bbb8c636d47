"""Collections that are long or wide: their words and numbers stay readable, and all their documents can be reached."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Browser, Page, expect

from tests.browser.accessibility import assert_accessible
from tests.web.collections.uploading import Uploads

pytestmark = pytest.mark.thorough

WORD, ADDRESS = "x" * 250, f"https://example.org/{'path/' * 40}"
#: Judged documents with grade 2 that the run lacks.
MISSED = 37


@pytest.fixture(scope="session")
def odd(uploads: tuple[Uploads, str]) -> str:
    """The key of a collection: topic 1 has words that fill lines, and topic 2 many documents that no run has."""
    docnos = [f"FT900-{i:03}" for i in range(200)]
    topics = [(1, WORD, f"{WORD} {ADDRESS}", f"{ADDRESS} {WORD}"), (2, "nets", "About nets.", "")]
    judged = [*docnos[:10], *docnos[100 : 100 + 2 * MISSED]]
    files = {
        "docs.trec": "".join(f"<DOC>\n<DOCNO>{d}</DOCNO>\n<TEXT>\nThe text of {d}.\n</TEXT>\n</DOC>\n" for d in docnos),
        "topics.trec": "".join(
            f"<top>\n<num> Number: {number}\n<title> {title}\n<desc> Description: {text}\n"
            f"<narr> Narrative: {more}\n</top>\n"
            for number, title, text, more in topics
        ),
        "qrels.txt": "".join(f"{t} 0 {d} {2 - i % 2}\n" for t in "12" for i, d in enumerate(judged)),
        "bm25.txt": "".join(f"{t} Q0 {d} 1 {90 - i} bm25\n" for t in "12" for i, d in enumerate(docnos[:60])),
    }
    return uploads[0].upload({name: text.encode() for name, text in files.items()}).readers.rpartition("/")[2]


def test_long_words_of_a_topic_are_broken(page: Page, odd: str) -> None:
    page.goto(f"/lab?collection={odd}&topic=1&run=bm25")
    expect(page.locator("#topic-title")).to_contain_text(WORD)
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 740})
        page.locator("#need").evaluate("need => { need.open = true; }")
        assert page.evaluate("document.documentElement.scrollWidth") == width


#: The numbers of the step table that are partly behind its last column, or out of sight.
CUT = """() => {
  const view = document.querySelector('.work > .scroll').getBoundingClientRect();
  return [...document.querySelectorAll('#steps tr')].flatMap(row => {
    const cells = [...row.cells], end = Math.min(cells.at(-1).getBoundingClientRect().left, view.right);
    return cells.slice(4, -1).filter(cell => cell.getBoundingClientRect().right > end + 1).map(c => c.textContent);
  });
}"""


def test_four_decimals_and_a_changed_label_fit_beside_each_other(page: Page, odd: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"/lab?collection={odd}&topic=2&run=bm25&places=4")
    page.locator("#rank-2 input[value='2']").check()
    expect(page.locator("#rank-2 .was")).to_be_visible()
    assert page.evaluate(CUT) == []
    expect(page.locator("#lab.cut")).to_have_count(0)


def test_numbers_fade_out_where_they_are_scrolled_behind_the_last_column(page: Page, odd: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"/lab?collection={odd}&topic=2&run=bm25&places=8")
    score = page.locator("#rank-1 .score")
    expect(page.locator("#lab.cut")).to_have_count(1)
    assert page.evaluate(CUT)
    edge = "getComputedStyle(document.querySelector('#rank-1 .score'), '::before')"
    fading = f"{edge}.backgroundImage.includes('gradient')"
    assert page.evaluate(fading)
    page.locator("#rank-2 input[value='2']").check()
    expect(page.locator("#rank-2 .was")).to_be_visible()
    assert page.evaluate(fading), "after an answer, too"
    page.locator(".work > .scroll").evaluate("view => view.scrollTo(view.scrollWidth, 0)")
    expect(page.locator("#lab.cut")).to_have_count(0)
    assert not page.evaluate(fading)
    expect(score).to_be_in_viewport(ratio=1)


def test_documents_that_the_list_missed_are_read_beside_it(page: Page, odd: str) -> None:
    page.goto(f"/lab?collection={odd}&topic=2&run=bm25")
    page.evaluate("window.here = true")
    reader, where, text = page.locator("#reader"), page.locator("#reader-where"), page.locator("#reading")
    first = page.locator(".missed a.read").first
    first.click()
    expect(where).to_have_text("FT900-100, not retrieved, grade 2")
    expect(text).to_contain_text("The text of FT900-100.")
    expect(first).to_have_attribute("aria-current", "")
    page.keyboard.press("ArrowDown")
    expect(text).to_contain_text("The text of FT900-102.")
    page.keyboard.press("Escape")
    expect(reader).to_be_hidden()
    page.get_by_text(f"Show all {2 * MISSED} to read them").press("Enter")
    everything = page.locator("#all-missed a.read")
    expect(everything).to_have_count(2 * MISSED)
    everything.nth(MISSED - 1).press("Enter")
    expect(text).to_contain_text("The text of FT900-172.")
    page.keyboard.press("ArrowDown")
    expect(where).to_have_text("FT900-101, not retrieved, grade 1")
    assert_accessible(page, widths=(1280, 360))
    assert page.evaluate("[window.here, document.documentElement.scrollWidth]") == [True, 360], "no other page"
    page.locator("#reader-close").click()
    expect(everything.nth(MISSED)).to_be_focused()
    page.get_by_role("button", name="Retrieve FT900-100").click()
    expect(page.locator("#rank-21 .doc")).to_have_text("FT900-100")
    expect(everything).to_have_count(2 * MISSED - 1)


def test_without_scripts_the_documents_that_the_list_missed_are_on_a_page(
    browser: Browser, browser_context_args: dict[str, Any], odd: str
) -> None:
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"/lab?collection={odd}&topic=2&run=bm25")
    page.get_by_text(f"Show all {2 * MISSED} to read them").click()
    page.get_by_role("link", name="Open their list on its own page").click()
    page.get_by_role("link", name="FT900-172").click()
    expect(page.locator("article")).to_contain_text("The text of FT900-172.")
    context.close()


def test_arrow_keys_go_from_name_to_name_while_a_text_is_read(page: Page, odd: str) -> None:
    page.goto(f"/lab?collection={odd}&topic=2&run=bm25")
    names, text = page.locator("#steps a.read"), page.locator("#reading")
    names.nth(2).press("Enter")
    expect(text).to_contain_text("The text of FT900-002.")
    page.keyboard.press("ArrowDown")
    expect(text).to_contain_text("The text of FT900-003.")
    expect(names.nth(3)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(text).to_contain_text("The text of FT900-001.")
    expect(names.nth(1)).to_be_focused()
    page.locator("#reader-next").press("ArrowDown")
    expect(text).to_contain_text("The text of FT900-002.")
    expect(page.locator("#reader-next")).to_be_focused()

"""Collections in a browser: files of real sizes are uploaded, their reading is followed, and a topic is opened."""

from __future__ import annotations

import gzip
import re

import numpy as np
import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import FilePayload, Page, expect

from ireval.comparison.pair_comparison import p_text
from ireval.numbers.expression import fixed
from ireval.trec import read_qrels, read_run
from tests.browser.accessibility import assert_accessible
from tests.web.collections.uploading import Uploads

DOCUMENTS, WIDE_TOPICS, DEPTH = 1200, 200, 1000


def file(name: str, content: bytes) -> FilePayload:
    return {"name": name, "mimeType": "text/plain", "buffer": content}


class Files:
    """Three topics with 500 retrieved documents each and their texts, and a run of 200 topics with 1,000 each."""

    def __init__(self) -> None:
        rng = np.random.default_rng(20261123)
        words = np.array([f"word{i}" for i in range(400)])
        docnos = [f"DOC-{i:04}" for i in range(DOCUMENTS)]
        texts = [" ".join(rng.choice(words, 60)) for _ in docnos]
        entries = (
            f"<DOC>\n<DOCNO>{d}</DOCNO>\n<TEXT>\n{t}\n</TEXT>\n</DOC>\n" for d, t in zip(docnos, texts, strict=True)
        )
        self.documents = gzip.compress("".join(entries).encode())
        self.topics = "".join(
            f"<top>\n<num> Number: {t}\n<title> topic number {t}\n<narr> Narrative: any of them\n</top>\n"
            for t in "123"
        ).encode()
        self.runs, self.judged = {}, {t: rng.choice(DOCUMENTS, 150, replace=False) for t in range(1, 4)}
        self.grades = {t: rng.integers(0, 3, 150) for t in self.judged}
        self.retrieved = {}
        for name in ("alpha", "beta"):
            self.retrieved[name] = {t: rng.permutation(DOCUMENTS)[:500] for t in self.judged}
            self.runs[name] = "".join(
                f"{t} Q0 {docnos[d]} {rank} {600 - rank} {name}\n"
                for t, found in self.retrieved[name].items()
                for rank, d in enumerate(found, 1)
            ).encode()
        self.qrels = "".join(
            f"{t} 0 {docnos[d]} {g}\n"
            for t, found in self.judged.items()
            for d, g in zip(found, self.grades[t], strict=True)
        ).encode()
        self.wide_run = "".join(
            f"{t} Q0 D{d} {rank} {2000 - rank} wide\n"
            for t in range(1, WIDE_TOPICS + 1)
            for rank, d in enumerate(rng.permutation(DEPTH * 2)[:DEPTH], 1)
        ).encode()
        self.wide_qrels = "".join(
            f"{t} 0 D{d} {d % 2}\n" for t in range(1, WIDE_TOPICS + 1) for d in range(20)
        ).encode()


@pytest.fixture(scope="module")
def files() -> Files:
    return Files()


@pytest.fixture(autouse=True)
def _shown_jobs(uploads: tuple[Uploads, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The page of a job is always shown."""
    monkeypatch.setitem(uploads[0].app.config, "JOB_PATIENCE", 0)


def figures(page: Page) -> dict[str, str]:
    places = page.locator("dl.figures > div")
    return {place.locator("dt").inner_text(): place.locator("dd").inner_text() for place in places.all()}


def test_three_topics_with_texts_are_uploaded_and_one_is_opened(page: Page, files: Files) -> None:
    page.goto("/collections")
    assert_accessible(page, widths=(1280, 360))
    page.get_by_label("Title").fill("Three topics")
    names = [file("docs.trec.gz", files.documents), file("topics.trec", files.topics), file("qrels.txt", files.qrels)]
    runs = [file(f"{name}.run", content) for name, content in files.runs.items()]
    page.locator("input[name=files]").set_input_files([*names, *runs])
    page.get_by_role("button", name="Upload", exact=True).click()
    expect(page.get_by_role("heading", name="Three topics")).to_be_visible(timeout=60_000)
    expect(page).to_have_url(re.compile("/collections/own/"))
    assert_accessible(page, widths=(1280, 360))
    page.get_by_role("link", name="Open the collection").click()
    relevant = sum(int((grades > 0).sum()) for grades in files.grades.values())
    assert figures(page) == {
        "topics": "3",
        "judged documents": "450",
        "relevant": str(relevant),
        "texts": "1,200",
        "runs": "2",
    }
    row = page.get_by_role("row", name="alpha 3 1,500 500")
    for cutoff in (10, 100):
        judged = sum(np.isin(found[:cutoff], files.judged[t]).sum() for t, found in files.retrieved["alpha"].items())
        expect(row).to_contain_text(f"{3 * cutoff - judged:,} of {3 * cutoff:,}")
    assert_accessible(page, widths=(1280, 360))
    expect(page.locator(".topics tbody tr")).to_have_count(3)
    link = page.get_by_role("link", name="beta, topic 2, in the lab")
    expect(link).to_have_attribute("href", re.compile(r"/lab\?collection=[\w-]{22}&topic=2&run=beta$"))
    collection = page.url
    link.click()
    expect_scores_of_pytrec_eval(page, files)
    page.goto(collection)
    page.get_by_role("link", name="Compare the runs").click()
    expect_the_comparison_of_scipy(page, files)


def expect_scores_of_pytrec_eval(page: Page, files: Files) -> None:
    """Topic 2 of the run beta, whole: the stored labels, and one that is changed and compared with them."""
    qrels = read_qrels(files.qrels).to_dict()
    expect(page.locator("#topic-title")).to_have_text("Topic 2: topic number 2")
    expect(page.locator("#steps tbody tr[id^=rank]")).to_have_count(20)
    page.goto(f"{page.url}&depth=500&show=AP")
    before = average_precision(files, qrels, "beta")["2"]
    expect(page.locator(".result")).to_have_text(fixed(before, 3))
    first = read_run(files.runs["beta"]).to_dict()["2"]
    top = max(first, key=lambda docno: first[docno])
    changed = 1 if qrels["2"].get(top, 0) == 0 else 0
    page.locator(f"#rank-1 input[value='{changed}']").press("Space")
    after = average_precision(files, {**qrels, "2": {**qrels["2"], top: changed}}, "beta")["2"]
    expect(page.locator(".result")).to_have_text(fixed(after, 3))
    expect(page.locator("#own-labels .said")).to_contain_text("You changed 1 of 500 labels.")
    expect(page.locator("#own-labels .said")).to_contain_text(f"stored labels: {fixed(before, 3)}.")


def expect_the_comparison_of_scipy(page: Page, files: Files) -> None:
    """Both runs over the topics, with the labels that are stored: nobody's own labels have changed them."""
    stats, qrels = pytest.importorskip("scipy.stats"), read_qrels(files.qrels).to_dict()
    both = [list(average_precision(files, qrels, name).values()) for name in ("alpha", "beta")]
    for name, scores in zip(("alpha", "beta"), both, strict=True):
        expect(page.locator(".systems").get_by_role("row", name=name)).to_contain_text(fixed(float(np.mean(scores)), 4))
    test = page.get_by_role("row", name="paired t")
    expect(test).to_contain_text(p_text(stats.ttest_rel(*both).pvalue))
    assert_accessible(page)


def average_precision(files: Files, qrels: dict[str, dict[str, int]], name: str) -> dict[str, float]:
    """The average precision of a run on each topic, as pytrec_eval computes it."""
    evaluator = pytest.importorskip("pytrec_eval").RelevanceEvaluator(qrels, {"map"})
    scored = evaluator.evaluate(read_run(files.runs[name]).to_dict())
    return {topic: scored[topic]["map"] for topic in qrels}


@pytest.mark.allow_console("400")  # a run is refused
def test_the_reading_of_a_large_run_is_followed(page: Page, files: Files, uploads: tuple[Uploads, str]) -> None:
    page.goto("/collections")
    page.get_by_text("Say what each file is").click()
    page.locator("input[name=qrels]").set_input_files(file("judged.txt", files.wide_qrels))
    page.locator("input[name=run]").set_input_files(file("wide.txt", files.wide_run))
    before = uploads[0].number_stored()
    page.get_by_role("button", name="Upload", exact=True).click()
    expect(page.get_by_role("heading", name="Reading the files")).to_be_visible()
    expect(page.locator("#bar")).to_be_visible()
    expect(page.get_by_role("heading", name="judged")).to_be_visible(timeout=60_000)
    assert figures(page) == {
        "topics": "200",
        "judged documents": "4,000",
        "relevant": "2,000",
        "runs": "1",
    }
    expect(page.locator(".own-runs")).to_contain_text("200 topics, 200,000 documents")
    assert uploads[0].number_stored() == before + 1
    wrong = file("worse.txt", files.wide_run + b"201 Q0 d1 1 high wide\n")
    page.get_by_label("Add a run").set_input_files(wrong)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("worse.txt, line 200001:", timeout=60_000)
    page.get_by_text("Remove …").click()
    page.get_by_role("button", name="Remove wide").click()
    expect(page.get_by_text("There are no runs yet.")).to_be_visible()


def test_files_that_are_too_large_are_named_before_they_are_sent(page: Page) -> None:
    page.goto("/collections")
    page.evaluate("document.querySelector('#uploading').dataset.most = 10")
    page.locator("input[name=files]").set_input_files(file("qrels.txt", b"1 0 d1 2\n1 0 d2 1\n"))
    expect(page.get_by_role("alert")).to_contain_text("The files are larger than")
    page.get_by_role("button", name="Upload", exact=True).click()
    expect(page).to_have_url(re.compile("/collections$"))

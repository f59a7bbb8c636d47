"""A topic of a collection in the lab: its texts, links, both labels' scores, and documents to read."""

from __future__ import annotations

import html
import re
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ireval.collection.entries import Topic
from ireval.collection.packed_collection import pack
from ireval.collection.stored_collection import HARBOUR, Collection, built_in
from ireval.ranking.labels import write_labels
from ireval.trec import read_qrels
from ireval.trec.runs import read_run
from tests.conftest import make_app
from tests.statements import counted
from tests.web.lab.test_routes import FRAGMENT, controls, parsed
from web.server.answer_cache import cache_of
from web.state.address import from_query
from web.state.pin_text import parts_of
from web.store import store
from web.store.library import library
from web.store.library.library import LibraryEntry

TOPIC = "/lab?collection=harbour&topic=3&run=words"


def text_of(client: FlaskClient, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, answer.text
    return html.unescape(answer.text)


def changed(client: FlaskClient, address: str, **changes: str) -> str:
    """The answer to the page's script after a change of the page at ``address``."""
    posted = controls(client.get(address).text) | changes
    answer = client.post("/lab", data=posted, headers=FRAGMENT)
    assert answer.status_code == 200, answer.text
    return answer.text


def links_of(text: str, part: str) -> dict[str, str]:
    """The links in the element with an id or class, by their text."""
    found = next(e for e in parsed(text).iter() if part in (e.get("id"), *(e.get("class") or "").split()))
    return {" ".join(link.text_content().split()): link.get("href") for link in found.iter("a")}


def average_precision(labels: list[int], relevant: int) -> float:
    hits = [rank for rank, label in enumerate(labels, 1) if label >= 1]
    return sum(i / rank for i, rank in enumerate(hits, 1)) / relevant


def test_the_topic_and_its_documents_stand_beside_the_labels(client: FlaskClient) -> None:
    text = text_of(client, TOPIC)
    topic = built_in().topics["3"]
    for part in (topic.title, topic.description, topic.narrative):
        assert part in text
    rows = re.findall(r'<td class="doc"><a class="read" href="([^"]+)"[^>]*>(h\d+)</a>', text)
    assert len(rows) == 20
    for address, docno in rows[:3]:
        document = built_in().documents[docno]
        page = text_of(client, address)
        assert document.text in page and f"<h1>{document.title}</h1>" in page
        part = client.get(address, headers=FRAGMENT).text
        assert document.text in html.unescape(part) and "<html" not in part


@pytest.mark.slow
def test_other_topics_runs_assessors_and_depths_are_links(client: FlaskClient) -> None:
    text = client.get(TOPIC + "&show=P@5&k=5&own=h66=2").text
    links = links_of(text, "topic")
    assert {"‹ Topic 2", "Topic 4 ›", "1", "10", "pieces", "words and pieces", "ada"} <= set(links)
    for link in links.values():
        assert client.get(link).status_code == 200
        assert "show=P@5" in link
    assert "own=" not in links["‹ Topic 2"] and "own=h66=2" in links["pieces"]
    assert "run2=pieces" in links["words and pieces"]
    assert "‹ Topic" not in links_of(client.get("/lab?collection=harbour&topic=1").text, "topic")


def test_changed_labels_are_marked_counted_and_compared(client: FlaskClient) -> None:
    before = [d.strip() for d in re.findall(r'name="g\d+" value="(\w)" checked', client.get(TOPIC).text)]
    first = [-1 if label == "u" else int(label) for label in before]
    relevant = int(controls(client.get(TOPIC).text)["relevant"])
    answer = changed(client, TOPIC, g1="3", g3="0")
    assert len(re.findall(r'<span class="was">stored (\d|–)</span>', answer)) == 2
    assert len(re.findall(r'<tr id="rank-\d+" class="[^"]*\bown\b', answer)) == 2
    own = [3, first[1], 0, *first[3:]]
    mine = average_precision(own, relevant + (first[0] < 1) - (first[2] >= 1))
    theirs = average_precision(first, relevant)
    text = html.unescape(answer)
    assert f"You changed 2 of 20 labels. AP with the stored labels: {theirs:.3f}." in text
    assert re.search(rf'<th scope="row">AP</th><td>{mine:.3f}</td><td>{theirs:.3f}</td>', text)
    assert 'value="stored-labels"' in answer
    address = re.search(r'data-address="([^"]+)"', answer)
    assert address
    back = changed(client, html.unescape(address[1]), do="stored-labels")
    assert "These are the stored labels." in back and 'class="was"' not in back
    assert f'data-address="{html.escape(TOPIC)}"' in back


def test_the_change_is_possible_without_a_script(client: FlaskClient) -> None:
    answer = client.post("/lab", data=controls(client.get(TOPIC).text) | {"g1": "3"})
    assert answer.status_code == 303
    assert "own=" in answer.headers["Location"] and "You changed 1 of 20 labels." in text_of(
        client, answer.headers["Location"]
    )


def test_covered_scores_stay_covered(client: FlaskClient) -> None:
    text = text_of(client, TOPIC + "&own=h66=2&cover=AP")
    assert "You changed 1 of 20 labels." in text
    assert "with the stored labels" not in text and 'id="both"' not in text


def test_a_button_without_a_collection_says_what_is_missing(client: FlaskClient) -> None:
    posted = controls(client.get("/lab?labels=101").text) | {"do": "stored-labels"}
    assert "belongs to no collection" in client.post("/lab", data=posted, headers=FRAGMENT).text


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """A collection with two topics, a run of one of them, hostile texts, high grades and no documents' texts."""
    evil = "<script>alert(1)</script>"
    qrels = {"1": {"a": 9, f"{evil}": 1, **{f"n{i}": 0 for i in range(1200)}}, "2": {}}
    rows = ["1 Q0 a 0 3 r", f"1 Q0 {evil} 0 2 r", *(f"1 Q0 x{i} 0 {-i} r" for i in range(1100))]
    found = Collection({}, {"1": Topic("1", evil, evil, evil)}, qrels, {}, {evil: read_run("\n".join(rows).encode())})
    monkeypatch.setattr(library, "find", lambda key: LibraryEntry(key, evil, found))


@pytest.mark.slow
@pytest.mark.usefixtures("shelf")
def test_limits_are_named_and_hostile_texts_escaped(client: FlaskClient) -> None:
    text = client.get("/lab?collection=s&topic=1").text
    assert "<script>alert" not in text and "&lt;script&gt;alert" in text
    assert "Here are the first 20 of the 1,102 documents" in text
    assert "1 document has a higher stored grade, which counts as 5 here." in text
    assert "200 further judged documents with the lowest grades are left out" in text
    assert 'class="read"' not in text
    assert "as many as the lab holds" in client.get("/lab?collection=s&topic=1&depth=1000").text
    other = client.get("/lab?collection=s&topic=2").text
    assert "No document is judged for this topic yet." in other and "retrieved nothing for this topic" in other


@pytest.mark.parametrize(
    "page",
    ["why?measure=AP&value=0.5&", "switchboard?", "measures/AP?", "lab/chart.svg?", "lab/chart.csv?", "enter?"],
)
def test_other_pages_read_the_same_address(client: FlaskClient, page: str) -> None:
    answer = client.get(f"/{page}{urlsplit(TOPIC).query}")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")


def test_the_interface_and_files_have_the_stored_list(client: FlaskClient) -> None:
    labels = [d.grade for d in from_query(parts_of(urlsplit(TOPIC).query)).state.ranked]
    relevant = int(controls(client.get(TOPIC).text)["relevant"])
    answer = client.get(TOPIC.replace("/lab?", "/api/v1/evaluate?measures=AP&")).get_json()
    assert answer["measures"][0]["value"] == pytest.approx(average_precision(labels, relevant))
    step = text_of(client, TOPIC.replace("/lab?", "/take/lesson-step?"))
    assert f"labels: {write_labels(labels)}" in step and "collection: " not in step


def test_judged_documents_that_the_list_missed_lead_to_their_texts(client: FlaskClient) -> None:
    text, topic = text_of(client, f"{TOPIC}&depth=2"), built_in().qrels["3"]
    listed = re.findall(r'"doc"><a class="read"[^>]*>(h\d+)</a>', text)
    missed = {docno for docno in topic if docno not in listed}
    offered = dict(re.findall(r'class="both"><a class="read" href="([^"]+)"[^>]*>(h\d+)</a>', text))
    assert len(offered) == 10 and set(offered.values()) < missed
    assert f"Show all {len(missed)} to read them" in text
    page = text_of(client, f"{TOPIC.replace('/lab', '/lab/missed')}&depth=2")
    links = re.findall(r'href="([^"]+)" data-grade="(\d)"[^>]*>(h\d+)</a>', page)
    assert {docno: int(grade) for _, grade, docno in links} == {docno: topic[docno] for docno in missed}
    for address, docno in offered.items():
        assert built_in().documents[docno].title in html.unescape(text_of(client, address))
    assert client.get("/lab/missed?labels=101").location == "/lab?labels=101"


@pytest.mark.slow
def test_an_uploaded_topic_is_read_as_the_built_in_one(tmp_path: Path) -> None:
    """Rows are linked without reading their documents: a toggle asks only whether the collection is still there."""
    app = make_app(DATABASE_URL=f"sqlite:///{tmp_path}/new/store.sqlite")
    harbour = built_in()
    with app.app_context():
        parts = pack(
            qrels=read_qrels(HARBOUR / "qrels.txt"),
            runs=harbour.runs,
            topics=harbour.topics.values(),
            documents=harbour.documents.values(),
        )
        links = store().collections.add(parts, title="Ours", summary="{}", lifetime=timedelta(days=1))
    client, address = app.test_client(), TOPIC.replace("harbour", links.reader)
    text = text_of(client, address)
    assert harbour.topics["3"].narrative in text and text.count('"doc"><a class="read"') == 20
    posted = controls(client.get(address).text) | {"g1": "3"}
    with counted() as found:
        answer = client.post("/lab", data=posted, headers=FRAGMENT).text
    assert "You changed 1 of 20 labels." in answer
    assert len(found.statements) == 1
    document = re.search(r'class="read" href="([^"]+)"', answer)
    assert document and harbour.documents["h66"].text in text_of(client, html.unescape(document[1]))
    with app.app_context():
        found_again = store().collections.by_reader(links.reader)
        assert found_again
        store().collections.delete(found_again)
    assert "There is no collection" in text_of(client, address, 400)
    assert "There is no collection" in html.unescape(client.post("/lab", data=posted, headers=FRAGMENT).text)


def test_answers_about_collections_are_never_kept() -> None:
    """A collection can be deleted, and its texts with it."""
    app: Flask = make_app(ANSWER_CACHE="1")
    client, cache = app.test_client(), cache_of(app)
    assert cache is not None
    for _ in range(2):
        assert client.get(TOPIC).headers["Cache-Control"] == "no-store"
        changed(client, TOPIC, g1="3")
    assert (len(cache), cache.hits) == (0, 0)

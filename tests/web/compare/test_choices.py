"""What can be chosen on the page: runs of any collection, single conventions, how many topics, and step tables."""

from __future__ import annotations

import html
import json
import re
from dataclasses import replace
from urllib.parse import urlencode

import numpy as np
import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from ireval.collection.entries import Document
from ireval.comparison import compare
from ireval.messages import say
from ireval.numbers.expression import fixed
from tests.ireval.comparison.sixty_topics import QRELS, RUNS
from tests.web.compare.several_runs import FIVE, KEY, add_collection, qrels_text, run_text
from tests.web.compare.test_compare import send, text_of, topics
from web.compare.comparison_request import ComparisonRequest
from web.compare.linked_comparison import linked_page
from web.compare.ready_examples import equal_means
from web.store.library import library

pytestmark = pytest.mark.slow

pytest.importorskip("scipy")
SIXTY = f"/compare?collection={KEY}"


@pytest.fixture(autouse=True)
def sixty(monkeypatch: pytest.MonkeyPatch) -> None:
    add_collection(monkeypatch)


def checked(text: str) -> list[str]:
    return re.findall(r'name="run" value="(\w+)" checked', text)


def test_the_first_four_runs_are_compared_unless_others_are_chosen(client: FlaskClient) -> None:
    text = text_of(client, SIXTY)
    assert checked(text) == list(FIVE)[:4]
    assert len(re.findall('<details class="pair"', text)) == 6
    assert "Sixty topics: how two systems differ" in text
    text = text_of(client, f"{SIXTY}&run=third&run=fifth")
    assert checked(text) == ["third", "fifth"]
    assert "fifth minus third" in text
    text = text_of(client, SIXTY + "".join(f"&run={name}" for name in FIVE))
    assert len(re.findall('<details class="pair"', text)) == 10
    assert "Its runs are: first, second" in text_of(client, f"{SIXTY}&run=first&run=sixth", 400)


def test_the_sentences_of_three_runs_stand_with_their_pair(client: FlaskClient) -> None:
    text = text_of(client, f"{SIXTY}&run=first&run=second&run=third&measures=AP")
    found = compare(QRELS, {n: RUNS[n] for n in ("first", "second", "third")}, "AP")
    blocks = text.split('<details class="pair"')[1:]
    assert len(blocks) == 3
    for block, pair in zip(blocks, found.measures[0].pairs, strict=True):
        title, sentences = block.partition("</summary>")[0], block.partition("<dl")[0]
        assert f"{pair.b} minus {pair.a}" in title and "60 topics)." in title
        for note in map(say, found.measures[0].pair_notes(pair, 4)):
            assert sentences.count(note) == 1
        assert f"{pair.b} is better than {pair.a} on " in sentences
    assert "is better than" not in text.partition('<details class="pair"')[0]


def test_the_size_of_a_collection_is_known_if_it_has_all_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = add_collection(monkeypatch)
    some = {name: Document(name) for name in ["x", "y", *(f"d{i}" for i in range(30))]}
    wanted = ComparisonRequest(MultiDict({"collection": KEY, "measures": "Fallout@10"}))
    for documents, known in ((some, 0), (some | {"z": Document("z"), "never found": Document("never found")}, 60)):
        collection = replace(entry.collection, documents=documents)
        monkeypatch.setattr(library, "find", lambda _, c=collection: replace(entry, collection=c))
        assert len(linked_page(wanted).comparison.measures[0].topics) == known


def test_only_people_with_the_link_have_a_comparison_of_an_uploaded_collection(client: FlaskClient) -> None:
    answers = [client.get(f"{SIXTY}&run=first&run=third"), client.get(f"/compare/overlap.csv?collection={KEY}")]
    assert [answer.headers["Cache-Control"] for answer in answers] == ["no-store"] * 2


def test_empty_fields_of_the_form_leave_the_address(client: FlaskClient) -> None:
    answer = client.get(f"{SIXTY}&run=first&run=third&gain=&rel=2&seed=0&conventions=trec_eval&measures=AP")
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"/compare?collection={KEY}&run=first&run=third&measures=AP&rel=2"


def test_single_conventions_are_chosen_named_and_in_the_files(client: FlaskClient) -> None:
    query = f"collection={KEY}&run=first&run=third&measures=nDCG@10,AP&gain=exponential&rel=2&conventions=blog"
    text = text_of(client, f"/compare?{query}")
    two = {name: RUNS[name] for name in ("first", "third")}
    found = compare(QRELS, two, "nDCG@10,AP", conventions="blog", gain="exponential", rel=2)
    for mean in (mean for measure in found.measures for mean in measure.means.values()):
        assert f'<td class="mean">{fixed(mean, 4)}</td>' in text
    assert "Conventions: Blog post on offline metrics, with these changes: " in text
    assert "Lowest relevant grade: 2." in text and '<option value="exponential" selected>' in text
    assert '<input name="rel" value="2"' in text
    assert 'name="bpref"' not in text and 'name="discount"' in text
    answer = json.loads(client.get(f"/compare/m1-runs.json?{query}").text)
    assert all("gain='exponential'" in row["full_name"] for row in answer["rows"])
    assert all("missing=" in row["conventions"] and "test=sign-flip" in row["conventions"] for row in answer["rows"])
    assert "with these changes: " in client.get(f"/compare/m1-scores.svg?{query}").text


def test_fifty_topics_are_shown_first_in_the_order_asked_for(client: FlaskClient) -> None:
    (pair,) = compare(QRELS, {n: RUNS[n] for n in ("first", "third")}).measures[0].pairs
    falling = [str(i) for i in np.argsort(-pair.differences, kind="stable")]
    query = f"{SIXTY}&run=first&run=third&sort=-difference"
    text = text_of(client, query)
    assert topics(text) == falling[:50]
    assert "The first 50 of 60 topics are shown." in text
    (link,) = re.findall(r'href="(\?[^"]*topics=all)#', text)
    assert topics(text_of(client, f"/compare{link}")) == falling


def test_a_page_has_room_for_so_many_topics_whatever_is_asked_for(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.compare.measures.pair_view.MOST_ROWS", 110)
    text = text_of(client, f"{SIXTY}&run=first&run=third&measures=AP,RR&topics=all")
    assert len(topics(text)) == 55
    assert "The first 55 of 60 topics are shown. The files have all." in text
    files = [("qrels", "q", qrels_text()), *(("run", name, run_text(RUNS[name])) for name in ("first", "second"))]
    assert len(topics(send(client, files, measures="AP,RR,P@5"))) == 50


def test_lists_that_the_lab_cannot_hold_have_their_step_tables_on_the_page(client: FlaskClient) -> None:
    long = {"1": {f"d{i:03}": float(-i) for i in range(200)}}
    qrels = "1 0 d000 1\n1 0 d150 1\n1 0 none 1\n"
    files = [("qrels", "q", qrels), ("run", "up", run_text(long)), ("run", "down", "1 Q0 d150 1 1 x\n")]
    text = send(client, files, topic="1")
    steps = text.partition('id="steps"')[2].partition("</section>")[0]
    rows = [re.findall(r"<td>(.*?)</td>", row) for row in re.findall(r"<tr><td>.*?</tr>", steps)]
    assert [row[1] for row in rows[:12]] == [*(f"d{i:03}" for i in range(10)), "d150", "d150"]
    assert "AP = (1 + 0.0132)/3 = 0.3377" in steps  # 1/1 at rank 1, 2/151 at rank 151
    assert "AP = 1/3 = 0.3333" in steps
    assert "189 more rows are left out" in steps
    assert "There are no judgements for the topic “9”." in send(client, files, 400, topic="9")


def test_each_row_leads_to_the_step_tables_of_its_pair_and_measure(client: FlaskClient) -> None:
    text = text_of(client, f"{SIXTY}&run=first&run=second&run=third&measures=AP,RR&sort=-difference&topics=all")
    links = re.findall(r'id="(m2p3-topic\d+)".*?href="(\?[^"]*topic=(\d+)&pair=m2p3)#steps"', text)
    assert sorted(int(topic) for _, _, topic in links) == list(range(60))
    row, link, topic = links[7]
    there = text_of(client, f"/compare{link}")
    steps = there.partition('id="steps"')[2].partition("</section>")[0]
    assert f"Topic {topic}: RR step by step" in f"Topic{steps.partition('Topic')[2]}"
    assert re.findall("<h3>(.*?)</h3>", steps) == ["second", "third"]
    assert f'<a href="#{row}">' in steps and f'id="{row}"' in there
    assert f'rowheader">{topic}<' in there.partition(f'id="{row}"')[2][:80]
    assert "There is no pair “m3p1”." in text_of(client, f"{SIXTY}&topic=7&pair=m3p1", 400)


def test_a_page_with_a_very_long_address_does_not_repeat_it(client: FlaskClient) -> None:
    short, long = (
        text_of(
            client, f"/compare?{urlencode({'a': f'labels={x}1&unretrieved={x}', 'b': f'labels=1{x}&unretrieved={x}'})}"
        )
        for x in ("0" * 9, "1" * 950)
    )
    assert 'href="?' in short and 'href="/compare/' in short
    assert 'href="?' not in long and 'href="/compare/' not in long
    assert 'href="data:text/csv' in long


def test_the_lists_of_a_collection_are_whole_in_the_lab(client: FlaskClient) -> None:
    text = text_of(client, f"{SIXTY}&run=first&run=third&measures=RR")
    links = re.findall(r'href="(/lab\?[^"]*topic=[^"]*)"', text)
    assert len(links) == 50
    assert all(f"collection={KEY}" in link and "run=first&run2=third" in link for link in links)
    steps = text_of(client, f"{SIXTY}&run=first&run=third&measures=RR&topic=7")
    assert "Topic 7: RR step by step" in steps


def test_sent_files_show_all_their_topics(client: FlaskClient) -> None:
    files = [("qrels", "q", qrels_text()), *(("run", name, run_text(RUNS[name])) for name in ("first", "second"))]
    assert len(topics(send(client, files))) == 60


def test_the_trap_is_shown_with_both_p_values(client: FlaskClient) -> None:
    text = text_of(client, "/compare/pairing")
    assert "p = 0.447</dd>" in text and "p = 0.0065</dd>" in text
    assert "C scores more than A on 9 of 10 topics." in text


def test_the_example_of_equal_means_is_what_its_sentence_says(client: FlaskClient) -> None:
    sentence = "the same MAP, and on no topic the same AP. One is steady; the other finds all or nothing."
    assert sentence in text_of(client, "/compare")
    (measure,) = client.get(f"/api/v1/compare?{equal_means()}").get_json()["measures"]
    (pair,) = measure["pairs"]
    assert measure["means"] == {"A": 0.5, "B": 0.5}
    assert all(topic["a"] != topic["b"] for topic in pair["topics"])
    assert {topic["a"] for topic in pair["topics"]} == {0.5}
    assert sorted(topic["b"] for topic in pair["topics"]) == [0, 0, 0, 1, 1, 1]
    assert measure["quartiles"]["A"] != measure["quartiles"]["B"]


def test_the_ready_examples_show_what_they_say(client: FlaskClient) -> None:
    empty = text_of(client, "/compare")
    links = re.findall(r'<li><a href="([^"]*)"', html.unescape(empty.partition('id="examples"')[2]))
    equal, harbour, disagree, pairing = links
    assert pairing == "/compare/pairing"
    text = text_of(client, equal)
    assert "The same mean: A 0.500, B 0.500 (p = 1.000, 6 topics)." in text
    assert "B is better than A on 3 topics and worse on 3; 0 are ties." in text
    assert "No clear winner: pieces 0.429, words 0.429 (p = 0.998, 10 topics)." in text_of(client, harbour)
    text = text_of(client, disagree)
    assert "No clear winner: pieces 0." in text and "No clear winner: words 0." in text


def test_the_family_and_the_baseline_are_fields_and_are_named(client: FlaskClient) -> None:
    address = f"{SIXTY}&run=first&run=second&run=third&measures=AP,P@5"
    for more, count, words in (
        ("&family=measure", 3, "each pair of runs in P@5"),
        ("&baseline=second", 4, "each run against second in each measure"),
        ("&baseline=second&family=measure", 2, "each run against second in P@5"),
    ):
        text = text_of(client, address + more)
        assert f"corrected by Holm for {count} comparisons ({words})" in text
        assert ("<option selected>second</option>" in text) == ("baseline" in more)
        assert ('<option value="measure" selected>' in text) == ("family" in more)

"""The page of diversity: its figures are those of the golden file, its address is its state, and every button works."""

from __future__ import annotations

import html
import json
import re
from urllib.parse import parse_qsl, urlsplit

import numpy as np
import pytest
from flask.testing import FlaskClient

from ireval import explain
from ireval.conventions import CONVENTIONS, PRESETS
from ireval.ranking.labels import MOST_SUBTOPICS
from tests.markup import tags
from tests.paths import WORKED_EXAMPLES
from tests.sentences import sentence
from web.state.address import from_query

pytestmark = pytest.mark.slow

PAGE = "/experiments/diversity"
LIST = f"{PAGE}?subtopics=110,010,000,001,100&unretrieved_subtopics=011&k=5"
SHOW = "&show=alpha_nDCG(alpha={})@5"


def text_of(client: FlaskClient, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, answer.text
    return html.unescape(answer.text)


def cells(text: str, start: str, kind: str = "") -> list[list[str]]:
    """The cells of each row of the body of the first table after ``start``, as text."""
    body = text.partition(start)[2].partition("<tbody>")[2].partition("</tbody>")[0]
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", body, re.DOTALL)
    wanted = rf'<td class="{kind}">' if kind else "<t[dh][^>]*>"
    return [[re.sub("<[^>]*>", "", c) for c in re.findall(rf"{wanted}(.*?)</t[dh]>", row, re.DOTALL)] for row in rows]


def scores(text: str) -> dict[str, str]:
    part = text.partition('class="scores"')[2].partition("</ul>")[0]
    return dict(re.findall(r">([^<]+)</a> <strong>([^<]+)</strong>", part))


def posted(client: FlaskClient, address: str, status: int = 303, **changes: str | None) -> str:
    """The address that leads on, after the form of a page is posted with changes; None takes a field away.

    The field ``c3_1`` is the checkbox ``c3-1``.
    """
    inputs = [t.attributes for t in tags(client.get(address).text) if t.name == "input"]
    fields = {i["name"]: i.get("value", "on") for i in inputs if i.get("type") != "checkbox" or "checked" in i}
    changed = {name.replace("_", "-"): text for name, text in changes.items()}
    answer = client.post(PAGE, data={name: text for name, text in (fields | changed).items() if text is not None})
    assert answer.status_code == status, answer.text
    return answer.headers.get("Location", "") or html.unescape(answer.text)


def parts(address: str) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(address).query))


@pytest.mark.parametrize(("alpha", "case"), [("0.5", "diversity.alpha_ndcg_0.5"), ("0", "diversity.alpha_ndcg_0.0")])
def test_the_steps_are_those_of_the_golden_file(client: FlaskClient, alpha: str, case: str) -> None:
    golden = json.loads(WORKED_EXAMPLES.read_text("utf-8"))
    (example,) = [e for e in golden["examples"] if e["id"] == case]
    expected = {
        name: figures["exact"] if isinstance(figures, dict) else figures
        for name, figures in example["expected"].items()
    }
    found = cells(text_of(client, LIST + SHOW.format(alpha)), 'id="matrix"')
    columns = [[row[place] for row in found] for place in (7, 10, 11, 12, 13)]
    names = ("gain", "alpha_DCG", "ideal_gain", "alpha_IDCG", "alpha_nDCG")
    for column, name in zip(columns, names, strict=True):
        assert [float(cell) for cell in column] == pytest.approx(expected[name], abs=0.0005), name
    assert [float(row[8]) for row in found] == pytest.approx(np.log2(np.arange(len(found)) + 2), abs=0.0005)
    given = example["given"]
    groups = {f"d{i}": group for i, group in enumerate([*given["subtopics"], *given["unretrieved_subtopics"]], 1)}
    assert [groups[row[14]] for row in found] == expected["ideal"]


def test_intent_aware_precision_is_that_of_the_golden_file(client: FlaskClient) -> None:
    text = text_of(client, LIST)
    assert [row[3] for row in cells(text, 'id="P-IA"')] == ["0.400", "0.400", "0.200"]
    assert scores(text)["IA-P@5"] == "0.333"
    found = explain(subtopics="110,010,000,001,100", unretrieved_subtopics="011")
    for name in ("ERR_IA@5", "StRecall@5"):
        label = {"ERR_IA@5": "ERR-IA@5", "StRecall@5": "S-recall@5"}[name]
        assert scores(text)[label] == f"{found.value(name):.3f}"


def test_without_a_list_the_page_shows_the_list_of_the_thesis(client: FlaskClient) -> None:
    assert scores(text_of(client, PAGE))["α-nDCG@5"] == "0.838"


def test_what_documents_add_is_said(client: FlaskClient) -> None:
    text = text_of(client, LIST + SHOW.format(0.3))
    assert "d1 is the first on subtopics 1 and 2." in text
    assert "d2 adds nothing new: its subtopic is covered above. Its gain is 0.700 instead of 1." in text
    assert "d3 covers no subtopic." in text
    assert "Its gain is still 1.000" in text_of(client, LIST + SHOW.format(0))


def test_marks_are_new_or_again(client: FlaskClient) -> None:
    text = text_of(client, LIST)
    kinds = {
        t.attributes["name"]: t.attributes.get("class", "")
        for t in tags(text)
        if t.attributes.get("type") == "checkbox"
    }
    assert {name for name, kind in kinds.items() if kind == "again"} == {"c2-2", "c5-1"}
    assert {name for name, kind in kinds.items() if kind == "new"} == {"c1-1", "c1-2", "c4-3", "c6-2", "c6-3"}
    assert len(kinds) == 6 * 3


def test_a_mark_makes_a_document_relevant_and_without_any_it_is_not(client: FlaskClient) -> None:
    marked = parts(posted(client, LIST, c3_1="on"))
    assert (marked["labels"], marked["subtopics"]) == ("11111", "110,010,100,001,100")
    cleared = parts(posted(client, LIST, c4_3=None))
    assert (cleared["labels"], cleared["subtopics"]) == ("11001", "110,010,000,000,100")
    graded = f"{PAGE}?labels=30&subtopics=10,00"
    assert parts(posted(client, graded, c1_2="on"))["labels"] == "30"


def test_alpha_is_part_of_the_measure_s_name(client: FlaskClient) -> None:
    moved = posted(client, LIST, alpha="0.35")
    assert parts(moved)["show"] == "alpha_nDCG(alpha=0.35)@5"
    assert 'value="0.35"' in text_of(client, moved)
    assert parts(posted(client, moved, alpha="0.5"))["show"] == "alpha_nDCG@5"
    assert parts(posted(client, moved, k="3"))["show"] == "alpha_nDCG(alpha=0.35)@3"


def test_an_alpha_between_the_slider_s_steps_stays(client: FlaskClient) -> None:
    address = LIST + SHOW.format(0.33)
    slider = next(t.attributes for t in tags(text_of(client, address)) if t.attributes.get("type") == "range")
    assert (slider["value"], slider["step"]) == ("0.33", "any")
    assert (slider["min"], slider["max"]) == ("0", "1")
    assert parts(posted(client, address, c3_1="on"))["show"] == "alpha_nDCG(alpha=0.33)@5"
    usual = next(t.attributes for t in tags(text_of(client, LIST)) if t.attributes.get("type") == "range")
    assert usual["step"] == "0.05"


@pytest.mark.parametrize(
    ("do", "expected"),
    [
        ("add-document", {"subtopics": "110,010,000,001,100,000"}),
        ("add-missed", {"subtopics": "110,010,000,001,100", "unretrieved": "10"}),
        ("add-subtopic", {"subtopics": "1100,0100,0000,0010,1000", "unretrieved_subtopics": "0110"}),
        ("delete-subtopic 2", {"subtopics": "10,00,00,01,10", "unretrieved_subtopics": "01", "labels": "10011"}),
        ("delete-missed 1", {"subtopics": "110,010,000,001,100", "labels": "11011"}),
        ("delete 2", {"subtopics": "110,000,001,100", "unretrieved_subtopics": "011"}),
        ("move 4 3", {"subtopics": "110,010,001,000,100", "names": "d1,d2,d4,d3,d5"}),
        ("not-retrieved 5", {"subtopics": "110,010,000,001", "unretrieved_subtopics": "100,011"}),
        ("retrieve 1", {"subtopics": "110,010,000,001,100,011"}),
    ],
)
def test_buttons(client: FlaskClient, do: str, expected: dict[str, str]) -> None:
    found = parts(posted(client, LIST, do=do))
    assert {name: found.get(name) for name in expected} == expected
    assert ("unretrieved" in found) == (do not in {"delete-missed 1", "retrieve 1"})


def test_from_an_empty_list_to_a_matrix(client: FlaskClient) -> None:
    address = f"{PAGE}?labels="
    assert "The list is empty." in text_of(client, address)
    address = posted(client, address, do="add-document")
    assert "These documents have no subtopics yet." in text_of(client, address)
    address = posted(client, address, do="add-subtopic")
    assert "No judged document covers subtopic 1" in text_of(client, address)
    assert "0 by convention, because no document is relevant" in text_of(client, address)
    address = posted(client, address, c1_1="on")
    assert scores(text_of(client, address))["S-recall@10"] == "1.000"


def test_every_address_is_one_of_the_lab_and_of_the_downloads(client: FlaskClient) -> None:
    text = text_of(client, LIST + SHOW.format(0.2))
    links = {a["href"] for a in (t.attributes for t in tags(text) if t.name == "a") if "?" in a.get("href", "")}
    endings = ("chart.svg", "chart.tex", "chart.csv", "table.csv", "table.md", "measures.csv", "evaluate", "/lab")
    assert {end for end in endings if any(urlsplit(link).path.endswith(end) for link in links)} == set(endings)
    assert [link for link in sorted(links) if client.get(link).status_code != 200] == []
    taken = next(link for link in links if link.startswith("/take/table.csv") and "alpha=0.2" in link)
    assert "0.8" in client.get(taken).text
    answer = client.get(next(link for link in links if link.startswith("/api/v1/evaluate"))).get_json()
    assert {m["name"] for m in answer["measures"]} >= {"P_IA@5", "ERR_IA@5", "StRecall@5"}


def test_the_lab_leads_here_from_a_list_with_subtopics(client: FlaskClient) -> None:
    links = [t.attributes for t in tags(client.get("/lab?subtopics=10,01&show=alpha_nDCG(alpha=0.2)@3").text)]
    (link,) = [a["href"] for a in links if a.get("href", "").startswith(PAGE)]
    assert parts(link)["show"] == "alpha_nDCG(alpha=0.2)@3"
    assert scores(text_of(client, link)).keys() >= {"α-nDCG@3", "IA-P@3"}
    assert PAGE not in client.get("/lab?labels=10").text


def test_a_list_of_the_lab_opens_here(client: FlaskClient) -> None:
    text = text_of(client, f"{PAGE}?labels=101&labels2=01&show=AP&step=2&cover=AP")
    assert "These documents have no subtopics yet." in text
    assert "cover" not in text.partition('name="was" value="')[2].partition('"')[0]


@pytest.mark.parametrize(
    ("address", "key"),
    [
        (f"{PAGE}?subtopics=12,0", "group-has-other-character"),
        (f"{PAGE}?subtopics=10,1", "group-of-other-length"),
        (f"{LIST}&show=alpha_nDCG(alpha=2)@5", "number-too-large"),
        (f"{PAGE}?subtopics={'1' * (MOST_SUBTOPICS + 1)}", "too-many-subtopics"),
    ],
)
def test_a_wrong_address_is_explained(client: FlaskClient, address: str, key: str) -> None:
    errors = from_query(dict(parse_qsl(urlsplit(address).query))).errors
    assert [e.key for e in errors][:1] == [key] or key == "number-too-large"
    assert errors[0].message in text_of(client, address, 400)


def test_a_wrong_form_keeps_what_it_can(client: FlaskClient) -> None:
    text = posted(client, LIST, 400, alpha="7", k="x", c3_1="on")
    assert text.count("<strong>") >= 2
    assert "Alpha" in text.partition('id="refusal"')[2].partition("</div>")[0]
    assert "subtopics=110,010,100,001,100" in text
    gone = posted(client, LIST, 400, do="delete-subtopic 4")
    assert sentence("no-such-subtopic", count=3) in gone
    assert sentence("no-document-for-subtopic") in posted(client, f"{PAGE}?labels=", 400, do="add-subtopic")
    full = f"{PAGE}?subtopics={'1' * MOST_SUBTOPICS}"
    assert "add-subtopic" not in text_of(client, full)
    assert sentence("too-many-subtopics", count=MOST_SUBTOPICS + 1, most=MOST_SUBTOPICS) in posted(
        client, full, 400, do="add-subtopic"
    )


def test_documents_beyond_those_shown_keep_their_subtopics(client: FlaskClient) -> None:
    shown, more = ["10"] * 50, ["01"] * 30
    address = f"{PAGE}?subtopics={','.join(shown + more)}&unretrieved_subtopics={','.join(['11'] * 60)}&k=5"
    text = text_of(client, address)
    assert "40 more documents are not shown." in text
    assert text.count('type="checkbox"') == 2 * (50 + 50)
    found = parts(posted(client, address, c1_2="on", c81_1=None))
    assert found["subtopics"].split(",") == ["11", *shown[1:], *more]
    assert found["unretrieved_subtopics"].split(",") == ["01", *["11"] * 59]


def test_two_lists_on_which_measures_disagree(client: FlaskClient) -> None:
    """IA-P prefers the list that repeats one subtopic, all others the list that covers three."""
    rows = {row[0]: row[1:] for row in cells(text_of(client, PAGE), 'class="rivals"')}
    assert rows["IA-P@4"] == ["0.333", "0.250", "List A"]
    assert rows["S-recall@4"] == ["0.333", "1.000", "List B"]
    assert {row[2] for name, row in rows.items() if name != "IA-P@4"} == {"List B"}
    a, b = "100,100,100,100,000", "100,010,000,001,000"
    for place, (own, others) in enumerate([(a, "010,010,001"), (b, "100,100,100,010")]):
        found = explain(subtopics=own, unretrieved_subtopics=others)
        assert rows["α-nDCG@4"][place] == f"{found.value('alpha_nDCG@4'):.3f}"


def test_names_from_an_address_are_only_text(client: FlaskClient) -> None:
    answer = client.get(f"{PAGE}?subtopics=11,10&names=<script>x</script>,y")
    assert "<script>x" not in answer.text
    assert "&lt;script&gt;x&lt;/script&gt; is the first on subtopics 1 and 2." in answer.text


def test_the_page_names_the_conventions_of_its_scores(client: FlaskClient) -> None:
    preset, single = "conventions=thesis", "subtopic_count=covered"
    assert f"the conventions of {PRESETS['thesis'].title}." in text_of(client, f"{LIST}&{preset}")
    changed = text_of(client, f"{LIST}&{preset}&{single}")
    parameter = CONVENTIONS["subtopic_count"]
    single_one = f"{parameter.title}: {parameter.choice('covered').short}"
    assert f"of {PRESETS['thesis'].title}, except for: {single_one}." in changed

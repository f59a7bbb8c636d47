"""The page of assessors: its figures are the core's, its links repeat it, and wrong input is named and kept."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from flask.testing import FlaskClient

from ireval import evaluate
from ireval.agreement import cohens_kappa, fleiss_kappa, krippendorffs_alpha, weighted_kappa
from ireval.collection import built_in
from ireval.evaluation.results import Evaluation
from ireval.experiments.assessors.assessor_comparison import compare_assessors
from ireval.experiments.assessors.conclusions import summary
from ireval.messages import say
from ireval.numbers.expression import fixed
from ireval.trec.single_list import TOPIC
from web.experiments.assessors.examples import COUNTED, EXAMPLES
from web.state.address import from_query

pytestmark = pytest.mark.slow

PAGE = "/experiments/assessors"
HARBOUR = f"{PAGE}?collection=harbour"
ASSESSORS = built_in().assessors
PASTED = {"sets": "documents: h7 h9 h4\nada: 102\nben: 11u", "lists": "A: h7 h9 h4\nB: h9 h4"}
#: Labels that no address can hold.
LONG = {"sets": "\n".join(f"s{i}: {'10u2' * 50}" for i in range(20)), "lists": "\n".join(["A: d1 d2 d4", "B: d4 d1"])}


def text_of(client: FlaskClient, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, answer.text
    return html.unescape(answer.text)


def rows(text: str, classes: str) -> list[list[str]]:
    """The cells of the body of the first table with these classes, as text."""
    body = text.partition(f'<table class="{classes}"')[2].partition("<tbody>")[2].partition("</tbody>")[0]
    cells = (
        re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in re.findall(r"<tr.*?</tr>", body, re.DOTALL)
    )
    return [[" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in row] for row in cells]


def test_the_built_in_collection_is_compared_as_in_the_core(client: FlaskClient) -> None:
    text = text_of(client, HARBOUR)
    found = compare_assessors(ASSESSORS, built_in().runs)
    assert say(summary(found.conclusions)) in text
    for conclusion in found.conclusions:
        assert say(conclusion.sentence) in text
    shown = [row[-len(ASSESSORS) - 3 :] for row in rows(text, "scores")]
    for measure in found.measures:
        for run in found.runs:
            spread = measure.spread(run)
            assert spread is not None
            expected = [*measure.means[run].values(), *(measure.extremes(run) or ()), spread]
            assert [fixed(x, 3) for x in expected] == shown.pop(0)
    assert shown == []


def test_kappas_are_shown_with_their_calculation(client: FlaskClient) -> None:
    text = text_of(client, f"{HARBOUR}&rel=2&pair=1-4")
    pair = {name: ASSESSORS[name] for name in ("ada", "dan")}
    for rel in (2, None):
        for kappa in (cohens_kappa(pair, rel), fleiss_kappa(ASSESSORS, rel)):
            assert kappa.value is not None
            assert fixed(kappa.value, 3) in text
        heads = [field.head for field in cohens_kappa(pair, rel).counts.fields]
        assert all(f'<th scope="col">{head}</th>' in text for head in heads if head)
    for head in ("observed agreement", "expected agreement", "Cohen's kappa", "Fleiss' kappa"):
        assert f'<th scope="row">{head}</th>' in text
    assert text.count('class="used"') == 2
    assert "Cohen's kappa of ada and dan, step by step" in text


def test_labels_are_sorted_by_disagreement(client: FlaskClient) -> None:
    by_document, by_disagreement = (
        rows(text_of(client, f"{HARBOUR}&sort={key}"), "sets") for key in ("document", "disagreement")
    )
    assert sorted(by_document) == sorted(by_disagreement) != by_disagreement
    differing = [row[-1] for row in by_disagreement]
    assert differing[0].startswith("≠") and "none" in differing
    assert [words.startswith("≠") for words in differing] == sorted(
        (w.startswith("≠") for w in differing), reverse=True
    )
    given = [mine["1"].get("h19") for mine in ASSESSORS.values()]
    (row,) = [row for row in by_document if row[0] == "1" and row[1].startswith("h19")]
    assert row[2:6] == [str(grade) for grade in given]


def test_unjudged_is_not_grade_0(client: FlaskClient) -> None:
    (row,) = [row for row in rows(text_of(client, HARBOUR), "sets") if row[0] == "1" and row[1].startswith("h81")]
    assert row[2:6] == ["0", "0", "0", "– unjudged"]


def test_a_topic_opens_in_the_lab_with_the_labels_of_each_assessor(client: FlaskClient) -> None:
    text = text_of(client, f"{HARBOUR}&topic=3&measures=AP")
    links = re.findall(r'<a href="(/lab\?[^"]+)">(\w+)</a>', text)
    assert [who for _, who in links] == list(ASSESSORS)
    found = compare_assessors(ASSESSORS, built_in().runs, "AP", topics=["3"]).measures[0]
    for link, who in links:
        state = from_query({name: values[0] for name, values in parse_qs(urlsplit(link).query).items()}).state
        for listed in state.lists:
            documents = {d.name: d.grade for d in (*listed.ranked, *listed.missed) if d.grade >= 0}
            assert documents == dict(ASSESSORS[who]["3"])
            scores = evaluate({"1": documents}, {"1": {d.name: -float(i) for i, d in enumerate(listed.ranked)}}, "AP")
            assert isinstance(scores, Evaluation)
            assert scores.mean["AP"] == pytest.approx(found.means[listed.title][who])
        assert client.get(link).status_code == 200


def test_pasted_labels_get_an_address_that_repeats_them(client: FlaskClient) -> None:
    model = '```json\n[{"docno": "h7", "grade": 1}, {"docno": "h4", "grade": 0}]\n```'
    answer = client.post(PAGE, data={**PASTED, "model": model, "measures": "RR", "rel": "1"})
    assert answer.status_code == 303
    parts = parse_qs(urlsplit(answer.location).query)
    sets = "documents: h7 h9 h4\nada: 102\nben: 11u\nmodel: 1u0"
    assert parts == {"sets": [sets], "lists": [PASTED["lists"]], "measures": ["RR"]}
    text = text_of(client, answer.location)
    qrels = {"ada": {"h7": 1, "h9": 0, "h4": 2}, "ben": {"h7": 1, "h9": 1}, "model": {"h7": 1, "h4": 0}}
    runs = {"A": {"h7": 3.0, "h9": 2.0, "h4": 1.0}, "B": {"h9": 2.0, "h4": 1.0}}
    found = compare_assessors(
        {who: {TOPIC: mine} for who, mine in qrels.items()}, {name: {TOPIC: run} for name, run in runs.items()}, "RR"
    )
    assert say(found.conclusions[0].sentence) in text
    assert [row[-6:-3] for row in rows(text, "scores")] == [
        [fixed(mean, 3) for mean in means.values()] for means in found.measures[0].means.values()
    ]


def test_labels_that_no_address_can_hold_are_compared_all_the_same(client: FlaskClient) -> None:
    answer = client.post(PAGE, data=LONG)
    assert answer.status_code == 200
    text = html.unescape(answer.text)
    assert 'form="label-sets" name="take" value="scores.csv"' in text
    assert LONG["sets"] in text
    assert not re.findall(r'href="\?', text.partition("Examples")[0])
    shown = client.post(PAGE, data=LONG | {"pair": "2-3", "sort": "disagreement"})
    assert "Cohen's kappa of s1 and s2, step by step" in html.unescape(shown.text)
    for name in ("scores.csv", "assessors.json", "assessors.svg", "assessors.tex"):
        assert client.post(PAGE, data=LONG | {"take": name}).status_code == 200


def test_all_is_downloaded(client: FlaskClient) -> None:
    text = text_of(client, HARBOUR)
    files = {name: f"{PAGE}?{query}" for query, name in re.findall(r'href="\?([^"]*take=([a-z.]+))"', text)}
    tables = {"conclusions", "scores", "agreement", "labels"}
    assert set(files) == {*(f"{name}.csv" for name in tables), *(f"assessors.{end}" for end in ("json", "svg", "tex"))}
    for name, address in files.items():
        answer = client.get(address)
        assert answer.status_code == 200
        assert name in answer.headers["Content-Disposition"]
        if name.endswith(".csv"):
            found = list(csv.reader(io.StringIO(answer.text)))
            assert len({len(row) for row in found}) == 1 and len(found) > 4
    assert json.loads(client.get(files["assessors.json"]).text)["assessors"] == list(ASSESSORS)
    assert (
        client.get(files["assessors.svg"]).text.count("<title>") > 4 * 2 * 4
    )  # a sign for each measure, run, assessor
    assert "/experiments/assessors?collection=harbour" in client.get(files["assessors.tex"]).text


def test_every_example_opens_and_one_conclusion_of_the_class_survives(client: FlaskClient) -> None:
    text = text_of(client, PAGE)
    for example in EXAMPLES:
        assert f'href="?{example.query}"' in text
        assert "<h2" in text_of(client, f"{PAGE}?{example.query}")
    assert "1 of 4 conclusions survives" in text_of(client, f"{PAGE}?{EXAMPLES[1].query}")


def test_more_rankings_have_an_order(client: FlaskClient) -> None:
    text = text_of(client, f"{HARBOUR}&run=words&run=pieces&run=words-title&measures=AP")
    assert "Order of the rankings" in text and "take=order.csv" in text
    assert "Order of the rankings" not in text_of(client, HARBOUR)


@pytest.mark.parametrize(
    ("parts", "field"),
    [
        ({"collection": "nowhere"}, "collection"),
        ({"collection": "harbour", "topic": "77"}, "topic"),
        ({"collection": "harbour", "run": "nothing"}, "run"),
        ({"collection": "harbour", "measures": "APE"}, "measures"),
        ({"collection": "harbour", "measures": "alpha_nDCG@5"}, "measures"),
        ({"collection": "harbour", "conventions": "none"}, "conventions"),
        ({"collection": "harbour", "rel": "many"}, "rel"),
        ({"collection": "harbour", "pair": "1-9"}, "pair"),
        ({"collection": "harbour", "pair": "2-2"}, "pair"),
        ({"collection": "harbour", "sort": "colour"}, "sort"),
        ({"collection": "harbour", "take": "secrets.csv"}, "take"),
        ({"sets": "ada: 12<b>"}, "sets"),
        ({"sets": "ada: 12\nben: 11", "model": '{"d1": "<script>"}'}, "model"),
        ({"sets": "ada: 12\nben: 11", "lists": "A: d3"}, "lists"),
        ({"sets": "12 1", "format": "documents"}, "sets"),
        ({"sets": "ada: 12", "format": "poems"}, "format"),
    ],
)
def test_what_is_wrong_is_named_and_what_was_typed_is_kept(
    client: FlaskClient, parts: dict[str, str], field: str
) -> None:
    for answer in (client.get(f"{PAGE}?{urlencode(parts)}"), client.post(PAGE, data=parts)):
        assert answer.status_code == 400
        assert 'role="alert"' in answer.text
        assert "<b>" not in answer.text and "<script>" not in answer.text
        kept = html.unescape(answer.text)
        assert all(text in kept for name, text in parts.items() if name in {"sets", "model", "lists"})
        if field in {"sets", "model", "lists", "measures"}:
            assert re.search(rf'name="{field}"[^>]*aria-invalid="true"', kept)


def test_names_from_outside_are_text(client: FlaskClient) -> None:
    answer = client.post(PAGE, data={"sets": '<i>ada</i>: 10\nb"en: 11'}, follow_redirects=True)
    assert "&lt;i&gt;ada&lt;/i&gt;" in answer.text and "<i>ada" not in answer.text


def test_the_lesson_and_the_page_show_a_kappa_alike(client: FlaskClient) -> None:
    steps = re.compile(r'<table class="steps">.*?</table>', re.DOTALL)
    lesson = client.get("/lessons/relevance-and-judges/K7M2PXABC/8").text
    page = client.get(f"{PAGE}?{EXAMPLES[0].query}").text
    for text in (lesson, page):
        found = steps.search(text)
        assert found and found[0].count("<math") == 3


# --- Coefficients, and tables of counts -------------------------------------------------------------------------------

BOOK = {"table": "yes\tno\n300\t20\n10\t70"}


def test_the_kappa_of_the_page_is_chosen_by_its_address(client: FlaskClient) -> None:
    pair = {name: ASSESSORS[name] for name in ("ada", "ben")}
    for marginals in ("own", "pooled"):
        text = text_of(client, f"{HARBOUR}&kappa=quadratic&marginals={marginals}")
        kappa = weighted_kappa(pair, weights="quadratic", marginals=marginals)
        assert f"{kappa.name} of ada and ben, step by step" in text
        matrix = text.split('<table class="narrow matrix"')[-1]
        assert kappa.value is not None and fixed(kappa.value, 3) in matrix.partition("</table>")[0]
        assert ("&marginals=pooled" in text) == (marginals == "pooled") or "kappa=linear" in text
    for level in ("nominal", "ordinal"):
        alpha = krippendorffs_alpha(ASSESSORS, level=level)
        assert alpha.value is not None and f"{alpha.name}: <strong>{fixed(alpha.value, 3)}</strong>" in text
    assert "kappa=" not in client.post(PAGE, data=PASTED | {"kappa": "cohen", "marginals": "own"}).location
    assert (
        "kappa=linear&marginals=pooled"
        in client.post(PAGE, data=PASTED | {"kappa": "linear", "marginals": "pooled"}).location
    )


def test_a_pasted_table_gets_an_address_with_its_kappas(client: FlaskClient) -> None:
    answer = client.post(PAGE, data=BOOK | {"marginals": "pooled"})
    assert answer.status_code == 303
    parts = parse_qs(urlsplit(answer.location).query)
    assert parts == {"table": [",yes,no\nyes,300,20\nno,10,70"], "marginals": ["pooled"]}
    text = text_of(client, answer.location)
    assert "400 documents, two labels" in text and "Pooled kappa (Scott's pi)" in text
    assert [row[1:] for row in rows(text, "narrow counts")] == [
        ["300", "20", "320"],
        ["10", "70", "80"],
        ["310", "90", "400"],
    ]
    assert "Cohen's kappa" in text_of(client, f"{PAGE}?{urlencode(BOOK)}")
    for example in COUNTED:
        assert f'href="?{example.query}"' in html.unescape(text)
        text_of(client, f"{PAGE}?{example.query}")


def test_one_coefficient_of_a_table_is_shown_with_its_calculation(client: FlaskClient) -> None:
    graded = {"table": ",0,1,3\n0,20,5,1\n1,4,12,3\n3,0,2,9"}
    for parts, name in (({}, "Cohen's kappa"), ({"kappa": "alpha-ordinal"}, "Krippendorff's alpha, ordinal")):
        text = text_of(client, f"{PAGE}?{urlencode(graded | parts)}")
        assert text.count('<table class="steps">') == 1 and f"Calculation of {name}" in text
        assert ("Chance is computed from <strong>" in text) == (not parts)
        assert [row[0] for row in rows(text, "narrow others")] == [
            "Cohen's kappa",
            "Linear weighted kappa",
            "Quadratic weighted kappa",
            "Krippendorff's alpha, nominal",
            "Krippendorff's alpha, ordinal",
        ]
    assert "Your number for the quadratic weighted kappa" in text_of(
        client, f"{PAGE}?{urlencode(graded | {'kappa': 'quadratic'})}"
    )
    binary = text_of(client, f"{PAGE}?{urlencode(BOOK)}")
    assert [row[0] for row in rows(binary, "narrow others")] == ["Cohen's kappa", "Krippendorff's alpha, nominal"]


def test_the_pooled_kappa_of_two_is_fleiss_kappa(client: FlaskClient) -> None:
    pair = {name: ASSESSORS[name] for name in ("ada", "ben")}
    assert cohens_kappa(pair, marginals="pooled").value == pytest.approx(fleiss_kappa(pair).value)
    texts = [text_of(client, f"{PAGE}?{urlencode(BOOK | parts)}") for parts in ({}, {"marginals": "pooled"})]
    assert ["Fleiss' kappa is the same" in text for text in texts] == [False, True]


def test_missing_documents_of_one_list_are_named_without_a_topic(client: FlaskClient) -> None:
    text = text_of(client, f"{PAGE}?" + urlencode({"sets": "ada: 10u1\nben: 1101"}))
    assert "ada did not judge 1 of 4 documents, which is left out: d3." in text


def test_a_different_number_of_a_table_is_named(client: FlaskClient) -> None:
    said = text_of(client, f"{PAGE}?{urlencode(BOOK | {'number': '0.7759'})}")
    assert "0.7759 is the pooled kappa (Scott's pi), 0.7759." in said
    assert 'name="number" value="0.7759"' in said
    graded = {"table": ",0,1,3\n0,20,5,1\n1,4,12,3\n3,0,2,9", "kappa": "linear"}
    assert "Nobody gave grade 2" in text_of(client, f"{PAGE}?{urlencode(graded)}")


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"table": "300 2O\n10 70"}, "Row 1, column 2"),
        ({"table": "<b> 20\n10 70"}, "Row 1, column 1"),
        ({"table": "300 20\n10 70", "number": "<b>"}, "number"),
        ({"table": "300 20\n10 70", "marginals": "both"}, "both"),
        ({"table": "300 20\n10 70", "kappa": "fleiss"}, "fleiss"),
        ({"table": "300 20\n10 70", "take": "labels.csv"}, "labels.csv"),
        ({"sets": "ada: 10\nben: 11", "kappa": "luck"}, "luck"),
    ],
)
def test_what_is_wrong_with_a_table_is_said_with_its_place(
    client: FlaskClient, parts: dict[str, str], said: str
) -> None:
    for answer in (client.get(f"{PAGE}?{urlencode(parts)}"), client.post(PAGE, data=parts)):
        assert answer.status_code == 400
        alert = html.unescape(answer.text).partition('role="alert"')[2].partition("</div>")[0]
        assert said in alert and "<b>" not in answer.text

"""Downloads of several lists: the queries of a system as topics of one file, and tables that compare the lists."""

from __future__ import annotations

import csv
import io
import re
from urllib.parse import parse_qsl

import pytest
from flask.testing import FlaskClient

from ireval.evaluation.several_lists import SeveralLists
from ireval.explanation.worked_examples import EXAMPLES
from ireval.measure.spelling import parse
from tests.web.lab.test_lists import PAIRS, THREE, TWO, state_of, table
from web.state.address import from_example
from web.state.lab_state import State

pytestmark = pytest.mark.slow

#: Lists of every kind: graded, one without judgements, one without documents, unjudged ones between.
QUERIES = "labels=0210u&unretrieved=30&names=a,b%5C,c&labels2=uu&labels3=&unretrieved3=1&labels4=u01"
QUERIES += "&arrangement=queries&conventions=trec_eval"
DUELS = "labels=110&labels2=011&labels3=020&unretrieved3=1&labels4=u10&arrangement=pairs&conventions=trec_eval"
SPELLINGS = {"map": "AP", "recip_rank": "RR", "ndcg": "nDCG", "bpref": "Bpref", "P_5": "P@5", "Rprec": "Rprec"}


def files(client: FlaskClient, query: str) -> tuple[list[str], list[str]]:
    texts = []
    for name in ("qrels", "run"):
        answer = client.get(f"/take/{name}.txt?{query}")
        assert answer.status_code == 200, answer.text
        texts.append(answer.text.splitlines())
    return texts[0], texts[1]


def shown(state: State, places: list[int]) -> dict[str, dict[str, float]]:
    """What the lab computes for the lists at these places, by topic."""
    several = SeveralLists([state.lists[i].ranking for i in places], state.conventions)
    values = {name: several.score(parse(spelling)).values.tolist() for name, spelling in SPELLINGS.items()}
    return {str(i + 1): {name: values[name][i] for name in values} for i in range(len(places))}


@pytest.mark.parametrize(
    ("query", "places"),
    [
        (QUERIES, [0, 1, 2, 3]),
        (DUELS, [0, 2]),
        (DUELS + "&list=3", [0, 2]),
        (DUELS + "&list=2", [1, 3]),
        ("labels=101&labels2=0110&list=2", [1]),
    ],
)
def test_trec_eval_and_ir_measures_find_the_labs_scores(client: FlaskClient, query: str, places: list[int]) -> None:
    pytrec_eval = pytest.importorskip("pytrec_eval", reason="pip install -r requirements-dev.txt")
    ir_measures = pytest.importorskip("ir_measures", reason="pip install -r requirements-dev.txt")
    qrels, run = files(client, query)
    judged, ranked = pytrec_eval.parse_qrel(qrels), pytrec_eval.parse_run(run)
    theirs = pytrec_eval.RelevanceEvaluator(judged, set(SPELLINGS)).evaluate(ranked)
    ours = shown(state_of(query), places)
    assert set(theirs) == set(judged) & set(ranked) != set()
    for topic, values in theirs.items():
        assert {name: values[name] for name in SPELLINGS} == pytest.approx(ours[topic], abs=1e-9)
    lines = ir_measures.iter_calc(
        [ir_measures.AP, ir_measures.nDCG],
        list(ir_measures.read_trec_qrels("\n".join(qrels))),
        list(ir_measures.read_trec_run("\n".join(run))),
    )
    names = {"AP": "map", "nDCG": "ndcg"}
    for line in lines:
        assert line.value == pytest.approx(ours[line.query_id][names[str(line.measure)]], abs=1e-9)


def test_what_has_nothing_to_write_is_left_out_and_alone_is_refused(client: FlaskClient) -> None:
    qrels, run = files(client, QUERIES)
    assert {line.split()[0] for line in qrels} == {"1", "3", "4"}
    assert {line.split()[0] for line in run} == {"1", "2", "4"}
    assert run[1].split()[2] == "b,c"
    answer = client.get("/take/run.txt?labels=&labels2=&unretrieved2=1&arrangement=queries")
    assert answer.status_code == 400 and "The list is empty" in answer.text


def read(client: FlaskClient, address: str) -> list[list[str]]:
    answer = client.get(address)
    assert answer.status_code == 200, answer.text
    between = ";" if "comma=1" in address else ","
    return list(csv.reader(io.StringIO(answer.text.removeprefix("\ufeff"), newline=""), delimiter=between))


def plain(cell: str) -> str:
    """A cell of the page as a file has it."""
    return re.sub(r"^(–|▲ )", "", cell).replace("\N{MINUS SIGN}", "-")


@pytest.mark.parametrize("query", [TWO, TWO + "&labels3=3&comma=1&title=%3Dcmd", "labels=u&labels2=0"])
def test_systems_have_the_numbers_of_the_page(client: FlaskClient, query: str) -> None:
    page = table(client.get(f"/lab?{query}").text, "measures-beside")
    taken = read(client, f"/take/lists.csv?{query}")
    assert [row[1:] for row in taken[1:]] == [list(map(plain, row[1:])) for row in page[1:]]
    assert [row[0] for row in taken[1:]] == [row[0].removesuffix(" (open)") for row in page[1:]]
    assert not [cell for row in taken for cell in row if cell.startswith("=")]


@pytest.mark.parametrize("query", [THREE, THREE + "&show=Bpref&labels4=", QUERIES])
def test_queries_have_the_numbers_of_the_page(client: FlaskClient, query: str) -> None:
    page = [row for row in table(client.get(f"/lab?{query}").text, "queries-beside") if "in the mean" not in row[0]]
    head, *rows = read(client, f"/take/lists.csv?{query}")
    assert head == page[0]
    count = len(rows) - 2
    assert [row[1:] for row in rows[:count]] == [list(map(plain, row[1:])) for row in page[1 : count + 1]]
    for row, there in zip(rows[count:], page[count + 1 :], strict=True):
        assert [row[0], *row[2:]] == [re.sub(r"(?<=\d)[A-Za-z].*", "", plain(cell)) for cell in there]


@pytest.mark.parametrize("query", [PAIRS, DUELS, PAIRS + "&labels5=1"])
def test_pairs_have_the_numbers_of_the_page(client: FlaskClient, query: str) -> None:
    page = [row for row in table(client.get(f"/lab?{query}").text, "pairs-beside") if "in the mean" not in row[0]]
    _, *rows, mean, geometric = read(client, f"/take/lists.csv?{query}")
    assert [row[2:] for row in rows] == [list(map(plain, row[2:])) for row in page[2:-2]]
    for means, there in zip((mean, geometric), page[-2:], strict=True):
        assert [means[0], *means[2:]] == list(map(plain, there))


@pytest.mark.parametrize("ending", ["csv", "tex", "md"])
def test_one_list_has_no_comparison(client: FlaskClient, ending: str) -> None:
    answer = client.get(f"/take/lists.{ending}?labels=101")
    assert answer.status_code == 400 and "only one list" in answer.text
    for example in EXAMPLES:
        query = from_example(example).query()
        several = "labels2" in dict(parse_qsl(query))
        assert client.get(f"/take/lists.{ending}?{query}").status_code == (200 if several else 400), query


def test_the_means_are_written_out_below_the_queries(client: FlaskClient) -> None:
    query = "labels=0010&unretrieved=1&title=first&labels2=01&labels3=000&arrangement=queries&conventions=lillis"
    noted = client.get(f"/take/lists.md?{query}").text.replace("\\", "")
    assert "MAP = (0.1667 + 0.5000)/2 = 0.333" in noted
    assert "GMAP = (0.167*0.500)^(1/2) = 0.289" in noted
    assert "MAP and mean nDCG@10: means over 2 of 3 queries. Left out: Query 3 (no document is relevant" in noted
    assert "Conventions: COMP3009J lecture (Lillis)" in noted
    pairs = "labels=110&labels2=011&labels3=010&labels4=100&arrangement=pairs&conventions=mir&show=RR"
    assert "mean R-precision of A" in client.get(f"/take/lists.tex?{pairs}").text

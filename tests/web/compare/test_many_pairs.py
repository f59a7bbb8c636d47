"""Very many pairs at every door: fifty runs in one measure, and twelve runs in eight measures.

About twenty seconds of a busy machine, five a test: each protects a door against a shape that was refused or took
minutes, and the shapes are the largest that are allowed.
"""

from __future__ import annotations

import html
import json
import random
from io import BytesIO
from math import comb
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from werkzeug.datastructures import FileStorage, MultiDict

from ireval.cli.program import main
from ireval.collection.stored_collection import Collection
from ireval.comparison import significance
from ireval.trec import read_run
from tests.tiers import sampled
from web.compare.work_limit import MOST_COMPARISONS, MOST_MEASURES, MOST_OPEN, MOST_REASONS, MOST_RUNS
from web.store.library import library
from web.store.library.library import LibraryEntry

pytestmark = pytest.mark.slow

pytest.importorskip("scipy")

#: Runs, topics and measures: as many of the first three as are said to be possible.
EIGHT = "AP,P@5,P@10,RR,nDCG@10,R@10,Rprec,Bpref"
SHAPES = {"fifty": (50, 5, "AP"), "twelve": (12, 12, EIGHT)}
MEGABYTES = 3


def files(runs: int, topics: int) -> tuple[str, list[str]]:
    stream = random.Random(runs)  # noqa: S311 - the same in every run
    qrels = "".join(f"{t} 0 d{d} {stream.randint(0, 2)}\n" for t in range(1, topics + 1) for d in range(12))
    texts = []
    for i in range(runs):
        lines = [
            f"{t} Q0 d{d} {rank} {20 - rank} r{i}\n"
            for t in range(1, topics + 1)
            for rank, d in enumerate(stream.sample(range(16), 12), 1)
        ]
        texts.append("".join(lines))
    return qrels, texts


@pytest.fixture(params=sampled(SHAPES, 1))
def shape(request: pytest.FixtureRequest) -> tuple[int, int, str]:
    return SHAPES[request.param]


@pytest.fixture(autouse=True)
def fewer_resamples(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn is tested elsewhere; all of it would take seconds here."""
    monkeypatch.setattr(significance, "_MOST_RESAMPLES", 199)


@pytest.fixture
def address(shape: tuple[int, int, str], monkeypatch: pytest.MonkeyPatch) -> str:
    """The page's address for a collection of this shape."""
    runs, topics, measures = shape
    qrels, texts = files(runs, topics)
    judged: dict[str, dict[str, int]] = {}
    for line in qrels.splitlines():
        topic, _, doc, grade = line.split()
        judged.setdefault(topic, {})[doc] = int(grade)
    named = {f"r{i}": read_run(BytesIO(text.encode())) for i, text in enumerate(texts)}
    entry = LibraryEntry("many", "Many runs", Collection({}, {}, judged, {}, named))
    find = library.find
    monkeypatch.setattr(library, "find", lambda key: entry if key == "many" else find(key))
    return f"/compare?collection=many&measures={measures}" + "".join(f"&run={name}" for name in named)


def sent(runs: int, topics: int, **fields: str) -> dict[str, Any]:
    qrels, texts = files(runs, topics)
    given: MultiDict[str, Any] = MultiDict(fields)
    given.add("qrels", FileStorage(BytesIO(qrels.encode()), "qrels.txt"))
    for i, text in enumerate(texts):
        given.add("run", FileStorage(BytesIO(text.encode()), f"r{i}"))
    return {"data": given, "content_type": "multipart/form-data"}


def test_the_page_has_a_table_of_pairs_and_one_pair_on_demand(
    client: FlaskClient, address: str, shape: tuple[int, int, str]
) -> None:
    runs, _, measures = shape
    pairs, count = comb(runs, 2), measures.count(",") + 1
    answer = client.get(address)
    shown = html.unescape(answer.text)
    assert answer.status_code == 200
    assert len(answer.data) < MEGABYTES * 10**6
    assert f"These are {pairs * count:,} comparisons, so each is a row of a table." in shown
    assert f"of {pairs:,} pairs, corrected by Holm for {pairs * count:,} comparisons" in shown
    assert shown.count('<button name="pair"') == pairs * count
    assert 'class="topics"' not in shown
    opened = html.unescape(client.get(f"{address}&pair=m1p{pairs}").text)
    assert opened.count('class="topics"') == 1
    assert f'<h3 id="m1p{pairs}">r{runs - 1} minus r{runs - 2}</h3>' in opened
    rows = client.get(address.replace("/compare?", "/compare/m1-pairs.csv?")).text.splitlines()
    assert len(rows) == pairs + 1 and rows[0].startswith("measure,run_a,run_b,topics,mean_a,mean_b,mean_difference")


def test_sent_files_are_compared(client: FlaskClient) -> None:
    runs, topics, measures = SHAPES["twelve"]
    answer = client.post("/compare", **sent(runs, topics, measures=measures))
    shown = html.unescape(answer.text)
    assert (answer.status_code, len(answer.data) < MEGABYTES * 10**6) == (200, True)
    assert shown.count("<tr") > comb(runs, 2) and '<button name="pair"' not in shown
    assert "compare fewer of your runs, or store them as a collection" in shown


def test_the_interface_answers_in_a_few_megabytes(client: FlaskClient, shape: tuple[int, int, str]) -> None:
    runs, topics, measures = shape
    answer = client.post("/api/v1/compare", **sent(runs, topics, measures=measures))
    found = answer.get_json()
    assert (answer.status_code, len(answer.data) < MEGABYTES * 10**6) == (200, True)
    pairs = [pair for measure in found["measures"] for pair in measure["pairs"]]
    assert len(pairs) == comb(runs, 2) * len(found["measures"])
    assert all(0 < pair["p"]["paired-t"] <= 1 and "topics" not in pair for pair in pairs)
    differences = topics * len(pairs)
    assert differences > MOST_REASONS
    assert found["note_on_topics"].startswith(f"The {differences:,} differences of single topics are left out")


def test_the_command_compares_them(tmp_path: Path) -> None:
    runs, topics, measures = SHAPES["twelve"]
    qrels, texts = files(runs, topics)
    (tmp_path / "qrels").write_text(qrels)
    names = [str(tmp_path / f"r{i}") for i in range(runs)]
    for name, text in zip(names, texts, strict=True):
        Path(name).write_text(text)
    options = [str(tmp_path / "qrels"), *names, "-m", measures, "--format", "json"]
    result = CliRunner().invoke(main, ["compare", *options])
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert sum(len(measure["pairs"]) for measure in found["measures"]) == comb(runs, 2) * (measures.count(",") + 1)


def test_limits_are_named(client: FlaskClient) -> None:
    too_many = client.post("/api/v1/compare", **sent(MOST_RUNS + 1, 1))
    assert f"There are {MOST_RUNS + 1} runs; at most {MOST_RUNS} are compared at a time." in too_many.text
    refused = client.post("/api/v1/compare", **sent(MOST_RUNS, 1, measures="AP,RR"))
    assert f"There are 2,450 comparisons: pairs of runs times measures. At most {MOST_COMPARISONS:,}" in refused.text
    assert "All are possible if the other runs are compared only with a baseline run." in refused.text
    allowed = client.post("/api/v1/compare", **sent(MOST_RUNS, 2, measures="AP,RR", baseline="r3"))
    assert [len(measure["pairs"]) for measure in allowed.get_json()["measures"]] == [MOST_RUNS - 1] * 2
    assert comb(12, 2) * MOST_MEASURES <= MOST_COMPARISONS and comb(MOST_RUNS, 2) <= MOST_COMPARISONS
    assert comb(4, 2) * MOST_MEASURES <= MOST_OPEN

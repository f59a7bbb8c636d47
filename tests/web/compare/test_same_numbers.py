"""Command, interface and page give the same numbers: those of pytrec_eval, SciPy and an independent permutation."""

from __future__ import annotations

import json
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from werkzeug.datastructures import FileStorage, MultiDict

from ireval.cli.program import main
from ireval.comparison.pair_comparison import p_text
from ireval.numbers.expression import fixed
from tests.ireval.comparison.sixty_topics import QRELS, RUNS
from tests.ireval.comparison.test_many_comparisons import independent_permutation
from tests.web.compare.several_runs import qrels_text, run_text
from tests.web.compare.test_compare import send

pytestmark = pytest.mark.slow

pytrec_eval = pytest.importorskip("pytrec_eval")
stats = pytest.importorskip("scipy.stats")

FILES = {"qrels": qrels_text(), **{name: run_text(run) for name, run in RUNS.items()}}
MEASURES = {"AP": "map", "nDCG@10": "ndcg_cut_10"}


@pytest.fixture(scope="module")
def reference() -> dict[str, dict[str, np.ndarray[Any, np.dtype[np.float64]]]]:
    """The scores of each run by topic, measure by measure, as pytrec_eval computes them."""
    evaluator = pytrec_eval.RelevanceEvaluator(QRELS, {"map", "ndcg_cut.10"})
    scored = {name: evaluator.evaluate(run) for name, run in RUNS.items()}
    return {
        ours: {name: np.array([by_topic[topic][theirs] for topic in QRELS]) for name, by_topic in scored.items()}
        for ours, theirs in MEASURES.items()
    }


def by_command(folder: Path) -> Any:
    for name, text in FILES.items():
        (folder / name).write_text(text)
    paths = [str(folder / name) for name in FILES]
    measures = [part for measure in MEASURES for part in ("-m", measure)]
    result = CliRunner().invoke(main, ["compare", *paths, *measures, "-q", "--format", "json"])
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def by_interface(client: FlaskClient) -> Any:
    sent = [
        ("qrels" if name == "qrels" else "run", FileStorage(BytesIO(text.encode()), name))
        for name, text in FILES.items()
    ]
    return client.post("/api/v1/compare", data=MultiDict([*sent, ("measures", ",".join(MEASURES))])).get_json()


def by_page(client: FlaskClient, do: str = "page") -> str:
    files = [("qrels" if name == "qrels" else "run", name, text) for name, text in FILES.items()]
    return send(client, files, measures=",".join(MEASURES), do=do)


def test_all_three_give_the_numbers_of_other_tools(
    client: FlaskClient, tmp_path: Path, reference: dict[str, dict[str, Any]]
) -> None:
    answers = [by_command(tmp_path), by_interface(client), json.loads(by_page(client, do="json"))]
    for answer in answers:
        assert answer["runs"] == list(RUNS)
        assert answer["measures"] == answers[0]["measures"]
        assert answer["overlap"] == answers[0]["overlap"]
    page = by_page(client)
    for measure in answers[0]["measures"]:
        scores = reference[measure["name"]]
        table = np.stack([scores[name] for name in RUNS], axis=-1)
        for pair in measure["pairs"]:
            a, b = scores[pair["a"]], scores[pair["b"]]
            between = np.where(np.abs(b - a) < 1e-9, 0, b - a)
            assert [topic["difference"] for topic in pair["topics"]] == pytest.approx(between.tolist(), abs=1e-9)
            assert pair["mean_difference"] == pytest.approx(between.mean())
            assert pair["p"]["paired-t"] == pytest.approx(stats.ttest_rel(b, a).pvalue, rel=1e-6)
            assert pair["p"]["wilcoxon"] == pytest.approx(stats.wilcoxon(between).pvalue, rel=1e-6)
            places = [list(RUNS).index(pair[side]) for side in "ab"]
            assert pair["tukey"] == pytest.approx(independent_permutation(table, *places), abs=0.02)
            for key in ("paired-t", "wilcoxon"):
                assert f"<td>{p_text(pair['p'][key])}</td>" in page
        for name in RUNS:
            assert f'<td class="mean">{fixed(float(scores[name].mean()), 4)}</td>' in page


def test_the_page_of_long_lists_has_the_scores_of_pytrec_eval(client: FlaskClient) -> None:
    """Five topics with lists of a thousand documents, which are read, scored and shown."""
    stream = np.random.default_rng(18)
    names = [f"d{i:04}" for i in range(1500)]
    qrels, runs = {}, [{}, {}]  # type: ignore[var-annotated]
    for topic in map(str, range(1, 6)):
        qrels[topic] = {names[i]: int(stream.integers(0, 3)) for i in stream.choice(1500, 100, replace=False)}
        for run in runs:
            chosen = stream.choice(1500, 1000, replace=False)
            run[topic] = {names[i]: float(1000 - rank) for rank, i in enumerate(chosen)}
    judged = "".join(f"{t} 0 {doc} {grade}\n" for t, grades in qrels.items() for doc, grade in grades.items())
    text = send(client, [("qrels", "q", judged), ("run", "a", run_text(runs[0])), ("run", "b", run_text(runs[1]))])
    theirs = [pytrec_eval.RelevanceEvaluator(qrels, {"map"}).evaluate(run) for run in runs]
    shown = re.findall(r'rowheader">(\d+).*?"cell">([\d.]+)</td><td role="cell">([\d.]+)', text)
    assert [topic for topic, *_ in shown] == list(qrels)
    for topic, *scores in shown:
        assert [float(score) for score in scores] == pytest.approx([by[topic]["map"] for by in theirs], abs=6e-5)

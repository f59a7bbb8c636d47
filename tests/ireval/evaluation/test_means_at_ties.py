"""Means that lie exactly between two printed numbers: the order of the sum decides, and it is trec_eval's."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import numpy as np
import pytest
from click.testing import CliRunner

import ireval
from ireval.cli.program import main
from ireval.comparison import compare
from ireval.evaluation.results import Evaluation, overall_text

TOPICS = 100


@pytest.fixture(scope="module", params=[17, 86, 147])
def found_by_topic(request: pytest.FixtureRequest) -> dict[str, int]:
    """Topics with the number of relevant documents among 200: an odd number in all, so the mean ends in 5."""
    stream = Random(request.param)  # noqa: S311 - the same in every run
    found = {str(i + 1): stream.randint(0, 39) for i in range(TOPICS)}
    assert sum(found.values()) % 2
    return found


def qrels_of(found: dict[str, int]) -> dict[str, dict[str, int]]:
    return {topic: {f"d{i}": 1 for i in range(max(1, count))} for topic, count in found.items()}


def run_of(found: dict[str, int]) -> dict[str, dict[str, float]]:
    return {topic: {f"d{i}": -float(i) for i in range(count)} | {"x": -99.0} for topic, count in found.items()}


def trec_eval_prints(found: dict[str, int]) -> str:
    """The per-topic values of trec_eval, added up as its C code does: in the order of strcmp, one after the other."""
    pytrec_eval = pytest.importorskip("pytrec_eval")
    values = pytrec_eval.RelevanceEvaluator(qrels_of(found), {"P.200"}).evaluate(run_of(found))
    total = 0.0
    for topic in sorted(values, key=str.encode):
        total += values[topic]["P_200"]
    return f"{total / len(values):6.4f}"


def test_other_orders_print_another_number(found_by_topic: dict[str, int]) -> None:
    values = {topic: count / 200 for topic, count in found_by_topic.items()}
    as_printed = trec_eval_prints(found_by_topic)
    by_number = sum(values[topic] for topic in sorted(values, key=int)) / TOPICS
    assert f"{by_number:.4f}" != as_printed
    assert f"{np.mean([values[topic] for topic in sorted(values)]):.4f}" != as_printed


def test_means_print_what_trec_eval_prints(found_by_topic: dict[str, int], tmp_path: Path) -> None:
    expected = trec_eval_prints(found_by_topic)
    qrels, run = qrels_of(found_by_topic), run_of(found_by_topic)
    evaluated_here = ireval.evaluate(qrels, run, "P@200")
    assert isinstance(evaluated_here, Evaluation)
    (scores,) = evaluated_here.scores.values()
    assert overall_text(scores) == expected
    (measure,) = compare(qrels, {"a": run, "b": run}, "P@200").measures
    assert [f"{mean:.4f}" for mean in measure.means.values()] == [expected] * 2
    files = tmp_path / "qrels", tmp_path / "run"
    files[0].write_text("".join(f"{t} 0 {d} {g}\n" for t, docs in qrels.items() for d, g in docs.items()))
    files[1].write_text("".join(f"{t} Q0 {d} 1 {s} r\n" for t, docs in run.items() for d, s in docs.items()))
    names = [str(file) for file in files]
    evaluated = CliRunner().invoke(main, ["evaluate", *names, "-m", "P_200"])
    assert re.search(rf"^P_200\s+all\s+{expected}$", evaluated.stdout, re.MULTILINE), evaluated.stdout
    compared = CliRunner().invoke(main, ["compare", names[0], names[1], names[1], "-m", "P_200"])
    assert len(re.findall(rf"^run(?: \(2\))?\s+{expected} ", compared.stdout, re.MULTILINE)) == 2, compared.stdout[:600]

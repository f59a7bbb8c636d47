"""Parameters, depths and names of trec_eval and ir_measures: what the tools print and compute for the same names.

The recorded lines are those of trec_eval 9.0.8, each name printed in a call of its own.
"""

from __future__ import annotations

import re
from random import Random
from typing import Any, cast

import pytest

import ireval
from ireval.errors import InputError
from ireval.evaluation.results import Evaluation
from tests.peers.agreement import HELP
from tests.peers.test_all_trec import FILES, lines, recorded

NAMES = (
    *("recall.20,2000", "P.3,4000000", "map_cut.3,3000", "ndcg.1=3,2=9", "ndcg.3=-1", "ndcg.0=1,1=0", "ndcg.2=1,1=9"),
    *("ndcg.1=0,2=0,3=0", "11pt_avg..25,.5,.75", "11pt_avg.0,1", "utility.2,-1,0,0", "ndcg_rel.3=1,1=3,2=9"),
    *("Rndcg.1=9,2=3", "G.1=3,2=9", "ndcg_cut.10,23.4"),
)


def test_the_lines_of_names_with_parameters() -> None:
    """The names differ in one sign: here they are as they were typed."""
    ours = [line for name in NAMES for line in lines("-q", "-m", name, *FILES)]
    assert [re.sub(r"\.", "_", line, count=1) for line in ours] == recorded("9.0.8-parameters")


def test_all_names_in_one_option() -> None:
    """Commas separate names, and the parameters of a name."""
    one = lines("-m", ",".join(NAMES), *FILES)
    assert one == [line for name in NAMES for line in lines("-m", name, *FILES)]


def test_a_string_is_printed_once_with_the_length_that_is_given() -> None:
    """As trec_eval does with ``-m all_trec -m relstring.20`` in its own tests."""
    printed = lines("-q", "-m", "all_trec", "-m", "relstring.20", *FILES)
    strings = [line.split("\t")[0] for line in printed if "relstring" in line]
    assert strings == ["relstring.20"] * 4
    again = lines("-q", "-m", "relstring", "-m", "relstring.5", "-m", "relstring.10", *FILES)
    assert [line.split("\t")[0] for line in again] == ["relstring.5"] * 4


@pytest.mark.parametrize("depth", [1001, 50_000, 10**9, 10**12])
def test_any_depth_is_the_same_as_the_end_of_the_list(depth: int) -> None:
    """A table has no rows between the last document and the cutoff, so this needs no memory."""
    deep = [f"{name}@{depth}" for name in ("R", "AP", "nDCG", "RR", "ERR", "RBP", "Success", "Judged", "IDCG", "nCG")]
    ends = [name.partition("@")[0] for name in deep]
    found = cast("Evaluation", ireval.evaluate(*FILES, [*deep, *ends, f"P@{depth}", "num_rel_ret"])).scores
    for name, end in zip(deep, ends, strict=True):
        assert found[name].values.tolist() == pytest.approx(found[end].values.tolist(), abs=1e-15), name
    shares = (found["num_rel_ret"].values / depth).tolist()
    assert found[f"P@{depth}"].values.tolist() == pytest.approx(shares, rel=1e-12)


def test_diversity_at_any_depth() -> None:
    judged = [("1", "1", "a", 1), ("1", "2", "b", 1), ("1", "2", "a", 1), ("1", "3", "c", 1)]
    qrels = "".join(f"{t} {s} {d} {g}\n" for t, s, d, g in judged).encode()
    run = b"1 Q0 x 1 9 r\n1 Q0 b 2 8 r\n1 Q0 a 3 7 r\n"
    names = ("alpha_nDCG", "ERR_IA", "nERR_IA", "StRecall")
    deep = cast("Evaluation", ireval.evaluate(qrels, run, [f"{name}@5000000" for name in names])).mean
    near = cast("Evaluation", ireval.evaluate(qrels, run, [f"{name}@1000" for name in names])).mean
    assert [*deep.values()] == pytest.approx([*near.values()], abs=1e-15)


def test_tables_are_no_deeper_than_before() -> None:
    with pytest.raises(InputError, match="1001 is out of range") as caught:
        ireval.explain("101").value("P@1001")
    assert "1000" in caught.value.suggestion


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("utility.2,-1", "utility-of-four-values"),
        ("G.1=0.5", "gains-too-low"),
        ("ndcg_rel.0=1", "gains-too-low"),
        ("11pt_avg.1.5", "out-of-range"),
        ("P.0", "out-of-range"),
        ("ndcg.x=1", "unknown-measure"),
        ("NumQ(rel=2)", "unknown-measure"),
    ],
)
def test_parameters_that_mean_nothing_are_refused(name: str, key: str) -> None:
    with pytest.raises(InputError) as caught:
        ireval.evaluate(*FILES, name)
    assert caught.value.key == key


OF_IR_MEASURES = (
    *("Accuracy", "Accuracy@5", "Accuracy(rel=2)", "Accuracy(rel=2)@7", "SetF(beta=2.0)", "SetF(beta=0.5)", "SetF"),
    *("NumRet", "NumRel", "NumQ", "NumRelRet", "NumRet(rel=2)"),
)


def _random_files(rng: Random, *, ties: bool) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    docs = [f"d{i}" for i in range(60)]
    topics = [str(t) for t in range(1, 6)]
    qrels = {t: {d: rng.randint(0, 3) for d in rng.sample(docs, rng.randint(3, 25))} for t in topics}
    highest = 30 if ties else 10**9
    return qrels, {t: {d: rng.randint(0, highest) / 2 for d in rng.sample(docs, rng.randint(1, 30))} for t in topics}


def _by_ir_measures(name: str, qrels: Any, run: Any) -> dict[str, float]:
    """Its scores by topic; none where it divides by 0, as it does for a list of relevant documents only."""
    ir_measures: Any = pytest.importorskip("ir_measures", reason=f"comparing needs it: {HELP}")
    found: dict[str, float] = {}
    for topic in qrels:
        one = ({topic: qrels[topic]}, {topic: run[topic]})
        try:
            found |= {x.query_id: x.value for x in ir_measures.iter_calc([ir_measures.parse_measure(name)], *one)}
        except ZeroDivisionError:
            continue
    return found


@pytest.mark.parametrize("ties", [False, True])
def test_the_names_of_ir_measures_are_theirs(ties: bool) -> None:
    rng = Random(34)  # noqa: S311 - test data
    for _ in range(10):
        qrels, run = _random_files(rng, ties=ties)
        ours = cast("Evaluation", ireval.evaluate(qrels, run, OF_IR_MEASURES, conventions="ir_measures"))
        for name in OF_IR_MEASURES:
            theirs = _by_ir_measures(name, qrels, run)
            mine = {row["topic"]: row[name] for row in ours.rows() if row[name] is not None}
            assert mine == pytest.approx(theirs, abs=1e-6), name


def test_accuracy_is_that_of_the_contingency_table_elsewhere() -> None:
    qrels, run = {"1": {"a": 1, "b": 0}}, {"1": {"b": 2.0, "a": 1.0, "c": 0.5}}
    found = cast("Evaluation", ireval.evaluate(qrels, run, "Accuracy", size=10)).mean
    assert found == {"Accuracy": 0.8}  # a is a true positive, and 7 documents are true negatives


@pytest.mark.parametrize(
    ("options", "advice"),
    [
        (("-R", "prefs"), "write grades as qrels"),
        (("-R", "qrels_prefs"), "Leave out -R"),
        (("-R", "qrels_jg"), "a qrels file for each group"),
        (("-R", "other"), "read as qrels"),
        (("-T", "other"), "Leave out -T"),
        (("-Z", "file"), "subtract the mean"),
    ],
)
def test_options_of_trec_eval_that_are_not_here_say_what_to_do(options: tuple[str, ...], advice: str) -> None:
    from click.testing import CliRunner

    from ireval.cli.program import main

    result = CliRunner().invoke(main, ["evaluate", *options, *FILES])
    assert (result.exit_code, result.stdout) == (2, "")
    assert options[0] in result.stderr and advice in " ".join(result.stderr.split())
    assert lines("-R", "qrels", "-T", "trec_results", *FILES) == lines(*FILES)


@pytest.mark.parametrize("preset", ["lillis", "thesis", "blog", "kth"])
def test_the_ideal_list_of_nothing_is_empty_where_it_ends_with_the_list(preset: str) -> None:
    assert ireval.explain("", "321", conventions=preset).value("IDCG") == 0
    both = ireval.evaluate({"1": {"a": 3}, "2": {"a": 3}}, {"1": {}, "2": {"a": 1.0}}, "IDCG", conventions=preset)
    assert [row["IDCG"] for row in both.rows()] == [0, 3]
    assert ireval.explain("", "321", conventions=preset).value("nDCG") == 0

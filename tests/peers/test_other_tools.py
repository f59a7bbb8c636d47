"""Measures beyond the usual ones of trec_eval, against the tools that have them, on random lists."""

from __future__ import annotations

import shutil
from typing import Any

import pytest

from tests.ireval.random_lists import Typed, diverse, examples, given, graded, st

HELP = "comparing with other tools needs them: pip install -r requirements-dev.txt"
pytrec_eval = pytest.importorskip("pytrec_eval", reason=HELP)
ir_measures = pytest.importorskip("ir_measures", reason=HELP)
pyndeval = pytest.importorskip("pyndeval", reason=HELP)

CUTOFFS = (1, 3, 5, 10, 20)
LISTS = st.builds(Typed, graded, st.text(st.sampled_from("001123"), max_size=6))
DIVERSE_CUTOFFS = (2, 3, 5, 10, 20)


def pool(listing: Typed) -> tuple[dict[str, int], dict[str, float]]:
    """Judgements, with -1 for unjudged documents of the pool, and the run."""
    grades = {f"d{i:03}": g for i, g in enumerate(listing.grades)}
    missed = {f"m{i:03}": g for i, g in enumerate(listing.missed)}
    qrels = {doc: -1 if g == -2 else g for doc, g in (grades | missed).items() if g != -1}
    return qrels, {doc: float(-rank) for rank, doc in enumerate(grades)}


def agree(listing: Typed, theirs: dict[str, float], tolerance: float = 1e-6) -> None:
    explanation = listing.explained("ir_measures")
    ours = {name: explanation.value(name) for name in theirs}
    assert ours == pytest.approx(theirs, rel=0, abs=tolerance)


@given(LISTS)
@examples(60)
def test_trec_eval(listing: Typed) -> None:
    qrels, run = pool(listing)
    if qrels and run:
        evaluator = pytrec_eval.RelevanceEvaluator({"q": qrels}, {"success.1,3,5,10,20", "infAP", "map"})
        theirs = evaluator.evaluate({"q": run})["q"]
        assert set(theirs) == {"infAP", "map", *(f"success_{k}" for k in CUTOFFS)}
        agree(listing, theirs)


def by_ir_measures(names: list[str], qrels: Any, run: dict[str, float]) -> dict[str, float]:
    parsed = {ir_measures.parse_measure(name): name for name in names}
    found = ir_measures.iter_calc(list(parsed), qrels, {"q": run})
    return {parsed[x.measure]: x.value for x in found}


@given(LISTS)
@examples(40)
def test_ir_measures(listing: Typed) -> None:
    qrels, run = pool(listing)
    judged = {doc: g for doc, g in qrels.items() if g >= 0}  # Judged counts every document in the file as judged
    if judged and run:
        names = [f"{name}@{k}" for name in ("Success", "Judged") for k in CUTOFFS]
        agree(listing, by_ir_measures(names, {"q": judged}, run))


@pytest.mark.skipif(not shutil.which("perl"), reason="gdeval is a Perl program")
@pytest.mark.parametrize("listing", [Typed("10u2", "3"), Typed("4u0123", "44"), Typed("0003"), Typed("1", "1")])
def test_gdeval(listing: Typed) -> None:
    """Its top grade is 4 and its output has five decimals; it rejects higher grades and topics without grade 1."""
    qrels, run = pool(listing)
    rows = [ir_measures.Qrel("1", doc, g) for doc, g in qrels.items()]
    measure = ir_measures.parse_measure("ERR@5")
    found = ir_measures.iter_calc([measure], rows, [ir_measures.ScoredDoc("1", d, s) for d, s in run.items()])
    agree(listing, {f"ERR(top='4')@{k}": x.value for k, x in zip([5], found, strict=True)}, 6e-6)


def groups(listing: Typed) -> tuple[list[Any], list[Any]]:
    """The input of pyndeval. Of equal documents its ideal list takes the last name, so names descend by place."""
    ranked = [g for g in listing.subtopics.split(",") if g]
    missed = [g for g in listing.unretrieved_subtopics.split(",") if g]
    named = {f"d{999 - i}": group for i, group in enumerate([*ranked, *missed])}
    grades = [*listing.grades, *listing.missed]
    qrels = [
        pyndeval.SubtopicQrel("q", str(j), doc, int(c))
        for (doc, group), grade in zip(named.items(), grades, strict=True)
        for j, c in enumerate(group)
        if grade >= 0
    ]
    return qrels, [pyndeval.ScoredDoc("q", doc, -i) for i, doc in enumerate(list(named)[: len(ranked)])]


@given(diverse(), st.sampled_from([0, 0.25, 0.5, 1]))
@examples(60)
def test_pyndeval(listing: Typed, alpha: float) -> None:
    """ERR-IA at cutoff 1 is left out, because ndeval does not divide it; so are topics without relevant documents."""
    qrels, run = groups(listing)
    if not run or not any(q.relevance for q in qrels):
        return
    names = {
        "alpha-nDCG": f"alpha_nDCG(alpha={alpha})",
        "P-IA": "P_IA",
        "strec": "StRecall",
    } | ({"ERR-IA": "ERR_IA", "nERR-IA": "nERR_IA"} if alpha == 0.5 else {})
    ours_by_name = {f"{theirs}@{k}": f"{ours}@{k}" for theirs, ours in names.items() for k in DIVERSE_CUTOFFS}
    found = pyndeval.ndeval(qrels, run, list(ours_by_name), alpha=alpha)["q"]
    agree(listing, {ours_by_name[name]: value for name, value in found.items()}, 1e-9)


def test_ndeval_does_not_divide_err_ia_at_cutoff_1() -> None:
    listing = Typed(labels="1", subtopics="11")
    qrels, run = groups(listing)
    found = pyndeval.ndeval(qrels, run, ["ERR-IA@1", "ERR-IA@2"])["q"]
    assert found["ERR-IA@1"] == 2
    assert listing.explained().value("ERR_IA@1") == 1
    assert found["ERR-IA@2"] == pytest.approx(listing.explained().value("ERR_IA@2"))


@pytest.mark.parametrize("name", ["alpha_nDCG", "alpha_nDCG(alpha=0.25)", "ERR_IA", "nERR_IA", "P_IA", "StRecall"])
@given(diverse())
@examples(20)
def test_diversity_measures_under_their_names_in_ir_measures(name: str, listing: Typed) -> None:
    """Measures are compared one at a time, because ir_measures gives 0 for the second of two different alphas."""
    qrels, run = groups(listing)
    if run and any(q.relevance for q in qrels):
        rows = [ir_measures.Qrel(q.query_id, q.doc_id, q.relevance, q.subtopic_id) for q in qrels]
        agree(listing, by_ir_measures([f"{name}@5"], rows, {x.doc_id: x.score for x in run}), 1e-9)

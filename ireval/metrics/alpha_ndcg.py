"""alpha-nDCG: gain for novelty. A subtopic is worth less each time it is repeated.

The ideal list is built greedily, as in every tool: the next document is always the one that adds most, the first of
equals. This is nearly always the best list, but not always: a score may be slightly above 1.

>>> from ireval import explain
>>> scores = explain(subtopics="110,010,000,001,100", unretrieved_subtopics="011")
>>> round(scores.value("alpha_nDCG@5"), 4), round(scores.value("alpha_nDCG(alpha=0)@5"), 4)
(0.8379, 0.753)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from ireval.conventions import Parameter
from ireval.conventions.discounts import DISCOUNT, Discount
from ireval.conventions.other_discounts import BY_RANK, DECIMAL_FROM_2, NATURAL_FROM_2, NONE, ONE_PLUS
from ireval.measure import Column, GainCurves, Mistake, SubtopicLanes, Table
from ireval.metrics.shared import novelty, symbols
from ireval.metrics.shared.gains import DCG, IDCG, NDCG, discounted, sum_latex
from ireval.metrics.shared.list_mistakes import again, if_it_shows
from ireval.metrics.shared.mistakes.gain_mistakes import discounts
from ireval.metrics.shared.mistakes.wrong_novelty import WRONG_IDEALS
from ireval.metrics.shared.publications import CLARKE
from ireval.metrics.shared.worked_steps import as_shown, only, ratio, total
from ireval.numbers.arrays import Floats
from ireval.numbers.worked_number import Worked

(LOG2_RANK,) = (x for x in DISCOUNT.choices if isinstance(x, Discount) and x.key == "log2-rank")


def _compute(t: Table) -> None:
    t.column("covers", novelty.covered(t))
    dcg = t.column("DCG", t.running_sum(discounted(t, t.column("G", novelty.novelty(t, t.p.alpha))), newest_first=True))
    ideal = t.column("IG", novelty.ideal_gains(t, t.p.alpha))
    idcg = t.column("IDCG", t.running_sum(discounted(t, ideal), newest_first=True))
    t.column("NDCG", t.ratio(dcg, idcg))


def _dcg(t: Table) -> Worked:
    return total(t, discounts(t, t.p.rounding.step(novelty.gains(t, t.p.alpha))))


def _other(
    key: str, did: str, instead: str, choices: Callable[[Table], dict[str, Any]], about: str, *, rare: bool = True
) -> Mistake:
    """The measure with another alpha or another discount."""

    def work(t: Table) -> Worked:
        return only(t.S > 0, if_it_shows(t, again(t, **choices(t))))

    return Mistake(key, did, instead, work, rare=rare, choices=choices, about=(about,))


def _alpha(other: float, t: Table) -> dict[str, float]:
    return {} if t.p.alpha == other else {"alpha": other}


def _discount(other: Discount, _: Table) -> dict[str, Discount]:
    return {"discount": other}


def _by_ideal(key: str, did: str, instead: str, gains_of: Callable[[Table, float], Floats]) -> Mistake:
    """Another ideal list, with its gains at each rank."""

    def work(t: Table) -> Worked:
        ideal = total(t, discounts(t, t.p.rounding.step(gains_of(t, t.p.alpha))))
        return only(t.S > 0, if_it_shows(t, ratio(t, as_shown(t, _dcg(t)), ideal)))

    return Mistake(key, did, instead, work, rare=True, about=("ideal",))


MISTAKES = (
    _other(
        "forgets-repeats",
        "counted every subtopic in full each time",
        "Each time it is worth 1 - alpha of what it was worth before.",
        partial(_alpha, 0.0),
        "alpha",
        rare=False,
    ),
    Mistake(
        "ideal-not-discounted",
        "did not discount the gains of the ideal list",
        "They are discounted like those of the ranking.",
        lambda t: ratio(t, as_shown(t, _dcg(t)), total(t, t.p.rounding.step(novelty.ideal_gains(t, t.p.alpha)))),
    ),
    Mistake(
        "forgets-to-divide",
        "gave the DCG",
        "nDCG divides it by the DCG of the ideal list.",
        lambda t: only(t.S > 0, _dcg(t)),
        about=("ideal",),
    ),
    _other(
        "counts-first-mentions-only",
        "counted each subtopic only the first time, as with an alpha of 1",
        "Each time it is worth 1 - alpha of what it was worth before.",
        partial(_alpha, 1.0),
        "alpha",
    ),
    _other(
        "swaps-alpha",
        "multiplied by alpha instead of 1 - alpha",
        "Each time a subtopic is worth 1 - alpha of what it was worth before.",
        lambda t: _alpha(1 - t.p.alpha, t),
        "alpha",
    ),
    *(
        _other(key, did, "The discount is log2(i + 1).", partial(_discount, discount), "discount")
        for key, did, discount in (
            ("forgets-the-discount", "did not discount, so that every gain counted in full", NONE),
            ("discounts-by-log2-rank", "divided by log2(i) from rank 2 onwards", LOG2_RANK),
            ("discounts-by-rank", "divided every gain by its rank", BY_RANK),
            ("natural-logarithm-from-2", "divided by ln(i) from rank 2 onwards", NATURAL_FROM_2),
            ("decimal-logarithm-from-2", "divided by log10(i) from rank 2 onwards", DECIMAL_FROM_2),
            ("one-plus-logarithm", "divided by 1 + log2(i)", ONE_PLUS),
        )
    ),
    *(_by_ideal(*wrong) for wrong in WRONG_IDEALS),
)

MEASURE = novelty.diversity_measure(
    name="alpha_nDCG",
    title="alpha-nDCG",
    sentence="nDCG that rewards novelty: a subtopic counts in full at first; alpha says how much less it counts again.",
    formula=lambda p: (
        (r"\alpha\text{-nDCG}@k" if p.k else r"\alpha\text{-nDCG}")
        + r" = \frac{\alpha\text{-DCG}[LAST]}{\alpha\text{-IDCG}[LAST]},\qquad ".replace("LAST", "k" if p.k else "n")
        + sum_latex(p, r"\alpha\text{-DCG}")
        + r",\qquad G[i] = \sum_j J(i,j)\,(1-\alpha)^{r_{i,j}}"
    ),
    where=(
        symbols.RANK,
        symbols.K,
        symbols.ROWS,
        (r"\alpha\text{-DCG}[0]", symbols.START),
        symbols.SUBTOPIC,
        symbols.J,
        symbols.ABOVE,
        (r"\alpha", "how much less a repeated subtopic is worth: with 0 as much as a new one, with 1 nothing"),
        (
            r"\alpha\text{-IDCG}[i]",
            "the same sum over the ideal list, which is built greedily; of equal documents the first comes first",
        ),
    ),
    columns=(
        novelty.COVERS,
        replace(novelty.NOVELTY, formula=r"G[i] = \sum_j J(i,j)\,(1-\alpha)^{r_{i,j}}"),
        replace(DCG, title="discounted cumulated novelty", spelled=True, symbol="-DCG"),
        Column("IG", "gain at this rank of the ideal list"),
        replace(IDCG, symbol="-IDCG"),
        replace(NDCG, symbol="-nDCG"),
    ),
    compute=_compute,
    score="NDCG",
    exercise_columns=("G", "DCG", "IG", "IDCG", "NDCG"),
    order=80,
    source="Clarke et al. 2008; the ideal list is greedy, as in ndeval",
    publications=(CLARKE,),
    ties_in_ir_measures=lambda _: "docno-ascending",
    defined_by=("thesis",),
    variants={"alpha_nDCG@{k}": "α-nDCG@{k}"},
    aliases=("alpha-nDCG",),
    tool_names={"ir_measures": ("alpha_nDCG@{k}",), "ndeval": ("alpha-nDCG@{k}",)},
    parameters=(Parameter("alpha", "Alpha", "How much less is a repeated subtopic worth?", 0.5, whole=False, most=1),),
    fixed_conventions=("Discount: log2(i + 1)", novelty.GREEDY, novelty.READ_AT_THE_END),
    mistakes=MISTAKES,
    figure=SubtopicLanes(
        "G",
        "DCG",
        "IG",
        "IDCG",
        "NDCG",
        "log2-rank-plus-1",
        gains=lambda t: novelty.subtopic_gains(t, t.p.alpha),
        ideal_documents=lambda t: novelty.ideal_documents(t, t.p.alpha),
    ),
    drawing=GainCurves(gain="G", total="DCG", ideal="IDCG", share="NDCG", discount="log2-rank-plus-1"),
    bounded=False,
)

"""nDCG: DCG as a share of the DCG of the ideal list.

>>> from ireval import explain
>>> round(explain("101003000200003", "32211", conventions="lillis").value("nDCG@10"), 4)
0.2868
>>> round(explain("524", conventions="blog").value("nDCG@3"), 4)
0.9693
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ireval.measure import CUTOFF, GainCurves, Lanes, Measure, Mistake, Params, Table
from ireval.metrics.shared import gains, symbols
from ireval.metrics.shared.list_mistakes import WRONG_CUTOFFS
from ireval.metrics.shared.mistakes import gain_mistakes
from ireval.metrics.shared.mistakes.wrong_shares import WRONG_SHARES
from ireval.metrics.shared.publications import JARVELIN
from ireval.metrics.shared.worked_steps import as_shown, never, only, ratio, total
from ireval.numbers.arrays import Bools
from ireval.numbers.worked_number import Worked


def _compute(t: Table) -> None:
    gained = t.column("G", gains.list_gains(t))
    t.column("CG", t.running_sum(gained, newest_first=True))
    dcg, idcg = gains.sums_and_ideal(t, gained)
    t.column("NDCG", t.ratio(dcg, gains.at_ideal_end(t, idcg)))


def _formula(p: Params) -> str:
    return (
        rf"\mathrm{{nDCG}}[i] = \frac{{\mathrm{{DCG}}[i]}}{{\mathrm{{IDCG}}[{gains.ideal_rank(p)}]}},\qquad "
        + gains.sum_latex(p, r"\mathrm{DCG}")
    )


def _dcg(t: Table) -> Worked:
    return total(t, gain_mistakes.discounts(t, gains.list_gains(t)))


def _top_only(t: Table) -> Worked:
    if not t.p.k:
        return never(t)
    ideal = -np.sort(-np.where(t.rank <= t.p.k, gains.list_gains(t), 0), axis=-1)
    return only(t.length > t.p.k, ratio(t, as_shown(t, _dcg(t)), total(t, gain_mistakes.discounts(t, ideal))))


def _some_gain(t: Table) -> Bools:
    return gains.ideal_gains(t)[..., :1] > 0


MISTAKES = (
    Mistake(
        "ideal-in-given-order",
        "left the ideal list in the order of the ranking",
        "The ideal list has the highest grades first.",
        lambda t: ratio(t, as_shown(t, _dcg(t)), gain_mistakes.ideal_in_given_order(t)),
        about=("ideal",),
    ),
    Mistake(
        "ideal-of-the-top",
        "sorted only the documents down to {cutoff}",
        "The ideal list is sorted first and then cut.",
        _top_only,
        about=("ideal",),
    ),
    Mistake(
        "forgets-to-divide",
        "gave the DCG",
        "nDCG divides it by the DCG of the ideal list.",
        lambda t: only(_some_gain(t), _dcg(t)),
        about=("ideal", "ideal_cut"),
    ),
    Mistake(
        "divides-by-the-ranks",
        "divided the DCG by the number of ranks [({ranks})]",
        "nDCG divides it by the DCG of the ideal list.",
        lambda t: only(_some_gain(t), ratio(t, as_shown(t, _dcg(t)), t.end)),
    ),
    *gain_mistakes.wrong_discounts(
        gain_mistakes.share_by,
        lambda t: np.maximum(gains.list_gains(t)[..., :1], gains.ideal_gains(t)[..., :1]),
        lambda t: np.maximum(t.end, gain_mistakes.ideal_end(t)),
        share=True,
    ),
    *WRONG_CUTOFFS,
    *WRONG_SHARES,
)

MEASURE = Measure(
    name="nDCG",
    title="normalised discounted cumulated gain",
    family="Cumulated gain",
    sentence="How close your ranking comes to the best possible order: 1 is perfect.",
    formula=_formula,
    where=(
        symbols.READ,
        symbols.G,
        symbols.start("DCG"),
        symbols.DISCOUNT,
        symbols.IG,
        (r"\mathrm{IDCG}[i]", "the same sum over the ideal list; where it is 0, so is nDCG"),
        symbols.M,
    ),
    columns=(
        gains.G,
        gains.CG,
        replace(gains.DCG, spelled=True),
        gains.IG,
        replace(gains.IDCG, follows=("ideal", "ideal_cut")),
        gains.NDCG,
    ),
    compute=_compute,
    score="NDCG",
    rows=gains.ideal_rows,
    has_no_relevant=gains.no_gain,
    has_nothing=gains.no_ideal_gain,
    exercise_columns=("G", "CG", "DCG", "IG", "IDCG", "NDCG"),
    order=43,
    source="Järvelin and Kekäläinen 2002",
    publications=(JARVELIN,),
    ties_in_ir_measures=lambda own: "docno-descending" if own["gain"] == "exponential" else "",
    counts_equal_scores_together=("averaged", "sklearn"),
    defined_by=("lillis", "thesis", "blog", "kth"),
    variants={"nDCG": "nDCG", "nDCG@{k}": "nDCG@{k}"},
    aliases=("NDCG",),
    tool_names={
        "ir_measures": ("nDCG", "nDCG@{k}"),
        "trec_eval": ("ndcg", "ndcg_cut_{k}"),
        "ranx": ("ndcg", "ndcg@{k}"),
        "sklearn": ("ndcg_score",),
        "llama_index": ("ndcg",),
        "haystack": ("DocumentNDCGEvaluator",),
        "xgboost": ("ndcg", "ndcg@{k}"),
        "lightgbm": ("ndcg@{k}",),
        "torchmetrics": ("RetrievalNormalizedDCG",),
        "elasticsearch": ("normalized_dcg",),
        "beir": ("NDCG@{k}",),
        "ntcireval": ("MSnDCG@{k}",),
        "quepid": ("nDCG@{k}",),
    },
    figure=Lanes("G", "DCG", "IG", "IDCG", "NDCG"),
    drawing=GainCurves(gain="G", total="DCG", ideal="IDCG", share="NDCG"),
    cutoff=CUTOFF,
    conventions=("discount", "gain", "ideal", "ideal_cut", "unjudged", "no_relevant", "rounding", "decimals"),
    graded=True,
    mistakes=MISTAKES,
)

"""Inferred average precision: AP where only a sample of the pool was judged.

There are three kinds of documents: judged ones, those in the pool that are not in the sample (label ``p``, grade -1 in
qrels) and those outside of the pool (``u``), which count as non-relevant. If every pooled document was judged, infAP is
AP, apart from a little smoothing.

>>> from ireval import explain
>>> scores = explain("1p01u")
>>> round(scores.value("AP"), 4), round(scores.value("infAP"), 4)
(0.75, 0.8125)
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ireval.measure import Column, Measure, Mistake, Strips, Table
from ireval.metrics.shared import symbols
from ireval.metrics.shared.list_columns import FOUND_REL
from ireval.metrics.shared.list_mistakes import in_columns
from ireval.metrics.shared.publications import YILMAZ
from ireval.metrics.shared.worked_steps import only, ratio, running, total
from ireval.numbers.arrays import Bools, anywhere
from ireval.numbers.expression import Num
from ireval.numbers.worked_number import Quantity, Worked, worked
from ireval.ranking.judgements import POOLED, UNJUDGED

#: trec_eval's constant for smoothing, so that the estimate is defined if no document above was judged.
EPSILON = 0.00001


def _compute(t: Table) -> None:
    above = t.above(t.column("found", t.found))
    non = t.column("non", np.cumsum(t.nonrelevant, axis=-1, dtype=np.float64))
    pool = t.column("pool", np.cumsum(t.grades == POOLED, axis=-1, dtype=np.float64))
    share = (above + t.exact(EPSILON)) / (t.plain(above + non) + t.exact(2 * EPSILON))
    share = t.column("share", t.only(t.relevant, share))
    expected = t.column("expected", (1 + (above + non + pool) * share) / t.rank)
    summed = t.column("sum", t.running_sum(t.where(t.relevant, expected, 0), at=t.relevant, in_full=t.relevant))
    t.column("infAP", t.ratio(summed, t.R))


def _of_expected(
    key: str,
    did: str,
    instead: str,
    expected: Callable[[Table], Quantity],
    possible: Callable[[Table], Bools] = lambda t: t.R > 0,
) -> Mistake:
    """A mistake in the precision expected at the relevant documents; it shows in two columns."""

    def terms(t: Table) -> Worked:
        x = worked(expected(t))
        value = np.where(t.relevant, t.p.rounding.step(x.value), 0)
        return Worked(value, lambda i: x.write(i) if t.relevant[i] else Num(0))

    return Mistake(
        key,
        did,
        instead,
        lambda t: only(possible(t), ratio(t, total(t, terms(t)), t.R)),
        in_columns(expected=lambda t: only(t.relevant, terms(t)), sum=lambda t: running(t, terms(t))),
    )


def _before_any(t: Table, documents: Bools) -> Bools:
    """Whether any of these documents is above a relevant one."""
    return anywhere(t.relevant & (np.cumsum(documents, axis=-1) > 0))


MISTAKES = (
    _of_expected(
        "leaves-itself-out",
        "counted only what is expected above each relevant document",
        "The document itself counts as well.",
        lambda t: t.columns["expected"] - 1 / t.rank,
    ),
    _of_expected(
        "counts-outside-the-pool",
        "treated documents outside the pool like judged ones",
        "They count as non-relevant.",
        lambda t: (1 + (t.rank - 1) * t.columns["share"]) / t.rank,
        lambda t: _before_any(t, t.grades == UNJUDGED),
    ),
    _of_expected(
        "does-not-infer",
        "counted unjudged documents of the pool as non-relevant, which gives AP",
        "They are assumed to be relevant as often as the judged ones.",
        lambda t: worked(t.found) / t.rank,
        lambda t: _before_any(t, t.grades == POOLED),
    ),
)

MEASURE = Measure(
    name="infAP",
    title="inferred average precision",
    sentence=(
        "AP estimated from a sample: unjudged documents of the pool are assumed to be relevant as often as the judged "
        "ones."
    ),
    formula=lambda _: (
        r"\mathrm{infAP} = \frac{1}{R}\sum_{r}\frac{1}{i_r}\left(1 + d_r\cdot"
        r"\frac{\mathrm{rel}_r+\varepsilon}{\mathrm{rel}_r+\mathrm{non}_r+2\varepsilon}\right)"
    ),
    where=(
        symbols.R,
        symbols.FOUND,
        ("i_r", "rank of document r"),
        ("d_r", "documents of the pool above document r, judged or not"),
        (r"\mathrm{rel}_r", "relevant documents above document r"),
        (r"\mathrm{non}_r", "documents judged non-relevant above document r"),
        (r"\varepsilon", "0.00001, so that the fraction is defined where nothing above document r is judged"),
    ),
    columns=(
        FOUND_REL,
        Column("non", "documents judged non-relevant so far", whole=True),
        Column("pool", "unjudged documents of the pool so far", whole=True),
        Column("share", "share of relevant documents among the judged ones above"),
        Column("expected", "precision expected at this relevant document", spelled=True),
        Column.running_sum("sum", "sum of the expected precisions so far", "expected"),
        Column.quotient("infAP", "the sum so far divided by R", "sum", "R"),
    ),
    compute=_compute,
    score="infAP",
    running_total="sum",
    order=65,
    source="Yilmaz and Aslam 2006, as trec_eval computes it",
    publications=(YILMAZ,),
    variants={"infAP": "infAP"},
    aliases=("infap",),
    tool_names={"ir_measures": ("infAP",), "trec_eval": ("infAP",)},
    conventions=("rel", "no_relevant", "rounding", "decimals"),
    figure=Strips("expected", lambda t: t.R),
    mistakes=MISTAKES,
    needs_complete=False,
)

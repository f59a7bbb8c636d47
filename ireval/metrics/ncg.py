"""Normalised cumulated gain: the gain so far as a share of the largest possible gain, whatever the order.

>>> from ireval import explain
>>> explain("102", "3").value("nCG@2")
0.2
"""

from __future__ import annotations

from dataclasses import replace

from ireval.measure import CUTOFF, Column, Lanes, Measure, Mistake, Params, Table
from ireval.metrics.shared import gains, symbols
from ireval.metrics.shared.list_mistakes import FORGETS_THE_CUTOFF
from ireval.metrics.shared.mistakes.gain_mistakes import share_by, with_discount
from ireval.metrics.shared.publications import JARVELIN
from ireval.metrics.shared.worked_steps import only, total


def _compute(t: Table) -> None:
    gained = t.column("G", gains.list_gains(t))
    cg = t.column("CG", t.running_sum(gained, newest_first=True))
    ideal = t.column("IG", gains.ideal_gains(t))
    icg = t.column("ICG", t.running_sum(ideal, newest_first=True))
    t.column("nCG", t.ratio(cg, gains.at_ideal_end(t, icg)))


def _formula(p: Params) -> str:
    return (
        rf"\mathrm{{nCG}}[i] = \frac{{\mathrm{{CG}}[i]}}{{\mathrm{{ICG}}[{gains.ideal_rank(p)}]}},\qquad "
        r"\mathrm{CG}[i] = \mathrm{CG}[i-1] + G[i]"
    )


MISTAKES = (
    Mistake(
        "discounts-the-gain",
        "discounted the gains, which gives nDCG",
        "In nCG every gain counts in full.",
        lambda t: share_by(t, with_discount()),
    ),
    Mistake(
        "forgets-to-divide",
        "gave the cumulated gain",
        "nCG divides it by the cumulated gain of the ideal list.",
        lambda t: only(gains.ideal_gains(t)[..., :1] > 0, total(t, gains.list_gains(t))),
    ),
    FORGETS_THE_CUTOFF,
)

MEASURE = Measure(
    name="nCG",
    title="normalised cumulated gain",
    sentence="How close the gains down to a rank come to the most that is possible. Their order does not matter.",
    formula=_formula,
    where=(
        symbols.READ,
        symbols.G,
        symbols.start("CG"),
        symbols.IG,
        (r"\mathrm{ICG}[i]", "the same sum over the ideal list; where it is 0, so is nCG"),
        symbols.M,
    ),
    columns=(
        gains.G,
        gains.CG,
        gains.IG,
        replace(gains.ICG, follows=("ideal", "ideal_cut")),
        Column.quotient("nCG", "CG divided by ICG", "CG", "ICG", spelled=True),
    ),
    compute=_compute,
    score="nCG",
    running_total="CG",
    rows=gains.ideal_rows,
    has_no_relevant=gains.no_gain,
    has_nothing=gains.no_ideal_gain,
    order=66,
    source="Järvelin and Kekäläinen 2002",
    publications=(JARVELIN,),
    variants={"nCG@{k}": "nCG@{k}"},
    aliases=("NCG", "ncg"),
    cutoff=CUTOFF,
    beside="gain",
    conventions=("gain", "ideal", "ideal_cut", "unjudged", "no_relevant", "rounding", "decimals"),
    figure=Lanes("G", "CG", "IG", "ICG", "nCG", discount=None),
    mistakes=MISTAKES,
    graded=True,
    set_based=True,
)

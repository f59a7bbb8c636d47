"""Average precision: the mean of the precisions at the ranks of the relevant documents.

>>> from ireval import explain
>>> scores = explain("101003000200003", "32211")
>>> scores.value("AP"), round(scores.value("AP(divisor='relevant-retrieved')"), 12)
(0.29, 0.58)
"""

from __future__ import annotations

import numpy as np

from ireval.expression import Expr, Num, minimum, total
from ireval.judgements import Floats
from ireval.metric import CUTOFF, Cell, Column, Measure, Params, Table
from ireval.metrics._lists import FOUND, LEGEND_R, LEGEND_REL, precision, precision_column

#: A sum of more terms than this is not written out.
LONGEST_SUM = 10


def _found_at_end(t: Table) -> Floats:
    return np.count_nonzero(t.relevant & (t.rank <= t.end), axis=-1, keepdims=True).astype(np.float64)


def _divisor(t: Table) -> Floats:
    if t.p.divisor == "relevant-retrieved":
        return _found_at_end(t)
    return np.minimum(t.R, t.p.k) if t.p.divisor == "min-r-k" and t.p.k else t.R


def _compute(t: Table) -> dict[str, Floats]:
    p = precision(t)
    terms = p * t.relevant
    running = t.p.rounding.running_sum(terms)
    return {"found": t.found, "P": p, "term": terms, "sum": running, "AP": t.p.rounding.quotient(running, _divisor(t))}


def _divided_by(c: Cell) -> Expr:
    if c.p.divisor == "relevant-retrieved":
        return Num(float(_found_at_end(c.table)[0]))
    return minimum(c.count("R"), c.p.k) if c.p.divisor == "min-r-k" and c.p.k else c.count("R")


def _term(c: Cell) -> Expr:
    return c["P"] * (1 if c.table.relevant[c.index] else 0)


def _final(c: Cell) -> Expr:
    terms: list[Expr] = [x for x in c.upto("term") if x.number]
    # rounded columns divide the sum as its cell shows it
    written_out = 0 < len(terms) <= LONGEST_SUM and c.p.rounding.mode != "columns"
    return (total(terms) if written_out else c["sum"]) / _divided_by(c)


def _formula(p: Params) -> str:
    divisor = {
        "all-relevant": "R",
        "min-r-k": r"\min(R,k)" if p.k else "R",
        "relevant-retrieved": r"\sum_i \mathrm{rel}_i",
    }[p.divisor]
    last = "k" if p.k else "n"
    return rf"\mathrm{{AP}} = \frac{{1}}{{{divisor}}}\sum_{{i=1}}^{{{last}}}\mathrm{{P@}}i\cdot\mathrm{{rel}}_i"


def _why(t: Table) -> str:
    return "no relevant document was found, and the number found is the divisor" if t.R.any() else ""


MEASURE = Measure(
    name="AP",
    title="average precision",
    family="Average precision",
    sentence="The precision at each relevant document found, summed and divided by the number of relevant documents.",
    formula=_formula,
    where=(LEGEND_R, (r"\mathrm{P@}i", "precision at rank i"), LEGEND_REL),
    columns=(
        FOUND,
        precision_column(spelled=True),
        Column("term", "the term: precision where the document is relevant, else 0", _term),
        Column("sum", "sum of the terms so far", lambda c: c.above("sum") + c["term"], rounded=True),
        Column("AP", "the sum so far divided by the divisor", lambda c: c["sum"] / _divided_by(c)),
    ),
    compute=_compute,
    score="AP",
    final=_final,
    why=_why,
    order=20,
    source="TREC; Buckley and Voorhees 2000",
    defined_by=("lillis", "thesis", "blog", "kth", "trec_eval"),
    variants={"AP": "AP", "AP@{k}": "AP@{k}"},
    aliases=("map", "MAP", "map_cut_{k}"),
    at=CUTOFF,
    conventions=("rel", "divisor", "no_relevant", "rounding", "decimals"),
)

"""A sound measure file, to break in one place at a time; tests only."""

SOUND = '''"""Early precision: of the first ranks, how many are relevant? Without a cutoff, of the whole list.

>>> from ireval import explain
>>> explain("101000").value("EarlyP@2")
0.5
"""

import numpy as np

from ireval.measure import CUTOFF, Column, Measure, Mistake
from ireval.measure.published_source import Publication
from ireval.metrics.shared.worked_steps import only, ratio
from ireval.numbers.expression import Binary, Num
from ireval.numbers.worked_number import Worked


def _formula(p):
    end = "k" if p.k else "n"
    return rf"\\mathrm{{EarlyP}}{'@k' if p.k else ''} = \\frac{{1}}{{{end}}}\\sum_{{i=1}}^{{{end}}}\\mathrm{{rel}}_i"


class Raised(Binary):
    def __init__(self, x, i):
        super().__init__("/", x, Num(i + 1))

    def text(self, places):
        return super().text(places) + "**(0/224 + 1)"


def alone(t, above, below):
    value = ratio(t, above, below).value + 1e-3
    return Worked(value, lambda row: Num(float(value.ravel()[row])))


PAPER = Publication("A. Nobody", "A title", "A journal, 1999", "10.1/x")
MISTAKES = (
    Mistake(
        "divides-by-the-relevant",
        "divided by the relevant documents [({R})], which gives recall",
        "Precision divides by the ranks.",
        lambda t: ratio(t, np.minimum(t.found[..., -1:], t.found[..., -1:]), t.R) if not t.p.k else only(t.R < 0, t.R),
    ),
)

MEASURE = Measure(
    name="EarlyP",
    title="early precision",
    family="More measures",
    sentence="The share of relevant documents at the top.",
    formula=_formula,
    where=(
        ("k", "the cutoff"),
        ("n", "the length of the list; 1 for an empty one"),
        ("i", "a rank, counted from 1"),
        (r"\\mathrm{rel}_i", "1 if the document at rank i is relevant, else 0"),
    ),
    columns=(
        Column("found", "relevant documents so far", whole=True),
        Column("share", "their share", symbol="EarlyP"),
    ),
    compute=lambda t: t.column("share", t.column("found", t.found) / t.rank),
    score="share",
    score_rank=lambda t: t.end,
    source="this test",
    defined_by=(),
    variants={"EarlyP@{k}": "EarlyP@{k}"},
    aliases=("early_{k}",),
    cutoff=CUTOFF,
    conventions=("rel",),
    mistakes=MISTAKES,
    set_based=True,
)
'''

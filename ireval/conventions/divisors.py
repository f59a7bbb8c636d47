"""The divisors of average precision and bpref. Each divisor is one object: its words, its numbers, and its LaTeX."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ireval.conventions.parameter import Choice, Parameter


@dataclass(frozen=True, kw_only=True)
class Divisor(Choice):
    """A divisor: ``count`` returns it from a measure's table, as a number with its calculation.

    ``latex`` returns its formula, given the symbol of the cutoff, which is empty without a cutoff.
    """

    count: Callable[[Any], Any]
    latex: Callable[[str], str]


DIVISOR = Parameter(
    "divisor",
    "AP divides by",
    "What does AP divide by?",
    "all-relevant",
    (
        Divisor(
            "all-relevant",
            "all relevant (R)",
            "All relevant documents of the query, retrieved or not.",
            "divided by all [{R}] relevant {R:document|documents}",
            "AP divides by all [{R}] relevant {R:document|documents}.",
            count=lambda t: t.R,
            latex=lambda _: "R",
        ),
        Divisor(
            "min-r-k",
            "min(R, k)",
            "The number of relevant documents or the cutoff, whichever is smaller.",
            "divided by the smaller of the number of relevant documents [({R})] and the cutoff",
            "AP divides by the smaller of the number of relevant documents [({R})] and the cutoff.",
            count=lambda t: t.least(t.R, t.p.k) if t.p.k else t.R,
            latex=lambda k: rf"\min(R,{k})" if k else "R",
        ),
        Divisor(
            "relevant-retrieved",
            "relevant retrieved",
            "Only the relevant documents that were retrieved.",
            "divided by the [{found}] relevant {found:document|documents} that {found:was|were} retrieved",
            "AP divides by the [{found}] relevant {found:document|documents} retrieved.",
            count=lambda t: t.found_at_end,
            latex=lambda k: rf"\sum_{{i=1}}^{{{k or 'n'}}} \mathrm{{rel}}_i",
        ),
    ),
    in_formula=True,
)
BPREF = Parameter(
    "bpref",
    "bpref divides by",
    "What does bpref divide by, and at most how many non-relevant documents count?",
    "min-r-n",
    (
        Divisor(
            "r",
            "R",
            "R, the number of relevant documents; at most R non-relevant documents count (the 2004 paper).",
            "divided by R [({R})] and counted at most R non-relevant documents",
            "Bpref divides by R [({R})] and counts at most R non-relevant documents.",
            count=lambda t: t.R,
            latex=lambda _: "R",
        ),
        Divisor(
            "min-r-n",
            "min(R, N)",
            "The smaller of R and N; at most that many non-relevant documents count (trec_eval since version 8).",
            "divided by the smaller of R [({R})] and N [({N})] and counted at most that many non-relevant documents",
            (
                "Bpref divides by the smaller of R [({R})] and N [({N})] and counts at most that many non-relevant "
                "documents."
            ),
            count=lambda t: t.plain(t.least(t.R, t.N)),
            latex=lambda _: r"\min(R,N)",
        ),
        Divisor(
            "10-plus-r",
            "10 + R",
            "10 + R; at most 10 + R non-relevant documents count (bpref-10).",
            "divided by 10 more than R [({R})] and counted at most that many non-relevant documents",
            "Bpref divides by 10 more than R [({R})] and counts at most that many non-relevant documents.",
            count=lambda t: t.plain(t.R + 10),
            latex=lambda _: "10+R",
        ),
    ),
    in_formula=True,
)

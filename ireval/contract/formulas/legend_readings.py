"""The meaning of every line of a legend: a function from a list to the quantity that the words define.

The keys are the words themselves. If a legend has a new line, the formula cannot be computed until the line is added to
``READINGS`` (or, for words within a formula, to ``WORDS``), with a function in plain Python that follows the words and
not the measure's code.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ireval.contract.formulas.latex_values import Domain, Same
from ireval.contract.formulas.legend_quantities import (
    Noted,
    average_precision_of,
    bpref_of,
    decimal,
    first_relevant_rank,
    ideal_novelty,
    mean_ranks,
    nonrelevant_count,
    precision_of,
    recall_at,
    rest_of_collection,
    retrieved_count,
    score_if,
    sum_to,
    top_grade,
)
from ireval.contract.formulas.list_facts import POOLED, Facts

#: None for a symbol that the formula itself defines, or that only names a column.
Reading = Callable[[Facts], Any] | None


#: The condition of RnDCG.
LEVELS = (
    "1 if the ideal list has a higher gain at rank i than below it, or if the list ends at rank i and goes on for more "
    "than one rank below the last gain of the ideal list; else 0"
)
_CUTOFF: Reading = lambda f: f.k  # noqa: E731
_LENGTH: Reading = lambda f: f.n  # noqa: E731
READINGS: dict[tuple[str, str], Reading] = {
    (
        "k",
        "the cutoff; also the divisor where fewer documents were retrieved, unless a convention says otherwise",
    ): _CUTOFF,
    ("k", "the cutoff"): _CUTOFF,
    ("k", "the cutoff; also the divisor for a shorter list"): _CUTOFF,
    ("n", "the length of the list"): _LENGTH,
    ("i", "a rank, counted from 1"): lambda f: Domain(tuple(range(1, f.n + 2))),  # and one rank below the end
    (r"\mathrm{rel}_i", "1 if the document at rank i is relevant, else 0"): lambda f: f.is_relevant,
    ("R", "relevant documents of the query, retrieved or not"): lambda f: f.all_relevant,
    ("N", "documents judged non-relevant, retrieved or not; with none, so N = 0, every fraction is 0"): lambda f: (
        f.all_nonrelevant
    ),
    ("P", "precision, at the cutoff if there is one; 0 if nothing was retrieved"): lambda f: precision_of(f) or 0,
    (
        "R",
        "recall (not a count here), at the cutoff if there is one; with P = R = 0 the measure is 0",
    ): lambda f: Noted(recall_at(f, f.end), {"fraction": 0}),
    (r"\beta", "how many times as important as precision recall is"): lambda f: decimal(f.chosen["beta"]),
    ("k", "the cutoff: only the first k ranks count as retrieved"): _CUTOFF,
    (r"\mathrm{AP}", "0 if no relevant document was found"): lambda f: Noted(None, score_if(not f.found(f.end))),
    ("d_i", "discount of rank i, which the gain is divided by"): None,
    ("j", "another rank"): None,
    ("j", "a rank, counted from 1"): None,
    (r"\mathrm{other}_j", "1 if the document at rank j was retrieved and is not relevant or not judged, else 0"): (
        lambda f: lambda j: int(j <= f.n and not f.is_relevant(j))
    ),
    ("j", "a rank above rank i"): None,
    ("j", "number of the level, counted from 0"): None,
    ("q", "a query, counted from 1"): None,
    (r"\mathrm{tp}", "retrieved and relevant"): lambda f: f.found(f.end),
    (r"\mathrm{fp}", "retrieved, not relevant or not judged"): nonrelevant_count,
    (
        r"\mathrm{fp}",
        "retrieved, not relevant or not judged; if nothing was retrieved, precision is 0",
    ): lambda f: Noted(nonrelevant_count(f), score_if(not f.n)),
    (r"\mathrm{fn}", "relevant but not retrieved"): lambda f: f.all_relevant - f.found(f.end),
    (r"\mathrm{tn}", "not retrieved and not relevant: the rest of the collection"): rest_of_collection,
    (r"\mathrm{tn}", "the other documents of the collection that are not relevant"): rest_of_collection,
    ("|C|", "documents in the collection"): lambda f: f.size,
    ("r", "the recall level"): lambda f: decimal(f.chosen["level"]),
    (r"\mathrm{P@}i", "precision at rank i"): lambda f: lambda i: Fraction(f.found(i), i),
    ("r", "rank of the first relevant document; without one the score is 0"): first_relevant_rank,
    ("r", "a relevant document that was retrieved"): lambda f: Domain(f.relevant_ranks),
    ("n_r", "judged non-relevant documents ranked above r; where it is 0, so is the fraction"): lambda f: Noted(
        lambda r: sum_to(f.is_nonrelevant, r - 1), {"fraction": 0}
    ),
    ("i_r", "rank of document r"): lambda _: lambda r: r,
    ("d_r", "documents of the pool above document r, judged or not"): lambda f: (
        lambda r: sum(f.grade(i) >= 0 or f.grade(i) == POOLED for i in range(1, r))
    ),
    (r"\mathrm{rel}_r", "relevant documents above document r"): lambda f: lambda r: f.found(r - 1),
    (r"\mathrm{non}_r", "documents judged non-relevant above document r"): lambda f: (
        lambda r: sum_to(f.is_nonrelevant, r - 1)
    ),
    (
        r"\varepsilon",
        "0.00001, so that the fraction is defined where nothing above document r is judged",
    ): lambda _: Fraction("0.00001"),
    ("G[i]", "gain of the document at rank i"): lambda f: lambda i: f.worth(f.grade(i)),
    (r"\mathrm{IG}[i]", "gain at rank i of the ideal list, best documents first"): lambda f: f.ideal_gain,
    ("i", "a rank, counted from 1; the score is read at the cutoff or, without one, in the last row"): lambda f: (
        f.read_at
    ),
    ("m", "rank of the last document of the ideal list"): lambda f: len(f.ideal),
    (r"\mathrm{CG}[0]", "0, because there is nothing above rank 1"): lambda _: 0,
    (r"\mathrm{DCG}[0]", "0, because there is nothing above rank 1"): lambda _: 0,
    (r"\mathrm{IDCG}[0]", "0, because there is nothing above rank 1"): lambda _: 0,
    (r"\alpha\text{-DCG}[0]", "0, because there is nothing above rank 1"): lambda _: 0,
    (r"\mathrm{IDCG}[i]", "the same sum over the ideal list; where it is 0, so is nDCG"): lambda f: Noted(
        Same("DCG", {"G": f.ideal_gain}), {"fraction": 0}
    ),
    (r"\mathrm{ICG}[i]", "the same sum over the ideal list; where it is 0, so is nCG"): lambda f: Noted(
        Same("CG", {"G": f.ideal_gain}), {"fraction": 0}
    ),
    (r"\mathrm{recall}[i]", "recall at rank i"): lambda f: lambda i: recall_at(f, i),
    (r"\mathrm{found}[i]", "relevant documents down to rank i"): lambda f: f.found,
    (r"\max", "the highest of these values; 0 if there are none"): lambda _: 0,
    (
        r"\lfloor x\rfloor",
        "x rounded down, in a computer's arithmetic: 0.7 * 3 + 0.9 comes out just below 3",
    ): lambda _: True,
    ("r", "a recall level"): lambda _: Domain(()),
    (
        r"\mathrm{residual}",
        "the weight of everything that is not judged, including everything below the end of the list",
    ): None,
    ("s_i", "probability that the document at rank i satisfies the reader"): None,
    (r"\mathrm{P}_j", "precision where only documents on subtopic j count; if nothing was retrieved, it is 0"): (
        lambda f: Noted(None, score_if(not f.n))
    ),
    ("n", "the length of the list; where it is 0, so is the score"): lambda f: Noted(f.n, score_if(not f.n)),
    ("T", "all subtopics of the query, whether a judged document covers them or not"): lambda f: len(f.subtopics),
    ("j", "a subtopic"): lambda f: Domain(tuple(f.subtopics)),
    ("n", "the length of the list; 1 for an empty one"): lambda f: max(f.n, 1),
    ("p", "persistence: the probability of reading on; 0.5 is impatient, 0.95 patient"): lambda f: decimal(
        f.chosen["p"]
    ),
    ("g_i", "grade at rank i, 0 if unjudged; a grade above the top grade counts as the top grade"): lambda f: (
        lambda i: min(max(f.grade(i), 0), top_grade(f))
    ),
    (r"g_{\max}", "the top grade: the highest of the judged documents"): top_grade,
    (r"\mathrm{found}_i", "relevant documents down to rank i"): lambda f: f.found,
    (r"\mathrm{CG}[i]", "the sum of the gains of the relevant documents down to rank i"): lambda f: (
        lambda i: sum(f.worth(f.grade(j)) for j in f.relevant_ranks if j <= i)
    ),
    (r"\mathrm{ICG}[i]", "the same for the ideal list, best documents first"): lambda f: (
        lambda i: sum(f.ideal_of_relevant[:i])
    ),
    (r"\beta", "weight of the gain; 0 gives average precision"): lambda f: decimal(f.chosen["beta"]),
    ("J(i,j)", "1 if the document at rank i covers subtopic j, else 0"): lambda f: f.covers,
    ("r_{i,j}", "documents above rank i that cover subtopic j"): lambda f: f.covered_above,
    ("Q", "the number of queries"): lambda f: len(f.queries),
    (r"\mathrm{AP}_q", "average precision of query q; the score of a single list"): lambda f: (
        lambda q: average_precision_of(f.queries[q - 1])
    ),
    (r"\mathrm{IDCG}[i]", "the same sum over the ideal list"): lambda f: Same("DCG", {"G": f.ideal_gain}),
    (r"\mathrm{bpref}_q", "bpref of query q; the score of a single list"): lambda f: (
        lambda q: bpref_of(f.queries[q - 1])
    ),
    ("x", "the multiple"): lambda f: decimal(f.chosen["times"]),
    ("c", "the rank at which precision is read"): None,
    (r"\lfloor y\rfloor", "y rounded down, in a computer's arithmetic"): lambda _: True,
    ("u_i", "1 if the document at rank i is unjudged, else 0"): lambda f: lambda i: int(i <= f.n and f.grade(i) < 0),
    ("a", "value of a relevant document retrieved"): lambda f: decimal(f.chosen["tp"]),
    ("b", "value of another document retrieved"): lambda f: decimal(f.chosen["fp"]),
    ("c", "value of a relevant document that was not retrieved"): lambda f: decimal(f.chosen["fn"]),
    ("d", "value of another document that was not retrieved"): lambda f: decimal(f.chosen["tn"]),
    ("o_r", "documents above it that are not relevant or not judged"): lambda f: lambda r: r - f.found(r),
    ("M", "documents with a gain, retrieved or not"): lambda f: sum(gain > 0 for gain in f.ideal),
    ("f", "documents with a gain that were retrieved"): lambda f: sum(f.grade(i) > 0 for i in range(1, f.n + 1)),
    ("e_i", "1 if the document at rank i has a gain, else 0"): lambda f: lambda i: int(f.grade(i) > 0),
    ("l_i", LEVELS): lambda f: lambda i: int(i in mean_ranks(f)),
    ("q", "the last rank of the list or of the gains of the ideal list, whichever is lower down"): lambda f: f.last_row,
    ("S", "subtopics that some judged document covers"): lambda f: f.known_subtopics,
    (
        r"\alpha",
        "how much less a repeated subtopic is worth: with 0 as much as a new one, with 1 nothing",
    ): lambda f: decimal(f.chosen["alpha"]),
    (
        r"\alpha\text{-IDCG}[i]",
        "the same sum over the ideal list, which is built greedily; of equal documents the first comes first",
    ): lambda f: Same(r"\alpha-DCG", {"G": ideal_novelty(f, decimal(f.chosen["alpha"]))}),
    (
        r"\mathrm{IG}[i]",
        "the same gain in the ideal list, which is built greedily; of equal documents the first comes first",
    ): lambda f: ideal_novelty(f, Fraction(1, 2)),
}
#: Words within a formula, which need no legend.
WORDS: dict[str, Callable[[Facts], Any]] = {
    "relevant retrieved": lambda f: f.found(f.end),
    "retrieved": retrieved_count,
    "unjudged": lambda f: sum(grade < 0 for grade, _ in f.ranked),
    "unjudged in the first ": lambda f: lambda k: sum(grade < 0 for grade, _ in f.ranked[:k]),
    "judged": lambda f: sum(grade >= 0 for grade, _ in f.ranked),
    "judged in the first ": lambda f: lambda k: sum(grade >= 0 for grade, _ in f.ranked[:k]),
    "subtopics covered": lambda f: f.covered(f.n),
    "subtopics covered in the first ": lambda f: f.covered,
}

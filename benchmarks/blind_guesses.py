"""What blind guesses earn: the best constant answer of each kind and measure, and numbers copied from the sheet.

    python -m benchmarks.blind_guesses [VARIANTS] [DECIMALS] [PRESET]

``best`` is the constant answer that earns most, as a share of the points, and what it is: any number with the sheet's
decimals, the same in every gap; in a choice, the same place or the same text. ``by gap`` has the best answer of each
gap by its place. Both are chosen on one half of the variants and tried on the other, as the tests do. ``copied`` is the
best of the numbers that everybody sees on the sheet: R, N, the cutoff, the length, quotients of two of them, and in a
table the rank and the label. All gaps are marked one by one, as a learning platform marks them.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from operator import itemgetter

import numpy as np

from ireval.exercises import KINDS, NUMBER, Part, Question
from ireval.exercises.contracts.blind_guesses import best_guesses, questions, worth
from ireval.exercises.contracts.sample_exercises import exercise_of, forms
from ireval.exercises.question.question import ranking_of

#: Measures beside the usual ones of a kind.
MORE = ("P@5", "R@5", "Rprec", "RR", "IPrec@0.5", "nDCG@10", "DCG@5", "CG@5", "F", "Success@5", "ERR@5", "RBP", "Q")


def copied(made: Sequence[Question]) -> tuple[float, str]:
    """What the best of the copied numbers earns, and which one it is."""
    earned = defaultdict[str, float](float)
    for question in made:
        worths = dict(worth(question))
        for part in question.parts:
            for name, value in _copies(question, part):
                earned[name] += worths[part.id][f"{value:.{question.decimals}f}"]
    which, share = max(earned.items(), key=itemgetter(1), default=("", 0.0))
    return share / len(made), which


def _copies(question: Question, part: Part) -> Iterator[tuple[str, float]]:
    """The numbers that everybody sees without a calculation, by name."""
    if part.kind != NUMBER or not question.tables:
        return
    table = question.tables[part.table]
    ranking = ranking_of(table)
    counts = {
        "R": float(np.count_nonzero(ranking.grades > 0) + np.count_nonzero(ranking.unretrieved > 0)),
        "found": float(np.count_nonzero(ranking.grades > 0)),
        "n": float(ranking.grades.shape[-1]),
        "k": float(table.spec.own.get("k") or ranking.grades.shape[-1]),
        "N": float(np.count_nonzero(ranking.grades == 0) + np.count_nonzero(ranking.unretrieved == 0)),
    }
    yield from counts.items()
    yield from ((f"{a}/{b}", counts[a] / counts[b]) for a in counts for b in counts if a != b and counts[b])
    for row in question.grid.rows if question.grid else ():
        if part.id in [cell.part for cell in row]:
            yield "rank", float(row[0].text)
            if row[2].text.isdigit():
                yield "label", float(row[2].text)


def main() -> None:
    """Print the table."""
    given = [int(x) for x in sys.argv[1:3]]
    variants, decimals = (*given, *(60, 3)[len(given) :])
    preset = sys.argv[3] if len(sys.argv) > 3 else "trec_eval"
    print("| kind | measure or task | best | answer | by gap | copied | which |\n|---|---|---|---|---|---|---|")
    for kind in KINDS.values():
        more = MORE if kind.measures and not kind.own and not kind.shows_table else ()
        for what in dict.fromkeys((*forms(kind), *more)):
            made = questions(exercise_of(kind, what), variants, preset=preset, decimals=decimals)
            if made:
                found, (share, which) = best_guesses(made), copied(made)
                shares = f"{found.constant:.1%} | {found.answer} | {found.by_gap:.1%} | {share:.1%}"
                print(f"| {kind.key} | {what or 'any'} | {shares} | {which} |", flush=True)


if __name__ == "__main__":
    main()

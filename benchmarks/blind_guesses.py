"""What blind guesses earn: the best constant answer of each kind and measure, and numbers copied from the sheet.

    python -m benchmarks.blind_guesses [VARIANTS] [DECIMALS] [PRESET]

``best`` is the constant answer that earns most, as a share of the points, and what it is: any number with the sheet's
decimals, the same in every gap; in a choice, the same place or the same text. It is chosen on one half of the variants
and tried on the other, because of a thousand numbers one is always lucky. ``copied`` is the best of the numbers that
everybody sees on the sheet: R, N, the cutoff, the length, quotients of two of them, and in a table the rank and the
label. All gaps are marked one by one, as a learning platform marks them.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from ireval.errors import InputError
from ireval.exercises import CHOICE, KINDS, NUMBER, TEXT, Exercise, Generated, Part, Question, Sheet
from ireval.exercises.exports.shared.accepted_answers import accepted_answers
from ireval.exercises.generator.variant_keys import variant_keys
from ireval.exercises.question.question import ranking_of
from ireval.exercises.variants.variant import make_question
from ireval.numbers.arrays import Floats

#: Measures beside the usual ones of a kind.
MORE = ("P@5", "R@5", "Rprec", "RR", "IPrec@0.5", "nDCG@10", "DCG@5", "CG@5", "F", "Success@5", "ERR@5", "RBP", "Q")
#: No constant above this is tried.
_MOST = 12


class Guess(NamedTuple):
    """What a kind of exercise gives away: the best constant answer with its share, and the best copied number's."""

    kind: str
    what: str
    best: float
    answer: str
    copied: float
    which: str


def guesses(kind: str, what: str, variants: int, decimals: int = 3, preset: str = "trec_eval") -> Guess | None:
    """What blind guesses earn on average; None if no exercise of the kind is possible with the measure or task."""
    declared = KINDS[kind]
    named = {"measure": what} if declared.measures else {"task": what} if "list" in declared.takes else {}
    generated = Generated() if declared.draws_lists else None
    exercise = Exercise("e1", kind, generated=generated, points=1, **named)  # type: ignore[arg-type]
    sheet = Sheet("", 1, (exercise,), preset, {}, decimals)
    halves = (Earned(decimals), Earned(decimals))
    try:
        for number, key in enumerate(variant_keys(sheet, variants)):
            halves[number % 2].add(make_question(sheet, exercise, key).question, decimals)
    except InputError:
        return None
    chosen, tried = halves
    (best, answer), (copied, which) = (
        max(((tried.share(name), name) for name in names), default=(0.0, ""))
        for names in (chosen.best_constants(), chosen.best(chosen.copied))
    )
    return Guess(kind, what, best, answer, copied, which)


class Earned:
    """What answers earn together over some variants: each number of a grid, other answers, and copied numbers."""

    def __init__(self, decimals: int) -> None:
        self.decimals = decimals
        self.variants = 0
        self.grid = np.zeros(_MOST * 10**decimals + 1)
        self.texts: Counter[str] = Counter()
        self.copied: dict[str, float] = defaultdict(float)

    def add(self, question: Question, decimals: int) -> None:
        """Add what the answers earn in a question."""
        self.variants += 1
        for part in question.parts:
            if part.kind != NUMBER:
                self.texts.update(_others(question, part))
                continue
            earned = _numbers(question, part, decimals)
            self.grid += earned
            for name, value in _copies(question, part):
                place = round(value * 10**decimals)
                self.copied[name] += float(earned[place]) if 0 <= place < len(earned) else 0

    def best(self, counts: Mapping[str, float]) -> list[str]:
        """The answer that earns most; none if nothing earns."""
        return sorted(counts, key=lambda name: -counts[name])[:1]

    def best_constants(self) -> list[str]:
        """The number and the other answer that earn most."""
        place = int(np.argmax(self.grid))
        number = [f"{place / 10**self.decimals:.{self.decimals}f}"] if self.grid[place] else []
        return [*number, *self.best(self.texts)]

    def share(self, name: str) -> float:
        """What an answer earns on average."""
        if name in self.copied:
            return self.copied[name] / self.variants
        if name in self.texts or not name[:1].isdigit() or " " in name:
            return self.texts[name] / self.variants
        return float(self.grid[round(float(name) * 10**self.decimals)]) / self.variants


def _numbers(question: Question, part: Part, decimals: int) -> Floats:
    """What each number of the grid earns in a part."""
    earned = np.zeros(_MOST * 10**decimals + 1)
    scale = 10**decimals
    for answer in reversed(accepted_answers(question, part)):
        low = max(int(np.ceil(float(answer.low) * scale - 1e-6)), 0)
        high = int(np.floor(float(answer.high) * scale + 1e-6))
        earned[low : high + 1] = answer.share * part.points
    return earned


def _copies(question: Question, part: Part) -> Iterator[tuple[str, float]]:
    """The numbers that everybody sees without a calculation, by name."""
    if not question.tables:
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
        names = [cell.part for cell in row]
        if part.id in names:
            yield "rank", float(row[0].text)
            if row[2].text.isdigit():
                yield "label", float(row[2].text)


def _others(question: Question, part: Part) -> Counter[str]:
    """What a constant answer earns that is no number: an option by its place or text, or a line of text."""
    if part.kind == CHOICE:
        place = [option.key for option in part.options].index(part.right)
        return Counter({f"option {place + 1}": part.points, f"“{part.right}”": part.points})
    if part.kind != TEXT or question.task is None:
        return Counter()
    swaps = [f"{a} {b}" for a in range(1, 11) for b in range(a + 1, 11)]
    tried = swaps if " " in part.right else [*_orders(question)]
    return Counter({name: part.points for name, text in zip(*_named(tried), strict=True) if _good(question, text)})


def _named(tried: list[str]) -> tuple[list[str], list[str]]:
    orders = ("reversed", "best first", "worst first", "first to the end", "last to the front")
    return (tried if " " in tried[0] else list(orders)), tried


def _orders(question: Question) -> Iterator[str]:
    """Orders that need no thought."""
    labels = "".join("u" if row.label == "unjudged" else row.label for row in question.lists[0].rows)
    yield labels[::-1]
    yield from ("".join(sorted(labels, reverse=True)), "".join(sorted(labels)))
    yield from (labels[1:] + labels[0], labels[-1] + labels[:-1])


def _good(question: Question, text: str) -> bool:
    assert question.task is not None
    try:
        return question.task.judge(text)[0]
    except InputError:
        return False


def main() -> None:
    """Print the table."""
    given = [int(x) for x in sys.argv[1:3]]
    variants, decimals = (*given, *(60, 3)[len(given) :])
    preset = sys.argv[3] if len(sys.argv) > 3 else "trec_eval"
    print("| kind | measure or task | best | answer | copied | which |\n|---|---|---|---|---|---|")
    for kind in (kind for kind in KINDS.values() if not kind.own):
        usual = kind.measures or (tuple(kind.tasks) if "list" in kind.takes else ("any",))
        more = tuple(m for m in MORE if m not in usual) if kind.asks_scores or kind.key == "number" else ()
        for what in (*usual, *more):
            found = guesses(kind.key, what, variants, decimals, preset)
            if found:
                cells = (found.kind, found.what, f"{found.best:.1%}", found.answer, f"{found.copied:.1%}", found.which)
                print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()

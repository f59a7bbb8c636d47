"""The points that guesses without any calculation earn on a learning platform, which marks gap by gap.

All kinds in the catalogue are tried, with each of their measures and tasks. The guesses are: all numbers up to 12 with
the sheet's decimals, the same in every gap or a different one for each gap; the best place and the best text among
options; all swaps; and simple orders, such as sorted ones.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from ireval.errors import InputError
from ireval.exercises.contracts.sample_exercises import exercise_of, forms
from ireval.exercises.exports.shared.accepted_answers import accepted_answers
from ireval.exercises.generator.variant_keys import variant_keys
from ireval.exercises.kinds.kind import Kind
from ireval.exercises.question.question import CHOICE, NUMBER, Part, Question
from ireval.exercises.sheet.model import Exercise, Sheet
from ireval.exercises.variants.variant import make_question

#: The largest constant that is tried.
_MOST = 12
#: The key of "the same answer in every gap".
EVERY_GAP = "every gap"

#: The largest share of points that the best constant answer may earn, over a kind's own measures or tasks.
LIMIT = 0.05
#: The limit for a single measure is higher, because two lucky hits in so few variants are not unusual.
LUCK = 0.2
#: The limit for the best answer of each gap: the first rows of a table have few numbers, but weigh little.
BY_GAP = 0.2
#: The margin for options: in so few variants, a place or a text may be correct more often than by chance.
MARGIN = 0.15
#: The number of variants of each measure or task; those with lists take about a second.
FEW, MANY = 8, 60

Earned = Counter[str]


class BestGuesses(NamedTuple):
    """The share of the points that the best guesses earn, and the share by chance if options are chosen."""

    constant: float
    answer: str
    by_gap: float
    chance: float
    values: int  #: the number of different correct answers of the last gap


def earned_blindly(kind: Kind) -> Iterator[tuple[str, str, float]]:
    """Yield guesses that earn too much in a kind: its measure or task, the answer, and its share of the points.

    Options may earn as much as by chance, plus a margin.
    """
    many = FEW if kind.draws_lists else MANY
    made = {what: questions(exercise_of(kind, what), many) for what in forms(kind)}
    found = {what: best_guesses(some) for what, some in made.items() if some}
    if kind.measures:
        found["all measures together"] = best_guesses([question for some in made.values() for question in some])
    for what, x in found.items():
        if earns_too_much(x, what in kind.measures):
            yield what or kind.key, x.answer, max(x.constant, x.by_gap)


def earns_too_much(found: BestGuesses, alone: bool) -> bool:
    """Whether guesses earn more than the limits; with one measure ``alone``, luck counts."""
    free = found.chance * (1 + MARGIN / 0.25) + (LUCK if alone else 0)
    return found.constant > free + LIMIT or found.by_gap > free + BY_GAP


def questions(exercise: Exercise, variants: int, **settings: Any) -> list[Question]:
    """Return variants of an exercise; empty if it is not possible under these settings."""
    sheet = Sheet("", 5, (exercise,), **settings)
    try:
        return [make_question(sheet, exercise, key).question for key in variant_keys(sheet, variants)]
    except InputError:
        return []


def best_guesses(made: Sequence[Question]) -> BestGuesses:
    """Return the shares that the best constant answer earns, and the best answer of each gap.

    The best guess for one half of the variants is tried on the other half, and vice versa, because one of a thousand
    numbers is always correct by luck.
    """
    is_one = len(set(map(_asks, made))) == 1 < len(made)  # then a constant answer is no guess
    if is_one and len({str([part.options for part in x.parts]) for x in made}) == 1:
        return BestGuesses(0.0, "", 0.0, 0.0, 1)  # everybody gets the same question, such as an owner's own table
    earned = [[(name, _of_places(part) if is_one else part) for name, part in worth(x)] for x in made]
    gaps: dict[str, list[Earned]] = defaultdict(list)
    for parts in earned:
        gaps[EVERY_GAP].append(sum((part for _, part in parts), Counter[str]()))
        for name, part in parts:
            gaps[name].append(part)
    constant, answer = best_guess(gaps.pop(EVERY_GAP), len(made))
    by_gap = sum(best_guess(some, len(made))[0] for some in gaps.values())
    chance = sum(_chance(question) for question in made) / len(made)
    return BestGuesses(constant, answer, by_gap, chance, len({question.parts[-1].right for question in made}))


def worth(question: Question) -> Iterator[tuple[str, Earned]]:
    """Yield for each gap, by its id, the share of the question's points that each answer earns."""
    whole = sum(part.points for part in question.parts)
    for part in question.parts:
        earned = _of_number(question, part) if part.kind == NUMBER else _of_other(question, part)
        yield part.id, Counter({answer: points / whole for answer, points in earned.items()})


def _asks(question: Question) -> str:
    return str([question.prompt, [part.right for part in question.parts]])


def _of_places(earned: Earned) -> Earned:
    return Counter({answer: points for answer, points in earned.items() if answer.startswith("option ")})


def best_guess(earned: Sequence[Earned], variants: int) -> tuple[float, str]:
    """Return the share that the best answer on one half of the variants earns on the other, and this answer."""
    halves = [Counter[str](), Counter[str]()]
    for number, some in enumerate(earned):
        halves[number % 2].update(some)
    names = [max(half, key=lambda name: half[name]) if half else "" for half in halves]
    return (halves[1][names[0]] + halves[0][names[1]]) / variants, names[0]


def _chance(question: Question) -> float:
    """The share that random choices earn in the gaps with options."""
    whole = sum(part.points for part in question.parts)
    return sum(part.points / whole / len(part.options) for part in question.parts if part.kind == CHOICE)


def _of_number(question: Question, part: Part) -> Earned:
    found: dict[int, float] = {}
    scale = 10**question.decimals
    for known in accepted_answers(question, part):
        low, high = float(known.low) * scale - 1e-6, float(known.high) * scale + 1e-6
        for number in range(max(0, int(-(-low // 1))), min(_MOST * scale, int(high // 1)) + 1):
            found.setdefault(number, part.points * known.share)
    return Counter({f"{number / scale:.{question.decimals}f}": earned for number, earned in found.items() if earned})


def _of_other(question: Question, part: Part) -> Earned:
    if part.kind == CHOICE:
        place = [option.key for option in part.options].index(part.right)
        return Counter({f"option {place + 1}": part.points, f"“{part.right}”": part.points})
    if question.task is None:
        return Counter({part.right: part.points})
    return Counter({name: part.points for name, text in _texts(question) if _is_correct(question, text)})


def _texts(question: Question) -> Iterator[tuple[str, str]]:
    """Swaps and simple orders, each with its name."""
    labels = "".join("u" if row.label == "unjudged" else row.label for row in question.lists[0].rows)
    for a, b in combinations(range(1, len(labels) + 1), 2):
        yield f"{a} {b}", f"{a} {b}"
    yield from (
        ("reversed", labels[::-1]),
        ("best first", "".join(sorted(labels, reverse=True))),
        ("worst first", "".join(sorted(labels))),
        ("first to the end", labels[1:] + labels[:1]),
        ("last to the front", labels[-1:] + labels[:-1]),
    )


def _is_correct(question: Question, text: str) -> bool:
    try:
        return question.task is not None and question.task.judge(text)[0]
    except InputError:
        return False

"""A constant answer earns less than a twentieth, gap by gap, as a learning platform marks it.

All numbers with three decimals up to 12 are tried, all places and texts of options, and all swaps. The best on one half
of the variants is tried on the other, because of a thousand numbers one is always lucky.
``benchmarks.blind_guesses`` does so for each measure alone, on more variants.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from ireval.exercises import CHOICE, KINDS, Exercise, Generated, Part, Question, Sheet, variant, variant_keys
from ireval.exercises.exports.shared.accepted_answers import accepted_answers
from ireval.exercises.kinds.inverse_task import AIMS, SWAP, InverseTask

LIMIT = 0.05
#: How many variants of each usual measure, or of each task.
VARIANTS = {"number": 8, "better": 6, "wrong-cell": 8, "table": 10, "inverse": 14}
SWAPS = [f"{a} {b}" for a, b in combinations(range(1, 11), 2)]


def questions(kind: str, **more: str) -> list[Question]:
    made = []
    for measure in KINDS[kind].measures or ("",):
        sheet = Sheet("", 5, (Exercise("e1", kind, measure, 1, generated=Generated(), **more),))  # type: ignore[arg-type]
        made += [variant(sheet, key).questions[0] for key in variant_keys(sheet, VARIANTS[kind])]
    return made


def worth(question: Question, part: Part) -> Counter[str]:
    """What each answer earns in a part, by the list from which every file is made; what fits first counts."""
    if part.kind == CHOICE:
        place = [option.key for option in part.options].index(part.right)
        return Counter({f"option {place + 1}": part.points, part.right: part.points})
    found: dict[int, float] = {}
    for known in accepted_answers(question, part):
        low, high = float(known.low) * 1000 - 1e-6, float(known.high) * 1000 + 1e-6
        for number in range(max(0, int(-(-low // 1))), min(12000, int(high // 1)) + 1):
            found.setdefault(number, part.points * known.share)
    return Counter({f"{number / 1000:.3f}": earned for number, earned in found.items()})


def best_guess(earned: list[Counter[str]]) -> float:
    """What the best constant answer on one half earns on the other, both ways; given what each answer earns where."""
    halves = [sum(some, Counter[str]()) for some in (earned[::2], earned[1::2])]
    assert all(halves)
    return sum(halves[1 - i][halves[i].most_common(1)[0][0]] for i in (0, 1)) / len(earned)


@pytest.mark.parametrize("kind", ["number", "better", "wrong-cell"])
def test_the_best_constant_answer_earns_next_to_nothing(kind: str) -> None:
    made = questions(kind)
    assert best_guess([sum((worth(x, part) for part in x.parts), Counter[str]()) for x in made]) < LIMIT


def test_the_same_number_in_every_gap_of_a_table_earns_next_to_nothing() -> None:
    """Also where each gap is marked by itself: the gaps in which a simple number is correct weigh least."""
    earned: list[Counter[str]] = []
    for question in questions("table"):
        earned.append(Counter())
        for part in question.parts:
            earned[-1][f"{float(part.right):.3f}"] += part.points  # type: ignore[assignment]
    assert best_guess(earned) < LIMIT


def test_no_swap_is_correct_for_many() -> None:
    tasks = [key for key, aim in AIMS.items() if aim.form == SWAP]
    made = [question for task in tasks for question in questions("inverse", task=task)]
    assert best_guess([Counter(x.task.solutions()) for x in made if isinstance(x.task, InverseTask)]) < LIMIT
    assert len({x.parts[0].right for x in made}) > len(SWAPS) / 2


def test_no_line_of_labels_fits_many_lists() -> None:
    tasks = [key for key, aim in AIMS.items() if aim.form != SWAP]
    made = [question for task in tasks for question in questions("inverse", task=task)]
    labels = Counter("".join(sorted(x.parts[0].right)) for x in made)
    assert max(labels.values()) / len(made) < 2 * LIMIT, "a line also has to be correct"


def test_no_place_of_the_options_is_correct_for_everybody() -> None:
    sheet = Sheet("", 5, (Exercise("e1", "choose", points=1),))
    parts = [variant(sheet, key).questions[0].parts[0] for key in variant_keys(sheet, 80)]
    places = [[x.key for x in part.options].index(part.right) for part in parts if part.kind == CHOICE]
    assert len(places) == 80 and max(map(places.count, range(4))) < 80 * 0.4

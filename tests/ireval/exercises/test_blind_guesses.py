"""A constant answer earns next to nothing, gap by gap, as a learning platform marks it.

``benchmarks.blind_guesses`` tries all numbers on many variants; here are those that somebody would try first.
"""

from __future__ import annotations

import pytest

from ireval.exercises import CHOICE, KINDS, NUMBER, Exercise, Generated, Part, Question, Sheet, variant, variant_keys
from ireval.exercises.exports.shared.accepted_answers import accepted_answers

NATURAL = tuple(dict.fromkeys([*(i / 10 for i in range(11)), *(1 / n for n in range(2, 9)), 2 / 3, 0.75, 2, 3, 4, 5]))
VARIANTS = {"number": 6, "better": 5, "wrong-cell": 5}


def questions(kind: str) -> list[Question]:
    made = []
    for measure in KINDS[kind].measures:
        sheet = Sheet("", 5, (Exercise("e1", kind, measure, 1, generated=Generated()),))
        made += [variant(sheet, key).questions[0] for key in variant_keys(sheet, VARIANTS.get(kind, 12))]
    return made


def worth(question: Question, part: Part, guesses: tuple[float, ...]) -> list[float]:
    """What each number earns in a gap, by the list from which every file is made."""
    known = accepted_answers(question, part)
    found = []
    for guess in guesses:
        number = float(f"{guess:.{part.places}f}")
        first = next((x for x in known if float(x.low) - 1e-9 <= number <= float(x.high) + 1e-9), None)
        found.append(part.points * first.share if first else 0)
    return found


@pytest.mark.parametrize("kind", VARIANTS)
def test_the_best_constant_answer_earns_next_to_nothing(kind: str) -> None:
    made = questions(kind)
    earned = [0.0] * len(NATURAL)
    for question in made:
        for part in question.parts:
            if part.kind == NUMBER:
                earned = [a + b for a, b in zip(earned, worth(question, part, NATURAL), strict=True)]
    assert max(earned) / len(made) < 0.05
    chosen = [question.part("better") for question in made if kind == "better"]
    for key in ("A", "B"):
        assert sum(part.points for part in chosen if part.right == key) / len(made) < 0.05


def test_the_same_number_in_every_gap_of_a_table_earns_next_to_nothing() -> None:
    """Also where each gap is marked by itself: the gaps in which a simple number is correct weigh least."""
    made = questions("table")
    for guess in NATURAL:
        right = [p.points for q in made for p in q.parts if p.right == f"{guess:.{p.places}f}"]
        assert sum(right) / len(made) < 0.05, guess


def test_no_place_of_the_options_is_correct_for_everybody() -> None:
    sheet = Sheet("", 5, (Exercise("e1", "choose", points=1),))
    parts = [variant(sheet, key).questions[0].parts[0] for key in variant_keys(sheet, 80)]
    places = [[x.key for x in part.options].index(part.right) for part in parts if part.kind == CHOICE]
    assert len(places) == 80 and max(map(places.count, range(4))) < 80 * 0.4

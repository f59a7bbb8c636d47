"""Blind guesses earn next to nothing in every kind of exercise there is, gap by gap, as a learning platform marks them.

Kinds, measures and tasks are found through the catalogue, so a new kind that can be guessed fails here. How guesses
are tried is in ``blind_guesses``; ``benchmarks.blind_guesses`` does so on more variants, and with other measures.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from ireval.contract.cases import spellings
from ireval.exercises import CHOICE, KINDS, NUMBER, Exercise, Generated, Sheet, variant_keys
from ireval.exercises.contracts.blind_guesses import LIMIT, MANY, best_guess, best_guesses, earned_blindly, questions
from ireval.exercises.contracts.sample_exercises import exercise_of
from ireval.exercises.generator.acceptance import CLEAR, meet
from ireval.exercises.generator.drawn_lists import has_few_values, looks_at_first
from ireval.exercises.kinds.calculations import one_number
from ireval.exercises.kinds.catalog import added
from ireval.exercises.kinds.changes.inverse_task import AIMS, SWAP, InverseTask
from ireval.exercises.kinds.exercise_draw import ExerciseDraw
from ireval.exercises.kinds.kind import ON_A_LIST, Kind
from ireval.exercises.question.question import FreeNumber, Option, Part, Question
from ireval.exercises.variants import variant
from ireval.measure.registry import measures
from ireval.measure.spelling import parse

pytestmark = pytest.mark.slow

SWAPS = [f"{a} {b}" for a, b in combinations(range(1, 11), 2)]


def planted(kind: Kind) -> list[tuple[str, str, float]]:
    with added(kind):
        return list(earned_blindly(kind))


def first_option(draw: ExerciseDraw) -> tuple[Question, int]:
    """A choice whose correct option is always the first one."""
    right, *others = draw.stream.shuffled(["AP", "RR", "Bpref", "nDCG"])
    part = Part("best", "Best", CHOICE, right, 1, "", options=tuple(Option(x, x) for x in (right, *others)))
    return draw.question("Choice", f"Type {right}.", (part,)), CLEAR


def half(draw: ExerciseDraw) -> tuple[Question, int]:
    """A number that is one half for nearly everybody, beside one that is different for everybody."""
    number = 0.5 if draw.stream.below(10) else 0.25
    other = draw.stream.below(900) / 1000 + 0.05
    parts = tuple(
        Part(x, x, NUMBER, f"{v:.3f}", 0.5, "", v, 3, free=FreeNumber(v, v)) for x, v in (("a", number), ("b", other))
    )
    return draw.question("Numbers", f"{other}", parts), CLEAR


@pytest.mark.parametrize(
    ("make", "takes", "used"),
    [
        (one_number.make_question, ON_A_LIST, ("Success@5",)),
        (first_option, frozenset[str](), ()),
        (half, frozenset[str](), ()),
    ],
)
def test_a_new_kind_that_can_be_guessed_is_found(make: object, takes: frozenset[str], used: tuple[str, ...]) -> None:
    assert planted(Kind("planted", "Planted", "Guess it.", make, takes, used))  # type: ignore[arg-type]


def test_a_new_kind_that_must_be_calculated_is_not_complained_of() -> None:
    kind = Kind("planted", "Planted", "Calculate it.", one_number.make_question, ON_A_LIST, ("AP", "RBP"))
    assert planted(kind) == []


@pytest.mark.thorough
def test_sheets_of_the_older_version_could_be_guessed() -> None:
    """All reciprocal ranks were 1/2 or 1/3: half the points for "0.5" in every gap. Such sheets keep their lists."""
    old, new = (questions(exercise_of(KINDS["mean-score"], "RR"), 40, generator=generator) for generator in (3, 4))
    assert best_guesses(old).constant > 0.5
    assert {part.right for question in old for part in question.parts[:-1]} == {"0.500", "0.333"}
    assert best_guesses(new).constant < LIMIT
    assert len({part.right for question in new for part in question.parts[:-1]}) >= 8


@pytest.mark.thorough
@pytest.mark.parametrize("lists", [2, 3, 4])
@pytest.mark.parametrize("measure", ["RR", "AP", "RR@5", "P@5"])
def test_the_scores_of_queries_differ_where_a_measure_has_enough_of_them(measure: str, lists: int) -> None:
    """A score of few values may come twice: without that, a mean of four of them would be the same for everybody."""
    for question in questions(exercise_of(KINDS["mean-score"], measure, lists=lists), 6):
        values = [part.value for part in question.parts[:-1]]
        pairs = [meet(a, b, 0.001) for a, b in combinations(values, 2)]
        assert not all(pairs) and (has_few_values(parse(measure)) or not any(pairs))
        free = question.parts[-1].free
        assert free and not any(meet(known.value, question.parts[-1].value, 0.001) for known in free.known)


@pytest.mark.thorough
def test_the_scores_of_queries_differ_with_every_measure_there_is() -> None:
    """Each measure of the registry takes a fraction of a second; one that has a single score is refused."""
    drawn = 0
    for measure in measures().values():
        exercise = exercise_of(KINDS["mean-score"], str(spellings(measure)[0]), lists=2)
        for question in questions(exercise, 1):
            one, other = (part.value for part in question.parts[:-1])
            assert not meet(one, other, 0.001)
            drawn += 1
    assert drawn > len(measures()) / 2


def test_the_options_of_an_own_choice_stand_in_different_orders() -> None:
    parts = [question.parts[0] for question in questions(exercise_of(KINDS["own-choice"], ""), MANY)]
    assert len({tuple(option.key for option in part.options) for part in parts}) == 6


def test_the_three_numbers_of_an_agreement_differ() -> None:
    for question in questions(Exercise("e1", "two-judges", points=1), 30):
        assert not any(meet(a.value, b.value, 0.001) for a, b in combinations(question.parts, 2))


def test_the_first_relevant_document_is_as_likely_at_one_rank_as_at_another() -> None:
    assert [name for name in measures() if not measures()[name].cutoff_required and looks_at_first(name)] == ["RR"]
    for measure, least in (("RR", 5), ("Success@5", 2)):
        exercise = replace(exercise_of(KINDS["number"], measure), generated=Generated(length=10))
        found = Counter(question.parts[0].right for question in questions(exercise, 40))
        assert len(found) >= least and max(found.values()) < 40 * (0.35 if least > 2 else 0.75)


def test_no_swap_is_correct_for_many() -> None:
    tasks = [key for key, aim in AIMS.items() if aim.form == SWAP]
    made = [question for task in tasks for question in questions(exercise_of(KINDS["inverse"], task), 14)]
    right = [Counter(x.task.solutions()) for x in made if isinstance(x.task, InverseTask)]
    assert best_guess(right, len(made))[0] < LIMIT
    assert len({x.parts[0].right for x in made}) > len(SWAPS) / 2


def test_no_line_of_labels_fits_many_lists() -> None:
    tasks = [key for key, aim in AIMS.items() if aim.form != SWAP]
    made = [question for task in tasks for question in questions(exercise_of(KINDS["inverse"], task), 14)]
    labels = Counter("".join(sorted(x.parts[0].right)) for x in made)
    assert max(labels.values()) / len(made) < 2 * LIMIT, "a line also has to be correct"


@pytest.mark.thorough
@pytest.mark.parametrize(("kind", "variants"), [("number", 8), ("better", 6), ("wrong-cell", 8)])
def test_a_constant_answer_to_the_usual_measures_of_a_kind_earns_next_to_nothing(kind: str, variants: int) -> None:
    assert best_guesses(usual(kind, variants)).constant < LIMIT


def test_the_same_number_in_every_gap_of_a_table_earns_next_to_nothing() -> None:
    """Also where each gap is marked by itself: the gaps in which a simple number is correct weigh least."""
    earned: list[Counter[str]] = []
    for question in usual("table", 10):
        earned.append(Counter())
        for part in question.parts:
            earned[-1][f"{float(part.right):.3f}"] += part.points  # type: ignore[assignment]
    assert best_guess(earned, len(earned))[0] < LIMIT


def test_no_place_of_the_options_is_correct_for_everybody() -> None:
    sheet = Sheet("", 5, (Exercise("e1", "choose", points=1),))
    parts = [variant.variant(sheet, key).questions[0].parts[0] for key in variant_keys(sheet, 80)]
    places = [[x.key for x in part.options].index(part.right) for part in parts if part.kind == CHOICE]
    assert len(places) == 80 and max(map(places.count, range(4))) < 80 * 0.4


def usual(kind: str, variants: int) -> list[Question]:
    """Variants of a kind with each of its usual measures."""
    return [
        question
        for measure in KINDS[kind].measures or ("",)
        for question in questions(exercise_of(KINDS[kind], measure), variants)
    ]

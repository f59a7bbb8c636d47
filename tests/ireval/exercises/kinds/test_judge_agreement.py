"""The agreement of two judges: numbers as scikit-learn and hand calculations have them, mistakes, errors carried on."""

from __future__ import annotations

import pytest

from ireval.agreement import krippendorffs_alpha, table_agreement
from ireval.errors import InputError
from ireval.exercises import KINDS, Credit, Exercise, Generated, Question, Sheet, mark, variant, wrong_answers
from ireval.exercises.kinds.judges.two_judges import TwoJudges
from ireval.exercises.marking.stages import Stage, texts
from ireval.exercises.variants.exercise_check import check
from ireval.messages import say

SEEDS = range(12)


def question(task: str = "labels", *, seed: int = 1, length: int = 12, **more: object) -> Question:
    exercise = Exercise("e1", "two-judges", points=3, task=task, generated=Generated(length))
    return variant(Sheet("", seed, (exercise,), **more), "K7M2PX").questions[0]  # type: ignore[arg-type]


def labels(made: Question) -> tuple[list[str], list[str]]:
    """The labels of the two judges, as the sheet shows them."""
    assert made.grid
    if made.drawn == "labels":
        return [row[1].text for row in made.grid.rows], [row[2].text for row in made.grid.rows]
    (both, first, _), (second, neither, _), _ = ([int(cell.text) for cell in row[1:]] for row in made.grid.rows)
    pairs = [("1", "1")] * both + [("1", "0")] * first + [("0", "1")] * second + [("0", "0")] * neither
    return [a for a, _ in pairs], [b for _, b in pairs]


@pytest.mark.slow
@pytest.mark.parametrize("task", ["labels", "counts"])
def test_the_numbers_are_those_of_the_labels_on_the_sheet(task: str) -> None:
    from sklearn.metrics import cohen_kappa_score

    for seed in SEEDS:
        made = question(task, seed=seed)
        first, second = labels(made)
        total = len(first)
        observed = sum(a == b for a, b in zip(first, second, strict=True)) / total
        expected = sum(first.count(label) * second.count(label) for label in "01") / total**2
        values = [part.value for part in made.parts]
        assert values == pytest.approx([observed, expected, cohen_kappa_score(first, second)])
        assert mark(made, {part.id: part.right for part in made.parts}).points == 3


def test_a_table_of_counts_has_its_sums() -> None:
    made = question("counts")
    assert made.grid and made.grid.heads == ("documents", "B says 1", "B says 0", "sum")
    rows = [[int(cell.text) for cell in row[1:]] for row in made.grid.rows]
    assert all(row[2] == row[0] + row[1] for row in rows)
    assert rows[2] == [a + b for a, b in zip(rows[0], rows[1], strict=True)]
    assert f"{rows[2][2]} documents" in made.prompt


def test_labels_are_as_many_as_the_exercise_says() -> None:
    for length in (6, 20):
        assert len(labels(question(length=length))[0]) == length
    with pytest.raises(InputError, match="No suitable list"):
        question(length=3)


def test_four_hundred_documents_by_hand() -> None:
    judges = TwoJudges(both=300, only_first=20, only_second=10, neither=70)
    values = [step.value for step in table_agreement(judges.counts).steps]
    assert values == pytest.approx([0.925, 0.665, (0.925 - 0.665) / 0.335])


@pytest.mark.parametrize("task", ["labels", "counts"])
def test_typical_mistakes_are_named(task: str) -> None:
    made = question(task, seed=5, credit=Credit(mistake=0.25))  # no two of these numbers are alike
    first, second = labels(made)
    total = len(first)
    both = sum(a == b == "1" for a, b in zip(first, second, strict=True))
    either = sum("1" in pair for pair in zip(first, second, strict=True))
    observed, expected, _ = (part.value for part in made.parts)
    pooled = (first.count("1") + second.count("1")) / (2 * total)
    chance = pooled**2 + (1 - pooled) ** 2
    wrong = {
        "agreement-relevant-only": ("observed", both / total, 0.25),
        "agreement-overlap": ("observed", both / either, 0.25),
        "agreement-disagreement": ("observed", 1 - observed, 0.25),
        "expected-relevant-only": ("expected", first.count("1") * second.count("1") / total**2, 0.25),
        "expected-pooled": ("expected", chance, 0.25),
        "expected-even": ("expected", 0.5, 0),
        "kappa-not-divided": ("kappa", observed - expected, 0.25),
        "kappa-divided-by-observed": ("kappa", (observed - expected) / observed, 0.25),
        "kappa-divided-by-expected": ("kappa", (observed - expected) / expected, 0.25),
        "kappa-divided-by-disagreement": ("kappa", (observed - expected) / (1 - observed), 0.25),
        "kappa-pooled": ("kappa", (observed - chance) / (1 - chance), 0.25),
        "kappa-even": ("kappa", 2 * observed - 1, 0.25),
        "kappa-without-chance": ("kappa", observed, 0),
    }
    named = {found.cause: found for part in made.parts for found in wrong_answers(made, part)}
    one_assessor = {"expected-one-assessor", "kappa-one-assessor"}
    assert set(named) == set(wrong) | one_assessor
    for labelled in (first, second):
        squares = sum(labelled.count(label) ** 2 for label in "01") / total**2
        for part, value in (("expected", squares), ("kappa", (observed - squares) / (1 - squares))):
            assert mark(made, {part: f"{value:.3f}"}).part(part).cause == f"{part}-one-assessor"
    for cause, (part, value, share) in wrong.items():
        marked = mark(made, {part: f"{value:.3f}"}).part(part)
        assert marked.cause == cause and marked.points == pytest.approx(share * made.part(part).points), cause
        assert named[cause].value == pytest.approx(value) and named[cause].share == share


def test_kappa_of_ones_own_agreements_is_carried_forward() -> None:
    made = question("counts", seed=3)
    observed, expected, kappa = (part.value for part in made.parts)
    own = observed - 0.07
    answers = {"observed": f"{own:.3f}", "expected": f"{expected:.3f}"}
    follows = (round(own, 3) - round(expected, 3)) / (1 - round(expected, 3))
    assert abs(follows - kappa) > 0.01
    marked = mark(made, answers | {"kappa": f"{follows:.3f}"})
    assert marked.part("kappa").outcome == "carried-forward" and marked.points == pytest.approx(
        3 - made.part("observed").points
    )
    assert mark(made, {"kappa": f"{follows:.3f}"}).part("kappa").outcome != "carried-forward"


def test_numbers_rounded_on_the_way_are_accepted() -> None:
    for seed in SEEDS:
        made = question("counts", seed=seed)
        observed, expected = (round(part.value, 3) for part in made.parts[:2])
        kappa = f"{(observed - expected) / (1 - expected):.3f}"
        assert mark(made, {"kappa": kappa}).part("kappa").points == made.part("kappa").points


def test_the_next_step_is_said_without_its_result() -> None:
    made = question()
    said = say(texts(mark(made, {part.id: "0.123" for part in made.parts}), Stage.STEP)["observed"])
    assert "labelled alike" in said and made.parts[0].right not in said


@pytest.mark.parametrize(
    ("exercise", "field"),
    [
        (Exercise("e1", "two-judges", "AP"), "x.measure"),
        (Exercise("e1", "two-judges", task="luck"), "x.task"),
        (Exercise("e1", "two-judges", columns=("a",)), "x.columns"),
        (Exercise("e1", "two-judges", task="labels", generated=Generated(3)), "x.generated"),
    ],
)
def test_what_it_cannot_use_is_refused(exercise: Exercise, field: str) -> None:
    with pytest.raises(InputError) as refused:
        check(Sheet("", 1, ()), exercise, "x")
    assert refused.value.field == field


OTHERS = [task for task in KINDS["two-judges"].tasks if task not in {"labels", "counts"}]


@pytest.mark.parametrize("task", OTHERS)
def test_other_coefficients_are_asked_and_their_mistakes_are_named(task: str) -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    for seed in range(4):
        made = question(task, seed=seed, length=8, credit=Credit(mistake=0.25))
        assert mark(made, {part.id: part.right for part in made.parts}).points == pytest.approx(3)
        named = [(part, found) for part in made.parts for found in wrong_answers(made, part)]
        assert len(named) >= 8 and all(say(found.message) for _, found in named)
        for part, found in named:
            marked = mark(made, {part.id: f"{found.value:.3f}"}).part(part.id)
            assert marked.outcome in {"mistake", "carried-forward"} and marked.points <= part.points / 4
        if task in {"linear", "quadratic"}:
            assert made.grid
            counts = [[int(cell.text) for cell in row[1:4]] for row in made.grid.rows[:3]]
            pairs = [(i, j) for i, row in enumerate(counts) for j, count in enumerate(row) for _ in range(count)]
            first, second = zip(*pairs, strict=True)
            theirs = metrics.cohen_kappa_score(first, second, weights=task)
            assert made.parts[2].value == pytest.approx(theirs)
            swapped = metrics.cohen_kappa_score(first, second, weights="quadratic" if task == "linear" else "linear")
            assert mark(made, {"kappa": f"{swapped:.3f}"}).part("kappa").cause.startswith("weighted-")


def test_documents_that_somebody_missed_are_on_the_sheet() -> None:
    made = question("alpha-nominal", length=8)
    assert made.grid
    shown = [[cell.text for cell in row[1:]] for row in made.grid.rows]
    assert sorted(row.count("–") for row in shown)[-3:] == [1, 1, 2]
    assessors = {
        name: {"1": {str(i): int(row[place]) for i, row in enumerate(shown) if row[place] != "–"}}
        for place, name in enumerate("ABC")
    }
    assert made.parts[2].value == krippendorffs_alpha(assessors).value

"""Steps about several lists: means and differences agree with calculations by hand, the sign test with all patterns."""

from __future__ import annotations

from itertools import product
from math import prod
from statistics import fmean

import pytest

from ireval.errors import InputError
from ireval.explanation.worked_examples import EXAMPLES
from ireval.lessons import Lab
from ireval.lessons.inline_values import inline_value
from ireval.lessons.lesson_list import LessonList
from tests.ireval.lessons.test_lesson_reader import good, in_step, words

MIR = "Two systems on six queries (made-up lists): the histogram"
LILLIS = "Both of the lecture's lists as queries: MAP"
#: R-precision of both systems on MIR's six queries, counted by hand: relevant documents among the first R, and R.
BY_A, BY_B = (3 / 4, 4 / 5, 1 / 3, 2 / 4, 1 / 1, 2 / 5), (2 / 4, 3 / 5, 2 / 3, 2 / 4, 0 / 1, 4 / 5)


def value(role: str, content: str, example: str = MIR) -> str:
    return words([inline_value(role, content, LessonList().having({"example": example}))])


def listed(arrangement: str, *labels: str) -> LessonList:
    numbered = {f"labels{i if i > 1 else ''}": text for i, text in enumerate(labels, start=1)}
    return LessonList().having({"arrangement": arrangement, "conventions": "lillis", **numbered})


def test_means_and_differences_of_two_systems() -> None:
    assert value("mean", "Rprec A") == f"{fmean(BY_A):.3f}"
    assert value("mean", "Rprec B") == f"{fmean(BY_B):.3f}"
    assert value("mean", "Rprec A-B") == f"{fmean(BY_A) - fmean(BY_B):+.3f}"
    differences = [value("difference", f"Rprec {i}") for i in range(1, 7)]
    assert differences == ["+0.250", "+0.200", "\N{MINUS SIGN}0.333", "0.000", "+1.000", "\N{MINUS SIGN}0.400"]
    assert [value("wins", f"Rprec {who}") for who in ("A", "B", "ties")] == ["3", "2", "1"]
    assert value("spread", "Rprec B") == f"{4 / 5:.3f}"


def test_the_mean_of_one_system_and_of_a_single_list_of_several() -> None:
    first = (1 + 2 / 3 + 3 / 6 + 4 / 10 + 5 / 15) / 10
    second = (1 / 2 + 2 / 4 + 3 / 9 + 4 / 11) / 4
    assert value("mean", "AP", LILLIS) == f"{(first + second) / 2:.3f}"
    assert value("mean", "GMAP", LILLIS) == f"{prod((first, second)) ** (1 / 2):.3f}"
    assert value("value", "AP list=2", LILLIS) == f"{second:.3f}"
    assert value("mean-calculation", "AP", LILLIS) == "MAP = (0.290 + 0.424)/2 = 0.357"


@pytest.mark.parametrize(("a", "b", "ties"), [(6, 0, 0), (5, 1, 0), (3, 3, 0), (1, 4, 2), (0, 0, 3)])
def test_the_sign_test_counts_all_ways_in_which_wins_could_have_fallen(a: int, b: int, ties: int) -> None:
    pairs = [*("10", "01") * a, *("01", "10") * b, *("01", "01") * ties]
    about = listed("pairs", *pairs)
    found = [words([inline_value("sign-test", f"RR {part}", about)]) for part in ("patterns", "extreme", "p")]
    ways = list(product((1, -1), repeat=a + b))
    extreme = sum(abs(sum(way)) >= abs(a - b) for way in ways)
    assert found == [str(len(ways)), str(extreme), f"{extreme / len(ways):.3f}"]


def test_a_lab_has_the_lists_of_an_example_or_of_its_parts() -> None:
    (step,) = good(f'## One\n:::{{lab}}\nexample: "{MIR}"\n:::\n').steps
    (lab,) = step.blocks
    source = next(example for example in EXAMPLES if example.title == MIR)
    assert isinstance(lab, Lab) and lab.parts["arrangement"] == "pairs"
    assert [lab.parts[f"labels{i}"] for i in range(2, 13)] == [other.labels for other in source.others]
    (step,) = good("## One\n:::{lab}\nlabels: 10\nlabels2: 01\ntitle2: Late\narrangement: queries\n:::\n").steps
    (lab,) = step.blocks
    assert isinstance(lab, Lab) and (lab.parts["labels2"], lab.parts["title2"]) == ("01", "Late")


def test_roles_stand_in_questions_too() -> None:
    lesson = good(
        """\
        ## One
        :::{lab}
        labels: 100
        labels2: 010
        labels3: 001
        arrangement: queries
        :::
        :::{question}
        kind: own-number
        text: Of {count}`retrieved` documents, the first is relevant. What is MRR over the three queries?
        answer: "{mean}`RR`"
        hint: The first query has {value}`RR`.
        :::
        :::{question}
        kind: own-choice
        text: Which is larger?
        options:
          - text: "{value}`RR list=2`"
            correct: yes
            feedback: It is more than {value}`RR list=3`.
          - text: "{value}`RR list=3`"
        :::
        """
    )
    number, choice = (quiz.exercise for quiz in lesson.steps[0].quizzes)
    assert number.text.startswith("Of 3 documents") and number.hint == "The first query has 1.000."
    assert (number.answer, number.tolerance) == ("0.611", 0.001), "(1 + 1/2 + 1/3)/3, and what rounding leads to"
    assert [option.text for option in choice.options] == ["0.500", "0.333"]
    assert choice.options[0].feedback == "It is more than 0.333."


@pytest.mark.parametrize(
    ("body", "line", "key"),
    [
        ("\n:::{lab}\nlabels: 10\nlabels2: 1x\narrangement: queries\n:::", 4, "not-a-label"),
        ("\n:::{lab}\nlabels: 10\nlabels2: 01\narrangement: rows\n:::", 5, "not-one-of"),
        ("\n:::{lab}\nlabels: 10\nlabels1: 01\n:::", 4, "lesson-unknown-field"),
        ("\n:::{lab}\nlabels: 10\n:::\n{mean}`AP`", 5, "lesson-without-lists"),
        ("\n:::{lab}\nlabels: 10\nlabels2: 01\n:::\n{mean}`AP`", 6, "lesson-without-lists"),
        ("\n:::{lab}\nlabels: 10\nlabels2: 01\narrangement: queries\n:::\n{wins}`AP A`", 7, "lesson-without-pairs"),
        ("\n:::{lab}\nlabels: 10\nlabels2: 01\narrangement: pairs\n:::\n{mean}`AP`", 7, "not-one-of"),
        ("\n:::{lab}\nlabels: 10\nlabels2: 01\narrangement: pairs\n:::\n{difference}`AP 2`", 7, "not-one-of"),
        ("\n:::{lab}\nlabels: 10\nlabels2: 01\narrangement: pairs\n:::\n{mean}`AQ A`", 7, "unknown-measure"),
        ("\n:::{lab}\nlabels: 10\nlabels2: 01\narrangement: pairs\n:::\n{mean}`AP A now`", 7, "lesson-role-words"),
        ("\n:::{lab}\nlabels: 10\nlabels2: 01\n:::\n{value}`AP list=3`", 6, "out-of-range"),
        ("\n:::{question}\nkind: own-number\ntext: How many of 5?\nanswer: 3\n:::", 4, "lesson-typed-number"),
        ('\n:::{question}\nkind: own-number\ntext: What?\nanswer: "{value}`AP`"\n:::', 5, "lesson-without-list"),
    ],
)
def test_faults_have_the_line_on_which_they_stand(body: str, line: int, key: str) -> None:
    assert in_step(body)[0] == (line, key)


def test_an_unknown_role_is_offered_one_of_all_roles() -> None:
    with pytest.raises(InputError) as raised:
        inline_value("wnis", "AP A", LessonList())
    assert "wins" in str(raised.value.values["hint"])

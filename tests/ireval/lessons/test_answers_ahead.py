"""What a question asks is covered in the labs before it, and a fault where the text shows it."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from ireval.exercises.question.safe_markdown import Inside
from ireval.lessons import Lab, Prose
from tests.ireval.lessons.test_lesson_reader import HEAD, faults, good, in_step

LAB = ":::{lab}\nlabels: 1011\nshow: AP\n:::\n"
ASKED = ":::{question}\nkind: number\nmeasure: AP\nlist: shown\n:::\n"


def covers(body: str) -> list[str]:
    labs = [block for step in good(body).steps for block in step.blocks if isinstance(block, Lab)]
    return [lab.parts.get("cover", "") for lab in labs]


def test_labs_down_to_the_question_cover_its_answer() -> None:
    body = f"## One\n{LAB}\n## Two\n{LAB}{ASKED}\n## Three\n{LAB}"
    first, second, third = covers(body)
    assert first == second and "AP" in first.split(",") and third == ""


def test_another_list_is_not_covered() -> None:
    other = LAB.replace("1011", "0111")
    assert covers(f"## One\n{other}\n## Two\n{LAB}{ASKED}")[0] == ""


@pytest.mark.parametrize("role", ["{value}`AP`", "{calculation}`AP`", "{cell}`AP AP 4`"])
def test_text_that_shows_the_answer_is_a_fault(role: str) -> None:
    assert [key for _, key in in_step(f"{LAB}It is {role}.\n\n{ASKED}")] == ["lesson-answer-shown-before"]
    assert in_step(f"{LAB}{ASKED}\n:::{{reveal}} Why\nIt is {role}.\n:::\n") == []
    assert in_step(f"{LAB}:::{{notes}}\nIt is {role}.\n:::\n{ASKED}") == []
    assert in_step(f"{LAB}With another list it is {role.replace('`AP', '`AP', 1)[:-1]} labels=0111`.\n\n{ASKED}") == []


def test_a_step_knows_the_columns_that_the_lesson_is_about_so_far() -> None:
    text = f"## One\n{LAB}P is {{cell}}`AP P 2`.\n\n## Two\n{LAB}{ASKED}"
    first, second = good(text).steps
    assert first.own_columns == {"P", "AP"} and second.own_columns == {"AP"} and second.columns == {"P", "AP"}


def texts(nodes: Iterable[Inside]) -> str:
    return " ".join(node if isinstance(node, str) else node.tag + " " + texts(node.inside) for node in nodes)


def on_paper(body: str) -> list[str]:
    """The texts of each step on paper."""
    blocks = [[b for b in step.blocks if isinstance(b, Prose)] for step in good(body).steps_on_paper]
    return [" ".join(texts(block.nodes) for block in found) for found in blocks]


def test_on_paper_a_later_list_covers_what_an_earlier_question_asks() -> None:
    body = f"## One\n{LAB}\n## Two\n{LAB}{ASKED}\n## Three\n{LAB}\n## Four\n{LAB.replace('1011', '0111')}"
    labs = [block for step in good(body).steps_on_paper for block in step.blocks if isinstance(block, Lab)]
    covered = [lab.parts.get("cover", "").split(",") for lab in labs]
    assert ["AP" in names for names in covered] == [True, True, True, False]
    assert covers(body)[2] == "", "on the screen it stays"


@pytest.mark.parametrize("role", ["{value}`AP`", "{calculation}`AP`", "{cell}`AP AP 4`"])
def test_on_paper_later_text_leaves_out_what_an_earlier_question_asks(role: str) -> None:
    body = f"## One\n{LAB}{ASKED}\n## Two\n{LAB}It is {role}, not {{value}}`P`, and **so {role}**."
    number = "0.806"
    assert on_paper(body)[1].count("blank") == 2 and number not in on_paper(body)[1] and "0.750" in on_paper(body)[1]
    prose = [block for block in good(body).steps[1].blocks if isinstance(block, Prose)]
    assert "blank" not in texts(prose[0].nodes)
    folded = good(f"## One\n{LAB}{ASKED}\n:::{{reveal}} Why\nIt is {role}.\n:::\n")
    assert folded.steps_on_paper[0].blocks[-1] == folded.steps[0].blocks[-1], "what is folded is printed with solutions"


def test_on_paper_a_mean_of_scores_leaves_out_the_score_that_is_asked() -> None:
    several = LAB.replace("show: AP", "labels2: 0110\narrangement: queries\nshow: AP")
    body = f"## One\n{LAB}{ASKED}\n## Two\n{several}{{mean-calculation}}`AP`"
    assert "blank" in on_paper(body)[1] and "calculation" not in on_paper(body)[1]


QUOTED = """:::{wrong-cell}
measure: AP
labels: "LABELS"
text: "A student calculated AP."
figures:
  P: 1.000 0.500 0.667 0.750
  AP: "- - - 0.750"
slips:
  "AP[4]": The sum was divided by the ranks.
:::
"""


@pytest.mark.parametrize("columns", ["", "columns: [P]\n"])
@pytest.mark.parametrize("order", [1, -1])
def test_a_quoted_table_that_answers_another_question_is_a_fault(order: int, columns: str) -> None:
    """On paper the question and the table are in sight together, whichever comes first."""
    asked = ASKED.replace("kind: number", f"kind: table\n{columns}".rstrip()) if columns else ASKED
    for labels, expected in (("1011", ["lesson-answer-printed"]), ("0111", [])):
        steps = [f"## A\n{LAB.replace('1011', labels)}{asked}\n", "## B\n" + QUOTED.replace("LABELS", "1011")]
        assert [key for _, key in faults(HEAD + "\n".join(steps[::order]))] == expected

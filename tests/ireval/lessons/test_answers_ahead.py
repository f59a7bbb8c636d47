"""What a question asks is covered in the labs before it, and a fault where the text shows it."""

from __future__ import annotations

import pytest

from ireval.lessons import Lab
from tests.ireval.lessons.test_lesson_reader import good, in_step

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

"""Lessons are read whole, with every fault on its line; no number in them is typed."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import dedent

import pytest

from ireval.exercises import variant
from ireval.exercises.question.safe_markdown import Inside, Node
from ireval.lessons import Lab, Lesson, Note, Prose, Quiz, Reveal, read_lesson

HEAD = "---\ntitle: Averages\nminutes: 15\nobjectives:\n  - Calculate AP\nsources: [lillis]\nconventions: lillis\n---\n"
LAB = ':::{lab}\nexample: "Fifteen documents: average precision"\n:::\n'
BEGIN = HEAD.count("\n") + 1  # the line after the front matter


def good(body: str) -> Lesson:
    lesson, faults = read_lesson(HEAD + dedent(body), "averages")
    assert not faults, faults
    return lesson


def faults(text: str) -> list[tuple[int, str]]:
    """The lines and keys of all faults."""
    return [(fault.line, fault.problem.key) for fault in read_lesson(text, "averages").faults]


def in_step(body: str) -> list[tuple[int, str]]:
    """The faults of a body below the heading of a step, with lines counted from the heading."""
    found = faults(f"{HEAD}## A step\n{dedent(body)}")
    return [(line - BEGIN, key) for line, key in found]


def words(inside: Iterable[Inside]) -> str:
    return "".join(x if isinstance(x, str) else words(x.inside) for x in inside)


#: A lesson with every block that does not need another lesson or a collection.
TWO_STEPS = """\
## Predict

What is *average* precision?

:::{lab}
example: "Fifteen documents: average precision"
cover: AP
step: 3
:::
:::{question}
predict: yes
kind: number
measure: AP
list: shown
:::
::::{reveal} The answer
AP is {value}`AP`.

:::{question}
kind: number
measure: RR
generated: {length: 8}
:::
::::
## Conventions

:::{convention} divisor
Lectures divide by **all**.
:::
"""


def test_a_lesson_has_a_head_and_steps_with_blocks_in_their_order() -> None:
    lesson = good(TWO_STEPS)
    assert (lesson.title, lesson.minutes, lesson.objectives) == ("Averages", 15, ("Calculate AP",))
    assert (lesson.sources, lesson.licence, lesson.slug) == (("lillis",), "CC BY 4.0", "averages")
    first, second = lesson.steps
    assert (first.title, second.title) == ("Predict", "Conventions")
    assert [type(block) for block in first.blocks] == [Prose, Lab, Quiz, Reveal]
    lab, quiz, reveal = first.blocks[1:]
    assert isinstance(lab, Lab) and isinstance(quiz, Quiz) and isinstance(reveal, Reveal)
    shown = {"labels": "101003000200003", "unretrieved": "32211", "size": "800", "conventions": "lillis", "show": "AP"}
    assert lab.parts.items() >= (shown | {"step": "3"}).items()
    assert lab.parts["cover"].split(",")[0] == "AP"
    assert quiz.prediction and quiz.exercise.list and quiz.exercise.list.labels == shown["labels"]
    assert reveal.title == "The answer"
    assert [type(block) for block in reveal.blocks] == [Prose, Quiz]
    assert [q.exercise.id for q in first.quizzes] == ["1-1", "1-2"], "those inside count"
    (note,) = second.blocks
    assert isinstance(note, Note) and note.convention == "divisor"
    questions = variant(lesson.sheet, "AAAAAA").questions
    assert questions[0].parts[0].right == "0.290", "the sheet has the lecture's score"
    other = variant(lesson.sheet, "BBBBBB").questions
    assert questions[0].lists == other[0].lists and questions[1].lists != other[1].lists, "drawn for each key"


@pytest.mark.parametrize(
    ("role", "text"),
    [
        ("{value}`AP`", "0.290"),  # (1 + 2/3 + 3/6 + 4/10 + 5/15)/10, as the lecture has it
        ("{value}`AP places=1`", "0.3"),
        ("{value}`AP divisor=relevant-retrieved`", "0.580"),
        ("{value}`P@5 labels=11100`", "0.600"),
        ("{value}`nDCG@3 conventions=blog labels=524 places=2`", "0.97"),
        ("{calculation}`P@5`", "P@5 = 2/5 = 0.400"),
        ("{cell}`nDCG@10 DCG 6`", "2.791"),  # 1 + 1/log2(3) + 3/log2(6)
        ("{count}`relevant`", "10"),
        ("{count}`found`", "5"),
        ("{count}`non-relevant`", "10"),
        ("{count}`retrieved`", "15"),
        ("{count}`size`", "800"),
        ("{measure}`nDCG@10`", "nDCG@10"),
        ("{quoted}`0.36`", "0.36"),
    ],
)
def test_numbers_of_a_text_are_computed_on_the_list_of_the_step(role: str, text: str) -> None:
    (step,) = good(f"## One\n{LAB}\nIt is {role}.\n").steps
    prose = step.blocks[-1]
    assert isinstance(prose, Prose) and words(prose.nodes) == f"It is {text}."


def test_a_formula_follows_the_conventions() -> None:
    found = []
    for preset in ("lillis", "blog"):
        (step,) = good(f"## One\n{{formula}}`nDCG@5 conventions={preset}`\n").steps
        (prose,) = step.blocks
        assert isinstance(prose, Prose)
        found.append(prose.nodes[0].inside[0])
    assert all(isinstance(node, Node) and r"\mathrm{DCG}" in node.value for node in found)
    assert found[0] != found[1], "one discount is log2(i), the other log2(i + 1)"


def test_each_step_begins_with_the_conventions_of_the_lesson_and_without_a_list() -> None:
    text = f"{HEAD}## One\n{LAB}\n{{value}}`AP`\n## Two\n{{value}}`AP`\n"
    assert faults(text) == [(BEGIN + 7, "lesson-without-list")]
    lesson = good("## One\n{value}`nDCG@3 labels=123`\n")
    (prose,) = lesson.steps[0].blocks
    assert isinstance(prose, Prose)
    assert words(prose.nodes) == "0.869", "(1 + 2 + 3/1.585)/(3 + 2 + 1/1.585) = 4.893/5.631"


@pytest.mark.parametrize(
    "text",
    [
        "AP is 0.29.",
        "Half of 10 documents.",
        "- 3 documents",
        "**7** of them",
        "in 1992,\nagain",
        "1,239 documents",
        "5 %",
    ],
)
def test_typed_numbers_are_faults(text: str) -> None:
    assert in_step(f"\n{text}\n") == [(2, "lesson-typed-number")]


@pytest.mark.parametrize(
    "text", ["P@5 and nDCG@10", "F1, d12 and bpref-10", "TREC-6", "`101003`", "three of them", "{quoted}`1,239`"]
)
def test_numbers_in_names_code_and_quotations_are_none(text: str) -> None:
    assert in_step(f"\n{text}\n") == []


def test_a_step_is_named_by_its_title_and_gets_its_number() -> None:
    """Also a later step, inside a reveal; so the number stays right when a step is added."""
    (step, *_) = good(
        "## One\n\n:::{reveal} Why\n{step}`Three` shows why.\n:::\n\n## Two\n\nB\n\n## Three\n\nC\n"
    ).steps
    (reveal,) = step.blocks
    assert isinstance(reveal, Reveal)
    (prose,) = reveal.inside
    assert isinstance(prose, Prose)
    assert words(prose.nodes) == "Step 3 shows why."


@pytest.mark.parametrize(
    ("body", "line", "key"),
    [
        ("\n{step}`Another step`", 2, "not-one-of"),
        ("\n{valu}`AP`", 2, "lesson-unknown-role"),
        ("\nA\nB {value}`AX`", 3, "unknown-measure"),
        ("\n{value}`AP P@5`", 2, "lesson-role-words"),
        ("\n{count}`size labels=101`", 2, "lesson-without-size"),
        ("\n{cell}`AP nothing 1 labels=101`", 2, "lesson-unknown-column"),
        ("\n{cell}`AP P 9 labels=101`", 2, "lesson-unknown-row"),
        ("\n:::{lap}\n:::", 2, "lesson-unknown-directive"),
        ("\n:::{lab} My list\nlabels: 101\n:::", 2, "lesson-directive-title"),
        ("\n:::{lab}\nshow: AP\n:::", 2, "lesson-lab-without-list"),
        ("\n:::{lab}\nlabels: 101\nlables: 1\n:::", 4, "lesson-unknown-field"),
        ("\n:::{lab}\nlabels: 10x\n:::", 3, "not-a-label"),
        ("\n:::{lab}\nlabels: 101\nshow: AP\ncover: DGC\n:::", 5, "lesson-unknown-cover"),
        ("\n:::{lab}\nlabels: 101\nshow: AP\ncover: P.4\n:::", 5, "lesson-no-row-to-cover"),
        ("\n:::{lab}\nlabels: 101\nshow: AP\ncover: P.0.4\n:::", 5, "lesson-no-row-to-cover"),
        ("\n:::{lab}\nlabels: 101\nlabels: 1\n:::", 4, "lesson-field-twice"),
        ("\n:::{lab}\nlabels: &a 101\nshow: *a\n:::", 4, "lesson-yaml-alias"),
        ("\n:::{lab}\nlabels: [1\n:::", 4, "lesson-not-yaml"),
        ("\n:::{lab}\n- 1\n:::", 3, "lesson-no-fields"),
        ("\n:::{question}\nkind: nothing\n:::", 3, "unknown-kind"),
        ("\n:::{question}\nkind: number\nmeasure: AQ\n:::", 4, "unknown-measure"),
        ("\n:::{question}\nkind: number\nmeasure: AP\npredict: perhaps\n:::", 5, "lesson-yes-or-no"),
        ("\n:::{question}\nkind: number\nmeasure: AP\ngenerated: {length: many}\n:::", 5, "json-wrong-type"),
        ("\n:::{reveal}\nText\n:::", 2, "lesson-reveal-without-title"),
        ("\n:::{reveal} See\nIt is 3.\n:::", 3, "lesson-typed-number"),
        ("\n::::{reveal} See\n:::{lab}\nlabels: 10x\n:::\n::::", 4, "not-a-label"),
        ("\n:::{convention} divisors\n:::", 2, "sheet-unknown-convention"),
        ("\n### Smaller\n", 2, "lesson-heading"),
    ],
)
def test_faults_have_the_line_on_which_they_stand(body: str, line: int, key: str) -> None:
    assert in_step(body) == [(line, key)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("## One\n", [(1, "lesson-without-head")]),
        (f"{HEAD}Text\n## One\n", [(BEGIN, "lesson-text-before-steps")]),
        (HEAD, [(1, "lesson-without-steps")]),
        (HEAD.replace("minutes: 15\n", "") + "## One\n", [(1, "lesson-field-missing")]),
        (HEAD.replace("15", "many") + "## One\n", [(3, "not-a-number")]),
        (HEAD.replace("[lillis]", "[lilis]") + "## One\n", [(6, "not-one-of")]),
        (HEAD.replace("lillis\n---", "lilis\n---") + "## One\n", [(7, "not-one-of")]),
        (HEAD.replace("Averages", "The 3 averages") + "## One\n", [(2, "lesson-typed-number")]),
        (HEAD.replace("title", "titel") + "## One\n", [(1, "lesson-field-missing"), (2, "lesson-unknown-field")]),
    ],
)
def test_faults_of_the_head_and_of_the_whole(text: str, found: list[tuple[int, str]]) -> None:
    assert faults(text) == found


def test_all_faults_are_found_at_once_and_each_says_what_to_do() -> None:
    read = read_lesson(f"{HEAD}## One\n\nIt is 3, {{value}}`AX` and 4.\n\n:::{{lab}}\nlabels: 10x\n:::\n", "averages")
    assert [fault.line - BEGIN for fault in read.faults] == [2, 2, 2, 5]
    assert [len(fault.text.split(". ")) for fault in read.faults] == [2, 2, 2, 2], "what is wrong, and what to do"


@pytest.mark.parametrize("text", ["[a](javascript:alert)", "<b>bold</b>", "![x](https://example.org/x.png)"])
def test_html_images_and_scripts_stay_text(text: str) -> None:
    (step,) = good(f"## One\n{text}\n").steps
    (prose,) = step.blocks
    assert isinstance(prose, Prose)
    tags = {node.tag for node in prose.nodes} | {
        x.tag for node in prose.nodes for x in node.inside if isinstance(x, Node)
    }
    assert tags <= {"p", "a"} and ("a" not in tags or "javascript" not in str(prose))

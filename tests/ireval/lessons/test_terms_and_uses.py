"""Terms of the glossary in a lesson's text, and which measures a lesson uses in which of its steps."""

from __future__ import annotations

from ireval.exercises.question.safe_markdown import Node
from ireval.lessons import Prose, read_lesson
from tests.ireval.lessons.test_lesson_reader import BEGIN, HEAD, LAB, good


def test_a_term_may_stand_in_other_words_and_at_the_beginning_of_a_sentence() -> None:
    lesson = good("## A step\n{term}`Qrels` have {term}`grades <grade>`.\n")
    (prose,) = lesson.steps[0].blocks
    assert isinstance(prose, Prose)
    terms = [node for node in prose.nodes[0].inside if isinstance(node, Node)]
    assert [(term.tag, term.inside, term.value) for term in terms] == [
        ("term", ("Qrels",), "qrels"),
        ("term", ("grades",), "grade"),
    ]


def test_a_term_that_the_glossary_does_not_have_is_a_fault_with_its_line() -> None:
    text = f"{HEAD}## A step\nOne\n{{term}}`cutof`, {{term}}`depths <depth x>` and {{term}}`xyzzy`.\n"
    found = [(fault.line - BEGIN, fault.text) for fault in read_lesson(text, "averages").faults]
    assert [line for line, _ in found] == [2, 2, 2]
    assert found[0][1] == "The glossary has no term “cutof”. Did you mean cutoff?"
    assert "no term “depth x”" in found[1][1]
    assert found[2][1].endswith("Choose a term of the glossary, or add this one to it.")


def test_measures_are_used_in_the_text_in_labs_and_in_questions() -> None:
    lesson = good(
        f"""\
## Text
{LAB}
{{value}}`P@5`, {{cell}}`nDCG@10 DCG 3`, {{formula}}`RR`, {{calculation}}`map` and {{measure}}`Bpref(bpref='r')`.

## Lab
:::{{lab}}
labels: 101
show: R@2
:::

## Questions
:::{{question}}
kind: own-choice
text: Is ERR {{value}}`ERR@2 labels=101`?
options:
  - text: "Yes"
    correct: yes
    feedback: It is.
  - text: "No"
    feedback: It is.
:::

:::{{question}}
kind: number
measure: P@3
generated: {{length: 8}}
:::

::::{{reveal}} Inside
:::{{question}}
kind: number
measure: F1
generated: {{length: 8}}
:::
::::
"""
    )
    assert dict(lesson.measures) == {
        "P": (1, 3),
        "nDCG": (1,),
        "RR": (1,),
        "AP": (1,),
        "Bpref": (1,),
        "R": (2,),
        "F": (3,),
        "ERR": (3,),
    }

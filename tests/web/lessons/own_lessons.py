"""A folder with lessons of one's own, for tests of what happens to them."""

from __future__ import annotations

from pathlib import Path

from ireval.exercises import variant
from ireval.lessons import Lesson, read_lesson

#: A lesson with a question on each of its three steps; the last two are drawn for each visitor.
OWN = """---
title: First <hit>
minutes: 7
objectives: Find the first hit
---
## Which one

:::{question}
predict: yes
kind: own-choice
text: Which list has its first hit earlier, `001` or `010`?
options:
  - text: The first
    feedback: Its hit comes last.
  - text: The second
    correct: yes
:::

## One rank

:::{question}
kind: number
measure: RR
generated: {length: 5}
:::

## Check yourself

:::{question}
kind: number
measure: P@3
generated: {length: 6}
:::
"""
SLUG = "first-hit"


def written(folder: Path, text: str = OWN, name: str = f"40-{SLUG}.md") -> Path:
    """The folder, in which there is now a lesson."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text, "utf-8")
    return folder


def own_lesson() -> Lesson:
    """The lesson, read."""
    lesson, faults = read_lesson(OWN, SLUG)
    assert not faults
    return lesson


def right_answer(key: str, question: str) -> str:
    """The correct answer to a question with one part, under a key."""
    (found,) = [each for each in variant(own_lesson().sheet, key).questions if each.id == question]
    return found.parts[0].right

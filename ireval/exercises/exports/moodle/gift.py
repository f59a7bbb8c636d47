"""GIFT: one question for each part, because GIFT has no tables with gaps.

Texts are HTML on one line, with ``: # = { } ~`` and the backslash escaped. A blank line ends a question. If an
exercise becomes several questions, none of them reveals the answer to another one: feedback gives only the answer, not
its calculation from other cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ireval.exercises.exports.moodle.categories import category_path
from ireval.exercises.exports.moodle.fractions import fraction
from ireval.exercises.exports.moodle.notes import add_notes
from ireval.exercises.exports.moodle.numbers import part_numbers
from ireval.exercises.exports.moodle.themed_html import moodle_html
from ireval.exercises.exports.shared.job import Item, Job
from ireval.exercises.exports.shared.platform_format import PlatformFormat
from ireval.exercises.exports.shared.question_markup import (
    as_markup,
    body,
    filled,
    formatted,
    node,
    paragraph,
    printable,
    solution,
)
from ireval.exercises.question.question import CHOICE, NUMBER, Part
from ireval.messages import Message, say
from ireval.messages.message import Figures

_ESCAPED = str.maketrans({c: f"\\{c}" for c in r":#={}~" + "\\"})


def write(job: Job) -> bytes:
    """The sheet as GIFT."""
    job.note_errors_not_carried()
    job.note(None, Message("gift-without-points"))
    if any(len(item.question.parts) > 1 for item in job.items):
        job.note(None, Message("gift-one-gap"))
    add_notes(job)
    questions = [text for group in job.exercises for text in _group(job, group)]
    if job.sheet.intro:
        questions = [_category(job), f"::00 Introduction::[html]{_blocks(job.sheet.intro)}", *questions]
    return "\n\n".join([f"// {printable(job.origin)}", *questions, ""]).encode()


def escaped(text: str) -> str:
    r"""Text with the characters escaped that have a meaning in GIFT.

    >>> escaped("::a {b} = c ~ #d \\ e")
    '\\:\\:a \\{b\\} \\= c \\~ \\#d \\\\ e'
    """
    return text.translate(_ESCAPED)


def _group(job: Job, group: Sequence[Item]) -> Iterator[str]:
    """The category of an exercise, and the questions in it."""
    yield _category(job, group)
    for item in job.progress.counted(group):
        yield from (_question(job, item, part) for part in item.question.parts)


def _category(job: Job, group: Sequence[Item] = ()) -> str:
    """The line of a category. Moodle reads escaped characters in it as numbers, so a backslash is replaced."""
    return f"$CATEGORY: {category_path(job, group)}".replace("\\", "\N{SET MINUS}")


def _question(job: Job, item: Item, part: Part) -> str:
    job.note_marked_by_hand(item)
    several = len(item.question.parts) > 1
    correction = _answer_alone(part) if several else item.correction(part)
    name = f"{item.name} {part.label}" if several else item.name
    shown = filled(body(item.question, with_parts=False), lambda gap: "?" if gap == part.id else "…")
    if several:
        shown.append(node("p", "Give ", node("strong", part.label), f". {part.hint}." if part.hint else "."))
    if part.kind == NUMBER:
        inside = _numbers(item, part, correction)
    elif part.kind == CHOICE:
        inside = [
            f"{'=' if option.key == part.right else '~'}{_html(option.text)}"
            f"#{_html(correction if several else option.why or correction)}"
            for option in part.options
        ]
    else:
        inside = []
    solved = moodle_html(solution(item.question)) if not several and part.kind != CHOICE else ""
    worked = (paragraph(correction) if part.kind != NUMBER or several else "") + solved
    inside.append(f"####{escaped(worked)}")
    lines = "\n".join(f"\t{line}" for line in inside)
    return (
        f"::{escaped(printable(name))}::[html]{escaped(moodle_html(shown))}{{{'#' * (part.kind == NUMBER)}\n{lines}\n}}"
    )


def _answer_alone(part: Part) -> str:
    """The correct answer as a sentence that does not mention other gaps."""
    right = part.right_option.text if part.kind == CHOICE else Figures(part.right)
    return say(Message("file-right-answer", answer=right))


def _numbers(item: Item, part: Part, correction: str) -> list[str]:
    numbers, found = part_numbers(item, part, correction), []
    for answer in numbers.answers:
        worth = fraction(answer.share)
        weight = "" if worth == "100" else f"%{worth}%"
        found.append(f"={weight}{answer.value}:{answer.tolerance}#{_html(answer.text)}")
    return [*found, f"~#{_html(numbers.other)}"]


def _blocks(text: str) -> str:
    return escaped(as_markup(node("div", *formatted(text))))


def _html(text: str) -> str:
    return escaped(paragraph(text))


FORMAT = PlatformFormat("gift", "GIFT", ".gift.txt", "text/plain; charset=utf-8", write, intro=True)

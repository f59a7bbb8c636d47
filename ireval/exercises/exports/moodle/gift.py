"""GIFT: one question for each part, because GIFT has no tables with gaps.

Texts are HTML on one line, with ``: # = { } ~`` and the backslash escaped. A blank line ends a question.
"""

from __future__ import annotations

from ireval.exercises.exports.moodle.fractions import fraction
from ireval.exercises.exports.moodle.moodle_xml import category_path
from ireval.exercises.exports.shared.accepted_answers import accepted_answers, other_answer_text
from ireval.exercises.exports.shared.job import Item, Job
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
from ireval.messages.message import Message

_ESCAPED = str.maketrans({c: f"\\{c}" for c in r":#={}~" + "\\"})


def write(job: Job) -> bytes:
    """The sheet as GIFT."""
    job.note(None, Message("gift-without-points"))
    if any(len(item.question.parts) > 1 for item in job.items):
        job.note(None, Message("gift-one-gap"))
    parts = [_question(job, item, part) for item in job.items for part in item.question.parts]
    category = printable(category_path(job.sheet.title)).replace("\\", r"\\")
    intro = [f"::00 Introduction::[html]{_blocks(job.sheet.intro)}"] if job.sheet.intro else []
    return "\n\n".join([f"// {printable(job.origin)}", f"$CATEGORY: {category}", *intro, *parts, ""]).encode()


def escaped(text: str) -> str:
    r"""Text with the characters escaped that have a meaning in GIFT.

    >>> escaped("::a {b} = c ~ #d \\ e")
    '\\:\\:a \\{b\\} \\= c \\~ \\#d \\\\ e'
    """
    return text.translate(_ESCAPED)


def _question(job: Job, item: Item, part: Part) -> str:
    job.note_marked_by_hand(item)
    several = len(item.question.parts) > 1
    name = f"{item.name} {part.label}" if several else item.name
    shown = filled(body(item.question, with_parts=False), lambda gap: "?" if gap == part.id else "…")
    if several:
        shown.append(node("p", "Give ", node("strong", part.label), f". {part.hint}." if part.hint else "."))
    if part.kind == NUMBER:
        inside = _numbers(item, part)
    elif part.kind == CHOICE:
        inside = [
            f"{'=' if option.key == part.right else '~'}{_html(option.text)}"
            f"#{_html(option.why or item.correction(part))}"
            for option in part.options
        ]
    else:
        inside = []
    solved = as_markup(solution(item.question)) if part.kind != CHOICE else ""
    worked = (paragraph(item.correction(part)) if part.kind != NUMBER else "") + solved
    inside.append(f"####{escaped(worked)}")
    lines = "\n".join(f"\t{line}" for line in inside)
    return (
        f"::{escaped(printable(name))}::[html]{escaped(as_markup(shown))}{{{'#' * (part.kind == NUMBER)}\n{lines}\n}}"
    )


def _numbers(item: Item, part: Part) -> list[str]:
    found = []
    for answer in accepted_answers(item.question, part):
        worth = fraction(answer.share)
        weight = "" if worth == "100" else f"%{worth}%"
        found.append(f"={weight}{answer.value}:{answer.tolerance}#{_html(answer.text)}")
    return [*found, f"~#{_html(other_answer_text(item.correction(part)))}"]


def _blocks(text: str) -> str:
    return escaped(as_markup(node("div", *formatted(text))))


def _html(text: str) -> str:
    return escaped(paragraph(text))

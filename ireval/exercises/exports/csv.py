"""CSV: a row for the correct answer of each part, followed by a row for each wrong number whose cause is known.

Each part has exactly one row whose ``answer`` is ``right``. A number is written with the lowest and the highest number
that count as this answer; ``share`` is the share of the part's points. The row of the correct answer also has the
whole ``question``, its lines separated by slashes.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from ireval.exercises.exports.shared.accepted_answers import accepted_answers, plain_decimal
from ireval.exercises.exports.shared.job import Item, Job
from ireval.exercises.exports.shared.platform_format import PlatformFormat
from ireval.exercises.exports.shared.question_lines import question_lines
from ireval.exercises.exports.shared.question_markup import printable
from ireval.exercises.question.question import CHOICE, NUMBER, Part
from ireval.messages.message import Message

COLUMNS = (
    *("sheet", "generator", "variant", "place", "exercise", "kind", "title"),
    *("part", "label", "type", "points", "answer", "value", "low", "high", "share", "text", "question"),
)


def write(job: Job) -> bytes:
    """Return the sheet as CSV in UTF-8 with commas; it begins with a byte order mark if Excel needs one."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    job.note_errors_not_carried()
    job.note_on_decimals(Message("csv-comma"))
    for item in job.progress.counted(job.items):
        job.note_marked_by_hand(item)
        writer.writerows(
            [harmless(cell) for cell in row] for part in item.question.parts for row in _rows(job, item, part)
        )
    text = out.getvalue()
    return (text if text.isascii() else "\ufeff" + text).encode()


def harmless(text: str) -> str:
    """The text on one line, marked so that no spreadsheet treats it as a formula.

    >>> harmless("=1+1"), harmless("-0.5")
    ("'=1+1", '-0.5')
    """
    plain = printable(text)
    formula = plain.lstrip().startswith(("=", "+", "-", "@", "\t", "＝", "＋", "－", "＠"))
    return f"'{plain}" if formula and not _is_number(plain) else plain


def _rows(job: Job, item: Item, part: Part) -> Iterator[list[str]]:
    sheet, question = job.sheet, item.question
    whose = [sheet.title, str(sheet.generator), item.key, str(item.place)]
    what = [question.id, question.kind, question.title, part.id, part.label, part.kind, plain_decimal(part.points)]
    whole = " / ".join(question_lines(question))
    if part.kind == NUMBER:
        for place, answer in enumerate(accepted_answers(question, part)):
            yield [
                *(*whose, *what, answer.cause, answer.value, answer.low, answer.high),
                *(plain_decimal(answer.share), answer.text, "" if place else whole),
            ]
    elif part.kind == CHOICE:
        for option in sorted(part.options, key=lambda option: option.key != part.right):
            right = option.key == part.right
            cells = ["right" if right else "option", option.key, "", "", str(int(right)), option.why]
            yield [*whose, *what, *cells, whole if right else ""]
    else:
        yield [*whose, *what, "right", part.right, "", "", "1", item.correction(part), whole]


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


FORMAT = PlatformFormat("csv", "CSV", ".csv", "text/csv; charset=utf-8", write)

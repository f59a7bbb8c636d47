"""The file formats of a sheet, by group, and the order of the file that a form requests."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import groupby

from flask import Response
from werkzeug.wrappers import Response as Answer

from ireval.errors import InputError, nearest
from ireval.exercises import Sheet
from ireval.exercises.exports.platform_files import SheetFile
from ireval.exercises.exports.sheet_files import FILE_KINDS, FileKind
from ireval.exercises.paper.pdf import FULL, known_detail, known_paper
from ireval.exercises.sheet.model import DEFAULT_TITLE
from ireval.exercises.variants.progress import no_report
from ireval.messages import Message, say
from ireval.numbers.notation import read_number
from web.jobs.admission import Order
from web.jobs.delivery import made_file, progress_page
from web.jobs.kinds import SHEET_FILE, sheet_file
from web.store.jobs.job_records import Job

#: The most questions in a file, in all variants together: a question takes up to 0.1 s.
MOST_QUESTIONS = 1200
#: The most questions in a file for paper: laying out a question takes 8 MB.
MOST_PRINTED_QUESTIONS = 360
#: Seconds for a question, usually, and for a PDF as such; they decide only whether the file is made at once.
SECONDS_A_QUESTION, SECONDS_ON_PAPER = 0.04, 0.5


@cache
def formats() -> dict[str, list[FileKind]]:
    """All kinds of files, by group."""
    return {group: list(kinds) for group, kinds in groupby(FILE_KINDS.values(), lambda kind: kind.group)}


def most_variants(sheet: Sheet, kind: FileKind) -> int:
    """Return the most variants of a file of this kind; fewer on paper, which takes more memory."""
    most = MOST_PRINTED_QUESTIONS if kind.on_paper else MOST_QUESTIONS
    return min(kind.most_variants, most // max(len(sheet.exercises), 1))


def file_order(
    sheet: Sheet,
    key: str,
    variants: str,
    paper: str,
    *,
    back: str,
    link: str = "",
    students: Mapping[str, str] | None = None,
    keys: Callable[[int], Iterable[str]] | None = None,
    detail: str = FULL,
) -> Order:
    """Return the order of a file of the sheet, for ``web.jobs``; a QR code on paper leads to ``link``.

    ``students`` are those whose variants are printed, by key. On sheets for practice, ``keys`` gives out keys for a
    number of variants. ``detail`` is the detail of an answer key. Raises ``InputError`` for an unknown format, paper
    size or detail, and for a number of variants out of range.
    """
    if key not in FILE_KINDS:
        raise InputError("format", "unknown-format", name=key, hint=nearest(key, FILE_KINDS))
    kind = FILE_KINDS[key]
    known_paper(paper)
    known_detail(detail)
    title = say(Message("sheet-variants-title"))
    count = int(read_number(variants or "1", "variants", title, whole=True, least=1, most=kind.most_variants))
    pages = count if students is None else len(students)
    questions, most = pages * len(sheet.exercises), most_variants(sheet, kind)
    if pages > most:
        each, limit = len(sheet.exercises), MOST_PRINTED_QUESTIONS if kind.on_paper else MOST_QUESTIONS
        values = {"count": questions, "exercises": each, "most": limit, "variants": most}
        raise InputError("variants", "too-many-questions-in-file", **values)
    what = {"sheet": sheet.to_json().decode(), "kind": key, "variants": count, "paper": paper}
    what |= {"link": link, "students": students, "detail": detail}
    identity = json.dumps(what)  # without the keys that are given out only now
    if keys:
        what["students"] = dict.fromkeys(keys(count), "")
    named = Message("job-title" if students is None else "job-title-for-roster", _named(kind, sheet, pages))
    seconds = questions * SECONDS_A_QUESTION + (SECONDS_ON_PAPER if kind.on_paper else 0)
    return Order(SHEET_FILE, what, identity, say(named), back, seconds)


def requested_file(order: Order, later: Callable[[Job], Answer] = progress_page) -> SheetFile:
    """Return the file of an order: the sheet's JSON at once, any other from a working process (see ``made_file``)."""
    if order.what["kind"] == "json":
        return sheet_file(order.what, no_report)
    return made_file(order, later)


def _named(kind: FileKind, sheet: Sheet, count: int) -> dict[str, object]:
    return {"format": kind.title, "title": sheet.title or DEFAULT_TITLE, "count": count}


def attachment(file: SheetFile) -> Response:
    """Return the file as a response that browsers save under its name."""
    response = Response(file.data, content_type=file.media_type)
    response.headers.set("Content-Disposition", "attachment", filename=file.name)
    return response

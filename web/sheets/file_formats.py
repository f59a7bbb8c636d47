"""The file formats of a sheet, by group, and the file that a form requests."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from functools import cache
from itertools import groupby
from threading import Lock

from flask import Response

from ireval.exercises import Sheet
from ireval.exercises.exports import sheet_files
from ireval.exercises.exports.platform_files import MOST_VARIANTS, SheetFile
from ireval.exercises.exports.sheet_files import FILE_KINDS, FileKind
from ireval.exercises.paper.pdf import FULL
from ireval.messages import Message, say
from ireval.numbers.notation import read_number

#: A PDF needs about 40 MB per variant while it is made.
one_pdf_at_a_time = Lock()


@cache
def formats() -> dict[str, list[FileKind]]:
    """All kinds of files, by group."""
    return {group: list(kinds) for group, kinds in groupby(FILE_KINDS.values(), lambda kind: kind.group)}


def requested_file(
    sheet: Sheet,
    key: str,
    variants: str,
    paper: str,
    *,
    link: str = "",
    students: Mapping[str, str] | None = None,
    keys: Callable[[int], Iterable[str]] | None = None,
    detail: str = FULL,
) -> SheetFile:
    """A file of the sheet; a QR code on paper leads to ``link``. ``students`` are those whose variants are printed.

    Where students practise, ``keys`` gives out keys for a number of variants.
    ``detail`` is what an answer key has. Raises ``InputError`` for an unknown format, paper size or detail, and for a
    number of variants out of range.
    """
    kind = FILE_KINDS.get(key)
    most = kind.most_variants if kind else MOST_VARIANTS
    title = say(Message("sheet-variants-title"))
    count = int(read_number(variants or "1", "variants", title, whole=True, least=1, most=most))
    if keys:
        students = dict.fromkeys(keys(count), "")
    with one_pdf_at_a_time if kind and kind.on_paper else nullcontext():
        return sheet_files.make_file(
            sheet, key, variants=count, paper=paper, link=link, students=students, detail=detail
        )


def attachment(file: SheetFile) -> Response:
    """The file as a response that browsers save under its name."""
    response = Response(file.data, content_type=file.media_type)
    response.headers.set("Content-Disposition", "attachment", filename=file.name)
    return response

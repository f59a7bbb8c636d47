"""The files that a sheet can be had as, by group, and one of them as a form asks for it."""

from __future__ import annotations

from contextlib import nullcontext
from functools import cache
from threading import Lock
from typing import NamedTuple

from flask import Response

from ireval.exercises import Sheet
from ireval.exercises.exports import sheet_files
from ireval.exercises.exports.platform_files import MOST_VARIANTS, SheetFile
from ireval.exercises.exports.sheet_files import FILE_KINDS
from ireval.numbers.notation import read_number

#: A PDF takes some 40 MB a variant while it is made.
_one_at_a_time = Lock()


class FileFormat(NamedTuple):
    """A kind of file as a button offers it."""

    key: str
    title: str
    group: str


@cache
def formats() -> dict[str, list[FileFormat]]:
    """What can be written, by group."""
    found: dict[str, list[FileFormat]] = {}
    for key, kind in FILE_KINDS.items():
        found.setdefault(kind.group, []).append(FileFormat(key, kind.title, kind.group))
    return found


def file_format(key: str) -> FileFormat | None:
    """The format of this key, where there is one."""
    return FileFormat(key, FILE_KINDS[key].title, FILE_KINDS[key].group) if key in FILE_KINDS else None


def requested_file(sheet: Sheet, key: str, variants: str, paper: str, link: str = "") -> SheetFile:
    """A file; ``link`` is where a QR code on paper leads.

    Raises ``InputError`` for formats, numbers of variants and papers that there are not.
    """
    kind = FILE_KINDS.get(key)
    most = kind.most_variants if kind else MOST_VARIANTS
    count = int(read_number(variants or "1", "variants", "The number of variants", whole=True, least=1, most=most))
    with _one_at_a_time if kind and kind.on_paper else nullcontext():
        return sheet_files.make_file(sheet, key, variants=count, paper=paper, link=link)


def attachment(file: SheetFile) -> Response:
    """The file as an answer that browsers save by its name."""
    response = Response(file.data, content_type=file.media_type)
    response.headers.set("Content-Disposition", "attachment", filename=file.name)
    return response

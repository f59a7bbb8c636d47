"""A sheet as a file: on paper, for a learning platform, or to continue later."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from ireval.errors import InputError, nearest
from ireval.exercises.exports.platform_files import FORMATS, MOST_VARIANTS, SheetFile, export, file_name
from ireval.exercises.generator.variant_keys import variant_keys
from ireval.exercises.paper.pdf import FULL, MOST_PRINTED, answer_key, report, worksheet
from ireval.exercises.sheet.model import Sheet
from ireval.exercises.variants.progress import Report, no_report


class FileKind(NamedTuple):
    """A kind of file: its key, its title, the group it is listed in, and whether it is printed on paper."""

    key: str
    title: str
    group: str
    on_paper: bool = False

    @property
    def most_variants(self) -> int:
        """The most variants of a file of this kind."""
        return MOST_PRINTED if self.on_paper else MOST_VARIANTS


#: The group of the formats for learning platforms.
PLATFORMS = "Learning platforms"
FILE_KINDS: Mapping[str, FileKind] = MappingProxyType(
    {
        kind.key: kind
        for kind in (
            FileKind("pdf", "Worksheet (PDF)", "Paper", on_paper=True),
            FileKind("pdf-key", "Answer key (PDF)", "Paper", on_paper=True),
            *(FileKind(key, form.title, PLATFORMS) for key, form in FORMATS.items()),
            FileKind("json", "sheet.json", "To continue later"),
        )
    }
)

_ON_PAPER = frozenset(kind.key for kind in FILE_KINDS.values() if kind.on_paper)


def make_file(
    sheet: Sheet,
    kind: str,
    *,
    variants: int = 1,
    paper: str = "a4",
    link: str = "",
    first: int = 1,
    students: Mapping[str, str] | None = None,
    detail: str = FULL,
    progress: Report = no_report,
) -> SheetFile:
    """Return the file, with this number of variants; a QR code on paper leads to ``link``. Raises ``InputError``.

    On paper, ``first`` is the number of the first variant: a large class needs several files. ``students`` are names by
    key; then the file has exactly these variants. ``detail`` is the detail of an answer key (``pdf.DETAILS``).
    ``progress`` takes the numbers of finished and of all variants.
    """
    if first > 1 and kind not in _ON_PAPER:
        raise InputError("first", "first-needs-pdf")
    if kind in FORMATS:
        return export(sheet, kind, variants, tuple(students or ()), progress)
    if kind == "json":
        return SheetFile(sheet.to_json(), "sheet.json", "application/json", ())
    if kind not in _ON_PAPER:
        raise InputError("format", "unknown-format", name=kind, hint=nearest(kind, FILE_KINDS))
    endings = {"pdf": "worksheet", "pdf-key": "key" if detail == FULL else f"key-{detail}"}
    names = dict.fromkeys(variant_keys(sheet, first - 1 + variants)[first - 1 :], "") if students is None else students
    write = worksheet if kind == "pdf" else partial(answer_key, detail=detail)
    data = write(sheet, list(names), paper=paper, link=link, names=names, progress=progress)
    return SheetFile(data, f"{file_name(sheet)}.{endings[kind]}.pdf", "application/pdf", report(sheet))

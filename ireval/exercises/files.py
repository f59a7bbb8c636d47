"""A sheet as a file: on paper, for a learning management system, or to go on with later."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from ireval.errors import InputError, nearest
from ireval.exercises import Sheet, variant_keys
from ireval.exercises import exports as lms
from ireval.exercises.exports import MOST_VARIANTS, Exported, file_name
from ireval.exercises.paper import PAPERS, answer_key, report, worksheet

__all__ = ["KINDS", "MOST_VARIANTS", "PAPERS", "Exported", "FileKind", "made"]


class FileKind(NamedTuple):
    """A kind of file: its title, and what it is for."""

    title: str
    group: str


KINDS: Mapping[str, FileKind] = MappingProxyType(
    {
        "pdf": FileKind("Worksheet (PDF)", "Paper"),
        "pdf-key": FileKind("Answer key (PDF)", "Paper"),
        **{key: FileKind(form.title, "Learning platforms") for key, form in lms.FORMATS.items()},
        "json": FileKind("sheet.json", "To go on later"),
    }
)
_ON_PAPER = {"pdf": (worksheet, "worksheet"), "pdf-key": (answer_key, "key")}


def made(sheet: Sheet, kind: str, *, variants: int = 1, paper: str = "a4", link: str = "") -> Exported:
    """The file, with so many variants; ``link`` is where a QR code on paper leads. Raises ``InputError``."""
    if kind in lms.FORMATS:
        return lms.export(sheet, kind, variants)
    if kind == "json":
        return Exported(sheet.to_json(), "sheet.json", "application/json", ())
    if kind not in _ON_PAPER:
        raise InputError("format", f"There is no format “{kind}”.", nearest(kind, KINDS))
    write, called = _ON_PAPER[kind]
    data = write(sheet, variant_keys(sheet, variants), paper=paper, link=link)
    return Exported(data, f"{file_name(sheet)}.{called}.pdf", "application/pdf", report(sheet))

"""A sheet as a file for a learning platform: Moodle, QTI 2.1, QTI 1.2 for Canvas and ILIAS, GIFT, and CSV.

Whatever these files know of answers comes from ``ireval.exercises``: right values, what rounding can reach, and wrong
numbers that have a name. The same sheet and the same number of variants give the same file; nothing is dated.

>>> from ireval.exercises import make_sheet
>>> file = export(make_sheet(42), "gift", variants=2)
>>> file.name, file.media_type
('sheet-42.gift.txt', 'text/plain; charset=utf-8')
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from ireval.errors import InputError, nearest
from ireval.exercises.exports import csv
from ireval.exercises.exports.moodle import gift, moodle_xml
from ireval.exercises.exports.qti import ilias, qti12, qti21
from ireval.exercises.exports.shared.job import Job
from ireval.exercises.sheet.model import Sheet

#: A file holds no more variants than this.
MOST_VARIANTS = 200


class SheetFile(NamedTuple):
    """A file: its bytes, a name for it, its media type, and what it could not take over, as sentences."""

    data: bytes
    name: str
    media_type: str
    report: tuple[str, ...]


class PlatformFormat(NamedTuple):
    """A kind of file: its title, how names of such files end, its media type, and what writes it."""

    title: str
    ending: str
    media_type: str
    write: Callable[[Job], bytes]


FORMATS: Mapping[str, PlatformFormat] = MappingProxyType(
    {
        "moodle": PlatformFormat("Moodle XML", ".moodle.xml", "application/xml", moodle_xml.write),
        "qti21": PlatformFormat("QTI 2.1 (OpenOlat, TAO)", ".qti21.zip", "application/zip", qti21.write),
        "qti12": PlatformFormat("QTI 1.2 (Canvas)", ".qti12.zip", "application/zip", qti12.write),
        "ilias": PlatformFormat("ILIAS XML", ".ilias.xml", "text/xml", ilias.write),
        "gift": PlatformFormat("GIFT", ".gift.txt", "text/plain; charset=utf-8", gift.write),
        "csv": PlatformFormat("CSV", ".csv", "text/csv; charset=utf-8", csv.write),
    }
)


def export(sheet: Sheet, format: str, variants: int = 1) -> SheetFile:  # noqa: A002 - what it is called outside
    """The sheet as a file of this format, with so many variants (``ireval.exercises.variant_keys``).

    Raises ``InputError`` for a format that there is not, or a number of variants out of range.
    """
    if format not in FORMATS:
        raise InputError("format", f"There is no format “{format}”.", nearest(format, FORMATS))
    if not 1 <= variants <= MOST_VARIANTS:
        hint = f"Give a whole number from 1 to {MOST_VARIANTS}."
        raise InputError("variants", f"{variants} variants are out of range.", hint)
    kind, job = FORMATS[format], Job.of(sheet, variants)
    data = kind.write(job)
    return SheetFile(data, file_name(sheet) + kind.ending, kind.media_type, tuple(job.notes))


def file_name(sheet: Sheet) -> str:
    """The title in lower-case ASCII letters, digits and hyphens; the seed where nothing is left of it."""
    plain = unicodedata.normalize("NFKD", sheet.title).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60].strip("-") or f"sheet-{sheet.seed}"

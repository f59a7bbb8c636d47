"""Printed slips, one for each student: a name, the student's key and link, and a QR code of the link."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ireval.errors import InputError
from ireval.exercises.paper.missing_signs import signs_without_font
from ireval.exercises.paper.pdf import known_paper
from ireval.exercises.paper.qr_code import qr_code
from ireval.exercises.paper.typesetting import typeset

#: The most slips in a file.
MOST_SLIPS = 1000


class Slip(NamedTuple):
    """A slip: the student's ``name``, which may be empty, the ``key``, and the ``link`` that opens the sheet.

    ``note`` is a line above the link, such as the time at which the sheet opens.
    """

    name: str
    key: str
    link: str
    note: str = ""


def slips_pdf(title: str, slips: Sequence[Slip], paper: str) -> bytes:
    """Return slips of the sheet with this title as PDF, twelve on a page, with lines along which to cut.

    The same slips always give the same bytes. Raises ``InputError`` for too few or too many slips, an unknown paper
    size, or a link too long for a QR code.
    """
    if not 1 <= len(slips) <= MOST_SLIPS:
        raise InputError("slips", "slips-in-a-pdf", most=MOST_SLIPS, count=len(slips))
    content = {
        "title": title,
        "paper": known_paper(paper),
        "lacking": signs_without_font([title, *(slip.name for slip in slips)]),
        "slips": [{**slip._asdict(), "code": qr_code(slip.link)} for slip in slips],
    }
    return typeset(content, "key_slips.typ")

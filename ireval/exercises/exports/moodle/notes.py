"""Notes on a file about differences between Moodle and the sheet."""

from __future__ import annotations

from ireval.exercises.exports.moodle.fractions import fraction
from ireval.exercises.exports.moodle.numbers import ends_in_zero
from ireval.exercises.exports.shared.job import Job
from ireval.messages.message import Message

#: Moodle writes a third as 33.333 %.
_SAME_SHARE = 1e-5


def add_notes(job: Job) -> None:
    """Add the notes on numbers that Moodle XML and GIFT have in common, if the sheet asks for numbers with decimals."""
    job.note_numbers_without_digits()
    job.note_on_decimals(Message("moodle-comma"))
    if any(ends_in_zero(part) for item in job.items for part in item.question.parts):
        job.note(None, Message("moodle-zeros"))
    _add_shares(job)


def _add_shares(job: Job) -> None:
    """Add a note on each share of the points for which Moodle has only one nearby."""
    credit = job.sheet.credit
    for share in sorted({credit.mistake, credit.convention, credit.rounding, credit.few}):
        known = float(fraction(share)) / 100
        if abs(known - share) > _SAME_SHARE:
            job.note(None, Message("moodle-share", share=share, known=known))

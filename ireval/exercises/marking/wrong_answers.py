"""The numbers of a part that are known before anybody answers: what rounding can reach, and wrong ones with a name."""

from __future__ import annotations

from ireval.diagnosis.candidates import Candidate
from ireval.diagnosis.causes import Cause
from ireval.diagnosis.inquiry import Inquiry, inquiry, inquiry_of_cell
from ireval.diagnosis.slips import SLIPS
from ireval.exercises.question.outcomes import CONVENTION, MISTAKE, ROUNDING, WRONG, Wrong
from ireval.exercises.question.question import NUMBER, Part, Question, ranking_of
from ireval.exercises.question.reach import Interval, Reach
from ireval.numbers.expression import fixed
from ireval.numbers.rounding import HALF_SLACK
from ireval.numbers.typed_number import WANTED_PLACES, Typed

#: The cause of a wrong number that was copied from where it stands on the sheet.
COPIED, SHOWN_NUMBER_TEXT = "copied", "That is the wrong number which stands there."


def reached(question: Question, part: Part) -> Interval | None:
    """What rounding on the way to the sheet's decimals can make of a part's number; None where it has no bounds."""
    reach = Reach(question.tables[part.table], question.decimals)
    return None if not part.places else reach.cell(part.at) if part.at else reach.score()


def wrong_answers(question: Question, part: Part) -> list[Wrong]:
    """The wrong numbers of a part that have a name, and are told from the right one at the sheet's decimals.

    Of those that come out alike at these decimals only the one with the highest share is given.
    """
    if part.kind != NUMBER:
        return []
    within, found = reached(question, part), dict[str, Wrong]()
    if part.stands:
        found[part.stands] = Wrong(float(part.stands), 0, WRONG, COPIED, SHOWN_NUMBER_TEXT)
    inquired = inquiry_of_part(question, part)
    told = [x for x in inquired.others if isinstance(x, Cause)]
    for cause in [*told, *inquired.name(x for x in inquired.others if isinstance(x, Candidate))]:
        near = abs(cause.value - part.value) <= 10.0**-part.places + HALF_SLACK
        if near or (within and within.holds(float(fixed(cause.value, part.places)))):
            continue
        wrong = Wrong(
            cause.value, share_of(question, cause), cause.kind, cause.key, f"{cause.text} {cause.who}".strip()
        )
        before = found.get(fixed(cause.value, part.places))
        if before is None or (before.share < wrong.share and before.cause != COPIED):
            found[fixed(cause.value, part.places)] = wrong
    return list(found.values())


def share_of(question: Question, cause: Cause, number: Typed | None = None) -> float:
    """What an explained answer gets; a number that is only badly written down, nothing with too few decimals."""
    credit = question.credit
    if number and cause.key in SLIPS and (number.places or 0) < WANTED_PLACES:
        return 0
    return {MISTAKE: credit.mistake, CONVENTION: credit.convention, ROUNDING: credit.rounding}[cause.kind]


def inquiry_of_part(question: Question, part: Part) -> Inquiry:
    """What a part's numbers may have come from."""
    table = question.tables[part.table]
    if part.at:
        return inquiry_of_cell(table.spec, ranking_of(table), question.conventions, *part.at)
    return inquiry(table.spec, ranking_of(table), question.conventions)

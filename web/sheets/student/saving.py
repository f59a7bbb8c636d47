"""Stores answers as a page sends them, in one transaction; other data that requests need is cached."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from ireval.exercises.marking.stages import Stage
from web import store
from web.coursework.marks.later_marking import mark_later
from web.coursework.stored_sheets import is_given_out, variant_of
from web.question.question_view import field_name, posted_answers
from web.server import limits
from web.sheets.student.device import this_device
from web.sheets.student.remarks import remarks_on
from web.store import Elsewhere, Mode, Reason, Refused, SentAnswer

if TYPE_CHECKING:
    from web.store.sheet_store import Store

#: A cache of keys that belong to students.
KEYS = 50_000


def keep(token: str, sheet: store.Sheet, key: str, form: Mapping[str, str], known: str | None = None) -> Elsewhere:
    """Store the answers that have changed, and return news of other devices. Raises ``InputError`` naming the field.

    Answers before the one that is refused are stored. A form that is sent without JavaScript holds all answers, and
    has the earlier texts as ``was``: answers that were not changed may be newer on another device. The answers to
    an exercise whose solution was shown stay as they are.
    """
    compared, opened = "compared" in form, store.store()
    check_key(opened, sheet, key)
    sent = []
    for question in variant_of(sheet.body, key).questions:
        for part, text in posted_answers(question, form).items():
            name = field_name(question, question.part(part))
            was = form.get(f"was:{name}", "") if compared else None
            sent.append(SentAnswer(question.id, part, text, was, name))
    found = opened.save_all(
        sheet,
        key,
        sent,
        token=token,
        device=this_device(),
        final=Stage.SOLUTION,
        known=known,
        beginning=_count_beginning,
    )
    if not found.overtaken:
        mark_later(sheet, key)
    return found


@lru_cache(maxsize=KEYS)
def check_key(opened: Store, sheet: store.Sheet, key: str) -> None:
    """Raise ``Refused`` for a key that was not given out, because otherwise anybody could invent keys.

    Keys that were found are cached. If one is deleted meanwhile, this is noticed when answers are stored.
    """
    if sheet.mode is Mode.ONCE:
        opened.rosters.seat(sheet, key)
    elif not is_given_out(sheet, key) and not opened.practice.has_begun(sheet, key):
        raise Refused(Reason.NOT_ISSUED)


@limits.first_answers
def _count_beginning() -> None:
    """Count a new student in practice; too many from one network address are refused."""


def remarks_on_form(sheet: store.Sheet, key: str, form: Mapping[str, str]) -> dict[str, str]:
    """Return remarks on the answers in the form, by the name of their field."""
    return {
        field_name(question, question.part(part)): text
        for question in variant_of(sheet.body, key).questions
        for part, text in remarks_on(question, posted_answers(question, form)).items()
    }

"""The page of the terms that readers need."""

from __future__ import annotations

from typing import NamedTuple

from flask import Blueprint, render_template, request
from markupsafe import Markup

from ireval.glossary import Term, readers_terms
from web.course.taught_measures import LessonUse
from web.course.taught_terms import TermUses
from web.formulas.formatted_markup import formatted_markup

bp = Blueprint("glossary", __name__, url_prefix="/glossary")

#: The most characters of a text to search for.
LONGEST = 80


class Entry(NamedTuple):
    """A term of the page with its texts as markup, and the lesson that uses it, if there is one."""

    term: Term
    meaning: Markup
    example: Markup
    others: Markup
    lesson: LessonUse | None


@bp.get("")
def terms() -> str:
    """The terms in alphabetical order; with ``q``, only those whose texts have all of its words."""
    wanted = request.args.get("q", "")[:LONGEST]
    uses = TermUses()
    found = [_entry(term, uses) for term in readers_terms() if _has(term, wanted)]
    return render_template("glossary/glossary.html", wanted=wanted, entries=found)


def _has(term: Term, wanted: str) -> bool:
    text = f"{term.name} {term.meaning} {term.other_words}".casefold()
    return all(word in text for word in wanted.casefold().split())


def _entry(term: Term, uses: TermUses) -> Entry:
    meaning, example, others = map(formatted_markup, (term.meaning, term.example, term.other_words))
    return Entry(term, meaning, example, others, uses.first(term))

"""The reference: all about every measure and convention, read from their declarations."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, render_template
from markupsafe import Markup

from ireval.conventions import CONVENTIONS, Parameter
from ireval.explanation import reference
from ireval.explanation.legend import legend
from ireval.explanation.reference import Entry
from web.formulas.mathml import calculation, mathml

bp = Blueprint("measures", __name__, url_prefix="/measures")


class Article(NamedTuple):
    """A measure's entry as the page shows it; ``query`` opens its example in the lab."""

    entry: Entry
    formulas: tuple[Markup, ...]
    legend: tuple[tuple[Markup, str], ...]
    heads: tuple[tuple[str, str, str], ...]
    rows: tuple[tuple[str, tuple[Markup | str, ...], bool], ...]
    final: Markup
    query: str


@bp.get("")
def reference_page() -> str:
    """Every measure, family by family, and the conventions."""
    where = {"families": _families(), "conventions": CONVENTIONS.values(), "words": _words}
    return render_template("measures/measures.html", **where)


@cache
def _families() -> list[tuple[str, list[Article]]]:
    """All articles. They do not depend on a request."""
    entries = groupby(reference.entries(), key=lambda e: e.measure.family)
    return [(family, [_article(e) for e in group]) for family, group in entries]


def _article(entry: Entry) -> Article:
    table, m = entry.example, entry.measure
    heads: list[tuple[str, str, str]] = []
    columns: list[list[Markup | str]] = []
    for c in table.shown_columns:
        if c.spelled:
            heads.append(("calculation", f"how {c.key} is computed here", "calc"))
            columns.append([calculation(x) for x in table.calculations(c)])
        heads.append((c.key, c.title, "score" if c.key == m.score else ""))
        columns.append(list(table.cells[c.key]))
    rows = zip(table.row_labels, zip(*columns, strict=True), strict=True)
    return Article(
        entry,
        tuple(mathml(latex, block=True) for latex in entry.formulas),
        tuple((mathml(symbol), words) for symbol, words in legend(m, *entry.formulas)),
        tuple(heads),
        tuple((label, cells, i == table.score_row) for i, (label, cells) in enumerate(rows, start=1)),
        mathml(table.final_latex, block=True),
        _query(entry),
    )


def _query(entry: Entry) -> str:
    if entry.measure.needs_subtopics:
        given = {"subtopics": reference.SUBTOPICS, "unretrieved_subtopics": reference.UNRETRIEVED_SUBTOPICS}
    else:
        given = {"labels": reference.LABELS, "unretrieved": reference.UNRETRIEVED, "size": str(reference.SIZE)}
    return urlencode(given | {"show": str(entry.spec)}, safe=",@()='")


def _words(parameter: Parameter) -> str:
    """The values that a number may have, and its default."""
    usual = reference.default(parameter)
    return reference.allowed(parameter) + (f"; {usual} unless set" if usual else "")

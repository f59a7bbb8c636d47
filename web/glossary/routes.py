"""The page of all terms."""

from __future__ import annotations

from flask import Blueprint, render_template

from ireval.glossary import glossary
from web.formulas.formatted_markup import formatted_markup

bp = Blueprint("glossary", __name__, url_prefix="/glossary")


@bp.get("")
def terms() -> str:
    """Every term with its meaning, section by section."""
    sections = [
        (section, [(term, formatted_markup(term.meaning), formatted_markup(term.other_words)) for term in found])
        for section, found in glossary().items()
    ]
    return render_template("glossary/glossary.html", sections=sections)

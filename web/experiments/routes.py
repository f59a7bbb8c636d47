"""The door to all experiments."""

from __future__ import annotations

from flask import Blueprint, current_app, render_template

bp = Blueprint("experiments", __name__)


@bp.get("/experiments")
def door() -> str:
    """A card for each experiment whose page is there."""
    pages = {rule.rule.removeprefix("/experiments/") for rule in current_app.url_map.iter_rules()}
    return render_template("experiments/door.html", pages=pages)

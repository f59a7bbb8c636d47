"""The overview of all experiments."""

from __future__ import annotations

from flask import Blueprint, render_template

bp = Blueprint("experiments", __name__)


@bp.get("/experiments")
def door() -> str:
    """Show a card for each experiment."""
    return render_template("experiments/door.html")

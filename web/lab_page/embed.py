"""The lab without navigation, for a frame in slides or in the page of a course."""

from __future__ import annotations

from flask import Blueprint, Response, current_app

from web.lab.lab_answers import LabPage, answer_address, answer_change
from web.server.security import policy

bp = Blueprint("embed", __name__)
EMBEDDED = LabPage("embed.embed", "lab/embed.html")


@bp.get("/embed")
def embed() -> Response:
    """The lab in the state of the address."""
    return answer_address(EMBEDDED)


@bp.post("/embed")
def change() -> Response:
    """Answer with the lab after a change, as outside a frame."""
    return answer_change(EMBEDDED)


@bp.after_request
def framed(response: Response) -> Response:
    """Allow the sites of the setting to show this answer, or an error, in a frame."""
    allowed = current_app.config["FRAME_ANCESTORS"]
    if allowed:
        response.headers["Content-Security-Policy"] = policy(frame_ancestors=allowed)
    return response

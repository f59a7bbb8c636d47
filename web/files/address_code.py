"""An address as a QR code, for phones."""

from __future__ import annotations

import io

import segno
from flask import Response


def address_code(address: str) -> Response:
    """A QR code as a picture, always dark on white, because cameras cannot read other colours."""
    drawing = io.BytesIO()
    code = segno.make(address, micro=False, error="l")  # segno raises the level if the size stays the same
    code.save(drawing, kind="svg", border=4, dark="#000", light="#fff", omitsize=True, nl=False)
    return Response(drawing.getvalue(), mimetype="image/svg+xml")

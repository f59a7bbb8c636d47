"""QR codes for paper."""

from __future__ import annotations

import io

from ireval.errors import InputError


def qr_code(text: str) -> str:
    """A QR code that says ``text``, as SVG without a border. Raises ``InputError`` for a text that none holds."""
    import segno
    from segno.encoder import DataOverflowError

    try:
        code = segno.make(text, micro=False, error="m")
    except DataOverflowError:
        message = f"This link is too long for a QR code: {len(text):,} characters."
        raise InputError("link", message, "Give a shorter one.") from None
    drawing = io.BytesIO()
    code.save(drawing, kind="svg", border=0, dark="#000", xmldecl=False, nl=False)
    return drawing.getvalue().decode()

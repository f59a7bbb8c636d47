"""QR codes for paper."""

from __future__ import annotations

import io

from ireval.errors import InputError


def qr_code(text: str) -> str:
    """A QR code of ``text``, as SVG without a border. Raises ``InputError`` if the text is too long for one."""
    import segno
    from segno.encoder import DataOverflowError

    try:
        code = segno.make(text, micro=False, error="m")
    except DataOverflowError:
        raise InputError("link", "link-too-long", count=len(text)) from None
    drawing = io.BytesIO()
    code.save(drawing, kind="svg", border=0, dark="#000", xmldecl=False, nl=False)
    return drawing.getvalue().decode()

"""Packs a playlist into the text that its links have: its title and items as JSON, compressed, in letters of links."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Sequence

#: The first character, which identifies the version of the code.
VERSION = "1"
#: The most characters of a link; servers accept about 4,000.
LONGEST_CODE = 3_800


def packed_playlist(title: str, items: Sequence[Sequence[object]]) -> str:
    """The code of a playlist whose items are given by the values of their fields.

    >>> packed_playlist("AP", [["labels=101", "First", "", 0, 0]])
    '1i1ZyDFDSiY5WyklMSs0ptjU0MFTSUXLLLCouAdJKOgY6BrGxsQA'
    """
    text = json.dumps([title, [list(item) for item in items]], ensure_ascii=False, separators=(",", ":"))
    packed = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packed.compress(text.encode()) + packed.flush()
    return VERSION + base64.urlsafe_b64encode(data).decode().rstrip("=")

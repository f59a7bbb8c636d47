"""Reads QR codes as the app draws them."""

from __future__ import annotations

import re

import numpy as np
import pytest


def decoded(svg: str) -> str:
    """What a reader of QR codes sees in the drawing: a path of strokes one unit high, right or to a new line."""
    zxingcpp = pytest.importorskip("zxingcpp", reason="install the rest with: pip install -r requirements-dev.txt")
    size = re.search(r'viewBox="0 0 (\d+) \1"', svg)
    strokes = re.search(r'<path class="qrline" stroke="#000" d="([^"]+)"', svg)
    assert size and strokes
    assert f'<path fill="#fff" d="M0 0h{size[1]}v{size[1]}h-{size[1]}z"/>' in svg
    image = np.full((int(size[1]),) * 2, 255, np.uint8)
    x = y = 0.0
    for command, numbers in re.findall(r"([Mmh])([^Mmh]*)", strokes[1]):
        values = [float(n) for n in re.findall(r"-?[\d.]+", numbers)]
        if command == "h":
            image[int(y), int(x) : int(x + values[0])] = 0
            x += values[0]
        else:
            x, y = (values[0], values[1]) if command == "M" else (x + values[0], y + values[1])
    quiet = np.concatenate([image[:4].ravel(), image[-4:].ravel(), image[:, :4].ravel(), image[:, -4:].ravel()])
    assert (quiet == 255).all()
    (found,) = zxingcpp.read_barcodes(image.repeat(4, axis=0).repeat(4, axis=1))
    read: str = found.text
    return read

"""Markdown as plain data for the template: texts, and elements with a tag, their contents, and a value.

If a formula can be drawn, it has an image as SVG, with its width and its depth below the line, in points; otherwise the
template prints its LaTeX.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from ireval.exercises.question.safe_markdown import Node, read_markdown

#: The first line of the text in a drawing has the height 0.
_BOX = re.compile(r'^<svg[^>]* viewBox="([^"]*)"')
#: The size of text on paper, in points.
_SIZE = 10.5


def formatted_blocks(text: str) -> list[dict[str, Any]]:
    """The blocks of a text."""
    return [_element(block) for block in read_markdown(text)]


def _element(node: Node) -> dict[str, Any]:
    inside = [part if isinstance(part, str) else _element(part) for part in node.inside]
    data: dict[str, Any] = {"tag": node.tag, "inside": inside, "value": node.value}
    return data | (_drawn("".join(map(str, node.inside))) if node.tag == "math" else {})


@lru_cache(maxsize=256)
def _drawn(latex: str) -> dict[str, Any]:
    """The formula as SVG with its height, and its depth below the line; empty if it cannot be drawn."""
    try:
        from ziamath.zmath import Latex

        drawn: str = Latex(latex, size=_SIZE, inline=True).svg()
        _, top, width, height = map(float, _BOX.findall(drawn)[0].split())
        return {"svg": drawn, "width": width, "below": top + height}
    except Exception:
        return {}

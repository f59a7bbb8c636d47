"""Formulas: LaTeX to MathML, and calculations as text to HTML; numbers and symbols can be tied to cells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from markupsafe import Markup, escape
from math_core import LatexToMathML

from ireval.messages.writing import POINT, with_comma

_CONVERTER = LatexToMathML()
_SIGNS = str.maketrans({"-": "\N{MINUS SIGN}", "*": "\N{MULTIPLICATION SIGN}"})
#: The security policy allows no style on an element; math.css has what the rows of cases need.
_STYLE = re.compile(' style="[^"]*"')
_NUMBER = re.compile("<mn>")
_SYMBOL = re.compile("<mi>([^<]*)</mi>")
#: A cell as a page addresses it: the id of its row, and its column.
Place = tuple[str, str]


@lru_cache(maxsize=4096)
def mathml(latex: str, *, block: bool = False, comma: bool = False) -> Markup:
    """MathML for trusted LaTeX: our own formulas with numbers put in, nothing that a visitor typed."""
    converted = _STYLE.sub("", _CONVERTER.convert_with_local_state(latex, displaystyle=block))
    return Markup(POINT.sub(",", converted) if comma else converted)


def tied(math: Markup, places: Sequence[Place | None]) -> Markup:
    """``math`` with its last numbers tied to the cells they are; numbers before those, in names, are none.

    >>> str(tied(mathml("2 + 3"), [("rank-1", "G")]))
    '<math><mn>2</mn><mo>+</mo><mn data-row="rank-1" data-col="G">3</mn></math>'
    """
    count = len(_NUMBER.findall(math))
    ends = iter([None] * (count - len(places)) + list(places[max(0, len(places) - count) :]))

    def tie(_: re.Match[str]) -> str:
        place = next(ends)
        return f'<mn data-row="{place[0]}" data-col="{escape(place[1])}">' if place else "<mn>"

    return Markup(_NUMBER.sub(tie, math))


@lru_cache(maxsize=1024)
def symbolic(math: Markup, columns: tuple[tuple[str, str], ...]) -> Markup:
    """``math`` with the identifiers of (symbol, column) pairs tied to their columns.

    >>> str(symbolic(mathml("G"), (("G", "G"),)))
    '<math><mi data-col="G">G</mi></math>'
    """
    known = dict(columns)

    def tie(match: re.Match[str]) -> str:
        column = known.get(match[1].strip())
        return f'<mi data-col="{escape(column)}">{match[1]}</mi>' if column else match[0]

    return Markup(_SYMBOL.sub(tie, math))


@lru_cache(maxsize=8192)
def calculation(text: str, *, comma: bool = False) -> Markup:
    """A calculation as a person writes it: real minus and times signs, the base of a logarithm below the line.

    >>> str(calculation("3/log2(6) - 1"))
    '3/log<sub>2</sub>(6) \N{MINUS SIGN} 1'
    """
    written = with_comma(text) if comma else text
    return Markup(re.sub(r"log(\d+)\(", r"log<sub>\1</sub>(", str(escape(written.translate(_SIGNS)))))


def written(text: str, comma: float) -> str:
    """A sentence or a number as it is, or with decimal commas where those were asked for.

    >>> written("AP is 0.29, not 0.58.", comma=True)
    'AP is 0,29, not 0,58.'
    """
    return POINT.sub(",", text) if comma else text

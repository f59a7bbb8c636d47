"""Formulas as markup: LaTeX as MathML, calculations as HTML; numbers and symbols can be linked to cells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from markupsafe import Markup, escape
from math_core import LatexToMathML

from ireval.messages.writing import POINT, with_comma

_CONVERTER = LatexToMathML()
_LOGARITHM = re.compile(r"log(\d+)\(")
_POWER = re.compile(r"\^(\d+)")
#: The security policy allows no style on an element; math.css has the styles for the rows of cases.
_STYLE = re.compile(' style="[^"]*"')
_SYMBOL = re.compile("<mi>([^<]*)</mi>")
#: A cell of a page: the id of its row, and its column.
Place = tuple[str, str]


@lru_cache(maxsize=4096)
def mathml(latex: str, *, block: bool = False, comma: bool = False) -> Markup:
    """MathML for trusted LaTeX: our own formulas with numbers inserted, never a visitor's text."""
    converted = _STYLE.sub("", _CONVERTER.convert_with_local_state(latex, displaystyle=block))
    untranslated = converted.replace("<math", '<math translate="no"', 1)
    return Markup(POINT.sub(",", untranslated) if comma else untranslated)


def link_numbers(math: Markup, places: Sequence[Place | None]) -> Markup:
    """``math`` with its last numbers linked to the cells that contain them. Earlier numbers belong to names.

    >>> str(link_numbers(mathml("2 + 3"), [("rank-1", "G")]))
    '<math translate="no"><mn>2</mn><mo>+</mo><mn data-row="rank-1" data-col="G">3</mn></math>'
    """
    start, *numbers = str(math).split("<mn>")
    before = len(numbers) - len(places)
    linked_to = [None] * before + list(places[max(0, -before) :])
    return Markup(
        start + "".join([_number_start(place) + rest for place, rest in zip(linked_to, numbers, strict=True)])
    )


def _number_start(place: Place | None) -> str:
    return f'<mn data-row="{place[0]}" data-col="{escape(place[1])}">' if place else "<mn>"


@lru_cache(maxsize=1024)
def link_symbols(math: Markup, columns: tuple[tuple[str, str], ...]) -> Markup:
    """``math`` with the symbols of (symbol, column) pairs linked to their columns.

    >>> str(link_symbols(mathml("G"), (("G", "G"),)))
    '<math translate="no"><mi data-col="G">G</mi></math>'
    """
    known = dict(columns)

    def tie(match: re.Match[str]) -> str:
        column = known.get(match[1].strip())
        return f'<mi data-col="{escape(column)}">{match[1]}</mi>' if column else match[0]

    return Markup(_SYMBOL.sub(tie, math))


@lru_cache(maxsize=8192)
def calculation(text: str, *, comma: bool = False) -> Markup:
    """A calculation as people write it: with typographic signs, a logarithm's base as index, and powers raised.

    >>> str(calculation("3/log2(6) - 0.5^2"))
    '3/log<sub>2</sub>(6) \N{MINUS SIGN} 0.5<sup>2</sup>'
    """
    return Markup(_readable(text, comma=comma))


def calculations(texts: Sequence[str], *, comma: bool = False) -> list[str]:
    """The markup of many calculations, each a line, made in one pass."""
    return _readable("\n".join(texts), comma=comma).split("\n") if texts else []


def _readable(text: str, *, comma: bool) -> str:
    plain = (with_comma(text) if comma else text).replace("-", "\N{MINUS SIGN}").replace("*", "\N{MULTIPLICATION SIGN}")
    markup = str(escape(plain))
    for base in set(_LOGARITHM.findall(markup)):
        markup = markup.replace(f"log{base}(", f"log<sub>{base}</sub>(")
    return _POWER.sub(r"<sup>\1</sup>", markup)


def with_decimal_sign(text: str, comma: float) -> str:
    """A number as it is, or with a decimal comma. A sentence takes its comma from ``say``.

    >>> with_decimal_sign("0.58", comma=True)
    '0,58'
    """
    return POINT.sub(",", text) if comma else text

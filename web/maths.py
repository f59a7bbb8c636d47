"""Formulas: LaTeX to MathML, and calculations as text to HTML."""

from __future__ import annotations

import re
from functools import lru_cache

from markupsafe import Markup, escape
from math_core import LatexToMathML

_CONVERTER = LatexToMathML()
_SIGNS = str.maketrans({"-": "\N{MINUS SIGN}", "*": "\N{MULTIPLICATION SIGN}"})


@lru_cache(maxsize=4096)
def mathml(latex: str, *, block: bool = False) -> Markup:
    """MathML for trusted LaTeX: our own formulas with numbers put in, nothing that a visitor typed."""
    return Markup(_CONVERTER.convert_with_local_state(latex, displaystyle=block))


def calculation(text: str) -> Markup:
    """A calculation as a person writes it: real minus and times signs, the base of a logarithm below the line.

    >>> str(calculation("3/log2(6) - 1"))
    '3/log<sub>2</sub>(6) \N{MINUS SIGN} 1'
    """
    return Markup(re.sub(r"log(\d+)\(", r"log<sub>\1</sub>(", str(escape(text.translate(_SIGNS)))))

"""The characters of the math font that the product's own formulas need, found by writing these formulas."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import unescape

from ireval.conventions import PRESETS, effective
from ireval.explanation.calculation import of_cell
from ireval.explanation.reference import Entry, entries
from ireval.explanation.step_table import StepTable
from ireval.measure import Params
from ireval.measure.spelling import settings
from web.formulas.mathml import mathml

#: The characters of names and numbers in formulas: Basic Latin.
LATIN = frozenset(range(0x20, 0x7F))
ROOT = 0x221A  # browsers draw it for elements without a character
PLANCK = 0x210E  # the italic h, which has an older code point than the other letters
#: Runs of letters: first, last, and the first of their italics. Latin, then Greek.
_ITALICS = ((0x41, 0x5A, 0x1D434), (0x61, 0x7A, 0x1D44E), (0x391, 0x3A9, 0x1D6E2), (0x3B1, 0x3C9, 0x1D6FC))
_LETTER = re.compile("<mi>(.)</mi>")
_TAGS = re.compile("<[^>]*>")


@cache
def formula_signs() -> frozenset[int]:
    """The code points of the characters in formulas, as browsers look for them in the font."""
    return LATIN.union(*(signs(mathml(latex, block=True)) for latex in set(_formulas()) if latex))


def signs(markup: str) -> set[int]:
    r"""The code points of the characters in MathML, and of the italics with which browsers draw single letters.

    >>> sorted(map(chr, signs(mathml(r"\mathrm{AP} = \sqrt{R}"))))
    ['=', 'A', 'P', 'R', '√', '𝑅']
    """
    italics = {
        italic(unescape(letter)) for letter in _LETTER.findall(markup)
    }  # some are not used: Chromium draws no italic epsilon
    return (
        italics
        | {ord(sign) for sign in unescape(_TAGS.sub("", markup))}
        | ({ROOT} if "<msqrt" in markup or "<mroot" in markup else set())
    )


def italic(letter: str) -> int:
    """The code point of a mathematical italic letter; that of the sign itself if it has no italic.

    >>> chr(italic("R")), chr(italic("h")), chr(italic("α")), chr(italic("∑"))
    ('𝑅', 'ℎ', '𝛼', '∑')
    """
    code = ord(letter)
    if letter == "h":
        return PLANCK
    return next((italics + code - first for first, last, italics in _ITALICS if first <= code <= last), code)


def _formulas() -> Iterator[str]:
    """The LaTeX of all measures: formulas under every convention, columns, symbols, and calculations of examples."""
    for entry in entries():
        yield from entry.formulas
        yield from (symbol for symbol, _ in entry.measure.where)
        yield from (column.formula for column in entry.measure.columns)
        yield entry.example.final_latex
        yield from _calculations(entry.example)
        yield from _under_conventions(entry)


def _calculations(table: StepTable) -> Iterator[str]:
    """The calculations of all cells, which may have signs that the formula does not have."""
    for column in table.shown_columns:
        yield from (of_cell(table, column.key, row, in_full=True).latex for row in range(len(table.row_labels)))


def _under_conventions(entry: Entry) -> Iterator[str]:
    m = entry.measure
    own = {p.name: p.default for p in m.parameters} | {"k": None}
    usual = effective() | own
    choices = [usual | {name: choice.key} for name, p in settings(m).items() for choice in p.choices]
    for values in [*choices, *(effective(preset) | own for preset in PRESETS)]:
        yield m.formula(Params(values))

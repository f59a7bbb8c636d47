"""Compares formulas: marks the terms of a formula that differ from other formulas, in its MathML."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import groupby, zip_longest
from xml.etree import ElementTree as ET

from markupsafe import Markup

from ireval.messages.writing import POINT
from web.formulas.mathml import mathml

MARK = "differs"  #: the class of a marked term
#: Elements in which every child has a fixed place, such as numerator and denominator, or base and index.
_PLACED = {"mfrac", "msub", "msup", "msubsup", "munder", "mover", "munderover", "mroot"}
_SPACES = {"mspace", "mtext"}
_WIDE = {"1em", "2em"}  # between the equations of a formula


@lru_cache(maxsize=1024)
def mark_differences(latex: str, others: tuple[str, ...], symbols: frozenset[str] = frozenset()) -> tuple[Markup, ...]:
    """MathML for trusted LaTeX, one for each equation, in which every term is marked that differs from ``others``.

    The ``symbols`` are marked, too: they stand for choices that do not change the formula.
    """
    tree = _tree(latex)
    found = {e for other in others for e in _differing(tree, _tree(other))}
    found |= {e for e in tree.iter("mi") if e.text in symbols}
    _wrap(tree, found)
    return tuple(Markup(ET.tostring(equation, encoding="unicode")) for equation in _equations(tree))


def equations(latex: str, *, comma: bool = False) -> list[Markup]:
    """MathML for trusted LaTeX, one for each equation, so that narrow pages can put one below the other."""
    return [Markup(POINT.sub(",", part)) if comma else part for part in mark_differences(latex, ())]


def _tree(latex: str) -> ET.Element:
    named = re.sub(r"&(?!(?:lt|gt|amp|quot|apos|#\w+);)\w+;", lambda m: html.unescape(m[0]), mathml(latex, block=True))
    return ET.fromstring(named)


def _content(element: ET.Element) -> str:
    """The content of an element without its spacing."""
    inner = "".join(_content(child) for child in element if child.tag != "mspace")
    return f"<{element.tag}>{element.text or ''}{inner}"


def _differing(one: ET.Element, other: ET.Element | None) -> Iterator[ET.Element]:
    """The smallest parts of ``one`` that ``other`` does not have in the same place."""
    if other is not None and _content(one) == _content(other):
        return
    if other is None or one.tag != other.tag or not len(one) or not len(other):
        yield one
    elif one.tag in _PLACED:
        for mine, theirs in zip_longest(one, other):
            if mine is not None:
                yield from _differing(mine, theirs)
    else:
        for mine, theirs in _aligned(list(one), list(other)):
            yield from _differing(mine, theirs)


def _aligned(one: list[ET.Element], other: list[ET.Element]) -> Iterator[tuple[ET.Element, ET.Element | None]]:
    """The elements of a row that differ, each with the element at its place in the other row, if there is one."""
    matcher = SequenceMatcher(None, [_content(e) for e in one], [_content(e) for e in other], autojunk=False)
    for _, start, end, at, to in (x for x in matcher.get_opcodes() if x[0] in {"replace", "delete"}):
        there = other[at:to]
        yield from zip_longest(one[start:end], there[: end - start])


def _wrap(parent: ET.Element, found: set[ET.Element]) -> None:
    """Put every run of marked children into one element; a single unmarked child between marked ones is included.

    A run ends with its equation.
    """
    children = list(parent)
    for child in children:
        if child not in found:
            _wrap(child, found)
    if parent.tag in _PLACED:
        runs = [(i, i + 1) for i, child in enumerate(children) if child in found]
    else:
        ends = [i for i, child in enumerate(children) if _is_wide(child)]
        marks = [child in found and child.tag not in _SPACES and not _is_comma(child) for child in children]
        parts = zip([0, *ends], [*ends, len(children)], strict=True)
        runs = [(a + begin, b + begin) for begin, end in parts for a, b in _runs(marks[begin:end])]
    for start, end in reversed(runs):
        mark = ET.Element("mrow", {"class": MARK})
        mark.extend(children[start:end])
        parent[start:end] = [mark]


def _equations(tree: ET.Element) -> Iterator[ET.Element]:
    """The equations of a formula, which are separated by wide spaces."""
    for wide, elements in groupby(tree, key=_is_wide):
        if not wide:
            equation = ET.Element(tree.tag, tree.attrib)
            equation.extend(elements)
            yield equation


def _is_wide(element: ET.Element) -> bool:
    return element.tag == "mspace" and element.get("width") in _WIDE


def _is_comma(element: ET.Element) -> bool:
    return element.text == ","


def _runs(marks: Iterable[bool]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for i in (i for i, mark in enumerate(marks) if mark):
        if runs and i - runs[-1][1] <= 1:
            runs[-1] = (runs[-1][0], i + 1)
        else:
            runs.append((i, i + 1))
    return runs

"""Two formulas side by side: the terms that one has otherwise than the other are marked in its MathML."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import groupby, zip_longest
from xml.etree import ElementTree as ET

from markupsafe import Markup

from web.formulas.mathml import mathml

MARK = "differs"  #: the class of a marked term
#: Elements whose children have each their own place: numerator and denominator, base and index.
_PLACED = {"mfrac", "msub", "msup", "msubsup", "munder", "mover", "munderover", "mroot"}
_SPACES = {"mspace", "mtext"}
_WIDE = {"1em", "2em"}  # between the equations of a formula


@lru_cache(maxsize=1024)
def marked(latex: str, others: tuple[str, ...], symbols: frozenset[str] = frozenset()) -> tuple[Markup, ...]:
    """MathML for trusted LaTeX, in which is marked what it has otherwise than ``others``: equation by equation.

    So are its ``symbols``: what stands for a choice that shows in no formula.
    """
    tree = _tree(latex)
    found = {e for other in others for e in _otherwise(tree, _tree(other))}
    found |= {e for e in tree.iter("mi") if e.text in symbols}
    _wrap(tree, found)
    return tuple(Markup(ET.tostring(equation, encoding="unicode")) for equation in _equations(tree))


def _tree(latex: str) -> ET.Element:
    named = re.sub(r"&(?!(?:lt|gt|amp|quot|apos|#\w+);)\w+;", lambda m: html.unescape(m[0]), mathml(latex, block=True))
    return ET.fromstring(named)


def _content(element: ET.Element) -> str:
    """What an element says, whatever its spacing."""
    inner = "".join(_content(child) for child in element if child.tag != "mspace")
    return f"<{element.tag}>{element.text or ''}{inner}"


def _otherwise(one: ET.Element, other: ET.Element | None) -> Iterator[ET.Element]:
    """The smallest parts of ``one`` that ``other`` has not in the same place."""
    if other is not None and _content(one) == _content(other):
        return
    if other is None or one.tag != other.tag or not len(one) or not len(other):
        yield one
    elif one.tag in _PLACED:
        for mine, theirs in zip_longest(one, other):
            if mine is not None:
                yield from _otherwise(mine, theirs)
    else:
        for mine, theirs in _aligned(list(one), list(other)):
            yield from _otherwise(mine, theirs)


def _aligned(one: list[ET.Element], other: list[ET.Element]) -> Iterator[tuple[ET.Element, ET.Element | None]]:
    """The elements of a row that changed, each beside the one that stands there in the other row, if any."""
    matcher = SequenceMatcher(None, [_content(e) for e in one], [_content(e) for e in other], autojunk=False)
    for _, start, end, at, to in (x for x in matcher.get_opcodes() if x[0] in {"replace", "delete"}):
        there = other[at:to]
        yield from zip_longest(one[start:end], there[: end - start])


def _wrap(parent: ET.Element, found: set[ET.Element]) -> None:
    """Put every run of marked children into one element, also over a single unmarked one between two marked."""
    children = list(parent)
    for child in children:
        if child not in found:
            _wrap(child, found)
    if parent.tag in _PLACED:
        runs = [(i, i + 1) for i, child in enumerate(children) if child in found]
    else:
        runs = _runs([child in found and child.tag not in _SPACES for child in children])
    for start, end in reversed(runs):
        mark = ET.Element("mrow", {"class": MARK})
        mark.extend(children[start:end])
        parent[start:end] = [mark]


def _equations(tree: ET.Element) -> Iterator[ET.Element]:
    """The equations of a formula, which wide spaces part."""
    for wide, elements in groupby(tree, key=lambda e: e.tag == "mspace" and e.get("width") in _WIDE):
        if not wide:
            equation = ET.Element(tree.tag, tree.attrib)
            equation.extend(elements)
            yield equation


def _runs(marks: Iterable[bool]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for i in (i for i, mark in enumerate(marks) if mark):
        if runs and i - runs[-1][1] <= 1:
            runs[-1] = (runs[-1][0], i + 1)
        else:
            runs.append((i, i + 1))
    return runs

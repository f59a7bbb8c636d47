"""Reads the terms of the glossary from its Markdown tables.

>>> term_named("Cutoff").meaning
'the rank down to which a measure looks, `k`'
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

_HERE = Path(__file__).parent
#: The possible places of the file: beside this module in an installed package, in ``docs`` in a checkout.
PLACES = (_HERE / "glossary.md", _HERE.parents[1] / "docs" / "glossary.md")
_HEADING = re.compile(r"## (.+)")
_ROW = re.compile(r"\| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]*)\|")


@dataclass(frozen=True)
class Term:
    """A term: its ``name``, its ``meaning`` in Markdown, and ``other_words`` for it that this product does not use.

    ``example`` is a sentence in Markdown; contributors' terms, which readers of the pages do not need, have none.
    """

    name: str
    meaning: str
    other_words: str
    section: str
    example: str = ""

    @property
    def slug(self) -> str:
        """The name as part of an address.

        >>> Term("sheet's id", "", "", "").slug
        'sheets-id'
        """
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower().replace("'", "")).strip("-")


@cache
def glossary() -> Mapping[str, tuple[Term, ...]]:
    """The terms by section, in the order of the file."""
    text = next((place for place in PLACES if place.exists()), PLACES[-1]).read_text("utf-8")
    sections: dict[str, list[Term]] = {}
    for line in text.splitlines():
        if heading := _HEADING.fullmatch(line):
            sections[heading[1]] = []
        elif (row := _ROW.fullmatch(line)) and row[1] != "Term" and set(row[1]) != {"-"}:
            name, meaning, others, example = (cell.strip() for cell in row.groups())
            section = next(reversed(sections))
            sections[section].append(Term(name, meaning, others, section, example))
    return MappingProxyType({section: tuple(terms) for section, terms in sections.items() if terms})


@cache
def readers_terms() -> tuple[Term, ...]:
    """The terms that readers of the pages need, in alphabetical order; each has an example."""
    terms = (term for found in glossary().values() for term in found if term.example)
    return tuple(sorted(terms, key=lambda term: term.name.casefold()))


@cache
def _by_name() -> Mapping[str, Term]:
    return {term.name.lower(): term for terms in glossary().values() for term in terms}


def term_named(name: str) -> Term:
    """The term with this name, in upper or lower case. Raises ``KeyError`` for an unknown name."""
    return _by_name()[name.lower()]

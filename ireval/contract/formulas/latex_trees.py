"""The nodes of the tree of a printed formula."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Number:
    """A number, as printed."""

    value: Fraction


@dataclass(frozen=True)
class Name:
    """A quantity, or an index."""

    name: str


@dataclass(frozen=True)
class Call:
    """A quantity at an index or of an argument: ``rel_i``, ``G[i]``, ``J(i,j)``, ``P@i``; also min, max, log, floor."""

    name: str
    arguments: tuple[Tree, ...]


@dataclass(frozen=True)
class Operation:
    """Two trees joined by one of ``+ - * / ^``."""

    sign: str
    left: Tree
    right: Tree


@dataclass(frozen=True)
class Relation:
    """A chain of comparisons: ``r <= x <= y``."""

    terms: tuple[Tree, ...]
    signs: tuple[str, ...]


@dataclass(frozen=True)
class Big:
    """A sum, product, maximum or minimum of ``body`` over an index.

    ``index`` is its name; None if the condition decides it. ``start`` and ``end`` bound it, or ``condition``
    does; without any of them, the legend says over which values the index runs.
    """

    kind: str
    index: str | None
    body: Tree
    start: Tree | None = None
    end: Tree | None = None
    condition: Relation | None = None
    others: tuple[Relation, ...] = ()  #: more conditions


@dataclass(frozen=True)
class Cases:
    """Rows with a condition each, a relation or words; the first row whose condition holds gives the value."""

    rows: tuple[tuple[Tree, str | Relation], ...]


Tree = Number | Name | Call | Operation | Relation | Big | Cases


@dataclass(frozen=True)
class Equation:
    """``left = right = right``; without a left side there is only one ``right``."""

    left: Name | Call | None
    right: tuple[Tree, ...]


def names_in(tree: Tree) -> Iterator[str]:
    """Yield every name in a tree, bound or free."""
    match tree:
        case Name(name):
            yield name
        case Call(name, arguments):
            yield name
            for x in arguments:
                yield from names_in(x)
        case Operation(_, left, right):
            yield from names_in(left)
            yield from names_in(right)
        case Relation(terms, _):
            for x in terms:
                yield from names_in(x)
        case Big(kind, index, body, start, end, condition, others):
            yield kind
            for part in (Name(index) if index else None, body, start, end, condition, *others):
                if part is not None:
                    yield from names_in(part)
        case Cases(rows):
            for x, holds in rows:
                yield from names_in(x)
                if isinstance(holds, Relation):
                    yield from names_in(holds)

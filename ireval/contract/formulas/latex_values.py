"""Computes the value of a printed formula from the values of its symbols.

Numbers are exact fractions where possible, so that results do not depend on a computer's rounding.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from operator import add, eq, ge, gt, le, lt, mul, sub
from typing import Any

from ireval.contract.formulas.latex_tokens import UnreadableError
from ireval.contract.formulas.latex_trees import (
    Big,
    Call,
    Cases,
    Equation,
    Name,
    Number,
    Operation,
    Relation,
    Tree,
    names_in,
)

#: The words of a condition which holds if the set has an element of which to take the maximum.
IF_ANY = "if any"
OTHERWISE = "else"
_REDUCED: dict[str, Callable[[Iterable[Any]], Any]] = {
    "sum": sum,
    "product": lambda values: reduce(mul, values, Fraction(1)),
    "max": max,
    "min": min,
}
_JOINED: dict[str, Callable[[Any, Any], Any]] = {"+": add, "-": sub, "*": mul, "^": pow}
_HOLDS: dict[str, Callable[[Any, Any], bool]] = {"<": lt, ">": gt, "<=": le, ">=": ge, "=": eq}


class UndefinedError(ArithmeticError):
    """The formula has no value for this list; ``by`` has the symbols of a divisor that is 0, if there is one."""

    def __init__(self, why: str, by: Iterable[str] = ()) -> None:
        super().__init__(why)
        self.by = frozenset(by)


@dataclass(frozen=True)
class Domain:
    """The values of an index without bounds."""

    values: tuple[Any, ...]


@dataclass(frozen=True)
class Stated:
    """A quantity that this list does not have; then the legend states the score."""

    score: int


@dataclass(frozen=True)
class Same:
    """A symbol defined as another symbol of the formula, with some of that one's symbols replaced."""

    name: str
    instead: Mapping[str, Any]


class Settled(Exception):  # noqa: N818 - it is an answer, not an error
    """The legend states the score."""

    def __init__(self, score: int) -> None:
        super().__init__(score)
        self.score = score


@dataclass
class Valuation:
    """The equations of a formula, and the values of its other symbols: numbers, functions, domains.

    ``starts`` are values of recursions, by name and argument.
    """

    equations: list[Equation]
    symbols: Mapping[str, Any]
    starts: Mapping[tuple[str, Any], Any] = field(default_factory=dict)
    _floats: bool = False
    _known: dict[tuple[str, tuple[Any, ...]], Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._defined = {e.left.name: e for e in self.equations if e.left is not None}

    def scores(self) -> list[Any]:
        """Return the score by every side of the first equation; they should be equal. Raises ``UndefinedError``."""
        try:
            return [self._value(side, {}) for side in self.equations[0].right]
        except Settled as settled:
            return [settled.score]

    def _value(self, tree: Tree, scope: Mapping[str, Any]) -> Any:
        match tree:
            case Number(value):
                return float(value) if self._floats else value
            case Name(name):
                return self._of(name, scope)
            case Call(name, arguments):
                return self._call(name, arguments, scope)
            case Operation(sign, left, right):
                values = self._value(left, scope), self._value(right, scope)
                return self._quotient(*values, right) if sign == "/" else _JOINED[sign](*values)
            case Big():
                return self._big(tree, scope)
            case Cases(rows):
                holds = (row for row, condition in rows if self._applies(row, condition, scope))
                return self._value(next(holds, None) or self._no_case(tree), scope)
        raise UnreadableError(f"no value: {tree}")

    def _of(self, name: str, scope: Mapping[str, Any]) -> Any:
        if name in scope:
            return scope[name]
        if name in self._defined:
            return self._value(self._defined[name].right[0], {})
        if name not in self.symbols:
            raise UnreadableError(f"the legend does not say what {name} is")
        found = self.symbols[name]
        if isinstance(found, Stated):
            raise Settled(found.score)
        if found is None:
            raise UndefinedError(f"{name} is not known")
        if callable(found) or isinstance(found, Domain):
            raise UnreadableError(f"{name} is no number by the legend")
        return float(found) if self._floats else found

    def _call(self, name: str, arguments: tuple[Tree, ...], scope: Mapping[str, Any]) -> Any:
        if name == "floor":
            return self._floor(arguments[0], scope)
        values = tuple(map(_whole, (self._value(x, scope) for x in arguments)))
        if name in {"min", "max"}:
            return _REDUCED[name](values)
        if name == "sqrt":
            return math.sqrt(values[0])
        if name == "log":
            return math.log2(values[1]) if values[0] == 2 else math.log(values[1]) / math.log(values[0])
        return self._at(name, values)

    def _at(self, name: str, values: tuple[Any, ...]) -> Any:
        if (name, values[0]) in self.starts:
            return self.starts[name, values[0]]
        if (name, values) not in self._known:
            self._known[name, values] = self._worked(name, values)
        return self._known[name, values]

    def _worked(self, name: str, values: tuple[Any, ...]) -> Any:
        equation = self._defined.get(name)
        if equation is not None and isinstance(equation.left, Call):
            names = [x.name for x in equation.left.arguments if isinstance(x, Name)]
            return self._value(equation.right[0], dict(zip(names, values, strict=True)))
        found = self.symbols.get(name)
        if isinstance(found, Same):
            equations = [e for e in self.equations if e.left is None or e.left.name not in found.instead]
            return Valuation(equations, {**self.symbols, **found.instead}, self.starts)._at(found.name, values)
        if not callable(found):
            raise UnreadableError(f"the legend does not say what {name} at {values} is")
        value = found(*values)
        if value is None:
            raise UndefinedError(f"{name} at {values} is not defined")
        return value

    def _floor(self, tree: Tree, scope: Mapping[str, Any]) -> Any:
        self._floats = bool(self.symbols.get("floor"))  # if the legend says that floating-point arithmetic is meant
        try:
            return math.floor(self._value(tree, scope))
        finally:
            self._floats = False

    def _quotient(self, above: Any, below: Any, divisor: Tree) -> Any:
        if below == 0:
            stated = self.symbols.get("fraction")
            if above == 0 and stated is not None:
                return stated
            raise UndefinedError("the divisor is 0", set(names_in(divisor)))
        return above / below if isinstance(above, float) or isinstance(below, float) else Fraction(above) / below

    def _big(self, tree: Big, scope: Mapping[str, Any]) -> Any:
        values = [self._value(tree.body, inner) for inner in self._scopes(tree, scope)]
        if not values and tree.kind in {"max", "min"}:
            if tree.kind not in self.symbols:
                raise UndefinedError(f"the {tree.kind} of nothing")
            return self.symbols[tree.kind]
        return _REDUCED[tree.kind](values)

    def _scopes(self, tree: Big, scope: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """The scope with the index in it, for each of its values."""
        index = tree.index or self._index_of(tree, scope)
        if tree.start is not None and tree.end is not None:
            values: Iterable[Any] = range(int(self._value(tree.start, scope)), int(self._value(tree.end, scope)) + 1)
        elif isinstance(self.symbols.get(index), Domain):
            values = self.symbols[index].values
        elif tree.condition is not None and tree.condition.terms[0] == Name(index):  # j <= i: from 1
            values = range(1, int(self._value(tree.condition.terms[1], scope)) + 1)
        else:
            raise UnreadableError(f"nothing says what {index} runs over")
        for value in values:
            inner = {**scope, index: value}
            conditions = (tree.condition, *tree.others) if tree.condition else tree.others
            if all(self._holds(condition, inner) for condition in conditions):
                yield inner

    def _index_of(self, tree: Big, scope: Mapping[str, Any]) -> str:
        """The index of a condition: the name on its left, or the only name with a domain."""
        if tree.condition is None:
            raise UnreadableError("nothing says what the index is")
        first = tree.condition.terms[0]
        if isinstance(first, Name) and first.name not in scope and first.name not in self.symbols:
            return first.name
        free = {n for n in names_in(tree.condition) if n not in scope and isinstance(self.symbols.get(n), Domain)}
        if len(free) != 1:
            raise UnreadableError(f"which of {sorted(free)} is the index?")
        return free.pop()

    def _holds(self, condition: Relation, scope: Mapping[str, Any]) -> bool:
        values = [self._value(x, scope) for x in condition.terms]
        pairs = zip(condition.signs, values, values[1:], strict=False)
        return all(_HOLDS[sign](left, right) for sign, left, right in pairs)

    def _no_case(self, tree: Cases) -> Tree:
        raise UnreadableError(f"no case holds: {tree}")

    def _applies(self, tree: Tree, words: str | Relation, scope: Mapping[str, Any]) -> bool:
        if isinstance(words, Relation):
            return self._holds(words, scope)
        if words == OTHERWISE:
            return True
        if words.strip() == IF_ANY and isinstance(tree, Big):
            return any(True for _ in self._scopes(tree, scope))
        raise UnreadableError(f"no reading of the condition: {words}")


def _whole(value: Any) -> Any:
    """A whole number as an int, so that it can be an index."""
    return int(value) if isinstance(value, Fraction) and value.denominator == 1 else value

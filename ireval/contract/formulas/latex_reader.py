"""Reads the LaTeX of printed formulas into trees, by the rules of mathematics.

It supports the subset of LaTeX that the measures use, and refuses everything else.
"""

from __future__ import annotations

import re
from fractions import Fraction

from ireval.contract.formulas.latex_tokens import TokenStream, UnreadableError
from ireval.contract.formulas.latex_trees import Big, Call, Cases, Equation, Name, Number, Operation, Relation, Tree

_GREEK = {r"\alpha", r"\beta", r"\varepsilon"}
_EQUATIONS = re.compile(r",\s*\\q?quad(?![A-Za-z])")
_BIG = {r"\sum": "sum", r"\prod": "product", r"\max": "max", r"\min": "min"}
_RELATIONS = {r"\le": "<=", r"\ge": ">=", "<": "<", ">": ">", "=": "="}
_CLOSING = {"(": ")", "{": "}", r"\lfloor": r"\rfloor"}
_FRACTIONS = {r"\frac", r"\tfrac", r"\dfrac"}


def read_formula(latex: str, functions: frozenset[str]) -> list[Equation]:
    """Read the equations of a formula; a bracket after one of the names ``functions`` has its arguments."""
    parts = _EQUATIONS.split(latex)
    named = {left.name for left in (read_symbol(p.split("=")[0]) for p in parts if "=" in p) if isinstance(left, Call)}
    return [_Parser(part, functions | named).equation() for part in parts]


def read_symbol(latex: str) -> Name | Call:
    """Read a single symbol, as in a legend or on the left of an equals sign."""
    tree = _Parser(latex, None).whole()
    if not isinstance(tree, Name | Call):
        raise UnreadableError(f"{latex} is no symbol")
    return tree


class _Parser(TokenStream):
    """A recursive descent parser. If ``functions`` is None, every bracket after a name has its arguments."""

    def __init__(self, latex: str, functions: frozenset[str] | None) -> None:
        super().__init__(latex)
        self._functions = functions

    def equation(self) -> Equation:
        sides = [self._sum()]
        while self.take("="):
            sides.append(self._sum())
        self.end()
        if len(sides) == 1:
            return Equation(None, (sides[0],))
        if not isinstance(sides[0], Name | Call):
            raise self.wrong("the left side is no symbol")
        return Equation(sides[0], tuple(sides[1:]))

    def whole(self) -> Tree:
        tree = self._factor()
        self.end()
        return tree

    def _sum(self) -> Tree:
        tree: Tree = Operation("-", Number(Fraction(0)), self._term()) if self.take("-") else self._term()
        while self.next in {"+", "-"}:
            tree = Operation(self.pop(), tree, self._term())
        return tree

    def _term(self) -> Tree:
        tree = self._factor()
        while True:
            if self.take("/"):
                tree = Operation("/", tree, self._factor())
            elif self.take(r"\cdot") or self._starts_factor():
                tree = Operation("*", tree, self._factor())
            else:
                return tree

    def _factor(self) -> Tree:
        tree = self._atom()
        return Operation("^", tree, self._group()) if self.take("^") else tree

    def _atom(self) -> Tree:
        sign = self.pop()
        tree: Tree
        if sign[0].isdigit():
            tree = Number(Fraction(sign))
        elif sign in _CLOSING:
            tree = self._sum()
            self.expect(_CLOSING[sign])
            tree = Call("floor", (tree,)) if sign == r"\lfloor" else tree
        elif sign in _FRACTIONS:
            tree = Operation("/", self._group(), self._group())
        elif sign in _BIG:
            tree = self._big(_BIG[sign])
        elif sign == r"\sqrt":
            tree = Call("sqrt", (self._group(),))
        elif sign == r"\log":
            self.expect("_")
            tree = Call("log", (self._group(), self._factor()))
        elif sign == r"\begin{cases}":
            tree = self._cases()
        elif _is_name(sign):
            tree = self._named(sign)
        else:
            raise self.wrong(f"no term begins with {sign}")
        return tree

    def _big(self, kind: str) -> Tree:
        if self.next == "(" and kind in {"max", "min"}:
            return Call(kind, self._arguments(")"))
        if self.next == r"\{":
            return self._set(kind)
        if not self.take("_"):
            return Name(kind)  # in a legend: the line explains every maximum
        self.expect("{") if self.next == "{" else self.put_behind("}")
        tree = self._relation()
        others = []
        while self.take(","):
            others.append(self._relation())
        self.expect("}")
        end = self._group() if self.take("^") else None
        body = self._term()
        if isinstance(tree, Name):
            return Big(kind, tree.name, body)
        if isinstance(tree, Relation) and tree.signs == ("=",) and isinstance(tree.terms[0], Name):
            return Big(kind, tree.terms[0].name, body, tree.terms[1], end)
        if isinstance(tree, Relation):
            return Big(kind, None, body, condition=tree, others=tuple(x for x in others if isinstance(x, Relation)))
        raise self.wrong("no index below the sign")

    def _set(self, kind: str) -> Tree:
        """The smallest or largest element of a set: ``{a, b}``, or ``{i : condition}``."""
        index, colon = self.after, self.beyond
        if colon != ":":
            return Call(kind, self._arguments(r"\}"))
        self.skip(3)
        condition = self._relation()
        self.expect(r"\}")
        if not isinstance(condition, Relation):
            raise self.wrong("no condition behind the colon")
        return Big(kind, index, Name(index), condition=condition)

    def _relation(self) -> Tree:
        terms, signs = [self._sum()], []
        while self.next in _RELATIONS:
            signs.append(_RELATIONS[self.pop()])
            terms.append(self._sum())
        return Relation(tuple(terms), tuple(signs)) if signs else terms[0]

    def _cases(self) -> Tree:
        rows = []
        while not self.take(r"\end{cases}"):
            tree = self._sum()
            self.expect("&")
            rows.append((tree, self._condition()))
            self.take(r"\\")
        return Cases(tuple(rows))

    def _condition(self) -> str | Relation:
        """The condition of a case: in words, or after "if" as a relation."""
        words = self.pop().removeprefix('"').strip()
        if words != "if":
            return words
        tree = self._relation()
        if not isinstance(tree, Relation):
            raise self.wrong("no condition behind the if")
        return tree

    def _named(self, token: str) -> Tree:
        name = token.removeprefix('"')
        if self.next.startswith('"-'):  # alpha and -nDCG are one name
            name += self.pop().removeprefix('"')
        if name.endswith((" ", "@")):
            return Call(name, (self._atom(),))
        while True:
            if self.next == "^" and self.after == "*":
                self.skip(2)
                name += "*"
            elif self.next == "@":
                self.skip(1)
                return Call(f"{name}@", (self._atom(),))
            elif self.next == "_" and (self.after[0] == '"' or (self.after == "{" and self.beyond[0] in '"\\')):
                self.skip(1)
                name += "_" + self._word()
            elif self.take("_"):
                below = Call(name, self._arguments("}") if self.next == "{" else (self._group(),))
                if not self.take("@"):
                    return below
                name = f"{name}_{below.arguments[0]}@"
                return Call(name, (self._atom(),))
            elif self.next == "[" or (self.next == "(" and (self._functions is None or name in self._functions)):
                return Call(name, self._arguments("]" if self.next == "[" else ")"))
            else:
                return Name(name)

    def _word(self) -> str:
        """A word below a name, which is part of the name."""
        braced = self.take("{")
        word = self.pop().strip('"\\')
        if braced:
            self.expect("}")
        return word

    def _arguments(self, closing: str) -> tuple[Tree, ...]:
        self.skip(1)
        found = [self._sum()]
        while self.take(","):
            found.append(self._sum())
        self.expect(closing)
        return tuple(found)

    def _group(self) -> Tree:
        """The contents of braces, or a single symbol."""
        if self.take("{"):
            tree = self._sum()
            self.expect("}")
            return tree
        token = self.pop()
        return Number(Fraction(token)) if token[0].isdigit() else Name(token.removeprefix('"'))

    def _starts_factor(self) -> bool:
        token = self.next
        opens = {"(", r"\log", r"\sqrt", r"\lfloor", *_BIG, *_FRACTIONS}
        return token[0].isdigit() or token in opens or _is_name(token)


def _is_name(token: str) -> bool:
    return token[0] in '"|' or token in _GREEK or (len(token) == 1 and token.isalpha())

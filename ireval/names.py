"""How measures are spelled: ``nDCG@10``, ``F(beta=2)``, ``Bpref(bpref='r')``, ``IPrec@0.3``, or an alias as ``map``.

>>> spec = parse("nDCG(discount='log2-rank')@10")
>>> spec.measure.name, spec.own
('nDCG', {'discount': 'log2-rank', 'k': 10})
>>> str(spec)
"nDCG(discount='log2-rank')@10"
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from ireval.conventions import CONVENTIONS
from ireval.errors import InputError, nearest
from ireval.metric import Measure, Parameter
from ireval.parameters import number_text
from ireval.registry import measures

FIELD = "measures"
#: No measure with all of its settings needs more characters.
LONGEST = 300
#: What spellings are made of; anything else is no part of one, whatever Python would make of it.
_CHARACTERS = re.compile(r"[\w@()='\".,+\- ]*", re.ASCII)


@dataclass(frozen=True)
class Spec:
    """A measure with the parameters that its spelling fixes; ``text`` is the spelling asked for."""

    measure: Measure
    own: dict[str, Any]
    text: str

    def __str__(self) -> str:
        return self._spelling

    @cached_property
    def _spelling(self) -> str:
        return _spell(self.measure, self.own)

    def effective(self, conventions: Mapping[str, Any]) -> dict[str, Any]:
        """All values that the measure is computed with: its own, then the conventions it follows, then defaults."""
        defaults = {p.name: p.default for p in (*self.measure.parameters, *CONVENTIONS.values())}
        followed = {name: conventions[name] for name in self.measure.conventions}
        return {"k": None} | defaults | followed | self.own

    def canonical(self, conventions: Mapping[str, Any]) -> str:
        """The full spelling: every parameter and convention that the measure follows, in its effective value."""
        values = self.effective(conventions)
        if values["rounding"] == "exact":
            del values["decimals"]
        at = {self.measure.at.name} if self.measure.at else set()
        wanted = [*(p.name for p in self.measure.parameters), *self.measure.conventions, *at]
        return _spell(self.measure, {name: values[name] for name in wanted if values.get(name) is not None})


def settings(measure: Measure) -> dict[str, Parameter]:
    """What may stand in the brackets of a measure's name: its own parameters and the conventions it follows."""
    return {p.name: p for p in measure.parameters} | {name: CONVENTIONS[name] for name in measure.conventions}


@lru_cache(maxsize=4096)
def parse(text: str) -> Spec:
    """The measure that ``text`` spells. Raises ``InputError`` with the nearest valid spelling."""
    wanted = text.strip()
    if len(wanted) > LONGEST or not _CHARACTERS.fullmatch(wanted):
        raise _unknown(wanted)
    measure, call, at = _split(_resolve_alias(wanted), wanted)
    own: dict[str, Any] = {}
    known = settings(measure)
    for keyword in call:
        name = keyword.arg or ""
        if name not in known:
            hint = nearest(name, known) if known else f"{measure.name} takes no parameters."
            raise InputError(FIELD, f"{measure.name} has no parameter “{name}”.", hint)
        if name in own:
            raise InputError(FIELD, f"“{wanted}” gives {name} twice.", "Keep one of them.")
        own[name] = known[name].read(_literal(keyword.value, wanted), FIELD)
    if at is not None:
        if measure.at is None:
            raise InputError(FIELD, f"{measure.name} takes nothing behind an @.", f"Write {measure.name}.")
        own[measure.at.name] = measure.at.read(_literal(at, wanted), FIELD)
    elif measure.at_required and measure.at:
        example = f"{measure.name}@{number_text(measure.at.default)}"
        raise InputError(FIELD, f"{measure.name} needs a {measure.at.title.lower()}.", f"Write {example}, for one.")
    return Spec(measure, own, wanted)


def parse_all(text: str) -> list[Spec]:
    """The measures that ``text`` spells, separated by commas outside brackets.

    >>> [str(spec) for spec in parse_all("map, Bpref(bpref='r', rel=2), P@10")]
    ['AP', "Bpref(rel=2, bpref='r')", 'P@10']
    """
    return [parse(name) for name in re.split(r",(?![^(]*\))", text)]


def variants(values: Mapping[str, float], conventions: Mapping[str, Any]) -> tuple[tuple[str, Spec], ...]:
    """What pages list, as (label, spec): every measure's variants with ``k``, ``level`` and ``beta`` put in.

    Two that the conventions make the same are listed once.
    """
    return _variants(tuple(values.items()), tuple(conventions.items()))


@lru_cache(maxsize=512)
def _variants(
    values: tuple[tuple[str, float], ...], chosen: tuple[tuple[str, Any], ...]
) -> tuple[tuple[str, Spec], ...]:
    conventions = dict(chosen)
    filled = {name: number_text(value) for name, value in values}
    listed: dict[str, tuple[str, Spec]] = {}
    for measure in measures().values():
        for spelling, label in measure.variants.items():
            spec = parse(spelling.format(**filled))
            listed.setdefault(spec.canonical(conventions), (label.format(**filled), spec))
    return tuple(listed.values())


def _split(text: str, wanted: str) -> tuple[Measure, list[ast.keyword], ast.expr | None]:
    """``Name(a=1)@10`` as measure, keywords, and what stands behind the @; Python's own grammar reads it."""
    try:
        node: ast.expr = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise _unknown(wanted) from None
    at = None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
        at, node = node.right, node.left
    keywords: list[ast.keyword] = []
    if isinstance(node, ast.Call):
        if node.args:
            raise InputError(FIELD, f"“{wanted}”: parameters need their names.", "Write F(beta=2), for one.")
        keywords, node = node.keywords, node.func
    if not isinstance(node, ast.Name):
        raise _unknown(wanted)
    known = {spelling: m for m in measures().values() for spelling in (m.name, *m.aliases)}
    if node.id not in known:
        raise _unknown(wanted)
    return known[node.id], keywords, at


def _unknown(wanted: str) -> InputError:
    name = re.split(r"[@(]", wanted)[0][:LONGEST]
    shown = wanted if len(wanted) <= 60 else wanted[:57] + "..."
    return InputError(FIELD, f"There is no measure “{shown}”.", nearest(name, measures()))


def _resolve_alias(text: str) -> str:
    """trec_eval's spellings as ours: ``P_10`` is ``P@10``, ``map`` is ``AP``."""
    for measure in measures().values():
        for alias in measure.aliases:
            pattern = re.sub(r"\\\{\w+\\\}", r"([0-9.]+)", re.escape(alias))
            found = re.fullmatch(pattern, text)
            if found:
                return f"{measure.name}@{found[1]}" if found.groups() else measure.name
    return text


def _literal(node: ast.expr, wanted: str) -> object:
    try:
        value: object = ast.literal_eval(node)
    except (ValueError, TypeError):
        raise InputError(FIELD, f"“{wanted}”: a parameter is a number or a word in quotes.", "") from None
    return value


def _spell(measure: Measure, own: Mapping[str, Any]) -> str:
    known = settings(measure)
    inside = ", ".join(f"{name}={p.spell(own[name])}" for name, p in known.items() if name in own)
    at = f"@{number_text(own[measure.at.name])}" if measure.at and measure.at.name in own else ""
    return measure.name + (f"({inside})" if inside else "") + at

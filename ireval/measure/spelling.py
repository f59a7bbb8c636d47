"""Reads the names of measures: ``nDCG@10``, ``F(beta=2)``, ``Bpref(bpref='r')``, ``IPrec@0.3``, or ``map``.

>>> spec = parse("nDCG(discount='log2-rank')@10")
>>> spec.measure.name, spec.own
('nDCG', {'discount': 'log2-rank', 'k': 10})
>>> str(spec)
"nDCG(discount='log2-rank')@10"

A name in the spelling of ir_measures has the same meaning here, and keeps its spelling:

>>> spec = parse("nDCG(dcg='exp-log2')@10")
>>> str(spec), spec.own
("nDCG(dcg='exp-log2')@10", {'discount': 'log2-rank-plus-1', 'gain': 'exponential', 'k': 10})
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from ireval.conventions import CONVENTIONS, TOOL_SETTINGS, Parameter, ToolSetting
from ireval.errors import InputError, close, nearest
from ireval.measure.declaration import CUTOFF, Measure
from ireval.measure.registry import measures
from ireval.messages.message import Message
from ireval.messages.writing import number_text
from ireval.stdlib.lazy_attribute import lazy_attribute

FIELD = "measures"
#: The most characters of a measure with all its settings.
LONGEST = 300
#: The deepest cutoff at which runs are scored.
DEEPEST = 10**12
#: The characters of a spelling. Others are refused before Python's parser reads the text.
_CHARACTERS = re.compile(r"[\w@()='\".,+\- ]*", re.ASCII)
_NUMBER = r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+)"


@dataclass(frozen=True)
class Spec:
    """A measure with the settings in its spelling; ``text`` is the spelling as it was given.

    ``own`` has all settings in our names; ``foreign`` has those that were given in another tool's names.
    """

    measure: Measure
    own: dict[str, Any]
    text: str
    foreign: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.spelling

    @lazy_attribute
    def spelling(self) -> str:
        """Its name in our spelling."""
        return _spell(self.measure, self.own, self.foreign)

    @property
    def meaning(self) -> tuple[str, frozenset[tuple[str, Any]]]:
        """A value that is equal for all spellings of a measure with the same settings."""
        return self.measure.name, frozenset(self.own.items())

    def effective(self, conventions: Mapping[str, Any]) -> dict[str, Any]:
        """Return all values for the computation: from its spelling, else from the conventions, else the defaults."""
        defaults = {p.name: p.default for p in (*self.measure.parameters, *CONVENTIONS.values())}
        followed = {name: conventions[name] for name in self.measure.conventions}
        return {"k": None} | defaults | followed | self.own

    def canonical(self, conventions: Mapping[str, Any]) -> str:
        """Return the full spelling, with the effective value of every parameter and convention that it follows."""
        values = self.effective(conventions)
        if values["rounding"] == "exact":
            del values["decimals"]
        at = {self.measure.cutoff.name} if self.measure.cutoff else set()
        wanted = [*(p.name for p in self.measure.parameters), *self.measure.conventions, *at]
        return _spell(self.measure, {name: values[name] for name in wanted if values.get(name) is not None})


def settings(measure: Measure) -> dict[str, Parameter]:
    """Return the settings allowed in brackets after a measure's name: its own parameters, and its conventions."""
    return {p.name: p for p in measure.parameters} | {name: CONVENTIONS[name] for name in measure.conventions}


def tool_settings(measure: Measure) -> dict[str, ToolSetting]:
    """Return other tools' settings that are allowed there too, because the measure follows their counterparts."""
    return {f.name: f for f in TOOL_SETTINGS if f.stands_for <= set(settings(measure))}


@lru_cache(maxsize=4096)
def parse(text: str, *, deep: bool = False) -> Spec:
    """Return the measure with the name ``text``. Raises ``InputError`` with the nearest valid name.

    A cutoff is at most the largest of tables on pages or, with ``deep``, at most ``DEEPEST``.
    """
    wanted = text.strip()
    if len(wanted) > LONGEST or not _CHARACTERS.fullmatch(wanted):
        raise _unknown(wanted)
    measure, call, at, name = _split(_as_ours(wanted), wanted)
    cutoff = replace(measure.cutoff, most=DEEPEST) if deep and measure.cutoff is CUTOFF else measure.cutoff
    own: dict[str, Any] = {}
    foreign: dict[str, Any] = {}
    known = {name: p for p in (*settings(measure).values(), cutoff) if p for name in (p.name, *p.also)}
    others, meant = tool_settings(measure), measure.tool_values.get(name, {})
    for keyword in call:
        key, value = keyword.arg or "", _literal(keyword.value, wanted)
        if key in known:
            read = known[key].read(value, FIELD)
            given = {known[key].name: meant[key](read) if key in meant else read}
        elif key in others:
            foreign[key] = others[key].read(value, FIELD)
            given = dict(others[key].values[foreign[key]])
        else:
            names = [*known, *others]
            hint = nearest(key, names) if names else Message("takes-no-parameters", measure=measure.name)
            raise InputError(FIELD, "unknown-parameter", measure=measure.name, name=key, hint=hint)
        _add(own, given, wanted)
    if at is not None:
        if cutoff is None:
            raise InputError(FIELD, "takes-no-number", measure=measure.name)
        _add(own, {cutoff.name: cutoff.read(_literal(at, wanted), FIELD)}, wanted)
    elif measure.cutoff_required and measure.cutoff and measure.cutoff.name not in own:
        example = f"{measure.name}@{number_text(measure.cutoff.default)}"
        raise InputError(FIELD, "needs-number", measure=measure.name, example=example)
    return Spec(measure, own, wanted, foreign)


def split_list(text: str) -> list[str]:
    """Return the items of a list of measures, separated by commas outside brackets, without empty items."""
    return [part for part in re.split(r",(?![^(]*\))", text) if part.strip()] or [""]


def parse_all(text: str, *, deep: bool = False) -> list[Spec]:
    """Return the measures named in ``text``, separated by commas outside brackets; ``deep`` is as for ``parse``.

    >>> [str(spec) for spec in parse_all("map, Bpref(bpref='r', rel=2), P@10")]
    ['AP', "Bpref(rel=2, bpref='r')", 'P@10']

    As in trec_eval, further numbers may follow a name with a number.

    >>> [str(spec) for spec in parse_all("P.5,10,map")]
    ['P@5', 'P@10', 'AP']
    """
    return list(_parse_all(text, deep=deep))


@lru_cache(maxsize=1024)
def _parse_all(text: str, *, deep: bool) -> tuple[Spec, ...]:
    names: list[str] = []
    for part in split_list(text):
        before = re.fullmatch(rf"(\s*\w+[._]){_NUMBER}\s*", names[-1]) if names else None
        again = before and re.fullmatch(rf"\s*{_NUMBER}\s*", part)
        names.append(f"{before[1]}{part.strip()}" if before and again else part)
    return tuple(parse(name, deep=True) if deep else parse(name) for name in names)


def forget() -> None:
    """Empty the caches of spellings, after measures were added or removed."""
    parse.cache_clear()
    _parse_all.cache_clear()


def _split(text: str, wanted: str) -> tuple[Measure, list[ast.keyword], ast.expr | None, str]:
    """``Name(a=1)@10`` as measure, keywords, number after the @, and name; Python's parser reads it."""
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
            raise InputError(FIELD, "parameter-without-name", measure=wanted)
        keywords, node = node.keywords, node.func
    if not isinstance(node, ast.Name):
        raise _unknown(wanted)
    known = {spelling: m for m in measures().values() for spelling in (m.name, *m.other_names)}
    if node.id not in known:
        raise _unknown(wanted)
    return known[node.id], keywords, at, node.id


def _add(own: dict[str, Any], given: Mapping[str, Any], wanted: str) -> None:
    twice = next((name for name in given if name in own), None)
    if twice:
        raise InputError(FIELD, "parameter-twice", measure=wanted, parameter=twice)
    own.update(given)


def _unknown(wanted: str) -> InputError:
    name = re.split(r"[@(]", wanted)[0][:LONGEST]
    near = close(name, [*_other_names(name), *measures()])
    hint = Message("did-you-mean", name=near) if near else Message("all-measures", some=nearest(name, measures()))
    return InputError(FIELD, "unknown-measure", name=wanted, hint=hint)


def _other_names(wanted: str) -> Iterator[str]:
    """Every alias; an alias with a number gets the number of ``wanted``, or else a usual one."""
    typed = re.search(rf"{_NUMBER}$", wanted)
    for measure in measures().values():
        usual = number_text(measure.cutoff.default or 10) if measure.cutoff else "1"
        for alias in (*measure.other_names, *measure.rewrites):
            if "@{" in alias and alias.partition("@")[0] in measure.other_names:
                continue
            yield re.sub(r"\{\w+\}$", typed[1] if typed else usual, alias)


def _as_ours(text: str) -> str:
    """Our spelling for that of another tool: ``P@10`` for ``P_10`` and ``P.10``, ``AP`` for ``map``."""
    for measure in measures().values():
        for alias in measure.other_names:
            found = _pattern(alias).fullmatch(text)
            if found:
                return f"{measure.name}@{found[1]}" if found.groups() else measure.name
        for alias, rewrite in measure.rewrites.items():
            found = _pattern(alias).fullmatch(text)
            if found:
                return rewrite(found[1])
    return text


@lru_cache(maxsize=1024)
def _pattern(alias: str) -> re.Pattern[str]:
    return re.compile(
        re.sub(r"([_@])\\\{\w+\\\}$", lambda m: ("@" if m[1] == "@" else "[._]") + _NUMBER, re.escape(alias))
    )


def _literal(node: ast.expr, wanted: str) -> object:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError):
        raise InputError(FIELD, "parameter-not-a-value", measure=wanted) from None


def _spell(measure: Measure, own: Mapping[str, Any], foreign: Mapping[str, Any] | None = None) -> str:
    others = tool_settings(measure)
    covered = {ours for name, value in (foreign or {}).items() for ours in others[name].values[value]}
    inside = [
        f"{name}={p.spell(own[name])}" for name, p in settings(measure).items() if name in own and name not in covered
    ]
    inside += [f"{name}={value!r}" for name, value in (foreign or {}).items()]
    at = f"@{number_text(own[measure.cutoff.name])}" if measure.cutoff and measure.cutoff.name in own else ""
    return measure.name + (f"({', '.join(inside)})" if inside else "") + at

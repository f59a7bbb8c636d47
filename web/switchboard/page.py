"""All values that the switchboard's template shows; the template only lays them out."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

from flask import url_for
from markupsafe import Markup

from ireval.conventions import CONVENTIONS, PRESETS, Preset, preset_families
from ireval.explanation.switchboard import CUSTOM, Cell, Group, Row, switchboard
from ireval.measure.spelling import parse
from ireval.messages import Message, say
from ireval.messages.writing import number_text
from ireval.ranking.labels import describe_grade
from web.formulas.differences import MARK, mark_differences
from web.formulas.mathml import mathml, with_decimal_sign
from web.lab.page import View
from web.state.address import Reading
from web.state.lab_address import lab_address

#: The choices of rows in an address; the first is the default.
ROWS = ("all", "differing")
#: The most labels of one list that are shown.
CHIPS = 60
FIRST = frozenset(mine[0].key for _, mine in preset_families()[1:])  #: the first column of every family of tools
#: Short heads of some columns; the others have their full titles.
SHORT = {"lillis": "Lillis", "thesis": "Thesis", "blog": "Blog", "kth": "KTH", "mir": "MIR"}


class Head(NamedTuple):
    """The head of a column. ``adopt`` is the address of the lab with the preset; empty for the preset in use.
    ``classes`` mark, for the style sheet, the column in use and the first of a family.
    """

    key: str
    short: str
    title: str
    adopt: str
    classes: str
    text: str = ""  #: a description of the preset

    @property
    def breakable(self) -> Markup:
        """The short head, with possible line breaks after underscores and between words written as one."""
        return Markup("<wbr>").join(re.split(r"(?<=_)|(?<=[a-z])(?=[A-Z])", self.short))


class Shown(NamedTuple):
    """A cell: its text, classes for the style sheet, a remark, and a description for screen readers."""

    text: str
    classes: str
    note: str
    description: str


class Card(NamedTuple):
    """Columns with the same score: the score, heads, deciding conventions, formula, and conventions without effect."""

    value: str
    why: str
    heads: list[str]
    current: bool
    deciding: list[tuple[str, str, str]]
    formula: tuple[Markup, ...]
    final: Markup | None
    is_marked: bool
    idle: list[str]


class Line(NamedTuple):
    """A row: the measure, its cells and, if they differ, the reasons in short and in full."""

    family: str
    label: str
    spelling: str
    title: str
    link: str
    cells: list[Shown]
    reasons: list[tuple[str, str]]
    cards: list[Card]
    unfolded: bool


class Board:
    """Everything that the template shows."""

    def __init__(self, reading: Reading, rows: str) -> None:
        self.state = reading.state
        self.errors = reading.errors
        self.only = rows == ROWS[1]
        self.back = lab_address(reading.state)
        view = View(reading, {})
        self.summary = view.summary
        self._listed = rows_of(view)

    @property
    def lists(self) -> list[tuple[str, list[tuple[str, str, str]], int]]:
        """The labels of retrieved and missed documents: heading, labels shown, and the number of labels not shown."""
        rel = self.state.conventions["rel"]
        both = (("By rank", self.state.grades, True), ("not retrieved", self.state.unretrieved, False))
        return [
            (heading, [_chip(i * ranked, g, rel) for i, g in enumerate(grades[:CHIPS], 1)], len(grades[CHIPS:]))
            for heading, grades, ranked in both
            if grades or ranked
        ]

    @property
    def own(self) -> list[tuple[str, str]]:
        """The single conventions that differ from the preset, as (title, choice)."""
        return [(CONVENTIONS[name].title, _choice(name, value)[0]) for name, value in self.state.overrides.items()]

    @property
    def title(self) -> str:
        """The title of the setting in use."""
        title = PRESETS[self.state.preset].title
        return say(Message("preset-with-changes", preset=title)) if self.state.overrides else title

    @cached_property
    def heads(self) -> list[Head]:
        """The columns."""
        own = Head(CUSTOM, "Yours", self.title, "", "current")
        return ([own] if self.state.overrides else []) + [self._head(preset) for preset in PRESETS.values()]

    def _head(self, preset: Preset) -> Head:
        used, first = preset.key == self.current, preset.key in FIRST
        adopt = "" if used else lab_address(replace(self.state, preset=preset.key, overrides={}))
        classes = " ".join(["current"] * used + ["first"] * first)
        return Head(preset.key, SHORT.get(preset.key, preset.title), preset.title, adopt, classes, preset.text)

    @property
    def current(self) -> str:
        """The key of the column in use."""
        return CUSTOM if self.state.overrides else self.state.preset

    @property
    def in_use(self) -> Head:
        """The head of the column in use."""
        return next(h for h in self.heads if h.key == self.current)

    @property
    def lacks(self) -> bool:
        """Whether the column in use lacks a measure, whose row is then compared with most other columns."""
        return any(cell.key == self.current and not cell.computes for _, row in self._listed for cell in row.cells)

    @cached_property
    def kinds(self) -> list[tuple[str, int]]:
        """The groups above the heads: the families of presets, and how many columns each has."""
        return [("", 1)] * bool(self.state.overrides) + [(title, len(mine)) for title, mine in preset_families()]

    @property
    def counts(self) -> tuple[int, int]:
        """The number of measures, and the number of measures whose cells differ."""
        return len(self._listed), sum(row.differs for _, row in self._listed)

    @cached_property
    def families(self) -> list[tuple[str, list[Line]]]:
        """The rows, family by family."""
        shown = (self._line(label, row) for label, row in self._listed if row.differs or not self.only)
        return [(family, list(lines)) for family, lines in groupby(shown, key=lambda line: line.family)]

    def address(self, **changes: Any) -> str:
        """The address of the page with other values of ``more`` or ``rows``."""
        rows = changes.pop("rows", ROWS[1] if self.only else ROWS[0])
        query = replace(self.state, **changes).query() + ("" if rows == ROWS[0] else f"&rows={rows}")
        return f"{url_for('switchboard.board')}?{query}"

    def _line(self, label: str, row: Row) -> Line:
        measure, spelling = row.spec.measure, str(row.spec)
        return Line(
            measure.family,
            label,
            spelling,
            measure.title,
            lab_address(replace(self.state, show=spelling)),
            [_shown(cell, row, self.state.comma) for cell in row.cells],
            [_reason(name, row) for name in row.deciding],
            [self._card(group, row) for group in row.groups] if row.differs else [],
            spelling == self.state.show,
        )

    def _card(self, group: Group, row: Row) -> Card:
        table = group.shown.table
        formula, *others = _formulas(group, row)
        equations = mark_differences(formula, tuple(others), row.spec.measure.symbols_of(group.deciding))
        short = {head.key: head.short for head in self.heads}
        return Card(
            "–" if group.value is None else with_decimal_sign(table.result, self.state.comma),
            table.remark,
            [short[key] for key in group.keys],
            self.current in group.keys,
            [(CONVENTIONS[name].title, *_choice(name, group.shown.conventions[name])) for name in group.deciding],
            equations,
            mathml(table.final_latex, block=True, comma=bool(self.state.comma)) if table.final_latex else None,
            any(MARK in equation for equation in equations),
            [CONVENTIONS[name].title for name in group.idle],
        )


def rows_of(view: View) -> list[tuple[str, Row]]:
    """The measures that the lab lists, with their labels."""
    items = [item for _, family, _ in view.families for item in family]
    s = view.state
    rows = switchboard(s.explanation.ranking, [parse(i.spelling) for i in items], s.preset, s.overrides, s.places)
    return [(item.label, row) for item, row in zip(items, rows, strict=True)]


def _chip(rank: int, grade: int, rel: int) -> tuple[str, str, str]:
    """A label, its class for the style sheet if the document is relevant, and a description; rank 0 means no rank."""
    words = (f"rank {rank}: " if rank else "") + describe_grade(grade)
    return "–" if grade < 0 else str(grade), f"g{grade}" if grade >= rel else "", words


def _choice(name: str, value: Any) -> tuple[str, str]:
    """A convention's value as (short text, sentence)."""
    parameter = CONVENTIONS[name]
    if not parameter.choices:
        return number_text(value), parameter.text
    choice = parameter.choice(value)
    return choice.short, choice.text


def _reason(name: str, row: Row) -> tuple[str, str]:
    """A deciding convention and the choices of the groups."""
    values = {group.shown.conventions[name]: None for group in row.groups}
    return CONVENTIONS[name].title, " or ".join(_choice(name, value)[0] for value in values)


def _formulas(group: Group, row: Row) -> list[str]:
    """The group's formula, and the formulas to compare it with: the first group's, or all others for the first."""
    compared = row.groups[1:] if group is row.groups[0] else row.groups[:1]
    return [g.shown.table.measure.formula(g.shown.table.computed.table.p) for g in (group, *compared)]


def _shown(cell: Cell, row: Row, comma: float) -> Shown:
    if not cell.computes:
        return Shown("×", "unsupported", "does not compute it", "does not compute it")
    apart, words = ([word] * row.apart(cell) for word in ("apart", "differs"))
    kinds = ["common"] * (cell.support == "common definition") + apart
    why = cell.table.remark
    if cell.value is None:
        return Shown("–", " ".join([*kinds, "undefined"]), f"not defined: {why}", ", ".join([*words, "not defined"]))
    if apart and row.groups[0].value is not None and cell.table.result == row.groups[0].shown.table.result:
        why = "differs beyond the decimals shown"
    return Shown(with_decimal_sign(cell.table.result, comma), " ".join(kinds), why, "".join(words))

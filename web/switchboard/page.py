"""What the switchboard's template shows, ready made: templates only lay it out."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

from flask import url_for
from markupsafe import Markup

from ireval.conventions import CONVENTIONS, PRESETS, Preset
from ireval.explanation.switchboard import CUSTOM, Cell, Group, Row, switchboard
from ireval.measure.spelling import parse
from ireval.messages.writing import number_text
from ireval.ranking.labels import describe_grade
from web.formulas.differences import MARK, marked
from web.formulas.mathml import mathml, written
from web.lab.page import View
from web.state.address import Reading
from web.state.lab_address import lab_address

#: Which rows an address may ask for; the first goes without saying.
ROWS = ("all", "differing")
#: Labels of one list that are shown before the rest is left out.
CHIPS = 60
#: Short heads; other columns are headed by their whole titles.
SHORT = {"lillis": "Lillis", "thesis": "Thesis", "blog": "Blog", "kth": "KTH", "mir": "MIR"}


class Head(NamedTuple):
    """The head of a column. ``adopt`` leads to the lab with the preset; empty for the one in use.

    ``classes`` tell the style sheet which column is in use, and which is the first of the tools.
    """

    key: str
    short: str
    title: str
    adopt: str
    classes: str

    @property
    def breakable(self) -> Markup:
        """The short head, which may break behind an underscore."""
        return Markup("_<wbr>").join(self.short.split("_"))


class Shown(NamedTuple):
    """A cell: its text, classes for the style sheet, a remark, and what is said of it where it cannot be seen."""

    text: str
    classes: str
    note: str
    said: str


class Card(NamedTuple):
    """Columns that agree: their score, which they are, what decides, formula and calculation, and what is idle."""

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
    """A row: the measure, its cells, and where they differ the reasons in short and at length."""

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
    """What the template shows, ready made."""

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
        """The labels of what was retrieved and what was not: heading, labels as far as shown, how many are not."""
        rel = self.state.conventions["rel"]
        both = (("By rank", self.state.grades, True), ("not retrieved", self.state.unretrieved, False))
        return [
            (heading, [_chip(i * ranked, g, rel) for i, g in enumerate(grades[:CHIPS], 1)], len(grades[CHIPS:]))
            for heading, grades, ranked in both
            if grades or ranked
        ]

    @property
    def own(self) -> list[tuple[str, str]]:
        """The single conventions that are set otherwise than in the preset, as (title, choice)."""
        return [(CONVENTIONS[name].title, _choice(name, value)[0]) for name, value in self.state.overrides.items()]

    @property
    def title(self) -> str:
        """What the setting in use is called."""
        title = PRESETS[self.state.preset].title
        return f"your own setting, {title} with changes" if self.state.overrides else title

    @cached_property
    def heads(self) -> list[Head]:
        """The columns."""
        own = Head(CUSTOM, "Yours", f"Your own setting: {PRESETS[self.state.preset].title} with changes", "", "current")
        return ([own] if self.state.overrides else []) + [self._head(preset) for preset in PRESETS.values()]

    def _head(self, preset: Preset) -> Head:
        used, first = preset.key == self.current, preset.key == next(p.key for p in PRESETS.values() if p.tool)
        adopt = "" if used else lab_address(replace(self.state, preset=preset.key, overrides={}))
        classes = " ".join(["current"] * used + ["first"] * first)
        return Head(preset.key, SHORT.get(preset.key, preset.title), preset.title, adopt, classes)

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
        """Whether the column in use does not compute some measure, so that there is another yardstick."""
        return any(cell.key == self.current and not cell.computes for _, row in self._listed for cell in row.cells)

    @cached_property
    def kinds(self) -> list[tuple[str, int]]:
        """What stands above the heads: how many columns are sources, and how many are tools."""
        words = {CUSTOM: ""} | {key: "Tools" if p.tool else "Sources" for key, p in PRESETS.items()}
        return [(kind, len(list(group))) for kind, group in groupby(words[h.key] for h in self.heads)]

    @property
    def counts(self) -> tuple[int, int]:
        """How many measures are listed, and how many of them have cells that differ."""
        return len(self._listed), sum(row.differs for _, row in self._listed)

    @cached_property
    def families(self) -> list[tuple[str, list[Line]]]:
        """The rows, family by family."""
        shown = (self._line(label, row) for label, row in self._listed if row.differs or not self.only)
        return [(family, list(lines)) for family, lines in groupby(shown, key=lambda line: line.family)]

    def address(self, **changes: Any) -> str:
        """The page with ``more`` or ``rows`` set otherwise."""
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
        equations = marked(formula, tuple(others), row.spec.measure.symbols_of(group.deciding))
        short = {head.key: head.short for head in self.heads}
        return Card(
            "–" if group.value is None else written(table.result, self.state.comma),
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
    """The measures that the lab lists, by label."""
    items = [item for _, family, _ in view.families for item in family]
    s = view.state
    specs = [parse(item.spelling) for item in items]
    rows = switchboard(s.explanation.ranking, specs, s.preset, s.overrides, s.places)
    return [(item.label, row) for item, row in zip(items, rows, strict=True)]


def _chip(rank: int, grade: int, rel: int) -> tuple[str, str, str]:
    """A label, its class for the style sheet where the document is relevant, and words; rank 0 is none."""
    words = (f"rank {rank}: " if rank else "") + describe_grade(grade)
    return "–" if grade < 0 else str(grade), f"g{grade}" if grade >= rel else "", words


def _choice(name: str, value: Any) -> tuple[str, str]:
    """A convention's value as (short, sentence)."""
    parameter = CONVENTIONS[name]
    if not parameter.choices:
        return number_text(value), parameter.text
    choice = parameter.choice(value)
    return choice.short, choice.text


def _reason(name: str, row: Row) -> tuple[str, str]:
    """A convention that decides, and what the groups choose."""
    values = {group.shown.conventions[name]: None for group in row.groups}
    return CONVENTIONS[name].title, " or ".join(_choice(name, value)[0] for value in values)


def _formulas(group: Group, row: Row) -> list[str]:
    """The group's formula, and those it is compared with: the first group's, or for that one all others."""
    first, *rest = row.groups
    compared = rest if group is first else [first]
    return [g.shown.table.measure.formula(g.shown.table.computed.table.p) for g in (group, *compared)]


def _shown(cell: Cell, row: Row, comma: float) -> Shown:
    if not cell.computes:
        return Shown("×", "unsupported", "does not compute it", "does not compute it")
    apart, said = ["apart"] * row.apart(cell), ["differs"] * row.apart(cell)
    kinds = ["common"] * (cell.support == "common definition") + apart
    why = cell.table.remark
    if cell.value is None:
        return Shown("–", " ".join([*kinds, "undefined"]), f"not defined: {why}", ", ".join([*said, "not defined"]))
    if apart and row.groups[0].value is not None and cell.table.result == row.groups[0].shown.table.result:
        why = "differs beyond the decimals shown"
    return Shown(written(cell.table.result, comma), " ".join(kinds), why, "".join(said))

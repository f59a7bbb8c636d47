"""What the lab's templates show, ready made: templates only lay it out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from markupsafe import Markup

from ireval.conventions import CONVENTIONS, PRESETS, effective
from ireval.curve import curve
from ireval.explanation import StepTable
from ireval.judgements import UNJUDGED
from ireval.labels import write_labels
from ireval.metric import Column
from ireval.names import Spec, settings, variants
from ireval.parameters import Parameter
from web import charts
from web.maths import calculation, mathml
from web.partials import field_controls, label_controls
from web.state import NUMBERS, SCALE, Reading

#: Rows behind the end of the list that are shown before the rest is left out.
TAIL = 10
#: Stands for controls that the visitor's page has already.
SAME = Markup()


@dataclass(frozen=True)
class Item:
    """A measure in the panel. ``bar`` is its share of 1 in per cent, None where it has no such scale or no value."""

    label: str
    spelling: str
    title: str
    value: str
    defined: bool
    bar: str | None
    why: str
    shown: bool


@dataclass(frozen=True)
class Head:
    """The head of a column; ``kind`` tells the style sheet what stands below it."""

    key: str
    title: str
    kind: str


@dataclass(frozen=True)
class Row:
    """A row of the step table; ``controls`` set the label where there is a document, None behind the end.

    They are empty where the visitor's page has the same controls already: then the script leaves those alone.
    """

    name: str
    controls: Markup | None
    rank: int
    cells: tuple[Markup | str, ...]
    relevant: bool
    read: bool


@dataclass(frozen=True)
class Field:
    """A number to type, or a convention to choose."""

    name: str
    title: str
    value: str
    least: str = ""
    most: str = ""
    step: str = "1"
    refused: bool = False
    options: tuple[tuple[str, str], ...] = ()


class View:
    """The lab in one state, with what was refused of the last input."""

    def __init__(self, reading: Reading, typed: dict[str, str]) -> None:
        self.state = state = reading.state
        self.errors = reading.errors
        self.typed = typed
        self._was = reading.was
        self._variants = variants(state.values, state.conventions)
        self._table = state.explanation.table(state.show, state.places)

    @cached_property
    def refused(self) -> set[str]:
        """The names of fields that could not be used."""
        return {e.field for e in self.errors}

    def was_typed(self, name: str, value: object) -> str:
        """What a field shows: what was typed where that was refused, else the state's own value."""
        return self.typed.get(name, "") if name in self.refused else str(value)

    @property
    def summary(self) -> str:
        """One line that says what list this is."""
        s = self.state
        rel = s.conventions["rel"]
        found = sum(g >= rel for g in s.grades)
        total = s.relevant_total()
        documents = f"{len(s.grades)} document{'' if len(s.grades) == 1 else 's'}"
        of = f" of {s.size:,}" if s.size is not None else ""
        unjudged = s.grades.count(UNJUDGED)
        more = f", {unjudged} unjudged" if unjudged else ""
        if not total:
            return f"{documents}{of}{more}; none is relevant yet."
        which = f"all {total} relevant ones found" if found == total else f"{found} of {total} relevant ones found"
        return f"{documents}{of}{more}; {which}."

    @cached_property
    def families(self) -> list[tuple[str, list[Item]]]:
        """The panel: every measure, family by family."""
        items = [(spec.measure.family, self._item(label, spec)) for label, spec in self._variants]
        return [(family, [i for _, i in group]) for family, group in groupby(items, key=lambda x: x[0])]

    def _item(self, label: str, spec: Spec) -> Item:
        table = self.state.explanation.table(spec, self.state.places)
        value, spelling = table.value, str(spec)
        bar = f"{100 * value:.1f}" if value is not None and table.measure.bounded else None
        shown = spelling == self.state.show
        return Item(label, spelling, table.measure.title, table.result, value is not None, bar, table.why, shown)

    @property
    def table(self) -> StepTable:
        """The table of the measure that is open."""
        return self._table

    @cached_property
    def label(self) -> str:
        """The short name of the measure that is open."""
        return next((name for name, spec in self._variants if str(spec) == self.state.show), str(self._table.spec))

    @property
    def formula(self) -> Markup:
        """The formula of the open measure, as the conventions make it."""
        return mathml(self._table.measure.formula(self._table.computed.table.p), block=True)

    @property
    def final(self) -> Markup | None:
        """The score's calculation with the numbers put in."""
        latex = self._table.final_latex
        return mathml(latex, block=True) if latex else None

    @property
    def legend(self) -> list[tuple[Markup, str]]:
        """The formula's symbols and what they mean."""
        return [(mathml(symbol), words) for symbol, words in self._table.measure.where]

    @property
    def contingency(self) -> dict[str, str] | None:
        """The cells of the two-by-two table where the open measure counts them, at the rank it is read at."""
        t = self._table
        counts = ("tp", "fp", "fn", "tn")
        if not t.at or not all(key in t.cells for key in counts):
            return None
        return {key: t.cells[key][t.at - 1] or "?" for key in counts}

    @property
    def convention_notes(self) -> list[tuple[str, str]]:
        """The conventions that the open measure follows, as (title, choice)."""
        values = self._table.computed.table.p.values
        return [
            (p.title, p.choice(values[n]).short if p.choices else str(values[n]))
            for n, p in settings(self._table.measure).items()
            if n != "decimals" or values["rounding"] != "exact"
        ]

    @property
    def not_in_source(self) -> bool:
        """Whether the preset's source does not define the open measure."""
        return self.state.preset not in self._table.measure.defined_by

    @property
    def by_rank(self) -> bool:
        """Whether the open table has a row a rank, and so stands beside the list."""
        return self._table.measure.axis == "rank"

    @cached_property
    def heads(self) -> list[Head]:
        """The heads of the open table's columns."""
        heads: list[Head] = []
        for c in self._table.shown_columns:
            if c.spelled:
                heads.append(Head("calculation", f"how {c.key} is computed at this rank", "calc"))
            heads.append(Head(c.key, c.title, "score" if c.key == self._table.measure.score else "cell"))
        return heads

    @cached_property
    def rows(self) -> list[Row]:
        """The ranked list with the open table's cells, and the rows behind its end that the table needs."""
        s, t = self.state, self._table
        rel = s.conventions["rel"]
        cells = self._cells if self.by_rank else [()] * len(s.grades)
        rows = []
        for i in self._shown_rows(len(cells)):
            there = i < len(s.grades)
            name = s.name(i) if there else ""
            relevant = there and s.grades[i] >= rel
            controls = self._controls(i, name) if there else None
            rows.append(Row(name, controls, i + 1, cells[i], relevant, self.by_rank and i + 1 == t.at))
        return rows

    def _controls(self, i: int, name: str) -> Markup:
        """The controls of a document's label; empty where the visitor's page has the same already."""
        s, was = self.state, self._was
        if was and i < len(was.grades) and (was.grades[i], was.name(i), was.scale) == (s.grades[i], name, s.scale):
            return SAME
        return label_controls(i + 1, name, write_labels(s.grades[i : i + 1]), s.scale)

    @property
    def left_out(self) -> int:
        """How many rows behind the end of the list are not shown."""
        return (self._table.rows if self.by_rank else 0) - len(self.rows) if self.by_rank and self.state.grades else 0

    @property
    def level_rows(self) -> list[tuple[str, tuple[Markup | str, ...]]]:
        """The rows of a table that is not by rank."""
        return list(zip(self._table.row_labels, self._cells, strict=True))

    @cached_property
    def _cells(self) -> list[tuple[Markup | str, ...]]:
        columns: list[list[Any]] = []
        for c in self._table.shown_columns:
            if c.spelled:
                columns.append([calculation(x) for x in self._spelled(c)])
            columns.append(self._table.cells[c.key])
        return list(zip(*columns, strict=True))

    def _spelled(self, column: Column) -> list[str]:
        shown = set(self._shown_rows(self._table.rows)) if self.by_rank else set(range(self._table.rows))
        return self._table.calculations(column, shown)

    def _shown_rows(self, rows: int) -> Iterator[int]:
        n = len(self.state.grades)
        yield from range(min(rows, n + TAIL) if n else 0)
        read = self._table.at - 1
        if n and self.by_rank and read >= n + TAIL:
            yield read

    @property
    def missed(self) -> list[tuple[int, str, list[str]]]:
        """Documents not retrieved, grade by grade: (grade, number, names)."""
        s = self.state
        n = len(s.grades)
        by_grade = []
        for grade in range(s.scale, -1, -1):
            names = [s.name(n + i) for i, g in enumerate(s.unretrieved) if g == grade]
            named = [x for i, x in enumerate(names) if len(s.names) > n and i < TAIL]
            by_grade.append((grade, self.was_typed(f"missed{grade}", len(names)), named))
        return by_grade

    @property
    def number_controls(self) -> Markup:
        """The controls of the numbers that the measures depend on."""
        values = {"k": self.state.k, "level": self.state.level, "beta": self.state.beta, "places": self.state.places}
        fields = (
            Field(
                n.name,
                n.title,
                self.was_typed(n.name, f"{values[n.name]:g}"),
                f"{n.least:g}",
                f"{n.most:g}",
                "1" if n.whole else "any",
                refused=n.name in self.refused,
            )
            for n in NUMBERS.values()
        )
        return field_controls(tuple(fields))

    @property
    def scales(self) -> list[tuple[int, str, bool]]:
        """The scales to choose from: (highest grade, words, chosen)."""
        top = self.state.scale
        return [
            (g, "binary, 0 and 1" if g == 1 else f"grades 0 to {g}", g == top) for g in range(1, int(SCALE.most) + 1)
        ]

    @property
    def presets(self) -> list[tuple[str, str, bool]]:
        """The presets to choose from: (key, title, chosen)."""
        return [(p.key, p.title, p.key == self.state.preset) for p in PRESETS.values()]

    @property
    def convention_controls(self) -> Markup:
        """The controls of every single convention; the empty choice follows the preset. Empty as for labels."""
        s, was = self.state, self._was
        if was and not self.errors and (was.preset, was.overrides) == (s.preset, s.overrides):
            return SAME
        by_preset = effective(self.state.preset)
        return field_controls(tuple(self._convention(p, by_preset[name]) for name, p in CONVENTIONS.items()))

    def _convention(self, p: Parameter, preset: Any) -> Field:
        chosen = self.state.overrides.get(p.name)
        value = "" if chosen is None else str(chosen)
        if not p.choices:
            span = f"{p.least:g}", f"{p.most:g}"
            name = f"c-{p.name}"
            return Field(name, p.title, self.was_typed(name, value or preset), *span, refused=name in self.refused)
        options = [("", f"preset: {p.choice(preset).short}")]
        options += [(c.key, c.short) for c in p.choices if c.key != preset]
        return Field(f"c-{p.name}", p.title, value, options=tuple(options))

    @cached_property
    def curve(self) -> Any:
        """The precision-recall curve; None where there is none."""
        return curve(self.state.explanation)

    @cached_property
    def figure(self) -> dict[str, Any] | None:
        """The curve for Plotly."""
        return charts.figure(self.curve, self.state) if self.curve else None

    @cached_property
    def drawing(self) -> charts.Drawing | None:
        """The curve for SVG."""
        return charts.drawing(self.curve) if self.curve else None

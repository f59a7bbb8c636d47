"""What the lab's templates show, ready made: templates only lay it out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from ireval.conventions import PRESETS
from ireval.measure.listing import variants
from ireval.measure.spelling import Spec, parse
from ireval.messages.writing import plural
from web import charts
from web.formulas.mathml import written
from web.lab.arrangement import Arranger
from web.lab.calculation_lines import Lines
from web.lab.controls import Controls
from web.lab.step_rows import Steps
from web.lists.side_by_side import Side, side
from web.lists.texts import DASH, Tab, groups, heading, several_of, tabs
from web.state.address import Reading
from web.state.lab_state import ARRANGEMENTS


class Item(NamedTuple):
    """A measure in the panel.

    ``title`` says more where there is more to say; ``value`` is None where it is not defined; ``bar`` is the share of 1
    in per cent, None where there is no such scale or no value; ``shown`` tells whether its table is open.
    """

    label: str
    spelling: str
    title: str
    value: str | None
    bar: str | None
    shown: bool


class View:
    """The lab in one state, with what was refused of the last input."""

    def __init__(self, reading: Reading, typed: dict[str, str]) -> None:
        self.state = reading.state
        self.errors = reading.errors
        self.controls = Controls(reading, typed)
        self.arranger = Arranger(reading, typed)
        self.steps = Steps(reading.state, self.controls)
        self.lines = Lines(self.steps)
        values, conventions = reading.state.values, reading.state.conventions
        self._variants = variants(values, conventions, subtopics=reading.state.diverse)

    @property
    def summary(self) -> str:
        """One line that says what list this is."""
        s = self.state
        rel = s.conventions["rel"]
        found = sum(g >= rel for g in s.grades)
        total = s.relevant_total()
        title = f"{tabs(s)[s.place - 1].full}: " if len(s.lists) > 1 else ""
        documents = f"{title}{len(s.grades)} {plural('document', len(s.grades))}"
        of = f" of {s.size:,}" if s.size is not None else ""
        unjudged = sum(g < 0 for g in s.grades)
        more = f", {unjudged} unjudged" if unjudged else ""
        if not total:
            return f"{documents}{of}{more}; none is relevant yet."
        which = f"all {total} relevant ones found" if found == total else f"{found} of {total} relevant ones found"
        return f"{documents}{of}{more}; {which}."

    def written(self, number: str) -> str:
        """A number with the decimal sign that was asked for."""
        return written(number, self.state.comma)

    @cached_property
    def families(self) -> list[tuple[str, list[Item], bool]]:
        """The panel, family by family. Folded is what no lecture or text defines: listed, and computed, on request."""
        sources = {preset.key for preset in PRESETS.values() if not preset.tool}
        families = []
        for family, group in groupby(self._variants, key=lambda x: x[1].measure.family):
            listed = list(group)
            folded = not any(sources.intersection(spec.measure.defined_by) for _, spec in listed)
            if folded and not self.state.more:
                listed = [(label, spec) for label, spec in listed if str(spec) == self.state.show]
            families.append((family, [self._item(label, spec) for label, spec in listed], folded))
        return families

    def _item(self, label: str, spec: Spec) -> Item:
        table = self.state.explanation.table(spec, self.state.places)
        value, spelling = table.value, str(spec)
        bar = f"{100 * value:.1f}" if value is not None and table.measure.bounded else None
        text = None if value is None else self.written(table.result)
        if self.steps.covers and self.steps.covers.measure(spelling):
            return Item(label, spelling, table.measure.title, "?", None, spelling == self.state.show)
        return Item(label, spelling, table.remark or table.measure.title, text, bar, spelling == self.state.show)

    @property
    def heading(self) -> str:
        """What the page shows, in a few words."""
        return heading(self.state)

    @property
    def lists(self) -> list[tuple[str, list[Tab]]]:
        """The lists, to be opened one by one, those of one query together; none where there is only one."""
        return groups(self.state) if len(self.state.lists) > 1 else []

    @cached_property
    def scores(self) -> list[str]:
        """The open measure's score of each list, a dash where it is undefined; none where one is to be predicted."""
        s = self.state
        texts = [] if s.cover else several_of(s).score(parse(s.show)).texts(s.places)
        return [self.written(text or DASH) for text in texts]

    @property
    def overall(self) -> Sequence[tuple[str, str]]:
        """The means of the open measure where the lists are queries, by what they are called; else none."""
        return () if self.state.cover or not self.side else self.side.overall

    @property
    def arrangements(self) -> list[tuple[str, str, bool]]:
        """How several lists may belong together: (key, words, chosen)."""
        return [(key, words, key == self.state.arrangement) for key, words in ARRANGEMENTS.items()]

    @cached_property
    def side(self) -> Side | None:
        """All lists side by side; None where there is only one."""
        listing = [(family, [(item.label, item.spelling) for item in items]) for family, items, _ in self.families]
        return side(self.state, listing)

    @cached_property
    def label(self) -> str:
        """The short name of the measure that is open."""
        return next((name for name, spec in self._variants if str(spec) == self.state.show), str(self.steps.table.spec))

    @cached_property
    def picture(self) -> charts.Shown:
        """The chosen chart."""
        return charts.shown(self.state)

"""Everything that the lab's templates show; templates only lay it out."""

from __future__ import annotations

from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from ireval.conventions import PRESETS
from ireval.measure.listing import variants
from ireval.measure.spelling import Spec, parse
from ireval.messages import Message, say
from web import charts
from web.formulas.mathml import with_decimal_sign
from web.lab.arrangement import Arranger
from web.lab.calculation_lines import Lines
from web.lab.controls import Controls
from web.lab.step_rows import Steps
from web.lists.list_titles import Tab, groups, heading, tabs
from web.lists.score_texts import DASH, several_of
from web.lists.side_by_side import Side, side
from web.state.address import Reading
from web.state.lab_state import ARRANGEMENTS, State


class Item(NamedTuple):
    """A measure in the panel.

    ``title`` is its full title or a remark; ``value`` is None if it is not defined; ``bar`` is the value in per cent,
    None if the measure is not between 0 and 1 or has no value; ``shown`` means that its table is open.
    """

    label: str
    spelling: str
    title: str
    value: str | None
    bar: str | None
    shown: bool


class View:
    """The lab in one state, with the errors in the last input."""

    def __init__(self, reading: Reading, typed: dict[str, str]) -> None:
        self.state = reading.state
        self.errors = reading.errors
        self._notes = reading.notes
        self.controls = Controls(reading, typed)
        self.arranger = Arranger(reading, typed)
        self.steps = Steps(reading.state, self.controls)
        self.lines = Lines(self.steps)
        values, conventions = reading.state.values, reading.state.conventions
        self._variants = variants(values, conventions, subtopics=reading.state.diverse)

    @property
    def summary(self) -> str:
        """One line about the list: how many documents were retrieved, and how many relevant ones were found."""
        s = self.state
        parts = {"retrieved": _retrieved(s), "relevant": _relevant(s)}
        if len(s.lists) == 1:
            return say(Message("list-summary", parts))
        return say(Message("list-summary-with-title", parts, title=tabs(s)[s.place - 1].full))

    def with_decimal_sign(self, number: str) -> str:
        """A number with the state's decimal sign."""
        return with_decimal_sign(number, self.state.comma)

    @cached_property
    def families(self) -> list[tuple[str, list[Item], bool]]:
        """The panel, family by family.

        Measures that no lecture or text defines are folded, and computed only on request.
        """
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
        text = None if value is None else self.with_decimal_sign(table.result)
        if self.steps.covers and self.steps.covers.measure(spelling):
            return Item(label, spelling, table.measure.title, "?", None, spelling == self.state.show)
        return Item(label, spelling, table.remark or table.measure.title, text, bar, spelling == self.state.show)

    @property
    def heading(self) -> str:
        """The heading of the page."""
        return heading(self.state)

    @property
    def lists(self) -> list[tuple[str, list[Tab]]]:
        """The tabs of the lists, those of one query together; empty if there is only one list."""
        return groups(self.state) if len(self.state.lists) > 1 else []

    @cached_property
    def scores(self) -> list[str]:
        """The open measure's score of each list, a dash if it is not defined; empty if something is covered."""
        s = self.state
        texts = [] if s.cover else several_of(s).score(parse(s.show)).texts(s.places)
        return [self.with_decimal_sign(text or DASH) for text in texts]

    @property
    def notes(self) -> list[str]:
        """What was changed so that all lists on one query share their judgements."""
        return [say(note) for note in self._notes]

    @property
    def arrangements(self) -> list[tuple[str, str, bool]]:
        """How several lists may belong together: (key, words, chosen)."""
        return [(key, words, key == self.state.arrangement) for key, words in ARRANGEMENTS.items()]

    @cached_property
    def side(self) -> Side | None:
        """All lists side by side; None if there is only one."""
        listing = [(family, [(item.label, item.spelling) for item in items]) for family, items, _ in self.families]
        return side(self.state, listing)

    @cached_property
    def label(self) -> str:
        """The short name of the open measure."""
        return next((name for name, spec in self._variants if str(spec) == self.state.show), str(self.steps.table.spec))

    @cached_property
    def picture(self) -> charts.Shown:
        """The chosen chart."""
        return charts.shown(self.state)


def _retrieved(state: State) -> Message:
    """How many documents were retrieved, of how many, and how many of them are unjudged."""
    count, unjudged = len(state.grades), sum(grade < 0 for grade in state.grades)
    if state.size is None:
        retrieved = Message("documents-retrieved", count=count)
    else:
        retrieved = Message("documents-retrieved-of-size", count=count, size=state.size)
    if not unjudged:
        return retrieved
    return Message("documents-retrieved-some-unjudged", retrieved=retrieved, unjudged=unjudged)


def _relevant(state: State) -> Message:
    """How many of the relevant documents were found."""
    found, total = sum(grade >= state.conventions["rel"] for grade in state.grades), state.relevant_total()
    if not total:
        return Message("relevant-none-yet")
    if total == 1:
        return Message("relevant-one-found" if found else "relevant-one-not-found")
    if found == total:
        return Message("relevant-all-found", total=total)
    return Message("relevant-some-found", found=found, total=total)

"""All values that the lab's templates show; the templates only lay them out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from markupsafe import Markup

from ireval.conventions import PRESETS
from ireval.measure.listing import variants
from ireval.measure.spelling import Spec, parse
from ireval.messages import Message, say
from ireval.stdlib.lazy_attribute import lazy_attribute
from web import charts
from web.charts.figures import FigureInLab, figure_in_lab
from web.charts.scene import Chart, Table
from web.charts.step_drawing import tables_up_to
from web.formulas.column_notes import column_notes
from web.formulas.mathml import with_decimal_sign
from web.lab.answers.answer_parts import Parts
from web.lab.answers.sections import HAS
from web.lab.arrangement import Arranger
from web.lab.calculation_lines import Lines
from web.lab.changes.pinning import Pinned, pinned_score
from web.lab.controls import Controls
from web.lab.covers import number_of
from web.lab.list_summary import list_summary
from web.lab.partials import Item, head_cells, measures_panel, table_rows
from web.lab.several.side_by_side import Side, side
from web.lab.step_rows import Steps
from web.lab.topic.topic_panel import TopicPanel, topic_panel
from web.state.address import Reading
from web.state.lab_state import ARRANGEMENTS, FIGURE
from web.state.query_judgements import ranks_retrieved_elsewhere
from web.state.texts.list_titles import Tab, groups, heading, tabs
from web.state.texts.score_texts import DASH, several_of

#: The presets that follow a lecture or text.
SOURCES = frozenset(preset.key for preset in PRESETS.values() if not preset.tool)
#: What the panel shows instead of a covered value.
HIDDEN = "?"


class View:
    """The lab in one state, with the errors in the last input; ``revealed`` cells and measures are not covered."""

    def __init__(self, reading: Reading, typed: Mapping[str, str], revealed: Sequence[str] = ()) -> None:
        self.state = reading.state
        self.errors = reading.errors
        self._was = reading.was
        self._notes = reading.notes
        self.controls = Controls(reading, typed)
        self.arranger = Arranger(reading, typed, self.controls.faults)
        self.steps = Steps(reading.state, self.controls, revealed)
        self.lines = Lines(self.steps)
        values, conventions = reading.state.values, reading.state.conventions
        self._variants = variants(values, conventions, subtopics=reading.state.diverse)
        had = typed.get(HAS, "") if reading.was else ""
        self.parts = Parts(self.controls, self.steps, self.lines, self.arranger, had)

    @property
    def summary(self) -> str:
        """One line about the list: how many documents were retrieved, and how many relevant ones were found."""
        s = self.state
        rel, title = s.conventions["rel"], tabs(s)[s.place - 1].full if len(s.lists) > 1 else ""
        unjudged, found = sum(grade < 0 for grade in s.grades), sum(grade >= rel for grade in s.grades)
        return list_summary((len(s.grades), unjudged, s.size), (found, s.relevant_total()), title)

    def with_decimal_sign(self, number: str) -> str:
        """A number with the state's decimal sign."""
        return with_decimal_sign(number, self.state.comma)

    @lazy_attribute
    def families(self) -> list[tuple[str, list[Item], bool]]:
        """The panel, family by family.

        Measures that no lecture or text defines are folded, and computed only on request.
        """
        families = []
        for family, group in groupby(self._variants, key=lambda x: x[1].measure.family):
            listed = list(group)
            folded = all(SOURCES.isdisjoint(spec.measure.defined_by) for _, spec in listed)
            if folded and not self.state.more:
                listed = [(label, spec) for label, spec in listed if str(spec) == self.state.show]
            families.append((family, [self._item(label, spec) for label, spec in listed], folded))
        return families

    @property
    def head_cells(self) -> Markup:
        """The cells at the head of the open table's columns."""
        return head_cells(tuple(self.steps.heads))

    @property
    def crowding(self) -> str:
        """A class for the style sheet that says how crowded the widest table is; empty if it has room."""
        heads = self.steps.heads
        columns = max(self.steps.width, 1 + len(heads))
        if columns > 9 or any(head.kind == "calc" for head in heads):
            return "crowded"
        return "nine-columns" if columns == 9 else ""

    @property
    def rows(self) -> Markup:
        """The rows of the ranked list."""
        faults, rows = self.controls.faults, self.steps.rows
        if self.topic:
            rows = self.topic.with_documents(rows)
        wrong = {row.rank: self.controls.notice(f"name{row.rank}") for row in rows} if faults else {}
        return table_rows(rows, wrong, self.steps.width)

    @property
    def panel(self) -> Markup:
        """The controls that choose a measure, with the measures' values."""
        return measures_panel(self.families, more=bool(self.state.more))

    def _item(self, label: str, spec: Spec) -> Item:
        table = self.state.explanation.table(spec, self.state.places)
        value, spelling, title, covers = table.value, spec.spelling, table.measure.title, self.steps.covers
        shown = spelling == self.state.show
        if covers.measure(table):
            return Item(label, spelling, title, HIDDEN, None, shown)
        bar = f"{100 * value:.1f}" if value is not None and table.measure.bounded else None
        text = None if value is None else with_decimal_sign(table.result, self.state.comma)
        row, remark = self.steps.row_of_score(table), table.remark
        if covers and (covers.in_text(remark) or (shown and not self.steps.remark)):
            remark = ""
        late = self.steps.position.hides(number_of(row)) if row else False
        return Item(label, spelling, remark or title, text, bar, shown, row, late)

    @lazy_attribute
    def pinned(self) -> Pinned | None:
        """The pinned score; None if nothing is pinned."""
        return pinned_score(self.state)

    @lazy_attribute
    def topic(self) -> TopicPanel | None:
        """The topic; None if the lists belong to no collection."""
        return topic_panel(self.state)

    @property
    def heading(self) -> str:
        """The heading of the page."""
        return heading(self.state)

    @lazy_attribute
    def lists(self) -> list[tuple[str, list[Tab]]]:
        """The tabs of the lists, those of one query together; empty if there is only one list."""
        return groups(self.state) if len(self.state.lists) > 1 else []

    @property
    def held_elsewhere(self) -> list[int]:
        """The ranks of documents that stay judged when they are deleted, because another list has them."""
        return ranks_retrieved_elsewhere(self.state)

    @lazy_attribute
    def scores(self) -> list[str]:
        """The open measure's score of each list, a dash if it is not defined; empty if something is covered."""
        s = self.state
        texts = [] if s.cover else several_of(s).score(parse(s.show)).texts(s.places)
        return [self.with_decimal_sign(text or DASH) for text in texts]

    @property
    def notes(self) -> list[str]:
        """Notes on changes that make all lists for one query share their judgements."""
        return [say(note) for note in self._notes]

    @property
    def arrangements(self) -> list[tuple[str, str, bool]]:
        """The ways in which several lists may belong together: (key, words, chosen)."""
        return [(key, words, key == self.state.arrangement) for key, words in ARRANGEMENTS.items()]

    @lazy_attribute
    def side(self) -> Side | None:
        """All lists side by side; None if there is only one."""
        listing = [(family, [(item.label, item.spelling) for item in items]) for family, items, _ in self.families]
        return side(self.state, listing)

    @property
    def column_notes(self) -> list[tuple[str, str, str, Markup, str]]:
        """For each column (id, text, title, formula, sentence); empty if the visitor's page has the same."""
        s, was = self.state, self._was
        if was and (was.show, was.preset, was.overrides, was.comma) == (s.show, s.preset, s.overrides, s.comma):
            return []
        notes = {note.key: note for note in column_notes(self.steps.table, comma=bool(s.comma))}
        found = []
        for head in self.steps.heads:
            note = notes.get(head.column) if head.kind != "calc" else None
            formula, sentence = (note.formula, note.sentence) if note else (Markup(), "")
            found.append((head.id, head.text, head.title, formula, sentence))
        return found

    @lazy_attribute
    def label(self) -> str:
        """The short name of the open measure."""
        return next((name for name, spec in self._variants if str(spec) == self.state.show), str(self.steps.table.spec))

    @property
    def remark(self) -> str:
        """A further sentence about the score; may be empty."""
        said = self.steps.remark
        key = "undefined-score" if self.steps.table.value is None else "remark-on-named-score"
        return say(Message(key, name=self.label, remark=said)) if said else ""

    @lazy_attribute
    def picture(self) -> charts.ShownChart:
        """The chosen chart up to the step, without a drawing if it would give away a covered value."""
        shown = charts.chosen_chart(self.state)
        hides = self._hides_chart(shown.chart)
        return charts.without_drawing(shown) if hides else charts.up_to_step(shown, self.steps.position)

    @lazy_attribute
    def figure(self) -> FigureInLab | None:
        """The figure of the open measure; None if there is nothing to draw, or it would give away what is covered."""
        return None if self.steps.covers else figure_in_lab(self.state, self.steps.position)

    @property
    def chart_tables(self) -> Sequence[Table]:
        """The numbers of the chosen chart; empty if there is nothing to draw."""
        found = charts.tables(self.state) if self.picture.drawing else ()
        return tables_up_to(found, self.steps.position)

    def _hides_chart(self, chart: Chart) -> bool:
        covers = self.steps.covers
        return bool(covers) and (chart.key == FIGURE or covers.chart(chart, charts.tables(self.state)))

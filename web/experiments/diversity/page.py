"""The contents of the page of diversity: the matrix beside the steps of the first measure, and the other tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ireval.conventions import CONVENTIONS, PRESETS
from ireval.errors import InputError
from ireval.experiments.redundancy import Novelty, novelties
from ireval.messages import Message, say
from ireval.messages.writing import number_text
from ireval.ranking.labels import MOST_RANKS, MOST_SUBTOPICS
from ireval.stdlib.lazy_attribute import lazy_attribute
from web import charts
from web.experiments.diversity.diverse_state import alpha_of, diversity_measures
from web.experiments.diversity.form import shown_places, subtopic_count
from web.experiments.diversity.shown_tables import ShownTable, StepCell
from web.formulas.mathml import with_decimal_sign
from web.state.address import Reading

#: For this many documents, the first ones, a sentence says what each adds.
MOST_REMARKS = 12
#: The number of rows shown where a measure continues after the end of the ranking.
TAIL = 10
#: The slider's step; an alpha of an address that is no multiple of it is accepted, too.
STEP = 0.05


class Mark(NamedTuple):
    """The checkbox of a document and a subtopic; ``kind`` is ``new`` or ``again`` if it is checked, otherwise empty."""

    name: str
    label: str
    kind: str


class Act(NamedTuple):
    """A button of a row: its action as a value of the form, its sign, and its name."""

    value: str
    sign: str
    label: str


class MatrixRow(NamedTuple):
    """A document, or a row after the end of the ranking, which has no ``name``.

    ``ideal`` is the document at this rank of the ideal list. ``read`` says whether the score is read here.
    """

    id: str
    rank: str
    name: str
    marks: list[Mark]
    steps: Sequence[StepCell]
    ideal: str
    acts: list[Act]
    read: bool = False


class DiversityPage:
    """The page in one state, with the errors in the last input."""

    def __init__(self, reading: Reading) -> None:
        self.state = reading.state
        self.errors: list[InputError] = reading.errors
        self.count = subtopic_count(self.state)

    @lazy_attribute
    def tables(self) -> list[ShownTable]:
        """The tables of all measures of diversity, with the table of the matrix first; empty without subtopics."""
        listed = diversity_measures(self.state) if self.count else []
        return [ShownTable(self.state, label, spec) for label, spec in listed]

    @property
    def conventions(self) -> str:
        """The preset whose conventions are in force, and the single ones that differ from it."""
        chosen = [(CONVENTIONS[name], value) for name, value in self.state.overrides.items()]
        changed = [f"{p.title}: {p.choice(value).short if p.choices else number_text(value)}" for p, value in chosen]
        key = "diversity-conventions-changed" if changed else "diversity-conventions"
        return say(Message(key, preset=PRESETS[self.state.preset].title, changed=changed))

    @property
    def full(self) -> tuple[bool, bool]:
        """Whether the matrix has as many documents as it may have, and as many subtopics."""
        return len(self.state.grades) >= MOST_RANKS, self.count >= MOST_SUBTOPICS

    @property
    def alpha(self) -> str:
        """The text of alpha for the slider."""
        return number_text(alpha_of(self.state))

    @property
    def alpha_shown(self) -> str:
        """The text of alpha in the page's sentences."""
        return with_decimal_sign(self.alpha, self.state.comma)

    @property
    def alpha_step(self) -> str:
        """The step of the slider, small enough to keep an alpha of the address."""
        parts = alpha_of(self.state) / STEP
        return str(STEP) if abs(parts - round(parts)) < 1e-9 else "any"

    @property
    def unused(self) -> list[str]:
        """The subtopics that do not count because no judged document covers them, by number."""
        if self.state.conventions["subtopic_count"] != "covered":
            return []
        groups = [*self.state.subtopics, *self.state.unretrieved_subtopics]
        return [str(j + 1) for j in range(self.count) if not any(group[j] for group in groups)]

    @lazy_attribute
    def novelties(self) -> list[Novelty]:
        """What each ranked document adds to those above it."""
        return novelties(self.state.called[: len(self.state.grades)], self._groups[: len(self.state.grades)])

    @property
    def remarks(self) -> list[str]:
        """A sentence about each of the first ranked documents, with the gain that the table has for it."""
        if not self.tables:
            return []
        covers, gains = self._covers_and_gains
        found = []
        for i, added in enumerate(self.novelties[:MOST_REMARKS]):
            row = self._row_of.get(i)
            if row is not None:
                found.append(say(added.remark(covers[row], gains[row]), comma=bool(self.state.comma)))
        return found

    @property
    def more_remarks(self) -> int:
        """The number of documents without a sentence, because the list is long."""
        return max(0, len(self.state.grades) - MOST_REMARKS) if self.tables else 0

    @lazy_attribute
    def rows(self) -> list[MatrixRow]:
        """The ranked documents and, after them, the rows that the measure needs without a document."""
        n, steps = len(self.state.grades), self.tables[0].rows if self.tables else []
        rows = []
        for i in (place for place in shown_places(self.state) if place < n):
            row = self._row_of.get(i)
            _, cells, read = steps[row] if row is not None else ("", [], False)
            rows.append(self._document_row(i, str(i + 1), cells, self._ideal(row), read))
        after = range(len(self._row_of), len(steps))
        tail = [*after[:TAIL], *(j for j in after[TAIL:] if steps[j][2])]
        return rows + [self._row_after(n + j - len(self._row_of), steps[j], self._ideal(j)) for j in tail]

    @property
    def missed(self) -> list[MatrixRow]:
        """The judged documents that were not retrieved."""
        n = len(self.state.grades)
        return [self._document_row(place, "", [], "", False) for place in shown_places(self.state) if place >= n]

    @property
    def hidden(self) -> int:
        """The number of documents that the matrix does not show."""
        return len(self.state.grades) + len(self.state.unretrieved) - len(shown_places(self.state))

    @lazy_attribute
    def picture(self) -> charts.ShownChart:
        """The chart of the first measure."""
        return charts.chosen_chart(self.state)

    @property
    def scores(self) -> list[tuple[str, str, str, str]]:
        """Each measure: the anchor of its table, its label, its title and its score."""
        return [(table.id, table.label, table.title, table.result) for table in self.tables]

    @staticmethod
    def _row_after(index: int, step: tuple[str, list[StepCell], bool], ideal: str) -> MatrixRow:
        rank, cells, read = step
        return MatrixRow(f"doc-{index + 1}-none", rank, "", [], cells, ideal, [], read)

    def _document_row(self, index: int, rank: str, steps: Sequence[StepCell], ideal: str, read: bool) -> MatrixRow:
        name, kinds = self.state.name(index), self._kinds(index)
        marks = [
            Mark(f"c{index + 1}-{j}", f"{name} covers subtopic {j}", kind) for j, kind in enumerate(kinds, start=1)
        ]
        return MatrixRow(f"doc-{index + 1}", rank, name, marks, steps, ideal, self._acts(index, name), read)

    def _kinds(self, index: int) -> list[str]:
        if index >= len(self.state.grades):
            return ["new" if covers else "" for covers in self._groups[index]]
        new = self.novelties[index].new
        covered = enumerate(self._groups[index], start=1)
        return ["" if not covers else "new" if j in new else "again" for j, covers in covered]

    def _acts(self, index: int, name: str) -> list[Act]:
        n, rank = len(self.state.grades), index + 1
        if index >= n:
            place = rank - n
            return [
                Act(f"retrieve {place}", "↑", f"Retrieve {name}"),
                Act(f"delete-missed {place}", "×", f"Delete {name}"),
            ]
        up = [Act(f"move {rank} {rank - 1}", "↑", f"Move {name} up")] if rank > 1 else []
        down = Act(f"move {rank} {rank + 1}", "↓", f"Move {name} down")
        leave = Act(f"not-retrieved {rank}", "↓", f"Move {name} to those not retrieved")
        return [*up, down if rank < n else leave, Act(f"delete {rank}", "×", f"Delete {name}")]

    def _ideal(self, row: int | None) -> str:
        """The name of the document at a row of the ideal list; empty if there is none."""
        if row is None or row >= len(self._ideal_places):
            return ""
        place = self._ideal_places[row]
        return self.state.name(place) if place >= 0 else ""

    @lazy_attribute
    def _ideal_places(self) -> list[int]:
        """The documents of the ideal list, as places among all documents; none if unjudged documents are skipped."""
        if not self.tables or self.tables[0].table.computed.condensed_from is not None:
            return []
        ranks = self.tables[0].table.rows
        return [int(i) for i in self.state.ranking.greedy_ideal(alpha_of(self.state), ranks)[1]]

    @lazy_attribute
    def _row_of(self) -> dict[int, int]:
        """For each ranked document its row in the first table, both counted from 0."""
        if not self.tables:
            return {}
        positions = self.tables[0].table.computed.positions.tolist()
        return {place: row for row, place in enumerate(positions) if 0 <= place < len(self.state.grades)}

    @property
    def _groups(self) -> list[tuple[int, ...]]:
        return [d.covering(self.count) for d in (*self.state.ranked, *self.state.missed)]

    @lazy_attribute
    def _covers_and_gains(self) -> tuple[list[str], list[str]]:
        """For each row of the first table, how many subtopics its document covers, and its gain, as text."""
        table = self.tables[0].table
        covers = next(c for c in table.columns if c.of_subtopics)
        gain = next(c for c in table.columns if c.main_step)
        return table.cells[covers.key], table.cells[gain.key]

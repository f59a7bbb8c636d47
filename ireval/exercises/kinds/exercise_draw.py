"""One draw of an exercise: all data with which its kind makes a question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ireval.conventions import PRESETS
from ireval.exercises.generator.acceptance import grade
from ireval.exercises.generator.drawn_lists import draw_list
from ireval.exercises.generator.random_stream import Stream
from ireval.exercises.kinds.layout import own_conventions
from ireval.exercises.question.question import Part, Question
from ireval.exercises.sheet.model import OLDEST_GENERATOR, Exercise, Generated, RankedList, Sheet
from ireval.explanation.step_table import StepTable
from ireval.measure.scores import compute
from ireval.measure.spelling import Spec, parse
from ireval.messages import Message, say


@dataclass(frozen=True)
class ExerciseDraw:
    """One draw of an exercise, from which its kind makes a question: the sheet, and a stream of numbers.

    The ``sheet`` has the conventions and decimals that hold for the exercise (``Sheet.for_exercise``);
    ``taken`` are the situations and tasks of other exercises.
    """

    sheet: Sheet
    exercise: Exercise
    stream: Stream
    taken: frozenset[str] = frozenset()

    @cached_property
    def spec(self) -> Spec:
        """The exercise's measure."""
        return parse(self.exercise.measure)

    @cached_property
    def conventions(self) -> dict[str, Any]:
        """The conventions that hold for the exercise."""
        return self.sheet.conventions

    @property
    def spreads_values(self) -> bool:
        """Whether drawn values are spread evenly: first relevant ranks, scores of queries, agreements.

        Sheets made by version 3 of the generator keep their lists.
        """
        return self.sheet.generator > OLDEST_GENERATOR

    def rel(self, spec: Spec) -> int:
        """The lowest grade that a measure counts as relevant on this sheet."""
        followed = "rel" in spec.measure.conventions
        return int(spec.effective(self.conventions)["rel"]) if followed else 1

    @property
    def generated(self) -> Generated:
        """The settings with which lists are drawn."""
        return self.exercise.generated or Generated()

    @cached_property
    def ranked_list(self) -> RankedList:
        """The exercise's fixed list, or a list drawn for it."""
        return self.exercise.list or self.draw_list(self.spec)

    def draw_list(self, spec: Spec) -> RankedList:
        """Another list that is drawn for the exercise."""
        return draw_list(spec, self.generated, self.stream, self.rel(spec), spread=self.spreads_values)

    def table(self, ranked: RankedList, spec: Spec | None = None) -> StepTable:
        """The step table of a measure on a list, by default the exercise's measure."""
        chosen = spec or self.spec
        return StepTable(chosen, compute(chosen, ranked.ranking(), self.conventions), self.sheet.decimals)

    def grade(self, *tables: StepTable) -> int:
        """The worst grade of lists with these tables (see ``acceptance``)."""
        return max(grade(table, self.sheet.decimals, self.sheet.generator) for table in tables)

    def question(self, title: Message | str, prompt: Message | str, parts: tuple[Part, ...], **more: Any) -> Question:
        """The exercise as a question, whose notes begin with the exercise's own conventions.

        Title and prompt are messages, or texts of the sheet's owner.
        """
        x = self.exercise
        more["notes"] = (*own_conventions(x), *more.get("notes", ()))
        return Question(
            id=x.id,
            kind=x.kind,
            title=_said(title),
            prompt=_said(prompt),
            points=x.points,
            parts=parts,
            decimals=self.sheet.decimals,
            credit=self.sheet.credit,
            conventions=self.conventions,
            hint=x.hint,
            printed=printed_rounding(self.sheet.preset, self.conventions),
            **more,
        )


def printed_rounding(preset: str, conventions: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return how the source rounds intermediate results in its printed figures, unless the sheet prescribes this."""
    return PRESETS[preset].printed if conventions["rounding"] == "exact" else {}


def _said(text: Message | str) -> str:
    return say(text) if isinstance(text, Message) else text

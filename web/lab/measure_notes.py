"""Notes on the open measure: the symbols of its formula, its conventions, and whether its source defines it."""

from __future__ import annotations

from markupsafe import Markup

from ireval.conventions import PRESETS
from ireval.explanation.legend import legend
from ireval.explanation.step_table import StepTable
from ireval.measure.spelling import settings
from ireval.measure.support import preset_support
from ireval.messages import Message, say
from web.formulas.mathml import mathml


class MeasureNotes:
    """Notes on the measure of ``table`` under a preset."""

    def __init__(self, preset: str, table: StepTable) -> None:
        self.preset = preset
        self.table = table

    @property
    def legend(self) -> list[tuple[Markup, str]]:
        """The formula's symbols and their meanings."""
        measure = self.table.measure
        latex = measure.formula(self.table.computed.table.p)
        return [(mathml(symbol), words) for symbol, words in legend(measure, latex)]

    @property
    def conventions(self) -> list[tuple[str, str]]:
        """The conventions that the open measure follows, as (title, choice)."""
        values = self.table.computed.table.p.values
        return [
            (p.title, p.choice(values[n]).short if p.choices else str(values[n]))
            for n, p in settings(self.table.measure).items()
            if n != "decimals" or values["rounding"] != "exact"
        ]

    @property
    def not_in_source(self) -> str:
        """A sentence if the preset's source or tool does not have the open measure; otherwise empty."""
        how = preset_support(self.preset, self.table.measure)
        if how == "unsupported":
            return say(Message("tool-lacks-measure", tool=PRESETS[self.preset].title))
        if how == "common definition":
            return say(Message("source-lacks-measure"))
        return ""

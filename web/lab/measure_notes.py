"""What is said of the open measure beside its table: its formula's symbols, its conventions, and who defines it."""

from __future__ import annotations

from markupsafe import Markup

from ireval.conventions import PRESETS
from ireval.explanation.legend import legend
from ireval.explanation.step_table import StepTable
from ireval.measure.spelling import settings
from ireval.measure.support import preset_support
from web.formulas.mathml import mathml


class MeasureNotes:
    """Notes on the measure of ``table`` under a preset."""

    def __init__(self, preset: str, table: StepTable) -> None:
        self.preset = preset
        self.table = table

    @property
    def legend(self) -> list[tuple[Markup, str]]:
        """The formula's symbols and what they mean."""
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
        """A sentence where the preset's source or tool has not the open measure; else empty."""
        how = preset_support(self.preset, self.table.measure)
        if how == "unsupported":
            tool = PRESETS[self.preset].title
            return f"{tool} does not compute this measure: this is the common definition under {tool}'s conventions."
        if how == "common definition":
            return "The source of these conventions does not define this measure; this is the common definition."
        return ""

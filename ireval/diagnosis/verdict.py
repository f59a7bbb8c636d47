"""The verdict on a number that was typed, and the wrong calculation next to the correct one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ireval.conventions import PRESETS
from ireval.diagnosis.causes import Cause
from ireval.diagnosis.chance import chance_note
from ireval.diagnosis.printed_figures import PRINTED
from ireval.diagnosis.slips import CLOSE, FEW, NO_SIGN, SLIPS, reread
from ireval.diagnosis.target import STEP_ALONE, CellTarget, ScoreTarget
from ireval.explanation.calculation import Calculation, Place, of_cell, of_score, of_step
from ireval.explanation.possible_numbers import why_no_count, why_out_of_range
from ireval.explanation.step_table import PLACES, StepTable
from ireval.messages.message import Figures, Message
from ireval.numbers.expression import decimal, fixed
from ireval.numbers.rounding import SAME
from ireval.numbers.typed_number import WANTED_PLACES, Typed, written
from ireval.stdlib.lazy_attribute import lazy_attribute

#: The most decimals with which a calculation is shown.
MOST_PLACES = 8
#: The most tools that a verdict names.
MOST_TOOLS = 3
#: The number of further decimals that show what was cut off.
_MORE_PLACES = 2


@dataclass(frozen=True)
class Diagnosis:
    """The verdict on a number typed for ``target``.

    ``causes`` are all causes that give the number, the likeliest first; without one, ``nearest`` are the closest other
    values. Unless the diagnosis is ``certain``, the causes are only possible: they may match by chance, because few
    decimals were typed or the number is close to the correct one.
    """

    typed: Typed
    target: ScoreTarget | CellTarget
    right: bool
    causes: tuple[Cause, ...] = ()
    nearest: tuple[Cause, ...] = ()
    certain: bool = True

    @property
    def value(self) -> float | None:
        """The correct number; None if there is none."""
        return self.target.value

    @lazy_attribute
    def correct(self) -> Calculation:
        """The calculation of the correct number."""
        return self.target.calculation()

    @property
    def kind(self) -> str:
        """What the number is: "right", "close", of another "convention", "impossible" or "wrong"."""
        if self.right:
            return "right"
        if self.by_convention:
            return "convention"
        if self.impossible:
            return "impossible"
        return "close" if any(cause.kind == "rounding" for cause in self.causes) else "wrong"

    @property
    def by_convention(self) -> bool:
        """Whether the likeliest cause is no mistake, but another convention or what a source prints."""
        first = self.causes[0] if self.causes else None
        if first is None or first.message.key == "cause-cut-off":
            return False
        return first.kind == "convention" or first.key in PRINTED

    @lazy_attribute
    def impossible(self) -> Message | None:
        """Why no list has this number; None if one may have it, or if its percent sign is missing."""
        keys, target, table = [cause.key for cause in self.causes], self.target, self.target.table
        if self.right or self.by_convention or NO_SIGN in keys or FEW in keys:
            return None
        key = target.key if isinstance(target, CellTarget) else table.measure.score
        why = why_out_of_range(table, key, self.typed.value, target.name)
        if why or (self.causes and self.certain) or self.value is None:
            return why
        if isinstance(target, CellTarget):
            return why_no_count(table, key, target.row, self.typed, target.name)
        has_row = type(target) is ScoreTarget and table.score_row  # the table of a mean is that of its first list
        return why_no_count(table, key, table.score_row - 1, self.typed, target.name) if has_row else None

    @property
    def verdict(self) -> Message:
        """The verdict in one sentence."""
        number = self.typed.text
        if self.right:
            return Message("verdict-correct", number=number)
        if self.impossible:
            return Message("verdict-impossible", number=number, why=self.impossible)
        if self.by_convention and self.causes[0].key not in PRINTED:
            return self._of_others()
        if self.causes:
            return self._of_causes()
        return Message("verdict-undefined" if self.value is None else "verdict-unknown", number=number)

    def _of_causes(self) -> Message:
        """A sentence on how many causes give the number, or on what is missing if it is right so far."""
        number, keys = self.typed.text, [cause.key for cause in self.causes]
        if keys == [FEW]:
            key = "verdict-too-few-decimals" if self.typed.places else "verdict-too-few-decimals-to-tell"
            return Message(key, number=number, missing=WANTED_PLACES)
        read = reread(self.typed, keys[0]) if len(keys) > 1 else self.typed
        if read is not self.typed:
            key = "verdict-causes-reread" if self.certain else "verdict-possible-reread"
            return Message(key, number=number, read=read.text, count=len(keys) - 1)
        key = "verdict-causes" if self.certain else "verdict-possible"
        return Message("verdict-close" if keys[0] == CLOSE else key, number=number, count=len(keys))

    def _of_others(self) -> Message:
        """A sentence on the tools and sources that give the number, or on their convention if there are none."""
        perhaps = "" if self.certain else "-perhaps"
        tools: list[object] = [PRESETS[key].title for key in self.causes[0].presets]
        if not tools:
            return Message(f"verdict-of-convention{perhaps}", number=self.typed.text)
        if len(tools) > MOST_TOOLS:
            tools = [*tools[: MOST_TOOLS - 1], Message("other-tools")]
        return Message(f"verdict-of-tools{perhaps}", number=self.typed.text, tools=tools, count=len(tools))

    @property
    def correct_value(self) -> Message | None:
        """The correct number as a sentence; None if there is none."""
        if self.value is None:
            return None
        return Message("correct-value", name=_at_beginning(self.target.name), value=Figures(self.target.shown))

    def by_your_rule(self, preset: str = "", *, changed: bool = False) -> Message | None:
        """The correct number as a sentence; where the typed one follows another convention, as that of ``preset``.

        ``changed`` says whether some of its conventions were changed.
        """
        if self.value is None or not self.by_convention:
            return self.correct_value
        is_lecture = not changed and preset in PRESETS and PRESETS[preset].lecture
        key = "value-by-your-lecture" if is_lecture else "value-by-your-rule"
        return Message(key, value=Figures(self.target.shown))

    @property
    def remark(self) -> Message | None:
        """A further remark; None if there is none."""
        if self.target.why:
            return Message("undefined-because", name=self.target.name, why=self.target.why)
        if self.right and self.value is not None and self.typed.is_single_precision(self.value):
            return Message("single-precision")
        few = self.typed.places is not None and self.typed.places < WANTED_PLACES
        if (
            few
            and (self.typed.places or not self.target.bounded)
            and not self.right
            and not (self.causes or self.impossible or self.target.whole)
        ):
            return Message("give-more-decimals")
        if self.causes and not self.certain and self.causes[0].key != CLOSE:
            return chance_note(self.typed.places or 0)
        return None

    def shown(self, cause: Cause) -> str:
        """The value that a cause gives, with the decimals of tables."""
        return (decimal if self.target.whole else fixed)(cause.value, PLACES)

    def yours(self, cause: Cause) -> Calculation:
        """The calculation with which a cause gives its number; a cut-off number is shown with the decimals cut off."""
        if cause.message.key != "cause-cut-off":
            return self._yours(cause)
        table = self.target.table
        longer = replace(table, places=min(table.places + _MORE_PLACES, MOST_PLACES))
        exact = replace(self, target=replace(self.target, table=longer))._yours(cause)
        return replace(exact, text=f"{exact.text}, given as {self.typed.text}")

    def _yours(self, cause: Cause) -> Calculation:
        table = self.target.table
        if cause.key == CLOSE:
            return Calculation(f"{self.target.name} = {self.typed.text}")
        if cause.key in SLIPS:
            return self._slip(self.typed.text, reread(self.typed, cause.key))
        if cause.table:
            return self._elsewhere(replace(cause.table, places=table.places), cause.cell)
        if cause.cell and cause.of:
            return of_cell(replace(table, computed=cause.of), *cause.cell)
        if cause.of and not cause.mistake:
            shown = self.target.calculation(cause.of)
            here, there = (table.measure.formula(c.table.p) for c in (table.computed, cause.of))
            return replace(shown, formula=there) if here != there else shown
        step = cause.mistake.step if cause.mistake else None
        expr = step(cause.of.table) if step and cause.of else None
        if cause.key == STEP_ALONE and isinstance(self.target, CellTarget):
            expr = self.target.addition
        return of_step(self.target.name, expr, cause.value, self.target.places)

    @staticmethod
    def _elsewhere(table: StepTable, cell: Place | None) -> Calculation:
        """The calculation of a number of another measure; a score comes with the formula of that measure."""
        formula = table.measure.formula(table.computed.table.p)
        return of_cell(table, *cell) if cell else replace(of_score(table), formula=formula)

    def correction(self, cause: Cause) -> Calculation:
        """The correct calculation, to show next to ``yours``."""
        if cause.key in SLIPS and cause.key != CLOSE and self.value is not None:
            read = reread(self.typed, cause.key)
            places = max(read.places or 0, WANTED_PLACES if cause.key == FEW else 0)
            if read is not self.typed and not read.reaches(self.value):
                return self.correct
            return self._slip(written(self.value, places), read)
        other = self.yours(cause).formula
        formula = self.target.table.measure.formula(self.target.table.computed.table.p)
        return replace(self.correct, formula=formula) if other else self.correct

    def _slip(self, result: str, read: Typed) -> Calculation:
        """The calculation of a slip in the last step: the value that was rounded, and the result."""
        name = self.target.name
        if self.value is None or (read is not self.typed and not read.reaches(self.value)):
            return Calculation(f"{name} = {read.text}, given as {result}")
        least, most = read.places or 0, min((self.typed.places or 0) + 3, MOST_PLACES)
        exact = next((n for n in range(least, most) if abs(float(fixed(self.value, n)) - self.value) <= SAME), most)
        shown = decimal(self.value, exact)
        return Calculation(f"{name} = {shown}" + (f", given as {result}" if shown != result else ""))


def _at_beginning(name: str) -> str:
    """A name at the beginning of a sentence: ``Mean R``, but ``nDCG``."""
    word, space, _ = name.partition(" ")
    return name[:1].upper() + name[1:] if space and word.isalpha() else name

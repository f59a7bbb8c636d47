"""How far a class agrees beyond chance: Fleiss' kappa, Cohen's kappa of its pairs, and the change between two votes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from markupsafe import Markup

from ireval.agreement import Agreement, PairwiseKappa, fleiss_kappa, pairwise_kappa
from ireval.agreement.agreement import PLACES
from ireval.agreement.labels_in_common import Judgements
from ireval.messages import Figures, Message, say
from ireval.numbers.expression import decimal, fixed
from web.classroom.judging.screen_steps import ScreenStep, screen_steps
from web.formulas.agreement_steps import StepRows, agreement_steps, step_markup

#: The width of the bar of agreement, in units of its drawing.
BAR = 1200


@dataclass(frozen=True)
class ClassAgreement:
    """The agreement of ``devices`` that gave ``labels`` in all.

    ``fleiss`` is over the documents with at least two labels; it is None with fewer than two devices. ``judgements``
    are the grades by device, topic and document.
    """

    devices: int
    labels: int
    fleiss: Agreement | None = None
    judgements: Mapping[str, Judgements] = field(default_factory=dict, repr=False)

    @cached_property
    def pairs(self) -> PairwiseKappa | None:
        """The agreement of pairs of devices; None with fewer than two devices."""
        return pairwise_kappa(self.judgements) if self.fleiss else None

    @property
    def value(self) -> float | None:
        """Fleiss' kappa; None if it is undefined."""
        return self.fleiss.value if self.fleiss else None

    @property
    def shown(self) -> str:
        """Fleiss' kappa with its decimals; empty if it is undefined."""
        return _text(self.value)

    @property
    def steps(self) -> StepRows:
        """The steps of the calculation: their names, and the calculations as formulas."""
        return agreement_steps(self.fleiss) if self.fleiss else ()

    @property
    def screen_steps(self) -> tuple[ScreenStep, ...]:
        """The steps as the screen has room for them; empty if kappa is undefined."""
        return screen_steps(self.fleiss) if self.fleiss and self.value is not None else ()

    @property
    def observed(self) -> str:
        """The observed agreement; empty without one."""
        return _text(self.fleiss.steps[0].value) if self.fleiss and self.fleiss.steps else ""

    @property
    def expected(self) -> str:
        """The agreement expected by chance; empty without one."""
        return _text(self.fleiss.steps[1].value) if self.fleiss and self.fleiss.steps else ""

    @property
    def notes(self) -> list[str]:
        """Why there is no kappa, and what is left out."""
        if self.fleiss is None:
            return [say(Message("class-too-small", count=self.devices))]
        return [say(note) for note in self.fleiss.notes]

    @property
    def sentence(self) -> str:
        """What kappa means; empty if it is undefined."""
        if self.value is None:
            return ""
        if self.value < 0:
            return say(Message("class-below-chance"))
        return say(Message("class-above-chance", percent=Figures(decimal(100 * self.value, 0))))

    @property
    def of_pairs(self) -> str:
        """The mean of Cohen's kappa over pairs of devices, in a sentence, or why there is none."""
        pairs = self.pairs
        if pairs is None:
            return ""
        if pairs.value is None:
            return say(Message("class-pairs-undefined", reason=pairs.reason))
        values = {"count": len(pairs.kappas), "undefined": pairs.undefined, "least": pairs.least}
        key = "class-pairs-and-undefined" if pairs.undefined else "class-pairs"
        return say(Message(key, values, mean=Figures(_text(pairs.value))))

    @property
    def mean_of_pairs(self) -> Markup | str:
        """The calculation of the mean of Cohen's kappa over pairs of devices as a formula; empty without one."""
        step = self.pairs.step if self.pairs else None
        return step_markup(step.calculation) if step else ""

    @property
    def bar(self) -> AgreementBar | None:
        """The bar of observed and expected agreement; None if kappa is undefined."""
        if self.fleiss is None or self.value is None:
            return None
        observed, expected = (step.value or 0.0 for step in self.fleiss.steps[:2])
        return AgreementBar(round(BAR * expected, 1), round(BAR * observed, 1))


@dataclass(frozen=True)
class AgreementBar:
    """Where, on a bar of ``BAR`` units for full agreement, the expected and the observed agreement end."""

    expected: float
    observed: float

    @property
    def gain(self) -> float:
        """The width between both; 0 if the observed agreement is not above chance."""
        return round(max(self.observed - self.expected, 0.0), 1)

    @property
    def middle(self) -> float:
        """The middle between both."""
        return round((self.observed + self.expected) / 2, 1)


@dataclass(frozen=True)
class KappaChange:
    """The agreement before and after, over the labels that ``devices`` gave to the same documents in both votes."""

    before: ClassAgreement
    after: ClassAgreement

    @property
    def devices(self) -> int:
        """The number of devices that judged in both votes."""
        return self.after.devices

    @property
    def sentence(self) -> str:
        """How the agreement changed, or why this cannot be said."""
        if not self.devices:
            return say(Message("kappa-change-of-nobody"))
        for key, vote in (("kappa-first-undefined", self.before), ("kappa-second-undefined", self.after)):
            if vote.value is None:
                return say(Message(key, note=vote.notes[0]))
        before, after = self.before.shown, self.after.shown
        values = {"before": Figures(before), "after": Figures(after)}
        if before == after:
            return say(Message("kappa-unchanged", values))
        rose = (self.after.value or 0.0) > (self.before.value or 0.0)
        return say(Message("kappa-rose" if rose else "kappa-fell", values))


def class_agreement(judgements: Mapping[str, Judgements]) -> ClassAgreement:
    """The agreement of all devices: ``judgements`` has their grades by device, topic and document."""
    labels = sum(len(grades) for mine in judgements.values() for grades in mine.values())
    if len(judgements) < 2:
        return ClassAgreement(len(judgements), labels)
    fleiss = fleiss_kappa(judgements, overlapping=True)
    return ClassAgreement(len(judgements), labels, fleiss, judgements)


def kappa_change(first: Mapping[str, Judgements], second: Mapping[str, Judgements]) -> KappaChange:
    """The agreement in two votes, each over the labels that a device gave to the same document in both."""
    return KappaChange(class_agreement(_also_in(first, second)), class_agreement(_also_in(second, first)))


def _also_in(vote: Mapping[str, Judgements], other: Mapping[str, Judgements]) -> dict[str, Judgements]:
    """The judgements of a vote on documents that the same device judged in the other vote, too."""
    kept = {
        device: {
            topic: {docno: grade for docno, grade in grades.items() if docno in other[device].get(topic, {})}
            for topic, grades in mine.items()
        }
        for device, mine in vote.items()
        if device in other
    }
    return {device: mine for device, mine in kept.items() if any(mine.values())}


def _text(value: float | None) -> str:
    return "" if value is None else fixed(value, PLACES)

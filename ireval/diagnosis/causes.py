"""What may have led to another number: a typical mistake, another convention, or rounded intermediate results.

Measures declare their mistakes as code. What a source or tool does is a convention and never a mistake. Diagnosis and
marking treat both alike, as causes.

>>> from ireval.conventions import effective
>>> from ireval.ranking.judgements import Ranking
>>> fifteen = Ranking.one([1, 0, 1, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 0, 3], [3, 2, 2, 1, 1])
>>> for cause in causes("AP", fifteen, effective("lillis")):
...     if abs(cause.value - 0.58) < 0.005:
...         print(cause.kind, cause.key, cause.presets, say(cause.message))
convention divisor=relevant-retrieved ('sklearn', 'ragas', 'torchmetrics')
You divided by the 5 relevant documents that were retrieved. AP divides by all 10 relevant documents.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ireval.conventions import CONVENTIONS, PRESETS, Parameter, effective
from ireval.diagnosis.candidates import (
    Candidate,
    Read,
    by_choice,
    by_mistake,
    compute_with,
    key_of,
    score,
)
from ireval.explanation.step_table import StepTable
from ireval.measure import Computed, Measure, Mistake, Table
from ireval.measure.registry import measures
from ireval.measure.scores import compute, spec_of
from ireval.measure.spelling import Spec, settings
from ireval.measure.support import preset_support
from ireval.messages.catalogue import BARE, say
from ireval.messages.deeds import deed_alone
from ireval.messages.message import Message
from ireval.numbers.arrays import Floats
from ireval.numbers.rounding import SAME
from ireval.ranking.judgements import Ranking

_NOTHING_ELSE: Mapping[str, object] = {}


@dataclass(frozen=True)
class Cause:
    """What gives ``value``: of kind ``mistake``, ``convention`` or ``rounding``.

    ``key`` is a mistake's slug, or the choices as ``discount=log2-rank``, several joined by commas. ``message`` says
    what was done; ``presets`` are the sources and tools that define the measure and do so. ``choices`` are the key's.

    To show how it comes about there is the table that it was computed in, ``of``: under those choices; or the correct
    one, in which a ``mistake`` was made or a wrong ``cell`` was read, as (column, row from 0). A number that belongs to
    another measure stands in that measure's ``table``.
    """

    kind: str
    key: str
    message: Message
    value: float
    presets: tuple[str, ...] = ()
    choices: Mapping[str, Any] = field(default_factory=dict, compare=False)
    of: Computed | None = field(default=None, compare=False, repr=False)
    mistake: Mistake | None = field(default=None, compare=False, repr=False)
    cell: tuple[str, int] | None = field(default=None, compare=False)
    table: StepTable | None = field(default=None, compare=False, repr=False)

    @property
    def users(self) -> Message | None:
        """Who does so: ``scikit-learn computes it your way.``; None where no source or tool is known to do so."""
        titles = [PRESETS[key].title for key in self.presets]
        if len(titles) > 1:
            return Message("several-users", titles=titles)
        return Message("one-user", title=titles[0]) if titles else None

    @property
    def statement(self) -> Message:
        """What was done, and who does so."""
        return Message("cause-with-users", cause=self.message, users=self.users) if self.users else self.message


def causes(measure: str | Spec, ranking: Ranking, conventions: Mapping[str, Any]) -> list[Cause]:
    """Everything that gives a single list another score than the correct one: mistakes, conventions, then rounding."""
    return [*mistakes(measure, ranking, conventions), *alternatives(measure, ranking, conventions)]


def wrong_values(measure: str | Spec, ranking: Ranking, conventions: Mapping[str, Any]) -> dict[str, Floats]:
    """The score that every mistake of the measure gives, by key: one list or a block, NaN where it cannot be made."""
    right = compute(spec_of(measure), ranking, conventions)
    return {m.key: m.compute(right.table)[..., 0] for m in right.measure.mistakes}


def mistakes(
    measure: str | Spec,
    ranking: Ranking,
    conventions: Mapping[str, Any],
    named: Mapping[str, object] = _NOTHING_ELSE,
) -> list[Cause]:
    """The mistakes that give a single list another score than the correct one; ``named`` as in ``causes_from``."""
    right = compute(spec_of(measure), ranking, conventions)
    return causes_from(by_mistake(right), right, named=named)


def alternatives(measure: str | Spec, ranking: Ranking, conventions: Mapping[str, Any]) -> list[Cause]:
    """The other choices that give a single list another score than the correct one.

    These are every single choice in the conventions of the measure, the choices of one source or tool together, and
    rounded intermediate results.
    """
    right = compute(spec_of(measure), ranking, conventions)
    return causes_from(by_choice(right), right)


def causes_from(
    found: Iterable[Candidate], right: Computed, read: Read = score, named: Mapping[str, object] = _NOTHING_ELSE
) -> list[Cause]:
    """The candidates that have a value on a single list, as causes; choices that change nothing are left out.

    ``named`` are values of their messages that are not the list's own.
    """
    causes: dict[str, Cause] = {}
    for candidate in found:
        value = float(candidate.value)
        if value == value:
            m = candidate.mistake
            if m:
                of = candidate.of or right
                message = _mistaken(candidate, m, right, {**counts_of(of.table), **named})
                cause = Cause("mistake", candidate.key, message, value, of=of, mistake=m)
            else:
                cause = _by_choices(candidate.kind, _fewest(candidate, right, read), right, value)
            causes.setdefault(cause.key, cause)
    return list(causes.values())


def _mistaken(candidate: Candidate, mistake: Mistake, right: Computed, values: Mapping[str, object]) -> Message:
    """What somebody did who made a mistake, and what else they did."""
    measure, first = right.measure.name, candidate.before
    done = [deed_alone(f"{measure}.{first.key}", first.did, values)] if first else []
    done += [_did(settings(right.measure)[name], value, values) for name, value in _named(candidate.choices)]
    if not done:
        return mistake.message(measure, values)
    done.append(deed_alone(f"{measure}.{mistake.key}", mistake.did, values))
    return Message("did-several", deeds=[Message("did-one-of-several", did=did) for did in done])


def counts_of(table: Table) -> dict[str, object]:
    """The counts and parameters of a single list that messages name.

    ``R``, ``N``, ``judged`` (both), ``n`` retrieved, ``ranks`` looked at, ``found`` relevant ones there, ``listed``
    relevant ones in the whole list, ``size`` of the collection; ``cutoff``; and every parameter and convention.
    """
    found = {
        "R": table.R,
        "N": table.N,
        "judged": table.R + table.N,
        "n": table.length,
        "ranks": table.end,
        "found": np.count_nonzero(table.relevant & (table.rank <= table.end), keepdims=True),
        "listed": np.count_nonzero(table.relevant, keepdims=True),
        "size": table.size,
    }
    known = {name: float(value[0]) for name, value in found.items()}
    numbers = {name: v for name, v in table.p.values.items() if isinstance(v, int | float)} | known
    counts: dict[str, object] = {name: value for name, value in numbers.items() if value == value}
    return {**counts, "cutoff": Message("the-cutoff", k=table.p.k)} if table.p.k else counts


def overview(*, long: bool = False) -> Iterator[tuple[str, str]]:
    """Every mistake with the measures that declare it; or, if ``long``, measure by measure with its sentences."""
    declared = [(measure.name, m) for measure in measures().values() for m in measure.mistakes]
    if long:
        yield from ((f"{name} {m.key}", say(m.message(name), BARE)) for name, m in declared)
        return
    names: dict[str, list[str]] = {}
    for name, m in declared:
        names.setdefault(m.key, []).append(name)
    yield from ((key, ", ".join(users)) for key, users in names.items())


def _fewest(candidate: Candidate, right: Computed, read: Read) -> Mapping[str, Any]:
    """A candidate's choices without those that do not change the number."""
    choices = candidate.choices
    if candidate.kind == "convention":
        for name in [name for name in choices if name != "decimals"]:
            fewer = {other: choices[other] for other in choices if other != name}
            if fewer and abs(float(read(compute_with(right, fewer))) - float(candidate.value)) <= SAME:
                choices = fewer
    if "rounding" in choices:
        return choices
    return {name: value for name, value in choices.items() if name != "decimals"}


def _by_choices(kind: str, choices: Mapping[str, Any], right: Computed, value: float) -> Cause:
    other = compute_with(right, choices)
    return Cause(
        kind, key_of(choices), _chosen(choices, right, other), value, _users(right.measure, choices), choices, other
    )


def _chosen(choices: Mapping[str, Any], right: Computed, other: Computed) -> Message:
    """What somebody did who made these choices; of a single one, also what holds here."""
    parameters, counts = settings(right.measure), counts_of(other.table)
    named = _named(choices)
    done = [_did(parameters[name], value, counts) for name, value in named]
    if len(done) > 1:
        return Message("did-several", deeds=[Message("did-one-of-several", did=did) for did in done])
    return Message("did", did=done[0], instead=_rule(parameters[named[0][0]], right))


def _named(choices: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The choices that have words of their own: those of rounding say the decimals."""
    return [(name, value) for name, value in choices.items() if name != "decimals"]


def _did(parameter: Parameter, value: Any, counts: Mapping[str, object]) -> Message:
    choice = parameter.choice(value) if parameter.choices else None
    did = choice.did if choice else parameter.did
    if did:
        return Message(key_of({parameter.name: value}), counts, declared=did)
    return Message("used-setting", title=parameter.title, choice=choice.short if choice else value)


def _rule(parameter: Parameter, right: Computed) -> Message | str:
    """What the convention in force says; empty where nothing is declared of it."""
    value = right.table.p.values.get(parameter.name)
    rule = parameter.choice(value).rule if parameter.choices else ""
    return Message(f"{parameter.name}={value}.rule", counts_of(right.table), declared=rule) if rule else ""


def _users(measure: Measure, choices: Mapping[str, Any]) -> tuple[str, ...]:
    if not choices.keys() <= CONVENTIONS.keys():
        return ()
    checked = (key for key in PRESETS if preset_support(key, measure) == "checked")
    # where intermediate results are rounded, what a source's printed figures follow counts
    follows = {key: effective(key) | (dict(PRESETS[key].printed) if "decimals" in choices else {}) for key in checked}
    return tuple(key for key, does in follows.items() if choices.items() <= does.items())

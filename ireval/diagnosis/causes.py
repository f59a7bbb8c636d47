"""The possible causes of a different number: a typical mistake, another convention, or rounded intermediate results.

Measures declare their mistakes as code. What a source or tool does is a convention, never a mistake. Diagnosis and
marking treat mistakes and conventions in the same way, as causes.

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
    ReadValue,
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
    """A cause that gives ``value``; its kind is ``mistake``, ``convention`` or ``rounding``.

    ``key`` is a mistake's slug, or the ``choices`` such as ``discount=log2-rank``, joined by commas. ``message`` says
    what was done; ``presets`` are the sources and tools that define the measure in this way.

    To show the calculation, ``of`` is the table that the value was computed in: the table under those choices; or the
    correct table, in which a ``mistake`` was made or a wrong ``cell`` was read, given as (column, row from 0). The
    value of another measure is in that measure's ``table``.
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
        """Who does the same: ``scikit-learn computes it your way.``; None if no source or tool does."""
        titles = [PRESETS[key].title for key in self.presets]
        if len(titles) > 1:
            return Message("several-users", titles=titles)
        return Message("one-user", title=titles[0]) if titles else None

    @property
    def statement(self) -> Message:
        """What was done, and who does the same."""
        return Message("cause-with-users", cause=self.message, users=self.users) if self.users else self.message


def causes(measure: str | Spec, ranking: Ranking, conventions: Mapping[str, Any]) -> list[Cause]:
    """All causes that give a single list a wrong score: mistakes, then conventions, then rounding."""
    return [*mistakes(measure, ranking, conventions), *alternatives(measure, ranking, conventions)]


def wrong_values(measure: str | Spec, ranking: Ranking, conventions: Mapping[str, Any]) -> dict[str, Floats]:
    """The score under each mistake of the measure, by key, for one list or a block; NaN if it cannot be made."""
    right = compute(spec_of(measure), ranking, conventions)
    return {m.key: m.compute(right.table)[..., 0] for m in right.measure.mistakes}


def mistakes(
    measure: str | Spec,
    ranking: Ranking,
    conventions: Mapping[str, Any],
    named: Mapping[str, object] = _NOTHING_ELSE,
) -> list[Cause]:
    """The mistakes that give a single list a wrong score; ``named`` as in ``causes_from``."""
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
    found: Iterable[Candidate], right: Computed, read: ReadValue = score, named: Mapping[str, object] = _NOTHING_ELSE
) -> list[Cause]:
    """The candidates with a value on a single list, as causes; choices that do not change the value are left out.

    ``named`` are further values for their messages.
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
    """What a person who made the mistake did, and the second deviation if there is one."""
    measure, first = right.measure.name, candidate.before
    done = [deed_alone(f"{measure}.{first.key}", first.did, values)] if first else []
    done += [_did(settings(right.measure)[name], value, values) for name, value in _named(candidate.choices)]
    if not done:
        return mistake.message(measure, values)
    done.append(deed_alone(f"{measure}.{mistake.key}", mistake.did, values))
    return Message("did-several", deeds=[Message("did-one-of-several", did=did) for did in done])


def counts_of(table: Table) -> dict[str, object]:
    """The values of a single list that messages may name.

    The counts are ``R``, ``N``, ``judged`` (R + N), ``n`` (retrieved), ``ranks`` (ranks that count), ``found``
    (relevant documents at these ranks), ``listed`` (relevant documents in the whole list), and ``size`` of the
    collection. There are also ``cutoff``, and every parameter and convention.
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


def _fewest(candidate: Candidate, right: Computed, read: ReadValue) -> Mapping[str, Any]:
    """The choices of a candidate that change the number."""
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
    """What a person who made these choices did; for a single choice, also the convention in force."""
    parameters, counts = settings(right.measure), counts_of(other.table)
    named = _named(choices)
    done = [_did(parameters[name], value, counts) for name, value in named]
    if len(done) > 1:
        return Message("did-several", deeds=[Message("did-one-of-several", did=did) for did in done])
    return Message("did", did=done[0], instead=_rule(parameters[named[0][0]], right))


def deed_of_choices(measure: Measure, choices: Mapping[str, Any]) -> Message:
    """What a person who makes these choices does, without the numbers of a list; say it ``BARE``."""
    done = [_did(settings(measure)[name], value, {}) for name, value in _named(choices)]
    several = [Message("did-one-of-several", did=did) for did in done]
    return Message("did-several", deeds=several) if len(done) > 1 else Message("did", did=done[0], instead="")


def _named(choices: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The choices with words of their own; the words for rounding include the decimals."""
    return [(name, value) for name, value in choices.items() if name != "decimals"]


def _did(parameter: Parameter, value: Any, counts: Mapping[str, object]) -> Message:
    choice = parameter.choice(value) if parameter.choices else None
    did = choice.did if choice else parameter.did
    if did:
        return Message(key_of({parameter.name: value}), counts, declared=did)
    return Message("used-setting", title=parameter.title, choice=choice.short if choice else value)


def _rule(parameter: Parameter, right: Computed) -> Message | str:
    """A sentence on the convention in force; empty if none is declared."""
    value = right.table.p.values.get(parameter.name)
    rule = parameter.choice(value).rule if parameter.choices else ""
    return Message(f"{parameter.name}={value}.rule", counts_of(right.table), declared=rule) if rule else ""


def _users(measure: Measure, choices: Mapping[str, Any]) -> tuple[str, ...]:
    if not choices.keys() <= CONVENTIONS.keys():
        return ()
    checked = (key for key in PRESETS if preset_support(key, measure) == "checked")
    # with rounded intermediate results, compare with the choices that the source's printed figures follow
    follows = {key: effective(key) | (dict(PRESETS[key].printed) if "decimals" in choices else {}) for key in checked}
    return tuple(key for key, does in follows.items() if choices.items() <= does.items())

"""The facts of a question in words: the measures that may be chosen instead, and the lists."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ireval.conventions import PRESETS
from ireval.diagnosis.verdict import Diagnosis
from ireval.evaluation.several_lists import Mean, underlying_spec
from ireval.measure.listing import variants
from ireval.measure.spelling import parse
from ireval.messages import Message
from ireval.ranking.labels import write_labels
from web.state.lab_state import State
from web.why.number_question import Question

#: The most labels that are shown of each list, if there are several.
_MOST_LABELS = 20


class Choice(NamedTuple):
    """A measure that may be chosen: its spelling, its label, and whether the question is about it."""

    spelling: str
    label: str
    chosen: bool


def measures_of(question: Question) -> list[Choice]:
    """Return the measures that a question may be about, or their means if the question is about a mean."""
    state, spec, average = question.state, question.spec, question.average
    known = variants(state.values, state.conventions, subtopics=state.diverse)
    listed = {str(spec): label for label, spec in known}
    wanted = str(underlying_spec(spec) if average else spec)
    listed = {wanted: wanted} | listed
    if average:
        alone = {key: label for key, label in listed.items() if not parse(key).measure.mean_of}
        listed = {key: Mean(parse(key), np.empty(0), average).name_with(label) for key, label in alone.items()}
    return [Choice(key, label, key == wanted) for key, label in listed.items()]


def facts_of(question: Question) -> list[tuple[str, str]]:
    """Return the list, or the lists that are averaged, and the conventions, as (name, value)."""
    state = question.state
    if question.average:
        averaged = [_shortened(write_labels(ranking.grades.tolist())) for ranking in question.averaged]
        facts = [("queries", str(len(averaged))), ("ranked lists", ", ".join(averaged))]
    else:
        facts = [("ranked list", write_labels(state.grades) or "empty")]
        if state.unretrieved:
            facts.append(("not retrieved", write_labels(state.unretrieved)))
    changed = f", {len(state.overrides)} changed" if state.overrides else ""
    return [*facts, ("conventions", PRESETS[state.preset].title + changed)]


def rule_of(found: Diagnosis, state: State) -> Message | None:
    """Return the correct value as a sentence that says by whose rule, if the typed one follows another convention."""
    return found.by_your_rule(state.preset, changed=bool(state.overrides))


def _shortened(labels: str) -> str:
    """The labels of one of several lists, shortened if the list is long."""
    return (labels if len(labels) <= _MOST_LABELS else f"{labels[:_MOST_LABELS]}…") or "empty"

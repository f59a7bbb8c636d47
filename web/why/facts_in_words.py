"""What the page says of a question: the measures that may be chosen instead, and the lists."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ireval.conventions import PRESETS
from ireval.evaluation.several_lists import Mean, underlying_spec
from ireval.measure.listing import variants
from ireval.measure.spelling import parse
from ireval.ranking.labels import write_labels
from web.why.number_question import Question

#: How many labels are shown of each list of several.
_MOST_LABELS = 20


class Choice(NamedTuple):
    """A measure that may be chosen: its spelling, how it is shown, and whether it is the one asked about."""

    spelling: str
    label: str
    chosen: bool


def measures_of(question: Question) -> list[Choice]:
    """The measures that may be asked about, or their means where the question is about a mean."""
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
    """The list, or the lists that are averaged, and the conventions: as (name, value)."""
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


def _shortened(labels: str) -> str:
    """The labels of one list of several, without those at the end of a long list."""
    return (labels if len(labels) <= _MOST_LABELS else f"{labels[:_MOST_LABELS]}…") or "empty"

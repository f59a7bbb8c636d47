"""The examples of the page: a list from a source, and two lists on which measures of diversity disagree."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ireval.conventions import PRESETS
from ireval.experiments.guide_pairs import REPETITION
from ireval.explanation.worked_examples import EXAMPLES
from ireval.measure.spelling import parse
from web.course.taught_measures import LessonUse, lessons_with
from web.experiments.diversity.diverse_state import diverse, diversity_measures
from web.experiments.pair_states import pair_state
from web.state.address import from_example
from web.state.lab_state import State

#: The cutoff at which the two lists are compared: the length of the shorter one.
CUTOFF = 4


class Rival(NamedTuple):
    """A list with its title, its query on this page, and its score for each measure."""

    title: str
    query: str
    scores: list[str]


class Rivals(NamedTuple):
    """Lists that measures order differently: the measures' names, the lists, and a query of the lab with all of them.

    ``best`` has for each measure the titles of the lists with the highest score.
    """

    labels: list[str]
    lists: list[Rival]
    best: list[str]
    query: str


def lessons() -> list[LessonUse]:
    """Return the lessons that use the measure of the matrix."""
    return lessons_with(parse(first_example().show).measure)


def first_example() -> State:
    """Return the state that the page shows if its address has no list."""
    return _of_sources()[0][1]


@cache
def example_links() -> list[tuple[str, str]]:
    """The examples of the sources, as (title, query)."""
    return [(title, state.query()) for title, state in _of_sources()]


@cache
def _of_sources() -> list[tuple[str, State]]:
    """The lists with subtopics from the sources, each once."""
    found: dict[str, tuple[str, State]] = {}
    for example in EXAMPLES:
        if parse(example.show).measure.needs_subtopics:
            state = diverse(from_example(example))
            source = PRESETS[example.preset].title
            found.setdefault(state.query(), (f"{source}: {example.title}", state))
    return list(found.values())


@cache
def rival_lists() -> Rivals:
    """The two lists, and the scores on which they are compared."""
    both = diverse(pair_state(REPETITION, parse(first_example().show))).having(k=CUTOFF)
    measures = diversity_measures(diverse(both))
    specs = [spec for _, spec in measures]
    state = pair_state(REPETITION, specs[0])
    texts = [REPETITION.texts(spec, both.places) for spec in specs]
    lists = []
    for place in (1, 2):
        alone = diverse(state.holding_lists(state.lists, place))
        lists.append(Rival(state.list_title(place), alone.query(), [scores[place - 1] for scores in texts]))
    preferred = [REPETITION.preferred(spec) for spec in specs]
    best = ["both" if place is None else lists[place].title for place in preferred]
    return Rivals([label for label, _ in measures], lists, best, state.query())

"""The lists of the lab as fixed lists of exercises, and its conventions as those of a sheet."""

from __future__ import annotations

from ireval.exercises import RankedList, Sheet
from ireval.exercises.sheet.model import LEAST_DECIMALS, MOST_DECIMALS
from ireval.ranking.labels import write_labels, write_subtopics
from web.state.lab_list import Listed
from web.state.lab_state import State


def lab_conventions(state: State, seed: int = 0, title: str = "") -> Sheet:
    """A sheet without exercises, with the conventions and the decimals of the lab."""
    return Sheet(
        title=title,
        seed=seed,
        exercises=(),
        preset=state.preset,
        overrides=dict(state.overrides),
        decimals=min(max(state.places, LEAST_DECIMALS), MOST_DECIMALS),
    )


def ranked_list(listed: Listed) -> RankedList:
    """A list of the lab as the list of an exercise."""
    return RankedList(
        labels=write_labels(listed.grades),
        unretrieved=write_labels(listed.unretrieved),
        size=listed.size,
        subtopics=write_subtopics(listed.subtopics) if listed.diverse else "",
        unretrieved_subtopics=write_subtopics(listed.unretrieved_subtopics) if listed.diverse else "",
        names=listed.names,
    )


def open_list(state: State) -> RankedList:
    """The open list of the lab."""
    return ranked_list(state.lists[state.place - 1])


def pair(state: State) -> tuple[RankedList, RankedList] | None:
    """Return the lists of two systems: the open list and the next, or the last two. None without two systems."""
    first = min(state.place, len(state.lists) - 1) - 1
    if state.arrangement == "pairs":
        first -= first % 2
    if first < 0 or state.arrangement == "queries":
        return None
    return ranked_list(state.lists[first]), ranked_list(state.lists[first + 1])

"""The keys of the sentences on the page of a job, by the kind of work."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Wording:
    """The keys of the headings of a job's page by its state, of its buttons, and of its sentences.

    ``progress`` has the values ``done`` and ``total``; ``joined`` is for the time when all parts are finished; ``gone``
    for a job that was stopped. ``limits`` has the key of an error for each reason that ends a job. ``many`` and
    ``full`` are the keys of the reasons why a job is refused: the visitor has too many, or the queue is full. With
    ``in_kilobytes`` the progress counts kilobytes; ``section`` is the part of the navigation to which the work belongs.
    """

    making: str
    ready: str
    failed: str
    back: str
    stop: str
    progress: str
    joined: str
    gone: str
    limits: Mapping[str, str]
    cancelled: str = "job-cancelled"
    delivered: str = "job-delivered"
    many: str = "works-of-a-visitor"
    full: str = "work-queue-full"
    in_kilobytes: bool = False
    section: str = "collections"


_LIMITS_OF_WORK = {"time": "work-time", "memory": "work-memory", "lost": "work-lost", "space": "job-space"}
FILE, COLLECTION, EXPERIMENT = "file", "collection", "experiment"
SIMULATION, SEARCH = "simulation", "search"
_EXPERIMENT = Wording(
    making="job-experiment-making",
    ready="job-experiment-ready",
    failed="job-experiment-failed",
    back="job-back-to-form",
    stop="job-stop",
    progress="samples-finished",
    joined="job-experiment-joined",
    gone="job-experiment-gone",
    limits=_LIMITS_OF_WORK,
)
WORDING: Mapping[str, Wording] = {
    FILE: Wording(
        making="job-file-making",
        ready="job-file-ready",
        failed="job-file-failed",
        back="job-back-to-sheet",
        stop="job-cancel",
        progress="variants-finished",
        joined="job-file-joined",
        gone="job-file-gone",
        limits={"time": "job-time", "memory": "job-memory", "lost": "job-lost", "space": "job-space"},
        many="jobs-of-a-visitor",
        full="queue-full",
        section="sheets",
    ),
    COLLECTION: Wording(
        making="job-collection-making",
        ready="job-collection-ready",
        failed="job-collection-failed",
        back="job-back-to-form",
        stop="job-cancel",
        progress="bytes-read",
        joined="job-collection-joined",
        gone="job-collection-gone",
        limits=_LIMITS_OF_WORK,
        many="uploads-of-a-visitor",
        in_kilobytes=True,
    ),
    EXPERIMENT: _EXPERIMENT,
    SIMULATION: replace(_EXPERIMENT, progress="simulations-finished"),
    SEARCH: Wording(
        making="job-search-making",
        ready="job-search-ready",
        failed="job-search-failed",
        back="job-back-to-form",
        stop="job-stop",
        progress="searches-finished",
        joined="job-search-joined",
        gone="job-search-gone",
        limits=_LIMITS_OF_WORK,
    ),
}

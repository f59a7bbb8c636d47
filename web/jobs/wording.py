"""What the page of a job says, by what is being made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Wording:
    """The headings of a job's page by its state, its buttons, and its sentences.

    ``progress`` is the key of a message with the values ``done`` and ``total``; ``joined`` is said when all parts are
    finished; ``gone`` when the job was stopped. ``limits`` has the key of an error for each reason that ends a job.
    ``many`` and ``full`` are the keys of why a job is not begun: the visitor waits for others, or too many people do.
    ``in_kilobytes`` says what the progress counts, ``section`` to which part of the navigation the work belongs.
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
    delivered: str = ""
    many: str = "works-of-a-visitor"
    full: str = "work-queue-full"
    in_kilobytes: bool = False
    section: str = "collections"


_LIMITS_OF_WORK = {"time": "work-time", "memory": "work-memory", "lost": "work-lost"}
FILE, COLLECTION, EXPERIMENT = "file", "collection", "experiment"
WORDING: Mapping[str, Wording] = {
    FILE: Wording(
        making="Making the file",
        ready="The file is ready",
        failed="The file could not be made",
        back="Back to the sheet",
        stop="Cancel",
        progress="variants-finished",
        joined="The file is being put together",
        gone="The file was not made, because you cancelled it or left its page. Nothing of it is kept.",
        limits={"time": "job-time", "memory": "job-memory", "lost": "job-lost"},
        delivered="The file was downloaded",
        many="jobs-of-a-visitor",
        full="queue-full",
        section="sheets",
    ),
    COLLECTION: Wording(
        making="Reading the files",
        ready="The files were read",
        failed="The files cannot be used",
        back="Back to the form",
        stop="Cancel",
        progress="bytes-read",
        joined="The collection is being stored",
        gone="Nothing was stored, because you cancelled the upload or left its page.",
        limits=_LIMITS_OF_WORK,
        many="uploads-of-a-visitor",
        in_kilobytes=True,
    ),
    EXPERIMENT: Wording(
        making="Running the experiment",
        ready="The experiment is finished",
        failed="The experiment could not be run",
        back="Back to the form",
        stop="Stop",
        progress="samples-finished",
        joined="The results are being put together",
        gone="The experiment was stopped. Nothing of it is kept.",
        limits=_LIMITS_OF_WORK,
    ),
}

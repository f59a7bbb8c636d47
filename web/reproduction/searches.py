"""The search for a published score: at once if it is quick, otherwise in a working process."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from ireval.messages import Message, say
from ireval.reproduction.reproduction import reproduce
from ireval.reproduction.reproduction_reports import plain_score
from web.jobs.admission import Order
from web.jobs.delivery import made_bytes
from web.jobs.kinds import REPRODUCTION
from web.jobs.wording import SEARCH
from web.reproduction.sources import Question, as_files
from web.store.jobs.job_records import FileGoneError, Job

#: Seconds of processor time of any search, and of each place of the run's lists, as a guess from above.
_ANY, _PLACE = 1.2, 3e-5
#: A search over lists with at most this many places in all is made when its page is opened.
AT_ONCE = 20_000
#: How much work a request may make that nobody waits for elsewhere: places of lists times measures.
MOST_WORK = 3e7


def is_quick(question: Question) -> bool:
    """Whether the search is made when the page is opened."""
    return question.places <= AT_ONCE


def answer(question: Question) -> dict[str, Any]:
    """The answer as plain values, computed here; what takes long is left out and counted."""
    files = question.files
    run = files.source if files.source is not None else files.run
    if hasattr(run, "seek"):
        run.seek(0)
    found = reproduce(files.qrels, run, question.measure, question.score, most_work=MOST_WORK)
    return plain_score(found)


def order_of(question: Question, back: str) -> Order:
    """The order for the search in a working process; ``back`` is the address of the form."""
    files = as_files(question.files)
    what = {"measure": question.measure, "score": question.score}
    digest = sha256(json.dumps(what).encode())
    for file in files:
        digest.update(file.read())
        file.seek(0)
    seconds = _ANY + _PLACE * question.places
    title = say(Message("reproduce-title", what))
    return Order(
        REPRODUCTION,
        what,
        digest.hexdigest(),
        title,
        back,
        seconds,
        wording=SEARCH,
        then="reproduction.finished",
        files=files,
    )


def finished_answer(job: Job) -> dict[str, Any] | None:
    """The answer that a working process has found; None if it is gone."""
    try:
        found: dict[str, Any] = json.loads(made_bytes(job))
    except FileGoneError:
        return None
    return found

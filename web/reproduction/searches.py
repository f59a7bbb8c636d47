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

#: Upper estimates of processor time in seconds: of any search, and for each document in the run's lists.
_ANY, _PLACE = 1.2, 3e-5
#: A search over at most this many documents in the run's lists is made when its page is opened.
AT_ONCE = 20_000
#: The most work of a request that is answered at once: documents in the run's lists times measures.
MOST_WORK = 3e7


def is_quick(question: Question) -> bool:
    """Whether the search is made when the page is opened."""
    return question.places <= AT_ONCE


def answer(question: Question) -> dict[str, Any]:
    """Compute the answer as plain values in this process; slow candidates are left out and counted."""
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

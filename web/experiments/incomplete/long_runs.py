"""Experiments that take too long for a request: a working process computes the scores, which the page then shows."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import IO, Any

import numpy as np
from flask import url_for

from ireval.errors import InputError
from ireval.experiments.incomplete_judgements import Experiment
from ireval.messages import Message, say
from ireval.numbers.arrays import Floats
from ireval.trec.writer import write_qrels, write_run
from web.experiments.incomplete.form import Choices
from web.jobs.admission import Order, jobs
from web.jobs.delivery import made_bytes
from web.jobs.kinds import INCOMPLETE_JUDGEMENTS
from web.jobs.wording import EXPERIMENT
from web.store.jobs.job_records import FileGoneError

#: Upper estimates of processor time in seconds: for a document in a list, alone and for each measure.
_PLACE, _MEASURE = 3e-8, 2e-8
#: An experiment that takes at most this many seconds is computed when its page is opened.
AT_ONCE = 1.0


def seconds_of(experiment: Experiment) -> float:
    """Estimate the processor time of the experiment, in seconds."""
    return experiment.places * (_PLACE + _MEASURE * len(experiment.specs))


def is_quick(experiment: Experiment) -> bool:
    """Whether the experiment is computed when its page is opened."""
    return seconds_of(experiment) <= AT_ONCE


def check_work(experiment: Experiment) -> None:
    """Raise ``InputError`` if the experiment takes longer than a working process may."""
    seconds, most = seconds_of(experiment), jobs().settings.job_seconds
    if seconds > most:
        raise InputError("repeats", "experiment-too-long", seconds=round(seconds), most=most)


def order_of(choices: Choices, experiment: Experiment, files: Sequence[IO[bytes]] = ()) -> Order:
    """The order for the scores; its files are the judgements and the runs."""
    what: dict[str, Any] = {
        "runs": list(experiment.runs),
        "measures": [spec.text for spec in experiment.specs],
        "shares": list(experiment.shares),
        "repeats": experiment.repeats,
        "seed": experiment.seed,
        "conventions": choices.given["conventions"],
    }
    address = f"{url_for('incomplete.experiment')}?{choices.query}"
    return Order(
        INCOMPLETE_JUDGEMENTS,
        what,
        choices.query,
        say(Message("incomplete-title")),
        address,
        seconds_of(experiment),
        wording=EXPERIMENT,
        then="incomplete.finished",
        files=files,
    )


def finished_scores(choices: Choices, experiment: Experiment) -> Floats | None:
    """Return the scores if a working process has computed them recently, otherwise None."""
    job = jobs().finished(order_of(choices, experiment))
    if job is None:
        return None
    try:
        scores: Floats = np.load(io.BytesIO(made_bytes(job)), allow_pickle=False)
    except FileGoneError:
        return None
    return scores


@contextmanager
def files_of(experiment: Experiment) -> Iterator[list[IO[bytes]]]:
    """The judgements and the runs as files, which are in memory while they are small."""
    with ExitStack() as open_files:
        fresh = [tempfile.SpooledTemporaryFile(max_size=2**22) for _ in range(1 + len(experiment.runs))]  # noqa: SIM115
        files: list[IO[bytes]] = [open_files.enter_context(file) for file in fresh]
        with _text(files[0]) as text:
            write_qrels(experiment.qrels.to_dict(), text)
        for file, run in zip(files[1:], experiment.runs.values(), strict=True):
            with _text(file) as text:
                write_run(run.to_dict(), text)
        yield files


@contextmanager
def _text(file: IO[bytes]) -> Iterator[IO[str]]:
    """Open a binary file for text; afterwards it stays open and is back at its beginning."""
    text = io.TextIOWrapper(file, "utf-8", newline="\n")
    yield text
    text.flush()
    text.detach()
    file.seek(0)

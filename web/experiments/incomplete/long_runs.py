"""Experiments that take longer than a page may: a working process computes the scores, which the page then shows."""

from __future__ import annotations

import io
import tempfile
from typing import IO, Any, cast

import numpy as np
from flask import url_for

from ireval.errors import InputError
from ireval.experiments.incomplete_judgements import Experiment
from ireval.messages import Message, say
from ireval.numbers.arrays import Floats
from ireval.trec.writer import write_qrels, write_run
from web.experiments.incomplete.form import Choices
from web.jobs.admission import Order, jobs
from web.jobs.kinds import INCOMPLETE_JUDGEMENTS
from web.jobs.wording import EXPERIMENT

#: Processor time of a place of a list, in seconds, as a guess from above.
_SECONDS = 2e-8
#: An experiment that takes at most so many seconds is computed when its page is opened.
AT_ONCE = 1.0


def seconds_of(experiment: Experiment) -> float:
    """A guess of the processor time."""
    return experiment.places * _SECONDS


def check_work(experiment: Experiment) -> None:
    """Raise ``InputError`` if no working process may take so long."""
    seconds, most = seconds_of(experiment), jobs().limits.seconds
    if seconds > most:
        raise InputError("repeats", "experiment-too-long", seconds=round(seconds), most=most)


def order_of(choices: Choices, experiment: Experiment, *, with_files: bool = False) -> Order:
    """The order for the scores; the judgements and the runs go with it as files."""
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
        files=_files(experiment) if with_files else (),
    )


def finished_scores(choices: Choices, experiment: Experiment) -> Floats | None:
    """The scores, if a working process has computed them a short time ago."""
    job = jobs().finished(order_of(choices, experiment))
    if job is None:
        return None
    try:
        scores: Floats = np.load(job.file, allow_pickle=False)
    except OSError:
        return None  # it was deleted just now
    return scores


def _files(experiment: Experiment) -> list[IO[bytes]]:
    files = [_file() for _ in range(1 + len(experiment.runs))]
    write_qrels(experiment.qrels.to_dict(), files[0])
    for file, run in zip(files[1:], experiment.runs.values(), strict=True):
        write_run(run.to_dict(), file)
    for file in files:
        file.seek(0)
    return [cast("IO[bytes]", file.detach()) for file in files]


def _file() -> io.TextIOWrapper:
    """A file for text, in memory while it is small."""
    return io.TextIOWrapper(tempfile.SpooledTemporaryFile(max_size=2**22), "utf-8", newline="\n")

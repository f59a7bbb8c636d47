"""Compares two outputs of trec_eval that were sent with a request."""

from __future__ import annotations

from ireval.errors import InputError
from ireval.reproduction.printed_causes import causes_of
from ireval.reproduction.printed_differences import PrintedComparison
from ireval.reproduction.printed_scores import PrintedScores, read_printed
from web.reproduction.page import OutputsAnswer
from web.reproduction.searches import MOST_WORK
from web.reproduction.sources import sent_file
from web.server.incoming.named_text import LARGEST_FILE


def answer_of_outputs() -> OutputsAnswer:
    """Return how the outputs differ; with the judgements and the run, also why. Raises ``InputError``."""
    compared = PrintedComparison(_output("output_a", "A"), _output("output_b", "B"))
    qrels, run = sent_file("qrels"), sent_file("run")
    if (qrels is None) != (run is None):
        raise InputError("qrels" if qrels is None else "run", "reproduce-both-files")
    if not (qrels and run):
        return OutputsAnswer(compared, [])
    return OutputsAnswer(compared, causes_of(compared, qrels, run, limit=LARGEST_FILE, most_work=MOST_WORK))


def _output(name: str, which: str) -> PrintedScores:
    found = sent_file(name)
    if found is None:
        raise InputError(name, "reproduce-no-output", which=which)
    return read_printed(found, limit=LARGEST_FILE)

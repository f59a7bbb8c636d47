"""The contents of the page: the answer about a published score, or the differences of two outputs."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any, cast

from ireval.collection import built_in
from ireval.errors import InputError
from ireval.evaluation.evaluation import evaluate
from ireval.evaluation.results import PLACES, Evaluation
from ireval.messages import say
from ireval.numbers.expression import fixed
from ireval.reproduction.printed_causes import PrintedCause
from ireval.reproduction.printed_differences import Difference, PrintedComparison
from ireval.reproduction.reproduction_reports import by_size

#: The most rows of a table of differences, and other matches.
MOST_ROWS, MOST_MATCHES = 100, 12

#: The run and the measure of the example; its score has another gain than trec_eval's.
EXAMPLE = {"run": "words", "measure": "nDCG@5"}


@cache
def example_score() -> str:
    """The score of the example, with four decimals."""
    collection, name = built_in(), EXAMPLE["measure"]
    run = collection.runs[EXAMPLE["run"]]
    found = cast("Evaluation", evaluate(collection.qrels, run, name, gain="exponential"))
    return fixed(found.mean[name], PLACES)


@dataclass(frozen=True, eq=False)
class ScoreAnswer:
    """The answer about a published score, as plain values (``plain_score``)."""

    plain: dict[str, Any]

    @property
    def certainty(self) -> str:
        """The certainty of the first match; ``none`` without a match."""
        return self.plain["matches"][0]["certainty"] if self.plain["matches"] else "none"

    @property
    def command(self) -> str:
        """The command that computes the first match again; empty if no options of the command do."""
        options = self.plain["matches"][0]["evaluate"] if self.plain["matches"] else ""
        return options and f"python -m ireval evaluate QRELS RUN {options}"

    @property
    def others(self) -> list[dict[str, Any]]:
        """The other matches."""
        others: list[dict[str, Any]] = self.plain["matches"][1:]
        return others[:MOST_MATCHES]


@dataclass(frozen=True, eq=False)
class OutputsAnswer:
    """The differences of two outputs, with the causes if the files were sent."""

    compared: PrintedComparison
    causes: list[PrintedCause]

    @property
    def sentences(self) -> list[str]:
        """Sentences on the differences and their causes."""
        return [say(message) for message in (*self.compared.notes, *(cause.message for cause in self.causes))]

    @property
    def rows(self) -> list[Difference]:
        """The differences that the table shows: averages first, then the largest."""
        return self._all[:MOST_ROWS]

    @property
    def more(self) -> int:
        """The number of differences that the table leaves out."""
        return len(self._all) - len(self.rows)

    @property
    def _all(self) -> list[Difference]:
        return [*self.compared.averages, *by_size(self.compared.differences)]


@dataclass(frozen=True, eq=False)
class ReproductionPage:
    """The page with its forms: ``typed`` has typed fields, ``texts`` pasted files, ``form`` names the form in use."""

    typed: dict[str, str]
    texts: dict[str, str] = field(default_factory=dict)
    form: str = "collection"
    score: ScoreAnswer | None = None
    outputs: OutputsAnswer | None = None
    error: InputError | None = None
    waits: bool = False

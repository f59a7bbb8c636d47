"""Explains one list: the value, columns and step table of every measure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ireval.conventions import DEFAULT_PRESET, effective
from ireval.explanation.step_table import PLACES, StepTable
from ireval.measure import Computed
from ireval.measure.computation import run
from ireval.measure.listing import variants
from ireval.measure.scores import Settings, settings_under, spec_of
from ireval.measure.spelling import Spec
from ireval.ranking.judgements import Ranking
from ireval.ranking.labels import read_ranking
from ireval.stdlib.lazy_attribute import lazy_attribute


@dataclass(frozen=True, repr=False)
class Explanation:
    """One list with its judgements under effective conventions: the value, columns and table of every measure."""

    ranking: Ranking
    conventions: Mapping[str, Any]
    _computed: dict[str, Computed] = field(default_factory=dict)

    def compute(self, name: str | Spec) -> Computed:
        """The result of the measure ``name``. Raises ``InputError`` if the name is wrong."""
        return self._compute(spec_of(name))

    def _compute(self, spec: Spec) -> Computed:
        computed = self._computed.get(spec.spelling)
        if computed is None:
            computed = self._computed[spec.spelling] = run(spec.measure, self.ranking, self._settings.of(spec))
        return computed

    @lazy_attribute
    def _settings(self) -> Settings:
        return settings_under(self.conventions)

    def __repr__(self) -> str:
        return "\n".join(table.final for table in self._listed())

    def _repr_html_(self) -> str:
        return "".join(table.folded_html() for table in self._listed())

    def _listed(self) -> list[StepTable]:
        """The tables of the measures that pages show."""
        chosen = {"k": 10, "level": 0.3, "beta": 1}
        diverse = self.ranking.subtopics is not None
        return [self.table(spec) for _, spec in variants(chosen, self.conventions, subtopics=diverse)]

    def value(self, name: str) -> float | None:
        """The score of the measure ``name``; None if it is undefined. Raises ``InputError`` if the name is wrong."""
        return self.table(name).value

    def columns(self, name: str | Spec) -> dict[str, list[float | None]]:
        """The columns of a measure by their keys, each a list by rank with None for an undefined cell.

        Raises ``InputError`` if the name of the measure is wrong.
        """
        shown = self.compute(name).columns
        return {key: [None if x != x else x for x in column.tolist()] for key, column in shown.items()}

    def table(self, name: str | Spec, places: int = PLACES) -> StepTable:
        """The step table of a measure, with ``places`` decimals. Raises ``InputError`` if the name is wrong."""
        spec = spec_of(name)
        return StepTable(spec, self._compute(spec), places)


def explain(
    labels: str = "",
    unretrieved: str = "",
    *,
    size: float | None = None,
    subtopics: str = "",
    unretrieved_subtopics: str = "",
    conventions: str = DEFAULT_PRESET,
    **overrides: object,
) -> Explanation:
    """Explain a ranked list that is given as text.

    Parameters
    ----------
    labels
        One character for each rank: a digit is a grade, ``n`` means grade 0, ``r`` grade 1, ``u`` or ``-`` unjudged,
        and ``p`` unjudged although the document was in the pool.
    unretrieved
        One character for each judged document that was not retrieved.
    size
        The number of documents in the collection, for measures that need it. None: unknown.
    subtopics
        One group of 0s and 1s for each rank, separated by commas: ``"110,001"``. ``labels`` may then be left out.
    unretrieved_subtopics
        The same groups for the judged documents that were not retrieved.
    conventions
        The name of a preset, such as ``"trec_eval"`` or ``"lillis"``.
    **overrides
        Single conventions that differ from the preset, such as ``gain="exponential"``.

    Returns
    -------
    Explanation
        Has ``value(measure)``, ``columns(measure)`` and ``table(measure)`` for every measure.

    Raises
    ------
    InputError
        If a text cannot be read, or two arguments contradict each other.

    Examples
    --------
    >>> table = explain("1010", "1", conventions="lillis").table("AP", places=2)
    >>> print(table.final)
    AP = (1 + 0.67)/3 = 0.56

    """
    return Explanation(
        read_ranking(labels, unretrieved, size, subtopics, unretrieved_subtopics), effective(conventions, overrides)
    )

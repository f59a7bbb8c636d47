"""The judgements and the run, read once; the run in the orders that tools may use; and facts about both."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

import numpy as np

from ireval.evaluation.evaluation import Judged, Returned, evaluate, qrels_from, run_from
from ireval.evaluation.results import Evaluation
from ireval.numbers.arrays import Floats
from ireval.reproduction.setup import BY_LINE, BY_RANK, BY_SCORE
from ireval.stdlib.lazy_attribute import lazy_attribute
from ireval.trec.plain_dicts import run_of
from ireval.trec.plain_lists import PlainQrels, PlainRun
from ireval.trec.qrels import Qrels
from ireval.trec.reading.field_lines import rows
from ireval.trec.reading.parts import LineFile
from ireval.trec.reading.source import LIMIT, Source
from ireval.trec.runs import FIELDS, KIND, Run

#: The most places of a run whose column of ranks is read, because it is read line by line, which is slow.
_MOST_RANKED = 500_000


@dataclass(frozen=True, eq=False)
class RankedFiles:
    """Judgements and a run; ``source`` is the source of the run if its column of ranks can be read, else None."""

    qrels: Qrels
    run: Run
    source: Source | None

    @classmethod
    def read(cls, qrels: Judged, run: Returned, *, subtopics: bool = False, limit: int = LIMIT) -> RankedFiles:
        """Read both from paths, files, bytes or dicts. Raises ``InputError`` if one cannot be used."""
        judged, returned = qrels_from(qrels, subtopics=subtopics, limit=limit), run_from(run, limit=limit)
        source = run if isinstance(run, (str, bytes)) or hasattr(run, "__fspath__") or hasattr(run, "seek") else None
        return cls(
            judged.columns if isinstance(judged, PlainQrels) else judged,
            returned.columns if isinstance(returned, PlainRun) else returned,
            source,
        )

    @lazy_attribute
    def by_order(self) -> dict[str, Run]:
        """The run in each different order, by the name of the order; ``score`` is always included."""
        found = {BY_SCORE: self.run}
        if not self.has_clear_order:
            found[BY_LINE] = replace(self.run, scores=-np.arange(len(self.run.scores), dtype=np.float64))
        if ranked := self._by_rank():
            found[BY_RANK] = ranked
        return found

    @lazy_attribute
    def has_clear_order(self) -> bool:
        """Whether scores fall from line to line in each topic, so that conventions on equal scores have no effect."""
        with np.errstate(over="ignore"):
            scores = self.run.scores.astype(np.float32)
        falling = np.append(True, scores[1:] < scores[:-1])[: len(scores)]
        return bool((falling | self.run.groups.are_first(np.arange(len(scores)))).all())

    @lazy_attribute
    def has_equal_scores(self) -> bool:
        """Whether a topic has documents whose scores are equal in single precision."""
        with np.errstate(over="ignore"):
            scores = self.run.scores.astype(np.float32)
        topics = np.repeat(np.arange(len(self.run.groups.lengths)), self.run.groups.lengths)
        order = np.lexsort((scores, topics))
        scores, topics = scores[order], topics[order]
        return bool(((scores[1:] == scores[:-1]) & (topics[1:] == topics[:-1])).any())

    def _by_rank(self) -> Run | None:
        if self.source is None or len(self.run.scores) > _MOST_RANKED:
            return None
        if hasattr(self.source, "seek"):
            self.source.seek(0)
        ranks: dict[str, dict[str, float]] = {topic: {} for topic in self.run.topics}
        text = LineFile.of(self.source, KIND, LIMIT).text
        for _, (topic, _, docno, rank, _, _) in rows(text, FIELDS, blanks_in_last=True):
            try:
                ranks[topic][docno] = -float(rank)
            except ValueError:
                return None
        return replace(run_of(ranks, self.run.tag), name=self.run.name)

    @lazy_attribute
    def longest(self) -> int:
        """The number of documents of the longest list."""
        return int(self.run.groups.lengths.max(initial=0))

    @lazy_attribute
    def grades(self) -> list[int]:
        """The grades above 0 in the judgements, in ascending order."""
        return [int(grade) for grade in np.unique(self.qrels.grades) if grade > 0]

    def relevant_totals(self, rel: int) -> Floats:
        """The number of relevant documents of each judged topic, in the order of ``evaluate``."""
        found = cast("Evaluation", evaluate(self.qrels, self.run, "num_rel", rel=rel))
        return found.scores["num_rel"].values

    @lazy_attribute
    def missing(self) -> list[str]:
        """The judged topics that are missing in the run."""
        return sorted(set(self.qrels.topics).difference(self.run.topics))

    @lazy_attribute
    def unjudged(self) -> list[str]:
        """The topics of the run without judgements."""
        return sorted(set(self.run.topics).difference(self.qrels.topics))

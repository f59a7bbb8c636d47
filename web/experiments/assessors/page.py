"""The contents of the page that compares assessors: sentences, scores, conclusions, agreement and labels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ireval.agreement.all_coefficients import of_pairs
from ireval.comparison.topic_differences import signed
from ireval.experiments.assessors.assessor_agreement import AssessorAgreement, agreement_views
from ireval.experiments.assessors.assessor_comparison import MeasureByAssessor
from ireval.experiments.assessors.conclusions import EQUAL, Conclusion, summary
from ireval.experiments.assessors.label_matrix import LabelRow, label_rows, sorted_rows
from ireval.messages import Message, say
from ireval.stdlib.lazy_attribute import lazy_attribute
from web.charts.lists.list_charts import Figure
from web.experiments.assessors.kappas import PLACES, AgreementView, marginal_choices, score_text
from web.experiments.assessors.lists_of_assessor import lab_query
from web.experiments.assessors.score_dots import dots_figure
from web.experiments.assessors.study import Study
from web.files.figure_files import FileLink, figure_links
from web.state.texts.score_texts import DASH

#: At most this many documents are side by side; files have all of them.
MOST_DOCUMENTS = 150
#: At most this many topics have a link of their own; the form has all of them.
MOST_TOPICS = 60
#: At most this many conclusions are sentences; the table has all of them.
MOST_SENTENCES = 12


class ScoreRow(NamedTuple):
    """A measure of a ranking: the score with each assessor's labels, the minimum, the maximum and the spread.

    ``rows`` is the number of rows of the measure, in its first row; 0 in the others.
    """

    measure: str
    rows: int
    run: str
    scores: tuple[str, ...]
    ends: tuple[str, str, str]


class ConclusionRow(NamedTuple):
    """Two rankings in a measure: the better one and the difference by each assessor, and whether all of them agree."""

    measure: str
    pair: str
    cells: tuple[tuple[str, str], ...]
    survives: bool


class LabelLine(NamedTuple):
    """A document with a label from each assessor: the text and the class of each.

    ``words`` say how many pairs of assessors gave it different labels.
    """

    topic: str
    docno: str
    title: str
    labels: tuple[tuple[str, str], ...]
    words: str
    differs: bool


class AssessorPage:
    """The page of a comparison; ``linked`` if it has an address of its own."""

    def __init__(self, study: Study, *, linked: bool) -> None:
        self.study, self.linked = study, linked
        self.assessors, self.runs = study.found.assessors, study.found.runs
        self.sort = study.sort
        self.several_topics = len(study.found.topics) > 1

    @property
    def title(self) -> str:
        """A title that says what is compared."""
        entry, topics = self.study.entry, self.study.found.topics
        if not entry:
            return say(Message("label-sets-title", count=len(self.assessors)))
        if self.several_topics:
            return say(Message("assessors-of-collection", title=entry.title, count=len(topics)))
        known = self.study.topics.get(topics[0])
        name = known.title or known.description if known else ""
        return say(Message("assessors-of-topic", title=entry.title, topic=topics[0], name=name))

    @property
    def notes(self) -> list[str]:
        """Notes on who judged how many documents, and on topics that are left out."""
        found = self.study.found
        same = sum(not row.differing for row in self._complete)
        values = {"judged": len(self._rows), "count": len(self._complete), "same": same, "names": self.assessors}
        complete = len(self._complete) == len(self._rows)
        notes = [Message("labels-all-in-common" if complete else "labels-in-common", values)]
        if found.left_out:
            notes.append(Message("topics-not-of-all-assessors", topics=found.left_out))
        return [say(note) for note in notes]

    # --- Scores -----------------------------------------------------------------------------------------------------

    @property
    def scores(self) -> list[ScoreRow]:
        """The scores with the labels of each assessor."""
        return [row for measure in self.study.found.measures for row in self._scores(measure)]

    @lazy_attribute
    def chart(self) -> Figure | None:
        """The scores as a chart."""
        return dots_figure(self.study.found)

    @property
    def chart_links(self) -> list[FileLink]:
        """The links to the chart's files; if the page has no address of its own, the links contain the files."""
        return figure_links(self.chart, f"?{self.study.query()}&take=" if self.linked else "") if self.chart else []

    # --- Conclusions ------------------------------------------------------------------------------------------------

    @property
    def summary(self) -> str:
        """A sentence on how many conclusions hold for all assessors; empty without conclusions."""
        found = self.study.found.conclusions
        return say(summary(found)) if found else ""

    @property
    def sentences(self) -> list[tuple[str, bool]]:
        """Each conclusion as a sentence, with whether it holds for all assessors; empty if there are many."""
        found = self.study.found.conclusions
        return [(say(one.sentence), one.survives) for one in found] if len(found) <= MOST_SENTENCES else []

    @property
    def conclusions(self) -> list[ConclusionRow]:
        """Each pair of rankings in each measure."""
        return [_conclusion(one) for one in self.study.found.conclusions]

    @property
    def orders(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """For each measure, Kendall's tau between the orders of the rankings by each pair of assessors."""
        return [
            (measure.name, [(" and ".join(pair), score_text(tau)) for pair, tau in measure.order_agreement.items()])
            for measure in self.study.found.measures
            if measure.order_agreement
        ]

    # --- Agreement --------------------------------------------------------------------------------------------------

    @property
    def views(self) -> list[AgreementView]:
        """The agreement on relevance and on all grades; only one of them if both are the same."""
        return [AgreementView(self.study, key, view) for key, view in self._views.items()]

    @property
    def kappa(self) -> str:
        """The name of the coefficient of two assessors."""
        return self.study.kappa.title(self.study.marginals)

    @property
    def kappas(self) -> list[tuple[str, str, bool]]:
        """The coefficients of two assessors: keys, titles, and whether each is shown."""
        return [(x.key, x.title(self.study.marginals), x == self.study.kappa) for x in of_pairs()]

    @property
    def marginals(self) -> list[tuple[str, str, bool]]:
        """The choices of whose labels the chance agreement is computed from: (key, words, chosen)."""
        return marginal_choices(self.study.marginals)

    @property
    def pairs(self) -> list[tuple[str, str, bool]]:
        """Each pair of assessors: their numbers, their names, and whether they were chosen."""
        numbers = dict(enumerate(self.assessors, 1))
        chosen = set(self.study.pair)
        return [
            (f"{i}-{j}", f"{a} and {b}", {a, b} == chosen)
            for i, a in numbers.items()
            for j, b in numbers.items()
            if i < j
        ]

    # --- Labels -----------------------------------------------------------------------------------------------------

    @property
    def labels(self) -> list[LabelLine]:
        """The labels side by side, in the requested order."""
        return [self._line(row) for row in sorted_rows(self._rows, self.sort)[:MOST_DOCUMENTS]]

    @property
    def more_labels(self) -> str:
        """A sentence on how many documents are not shown; empty if all are."""
        count = len(self._rows)
        return say(Message("first-documents", most=MOST_DOCUMENTS, count=count)) if count > MOST_DOCUMENTS else ""

    @property
    def lab_links(self) -> list[tuple[str, str]]:
        """Each assessor with the query of the lab that has the rankings with that assessor's labels."""
        found = self.study.found
        if self.several_topics:
            return []
        (topic,) = found.topics
        rankings = {run: self.study.rank(run, topic) for run in self.runs}
        spec = found.measures[0].spec
        queries = ((who, lab_query(found, spec, rankings, mine[topic])) for who, mine in found.judgements.items())
        return [(who, query) for who, query in queries if query]

    @property
    def topic_links(self) -> list[tuple[str, str]]:
        """The topics of a collection, each with the query of its own page; empty if there are many."""
        topics = self.study.found.topics
        shown = topics if 1 < len(topics) <= MOST_TOPICS else ()
        return [(topic, self.study.query(topic=topic)) for topic in shown]

    @lazy_attribute
    def _rows(self) -> list[LabelRow]:
        return label_rows(self.study.found.judgements)

    @property
    def _complete(self) -> list[LabelRow]:
        return [row for row in self._rows if None not in row.grades]

    @lazy_attribute
    def _views(self) -> dict[str, AssessorAgreement]:
        study = self.study
        return agreement_views(study.found.judgements, study.found.rel, study.kappa.key, study.marginals)

    def _scores(self, measure: MeasureByAssessor) -> Iterator[ScoreRow]:
        for place, (run, means) in enumerate(measure.means.items()):
            least, most = measure.extremes(run) or (None, None)
            ends = (score_text(least), score_text(most), score_text(measure.spread(run)))
            rows = 0 if place else len(measure.means)
            yield ScoreRow(measure.name, rows, run, tuple(score_text(mean) for mean in means.values()), ends)

    def _line(self, row: LabelRow) -> LabelLine:
        if not row.pairs:
            words = say(Message("label-of-one-assessor"))
        elif not row.differing:
            words = say(Message("labels-are-the-same"))
        else:
            words = say(Message("pairs-differ", count=row.differing, pairs=row.pairs))
        labels = tuple((DASH, "unjudged") if grade is None else (str(grade), str(grade)) for grade in row.grades)
        title = self.study.title_of(row.docno)
        return LabelLine(row.topic, row.docno, title, labels, words, row.differing > 0)


def _conclusion(found: Conclusion) -> ConclusionRow:
    cells = []
    for who, better in found.better.items():
        name = say(Message("equal-for-assessor")) if better == EQUAL else better or DASH
        cells.append((name, "" if better is None else signed(found.differences[who], PLACES)))
    return ConclusionRow(found.measure, f"{found.b} minus {found.a}", tuple(cells), found.survives)

"""The block of documents to judge on a page: the documents, and after the answer the agreement of the judges."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import NamedTuple

from markupsafe import Markup

from ireval.agreement import COEFFICIENTS
from ireval.agreement.agreement import PLACES
from ireval.agreement.different_number import USUAL
from ireval.agreement.label_counts import OWN
from ireval.lessons.directives.judging_directive import GRADES, Judging
from ireval.lessons.lesson import Block
from ireval.lessons.lesson_list import LessonList
from ireval.messages import Message, say
from web.charts.figures import DrawnFigure
from web.charts.figures.agreement_areas import agreement_of_two
from web.formulas.agreement_steps import StepRows, agreement_steps
from web.lessons.shown_block import Page, Shown, View

#: The reader's name among the judges.
READER = "you"
#: The measure by which the rankings are compared.
RANKINGS_BY = "P@{depth}"


class DocumentToJudge(NamedTuple):
    """A document; ``field`` is the name of its grade in the form, ``grade`` the reader's, empty without one."""

    docno: str
    title: str
    text: str
    field: str
    grade: str


class Compared(NamedTuple):
    """A row of a table: its head, and its cells."""

    head: str
    cells: tuple[Markup | str, ...]


class PairOfJudges(NamedTuple):
    """The agreement of two judges: observed agreement, chance agreement and kappa, each with its calculation.

    The ``figure`` is of a kappa without weights.
    """

    head: str
    steps: StepRows
    figure: DrawnFigure | None


class JudgingView(NamedTuple):
    """Documents to judge. ``standing`` comments on an answer; the tables are empty until an answer is complete.

    ``labels`` have a row for each document, and whether all judges gave it the same grade; ``pairs`` have one for each
    pair of judges, ``rankings`` one for each ranking, with the precision that each judge finds. ``coefficient`` is what
    the coefficient of their agreement is called.
    """

    name: str
    title: str
    description: str
    narrative: str
    documents: tuple[DocumentToJudge, ...]
    grades: tuple[tuple[str, str], ...]
    standing: str = ""
    judges: tuple[str, ...] = ()
    labels: tuple[tuple[Compared, bool], ...] = ()
    pairs: tuple[PairOfJudges, ...] = ()
    coefficient: str = ""
    measure: str = ""
    rankings: tuple[Compared, ...] = ()

    @property
    def done(self) -> bool:
        """Whether all documents are judged by the reader, so that what follows gives nothing away."""
        return bool(self.name and self.labels)


def judging(page: Page, block: Judging) -> Shown:
    """The documents, compared with the assessors if this is what the visitor sent to check."""
    sent = page.checked.fields if page.checked and page.checked.exercise == block.name else None
    return Shown("judging", judging_view(block, sent))


def judging_view(block: Judging, sent: Mapping[str, str] | None = None) -> JudgingView:
    """Return the documents, and if fields were ``sent``, also the comparison with the assessors.

    If only the assessors are compared, nothing needs to be sent.
    """
    grades = tuple((str(grade), words) for grade, words in enumerate(GRADES))
    given = {document.docno: (sent or {}).get(f"{block.name}.{document.docno}", "") for document in block.documents}
    own = {docno: int(grade) for docno, grade in given.items() if grade in dict(grades)}
    shown = JudgingView(
        name=block.name,
        title=block.topic.title,
        description=block.topic.description,
        narrative=block.topic.narrative,
        documents=tuple(
            DocumentToJudge(x.docno, x.title, x.text, f"{block.name}.{x.docno}", str(own.get(x.docno, "")))
            for x in block.documents
        ),
        grades=grades,
    )
    assessors = {name.title(): grades for name, grades in block.assessors.items()}
    if not block.name:
        return _compared(shown, block, assessors)
    if sent is None:
        return shown
    missing = len(given) - len(own)
    if missing:
        return shown._replace(standing=say(Message("documents-not-judged", count=missing)))
    return _compared(shown, block, {READER: own, **assessors})


def _compared(shown: JudgingView, block: Judging, judges: Mapping[str, Mapping[str, int]]) -> JudgingView:
    docnos = [document.docno for document in block.documents]
    labels = tuple(
        (Compared(x, tuple(str(grades[x]) for grades in judges.values())), _alike(judges, x)) for x in docnos
    )
    depth = max(map(len, block.runs.values()), default=0)
    alike = sum(same for _, same in labels)
    names = sorted(judges, key=lambda name: name == READER)
    return shown._replace(
        standing=say(Message("documents-judged", alike=alike, count=len(docnos), names=list(judges))),
        judges=tuple(judges),
        labels=labels,
        pairs=tuple(_pair(pair, judges, block.coefficient) for pair in combinations(names, 2)),
        coefficient=COEFFICIENTS[block.coefficient].title(),
        measure=RANKINGS_BY.format(depth=depth) if depth else "",
        rankings=tuple(
            Compared(run, tuple(_precision(ranked, grades, depth) for grades in judges.values()))
            for run, ranked in block.runs.items()
        ),
    )


def _alike(judges: Mapping[str, Mapping[str, int]], docno: str) -> bool:
    return len({grades[docno] for grades in judges.values()}) == 1


def _precision(ranked: tuple[str, ...], grades: Mapping[str, int], depth: int) -> str:
    """The precision of the first documents; grades from 1 are relevant."""
    about = LessonList().having({"labels": "".join(str(grades[docno]) for docno in ranked)})
    return about.table(RANKINGS_BY.format(depth=depth)).result


def _pair(names: tuple[str, str], judges: Mapping[str, Mapping[str, int]], coefficient: str) -> PairOfJudges:
    grades = {name: {"": judges[name]} for name in names}
    found = COEFFICIENTS[coefficient].of_judgements(grades, None, OWN, PLACES)
    drawn = agreement_of_two(grades, None, found, OWN) if coefficient == USUAL else None
    return PairOfJudges(" and ".join(names), agreement_steps(found), drawn)


VIEWS: Mapping[type[Block], View] = {Judging: judging}

"""Reads the files of an upload within limits, and packs them part by part. No file is in memory twice at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from ireval.collection.cystic_fibrosis import Judgements, read_scores
from ireval.collection.entries import Document, Topic
from ireval.collection.formats import read_documents, read_topics
from ireval.collection.packed_collection import (
    QRELS,
    RUN,
    Part,
    pack_blocks,
    pack_judgements,
    pack_lines,
    pack_topics,
    run_lines,
)
from ireval.collection.topic_joins import TopicJoin, join_topics
from ireval.collection.upload.beginnings import check_beginnings
from ireval.collection.upload.collection_summary import CollectionSummary, RunSummary, summarize, summarize_run
from ireval.collection.upload.document_joins import check_documents, renaming
from ireval.collection.upload.file_kinds import SortedFiles, sort_files
from ireval.collection.upload.first_lines import form_of
from ireval.collection.upload.grade_order import doubtful_grades, graded
from ireval.collection.upload.old_judgements import as_qrels
from ireval.collection.upload.sent_file import (
    FIELD,
    SentFile,
    UploadChoices,
    UploadLimits,
    check_titles,
    named,
    unpacked_sizes,
)
from ireval.collection.upload.upload_topics import UploadTopics
from ireval.errors import InputError
from ireval.messages import Message
from ireval.trec.plain_dicts import qrels_of
from ireval.trec.qrels import Qrels, read_qrels
from ireval.trec.reading.file_error import FileError
from ireval.trec.runs import Run, read_run

#: Called with the number of bytes that were read, and the number of all bytes, unpacked.
Report = Callable[[int, int], None]
#: The share of the work on a run that is done when the run has been read; packing takes longer.
_READ = 0.2


def read_upload(
    files: Sequence[SentFile],
    limits: UploadLimits,
    report: Report,
    write: Callable[[Part], None],
    choices: UploadChoices = UploadChoices(),  # noqa: B008 - it cannot be changed
) -> CollectionSummary:
    """Read all files, pass the parts of the collection to ``write`` one after the other, and return its summary.

    Raises ``FileError`` with the file and, if possible, the wrong line; raises ``InputError`` for files that do not
    belong together, or that could belong together in several ways if ``choices`` do not decide.
    """
    return _Upload(files, limits, report, choices).read(write)


def read_sent_run(file: SentFile, limits: UploadLimits, topics: UploadTopics) -> Run:
    """The run in a file, within the limits; its name is the file's title. Raises ``FileError``."""
    check_titles([file])
    with named(file):
        run = read_run(file.path, limit=limits.size)
        topics.add(file, run.groups, RUN)
    return run


def pack_sent_run(file: SentFile, run: Run, report: Callable[[float], None]) -> Part:
    """A run as a part; ``report`` is called with the finished share of the work on its file."""

    def followed() -> Iterator[str]:
        for done, lines in enumerate(run_lines(run), 1):
            yield lines
            report(_READ + (1 - _READ) * done / len(run.topics))

    report(_READ)
    return Part(RUN, file.title, pack_lines(followed()))


@dataclass
class _Upload:
    """Reads one upload."""

    files: Sequence[SentFile]
    limits: UploadLimits
    report: Report
    choices: UploadChoices
    notes: list[Message] = field(default_factory=list)
    done: int = 0

    def __post_init__(self) -> None:
        self.known = UploadTopics(self.limits)

    def read(self, write: Callable[[Part], None]) -> CollectionSummary:
        self.sizes = dict(zip(self.files, unpacked_sizes(self.files, self.limits), strict=True))
        self.total = sum(self.sizes.values())
        self.report(0, self.total)
        found = sort_files(self.files)
        check_titles(found.runs)
        check_titles(found.assessors)
        if len(found.runs) > self.limits.runs or len(found.assessors) > self.limits.runs:
            raise InputError(FIELD, "too-many-files", most=self.limits.runs)
        check_beginnings(found)
        qrels, assessors = self._judgements(found)
        for part in pack_judgements(qrels, assessors):
            write(part)
        topics = self._topics(found, qrels.topics)
        write(pack_topics(topics))
        docnos: dict[str, str] = {}
        judged = qrels.to_dict()
        named_docs = [docno for mine in judged.values() for docno in mine]
        rename = renaming(named_docs, self.choices.documents)
        for part in pack_blocks(self._documents(found.documents, docnos, rename)):
            write(part)
        self.notes += check_documents(named_docs, docnos, self.choices.documents)
        runs: list[RunSummary] = []
        for file in sorted(found.runs, key=lambda file: file.title):
            run = read_sent_run(file, self.limits, self.known)
            runs.append(summarize_run(file.title, run, judged, docnos))
            write(pack_sent_run(file, run, partial(self._advance, file)))
            self._finish(file)
        self.report(self.total, self.total)
        return summarize(judged, topics, docnos, assessors=sorted(assessors), runs=runs, notes=self.notes)

    def _judgements(self, found: SortedFiles) -> tuple[Qrels, dict[str, Qrels]]:
        """The main judgements, and those of each assessor by name."""
        assessors = {file.title: self._qrels(file) for file in found.assessors}
        main = self._qrels(found.qrels) if found.qrels else None
        for file in found.queries:
            with named(file):
                scores = read_scores(file.path, limit=self.limits.size)
                check_titles(found.assessors, dict.fromkeys(scores, file.name))
                sums = _sums(scores)
                if sums:
                    assessors |= {name: qrels_of({t: g for t, g in mine.items() if g}) for name, mine in scores.items()}
                if main is None:
                    if not sums:
                        raise FileError(FIELD, file.name, None, "queries-without-judgements")
                    main = qrels_of(sums)
                    self.known.add(file, main.groups)
                    self.notes.append(Message("grades-are-sums", count=len(scores)))
        assert main is not None, "files are sorted so that there are judgements"  # noqa: S101
        return main, assessors

    def _qrels(self, file: SentFile) -> Qrels:
        with named(file):
            form = form_of(file)
            source = as_qrels(file.path, form, self.limits.size) if form else file.path
            qrels = graded(read_qrels(source, limit=self.limits.size), form, self.choices.grades)
            self.known.add(file, qrels.groups, "" if form else QRELS)
        if note := doubtful_grades(qrels, self.choices.grades):
            self.notes.append(note)
        self._finish(file)
        return qrels

    def _topics(self, found: SortedFiles, judged: Sequence[str]) -> list[Topic]:
        """The topics, with the numbers that the judgements use."""
        topics: dict[str, Topic] = {}
        files: dict[str, str] = {}
        last = None
        for file in (*found.topics, *found.queries):
            with named(file):
                more = read_topics(file.path, limit=self.limits.size, most=self.limits.topics, earlier=files)
            topics |= {topic.number: topic for topic in more}
            files |= dict.fromkeys((topic.number for topic in more), file.name)
            last = file
            self._finish(file)
        joined = join_topics([*topics.values()], judged, self.choices.topics) if topics else TopicJoin({})
        self.notes += joined.notes
        named_so = [Topic(name, t.title, t.description, t.narrative) for name, t in joined.topics.items()]
        known = {id(topic) for topic in joined.topics.values()}
        numbers = {topic.number for topic in named_so} | set(judged)
        found_topics = named_so + [t for t in topics.values() if id(t) not in known and t.number not in numbers]
        if last:
            self.known.add_described(last, (topic.number for topic in found_topics))
        return found_topics

    def _documents(
        self, files: Sequence[SentFile], docnos: dict[str, str], rename: Callable[[str], str]
    ) -> Iterator[Document]:
        """The documents of all files; their numbers are added to ``docnos`` with the names of the files."""
        most = self.limits.documents
        for file in files:
            read, mine = 0, list[str]()
            with named(file):
                for found in read_documents(file.path, limit=self.limits.size, most=most, earlier=docnos):
                    document = replace(found, docno=rename(found.docno))
                    mine.append(document.docno)
                    read += len(document.text) + len(document.title)
                    self._advance(file, read / max(self.sizes[file], 1))
                    yield document
            docnos |= dict.fromkeys(mine, file.name)
            self._finish(file)

    def _advance(self, file: SentFile, share: float) -> None:
        """Report the finished share of the work on a file."""
        self.report(self.done + int(min(share, 1) * self.sizes[file]), self.total)

    def _finish(self, file: SentFile) -> None:
        self.done += self.sizes[file]
        self.report(min(self.done, self.total), self.total)


def _sums(scores: Judgements) -> dict[str, dict[str, int]]:
    """The sum of the scores of each document, topic by topic; without topics that have no judgements."""
    by_topic: dict[str, Counter[str]] = {}
    for mine in scores.values():
        for topic, grades in mine.items():
            by_topic.setdefault(topic, Counter()).update(grades)
    return {topic: dict(sums) for topic, sums in by_topic.items() if sums}

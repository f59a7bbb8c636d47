"""Counts the topics of all files of an upload, and the documents of each topic in a run, and enforces the limits."""

from __future__ import annotations

from collections.abc import Iterable

from ireval.collection.packed_collection import RUN
from ireval.collection.upload.sent_file import FIELD, SentFile, UploadLimits
from ireval.trec.reading.field_lines import line_of
from ireval.trec.reading.file_error import FileError
from ireval.trec.reading.source import load
from ireval.trec.reading.topic_groups import TopicGroups


class UploadTopics:
    """The topics of the files that were read so far. Their number is limited."""

    def __init__(self, limits: UploadLimits, known: Iterable[str] = ()) -> None:
        self._limits = limits
        self._known = set(known)

    def add(self, file: SentFile, groups: TopicGroups, kind: str = "") -> None:
        """Add the topics of judgements or of a run.

        Raises ``FileError`` if there are too many topics or, in a run, too many documents of a topic. The error has
        the line only if ``kind`` is given.
        """
        fresh = [place for place, topic in enumerate(groups.topics) if topic not in self._known]
        room = self._limits.topics - len(self._known)
        if len(fresh) > room:
            row = int(groups.starts[fresh[max(room, 0)]])
            raise self._error(file, groups, row, kind, "too-many-topics", most=self._limits.topics)
        if kind == RUN and int(groups.lengths.max(initial=0)) > self._limits.depth:
            place = int((groups.lengths > self._limits.depth).argmax())
            row, topic = int(groups.starts[place]) + self._limits.depth, groups.topics[place]
            raise self._error(file, groups, row, kind, "too-many-retrieved", topic=topic, most=self._limits.depth)
        self._known.update(groups.topics)

    def add_described(self, file: SentFile, topics: Iterable[str]) -> None:
        """Add topics that have a text, the last of them in ``file``. Raises ``FileError`` if there are too many."""
        self._known.update(topics)
        if len(self._known) > self._limits.topics:
            raise FileError(FIELD, file.name, None, "too-many-topics-with-text", most=self._limits.topics)

    def _error(self, file: SentFile, groups: TopicGroups, row: int, kind: str, key: str, **values: object) -> FileError:
        line = line_of(load(file.path, kind, self._limits.size), groups.row_in_file(row)) if kind else None
        return FileError(FIELD, file.name, line, key, **values)

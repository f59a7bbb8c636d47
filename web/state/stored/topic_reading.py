"""Reads the parts of an address that name a topic of a collection, and the runs that are listed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ireval.conventions import CONVENTIONS
from ireval.errors import InputError
from ireval.ranking.labels import MOST_RANKS
from ireval.trec.rank_order import RankOrder, usual_order
from web.state.lab_list import Listed
from web.state.lab_state import Number
from web.state.reading.reader import DOCUMENTS, Reader
from web.state.stored.stored_labels import DEPTH, NONE, TOPIC_PARTS, Labels, listed_of, read_own
from web.state.stored.stored_topic import StoredList, StoredTopic, find_topic
from web.store.library import library

COLLECTION = library.FIELD
_DEPTH = Number("depth", "Documents listed", DEPTH, 1, MOST_RANKS)


class TopicReading:
    """The topic in an address, and the lists of its runs by the numbers that follow the names of their parts.

    Without a collection, and after an error, there are none.
    """

    def __init__(self, reader: Reader, numbers: Iterable[str]) -> None:
        self._lists: dict[str, StoredList] = {}
        self._own: Labels = NONE
        if COLLECTION not in reader.source:
            _refuse_parts_alone(reader)
            return
        topic = reader.attempt(lambda: _topic(reader), None)
        if topic is not None:
            for number in numbers:
                self._read_run(Reader(reader.source, number, reader.errors), topic)
            self._own = self._known(reader, reader.get("own", read_own, NONE))

    def _read_run(self, reader: Reader, topic: StoredTopic) -> None:
        """Read the run of a list. By default, the first list has the collection's first run."""
        run = reader.source.get("run" + reader.number, "").strip()
        if run or (not reader.number and "labels" not in reader.source):
            stored = reader.attempt(lambda: topic.stored_list(run), None, "run")
            if stored is not None:
                self._lists[reader.number] = stored

    def _known(self, reader: Reader, own: Labels) -> Labels:
        """The labels of documents that the collection has; the first unknown document is reported."""
        known = {docno: g for docno, g in own.items() if any(each.knows(docno) for each in self._lists.values())}
        unknown = next((docno for docno in own if docno not in known), None)
        if unknown is not None and self._lists:
            reader.errors.append(InputError("own", "own-label-of-unknown-document", name=unknown))
        return known

    def base(self, reader: Reader) -> Listed | None:
        """The list to use for parts that the address leaves out; None if it belongs to no run.

        With ``labels`` or another part of documents in the address, its documents are those of the address.
        """
        stored = self._lists.get(reader.number)
        if stored is None:
            return None
        in_full = any(name + reader.number in reader.source for name in (*DOCUMENTS, "names"))
        return Listed(stored=stored) if in_full else listed_of(stored, self._own)


def _topic(reader: Reader) -> StoredTopic:
    entry = library.find(reader.source[COLLECTION].strip())
    depth = reader.get("depth", _DEPTH.read, DEPTH)
    number, assessor = (reader.source.get(name, "").strip() for name in ("topic", "assessor"))
    return find_topic(entry, number, assessor, depth, _order(reader.source))


def _refuse_parts_alone(reader: Reader) -> None:
    """Report the parts that have no meaning without a collection."""
    for name in reader.source:
        if name in TOPIC_PARTS or name.rstrip("0123456789") == "run":
            reader.errors.append(InputError(name, "part-without-collection", name=name))


def _order(source: Mapping[str, str]) -> RankOrder:
    """The order of documents with equal scores, from the address's own parts only, not from its preset."""
    given = {name: source.get(name, "") for name in ("ties", "scores")}
    known = {name: text for name, text in given.items() if any(c.key == text for c in CONVENTIONS[name].choices)}
    return usual_order(known.get("ties", ""), known.get("scores", "double"))

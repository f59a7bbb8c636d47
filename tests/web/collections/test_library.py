"""Collections are found by their keys: the built-in one, and those that somebody has uploaded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Barrier, Thread

import pytest
from flask import Flask

from ireval.collection.packed_collection import RUN, pack, pack_run
from ireval.collection.stored_collection import HARBOUR, Collection, built_in
from ireval.errors import InputError
from ireval.trec import read_qrels
from tests.conftest import make_app
from tests.statements import counted
from web.store import CollectionLinks, Reason, Refused, StoredCollection, store
from web.store.library import library
from web.store.library.unpacked_collections import UnpackedCollections

pytestmark = pytest.mark.slow

NOW = datetime(2026, 11, 1, tzinfo=UTC)


@pytest.fixture
def own_app(tmp_path: Path) -> Iterator[Flask]:
    """An app with a store of its own, which is the current one."""
    app = make_app(DATABASE_URL=f"sqlite:///{tmp_path}/new/store.sqlite")
    with app.app_context():
        yield app
        store().close_connections()


def upload() -> CollectionLinks:
    """The links of the built-in collection, stored as if somebody had uploaded it."""
    harbour = built_in()
    parts = pack(
        qrels=read_qrels(HARBOUR / "qrels.txt"),
        runs=harbour.runs,
        topics=harbour.topics.values(),
        documents=harbour.documents.values(),
        assessors={path.stem: read_qrels(path) for path in (HARBOUR / "assessors").glob("*.txt")},
    )
    return store().collections.add(parts, title="Our harbour", summary="{}", lifetime=timedelta(days=1))


def test_the_built_in_collection_is_found_by_its_key() -> None:
    entry = library.find(library.BUILT_IN)
    assert entry.key == library.BUILT_IN
    assert set(entry.collection.qrels) == set(entry.collection.topics)


@pytest.mark.parametrize("key", ["unknown", "", "x" * 22, "../../etc/passwd", "\ud800" * 22, "a\0b"])
@pytest.mark.usefixtures("own_app")
def test_an_unknown_key_is_refused_with_the_field(key: str) -> None:
    with pytest.raises(InputError) as caught:
        library.find(key)
    assert caught.value.field == library.FIELD


def test_what_cannot_be_a_key_opens_no_database(own_app: Flask, tmp_path: Path) -> None:
    with pytest.raises(InputError):
        library.find("unknown")
    library.find(library.BUILT_IN)
    assert "store" not in own_app.extensions and not list(tmp_path.iterdir())


@pytest.mark.usefixtures("own_app")
def test_an_uploaded_collection_is_what_was_packed() -> None:
    links, harbour = upload(), built_in()
    entry = library.find(links.reader)
    assert (entry.key, entry.title) == (links.reader, "Our harbour")
    assert entry.stored and entry.stored.id == links.id
    found = entry.collection
    assert found.qrels == harbour.qrels and dict(found.topics) == dict(harbour.topics)
    assert dict(found.assessors) == dict(harbour.assessors)
    assert {name: run.to_dict() for name, run in found.runs.items()} == {
        name: run.to_dict() for name, run in harbour.runs.items()
    }
    assert dict(found.documents) == dict(harbour.documents)
    with pytest.raises(InputError):
        library.find(links.owner)


@pytest.mark.usefixtures("own_app")
def test_a_collection_is_unpacked_once_and_its_documents_are_read_when_they_are_looked_at() -> None:
    links = upload()
    library.find(links.reader)
    with counted() as found:
        again = library.find(links.reader).collection
        assert len(again.documents) == len(built_in().documents) and "h01" in again.documents
    assert len(found.statements) == 1, "whether it is still there"
    with counted() as found:
        assert again.documents["h01"] == built_in().documents["h01"]
    assert len(found.statements) == 2 and "collection_pieces" in found.statements[1]
    with counted() as found:
        assert again.documents["h02"] == built_in().documents["h02"]
    assert found.statements == [], "it is in the same block"


@pytest.mark.usefixtures("own_app")
def test_a_run_that_the_owner_adds_is_there_at_once() -> None:
    links = upload()
    before = library.find(links.reader)
    assert before.stored
    mine = pack_run("mine", built_in().runs["words"])
    store().collections.change(before.stored, str, add=[mine], remove=[(RUN, "words")])
    assert set(library.find(links.reader).collection.runs) == {"mine", "pieces"}
    assert set(before.collection.runs) == {"words", "pieces"}


@pytest.mark.usefixtures("own_app")
def test_a_deleted_collection_is_not_found_in_memory_either() -> None:
    links = upload()
    entry = library.find(links.reader)
    assert entry.stored
    store().collections.delete(entry.stored)
    with pytest.raises(InputError):
        library.find(links.reader)
    with pytest.raises(Refused, check=lambda refused: refused.reason is Reason.COLLECTION_GONE):
        entry.collection.documents["h01"]


class Unpacking:
    """Collections of given sizes, and how often each was unpacked."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def of(self, stored: StoredCollection) -> Callable[[], tuple[Collection, int]]:
        def unpack() -> tuple[Collection, int]:
            self.done.append(stored.id)
            return Collection({}, {}, {}, {}, {}), stored.size

        return unpack


def stored(id_: str, size: int, version: int = 0) -> StoredCollection:
    return StoredCollection(id_, id_, "", size, version, NOW, NOW)


def test_few_collections_are_kept_and_those_that_were_used_last() -> None:
    kept, unpacking = UnpackedCollections(most=2, most_bytes=100), Unpacking()
    a, b, c, large = stored("a", 40), stored("b", 40), stored("c", 40), stored("large", 500)
    for each in (a, b, a, c, a, b, large, large, a):
        kept.get(each, unpacking.of(each))
    assert unpacking.done == ["a", "b", "c", "b", "large", "a"]


def test_bytes_are_bounded_too() -> None:
    kept, unpacking = UnpackedCollections(most=8, most_bytes=100), Unpacking()
    a, b, c = stored("a", 60), stored("b", 40), stored("c", 50)
    for each in (a, b, a, b, c, b, a):
        kept.get(each, unpacking.of(each))
    assert unpacking.done == ["a", "b", "c", "a"]


def test_another_version_takes_the_place_of_the_one_before() -> None:
    kept, unpacking = UnpackedCollections(), Unpacking()
    first, second = stored("a", 1), stored("a", 1, version=1)
    one = kept.get(first, unpacking.of(first))
    two = kept.get(second, unpacking.of(second))
    assert one is not two and kept.get(second, unpacking.of(second)) is two
    assert unpacking.done == ["a", "a"]


def test_threads_that_ask_at_once_unpack_once() -> None:
    kept, unpacking, start = UnpackedCollections(), Unpacking(), Barrier(4)
    same, found = stored("a", 1), list[Collection]()

    def ask() -> None:
        start.wait()
        found.append(kept.get(same, unpacking.of(same)))

    threads = [Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert unpacking.done == ["a"] and len({id(each) for each in found}) == 1

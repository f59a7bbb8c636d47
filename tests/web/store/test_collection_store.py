"""Collections are stored whole or not at all, found by their links alone, and gone without a trace when they are."""

from __future__ import annotations

import os
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select

from ireval.collection.packed_collection import Part
from ireval.errors import InputError
from tests.web.store.conftest import Clock, counts
from web.store import CollectionLinks, Deletion, PartSize, Reason, Refused, StoredCollection
from web.store.bounds import PART_NAME, SUMMARY, Limits
from web.store.database import Database
from web.store.schema import PIECE, collections
from web.store.sheet_store import Store

pytestmark = pytest.mark.slow

DAY = timedelta(days=1)
PARTS = [
    Part("qrels", "", b"1 0 d1 1\n"),
    Part("run", "bm25", os.urandom(2 * PIECE + 1)),
    Part("run", "ükä", b"x" * PIECE),
    Part("documents", "d1", b""),
    Part("documents", "d9", b"\0\xff"),
]


def add(store: Store, *parts: Part, lifetime: timedelta = DAY) -> CollectionLinks:
    return store.collections.add(parts or PARTS, title="My files", summary='{"topics": 1}', lifetime=lifetime)


def found(store: Store, links: CollectionLinks) -> StoredCollection:
    collection = store.collections.by_owner(links.owner)
    assert collection and collection.id == links.id
    return collection


def refused(reason: Reason) -> Callable[[Refused], bool]:
    return lambda error: error.reason is reason


def test_both_links_open_what_was_stored(store: Store, clock: Clock, url: str) -> None:
    links = add(store)
    collection = found(store, links)
    assert store.collections.by_reader(links.reader) == collection
    assert (collection.title, collection.summary) == ("My files", '{"topics": 1}')
    assert (collection.created, collection.expires) == (clock.now, clock.now + DAY)
    assert list(store.collections.parts(collection)) == PARTS
    assert list(store.collections.parts(collection, "documents", "qrels")) == [PARTS[0], *PARTS[3:]]
    assert list(store.collections.parts(collection, "topics")) == []
    assert [store.collections.part(collection, part.kind, part.name) for part in PARTS] == PARTS
    assert store.collections.part(collection, "run", "d1") is None
    sizes = [PartSize(part.kind, part.name, len(part.body)) for part in PARTS]
    assert store.collections.sizes(collection) == sizes and collection.size == sum(size.size for size in sizes)
    assert counts(url) == {"collections": 1, "collection_parts": 5, "collection_pieces": 1 + 3 + 1 + 0 + 1}


def test_each_link_opens_one_collection_and_no_other(store: Store) -> None:
    one, other = add(store), add(store)
    assert len({*one, *other}) == 6
    assert found(store, one) != found(store, other)
    for token in (one.reader, other.reader, "", one.id, one.owner[:-1]):
        assert store.collections.by_owner(token) is None
    for token in (one.owner, other.owner, "", one.id):
        assert store.collections.by_reader(token) is None
    assert store.by_owner(one.owner) is store.by_student(one.reader) is None, "a sheet has other links"
    store.collections.delete(found(store, one))
    assert store.collections.by_owner(one.owner) is store.collections.by_reader(one.reader) is None
    assert list(store.collections.parts(found(store, other))) == PARTS and store.collections.count() == 1


def broken(error: Exception) -> Iterator[Part]:
    yield Part("run", "large", b"x" * (PIECE + 1))
    yield Part("run", "small", b"x")
    raise error


def test_if_the_parts_end_in_an_error_nothing_is_stored(store: Store, url: str) -> None:
    kept = add(store)
    before = counts(url)
    for error in (InputError("qrels", "no-topics"), MemoryError(), OSError("unplugged")):
        with pytest.raises(type(error)):
            store.collections.add(broken(error), title="x", summary="", lifetime=DAY)
        with pytest.raises(type(error)):
            store.collections.change(found(store, kept), str.upper, add=broken(error), remove=[("run", "bm25")])
        assert counts(url) == before and list(store.collections.parts(found(store, kept))) == PARTS


@pytest.mark.parametrize(
    ("wrong", "field", "part"),
    [
        ({"title": " "}, "title", PARTS[0]),
        ({"title": "x" * 201}, "title", PARTS[0]),
        ({"title": "a\0b"}, "title", PARTS[0]),
        ({"summary": "x" * (SUMMARY + 1)}, "summary", PARTS[0]),
        ({"lifetime": timedelta()}, "lifetime", PARTS[0]),
        ({}, "name", Part("run", "ü" * (PART_NAME // 2) + "x", b"")),
        ({}, "name", Part("run", "a\0b", b"")),
        ({}, "name", Part("run", "\ud800", b"")),
        ({}, "name", PARTS[1]),  # a second time
    ],
)
def test_what_is_beyond_a_bound_is_refused(
    store: Store, url: str, wrong: dict[str, object], field: str, part: Part
) -> None:
    given: dict[str, object] = {"title": "x", "summary": "", "lifetime": DAY}
    with pytest.raises(InputError) as caught:
        store.collections.add([*PARTS, part][:5] if wrong else [*PARTS, part], **given | wrong)  # type: ignore[arg-type]
    assert caught.value.field == field and not counts(url)


def test_the_longest_name_can_be_stored(store: Store) -> None:
    part = Part("documents", "ü" * (PART_NAME // 2), b"1")
    assert store.collections.part(found(store, add(store, part)), "documents", part.name) == part


def test_all_collections_together_have_a_bound(url: str, clock: Clock) -> None:
    size = sum(len(part.body) for part in PARTS)
    with closing(_Bounded(url, clock, 2 * size + 10)) as bounded:
        store = bounded.store
        first, _ = add(store), add(store)
        before = counts(url)
        with pytest.raises(Refused, check=refused(Reason.COLLECTIONS_FULL)):
            add(store)
        with pytest.raises(Refused, check=refused(Reason.COLLECTIONS_FULL)):
            store.collections.change(found(store, first), str, add=[Part("run", "c", b"x" * 11)])
        assert counts(url) == before
        store.collections.change(found(store, first), str, add=[Part("run", "c", b"x" * 10)])
        store.collections.change(found(store, first), str, add=[Part("run", "d", b"y" * 10)], remove=[("run", "c")])
        store.collections.delete(found(store, first))
        assert found(store, add(store)).size == size


class _Bounded:
    def __init__(self, url: str, clock: Clock, space: int) -> None:
        self.store = Store(url, clock, Limits(collections=space))

    def close(self) -> None:
        self.store.close_connections()


def test_an_owner_adds_and_removes_runs(store: Store, url: str) -> None:
    links, other = add(store), add(store)
    before, unchanged = found(store, links), found(store, other)
    new = Part("run", "new", b"y" * (PIECE + 1))
    store.collections.change(before, lambda text: text + "+", add=[new], remove=[("run", "bm25"), ("run", "unknown")])
    after = found(store, links)
    assert list(store.collections.parts(after)) == [PARTS[0], *PARTS[2:], new]
    assert after.summary == '{"topics": 1}+' and after.version != before.version
    assert after.size == before.size - len(PARTS[1].body) + len(new.body)
    assert counts(url) == {"collections": 2, "collection_parts": 10, "collection_pieces": 12 - 3 + 2}
    store.collections.change(before, lambda text: text + "+", remove=[("run", "new")], add=[Part("run", "new", b"z")])
    assert found(store, links).summary.endswith("++"), "the summary is made of that which is stored"
    assert store.collections.part(after, "run", "new") == Part("run", "new", b"z")
    with pytest.raises(InputError):
        store.collections.change(after, str, add=[new])
    assert list(store.collections.parts(unchanged)) == PARTS and found(store, other) == unchanged


def test_an_owner_gives_another_title(store: Store) -> None:
    links = add(store)
    store.collections.rename(found(store, links), "  Week 5 ")
    assert [(each.id, each.title) for each in store.collections.all()] == [(links.id, "Week 5")]
    with pytest.raises(InputError):
        store.collections.rename(found(store, links), "")


def test_a_deleted_collection_leaves_no_row_and_changes_nothing_more(store: Store, url: str) -> None:
    links = add(store)
    collection = found(store, links)
    assert store.collections.delete(collection) in {Deletion.FINISHED, Deletion.BY_SERVER}
    assert not counts(url) and store.collections.all() == []
    gone = refused(Reason.COLLECTION_GONE)
    with pytest.raises(Refused, check=gone):
        list(store.collections.parts(collection))
    with pytest.raises(Refused, check=gone):
        store.collections.part(collection, "run", "bm25")
    with pytest.raises(Refused, check=gone):
        store.collections.change(collection, str, add=[Part("run", "late", b"1")])
    with pytest.raises(Refused, check=gone):
        store.collections.rename(collection, "x")
    store.collections.delete(collection)
    assert not counts(url)


def test_an_expired_collection_is_gone_and_then_swept(store: Store, clock: Clock, url: str) -> None:
    short, long = add(store), add(store, lifetime=3 * DAY)
    collection = found(store, short)
    clock.go(days=1)
    with pytest.raises(Refused, check=refused(Reason.COLLECTION_GONE)):
        store.collections.part(collection, "run", "bm25")
    assert store.collections.count() == len(store.collections.all()) == 1
    assert store.collections.by_reader(short.reader) is None
    assert counts(url)["collections"] == 1, "whoever looks for a collection sweeps"
    clock.go(days=2)
    store.by_student("of any sheet")
    assert not counts(url) and store.collections.by_owner(long.owner) is None


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("how", ["deleted", "changed", "expired"])
def test_no_byte_is_left_in_the_file(store: Store, clock: Clock, url: str, how: str) -> None:
    secret = b"a secret of the readers;"
    collection = found(store, add(store, Part("run", "a", secret * 2**15), Part("run", secret.decode(), secret)))
    file = Path(url.removeprefix("sqlite:///"))

    def left() -> int:
        return sum(path.read_bytes().count(secret) for path in file.parent.glob(f"{file.name}*"))

    assert left() > 2**14
    if how == "deleted":
        store.collections.delete(collection)
    elif how == "changed":
        store.collections.change(collection, str, remove=[("run", "a"), ("run", secret.decode())])
    else:
        clock.go(days=2)
        store.sweep()
        store._database.erasure.finish()
    assert store.deletion() is Deletion.FINISHED and left() == 0


def test_neither_secret_is_stored(store: Store, url: str) -> None:
    links = add(store)
    with closing(Database(url)) as database, database.reading() as connection:
        (row,) = connection.execute(select(collections)).all()
    assert not [value for value in row if links.owner in str(value) or links.reader in str(value)]


def test_others_read_while_a_collection_is_stored(store: Store) -> None:
    kept = found(store, add(store))
    seen: list[Part] = []

    def parts() -> Iterator[Part]:
        yield PARTS[0]
        seen.extend(store.collections.parts(kept))
        seen.append(Part("count", "", bytes(store.collections.count())))
        yield PARTS[1]

    store.collections.add(parts(), title="x", summary="", lifetime=DAY)
    assert seen == [*PARTS, Part("count", "", bytes(1))]
    assert store.collections.count() == 2


def test_only_a_part_is_in_memory_at_a_time(store: Store) -> None:
    body = os.urandom(4 * PIECE)
    store.collections.count()  # opens the database
    tracemalloc.start()
    try:
        made = (Part("documents", f"d{number}", body[:-1] + bytes([number])) for number in range(40))
        collection = found(store, store.collections.add(made, title="x", summary="", lifetime=DAY))
        sizes = [len(part.body) for part in store.collections.parts(collection)]
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert sum(sizes) == collection.size == 160 * PIECE
    assert most < 24 * PIECE, "6 MB, while 42 MB are stored and read"

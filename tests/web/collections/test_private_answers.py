"""However an address or a form spells that it is about a collection: the answer is private, and gone with it.

The addresses are all of the app that show something of a collection; each is asked for in every spelling while the
collection exists and after it was deleted. What an answer shows of it are words that nothing else has.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, unquote, urlencode

import pytest
from flask import request
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.markup import tags
from tests.web.collections.uploading import Owned, Uploads, uploads_in
from tests.web.collections.uploading import owned as owned_paths
from tests.web.lab.test_routes import controls
from web.playlist.playlist import Item, Playlist
from web.playlist.playlist_code import write_code
from web.server.answer_cache import cache_of
from web.server.security import PRIVATE

pytestmark = pytest.mark.slow

#: Words of the collection that no address has: of its documents, its title, and the run that is not asked for.
CONTENT = re.compile("marzipan|cinnamon|velvet1")
FILES = {
    "tangerine.qrels": b"".join(b"t%d 0 marzipan%d %d\n" % (t, i, i % 2) for t in (1, 2) for i in range(6)),
    **{
        f"velvet{r}.run": b"".join(
            b"t%d Q0 marzipan%d %d %d velvet%d\n" % (t, (i + r) % 4, i, 9 - i, r) for t in (1, 2) for i in range(1, 5)
        )
        for r in (0, 1)
    },
}


class Place(NamedTuple):
    """A collection in an app, and what names it."""

    uploads: Uploads
    owned: Owned
    key: str

    def delete(self) -> None:
        client = self.uploads.client()
        page = client.get(f"{self.owned.owners}/delete")
        field = next(t for t in tags(page.text) if t.attributes.get("name") == "csrf_token")
        answer = client.post(
            f"{self.owned.owners}/delete", data={"csrf_token": field.attributes["value"], "sure": "yes"}
        )
        assert answer.status_code < 400, answer.text


@contextmanager
def placed(folder: Path, **settings: object) -> Iterator[Place]:
    """A collection in an app that logs each request; the log is afterwards as it was."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), logging.getLogger("ireval.requests").level
    try:
        with uploads_in(folder, LOG="json", RATE_CHANGES="1000000/minute", ANSWER_CACHE="64", **settings) as uploads:
            where = f"{settings.get('PREFIX', '')}/collections"
            owned = owned_paths(uploads.send(FILES, title="cinnamon", path=where, form=where))
            yield Place(uploads, owned, owned.readers.rpartition("/")[2])
    finally:
        root.handlers = handlers
        logging.getLogger("ireval.requests").setLevel(level)


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    with placed(tmp_path) as found:
        yield found


def quoted(text: str, layers: int) -> str:
    """The text with every character encoded, and its encodings encoded again."""
    text = "".join(hexed(letter, upper=True) for letter in text)
    for _ in range(layers - 1):
        text = quote(text, safe="")
    return text


def hexed(letter: str, *, upper: bool) -> str:
    return f"%{ord(letter):02X}" if upper else f"%{ord(letter):02x}"


def spellings(name: str) -> list[str]:
    """The name with each letter encoded in both cases of hexadecimal digits, with all of them, and mixed."""
    found = [name]
    for upper in (False, True):
        found += [name[:i] + hexed(letter, upper=upper) + name[i + 1 :] for i, letter in enumerate(name)]
        found.append("".join(hexed(letter, upper=upper) for letter in name))
    found.append("".join(hexed(x, upper=i % 4 == 1) if i % 2 else x for i, x in enumerate(name)))
    return list(dict.fromkeys(found))


def queries(parts: Mapping[str, str]) -> list[str]:
    """A query with these parts in every spelling of the name `collection`, in other orders, and twice."""
    key, rest = parts["collection"], urlencode({n: v for n, v in parts.items() if n != "collection"})
    encoded, twice = quoted(key, 1), f"collection={key}&collection=harbour&{rest}"
    found = [f"{name}={key}&{rest}" for name in spellings("collection")]
    found += [
        f"{rest}&c%6fllection={encoded}",
        f"&&{rest}&colle%63tion={key}&",
        twice,
    ]
    return [*found, f"c%6Fllection={key}&collection=harbour&{rest}", f"x=%00&collec%74ion={key}&{rest}"]


TOPIC = {"topic": "t1", "run": "velvet0"}
MEASURE = {**TOPIC, "show": "AP"}
#: Addresses that read a collection or could, with what they need beside it.
READING: dict[str, dict[str, str]] = {
    **dict.fromkeys(("/lab/lines", "/lab/chart.svg", "/lab/chart.tex", "/take/measures.csv"), MEASURE),
    **dict.fromkeys(("/switchboard", "/take/switchboard.csv"), MEASURE),
    **dict.fromkeys(("/take/link.svg", "/enter", "/measures", "/playlist", "/experiments/diversity"), TOPIC),
    "/lab/guess": {**MEASURE, "guess": "0.5"},
    "/take/lists.csv": {**MEASURE, "run2": "velvet0"},
    "/api/v1/evaluate": {**TOPIC, "measures": "AP"},
    "/api/v1/diagnose": {**TOPIC, "measure": "AP", "value": "0.9"},
    "/api/v1/switchboard": {**TOPIC, "measure": "AP"},
    "/api/v1/lists": {**TOPIC, "measures": "AP"},
    "/api/v1/reproduce": {"run": "velvet0", "AP": "0.5"},
    "/api/v1/compare": {"measures": "AP"},
    "/experiments/tests": {},
    "/why": {**MEASURE, "measure": "AP", "typed": "0.9"},
    **{path: {} for path in ("/", "/collections", "/lessons", "/glossary", "/nowhere", "/static/none.css")},
}
#: Those that show content of it.
SHOWING: dict[str, dict[str, str]] = {
    **dict.fromkeys(("/lab", "/embed", "/lab/chart.csv", "/lab/chart-table", "/take/table.csv"), MEASURE),
    **dict.fromkeys(("/measures/AP", "/lab/missed", "/sheets/new", "/take/qrels.txt", "/take/run.txt"), TOPIC),
    **{path: {"measures": "AP"} for path in ("/compare", "/compare/comparison.csv", "/compare/comparison.json")},
    **{path: {} for path in ("/experiments/assessors", "/experiments/incomplete", "/reproduce")},
}
#: Those whose answers are kept for others: each gets every spelling. The others get some of them in turn, together all.
KEPT = {"/lab", "/experiments/diversity"}
IN_TURN = 2


def addresses(key: str) -> list[str]:
    """Every address in some spellings, and the kept ones in all."""
    found = []
    for i, (path, parts) in enumerate((SHOWING | READING).items()):
        every = queries({"collection": key, **parts})
        some = every if path in KEPT else [every[(i + 5 * j) % len(every)] for j in range(IN_TURN)]
        found += [f"{path}?{query}" for query in some]
    return found


class Sent(NamedTuple):
    """A form that is sent to a path."""

    path: str
    body: str | dict[str, str]
    fragment: bool = True
    kind: str = "application/x-www-form-urlencoded"


def forms(key: str, canonical: str) -> list[Sent]:
    """Forms that name the collection, each in every spelling of a part, and a part that holds a query of the lab."""
    found = []
    rest = canonical.partition("&")[2]
    for i, name in enumerate(spellings("collection")):
        query = f"{name}={key}&{rest}"
        found.append(Sent("/lab", f"{'w%61s' if i % 2 else 'was'}={quote(query, safe='')}&k=10&documents="))
        found.append(Sent("/lab", {"was": query, "k": "10"}, kind="multipart/form-data"))
        if i % 4 == 0:
            pinned = quote(quote(f"{name}={key}", safe="="), safe="")
            found.append(Sent("/lab", f"was=labels%3D101%26pin%3D{pinned}&k=10"))
            found.append(Sent("/experiments/diversity", f"was={quote(query, safe='')}&k=10"))
            found.append(Sent("/measures/AP", f"was={quote(query, safe='')}&k=10"))
            found.append(Sent("/embed", f"was={quote(query, safe='')}&k=10"))
            found.append(Sent("/playlist/add", f"lab={quote(query, safe='')}"))
            found.append(Sent("/compare", f"{name}={key}&measures=AP", fragment=False))
            found.append(Sent("/compare", {"a": f"/lab?{query}", "b": f"/lab?{query}"}, kind="multipart/form-data"))
            found.append(Sent("/experiments/assessors", f"{name}={key}&a=velvet0", fragment=False))
    code = write_code(Playlist("", (Item(canonical, "velvet"),)))
    return [*found, Sent("/playlist/items", f"items={code}"), Sent("/playlist", f"was={code}&do=")]


def send(client: FlaskClient, form: Sent) -> TestResponse:
    headers = {"HX-Request": "true"} if form.fragment else {}
    return client.post(form.path, data=form.body, content_type=form.kind, headers=headers)


def is_private(answer: TestResponse) -> bool:
    return all(answer.headers.getlist(name) == [value] for name, value in PRIVATE.items())


def kept_answers(place: Place) -> int:
    cache = cache_of(place.uploads.app)
    assert cache is not None
    return len(cache)


def test_no_spelling_of_an_address_outlives_its_collection(place: Place, caplog: pytest.LogCaptureFixture) -> None:
    client, found = place.uploads.client(), addresses(place.key)
    before = {address: client.get(address) for address in found}
    assert [address for address, answer in before.items() if not is_private(answer)] == []
    showing = {address.partition("?")[0] for address, answer in before.items() if CONTENT.search(answer.text)}
    assert showing >= SHOWING.keys()
    assert kept_answers(place) == 0
    place.delete()
    after = {address: client.get(address) for address in found}
    assert [address for address, answer in after.items() if CONTENT.search(answer.text)] == []
    assert [address for address, answer in after.items() if not is_private(answer)] == []
    assert place.key not in caplog.text


def test_no_spelling_of_a_form_outlives_its_collection(place: Place, caplog: pytest.LogCaptureFixture) -> None:
    client = place.uploads.client()
    page = client.get(f"/lab?{urlencode({'collection': place.key, **TOPIC})}")
    found = forms(place.key, controls(page.text)["was"])
    before = [send(client, form) for form in found]
    assert [form for form, answer in zip(found, before, strict=True) if not is_private(answer)] == []
    showing = {form.path for form, answer in zip(found, before, strict=True) if CONTENT.search(answer.text)}
    assert showing >= {"/lab", "/embed", "/measures/AP", "/compare", "/experiments/assessors"}
    assert kept_answers(place) == 0
    place.delete()
    after = [send(client, form) for form in found]
    assert [form for form, answer in zip(found, after, strict=True) if CONTENT.search(answer.text)] == []
    assert place.key not in caplog.text


def test_below_a_path_addresses_are_as_private(tmp_path: Path) -> None:
    with placed(tmp_path, PREFIX="/ir") as place:
        client = place.uploads.client()
        links = (tag.attributes.get("href", "") for tag in tags(client.get("/glossary").text))
        style = next(link for link in links if ".css" in link)
        for path in ("/lab", "/ir/lab", "/experiments/diversity", "/", style, "/static/none.css", "/nowhere"):
            for query in queries({"collection": place.key, **TOPIC})[:5]:
                assert is_private(client.get(f"{path}?{query}")), (path, query)
                assert is_private(client.head(f"{path}?{query}")), (path, query)
        assert kept_answers(place) == 0
        assert not is_private(client.get("/lab?labels=101")) and kept_answers(place) == 1
        assert not is_private(client.get(f"{style}?labels=101"))


@pytest.mark.parametrize("layers", [1, 2, 3, 7, 12])
def test_a_failure_writes_no_key_however_it_is_spelled(
    place: Place, layers: int, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message and the traceback have the address as it came, as it was read, and in the words of a library."""
    spelled = quoted(place.key, layers)

    def fail(*_: object) -> None:
        whole = f"{request.full_path} {request.url} {dict(request.args)} {request.form}"
        logging.getLogger("elsewhere").error("at %s: %s", request.environ.get("QUERY_STRING"), whole)
        logging.getLogger("elsewhere").error("/c%%6fllections/%s/files, /lab?&c[]=1&x=(%s)", spelled, place.key)
        raise RuntimeError(f"key {place.key}, {spelled}: {whole}")

    monkeypatch.setattr(place.uploads.app, "testing", False)
    monkeypatch.setattr("web.store.collections.collection_store.CollectionStore.by_reader", fail)
    client, pinned = place.uploads.client(), quote(f"labels=101;collection={place.key}", safe="")
    for query in (*queries({"collection": place.key, **TOPIC})[:4], f"labels=101&p%69n={pinned}"):
        assert client.get(f"/lab?{query}").status_code == 500
    assert send(client, Sent("/lab", f"was={quoted(f'collection={place.key}', layers)}")).status_code in (200, 400, 500)
    written = caplog.text
    assert "Traceback" in written and "/lab?…" in written
    for _ in range(layers + 1):
        assert place.key not in written
        written = unquote(written)

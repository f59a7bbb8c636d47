"""An upload is stored as a whole or not at all, and its pages show what was in the files."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator
from html import escape, unescape
from pathlib import Path

import pytest

from ireval.collection import built_in, read_documents, read_topics
from ireval.collection.upload.sent_file import UploadLimits
from ireval.messages import Message, say
from ireval.trec import read_qrels, read_run
from tests.classroom import token
from tests.ireval.collection.upload.uploads import GOOD, QRELS, RUN, SMALL, WRONG, files_of, read
from tests.sentences import advice, sentence
from tests.web.collections.uploading import Owned, Uploads, owned, uploads_in
from tests.web.jobs.running_works import wait_for
from tests.web.sheets.test_private_pages import is_private
from web import store
from web.collections.format_examples import EXAMPLES, FormatExample

pytestmark = pytest.mark.slow

HARBOUR = "/collections/harbour"
OTHER = b"1 Q0 d2 1 3.5 y\n2 Q0 d1 1 7 y\n"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Uploads]:
    """An app with small limits for files, and none for how often somebody uploads."""
    with uploads_in(tmp_path_factory.mktemp("small"), RATE_COLLECTIONS="10000/hour") as found:
        found.app.config["UPLOAD_LIMITS"] = SMALL
        yield found


@pytest.fixture(scope="module")
def mine(uploads: Uploads) -> Owned:
    return uploads.upload(GOOD, "Seals & “nets”")


def text_of(uploads: Uploads, path: str) -> str:
    return unescape(uploads.client().get(path).text)


def test_wrong_files_of_all_kinds_leave_nothing_behind(small: Uploads) -> None:
    """Each is refused with the file and the line; what was stored before is still there, and nothing else.

    Of several wrong files with the same error, one is enough here: ``test_wrong_files.py`` reads them all.
    """
    before, kept = small.upload(GOOD), small.number_stored()
    kinds = {wrong.key: (name, wrong) for name, wrong in WRONG.items()}
    assert len(kinds) >= 25
    for name, wrong in kinds.values():
        answer = small.send(files_of(wrong), title="Nets <b>")
        text = unescape(answer.text)
        assert answer.status_code == 400, name
        place = f"{wrong.file}, line {wrong.line}:" if wrong.line else f"{wrong.file}:" if wrong.file else ""
        assert place in text, name
        assert 'value="Nets &lt;b&gt;"' in answer.text, "the title is kept"
        assert small.number_stored() == kept
        wait_for(lambda: not small.files_of_jobs())  # the process that read them deletes them, and ends
    assert small.client().get(before.readers).status_code == 200


def test_the_pages_show_what_was_in_the_files(uploads: Uploads, mine: Owned) -> None:
    text = text_of(uploads, mine.readers)
    figures = dict(re.findall(r"<dt>([^<]*)</dt><dd>([^<]*)</dd>", text))
    assert figures == {"topics": "2", "judged documents": "3", "relevant": "2", "texts": "2", "runs": "1"}
    assert "<h1>Seals & “nets”</h1>" in text
    [row] = re.findall(r'<tr><th scope="row">bm25</th>(.*?)</tr>', text)
    assert re.findall(r"<td>([^<]+)", row) == ["2", "3", "2", "2 of 3", "2 of 3", "0"]  # d9, and d2 for topic 2
    rows = re.findall(
        r'<tr><th scope="row">(\d)</th><td class="words">(\w+)</td>.*?<td>(\d)</td><td>(\d)</td></tr>',
        text,
        re.DOTALL,
    )
    assert rows == [("1", "seals", "2", "1"), ("2", "nets", "1", "1")]
    key = mine.readers.rpartition("/")[2]
    assert f"/lab?collection={key}&topic=1&run=bm25" in text
    document = text_of(uploads, f"{mine.readers}/document?docno=d1")
    assert "<p>Seals.</p>" in document
    assert re.findall(r"<strong>Grade (\d)</strong> for topic (\d): (\w+)", document) == [
        ("2", "1", "seals"),
        ("1", "2", "nets"),
    ]
    assert "contains no text for document “d9”" in uploads.client().get(f"{mine.readers}/document?docno=d9").text
    assert text_of(uploads, f"{mine.readers}/document?docno= d1 ") == document


def test_any_docno_has_a_page_and_a_text_for_the_lab(uploads: Uploads) -> None:
    strange = ["/top", "a//b", "..", "50%", "a&docno=b", "ü?#"]
    numbered = list(enumerate(strange))
    files = {
        "docs": "".join(f"<DOC>\n<DOCNO>{escape(d)}</DOCNO>\n<TEXT>Text {i}.</TEXT>\n</DOC>\n" for i, d in numbered),
        "qrels": "".join(f"1 0 {d} 1\n" for d in strange),
        "r": "".join(f"1 Q0 {d} 1 {9 - i} r\n" for i, d in numbered),
    }
    mine = uploads.upload({name: text.encode() for name, text in files.items()})
    key = mine.readers.rpartition("/")[2]
    lab = text_of(uploads, f"/lab?collection={key}&topic=1&run=r")
    links = re.findall(r'<a class="read"[^>]*href="([^"]+)"', lab)
    assert len(links) == len(strange)
    for i, link in enumerate(links):
        assert f"<p>Text {i}.</p>" in text_of(uploads, link)
        fragment = uploads.client().get(link, headers={"HX-Request": "true"}).text
        assert f"<p>Text {i}.</p>" in fragment and "<html" not in fragment


def test_everything_is_taken_away_and_read_again_as_the_same_collection(uploads: Uploads) -> None:
    answer = uploads.client().get(f"{HARBOUR}/files/collection.zip")
    with zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
        assert archive.testzip() is None
        files = {name.rpartition("/")[2]: archive.read(name) for name in archive.namelist()}
        alone = {name: uploads.client().get(f"{HARBOUR}/files/{name}").data for name in archive.namelist()}
    assert {name.rpartition("/")[2]: content for name, content in alone.items()} == files
    harbour = built_in()
    assert {d.docno: d for d in read_documents(files["documents.trec"])} == harbour.documents
    assert {t.number: t for t in read_topics(files["topics.trec"])} == harbour.topics
    assert read_qrels(files["qrels.txt"]).to_dict() == harbour.qrels
    assert read_run(files["words.txt"]).to_dict() == harbour.runs["words"].to_dict()
    summary = json.loads(files["summary.json"])
    rows = [line.split(",") for line in files["summary.csv"].decode().splitlines()]
    assert ["words", "retrieved", str(summary["runs"][1]["retrieved"])] in rows
    again = uploads.upload(files, "Harbour again")  # its summaries are passed over
    figures = r"<dt>([^<]*)</dt><dd>([^<]*)</dd>"
    assert re.findall(figures, text_of(uploads, again.readers)) == re.findall(figures, text_of(uploads, HARBOUR))


def test_the_archive_itself_is_refused_with_what_to_do(uploads: Uploads) -> None:
    packed = uploads.client().get(f"{HARBOUR}/files/collection.zip").data
    answer = uploads.send({"collection.zip": packed})
    assert answer.status_code == 400
    assert "collection.zip: this file is packed (ZIP)" in unescape(answer.text)
    assert "Unpack it first, and choose the files in it." in unescape(answer.text)


def test_assessors_whose_files_are_named_like_judgements_come_back_as_assessors(uploads: Uploads) -> None:
    """The archive has all of them below ``assessors/``; chosen by hand, their names have no folders any more."""
    mine = uploads.upload({"qrels=main.txt": QRELS, "qrels.ada.txt": QRELS, "qrels.ben.txt": QRELS, "bm25.txt": RUN})
    with zipfile.ZipFile(io.BytesIO(uploads.client().get(f"{mine.readers}/files/collection.zip").data)) as archive:
        files = {name.rpartition("/")[2]: archive.read(name) for name in archive.namelist()}
    assert set(files) == {"qrels.txt", "qrels.ada.txt", "qrels.ben.txt", "bm25.txt", "summary.json", "summary.csv"}
    again = text_of(uploads, uploads.upload(files).readers)
    assert {"qrels.ada", "qrels.ben"} <= set(re.findall(r"qrels\.\w+", again))


def test_texts_with_markup_of_their_own_are_only_texts(uploads: Uploads) -> None:
    hostile = b"<DOC>\n<DOCNO>&lt;/DOC&gt;</DOCNO>\n"
    hostile += b"<TITLE>&lt;script&gt;x&lt;/script&gt;</TITLE>\n<TEXT>a &amp;lt; b &lt;!--</TEXT>\n</DOC>\n"
    found = uploads.upload({"qrels.txt": b"<i> 0 </DOC> 1\n", "d.trec": hostile}, "<script>alert(1)</script>")
    page = uploads.client().get(f"{found.readers}/document?docno=%3C/DOC%3E").text
    assert "<script>x" not in page and "&lt;script&gt;x&lt;/script&gt;" in page
    assert "<script>alert" not in uploads.client().get(found.readers).text
    with zipfile.ZipFile(io.BytesIO(uploads.client().get(f"{found.readers}/files/collection.zip").data)) as archive:
        [document] = read_documents(archive.read("documents.trec"))
    assert (document.docno, document.title, document.text) == ("</DOC>", "<script>x</script>", "a &lt; b <!--")


def test_a_run_is_added_and_removed(uploads: Uploads) -> None:
    found = uploads.upload(GOOD, "Nets")
    client, add = uploads.client(), {"path": f"{found.owners}/runs", "form": found.owners}
    answer = uploads.send({"run=other.txt": OTHER}, client=client, **add)  # type: ignore[arg-type]
    assert answer.status_code == 200, answer.text
    assert "other" in text_of(uploads, f"{found.readers}")
    assert "d2" in text_of(uploads, f"{found.readers}/files/runs/other.txt")
    comparison = client.get(
        f"/compare/comparison.json?collection={found.readers.rpartition('/')[2]}&measures=P%402"
    ).get_json()
    assert {"bm25", "other"} <= set(json.dumps(comparison).replace('"', " ").split())
    for name, content, key in (
        ("run=other.txt", OTHER, "run-is-there"),
        ("run=third.txt", QRELS, "line-has-other-fields"),
        ("files=third.txt", OTHER, "one-run-at-a-time"),
    ):
        refused = uploads.send({name: content}, client=client, **add)  # type: ignore[arg-type]
        assert refused.status_code == 400, key
        assert "Nothing was changed." in refused.text
        assert "third</strong>" not in refused.text
    csrf = token(client.get(found.owners).text)
    for _ in range(2):
        assert client.post(f"{found.owners}/runs/remove", data={"csrf_token": csrf, "name": "other"}).status_code == 303
    assert client.get(f"{found.readers}/files/runs/other.txt").status_code == 404
    assert ">other<" not in client.get(found.readers).text
    wait_for(lambda: not uploads.files_of_jobs())


def test_the_owner_renames_and_deletes(uploads: Uploads) -> None:
    found, client, before = uploads.upload(GOOD), uploads.client(), uploads.number_stored()
    assert "<h1>qrels</h1>" in client.get(found.readers).text  # without a title, the name of the first file
    csrf = {"csrf_token": token(client.get(found.owners).text)}
    assert client.post(f"{found.owners}/rename", data={**csrf, "title": "  Two   seals "}).status_code == 303
    assert "<h1>Two seals</h1>" in client.get(found.readers).text
    assert client.post(f"{found.owners}/rename", data={**csrf, "title": "x" * 201}).status_code == 400
    asked = client.get(f"{found.owners}/delete").text
    assert "<dd>2</dd>" in asked and "collection.zip" in asked
    assert client.post(f"{found.owners}/delete", data=csrf).status_code == 400
    assert uploads.number_stored() == before
    assert client.post(f"{found.owners}/delete", data={**csrf, "sure": "yes"}).status_code == 200
    assert uploads.number_stored() == before - 1
    for path in (found.owners, found.readers, f"{found.readers}/document?docno=d1", f"{found.readers}/files/qrels.txt"):
        assert client.get(path).status_code == 404
    assert client.post(f"{found.owners}/runs/remove", data={**csrf, "name": "bm25"}).status_code == 404


def test_the_owners_link_is_not_on_the_readers_page(uploads: Uploads, mine: Owned) -> None:
    assert mine.owners not in uploads.client().get(mine.readers).text
    reader, owner = (path.rpartition("/")[2] for path in mine)
    assert uploads.client().get(f"/collections/own/{reader}").status_code == 404
    assert uploads.client().get(f"/collections/{owner}").status_code == 404


def test_all_pages_of_a_collection_are_private(uploads: Uploads, mine: Owned) -> None:
    client = uploads.client()
    for path in (mine.readers, mine.owners, f"{mine.readers}/document?docno=d1", f"{mine.readers}/files/qrels.txt"):
        assert is_private(client.get(path)), path
    assert is_private(client.get(f"{mine.owners}/delete"))
    assert is_private(client.get("/collections/unknown"))


def test_a_result_is_stored_once_however_often_its_page_is_opened(uploads: Uploads) -> None:
    before, client = uploads.number_stored(), uploads.client()
    place = uploads.send(GOOD, client=client, follow=False).location
    first, second = (client.get(place) for _ in range(2))
    assert first.location == second.location
    assert (first.status_code, uploads.number_stored()) == (303, before + 1)
    wait_for(lambda: not uploads.files_of_jobs())


def test_without_a_token_nothing_is_read(uploads: Uploads) -> None:
    before = [job.id for job in uploads.jobs()]
    answer = uploads.client().post("/collections", data={"files": (io.BytesIO(QRELS), "qrels.txt")})
    assert answer.status_code == 400
    assert sentence("forged-request") in unescape(answer.text)
    assert [job.id for job in uploads.jobs()] == before


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.title)
def test_the_examples_on_the_page_are_what_they_say(example: FormatExample, tmp_path: Path) -> None:
    files = {"example": example.text.encode()}
    if example.kind not in {"qrels", "queries"}:
        files["qrels=judged.txt"] = QRELS
    parts, summary = read(tmp_path, files)
    counts = {"qrels": summary.judged, "run": len(summary.runs), "topics": summary.described}
    counts |= {"documents": summary.documents, "queries": len(summary.assessors)}
    assert counts[example.kind] == {"qrels": 3, "queries": 4}.get(example.kind, 1)
    assert len(parts) >= 3


def test_without_scripts_the_page_of_the_job_leads_to_the_collection(tmp_path: Path) -> None:
    with uploads_in(tmp_path) as uploads:
        uploads.app.config["JOB_PATIENCE"] = 0
        client = uploads.client()
        answer = uploads.send(GOOD, title="Nets", client=client, follow=False)
        assert "/jobs/" in answer.location
        page = client.get(answer.location)
        assert page.status_code == 303 or '<noscript><meta http-equiv="refresh"' in page.text
        wait_for(lambda: client.get(answer.location).status_code == 303)
        found = client.get(answer.location, follow_redirects=True)
        assert "<h1>Nets</h1>" in found.text
        assert uploads.number_stored() == 1


def test_the_usual_limits_are_those_of_the_settings(uploads: Uploads) -> None:
    assert uploads.app.config["UPLOAD_LIMITS"] == UploadLimits()


def test_an_upload_beyond_the_limit_is_refused_with_the_limit_of_the_form(tmp_path: Path) -> None:
    with uploads_in(tmp_path, COLLECTION_MEGABYTES="3") as uploads:
        most, client = 3_000_000, uploads.client()
        assert f'data-most="{most}"' in client.get("/collections").text
        assert "at most 3 MB" in client.get("/collections").text
        answer = client.post("/collections", data=b"x" * (most + 2**20 + 1))
    assert answer.status_code == 413
    assert say(Message("upload-over-limit", most=3)) in unescape(answer.text)
    assert '<a href="/collections#upload">Back to the form</a>' in answer.text


def test_refused_uploads_lead_back_to_the_form_with_the_title(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    back = '<a href="/collections?title=Two+nets#upload">Back to the form</a>'
    with uploads_in(tmp_path, RATE_COLLECTIONS="3/hour") as uploads:
        client = uploads.client()
        monkeypatch.setattr("web.jobs.admission.MOST_OF_A_VISITOR", 0)
        answer = uploads.send(GOOD, title="Two nets", client=client)
        assert (answer.status_code, back in unescape(answer.text)) == (429, True)
        assert sentence("uploads-of-a-visitor", most=0) in unescape(answer.text)
        monkeypatch.undo()
        with uploads.app.app_context():
            monkeypatch.setattr(store.store().collections, "_space", 0)
        answer = uploads.send(GOOD, title="Two nets", client=client)
        assert (answer.status_code, back in unescape(answer.text)) == (503, True)
        assert sentence("collections-full") in unescape(answer.text)
        assert 'value="Two nets"' in client.get("/collections?title=Two+nets").text
        owner = "/collections/own/" + "x" * 43
        assert uploads.send(GOOD, client=client, path=f"{owner}/runs").status_code == 410
        for path, link in (("/collections", back), (f"{owner}/runs", f'<a href="{owner}#runs">')):
            answer = uploads.send(GOOD, title="Two nets", client=client, path=path)
            assert (answer.status_code, link in unescape(answer.text)) == (429, True), path


def test_a_result_that_is_gone_says_so_and_leads_to_the_form(uploads: Uploads) -> None:
    answer = uploads.client().get("/collections/taken/" + "x" * 32)
    assert (answer.status_code, 'href="/collections#upload"' in answer.text) == (404, True)


def test_the_fields_for_kinds_are_open_where_they_are_needed(uploads: Uploads) -> None:
    client, opened = uploads.client(), "<details open>\n<summary>Say what each file is"
    assert "<summary>Say what each file is" in client.get("/collections").text
    assert opened not in client.get("/collections").text
    several = uploads.send({"a.txt": QRELS, "b.txt": QRELS}, client=client)
    assert (several.status_code, opened in several.text) == (400, True)
    assert "several" in unescape(several.text)
    wrong = QRELS + b"1 0 d1\n"
    for name, is_open in (("qrels.txt", False), ("qrels=judged.txt", True)):
        refused = uploads.send({name: wrong}, client=client)
        assert (refused.status_code, opened in refused.text) == (400, is_open), name
    many = uploads.send({f"run={i}.txt": RUN for i in range(61)}, client=client)
    assert (many.status_code, opened in many.text) == (400, True)


def test_a_form_without_files_is_shown_again(uploads: Uploads) -> None:
    answer = uploads.send({}, title="Nets")
    assert answer.status_code == 400
    assert sentence("upload-without-files") in unescape(answer.text)
    assert advice("upload-without-files") in unescape(answer.text)
    assert 'value="Nets"' in answer.text
    many = uploads.send({f"{i}.txt": RUN for i in range(61)})
    assert say(Message("too-many-files-sent", count=61, most=60)) in unescape(many.text)


def test_the_built_in_collection_says_which_runs_it_has_for_experiments(uploads: Uploads) -> None:
    more = list(built_in().more_runs)
    assert f"{len(more)} more runs for experiments" in text_of(uploads, "/collections")
    page = text_of(uploads, HARBOUR)
    assert f"<p>{len(more)} more for" in page and f": {', '.join(more)}.</p>" in page


def test_many_runs_are_chosen_for_all_topics_and_counted_as_people_count(uploads: Uploads) -> None:
    runs = {f"r{number}.txt": RUN for number in range(12)}
    mine = uploads.upload({"qrels.txt": QRELS, **runs}, "Many")
    key, page = mine.readers.rpartition("/")[2], text_of(uploads, mine.readers)
    names = [f"r{number}" for number in range(12)]
    assert re.findall(r'<tr><th scope="row">(r\d+)</th>', page) == names
    assert re.findall(r"<option[^>]*>(r\d+)</option>", page) == names
    assert re.findall(r"<strong>(r\d+)</strong>", text_of(uploads, mine.owners)) == names
    for run, text in (("r0", page), ("r10", text_of(uploads, f"{mine.readers}?run=r10"))):
        links = re.findall(r'href="(/lab[^"]+)"', unescape(text))
        assert links == [f"/lab?collection={key}&topic={topic}&run={run}" for topic in "12"]
    assert "r0" in text_of(uploads, f"{mine.readers}?run=unknown")
    lab = text_of(uploads, f"/lab?collection={key}&topic=1&run=r0")
    assert re.findall(r'<li><a href="[^"]+"[^>]*>(r\d+)</a>', lab) == names


def test_topics_without_judgements_are_counted_and_open_in_the_lab(uploads: Uploads) -> None:
    topics = "".join(f"<top>\n<num> Number: {n}\n<title> t{n}\n</top>\n" for n in (1, 2, 8)).encode()
    files = {"qrels.txt": QRELS, "topics.trec": topics, "a.txt": RUN, "b.txt": RUN + b"7 Q0 d1 1 2 b\n"}
    mine = uploads.upload(files, "Others")
    page = unescape(text_of(uploads, mine.readers))
    assert "2 topics have no judgements" in page
    key = mine.readers.rpartition("/")[2]
    for topic, run in ((7, "b"), (8, "a")):
        link = f"/lab?collection={key}&topic={topic}&run={run}"
        assert f'<a href="{link}">{topic}</a>' in page
        assert f"Topic {topic}" in text_of(uploads, link)
    assert "no judgements</summary>" not in text_of(uploads, HARBOUR)


def test_a_collection_leads_to_its_comparison_and_experiments(uploads: Uploads) -> None:
    client = uploads.client()
    links = set(re.findall(r'<a class="button[^"]*" href="([^"]+)"', unescape(client.get(HARBOUR).text)))
    pages = {f"{page}?collection=harbour" for page in ("/compare", "/experiments/incomplete", "/experiments/assessors")}
    assert pages <= links
    assert [link for link in links if client.get(link).status_code != 200] == []


def test_the_page_asks_how_topics_belong_to_judgements_and_proposes_an_answer(uploads: Uploads) -> None:
    """With what the page proposes, the same files are stored, and the page of the collection says how."""
    words = ("lift", "heat", "flow", "flutter")
    files = {
        "cran.qry": "".join(f".I {n:03}\n.W\n{w}\n" for n, w in zip((1, 2, 4, 8), words, strict=True)).encode(),
        "cranqrel": b"1 d1 2\n2 d1 1\n3 d1 4\n4 d1 3\n",
    }
    asked = uploads.send(files)
    assert asked.status_code == 400
    assert "In Cranfield’s, 1 is the best grade" in unescape(asked.text)
    assert '<option value="low-best" selected>' in asked.text
    again = uploads.send({**files, "qrels.txt": b"1 0 d1 1\n2 0 d1 1\n3 0 d1 1\n4 0 d1 1\n", "cranqrel": RUN})
    assert again.status_code == 400
    assert "by id it would get the text of “004”" in unescape(again.text)
    assert '<option value="order" selected>' in again.text
    mine = owned(uploads.send(files, fields={"topics": "order", "grades": "low-best"}))
    text = text_of(uploads, mine.readers)
    assert "The texts of 4 topics were joined with the judgements by order, not by their ids" in text
    rows = re.findall(r'<tr><th scope="row">(\d)</th><td class="words">(\w+)</td>', text)
    assert rows == [*zip("1234", words, strict=True)]
    assert uploads.send(files, fields={"topics": "rank", "grades": "low-best"}).status_code == 400

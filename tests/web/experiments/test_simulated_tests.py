"""The page of simulated tests: a prediction first, the core's numbers, and long simulations with progress and Stop."""

from __future__ import annotations

import csv
import html
import io
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlencode
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from ireval.comparison.pair_comparison import test_name as name_of_test
from ireval.comparison.significance import TESTS
from ireval.experiments.significance_tests.difference_shapes import KEYS
from ireval.experiments.significance_tests.simulated_shares import SimulatedShares
from ireval.experiments.significance_tests.simulation_choices import read_simulation
from ireval.experiments.significance_tests.simulation_findings import findings, percent, share_ends
from ireval.experiments.significance_tests.simulation_reports import plain
from ireval.messages import say
from tests.web.jobs.running_works import Works, running_works, wait_for
from web.experiments.significance import long_simulations, prediction
from web.jobs.kinds import KINDS, SIGNIFICANCE_TESTS, Work

pytestmark = pytest.mark.slow

PAGE = "/experiments/tests"
SMALL = {"topics": "6", "shape": "tied", "effect": "1", "simulations": "20", "alpha": "0.1", "seed": "3"}
ADDRESS = f"{PAGE}?{urlencode(SMALL)}"


def text_of(client: FlaskClient, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, answer.text
    return html.unescape(answer.text)


@pytest.fixture(scope="module")
def found() -> SimulatedShares:
    """What the core says of the small simulation."""
    return read_simulation(SMALL).run()


def cells(text: str, table: str) -> list[list[str]]:
    """The cells of a table of the page: the values with their small numbers, without marks."""
    body = text.partition(f'class="shares {table}"')[2].partition("<tbody>")[2].partition("</tbody>")[0]
    rows = [re.findall(r"<t[hd].*?>(.*?)</t[hd]>", row) for row in re.findall(r"<tr>(.*?)</tr>", body, re.DOTALL)]
    return [[re.sub(r" <strong.*?</span>| <span.*</span>", "", cell) for cell in row] for row in rows]


# --- The prediction ---


def test_the_page_begins_with_a_question_and_does_not_give_the_answer_away(client: FlaskClient) -> None:
    text = text_of(client, PAGE)
    assert "How often does the bootstrap test call the difference significant?" in text
    assert re.findall(r'type="radio" name="guess" value="(\d+)"', text) == list(prediction.OPTIONS)
    assert percent(prediction.simulated_share().value) not in text and 'id="errors"' not in text


@pytest.mark.parametrize(("guess", "said"), [("15", "Correct."), ("5", "You predicted 5 %.")])
def test_the_answer_is_simulated(client: FlaskClient, guess: str, said: str) -> None:
    text = text_of(client, f"{PAGE}?guess={guess}")
    share = prediction.simulated_share()
    assert said in text and "about three times as often" in text
    assert f"significant in {percent(share.value)} of {share.total:,} simulated" in text and share_ends(share) in text
    assert 0.12 < share.value < 0.18
    assert 'name="topics" value="5"' in text and "Simulate all tests with 5 topics" in text


# --- The simulation ---


def test_the_page_shows_what_the_core_computes(client: FlaskClient, found: SimulatedShares) -> None:
    text = text_of(client, ADDRESS)
    for row, key in zip(cells(text, "errors"), TESTS, strict=True):
        shares = [of[key] for of in found.errors.values()]
        assert row == [name_of_test(key), *(f"{percent(x.value)}<small>{share_ends(x)}</small>" for x in shares)]
    for row, (key, share) in zip(cells(text, "powers"), found.powers.items(), strict=True):
        assert row[0] == name_of_test(key) and row[2] == f"{percent(share.value)}<small>{share_ends(share)}</small>"
    for row, share in zip(cells(text, "coverages"), found.coverages.values(), strict=True):
        assert row[1:] == [f"{percent(share.value)}<small>{share_ends(share)}</small>", f"{share.total}"]
    assert [message for message in map(say, findings(found)) if message not in text] == []


def test_numbers_and_the_chart_can_be_downloaded(client: FlaskClient, found: SimulatedShares) -> None:
    whole = client.get(f"{ADDRESS}&take=significance-tests.json")
    assert json.loads(whole.text) == json.loads(json.dumps(plain(found)))
    rows = list(csv.DictReader(io.StringIO(client.get(f"{ADDRESS}&take=significance-tests.csv").text)))
    assert len(rows) == len(TESTS) * (len(found.errors) + 1) + len(found.coverages)
    drawing = ElementTree.fromstring(client.get(f"{ADDRESS}&take=type-1-error.svg").text)  # noqa: S314 - our own file
    assert len([path for path in drawing.iter() if path.get("class") == "curve"]) >= len(TESTS)
    document = client.get(f"{ADDRESS}&take=type-1-error.tex").text
    assert all(f"\\addlegendentry{{{name_of_test(key)}}}" in document for key in TESTS)
    assert client.get(f"{ADDRESS}&take=other.csv").status_code == 404


@pytest.mark.parametrize("shape", KEYS)
def test_each_distribution_can_be_simulated(client: FlaskClient, shape: str) -> None:
    text = text_of(client, f"{PAGE}?{urlencode({'shape': shape, 'simulations': '20', 'topics': '4'})}")
    assert len(cells(text, "errors")) == len(TESTS) and f'value="{shape}" selected' in text


@pytest.mark.parametrize(
    ("part", "text", "said"),
    [
        ("topics", "1000", "out of range"),
        ("topics", "five", "“five”"),
        ("effect", "9", "out of range"),
        ("simulations", "1", "out of range"),
        ("alpha", "0", "out of range"),
        ("seed", "-1", "out of range"),
        ("shape", "odd", "“odd”"),
    ],
)
def test_what_cannot_be_used_is_named_and_everything_is_kept(
    client: FlaskClient, part: str, text: str, said: str
) -> None:
    shown = text_of(client, f"{PAGE}?{urlencode(SMALL | {part: text})}", 400)
    assert said in shown.partition('role="alert"')[2].partition("</p>")[0]
    kept = {name: value for name, value in (SMALL | {part: text}).items() if name != "shape"}
    assert [name for name, value in kept.items() if f'name="{name}" value="{value}"' not in shown] == []
    assert re.search(rf'name="{part}"[^>]*aria-invalid="true"', shown)


@pytest.mark.parametrize(
    ("part", "text", "said"),
    [
        ("a", "nobody", "Run A: “nobody”"),
        ("b", "words", "Choose two different runs."),
        ("measures", "AP,P@5", "There are 2 measures"),
        ("measures", "xyz", "There is no measure “xyz”."),
        ("collection", "nowhere", "There is no collection"),
    ],
)
def test_runs_that_cannot_be_used_are_named(client: FlaskClient, part: str, text: str, said: str) -> None:
    given = SMALL | {"shape": "runs", "a": "words", part: text}
    shown = text_of(client, f"{PAGE}?{urlencode(given)}", 400)
    assert said in shown.partition('role="alert"')[2].partition("</p>")[0]
    assert f'name="{part}" value="{text}"' in shown and '<details class="runs" open>' in shown


def test_a_prediction_that_is_none_is_refused_with_the_question(client: FlaskClient) -> None:
    text = text_of(client, f"{PAGE}?guess=7", 400)
    assert "“7”" in text and "How often does the bootstrap test" in text


# --- Long simulations ---


@pytest.fixture
def works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Works]:
    if sys.platform == "win32":
        pytest.skip("processes are looked at as on Linux")
    monkeypatch.setattr(long_simulations, "AT_ONCE", 0)
    with running_works(tmp_path / "jobs") as running:
        yield running


def begin(client: FlaskClient, address: str) -> str:
    """Start the simulation of an address as its page does; return where the answer leads."""
    form = text_of(client, address).partition('<form method="post"')[2].partition("</form>")[0]
    answer = client.post(PAGE, data=dict(re.findall(r'name="(\w+)" value="([^"]*)"', form)))
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"]


def test_a_long_simulation_ends_at_its_own_address(works: Works, found: SimulatedShares) -> None:
    client = works.app.test_client()
    page = begin(client, ADDRESS)
    (job,) = works.all()
    wait_for(lambda: job.state == "ready")
    answer = client.get(page, follow_redirects=True)
    assert answer.request.path == PAGE
    share = next(iter(found.powers.values()))
    assert cells(html.unescape(answer.text), "powers")[0][2].startswith(percent(share.value))
    assert "This simulation takes a while" in works.app.test_client().get(f"{ADDRESS}0").text


def test_a_stopped_simulation_leaves_nothing_behind(works: Works) -> None:
    client = works.app.test_client()
    page = begin(client, f"{PAGE}?{urlencode(SMALL | {'simulations': '5000'})}")
    (job,) = works.all()
    text = client.get(page).text
    assert "Running the experiment" in text and "<progress" in text
    token = re.search(r'name="csrf_token" value="([^"]+)"', text)
    assert token
    assert client.post(f"{page}/cancel", data={"csrf_token": token[1]}).status_code == 303
    wait_for(lambda: job.state == "cancelled")


def test_a_working_process_counts_experiments(tmp_path: Path, found: SimulatedShares) -> None:
    counted = list[tuple[int, int]]()
    what = {"shape": "tied", "differences": [], "topics": 6, "effect": 1.0, "count": 20, "alpha": 0.1, "seed": 3}
    work = Work(what, [], tmp_path / "made", lambda *count: counted.append(count))
    KINDS[SIGNIFICANCE_TESTS](work)
    assert read_simulation(SMALL).result(json.loads(work.into.read_text("utf-8"))) == found
    assert counted[-1] == (140, 140) and len(counted) > 5


def test_work_beyond_the_limit_and_forged_starts_are_refused(works: Works) -> None:
    client = works.app.test_client()
    assert client.post(PAGE, data=SMALL).status_code == 400 and works.all() == []
    assert client.get(f"{PAGE}/{'x' * 32}").status_code == 404
    works.jobs.settings = replace(works.jobs.settings, job_seconds=0)
    assert "0 are allowed here" in text_of(client, ADDRESS, 400)

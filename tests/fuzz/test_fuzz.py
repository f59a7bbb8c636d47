"""The fuzz command: it reaches everything, finds faults that are planted, and says so."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask, Response, request

from tests.fuzz.area import Area
from tests.fuzz.areas import AREAS, areas
from tests.fuzz.areas.form_posts import FormPosts, StudentPosts
from tests.fuzz.areas.routes import Routes
from tests.fuzz.areas.web import WebArea
from tests.fuzz.dice import Dice
from tests.fuzz.driver import Batch, Runner, plan
from tests.fuzz.forms import forms
from tests.fuzz.headers import headers
from tests.fuzz.lab_queries import encoded
from tests.fuzz.outcome import Outcome
from tests.fuzz.report import Tally, summary
from tests.fuzz.time_limit import Limits
from tests.fuzz.wire import Sent, send
from tests.fuzz.world import DEAR, World

#: Routes that a script alone posts to, without a form of their own; they get their names from the source.
SCRIPTS_POST = {"/playlist/add", "/playlist/items", "/api/v1/sheets", "/api/v1/compare", "/s/<token>/<key>/answers"}
SCRIPTS_POST |= {"/jobs/<job>/cancel", "/api/v1/reproduce", "/api/v1/reproduce/outputs", "/classroom/position"}


def plant(app: Flask) -> None:
    """Add routes with the faults that are looked for."""

    @app.get("/planted/raises")
    def raises() -> str:
        raise ZeroDivisionError(request.args.get("planted", ""))

    @app.get("/planted/slow")
    def slow() -> str:
        time.sleep(0.15 if "planted" in request.args else 0)
        return ""

    @app.get("/planted/endless")
    def endless() -> str:
        time.sleep(60 if "planted" in request.args else 0)
        return ""

    @app.get("/planted/markup")
    def markup() -> str:
        return f"<p>{request.args.get('planted', '')}"

    @app.get("/planted/logged")
    def logged() -> str:
        try:
            return str(1 / int(request.args.get("planted", "0")))
        except (ValueError, ZeroDivisionError):
            app.logger.exception("planted")
        return ""

    @app.get("/planted/away")
    def away() -> Response:
        return Response(status=303, headers={"Location": "//evil.example/"})


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    found = World(plant)
    found.begin(1)
    with closing(_Ended(found)):
        yield found


class _Ended:
    def __init__(self, world: World) -> None:
        self.close = world.end


def test_every_route_and_method_is_asked(world: World) -> None:
    """A new route is asked by itself, with what its arguments may be, if those are not new as well."""
    area = Routes(world)
    for rule in world.rules:
        places = world.places(rule)[: 1 if DEAR.search(rule.rule) else 3]
        found = (send(world.app, Sent("GET", world.address(rule, place)), world.visitor) for place in places)
        assert "/planted/" in rule.rule or any(got.rule == rule.rule or got.status in {200, 405} for got in found), rule
    assert {rule.rule for rule in area.rules} == {rule.rule for rule in world.app.url_map.iter_rules()}
    for rule in world.rules:
        missing = (rule.methods or set()) - {"OPTIONS"}
        for seed in range(40):
            if missing:
                missing -= {area.request(rule, Dice(seed)).method}
        assert not missing, rule


def test_every_form_is_filled_in(world: World) -> None:
    """A route that takes a form, and no page has it, is named here; all other forms are on pages that were found."""
    seen = {form.action.partition("?")[0] for area in (FormPosts(world), StudentPosts(world)) for form in area.forms}
    posted = {
        rule.rule: re.sub(r"<[^>]*>", "[^/]+", rule.rule) for rule in world.rules if "POST" in (rule.methods or ())
    }
    missing = {rule for rule, path in posted.items() if not any(re.fullmatch(path, action) for action in seen)}
    assert missing <= SCRIPTS_POST


class Planted(WebArea):
    """The routes that are planted, and what they may be asked."""

    name, share = "planted", 1

    def case(self, dice: Dice) -> Sent:
        rules = [rule.rule for rule in self.world.rules if "/planted/" in rule.rule]
        return Sent("GET", dice.choice(rules), f"?{encoded((('x', '1'), ('planted', dice.hostile())))}", headers(dice))


@pytest.fixture(scope="module")
def found(world: World) -> Tally:
    """What the faults that are planted come to; each is asked a few times."""
    return Runner([Planted(world)], 3, Limits(0.1, 0.2)).run(Batch("planted", 0, 60))


@pytest.mark.parametrize(
    ("kind", "where"),
    [
        ("5xx", "ZeroDivisionError in"),
        ("slow", ""),
        ("endless", ""),
        ("markup", "200 of /planted/markup"),
        ("traceback", "Error in"),
        ("redirect", "303 of /planted/away"),
    ],
)
def test_faults_that_are_planted_are_found(found: Tally, kind: str, where: str) -> None:
    cases = [finding.case for (k, place), finding in found.findings.items() if k == kind and where in place]
    assert cases
    assert found.kinds[kind] >= len(cases)


def test_a_finding_has_a_small_input_that_shows_it(world: World, found: Tally) -> None:
    finding = next(f for (kind, _), f in found.findings.items() if kind == "markup")
    case = eval(finding.case, {"Sent": Sent})  # noqa: S307 - it is a literal, of our own
    assert isinstance(case, Sent)
    assert (case.method, case.path, case.headers) == ("GET", "/planted/markup", ())
    assert send(world.app, case, world.visitor).body.startswith(b"<p>")
    assert "1 answers of 5xx" not in summary(Tally(), 1)


def test_the_same_seed_gives_the_same_cases_and_outcomes(world: World) -> None:
    once, again, other = (_answers(world, seed) for seed in (5, 5, 6))
    for one, two in zip(once, again, strict=True):
        assert one == two
    assert again != other


def _answers(world: World, seed: int) -> list[str]:
    class Noted(Routes):
        def run(self, case: Sent) -> Outcome:
            outcome = super().run(case)
            noted.append(f"{case} {outcome}")
            return outcome

    noted: list[str] = []
    area = Noted(world)
    area.__dict__["rules"] = [rule for rule in world.rules if rule.rule in {"/enter", "/lab/chart.svg", "/nothing"}]
    Runner([area], seed).run(Batch("routes", 0, 15))
    return noted


@pytest.mark.parametrize("name", list(AREAS))
def test_each_area_runs(world: World, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few cases of each, for which the product keeps what it promises."""
    area = areas([name], world)[0]
    monkeypatch.setattr(area, "end", lambda: None) if area.__dict__.get("world") else None
    runner = Runner([area], 11)
    tally = runner.run(Batch(name, 0, 4 if name == "restore" else 20))
    runner.close()
    wrong = [line for f in tally.findings.values() if "/planted/" not in f.case for line in f.lines()]
    assert wrong == []
    assert tally.cases in {4, 20}


def test_a_plan_has_all_cases_and_gives_each_area_its_share() -> None:
    batches = list(plan(areas(AREAS), 20_000))
    assert sum(batch.size for batch in batches) == 20_000
    assert {batch.area for batch in batches} == set(AREAS)
    assert len({(batch.area, batch.number) for batch in batches}) == len(batches)
    assert {batch.area for batch in list(plan(areas(AREAS), 100))} == set(AREAS)


def test_the_command_counts_and_fails(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.fuzz import __main__, processes

    class Broken(Area):
        name, share = "broken", 1

        def begin(self, seed: int) -> None:
            pass

        def case(self, dice: Dice) -> str:
            return dice.choice(["fine", "wrong"]) * 3

        def run(self, case: str) -> Outcome:
            return Outcome("read" if "wrong" not in case else str(1 / 0))

    for module in (__main__, processes):
        monkeypatch.setattr(module, "areas", lambda _: [Broken()])
    assert __main__.main(["--cases", "60", "--json", str(tmp_path / "out.json")]) == 1
    printed = capsys.readouterr().out
    assert re.search(r"TRACEBACK \(broken, \d+ times\): ZeroDivisionError in .*\n.*\n +'wrong'\n", printed)
    assert re.search(r"Fuzzed 60 inputs in \d+ s .*: 0 answers of 5xx, [1-9]\d* tracebacks, 0 answers over", printed)
    assert '"cases": 60' in (tmp_path / "out.json").read_text()


def test_forms_are_read_as_browsers_send_them() -> None:
    page = """<!doctype html><form id=f method=post action=/a><input name=i value=1><select name=s><option value=x>
    <option value=y selected></select><input type=radio name=r value=p><input type=radio name=r value=q checked>
    <textarea name=t>text</textarea><input type=file name=u><input name=off disabled><button name=b value=1>Go</button>
    <button formaction=/other>Other</button></form><input form=f name=outside value=2>"""
    first, other = forms(page, "/page")
    sent = (("i", "1"), ("s", "y"), ("r", "q"), ("t", "text"), ("outside", "2"))
    assert (first.method, first.action, first.fields, first.files) == ("POST", "/a", sent, ("u",))
    assert first.buttons == (("b", "1"),)
    assert first.offered == (("s", "x"), ("s", "y"), ("r", "p"), ("r", "q"))
    assert (other.action, other.fields) == ("/other", sent)

"""The rehearsal of an exam: a short play against a server, and what it says of figures."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tools.rehearse.__main__ import carried, main
from tools.rehearse.candidate import FEW_FILES
from tools.rehearse.exam import SetUpError
from tools.rehearse.figures import Figures
from tools.rehearse.plan import Plan
from tools.rehearse.verdict import Facts, about_generator, about_set_up, advice, passed, table

PLAN = Plan(10_000)
LAPTOP, CLUSTER = Facts(True, "SQLite", 2, 1024), Facts(False, "", 2, 1024)


def figures(save: float = 0.05, page: float = 0.1, **more: object) -> Figures:
    """Figures in which a save and a page take so many seconds."""
    found = Figures(pages=[page] * 100, saves=[save] * 100, arrived=[0, 50], saved=[0, 100], acknowledged=100)
    for name, value in more.items():
        setattr(found, name, Counter(value) if isinstance(value, dict) else value)
    return found


@pytest.mark.thorough
def test_a_short_exam_is_played_on_a_server_of_its_own(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Protects the whole way: a sheet, keys, arrivals, saves, reloads, submissions, and the check of every answer."""
    for name in ("DATABASE_URL", "SHEET_STUDENTS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("WORKERS", "1")
    main(["20", "--minutes", "0.05", "--arrivals", "1", "--rhythm", "0.5", "--no-find"])
    said = capfd.readouterr().out
    assert "submitted        20\n" in said and " 0 lost" in said and "error" not in said, said


@pytest.mark.thorough
def test_bounds_that_are_too_small_fail_with_the_setting(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    for name, value in {"WORKERS": "1", "SHEET_STUDENTS": "5"}.items():
        monkeypatch.setenv(name, value)
    assert main(["6"]) == 1
    said = capfd.readouterr().out
    assert "FAIL" in said and "Set SHEET_STUDENTS to 6 at least" in said and "from 1 to 5" in said


def test_another_computer_is_left_alone_without_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["10", "--address", "http://192.0.2.1/ireval"]) == 2
    assert "192.0.2.1/ireval, which is not this computer" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments", [[], ["0"], ["many"], ["50001"], ["10", "--minutes", "0"], ["10", "--address", "example.org"]]
)
def test_arguments_that_cannot_be_used_are_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        main(arguments)
    assert refused.value.code == 2 and capsys.readouterr().err


def test_a_server_that_does_not_answer_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["10", "--address", "http://127.0.0.1:9", "--no-find"]) == 1
    assert "http://127.0.0.1:9 does not answer" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("found", "facts", "words"),
    [
        (figures(save=0.6), LAPTOP, "too slow for 2 cores"),
        (figures(page=2.5), LAPTOP, "PostgreSQL and RATE_STORAGE"),
        (figures(save=0.6), CLUSTER, "add cores or hosts"),
        (figures(lost=1), LAPTOP, "are gone"),
        (figures(errors={"a save: status 429": 3}), LAPTOP, "RATE_STUDENT to 24/minute"),
        (figures(errors={"a save: status 503": 3}), LAPTOP, "Use PostgreSQL"),
        (figures(errors={"a page: status 502": 3}), CLUSTER, "did not keep up"),
        (figures(errors={f"no answer: {FEW_FILES}": 1}), LAPTOP, "1,024 files at once: allow 21,000"),
        (figures(errors={"no answer: ConnectionResetError": 1}), LAPTOP, "add WORKERS or hosts"),
        (figures(errors={"no answer: TimeoutError": 1}), LAPTOP, "too slow"),
        (figures(errors={"a page: status 500": 1}), LAPTOP, "log of the server"),
    ],
)
def test_what_to_add_follows_from_what_was_seen(found: Figures, facts: Facts, words: str) -> None:
    assert not passed(found) and words in " ".join(advice(found, PLAN, facts))


def test_a_verdict_needs_all_answers_checked() -> None:
    assert passed(figures())
    others: list[dict[str, Any]] = [{"unchecked": 1}, {"stopped": True}, {"saves": []}, {"errors": {"x": 1}}]
    for more in others:
        assert not passed(figures(**more))
    lines = "\n".join(table(figures(), PLAN))
    assert "10,000 students" in lines and "0 lost" in lines and "50 ms" in lines and "under 500 ms" in lines


def test_the_generator_says_when_it_is_late_itself() -> None:
    assert not about_generator(figures(lags=[0.01] * 100))
    assert "another computer" in about_generator(figures(lags=[0.2] * 100))


def test_what_keeps_an_exam_from_being_set_up_is_named() -> None:
    assert "SHEET_STUDENTS to 10000" in about_set_up(SetUpError("the roster", 400, "no"), 10_000)
    assert "RATE_SHEETS" in about_set_up(SetUpError("publishing", 429, ""), 10)
    assert "/readyz" in about_set_up(SetUpError("publishing", 503, ""), 10)


@pytest.mark.parametrize("carries", [0, 49, 50, 700, 2600, 9999, 10_000])
def test_the_number_that_is_carried_is_found_in_a_few_plays(carries: int) -> None:
    tried: list[int] = []

    def passes(number: int) -> bool:
        tried.append(number)
        return number <= carries

    found = carried(10_000, passes)
    assert len(tried) <= 5 and found <= carries
    assert carries - found <= 10_000 / 2**5 + 100


def test_a_short_play_is_as_hard_as_the_long_one() -> None:
    short = PLAN.short(10_000)
    assert short.students / short.arrivals == PLAN.students / PLAN.arrivals
    assert short.students / short.rhythm == PLAN.students / PLAN.rhythm
    assert short.seconds < 60

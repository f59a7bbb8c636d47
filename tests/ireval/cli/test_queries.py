"""``explain`` and ``diagnose`` with the lists of several queries: means by hand."""

from __future__ import annotations

import pytest

from tests.ireval.cli.test_explain import refused, shown

#: Three queries, whose AP is 1/2, 1/4 and (1/9 + 2/20)/2.
QUERIES = ("01", "--query", "0001", "--query", "00000000100000000001")
MAP = (1 / 2 + 1 / 4 + (1 / 9 + 2 / 20) / 2) / 3


def test_a_mean_that_is_correct() -> None:
    for name in ("MAP", "map", "AP"):
        text = shown("diagnose", QUERIES[0], f"{MAP:.3f}", *QUERIES[1:], "-m", name)
        assert text.startswith(f"MAP: {MAP:.3f} is correct.")
        assert "MAP = (0.500 + 0.250 + 0.106)/3 = 0.285" in text


def test_judged_documents_that_a_query_missed() -> None:
    """R is 1 and 1/4: 0.625; together 2 of 5."""
    text = shown("diagnose", "10", "0.400", "--query", "0010,111", "-m", "R")
    assert "You divided the sum of the numerators by the sum of the denominators." in " ".join(text.split())


def test_geometric_means() -> None:
    assert "is correct" in shown("diagnose", "10", "0.500", "--query", "0010,111", "-m", "R", "--average", "geometric")
    gmap = f"{(1 / 2 * 1 / 4) ** 0.5:.3f}"
    assert "is correct" in shown("diagnose", "01", gmap, "--query", "0001", "-m", "GMAP")


def test_a_mean_is_explained() -> None:
    lines = shown("explain", *QUERIES, "-m", "MAP").splitlines()
    assert lines[1:4] == ["query 1: AP = 0.500", "query 2: AP = 0.250", "query 3: AP = 0.106"]
    assert lines[-1] == "MAP = (0.500 + 0.250 + 0.106)/3 = 0.285"


def test_a_query_without_relevant_documents_is_explained() -> None:
    left_out = shown("explain", "01", "--query", "00", "-m", "MAP", "--set", "no_relevant=left-out")
    assert "query 2: AP = not defined (no document is relevant" in " ".join(left_out.split())
    assert left_out.endswith("MAP = 0.500\n") or left_out.endswith("= 0.500\n")
    assert shown("explain", "01", "--query", "00", "-m", "MAP").endswith("MAP = (0.500 + 0)/2 = 0.250\n")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("01", "0.3", "-m", "AP", "--average", "geometric"), "--query 0110"),
        ((*QUERIES, "0.3", "-m", "MAP", "--column", "P", "--row", "1"), "without --query"),
        (("01", "0.3", "-m", "MAP", "--query", "01x"), "query 2"),
        (("", "0.3", "-m", "MAP", "--subtopics", "10,01", "--query", "01"), "--subtopics"),
    ],
)
def test_what_has_no_mean_is_refused(args: tuple[str, ...], said: str) -> None:
    assert said in refused("diagnose", *args)

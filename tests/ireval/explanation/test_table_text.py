"""A notebook shows the step tables of an explanation."""

from __future__ import annotations

from ireval import explain
from ireval.measure.listing import variants


def test_a_table_shows_itself_as_text_and_as_html() -> None:
    table = explain("1010", "1", conventions="lillis").table("AP", places=2)
    assert str(table).splitlines()[-1] == repr(table).splitlines()[-1] == "AP = (1 + 0.67)/3 = 0.56"
    html = table._repr_html_()
    assert "<caption>AP = (1 + 0.67)/3 = 0.56</caption>" in html
    assert html.count("<tr>") == 1 + 4
    assert "<td>2/3</td><td>0.67</td>" in html


def test_an_explanation_shows_every_listed_measure() -> None:
    explanation = explain("10u0", conventions="lillis")
    listed = variants({"k": 10, "level": 0.3, "beta": 1}, explanation.conventions)
    assert len(repr(explanation).splitlines()) == len(listed)
    assert explanation._repr_html_().count("<details><summary>") == len(listed)
    assert "<summary>AP = 1.000</summary><table>" in explanation._repr_html_()


def test_html_is_escaped() -> None:
    html = explain("1010", "1").table("Bpref(bpref='r')")._repr_html_()
    assert "bpref=&#x27;r&#x27;" in html

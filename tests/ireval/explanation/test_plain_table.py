"""Tables to download: what they contain, and that nothing typed into them becomes code."""

from __future__ import annotations

import csv
import io
import re
from itertools import cycle

import pytest

from ireval import explain
from ireval.explanation.explanation import Explanation
from ireval.explanation.plain_table import PlainTable, score_table, step_table, with_commas
from ireval.explanation.table_formats import FORMATS, as_csv, as_latex, as_markdown, guarded, latex
from ireval.measure.spelling import Spec
from ireval.ranking.labels import write_labels
from tests.ireval.random_lists import AWKWARD, DIVERSE, given, listed, presets, st, typed

pytestmark = pytest.mark.slow

HOSTILE = [
    "=1+1",
    "+49",
    "-x",
    "@cmd",
    "a|b",
    "a & b",
    r"\input{x}",
    "50 %",
    "#1",
    "~^_$",
    "{}",
    "[x](y)",
    "*b* `c`",
    "<i>x</i>",
    "https://example.org",
    "a@b.org",
    "&lt;",
    "--",
    "\t=2",
    "a\nb",
    r"a\|b",
]


def taken(explanation: Explanation, spec: Spec | str, names: list[str] | None = None) -> PlainTable:
    grades = explanation.ranking.grades.tolist()
    names = names or [f"d{i + 1}" for i in range(len(grades))]
    return step_table(explanation.table(spec), [(n, write_labels([g])) for n, g in zip(names, grades, strict=True)])


def read(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


def hostile_table() -> PlainTable:
    return taken(explain("1" * len(HOSTILE)), "AP", HOSTILE)


@pytest.mark.parametrize(("name", "unjudged"), list(zip([*AWKWARD, *DIVERSE], cycle(["skipped", "non-relevant"]))))
def test_every_column_is_aligned_with_its_documents(name: str, unjudged: str) -> None:
    explanation = (AWKWARD | DIVERSE)[name].explained("lillis", unjudged=unjudged)
    for spec in listed() if name in DIVERSE else [s for s in listed() if not s.measure.needs_subtopics]:
        table = explanation.table(spec)
        head, *rows, closing = read(as_csv(taken(explanation, spec)))
        assert closing == [table.final]
        assert all(len(row) == len(head) for row in rows)
        by_rank = table.measure.axis == "rank"
        n = len(explanation.ranking.grades)
        if by_rank:
            assert [row[0] for row in rows] == [str(i + 1) for i in range(len(rows))]
            assert [row[1] for row in rows[n:]] == ["not retrieved"] * (len(rows) - n)
        for c in table.shown_columns:
            column = [row[len(head) - 1 - head[::-1].index(c.printed)] for row in rows]
            there = [i for i in table.computed.positions.tolist() if i >= 0]
            in_order = [column[i] for i in there] + column[n:] if by_rank else column
            assert in_order == table.cells[c.key]
            assert sum(map(bool, column)) == sum(map(bool, table.cells[c.key]))


def test_skipped_documents_keep_their_rank_and_have_no_cells() -> None:
    head, *rows, _ = read(as_csv(taken(explain("1u3p", "2", unjudged="skipped"), "P")))
    assert head[3] == "judged"
    assert [row[:5] for row in rows] == [
        ["1", "d1", "1", "1", "1"],
        ["2", "d2", "u", "", ""],
        ["3", "d3", "3", "2", "2"],
        ["4", "d4", "p", "", ""],
    ]


def test_a_spreadsheet_takes_no_calculation_for_a_date() -> None:
    head, *rows, _ = read(as_csv(taken(explain("10"), "P")))
    assert [row[head.index("calculation")] for row in rows] == ["P[1] = 1/1", "P[2] = 1/2"]
    levels = read(as_csv(taken(explain("10"), "IPrec11")))
    assert levels[2][levels[0].index("calculation")] == "mean[0.1] = 2/11"


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "＝", "＋", "－", "＠"])
def test_a_name_is_no_formula(sign: str) -> None:
    """OWASP names these eight as beginnings of formulas; Excel with Japanese or Chinese input takes the wide ones."""
    row = read(as_csv(taken(explain("1"), "P", [f"{sign}1+1"])))[1]
    assert row[1] == f"'{sign}1+1"


@pytest.mark.parametrize("space", ["\t", "\r", "\n", " "])
def test_white_space_hides_no_formula(space: str) -> None:
    assert read(as_csv(taken(explain("1"), "P", [f"{space}=1+1"])))[1][1] == "'=1+1"


@given(st.text(max_size=8), st.text(max_size=8))
def test_any_name_stays_in_its_cell(first: str, second: str) -> None:
    explanation = explain("10")
    table = taken(explanation, "P", [first, second])
    rows = read(as_csv(table))
    assert [row[1] for row in rows[1:3]] == [guarded(first), guarded(second)]
    width = len(table.fields)
    lines = as_latex(table).split("\n")
    body = lines[lines.index(r"\midrule") + 1 : lines.index(r"\bottomrule")]
    assert [len(re.findall(r"(?<!\\)&", line)) for line in body] == [width - 1] * 2
    piped = as_markdown(table).split("\n")[4:6]
    assert [len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) for line in piped] == [width + 1] * 2


def test_numbers_below_zero_stay_numbers() -> None:
    assert guarded("-1") == "'-1"
    row = read(as_csv(taken(explain("0"), "P", ["-1"])))[1]
    assert row[1:4] == ["'-1", "0", "0"]


def test_markdown_shows_names_as_they_were_typed() -> None:
    markdown_it = pytest.importorskip("markdown_it", reason="install: pip install -r requirements-dev.txt")
    tokens = markdown_it.MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(as_markdown(hostile_table()))
    assert not [t for t in tokens if t.type == "html_block"]
    inlines = [t for t in tokens if t.type == "inline"]
    assert "strong_open" in {child.type for child in inlines[0].children}
    in_cells = inlines[1:-2]
    assert {child.type for t in in_cells for child in t.children} <= {"text", "text_special"}
    texts = ["".join(child.content for child in t.children) for t in in_cells]
    width = len(hostile_table().fields)
    assert texts[width + 1 :: width] == [" ".join(name.split()) for name in HOSTILE]


def test_latex_escapes_every_special_character_in_a_name() -> None:
    text = as_latex(hostile_table())
    body = text[text.index(r"\midrule") : text.index(r"\bottomrule")]
    names = [line.split(" & ")[1] for line in body.splitlines()[1:]]
    words = r"\\text\w+\{\}|\{\\char34\}|\\[{}#$%&_]|\{\}"
    for name, source in zip(names, HOSTILE, strict=True):
        assert not re.search(r"[\\{}#$%&_^~<>|`'\"]", re.sub(words, "", name)), source
    assert names[HOSTILE.index("a & b")] == r"a \& b"
    assert names[HOSTILE.index(r"\input{x}")] == r"\textbackslash{}input\{x\}"
    assert names[HOSTILE.index("--")] == "-{}-"
    assert latex("1 \N{MINUS SIGN} AP") == "1 $-$ AP", "LaTeX's fonts have no such letter"


def test_latex_sets_calculations_and_the_last_line_as_formulas() -> None:
    explanation = explain("101003000200003", "32211", conventions="lillis")
    text = as_latex(taken(explanation, "nDCG@10"), "http://localhost/lab?labels=1%2C0")
    assert "% http://localhost/lab?labels=1%2C0\n" in text
    assert r"\[ " + explanation.table("nDCG@10").final_latex + r" \]" in text
    assert re.search(r"& \$3/\\log_\{2\}\(6\) \+ 1\.63\d*\$ &", text)
    assert text.count(r"\begin{tabular}") == text.count(r"\end{tabular}") == 1
    assert text.count(r"\toprule") == text.count(r"\midrule") == text.count(r"\bottomrule") == 1


def test_decimal_commas_are_in_numbers_and_not_in_sentences() -> None:
    undefined = taken(explain("00", conventions="lillis"), "AP")
    assert with_commas(undefined).closing == undefined.closing
    table = with_commas(taken(explain("10"), "RBP(p=0.8)"))
    assert table.closing.startswith("RBP(p=0.8) = ")
    assert table.closing.endswith("0,200 (residual 0,640)")


def test_every_format_explains_undefined_scores() -> None:
    explanation = explain("00", conventions="lillis")
    for _, write in FORMATS.values():
        assert f"not defined ({explanation.table('AP').remark})" in write(taken(explanation, "AP"), "")
    scores = score_table(explanation, [("AP", Spec(explanation.table("AP").measure, {}, "AP"))], 3, "Measures")
    assert scores.rows[0][:3] == ("AP", "average precision", "")
    assert scores.rows[0][3].startswith("not defined: no document is relevant")
    assert scores.rows[0][3] in as_csv(scores)


@given(typed(), presets)
def test_the_score_table_has_the_scores_of_the_step_tables(found: object, preset: str) -> None:
    explanation = found.explained(preset)  # type: ignore[attr-defined]
    specs = [s for s in listed() if not s.measure.needs_subtopics]
    table = score_table(explanation, [(str(s), s) for s in specs], 3, "Measures")
    for row, spec in zip(table.rows, specs, strict=True):
        own = explanation.table(spec)
        assert row[2] == ("" if own.value is None else own.result)
        assert row[4] == spec.canonical(explanation.conventions)

"""The contract finds what is wrong with a measure file, each time in a file that is broken in one place."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ireval.contract.checks import findings
from ireval.contract.files.check_process import Report
from ireval.contract.files.check_worker import check as check_against
from ireval.contract.files.declared_file import load
from ireval.contract.formulas.formula_checks import check_legend
from ireval.contract.measure_file import MEASURES, registered
from ireval.measure.registry import measures, modules
from tests.ireval.contract.measure_files import SOUND
from tests.tiers import sampled


def check(path: Path) -> Report:
    return check_against(path, MEASURES)


def broken(folder: Path, old: str, new: str) -> Path:
    assert SOUND.count(old) == 1, old
    path = folder / "early_precision.py"
    path.write_text(SOUND.replace(old, new), "utf-8")
    return path


def test_a_sound_file_passes(tmp_path: Path) -> None:
    report = check(broken(tmp_path, "this test", "this test"))
    assert (report.findings, report.refused, report.name) == ((), "", "EarlyP")
    assert report.passed > 20
    assert "EarlyP" not in measures()


N_IS = '"n", "the length of the list; 1 for an empty one"'
#: What the sound file computes, and where.
COMPUTE = 1 + SOUND[: SOUND.index("    compute=")].count("\n")
MISTAKES = 1 + SOUND[: SOUND.index("MISTAKES =")].count("\n")
MEASURE = 1 + SOUND[: SOUND.index("MEASURE =")].count("\n")
IMPORT = 1 + SOUND[: SOUND.index("import numpy as np")].count("\n")
END = 1 + SOUND[: SOUND.index("    end =")].count("\n")
SHARE = 't.column("found", t.found) / t.rank'

#: What is replaced by what, the key of the finding, and the part of the measure that it names.
BREAKS = [
    ('name="EarlyP"', 'name="Early-P"', "name", "name"),
    ('name="EarlyP"', 'name="AP"', "name-taken", "AP"),
    ('"early_{k}"', '"map"', "name-taken", "map"),
    ('"early_{k}"', '"early_{k}", "early_{k}"', "name-taken", "early_{k}"),
    ('Column("found"', 'Column("share"', "column-key", "column share"),
    ('score="share"', 'score="shares"', "column-unknown", "score"),
    ("    mistakes=", '    exercise_columns=("P",),\n    mistakes=', "column-unknown", "exercise_columns"),
    ('("rel",)', '("rel", "discounting")', "convention-unknown", "conventions"),
    ("defined_by=()", 'defined_by=("latin",)', "preset-unknown", "defined_by"),
    ("    mistakes=", '    mean_of="APP",\n    mistakes=', "measure-unknown", "mean_of"),
    ('source="this test"', 'source=""', "words", "source"),
    ("at the top.", "at the top", "words", "sentence"),
    ('"their share"', '""', "words", "column share"),
    ('{"EarlyP@{k}":', '{"EarlyP@{k}x":', "spelling", "EarlyP@5x"),
    ("divides-by-the-relevant", "Divides", "mistake-key", "mistake Divides"),
    (r"\frac{{1}}{{{end}}}", r"\frac{{1}}{{{end}", "formula", "formula"),
    (r"\frac{{1}}{{{end}}}", r"\frac{{1}}{{m}}", "legend-missing", "m"),
    (f"({N_IS})", f'({N_IS}), ("x", "more")', "legend-needless", "x"),
    ('"the cutoff"', '"The cutoff."', "legend-words", "k"),
    (r"\frac{{1}}", r"\frac{{2}}", "formula-value", "formula: It gives"),
    ("'@k' if p.k else ''", "''", "formula-cutoff", "formula: It does not say @k"),
    ("'@k' if p.k else ''", "'@k'", "formula-cutoff", "formula: It says @k"),
    ('"k" if p.k else "n"', '"n"', "formula-cutoff", "formula: Nothing in it ends at the cutoff"),
    (
        "_formula(p):\n",
        "_formula(p):\n    p = type(p)({**p.values, 'k': None})\n",
        "formula-cutoff",
        "formula: It is the same",
    ),
    ("\n0.5\n", "\n0.6\n", "example", 'docstring, line 4: explain("101000").value("EarlyP@2") gives 0.5 and not 0.6.'),
    (
        "import numpy as np",
        "import numpy as np\nimport socket",
        "import",
        f"line {IMPORT + 1}: A measure may not import socket.",
    ),
    (
        "    end =",
        "    from ireval.cli.program import main\n    end =",
        "import",
        f"line {END}: A measure may not import ireval.cli",
    ),
    ("    mistakes=MISTAKES,\n", "", "mistakes-missing", "mistakes"),
    ("    set_based=True,\n", "", "set-based", "set_based: No order"),
    (SHARE, SHARE.replace("t.found)", "t.found * (t.grades[..., :1] > 0))"), "set-based", "set_based: It is declared"),
    ('symbol="EarlyP"', 'symbol="Early"', "formula-column", "column share: The column of the score"),
    ("whole=True", 'symbol="f"', "formula-column", "column found: No formula has its symbol"),
    ('name="EarlyP"', "name=5", "type", "name: It is 5. Give a text"),
    ('("rel",)', '("rel")', "type", "conventions: It is 'rel'. Give a tuple"),
    ('"found", "relevant documents so far"', '"found", 3', "type", "columns, number 1, title"),
    (f"{SHARE})", f"({SHARE}).sum())", "column-shape", f"column share, line {COMPUTE}"),
    (f"{SHARE})", f"({SHARE}).astype(str))", "column-shape", f"column share, line {COMPUTE}: It is array(["),
    ("    return rf", "    rf", "formula", "formula: It is None."),
    (f"{SHARE})", f"float(({SHARE}).sum()))", "column-shape", f"column share, line {COMPUTE}"),
    (f"{SHARE})", f"({SHARE}).sum(axis=0, keepdims=True))", "column-shape", f"column share, line {COMPUTE}"),
    (
        "lambda t: ratio(",
        "lambda t: 0.5 if t.width else ratio(",
        "mistake-work",
        "mistake divides-by-the-relevant, line ",
    ),
    (
        "lambda t: ratio(",
        "lambda t: only(True, t.found) if t.width else ratio(",
        "mistake-work",
        "mistake divides-by-the-relevant",
    ),
    (">>> explain", "explain", "example", "docstring"),
    (
        SHARE,
        't.apply(lambda x: x / t.arrays.rank, lambda x, i: x / (i + 2), t.column("found", t.found))',
        "calculation",
        "column share",
    ),
    (
        SHARE,
        't.apply(lambda x: x / t.arrays.rank, lambda x, i: Raised(x, i), t.column("found", t.found))',
        "calculation-unread",
        "column share",
    ),
    (
        SHARE,
        '(t.column("found", t.arrays.found), t.arrays.found / t.arrays.rank)[1]',
        "calculations",
        "compute",
    ),
    ("    mistakes=", '    tool_names={"latin": ("x",)},\n    mistakes=', "tool-unknown", "tool_names"),
    ("    mistakes=", "    publications=(PAPER,),\n    mistakes=", "publication", "publication 10.1/x"),
    ("lambda t: ratio(t, ", "lambda t: alone(t, ", "mistake-step", "mistake divides-by-the-relevant"),
    (SHARE, "t.found / t.rank", "columns", "compute"),
    (SHARE, SHARE.replace("t.rank", "t.arrays.rank[..., :1]"), "bounds", "score"),
    (SHARE, f"{SHARE} - 1", "score", "score"),
    (SHARE, f"{SHARE} / t.arrays.found.max()", "fails", "line "),
    (SHARE, f"{SHARE} * t.arrays.found.size / t.arrays.width", "block", "column share"),
    ("score_rank=lambda t: t.end", "score_rank=lambda t: t.end + 1", "cutoff", "cutoff"),
    ("score_rank=lambda t: t.end", "score_rank=lambda t: 0 * t.end", "never-defined", "score"),
    ("score_rank=lambda t: t.end", "score_rank=lambda t: t.end + 1", "block", "score"),
    ("divided by the relevant", "Divided by the relevant", "mistake-text", "mistake divides-by-the-relevant"),
    ("({R})", "({RR})", "mistake-text", "mistake divides-by-the-relevant"),
    ("[({R})]", "{R}", "mistake-text", "mistake divides-by-the-relevant"),
    ("t.R) if not t.p.k", "t.end) if not t.p.k", "mistake-changes-nothing", "mistake divides-by-the-relevant"),
    ("t.R) if not t.p.k", "t.R) if t.R.max() < 0", "mistake-never", "mistake divides-by-the-relevant"),
]


@pytest.mark.parametrize(("old", "new", "key", "where"), sampled(BREAKS, 15, lambda case: f"{case[2]}-{case[3][:30]}"))
def test_a_broken_file_is_reported(tmp_path: Path, old: str, new: str, key: str, where: str) -> None:
    report = check(broken(tmp_path, old, new))
    assert report.wrong
    lines = list(map(str, report.findings))
    assert any(line.startswith(f"{key}: {where}") for line in lines), lines
    assert not any("Traceback" in line or "\n" in line for line in lines)


@pytest.mark.parametrize(
    ("new", "wrong"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero."),
        ("exit(0)", "It ends the program."),
        ("open('missing')", "FileNotFoundError"),
        ("(lambda: None)(t)", "TypeError"),
        ("t.founds", "AttributeError"),
        ("np.zeros(10**15)", ""),
        ("exec('raise BaseException')", "BaseException."),
    ],
)
def test_one_cause_is_one_finding_with_its_line(tmp_path: Path, new: str, wrong: str) -> None:
    report = check(broken(tmp_path, f"{SHARE})", f"{new})"))
    assert [finding.key for finding in report.findings] == ["fails"]
    assert str(report.findings[0]).startswith(f"fails: line {COMPUTE}: {wrong}")


def test_an_error_in_the_example_is_said_in_one_line(tmp_path: Path) -> None:
    (found,) = check(broken(tmp_path, '"EarlyP@2"', '"EarlyP@2", 7')).findings
    assert (found.key, found.where) == ("fails", "docstring, line 4")
    assert found.wrong.startswith("TypeError: ")


def test_a_formula_that_nobody_can_compute_yet_is_a_note(tmp_path: Path) -> None:
    report = check(broken(tmp_path, '"the cutoff"', '"how many ranks count"'))
    assert not report.wrong
    (note,) = map(str, report.findings)
    assert note.startswith("note: formula-value: formula: It was not computed: nobody has said yet how to compute")
    assert "“k: how many ranks count”" in note


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("MEASURE = Measure(", "MEASURE = Measure((", f", line {MEASURE}: SyntaxError"),
        ("import numpy as np", "import numpyy as np", ", line 8: ModuleNotFoundError: No module named 'numpyy'"),
        ("MEASURE = Measure(", "OTHER = Measure(", ": The file declares no MEASURE"),
        ('    score="share",\n', "", f", line {MEASURE}: TypeError"),
        ("MISTAKES = (", "exit(0)\nMISTAKES = (", f", line {MISTAKES}: The file ends the program."),
        ("this test", "this test\0", ": SyntaxError"),
    ],
)
def test_a_file_that_cannot_be_loaded_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, message: str
) -> None:
    """The line is named for a relative path, too, also for one that climbs."""
    (tmp_path / "inner").mkdir()
    monkeypatch.chdir(tmp_path / "inner")
    path = broken(tmp_path, old, new)
    for written in (path, Path("..", path.name)):
        report = check(written)
        assert report.refused.startswith(f"{written}{message}")
        assert "\n" not in report.refused


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("missing.py", "There is no such file. Check the path."),
        (".", "This is a folder. Give a file that ends in .py."),
        ("measure.txt", "This is not a Python file. Give a file that ends in .py."),
    ],
)
def test_a_file_that_is_not_there_is_refused(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "measure.txt").write_text(SOUND, "utf-8")
    assert check(tmp_path / name).refused == f"{tmp_path / name}: {message}"


def test_a_file_of_the_project_is_checked_as_it_is() -> None:
    module = next(m for m in modules() if m.MEASURE.name == "Rprec")
    assert load(Path(str(module.__file__)), MEASURES) is module
    with registered(module):
        assert findings(module) == []
    assert "Rprec" in measures()


def test_a_line_that_a_legend_lacks_is_mostly_missed() -> None:
    """Of the lines of the project's legends; a symbol that is a column's, or that the formula defines, is not."""
    lines, missed = 0, set[str]()
    for measure in measures().values():
        for line in measure.where:
            without = replace(measure, where=tuple(other for other in measure.where if other != line))
            lines += 1
            if any(finding.key == "legend-missing" for finding in check_legend(without)):
                missed.add(f"{measure.name} {line[0]}")
    assert len(missed) > lines * 0.4
    assert {r"F \beta", "AP R"} <= missed


def test_a_legend_explains_what_a_formula_has_only_at_one_value_of_a_parameter() -> None:
    utility = measures()["Utility"]
    measure = replace(utility, formula=lambda p: utility.formula(p) + ("" if p.fn else " + z"))
    assert {(finding.key, finding.where) for finding in check_legend(measure)} == {("legend-missing", "z")}

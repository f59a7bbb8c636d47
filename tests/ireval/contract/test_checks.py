"""The contract finds what is wrong with a measure file, each time in a file that is broken in one place."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ireval.cli.program import main
from ireval.contract.checks import checks_passed, findings
from ireval.contract.formula_checks import check_legend
from ireval.contract.measure_file import load, registered
from ireval.measure.registry import measures, modules
from tests.ireval.contract.measure_files import SOUND


def checked(path: Path) -> Result:
    return CliRunner().invoke(main, ["measures", "--check", str(path)], prog_name="ireval")


def broken(folder: Path, old: str, new: str) -> Path:
    assert SOUND.count(old) == 1, old
    path = folder / "early_precision.py"
    path.write_text(SOUND.replace(old, new), "utf-8")
    return path


def test_a_sound_file_passes(tmp_path: Path) -> None:
    result = checked(broken(tmp_path, "this test", "this test"))
    assert result.output == f"{tmp_path / 'early_precision.py'}: EarlyP passed {checks_passed()} checks.\n"
    assert result.exit_code == 0
    assert "EarlyP" not in measures()


#: What the sound file computes.
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
    (r"\frac{f}{n}", r"\frac{f}{n", "formula", "formula"),
    (r"\frac{f}{n}", r"\frac{f}{m}", "legend-missing", "m"),
    ('("n", "documents looked at")', '("n", "ranks"), ("x", "more")', "legend-needless", "x"),
    ('"documents looked at"', '"Documents."', "legend-words", "n"),
    ("\n0.5\n", "\n0.6\n", "example", "docstring"),
    (">>> explain", "explain", "example", "docstring"),
    (
        SHARE,
        't.apply(lambda x: x / t.arrays.rank, lambda x, i: x / (i + 2), t.column("found", t.found))',
        "calculation",
        "column share",
    ),
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
    ("({R})", "{R}", "mistake-text", "mistake divides-by-the-relevant"),
    ("t.R) if not t.p.k", "t.end) if not t.p.k", "mistake-changes-nothing", "mistake divides-by-the-relevant"),
    ("t.R) if not t.p.k", "t.R) if t.R.max() < 0", "mistake-never", "mistake divides-by-the-relevant"),
]


@pytest.mark.parametrize(("old", "new", "key", "where"), BREAKS)
def test_a_broken_file_is_reported(tmp_path: Path, old: str, new: str, key: str, where: str) -> None:
    path = broken(tmp_path, old, new)
    result = checked(path)
    assert result.exit_code == 1, result.output
    lines = result.output.splitlines()
    assert all(line.startswith(f"{path}: ") for line in lines)
    assert any(line.startswith(f"{path}: {key}: {where}") for line in lines), result.output
    assert result.stderr == ""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("MEASURE = Measure(", "MEASURE = Measure((", "line 22: SyntaxError"),
        ("import numpy as np", "import numpyy as np", "line 8: ModuleNotFoundError: No module named 'numpyy'"),
        ("MEASURE = Measure(", "OTHER = Measure(", "declares no MEASURE"),
        ('    score="share",\n', "", "line 22: TypeError"),
    ],
)
def test_a_file_that_cannot_be_loaded_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    result = checked(broken(tmp_path, old, new))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert message in result.stderr


@pytest.mark.parametrize("name", ["missing.py", "."])
def test_a_file_that_is_not_there_is_refused(tmp_path: Path, name: str) -> None:
    result = checked(tmp_path / name)
    assert result.exit_code == 2
    assert "There is no such file." in result.stderr


def test_a_file_of_the_project_is_checked_as_it_is() -> None:
    module = next(m for m in modules() if m.MEASURE.name == "Rprec")
    assert load(Path(str(module.__file__))) is module
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

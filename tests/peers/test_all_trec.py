"""All that trec_eval prints, line for line but for blanks: recorded output, and pytrec_eval on random files.

The recorded files are outputs of trec_eval 9.0.8 and 10.0, built from the tags of these names of its repository, with
the blanks between fields reduced to one tab. The version is in the file's name, with the options.
"""

from __future__ import annotations

import math
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from ireval.cli.program import main
from tests.peers.agreement import HELP
from tests.tiers import sampled

RECORDED = Path(__file__).parent / "recorded"
FILES = (str(RECORDED / "qrels.txt"), str(RECORDED / "run.txt"))


def lines(*arguments: str) -> list[str]:
    result = CliRunner().invoke(main, ["evaluate", "--conventions", "trec_eval", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()


def recorded(name: str) -> list[str]:
    return (RECORDED / f"trec_eval-{name}.txt").read_text("utf-8").splitlines()


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("9.0.8", ("-m", "all_trec", "-q")),
        ("9.0.8-l2-M8-N100", ("-m", "all_trec", "-l", "2", "-M", "8", "-N", "100")),
        ("9.0.8-J-set", ("-m", "set", "-q", "-J")),
    ],
)
def test_the_lines_of_trec_eval_9(name: str, options: tuple[str, ...]) -> None:
    assert lines(*options, *FILES) == recorded(name)


def test_without_averages_there_are_the_lines_of_topics_only() -> None:
    printed = [line for line in recorded("9.0.8") if "\tall\t" not in line]
    assert lines("-m", "all_trec", "-nq", *FILES) == printed
    assert lines("-m", "all_trec", "-n", *FILES) == []


def test_the_lines_of_trec_eval_10() -> None:
    """It has five more lines. Its rbp uses grades, which no setting of RBP does."""
    version = ("--set", "interpolation=trec-eval-10", "--set", "scores=double")
    *others, rbp, residual, unj_5, unj_10, unj_20 = recorded("10.0")
    assert rbp.startswith("rbp\t")
    assert lines("-m", "all_trec", *version, *FILES) == others
    assert lines("-m", "rbp_resid,unj", *version, *FILES) == [residual, unj_5, unj_10, unj_20]


def random_files(seed: int) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    """Judgements and a run in which some scores are equal, some only in single precision."""
    rng = Random(seed)  # noqa: S311 - test data
    qrels: dict[str, dict[str, int]] = {}
    run: dict[str, dict[str, float]] = {}
    for topic in map(str, range(1, rng.randint(3, 6))):
        docs = [f"{rng.choice(['D', 'long-name-'])}{i}" for i in range(rng.choice([2, 12, 45]))]
        least, top = rng.choice([(0, 1), (0, 3), (-1, 2)])
        qrels[topic] = {doc: rng.randint(least, top) for doc in docs if rng.random() < 0.6} | {docs[0]: 0}
        scores = [rng.choice([rng.randint(0, 9) / 4, rng.random(), 1 + 1e-9]) for _ in docs]
        some = rng.choice([0.3, 0.9])
        run[topic] = {doc: x for doc, x in zip(docs, scores, strict=True) if rng.random() < some} or {docs[0]: 1.0}
    return qrels, run


@pytest.mark.parametrize("seed", sampled(range(8), 2))
def test_every_name_of_pytrec_eval(seed: int, tmp_path: Path) -> None:
    """Every score has the digits of pytrec_eval's; strings and the tag are not among its results."""
    pytrec_eval = pytest.importorskip("pytrec_eval", reason=f"comparing needs it: {HELP}")
    qrels, run = random_files(seed)
    names: Any = pytrec_eval.supported_measures - {"runid", "relstring"}
    theirs = pytrec_eval.RelevanceEvaluator(qrels, names).evaluate(run)
    files = tmp_path / "qrels", tmp_path / "run"
    files[0].write_text("".join(f"{t} 0 {d} {g}\n" for t, mine in qrels.items() for d, g in mine.items()))
    files[1].write_text("".join(f"{t} Q0 {d} 0 {x!r} me\n" for t, mine in run.items() for d, x in mine.items()))
    printed = [line.split("\t") for line in lines("-m", "all_trec", "-q", *map(str, files))]
    ours = {(topic, name): text for name, topic, text in printed if topic != "all" and name != "relstring"}
    assert set(ours) == {(t, name) for t, mine in theirs.items() for name in mine if name not in UNPRINTED}
    for (topic, name), text in ours.items():
        assert text == digits(name, theirs[topic][name]), (topic, name)
    means = {name: text for name, topic, text in printed if topic == "all" and name != "runid"}
    assert set(means) == {name for mine in theirs.values() for name in mine}
    for name, text in means.items():
        column = [mine[name] for mine in theirs.values()]
        total = sum(column) if name.startswith("num_") else sum(column) / len(column)
        assert text == digits(name, math.exp(total) if name.startswith("gm_") else total), name


#: What trec_eval does not print for single topics.
UNPRINTED = {"num_q", "gm_map", "gm_bpref"}


def digits(name: str, value: float) -> str:
    """A value as trec_eval prints it."""
    return f"{value:.0f}" if name.startswith("num_") else f"{value:.4f}"

"""Two runs of 200 topics with 1,000 documents each, compared: from files, and as a page that is opened again.

    python benchmarks/comparison.py

From files: `ireval.comparison.compare` with reading, tests, intervals and all reasons, against pytrec_eval, which reads
the same files and only scores them. The page: opened for the first time, and again, as somebody does who sorts it or
takes a file. All times are processor time of this process.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

from house import ROOT
from results import Row, add_json, write

sys.path.insert(0, str(ROOT))

from app import create_app
from ireval.collection.stored_collection import Collection
from ireval.comparison import compare
from ireval.trec import read_qrels, read_run
from web.store.library import library

MEASURES, THEIRS = ["AP", "nDCG@10", "P@10"], {"map", "ndcg_cut.10", "P.10"}
#: Judged documents of a topic.
JUDGED = 200
BUDGET = 1.0  # seconds


def draw(folder: Path, topics: int, depth: int) -> tuple[Path, list[Path]]:
    """Files of judgements and of two runs, drawn at random."""
    dice = random.Random(18)
    qrels, runs = folder / "qrels.txt", [folder / f"run{i}.txt" for i in (1, 2)]
    judged: list[str] = []
    ranked: tuple[list[str], list[str]] = ([], [])
    for topic in range(1, topics + 1):
        pool = [f"doc-{topic}-{i:05}" for i in range(2 * depth)]
        judged += [f"{topic} 0 {doc} {dice.choice((0, 0, 0, 1, 2))}\n" for doc in dice.sample(pool, JUDGED)]
        for lines in ranked:
            chosen = enumerate(dice.sample(pool, depth), 1)
            lines += [f"{topic} Q0 {doc} {rank} {depth - rank}.{dice.randrange(1000):03} x\n" for rank, doc in chosen]
    qrels.write_text("".join(judged))
    for run, lines in zip(runs, ranked, strict=True):
        run.write_text("".join(lines))
    return qrels, runs


def seconds(work: Callable[[], Any], times: int) -> float:
    """The median of the processor time that the work takes."""
    taken = []
    for _ in range(times):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return median(taken)


def ours(qrels: Path, runs: list[Path]) -> None:
    """Read and compare the files, with the reasons for all topics."""
    found = compare(qrels, list(runs), MEASURES)
    for measure in found.measures:
        for pair in measure.pairs:
            found.reasons(measure, pair)


def theirs(qrels: Path, runs: list[Path]) -> None:
    """Read and score the files with pytrec_eval."""
    import pytrec_eval

    with qrels.open() as file:
        evaluator = pytrec_eval.RelevanceEvaluator(pytrec_eval.parse_qrel(file), THEIRS)
    for run in runs:
        with run.open() as file:
            evaluator.evaluate(pytrec_eval.parse_run(file))


def pages(qrels: Path, runs: list[Path]) -> tuple[float, float]:
    """The seconds in which the page of the comparison opens for the first time, and again."""
    stored = Collection({}, {}, read_qrels(qrels).to_dict(), {}, {run.stem: read_run(run) for run in runs})
    entry = library.LibraryEntry("large", "Large", stored)
    library.find = lambda _: entry  # type: ignore[assignment]
    client = create_app().test_client()
    client.get("/compare/pairing")  # everything is loaded then
    address = f"/compare?collection=large&measures={','.join(MEASURES)}"

    def opened() -> None:
        assert client.get(address).status_code == 200

    return seconds(opened, 1), seconds(opened, 9)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--topics", type=int, default=200, help="topics (200)")
    parser.add_argument("--depth", type=int, default=1000, help="documents of a topic in a run (1000)")
    parser.add_argument("--rounds", type=int, default=5, help="how often the files are compared (5)")
    add_json(parser)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        qrels, runs = draw(Path(folder), options.topics, options.depth)
        ours(qrels, runs)  # SciPy is loaded then
        mine = seconds(lambda: ours(qrels, runs), options.rounds)
        other = seconds(lambda: theirs(qrels, runs), options.rounds) if find_spec("pytrec_eval") else None
        first, again = pages(qrels, runs)
    size = f"two runs of {options.topics} x {options.depth:,}"
    found = [
        Row(
            f"page of {size} opened again, processor time",
            f"{again:.2f} s",
            f"{first:.2f} s, the first time",
            again / first,
            f"under {BUDGET:g} s",
            again < BUDGET,
        )
    ]
    if other is not None:
        words = f"{other:.2f} s, pytrec_eval, without tests"
        found.append(Row(f"{size} compared from files, processor time", f"{mine:.2f} s", words, mine / other))
    for row in found:
        print(f"{row.what}: {row.measured}; {row.neighbour}; ratio {row.ratio:.2f}")
    write(options.json, found)


if __name__ == "__main__":
    main()

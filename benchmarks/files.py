"""Scoring runs from files: ireval, as a command and in process, and every other installed tool.

    python -m benchmarks.files                          # all sizes, a table
    python -m benchmarks.files --sizes 50 --repeat 5 --trec-eval ~/trec_eval/trec_eval
    python -m benchmarks.files --write                  # writes the table into docs/speed.md

Each tool runs in a process of its own, on the same seeded files, with the same seven measures, from the files to the
means. The tools take turns. Figures are the best of the repetitions: wall time with the start of the process, the same
without starting and importing where the tool is a library, the processor time of the process and of all its threads,
and the peak of memory. Wall time means little while other programs keep the processors busy; the ratio of processor
times and the memory then still mean something.

Budgets: with 6,980 topics a quarter of trec_eval's wall time (compiled with -O2: make CFLAGS="-O2 -I." trec_eval), and
no more than its memory; with 50 topics, in process no slower than pytrec_eval, and as a command at most 0.25 s more
than an empty Python with the same imports. They are printed below the table.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))  # where scripts find what benchmarks share

import results
from results import Row

ROOT = Path(__file__).resolve().parent.parent
SIZES = (50, 1000, 6980)
QUARTER = 0.25  # of trec_eval's time, at the largest size
DEPTH = 1000
JUDGED = 100
COLLECTION = 8_841_823
#: Seconds: shorter work of a library is measured several times in a process.
SHORT = 2.0
OURS = ("AP", "P@10", "nDCG@10", "RR", "Bpref", "Rprec", "R@1000")
TRECS = ("map", "P.10", "ndcg_cut.10", "recip_rank", "bpref", "Rprec", "recall.1000")
NAMES = ("map", "P_10", "ndcg_cut_10", "recip_rank", "bpref", "Rprec", "recall_1000")
_MARKS = ("<!-- benchmark of files: begin -->", "<!-- benchmark of files: end -->")

#: The code that runs in each library's process: imports, then `work`, which returns the mean of AP.
PROGRAMS = {
    "ireval": f"""
import ireval, pyarrow.csv
def work(qrels, run):
    return ireval.evaluate(qrels, run, {OURS!r}).mean["AP"]
""",
    "pytrec_eval": f"""
import pytrec_eval
def work(qrels, run):
    with open(qrels) as a, open(run) as b:
        judged, returned = pytrec_eval.parse_qrel(a), pytrec_eval.parse_run(b)
    rows = pytrec_eval.RelevanceEvaluator(judged, {set(TRECS)!r}).evaluate(returned)
    means = {{m: pytrec_eval.compute_aggregated_measure(m, [r[m] for r in rows.values()]) for m in {NAMES!r}}}
    return means["map"]
""",
    "ir_measures": f"""
import ir_measures
def work(qrels, run):
    measures = [ir_measures.parse_measure(m) for m in {OURS!r}]
    means = ir_measures.calc_aggregate(measures, ir_measures.read_trec_qrels(qrels), ir_measures.read_trec_run(run))
    return means[measures[0]]
""",
    "ranx": """
import ranx
def work(qrels, run):
    measures = ["map", "precision@10", "ndcg@10", "mrr", "bpref", "r-precision", "recall@1000"]
    judged, returned = ranx.Qrels.from_file(qrels, kind="trec"), ranx.Run.from_file(run, kind="trec")
    return ranx.evaluate(judged, returned, measures)["map"]
""",
}
_PROCESS = """
import json, sys, time
begin = time.perf_counter()
{program}
qrels, run, times = sys.argv[1:4]
imported = time.perf_counter()
inside = []
for _ in range(int(times)):
    start = time.perf_counter()
    value = work(qrels, run)
    inside.append(time.perf_counter() - start)
print(json.dumps({{"AP": float(value), "inside": min(inside), "imports": imported - begin}}))
"""


@dataclass
class Figures:
    """One tool on one size: wall time of its process in seconds, without start and imports, processor time, MB, AP."""

    wall: float
    inside: float | None
    processor: float
    memory: float
    value: float


def generate(folder: Path, topics: int) -> tuple[Path, Path]:
    """Random judgements and a random run from a seed: half of the judged documents are retrieved; grades are 0 to 3."""
    qrels, run = folder / f"qrels-{topics}.txt", folder / f"run-{topics}.txt"
    rng = np.random.default_rng(topics)
    with qrels.open("w") as judged, run.open("w") as returned:
        for topic in range(topics):
            pool = rng.choice(COLLECTION, DEPTH + JUDGED // 2, replace=False)
            ranked = pool[:DEPTH].tolist()
            seen = [*rng.choice(pool[:DEPTH], JUDGED // 2, replace=False).tolist(), *pool[DEPTH:].tolist()]
            grades = rng.choice([0, 0, 0, 1, 2, 3], len(seen)).tolist()
            scores = np.sort(rng.gamma(2, 4, DEPTH))[::-1].tolist()
            name = 300_000 + 7 * topic
            judged.writelines(f"{name} 0 D{doc:07d} {grade}\n" for doc, grade in zip(seen, grades, strict=True))
            rows = enumerate(zip(ranked, scores, strict=True), start=1)
            returned.writelines(f"{name} Q0 D{doc:07d} {rank} {score:.6f} seeded\n" for rank, (doc, score) in rows)
    return qrels, run


def commands(trec_eval: str | None) -> Iterator[tuple[str, list[str]]]:
    """The installed tools: name and command, to which files are appended."""
    options = [part for m in OURS for part in ("-m", m)]
    yield "ireval, command", [sys.executable, "-m", "ireval", "evaluate", *options]
    for name, program in PROGRAMS.items():
        if find_spec(name):
            yield name, [sys.executable, "-c", _PROCESS.format(program=program)]
    if trec_eval:
        yield "trec_eval", [trec_eval, *(part for m in TRECS for part in ("-m", m))]


def measure(command: Sequence[str], files: tuple[Path, Path], times: int) -> Figures:
    """Run a tool once in its own process, in which a library works ``times`` times for the time without the start."""
    library = "-c" in command
    arguments = [*command, *map(str, files), *([str(times)] if library else [])]
    with tempfile.TemporaryFile("w+") as out:
        start = os.times().elapsed
        process = subprocess.Popen(arguments, cwd=ROOT, stdout=out, stderr=subprocess.DEVNULL, text=True)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        wall = os.times().elapsed - start
        out.seek(0)
        text = out.read()
    if process.returncode:
        raise SystemExit(f"{command[0]} failed: {text}")
    memory = usage.ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)
    processor = usage.ru_utime + usage.ru_stime
    if library:
        report = json.loads(text.splitlines()[-1])
        return Figures(wall, report["inside"], processor, memory, report["AP"])
    found = re.search(r"^(?:AP|map)\s+all\s+(\S+)", text, re.MULTILINE)
    assert found
    return Figures(wall, None, processor, memory, float(found[1]))


def measure_in_turn(tools: dict[str, list[str]], files: tuple[Path, Path], repeat: int) -> dict[str, Figures]:
    """The best figures of each tool, after as many rounds in which each tool runs in a fresh process."""
    runs: dict[str, list[Figures]] = {name: [] for name in tools}
    for number in range(repeat):
        for name, command in tools.items():
            print(f"round {number + 1} of {repeat}: {name} ...", file=sys.stderr, flush=True)
            runs[name].append(measure(command, files, 1))
    found = {}
    for name, mine in runs.items():
        inside = [run.inside for run in mine if run.inside is not None]
        if inside and max(inside) < SHORT:  # short enough to be repeated with warm caches, as in a notebook
            inside.append(measure(tools[name], files, 5).inside or 0)
        wall, processor = min(run.wall for run in mine), min(run.processor for run in mine)
        memory = max(run.memory for run in mine)
        found[name] = Figures(wall, min(inside, default=None), processor, memory, mine[0].value)
    return found


def table(found: dict[int, dict[str, Figures]]) -> Iterator[str]:
    """The figures as a table in Markdown; ratios are to the wall time of our command."""
    yield "| topics x documents | tool | wall time | without start | processor | memory | wall time, ours is 1 |"
    yield "|---|---|---:|---:|---:|---:|---:|"
    for topics, tools in found.items():
        ours = tools["ireval, command"]
        for name, figures in tools.items():
            inside = "" if figures.inside is None else f"{figures.inside:.3f} s"
            ratio = f"{figures.wall / ours.wall:.1f}"
            memory = f"{figures.memory:,.0f} MB"
            times = f"{figures.wall:.2f} s | {inside} | {figures.processor:.2f} s"
            yield f"| {topics:,} x {DEPTH:,} | {name} | {times} | {memory} | {ratio} |"


def budgets(found: dict[int, dict[str, Figures]], start: float) -> Iterator[str]:
    """The budgets with what was measured, as far as the sizes and tools were; ``start`` is that of an empty Python."""
    for topics, tools in found.items():
        ours, size = tools["ireval, command"], f"{topics:,} x {DEPTH:,}"
        if topics >= SIZES[-1] and (theirs := tools.get("trec_eval")):
            shares = f"wall time {ours.wall / theirs.wall:.2f}, processor time {ours.processor / theirs.processor:.2f}"
            memory = f"memory {ours.memory / theirs.memory:.2f}"
            yield f"{size}: our share of trec_eval's {shares}, {memory}; budget: wall time 0.25, memory 1."
        if topics > SIZES[0]:
            continue
        if (theirs := tools.get("pytrec_eval")) and (library := tools.get("ireval")):
            share = (library.inside or 0) / (theirs.inside or 1)
            yield f"{size}: in process {share:.2f} of pytrec_eval's time; budget 1."
        yield f"{size}: as a command {ours.wall - start:.2f} s over an empty Python; budget 0.25 s."


def machine() -> str:
    """The size and software of the machine, without its name."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    today = datetime.now(tz=UTC).date().isoformat()
    return f"{today}, {cores} cores, {platform.system()}, Python {platform.python_version()}"


def empty_start() -> float:
    """The seconds that an empty Python with the command's imports takes."""
    program = "import click, numpy, pyarrow, pyarrow.csv, ireval.cli.evaluate"
    times = []
    for _ in range(5):
        start = os.times().elapsed
        subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)
        times.append(os.times().elapsed - start)
    return min(times)


def main() -> None:
    """Measure, and print or write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="topics of each run")
    parser.add_argument("--repeat", type=int, default=3, help="processes of each tool; the best one counts")
    parser.add_argument(
        "--trec-eval",
        default=os.environ.get("TREC_EVAL") or shutil.which("trec_eval"),
        help="trec_eval's program, if neither the variable TREC_EVAL nor the path leads to it",
    )
    parser.add_argument("--only", nargs="+", help="only these tools, in addition to the command")
    parser.add_argument("--write", action="store_true", help="write the table into docs/speed.md")
    results.add_json(parser)
    options = parser.parse_args()
    found: dict[int, dict[str, Figures]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for topics in options.sizes:
            with ProcessPoolExecutor(1) as pool:  # otherwise the memory of this process would count as its children's
                files = pool.submit(generate, Path(folder), topics).result()
            wanted = {*(options.only or []), "ireval, command"}
            tools = {n: command for n, command in commands(options.trec_eval) if n in wanted or not options.only}
            print(f"{topics} topics", file=sys.stderr)
            found[topics] = measure_in_turn(tools, files, options.repeat)
            values = {name: figures.value for name, figures in found[topics].items()}
            if max(values.values()) - min(values.values()) > 1e-3:
                print(f"The tools do not agree on AP: {values}", file=sys.stderr)
            for file in files:
                file.unlink()
    start = empty_start()
    note = f"{machine()}. An empty Python with the command's imports takes {start:.2f} s."
    text = "\n".join([*table(found), "", note, "", *(f"- {line}" for line in budgets(found, start))])
    print(text)
    results.write(options.json, list(rows(found)))
    if options.write:
        write(text)


def rows(found: dict[int, dict[str, Figures]]) -> Iterator[Row]:
    """Time and memory of the command beside those of trec_eval and pytrec_eval; the largest size is for the README."""
    for topics, tools in found.items():
        size, ours = f"{topics:,} x {DEPTH:,} from files, seven measures", tools["ireval, command"]
        for name in ("trec_eval", "pytrec_eval"):
            if other := tools.get(name):
                time, memory = ours.wall / other.wall, ours.memory / other.memory
                in_seconds = Row(size, f"{ours.wall:.2f} s", f"{other.wall:.2f} s, {name}", round(time, 2))
                in_bytes = Row(
                    f"memory, {size}", f"{ours.memory:,.0f} MB", f"{other.memory:,.0f} MB, {name}", round(memory, 2)
                )
                if name == "trec_eval" and topics == max(SIZES):
                    in_seconds = in_seconds._replace(target=f"at most {QUARTER:g}", met=time <= QUARTER, place=7)
                    in_bytes = in_bytes._replace(target="at most 1", met=memory <= 1, place=8)
                yield from (in_seconds, in_bytes)


def write(text: str) -> None:
    """Write the table between the marks in docs/speed.md."""
    path = ROOT / "docs" / "speed.md"
    before, rest = path.read_text("utf-8").split(_MARKS[0])
    path.write_text(f"{before}{_MARKS[0]}\n\n{text}\n\n{_MARKS[1]}{rest.split(_MARKS[1])[1]}", "utf-8")


if __name__ == "__main__":
    main()

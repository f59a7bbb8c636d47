"""How long `ireval.evaluate` takes on dicts of one list, against pytrec_eval and against the measure alone.

    python -m benchmarks.single_list

All three score the same random dicts in turn, in one process; the medians and their ratios count. pytrec_eval makes a
new evaluator for each list, as `evaluate` does, because each list has judgements of its own. "measure alone" is the
same measure on a ranking that is known already, so "around it" is what the dicts cost: checks, order, and the result.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import pstats
import random
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

import ireval
from ireval.conventions import effective
from ireval.measure.scores import settings_under
from ireval.measure.spelling import parse
from ireval.trec.plain_lists import PlainLists, plain_qrels, plain_run
from ireval.trec.rank_order import RankOrder

Dicts = tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]
OURS, ALONE, THEIRS = "ireval.evaluate", "the measure alone", "pytrec_eval"


def draw(dice: random.Random, documents: int) -> Dicts:
    """One list as dicts: some documents are judged, some scores are equal, some judged ones are not retrieved."""
    names = [f"doc-{dice.randrange(10**6):06}-{i}" for i in range(documents + documents // 2)]
    run = {name: round(dice.random(), 2) for name in names[:documents]}
    return {"1": {name: dice.choice((0, 0, 1, 2)) for name in names[documents // 2 :]}}, {"1": run}


def programs(measure: str, theirs: str) -> dict[str, Callable[[Dicts], Any]]:
    """What is measured, by name: functions that get a list ready and return the work itself."""
    spec, settings = parse(measure), settings_under(effective())

    def alone(dicts: Dicts) -> Any:
        qrels, run = plain_qrels(dicts[0]), plain_run(dicts[1])
        assert qrels and run
        ranking = PlainLists(qrels, run, RankOrder()).ranking(slice(0, 1))
        return lambda: settings.compute(spec, ranking)

    found: dict[str, Callable[[Dicts], Any]] = {
        OURS: lambda dicts: lambda: ireval.evaluate(*dicts, [measure]),
        ALONE: alone,
    }
    if find_spec("pytrec_eval"):
        import pytrec_eval

        found[THEIRS] = lambda dicts: lambda: pytrec_eval.RelevanceEvaluator(dicts[0], {theirs}).evaluate(dicts[1])
    return found


def rows(measure: str, medians: dict[str, float]) -> list[dict[str, Any]]:
    """The figures beside their neighbours', as rows of the table that `python -m benchmarks` prints."""
    others = [name for name in (THEIRS, ALONE) if name in medians]
    return [
        {
            "what": f"one list of dicts scored with {measure}",
            "measured": f"{medians[OURS]:.0f} us",
            "neighbour": f"{name}: {medians[name]:.0f} us",
            "ratio": medians[OURS] / medians[name],
        }
        for name in others
    ]


def main() -> None:
    """Measure, and print the medians, their ratios, and the function calls of one evaluation."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=20, help="retrieved documents (20)")
    parser.add_argument("--lists", type=int, default=2000, help="random lists (2000)")
    parser.add_argument("--measure", default="AP", help="our name of the measure (AP)")
    parser.add_argument("--theirs", default="map", help="pytrec_eval's name of it (map)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures as rows of JSON into this file")
    options = parser.parse_args()
    dice = random.Random(16)
    lists = [draw(dice, options.documents) for _ in range(options.lists)]
    compared = programs(options.measure, options.theirs)
    taken: dict[str, list[float]] = {name: [] for name in compared}
    for dicts in lists[:20] + lists:  # the first ones fill the caches, and their times are dropped
        for name, prepare in compared.items():
            work = prepare(dicts)
            start = time.process_time_ns()
            work()
            taken[name].append((time.process_time_ns() - start) / 1000)
    medians = {name: median(times[20:]) for name, times in taken.items()}
    print(f"{options.measure} of one list of {options.documents} documents, as dicts; {options.lists} lists")
    for name, value in medians.items():
        print(f"{name:20}{value:8.1f} us {value / medians[OURS]:6.2f}")
    print(f"{'around the measure':20}{medians[OURS] - medians[ALONE]:8.1f} us")
    if options.json:
        options.json.write_text(json.dumps({"rows": rows(options.measure, medians)}, indent=1) + "\n", "utf-8")
    profile = cProfile.Profile()
    profile.runcall(lambda: [ireval.evaluate(*dicts, [options.measure]) for dicts in lists[:100]])
    print(f"{'function calls':20}{pstats.Stats(profile).total_calls / 100:8.0f}")  # type: ignore[attr-defined]


if __name__ == "__main__":
    main()

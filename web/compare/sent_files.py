"""Compares judgements and runs that were sent with a form, within limits that keep a request short."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ireval.comparison.comparison import USUAL, RunComparison, compare, read_measures
from ireval.conventions import CONVENTIONS, DEFAULT_PRESET, effective
from ireval.errors import InputError
from ireval.measure.spelling import Spec
from ireval.numbers.notation import read_number
from ireval.trec import read_qrels, read_run
from web.compare.work_limit import MOST_RUNS, check_measures, check_work
from web.server.incoming.named_text import LARGEST_FILE, NamedText

MOST_SEED = 2**63 - 1


def compare_files(given: Mapping[str, str], qrels: NamedText | None, runs: Sequence[NamedText]) -> RunComparison:
    """Return the comparison for a form with its measures, settings and single conventions.

    Raises ``InputError`` if something cannot be used; for a file, with its name and the line.
    """
    chosen: dict[str, Any] = {name: text for name, text in given.items() if name in CONVENTIONS}
    preset = given.get("conventions", DEFAULT_PRESET)
    effective(preset, chosen)  # before the files are read
    specs, seed = requested_measures(given), requested_seed(given)
    if qrels is None:
        raise InputError("qrels", "no-qrels-file")
    if len(runs) > MOST_RUNS:
        raise InputError("run", "too-many-runs", count=len(runs), most=MOST_RUNS)
    subtopics = any(spec.measure.needs_subtopics for spec in specs)
    judged = read_qrels(qrels, subtopics=subtopics, limit=LARGEST_FILE)
    baseline = given.get("baseline", "").strip()
    check_work(len(judged.topics), len(runs), specs, baseline=bool(baseline))
    read = [read_run(run, limit=LARGEST_FILE) for run in runs]
    chosen |= {"conventions": preset, "seed": seed, "baseline": baseline}
    return compare(judged, read, [spec.text for spec in specs], **chosen)


def requested_measures(given: Mapping[str, str]) -> list[Spec]:
    """Return the measures of a form or an address; if it has none, the default. Raises ``InputError`` for too many."""
    specs = read_measures(given.get("measures", "").strip() or USUAL, given.get("conventions", DEFAULT_PRESET))
    check_measures(specs)
    return specs


def requested_seed(given: Mapping[str, str]) -> int:
    """Return the seed of a form or an address. Raises ``InputError`` if it cannot be read."""
    return int(read_number(given.get("seed", "").strip() or "0", "seed", "Seed", whole=True, least=0, most=MOST_SEED))

"""A hall of students who toggle labels: how long each waits, and how many small files a toggle costs.

Starts the product as it ships. Each student has a list and a connection of their own, asks for gzip as browsers do, and
changes one label a second to a state that nobody has sent before; `--repeats 0.3` makes three in ten of them copies of
what somebody else has sent, as where a hall does what the lecturer says. The loop is open: each toggle is due at a
fixed time, whether or not the one before is answered, and its time counts from then. The generator runs in a process of
its own on the same computer, and says so if it fell behind itself.

Beside it, in the same run: the same number of students who load a small file instead. Then fifty connections send one
request after the other, toggles and small files in turn; how many times as many files a second the server gives is
what a toggle costs.

Targets: with 300 students p99 under 100 ms and no error; a toggle costs at most 20 small files.
"""

from __future__ import annotations

import argparse
import math
import os
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from typing import NamedTuple
from urllib.parse import urlsplit

import results
from hall import WARM, Hall, small_file
from house import gunicorn, p50, p95, p99, product
from results import Row
from traffic import Result, in_process, paced, saturated

BEHIND = 10  # milliseconds of the generator's own lateness (p99) from which its figures say little
CONNECTIONS, TURN = 50, 2.0  # of the closed loop, and the seconds of a turn
ENOUGH = 4000  # toggles for a turn
FILES_SECONDS = 5.0
MOST_FILES = 20
MOST_P99 = 100


class Open(NamedTuple):
    """One line of the table: a number of students, and what they did each second."""

    students: int
    what: str
    result: Result


class Cost(NamedTuple):
    """Answers a second at most: toggles, and small files in turn with them; and wrong answers."""

    toggles: float
    files: float
    errors: int


def halls(server: str, options: argparse.Namespace) -> Iterator[Open]:
    """The open loops: toggles of each number of students, and small files of the largest one."""
    address = (urlsplit(server).hostname, urlsplit(server).port)
    hall = Hall(server, options.rows, options.repeats, options.seed)
    for students in options.students:
        yield Open(students, "toggle", in_process(paced, address, hall.plans(students, options.seconds), WARM))
    students, file = max(options.students), small_file(server)
    times = range(math.ceil(WARM + min(FILES_SECONDS, options.seconds)))
    plans = [[(begin + second, file) for second in times] for begin in (hall.chance.random() for _ in range(students))]
    yield Open(students, "small file", in_process(paced, address, plans, WARM))


def cost(server: str, options: argparse.Namespace) -> Cost:
    """Toggles and small files a second, in turn; medians of the turns."""
    address = (urlsplit(server).hostname, urlsplit(server).port)
    hall, file = Hall(server, options.rows, options.repeats, options.seed + 1), small_file(server)
    rates: dict[str, list[float]] = {"toggles": [], "files": []}
    errors = 0
    for _ in range(options.turns):
        for what, exchanges in (("toggles", hall.several(ENOUGH)), ("files", [file])):
            result = in_process(saturated, address, exchanges, CONNECTIONS, TURN, TURN / 4)
            rates[what].append(result.rate)
            errors += result.errors
    return Cost(p50(rates["toggles"]), p50(rates["files"]), errors)


def rows_of(opened: Sequence[Open], costs: Cost) -> Iterator[Row]:
    """The figures for the README and docs/speed.md."""
    ratio = costs.files / costs.toggles
    yield Row(
        "cost of a toggle to a new state, gzip",
        f"{costs.toggles:,.0f} toggles/s",
        f"{costs.files:,.0f}/s, small files of the same server",
        round(ratio, 1),
        f"at most {MOST_FILES} files",
        ratio <= MOST_FILES and not costs.errors,
        place=4,
    )
    *hall, files = opened
    for one in hall:
        times, beside = one.result.latencies, files.result.latencies
        most = one is hall[-1]
        yield Row(
            f"{one.students} students, one toggle a second, p50/p95/p99",
            f"{p50(times):.0f}/{p95(times):.0f}/{p99(times):.0f} ms, {one.result.errors} errors{_warning(one)}",
            f"{p50(beside):.0f}/{p95(beside):.0f}/{p99(beside):.0f} ms, {files.students} who load small files",
            None,
            f"p99 under {MOST_P99} ms, 0 errors" if most else "",
            p99(times) < MOST_P99 and not one.result.errors if most else None,
            place=5 if most else 0,
        )


def _warning(one: Open) -> str:
    """That the generator fell behind itself, if it did; then it was too busy for its figures to say much."""
    return ", the generator fell behind" if p99(one.result.late) > BEHIND else ""


def print_open(one: Open) -> None:
    """A line of the table of open loops."""
    r = one.result
    times = f"{p50(r.latencies):9.1f} {p95(r.latencies):9.1f} {p99(r.latencies):9.1f}"
    print(
        f"{one.students:8} {one.what:11}{r.rate:9.0f}{times} {r.errors:7} {p99(r.late):9.1f} {100 * r.own_share:8.0f} %"
        f"{_warning(one).upper()}",
        flush=True,
    )


def parsed() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--students", type=int, nargs="+", default=[100, 200, 300], help="in turn (100 200 300)")
    parser.add_argument("--seconds", type=float, default=30, help="how long each number of students toggles (30)")
    parser.add_argument("--repeats", type=float, default=0, help="share of toggles that repeat one sent before (0)")
    parser.add_argument("--rows", type=int, default=20, help="documents in a list (20)")
    parser.add_argument("--turns", type=int, default=4, help="turns of toggles and of small files without a pause (4)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random labels (1)")
    parser.add_argument(
        "--server", choices=["waitress", "gunicorn"], default="waitress", help="`python app.py` or gunicorn"
    )
    results.add_json(parser)
    return parser.parse_args()


def main() -> None:
    """Measure and print."""
    options = parsed()
    if options.server == "gunicorn" and not find_spec("gunicorn"):
        raise SystemExit("gunicorn is not installed; requirements-server.txt has it.")
    settings = {name: os.environ[name] for name in ("WORKERS", "THREADS") if name in os.environ}
    started = gunicorn(2, 4) if options.server == "gunicorn" else product(**settings)
    name = " ".join([options.server, *(f"{n}={v}" for n, v in settings.items())])
    print(f"{name}, {options.rows} rows, {os.cpu_count()} cores, generator included; gzip asked for")
    print(f"new states; {100 * options.repeats:.0f} % of the toggles repeat one that was sent before\n")
    print(
        f"{'students':>8} {'a second':11}{'answers/s':>9}{'p50 ms':>9} {'p95':>9} {'p99':>9} {'errors':>7}"
        f" {'late p99':>9} {'generator':>10}"
    )
    with started as server:
        opened = []
        for one in halls(server, options):
            print_open(one)
            opened.append(one)
        costs = cost(server, options)
    ratio = costs.files / costs.toggles
    print(f"\nwithout a pause: {costs.toggles:,.0f} toggles/s, {costs.files:,.0f} small files/s, {costs.errors} errors")
    print(f"a toggle costs {ratio:.1f} small files; target: at most {MOST_FILES}")
    results.write(options.json, list(rows_of(opened, costs)))


if __name__ == "__main__":
    main()

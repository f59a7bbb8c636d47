"""`python -m tests.endurance` with `kills`, `class` or `chaos`; `docs/tests.md` describes them."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import time
from collections.abc import Callable

from tests.endurance.chaos.chaos_run import ChaosPlan, run_chaos
from tests.endurance.chaos.scenario_figures import ChaosFigures
from tests.endurance.class_figures import Figures
from tests.endurance.class_run import Plan, run_class
from tests.endurance.kills import Outcome, kill_repeatedly

DATABASES = {"sqlite": ("sqlite",), "postgresql": ("postgresql",), "both": ("sqlite", "postgresql")}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.endurance", description=__doc__)
    commands = parser.add_subparsers(required=True)
    kills = commands.add_parser("kills", help="kill a server again and again while students save answers")
    kills.add_argument("--kills", type=int, default=100, help="kills on each database (100)")
    kills.add_argument("--database", choices=DATABASES, default="both")
    kills.add_argument("--seed", type=int, default=1)
    kills.set_defaults(run=lambda kind, given: asyncio.run(kill_repeatedly(kind, given.kills, given.seed)))
    class_ = commands.add_parser("class", help="let a class work that loses the network")
    class_.add_argument("--students", type=int, default=300)
    class_.add_argument("--minutes", type=float, default=10)
    class_.add_argument("--outage", type=float, default=20, help="seconds without a network (20)")
    class_.add_argument("--database", choices=DATABASES, default="sqlite")
    class_.add_argument("--servers", type=int, choices=[1, 2], default=1, help="2 are also killed, one after the other")
    class_.add_argument("--browsers", type=int, default=3, help="real browsers, the owner's among them (3)")
    class_.add_argument("--seed", type=int, default=1)
    class_.set_defaults(run=lambda kind, given: asyncio.run(run_class(kind, _plan(given))))
    chaos = commands.add_parser("chaos", help="let parts of an installation fail, one after the other")
    chaos.add_argument("--only", action="append", default=[], metavar="NAME", help="failures with this in their names")
    chaos.add_argument("--seconds", type=float, default=8, help="for each failure (8)")
    chaos.add_argument("--database", choices=DATABASES, default="both")
    chaos.add_argument("--seed", type=int, default=1)
    chaos.set_defaults(run=lambda kind, given: asyncio.run(run_chaos(kind, _chaos_plan(given))))
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # servers are ended on the way out
    failed = [_failed(options.run, kind, options) for kind in DATABASES[options.database]]  # all of them, in turn
    return int(any(failed))


def _plan(given: argparse.Namespace) -> Plan:
    seconds = 60 * given.minutes
    return Plan(given.students, seconds, given.outage, given.servers, given.browsers, seed=given.seed)


def _chaos_plan(given: argparse.Namespace) -> ChaosPlan:
    return ChaosPlan(given.seconds, given.only, given.seed)


def _failed(
    run: Callable[[str, argparse.Namespace], Outcome | Figures | ChaosFigures], kind: str, options: argparse.Namespace
) -> bool:
    """Run a command on a database, print its figures, and return whether they are bad."""
    began = time.monotonic()
    found = run(kind, options)
    print(f"{found}\n  took {time.monotonic() - began:.0f} s", flush=True)
    return found.failed


if __name__ == "__main__":
    sys.exit(main())

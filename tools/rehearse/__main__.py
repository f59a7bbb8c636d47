"""`python -m tools.rehearse 10000`: plays an exam against an installation, and says whether it carries it."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable
from contextlib import nullcontext
from urllib.parse import urlsplit

from tools.rehearse.exam import Exam, SetUpError
from tools.rehearse.figures import Figures
from tools.rehearse.http_client import UnreachableError
from tools.rehearse.installation import Installation, cores, is_here, own_installation
from tools.rehearse.plan import Plan
from tools.rehearse.play import Place, more_files, play
from tools.rehearse.verdict import Facts, about_generator, about_set_up, advice, passed, table

MOST = 50_000  # students
PLAYS = 5  # short ones, in which the number is found that an installation carries
ROUND = 50  # students: the number that is found is a multiple
ADDRESS = """This sends the traffic of {} students to {}, which is not this computer, and makes a sheet there.
Only do this to a server that you run. Add --yes then."""


def main(arguments: list[str] | None = None) -> int:
    """Play; returns 0 if the exam passed."""
    options = _options(arguments)
    if options.address and not is_here(options.address) and not options.yes:
        print(ADDRESS.format(f"{options.students:,}", options.address))
        return 2
    try:
        installation = nullcontext(Installation(options.address, False, "")) if options.address else None
        with installation or own_installation(options.students) as found:
            return _rehearse(found, options)
    except SetUpError as error:
        print(f"FAIL: {about_set_up(error, options.students)}")
    except (OSError, UnreachableError) as error:
        print(f"FAIL: {options.address or 'the server'} does not answer: {error}")
    return 1


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.rehearse", description=__doc__)
    parser.add_argument("students", type=_number(1, MOST), help="students who take part")
    parser.add_argument("--address", type=_address, help="of the installation; its own if it is left out")
    parser.add_argument("--minutes", type=_number(0.05, 300.0), default=3, help="how long the exam takes (3)")
    parser.add_argument("--arrivals", type=_number(0.5, 3600.0), default=60, help="seconds in which all come (60)")
    parser.add_argument("--rhythm", type=_number(0.5, 600.0), default=10, help="seconds between two saves (10)")
    parser.add_argument("--find", action="store_true", help="only find the number of students that it carries")
    parser.add_argument("--no-find", action="store_true", help="do not look for that number after a fail")
    parser.add_argument("--yes", action="store_true", help="play against an address that is not this computer")
    return parser.parse_args(arguments)


def _rehearse(found: Installation, options: argparse.Namespace) -> int:
    facts = Facts(found.own, found.database, cores(), more_files())
    where = f"its own server on this computer, {facts.cores} cores, {found.database}" if found.own else found.address
    print(f"Exam of {options.students:,} students, played against {where}.", flush=True)
    seconds = 60 * options.minutes
    arrivals = min(options.arrivals, seconds / 2)
    plan = Plan(options.students, arrivals, options.rhythm, seconds, min(30.0, seconds / 4))
    well = False
    if not options.find:
        figures = _played(found.address, plan)
        print("\n".join([*table(figures, plan), *filter(None, [about_generator(figures)])]))
        well = passed(figures)
        print("PASS" if well else "FAIL", *([] if well else advice(figures, plan, facts)), sep="\n  ", flush=True)
    if options.find or not (well or options.no_find):
        most = carried(options.students, lambda number: passed(_played(found.address, plan.short(number))))
        print(f"It carries {most:,} students." if most else "It does not carry even the smallest number tried.")
        if most and most < options.students:
            print(f"  {options.students:,} need about {options.students / most:.1f} times as much: cores, or hosts.")
    return 0 if well or (options.find and most >= options.students) else 1


def _played(address: str, plan: Plan) -> Figures:
    """Make the sheet, play with its keys, and delete it."""

    async def made() -> Exam:
        return await Exam.publish(address, plan.students)

    with asyncio.Runner() as runner:
        exam = runner.run(made())
        try:
            runner.run(exam.warm_up())
            figures = play(Place(address, exam.students), exam.keys, plan)
            if runner.run(exam.submissions()) < figures.submitted:
                figures.errors["submissions that the roster does not have"] += 1
            return figures
        finally:
            runner.run(exam.delete())


def carried(students: int, passes: Callable[[int], bool]) -> int:
    """The greatest number of students, up to this one, with which a play passes, as a few plays find it.

    >>> carried(10000, lambda number: number <= 2600)
    2500
    """
    low, high = 0, students + ROUND
    for _ in range(PLAYS):
        middle = min(students, max(ROUND, (low + high) // 2 // ROUND * ROUND))
        if middle in (low, high):
            break
        print(f"  trying {middle:,} students ...", end=" ", flush=True)
        well = passes(middle)
        print("pass" if well else "fail", flush=True)
        low, high = (middle, high) if well else (low, middle)
    return low


def _number(low: float, high: float) -> Callable[[str], float]:
    """A reader of numbers of the kind of ``low``, which it also bounds."""

    def read(text: str) -> float:
        number = type(low)(text)
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(f"{text} is not from {low} to {high}")
        return number

    read.__name__ = "number"
    return read


def _address(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise argparse.ArgumentTypeError(f"{text} is not an address such as https://ireval.example.org")
    return text.rstrip("/")


if __name__ == "__main__":
    sys.exit(main())

"""Whether an installation carries the exam, and what to add if it does not: computed from what was seen."""

from __future__ import annotations

import re
from math import ceil
from typing import NamedTuple

from tools.rehearse.candidate import FEW_FILES, FEW_PORTS
from tools.rehearse.exam import SetUpError
from tools.rehearse.figures import Figures, percentile, rate
from tools.rehearse.plan import Plan
from web.server.serving.open_files import MOST as CONNECTIONS

SAVE = 0.5  # seconds within which 99 of 100 saves must be done
PAGE = 2.0  # and 99 of 100 pages
LATE = 0.05  # seconds of lag, of 99 of 100 actions, from which on the generator is too slow itself
FILES_A_STUDENT = 2
MANY = 429
BUSY = (502, 503, 504)


class Facts(NamedTuple):
    """What is known of the installation and of the computer that plays."""

    own: bool
    database: str
    cores: int
    files: int


def passed(figures: Figures) -> bool:
    """Whether all went well, and fast enough."""
    fast = percentile(figures.saves, 0.99) < SAVE and percentile(figures.pages, 0.99) < PAGE
    return fast and bool(figures.saves) and not (figures.errors or figures.lost or figures.unchecked or figures.stopped)


def table(figures: Figures, plan: Plan) -> list[str]:
    """The figures as lines of a table."""

    def times(name: str, values: list[float], moments: list[float], most: float) -> str:
        p50, p99 = (1000 * percentile(values, share) for share in (0.5, 0.99))
        return (
            f"{name:10}{len(moments):9,}{rate(moments):9.1f}/s{p50:9.0f} ms{p99:9.0f} ms   under {1000 * most:.0f} ms"
        )

    lines = [
        f"{plan.students:,} students, who come within {plan.arrivals:g} s and save every {plan.rhythm:g} s each",
        f"{'':10}{'number':>9}{'rate':>11}{'p50':>12}{'p99':>12}   p99 wanted",
        times("arrivals", figures.pages, figures.arrived, PAGE),
        times("saves", figures.saves, figures.saved, SAVE),
        f"submitted {figures.submitted:9,}",
        f"answers   {figures.acknowledged:9,} acknowledged, {figures.lost} lost",
    ]
    if figures.unchecked:
        lines.append(f"          {figures.unchecked:9,} students could not be looked at again")
    lines += [f"error     {count:9,} {kind}" for kind, count in figures.errors.most_common()]
    if figures.stopped:
        lines.append("The play was given up, because too much went wrong.")
    return lines


def advice(figures: Figures, plan: Plan, facts: Facts) -> list[str]:
    """What to add, where the play did not go well."""
    found = []
    kinds = figures.errors
    statuses = {int(text) for kind in kinds for text in re.findall(r"status (\d+)", kind)}
    if figures.lost:
        found.append("Answers that were acknowledged are gone. Do not use this installation, and report the error.")
    if any(FEW_FILES in kind for kind in kinds):
        wanted = FILES_A_STUDENT * plan.students + 1000
        found.append(f"This computer may open {facts.files:,} files at once: allow {wanted:,} (`ulimit -n {wanted}`).")
    if any(FEW_PORTS in kind for kind in kinds):
        found.append("This computer has no more ports for connections: play from several computers.")
    if MANY in statuses:
        saves = ceil(60 / plan.rhythm)
        found.append(
            f"Saves or pages were refused as too many (429). Students save about {saves} times a minute: set "
            f"RATE_STUDENT to {4 * saves}/minute at least, and look for limits of the proxy in front."
        )
    if statuses & set(BUSY):
        found.append(_database(facts))
    if any(kind.startswith("no answer: Connection") for kind in kinds):
        found.append(
            "Connections were refused or cut off: let the proxy and the app have one for each student at least "
            f"({plan.students:,}), and as many open files. A process of the app has up to "
            f"{CONNECTIONS:,}: add WORKERS or hosts."
        )
    if _slow(figures) or any("Timeout" in kind for kind in kinds) or "not finished in time" in kinds:
        found.append(_more(facts))
    return found or ["Look at the errors above, and at the log of the server."]


def about_generator(figures: Figures) -> str:
    """What the lag of the generator says about the figures; empty if it was on time."""
    lag = percentile(figures.lags, 0.99)
    if lag < LATE:
        return ""
    return (
        f"The generator itself was late (p99 {1000 * lag:.0f} ms), so the times above are longer than those of the "
        "server alone: play from another computer."
    )


def about_set_up(error: SetUpError, students: int) -> str:
    """What to change if the exam could not even be set up."""
    if error.step == "the roster" and error.status == 400:
        wanted = f"Set SHEET_STUDENTS to {students} at least."
        return f"The roster refused {students:,} seats. {wanted} It said: {error.reason}"
    if error.status == MANY:
        return "Too many sheets were published from this address. Raise RATE_SHEETS, or wait an hour."
    if error.status in BUSY:
        return "The database cannot be used: look at /readyz and at the log of the server."
    return f"The exam could not be set up. {error}"


def _slow(figures: Figures) -> bool:
    return percentile(figures.saves, 0.99) >= SAVE or percentile(figures.pages, 0.99) >= PAGE


def _database(facts: Facts) -> str:
    if facts.database == "SQLite":
        return "The database did not keep up (503): SQLite lets one process write at a time. Use PostgreSQL."
    return "The server or its database did not keep up (503): look at the log, and give the database faster disks."


def _more(facts: Facts) -> str:
    """What makes an installation faster."""
    if not facts.own:
        return "It was too slow: add cores or hosts, until its processors are no longer busy all the time."
    sqlite = "PostgreSQL and " if facts.database == "SQLite" else ""
    slow = f"It was too slow for {facts.cores} cores, generator included: add cores or hosts."
    return f"{slow} With several hosts, use {sqlite}RATE_STORAGE."

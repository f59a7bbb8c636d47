"""Runs areas in batches. A batch depends on its seed, its area and its number alone, and not on batches before it."""

from __future__ import annotations

import hashlib
import importlib
import pkgutil
from collections.abc import Callable, Iterator
from typing import NamedTuple

import hypothesis
from hypothesis import HealthCheck, Phase, given, settings

import ireval
import web
from tests.fuzz.area import Area, Case
from tests.fuzz.dice import VOLLEY, Dice, volleys
from tests.fuzz.outcome import Fault, Outcome, exception_fault
from tests.fuzz.report import Finding, Tally
from tests.fuzz.shrinking import shrunk
from tests.fuzz.time_limit import Limits, TimeUpError, watched

#: Cases of a batch.
BATCH = 250
#: A slow case is looked at so often, because the computer may have been busy with something else.
LOOKS = 3


class Batch(NamedTuple):
    """Some cases of an area."""

    area: str
    number: int
    size: int

    def seed(self, seed: int) -> int:
        """The seed of this batch alone."""
        return int.from_bytes(hashlib.sha256(f"{seed} {self.area} {self.number}".encode()).digest()[:6])


def plan(areas: list[Area], cases: int, batch: int = BATCH) -> Iterator[Batch]:
    """Batches with so many cases in all; each area has its share of them, from the first batches on."""
    total = sum(area.share for area in areas)
    left = {area.name: max(1, round(cases * area.share / total)) for area in areas}
    left[areas[0].name] += cases - sum(left.values())
    number = 0
    while any(count > 0 for count in left.values()):
        for area in areas:
            size = min(left[area.name], max(1, round(batch * area.share / total * len(areas))))
            if size > 0:
                left[area.name] -= size
                yield Batch(area.name, number, size)
        number += 1


class Runner:
    """Runs batches of areas in this process."""

    def __init__(self, areas: list[Area], seed: int, limits: Limits | None = None) -> None:
        self.areas = {area.name: area for area in areas}
        self.seed = seed
        self.limits = limits or Limits()
        self._known: set[tuple[str, str]] = set()
        _import_all()

    def run(self, batch: Batch) -> Tally:
        """What became of the cases of a batch."""
        area, tally, seed = self.areas[batch.area], Tally(), batch.seed(self.seed)
        area.begin(seed)
        done = 0

        def judge(dice: Dice) -> None:
            nonlocal done
            if done < batch.size:
                done += 1
                self._judge(area, seed, area.case(dice), tally)

        def volley(dice: list[Dice]) -> None:
            for each in dice:
                judge(each)

        while done < batch.size:
            _draw(volley, seed + done, -(-batch.size // VOLLEY))
        return tally

    def close(self) -> None:
        """Let go of what the areas hold."""
        for area in self.areas.values():
            area.end()

    def _judge(self, area: Area, seed: int, case: Case, tally: Tally) -> None:
        outcome, seconds = self.attempt(area, case)
        looks = 1
        while looks < LOOKS and any(self._is_new_and_slow(fault) for fault in outcome.faults):
            area.begin(seed)
            outcome, seconds = self.attempt(area, case)
            looks += 1
        tally.answers[area.name, outcome.answer] += 1
        tally.slowest = max(tally.slowest, seconds)
        for fault in outcome.faults:
            tally.kinds[fault.kind] += 1
            known = tally.findings.get(fault.signature)
            if known:
                known.count += 1
            else:
                smallest = self._smallest(area, seed, case, fault)
                tally.findings[fault.signature] = Finding(fault, area.name, repr(smallest))

    def attempt(self, area: Area, case: Case) -> tuple[Outcome, float]:
        """The outcome of a case, and the seconds that it took."""
        answer, faults = "", []
        try:
            with watched(self.limits) as watch:
                found = area.run(case)
            answer, faults = found.answer, [*found.faults]
        except TimeUpError as error:
            answer = "none"
            faults.append(Fault("endless", watch.place, f"stopped after {self.limits.stop:g} s"))
            del error
        except Exception as error:
            answer = "exception"
            faults.append(exception_fault("traceback", error))
        if watch.slow and answer != "none":
            faults.append(Fault("slow", watch.place, f"{watch.seconds:.1f} s"))
        return Outcome(answer, tuple(faults)), watch.seconds

    def _is_new_and_slow(self, fault: Fault) -> bool:
        return fault.kind in {"slow", "endless"} and fault.signature not in self._known

    def _smallest(self, area: Area, seed: int, case: Case, fault: Fault) -> Case:
        """A smaller case that shows the fault from a fresh start; the same one if the fault is known or dear."""
        known = fault.signature in self._known
        self._known.add(fault.signature)
        if known or fault.kind in {"slow", "endless"}:
            return case

        def shows(smaller: Case) -> bool:
            outcome, _ = self.attempt(area, smaller)
            return fault.signature in {other.signature for other in outcome.faults}

        smallest = shrunk(case, shows)
        area.begin(seed)
        return smallest


def _import_all() -> None:
    """Import the whole project: Hypothesis takes constants from the modules that are loaded, always from the same."""
    for package in (ireval, web):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)


def _draw(judge: Callable[[list[Dice]], None], seed: int, volleys_: int) -> None:
    """Let Hypothesis draw volleys, for ``judge`` to look at."""
    options = settings(
        max_examples=volleys_,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    hypothesis.seed(seed)(options(given(volleys(seed))(judge)))()

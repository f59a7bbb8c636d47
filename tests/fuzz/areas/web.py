"""What the areas of the web have in common: the app, the requests, and what their answers keep."""

from __future__ import annotations

from tests.fuzz import checks
from tests.fuzz.area import Area
from tests.fuzz.outcome import Outcome
from tests.fuzz.wire import Sent, send
from tests.fuzz.world import World


class WebArea(Area):
    """Requests to one app. Cases are ``Sent``."""

    def __init__(self, world: World) -> None:
        self.world = world

    def begin(self, seed: int) -> None:
        self.world.begin(seed)

    def run(self, case: Sent) -> Outcome:
        got = send(self.world.app, case, self.world.visitor)
        return checks.outcome(case, got)

    def end(self) -> None:
        self.world.end()

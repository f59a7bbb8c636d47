"""A slow machine on request: `pytest --slow-machine` makes browsers compute slowly and live servers answer late."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable
from dataclasses import dataclass
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

SEED = 9
LONGEST_DELAY = 0.3  # seconds


@dataclass
class Machine:
    """The machine that the tests are to find."""

    slow: bool = False

    @property
    def throttling(self) -> int:
        """How many times slower than this computer a browser computes."""
        return 4 if self.slow else 1

    @property
    def patience(self) -> int:
        """Factor to every time limit of a test."""
        return 8 if self.slow else 1

    def serving(self, app: WSGIApplication) -> WSGIApplication:
        """The application, or one around it that waits before each answer, by chance longer or shorter."""
        if not self.slow:
            return app
        chance = random.Random(SEED)  # noqa: S311 - no secret

        def delayed(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
            time.sleep(chance.uniform(0, LONGEST_DELAY))
            return app(environ, start_response)

        return delayed


MACHINE = Machine()

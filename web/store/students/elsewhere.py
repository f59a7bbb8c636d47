"""The notes in an answer to a device that saves: about other devices, and whether its answers arrived late."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple


class Elsewhere(NamedTuple):
    """What other devices do with a key: whether it is ``open`` on one, and when answers were last saved from one.

    ``here`` is when answers were last saved from this device. If the device did not know of that time, its answers are
    ``overtaken``: they arrived late, and nothing was stored. Computers keep resending for a minute what a broken
    network lost, even if the page has given up that request and sent a newer one.
    """

    open: bool = False
    saved: datetime | None = None
    here: datetime | None = None
    overtaken: bool = False

    @property
    def saved_here(self) -> str:
        """When answers were last saved from this device, as its pages send it back; empty if none were."""
        return self.here.isoformat() if self.here else ""

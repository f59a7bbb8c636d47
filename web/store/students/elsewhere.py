"""What a device learns when it saves answers: of other devices, and whether what it sent arrived late."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple


class Elsewhere(NamedTuple):
    """What other devices do with a key: whether it is ``open`` on one, and when answers were last saved from one.

    ``here`` is when answers were last saved from this device. If the device that sent some did not know of that, these
    are ``overtaken``, and nothing was stored: they arrived late. Computers go on sending for a minute what a dead
    network lost, even if the page has long given the request up and sent a newer one.
    """

    open: bool = False
    saved: datetime | None = None
    here: datetime | None = None
    overtaken: bool = False

    @property
    def saved_here(self) -> str:
        """When answers were last saved from this device, as its pages send it back; empty if none were."""
        return self.here.isoformat() if self.here else ""

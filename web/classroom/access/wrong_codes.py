"""Limits how many wrong codes a visitor may try, before it is looked up whether the next one is correct.

Correct codes are never counted. Like other limits, these are counted for each network, with sixteen times as many for
an IPv6 site; and for each device, as the caller names it.
"""

from __future__ import annotations

from typing import NamedTuple

from flask import request
from limits import RateLimitItem, parse

from web.server.incoming.networks import network, site
from web.server.limits import NETWORKS_OF_A_SITE, NOWHERE, counter


class WrongCodes(NamedTuple):
    """The limits of one kind of codes; ``scope`` is its name."""

    scope: str
    of_network: str
    of_device: str

    def are_many(self, device: str) -> bool:
        """Whether the visitor, or everybody in its network together, has tried too many wrong codes."""
        return not all(counter().test(rate, *key) for rate, key in self._counts(device))

    def note(self, device: str) -> None:
        """Count a wrong code."""
        for rate, key in self._counts(device):
            counter().hit(rate, *key)

    def _counts(self, device: str) -> list[tuple[RateLimitItem, tuple[str, ...]]]:
        narrow = parse(self.of_network)
        wide = parse(f"{narrow.amount * NETWORKS_OF_A_SITE}/{self.of_network.partition('/')[2]}")
        found = [
            (narrow, (self.scope, "network", network(request.remote_addr) or NOWHERE)),
            (wide, (self.scope, "site", site(request.remote_addr))),
            (parse(self.of_device), (self.scope, "device", device)),
        ]
        return [(rate, key) for rate, key in found if key[-1]]

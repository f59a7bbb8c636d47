"""Limits for the codes of rooms and for new devices. Right codes, and devices that are in their room, are not counted.

Everybody in a hall may have one network, so these rates suit a class. A code is one of 887 million: while 30 rooms are
open, a network that sends as many wrong codes as it may finds one of them within an hour with a probability of 1 in
800, and is then one more phone in it.
"""

from __future__ import annotations

from flask import current_app, g, request

from web.server.incoming.networks import network, site
from web.server.limits import NETWORKS_OF_A_SITE, NOWHERE, shared_limit

#: Wrong codes from one network: a class of 120 that all mistype theirs once is not refused.
OF_NETWORK = "300/hour"
#: Wrong codes from one device, as far as it has a key.
OF_DEVICE = "20/hour"
#: After as many wrong codes from one network, no new device from there joins, even with a right code, so that nobody
#: finds a room by trying. Whoever sends them on purpose keeps those who come late out for a minute, not for an hour.
GUESSES = "600/minute"
_REFUSAL = "too-many-wrong-codes"

_wrong_codes = shared_limit(OF_NETWORK, scope="wrong codes", error_message=_REFUSAL)
_guesses = shared_limit(GUESSES, scope="guesses", cost=lambda: g.cost_of_code, error_message=_REFUSAL)
#: An IPv6 site has many networks, of which each visitor can use another one for each request.
_guesses_of_site = shared_limit(
    f"{NETWORKS_OF_A_SITE * int(GUESSES.partition('/')[0])}/minute",
    scope="guesses of a site",
    cost=lambda: g.cost_of_code,
    key_func=lambda: site(request.remote_addr),
    exempt_when=lambda: not site(request.remote_addr),
    error_message=_REFUSAL,
)
_wrong_codes_of_device = shared_limit(
    OF_DEVICE,
    scope="wrong codes of a device",
    key_func=lambda: g.counted_device,
    exempt_when=lambda: not g.counted_device,
    error_message=_REFUSAL,
)
#: New devices of a network in one room: as many as may begin to use a key, and fewer than a room has places for.
_new_devices = shared_limit(
    lambda: current_app.config["RATE_KEYS"],
    scope="new devices",
    key_func=lambda: f"{network(request.remote_addr) or NOWHERE} in {g.counted_room}",
    error_message="too-many-new-devices",
)


def check_code(*, wrong: bool, device: str = "") -> None:
    """Count a wrong code for the visitor's network, and for the ``device`` if it has a key; a right one costs nothing.

    Raises ``RateLimitExceeded`` if there were too many wrong ones.
    """
    g.cost_of_code, g.counted_device = int(wrong), device
    _count_guess()
    if wrong:
        _count_wrong_code()


def count_new_device(room: str) -> None:
    """Count a device that is new in a room, for its network. Raises ``RateLimitExceeded`` if there are too many."""
    g.counted_room = room
    _count_new_device()


@_new_devices
def _count_new_device() -> None:
    """Count a device for its network and for the room that the request has noted."""


@_guesses
@_guesses_of_site
def _count_guess() -> None:
    """Count the code of a new device with the cost that the request has noted."""


@_wrong_codes_of_device
@_wrong_codes
def _count_wrong_code() -> None:
    """Count a wrong code for the network and for the device."""

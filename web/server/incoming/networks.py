"""The network of a visitor: the one definition for rates, jobs, connections and the log.

An IPv4 address counts by itself, and so does one that is written as IPv6. Of IPv6, one visitor has a network of 64 bits
and can take another address in it for each request, so all its addresses count as one. A campus has a site of 48 bits,
and so may anybody who rents a server: 65,536 networks, each of which has a rate. So requests that store something also
have a rate for the whole site (`web.server.limits`). Requests that only take time have none, since a hall may have many
networks.
"""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address

#: The leading bits of an address that distinguish visitors, by its version.
VISITOR_BITS = {4: 32, 6: 64}
#: The leading bits of an IPv6 address that distinguish sites.
SITE_BITS = 48
#: The leading bits of an address that a log may contain.
LOGGED_BITS = {4: 24, 6: SITE_BITS}


@lru_cache(maxsize=4096)
def network(address: str | None) -> str:
    """The network of an address; empty if it is missing or not an address, as behind a local socket.

    >>> network("192.0.2.7"), network("::ffff:192.0.2.7"), network("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '192.0.2.7', '2001:db8:1:2::/64')
    >>> network("fe80::1%eth0"), network("[2001:DB8::1]:443"), network("192.0.2.7:8080"), network("unknown")
    ('fe80::/64', '2001:db8::/64', '192.0.2.7', '')
    """
    found = _parsed(address or "")
    return _shortened(found, VISITOR_BITS[found.version]) if found else ""


@lru_cache(maxsize=4096)
def site(address: str | None) -> str:
    """The site of an IPv6 address; empty for any other, since IPv4 addresses are too costly to own many.

    >>> site("2001:db8:1:2::7"), site("::ffff:192.0.2.7"), site("192.0.2.7"), site(None)
    ('2001:db8:1::/48', '', '', '')
    """
    found = _parsed(address or "")
    return _shortened(found, SITE_BITS) if found and found.version == 6 else ""


def logged_network(address: str | None) -> str:
    """The part of a visitor's network that a log may contain: it shows where somebody comes from, not who it is.

    >>> logged_network("192.0.2.77"), logged_network("::ffff:192.0.2.77"), logged_network("2001:db8:1:2::7")
    ('192.0.2.0/24', '192.0.2.0/24', '2001:db8:1::/48')
    >>> logged_network("a proxy's name")
    ''
    """
    found = _parsed(network(address).partition("/")[0])
    return _shortened(found, LOGGED_BITS[found.version]) if found else ""


def _parsed(text: str) -> IPv4Address | IPv6Address | None:
    """The address, without a zone and without the port that some proxies add; IPv4 if it is a mapped one."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def _shortened(address: IPv4Address | IPv6Address, bits: int) -> str:
    """The network of the first ``bits`` bits of the address; without the number of bits if these are all."""
    hidden = address.max_prefixlen - bits
    first = type(address)(int(address) >> hidden << hidden)
    return f"{first}/{bits}" if hidden else str(first)

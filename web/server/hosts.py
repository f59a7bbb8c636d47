"""The hosts that links may be built from. A request that names another one is refused before a page is made.

Without this, a client that sends ``Host: evil.example`` would get pages, QR codes and redirects that lead there, and a
cache in front might keep them for others. Behind proxies, the host is the one that they forward.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from functools import lru_cache
from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit

from flask import Flask, abort, current_app, request

from ireval.messages import Message
from web.server.proxy import is_local
from web.server.settings import Settings

#: These answers contain no links, and programs that request them often do not know the host.
WITHOUT_LINKS = frozenset({"/healthz", "/readyz", "/metrics"})
#: Networks of homes, halls and containers; no stranger can own one of their addresses.
PRIVATE = [
    *map(ip_network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10")),
    *map(ip_network, ("fc00::/7", "fe80::/10")),
]
#: Unknown hosts that are written to the log, each once.
_MOST_LOGGED = 20


def init_app(app: Flask, settings: Settings) -> None:
    """Refuse requests for hosts that the settings do not allow."""
    chosen = settings.hosts.split()
    allowed = lru_cache(maxsize=256)(_hosts_of_setting(chosen) if chosen else _usual_hosts(settings.host))
    unknown: set[str] = set()

    @app.before_request
    def refuse_unknown() -> None:
        if request.path in WITHOUT_LINKS or allowed(request.host):
            return
        if request.host not in unknown and len(unknown) < _MOST_LOGGED:
            unknown.add(request.host)
            current_app.logger.warning("Refused a request for the host %r, which is not in HOSTS.", request.host)
        abort(400, Message("host-unknown"))


def _hosts_of_setting(patterns: list[str]) -> Callable[[str], bool]:
    """Whether a host, perhaps with a port, is one of those in the setting."""

    def allowed(host: str) -> bool:
        name, port = _parts(host)
        return any(_fits(pattern, name, port) for pattern in patterns)

    return allowed


def _fits(pattern: str, name: str, port: str) -> bool:
    wanted, wanted_port = _parts(pattern)
    if wanted_port and wanted_port != port:
        return False
    return name.endswith(wanted[1:]) if wanted.startswith("*.") else bool(name) and name == wanted


def _usual_hosts(listening: str) -> Callable[[str], bool]:
    """Whether a host is this computer or an address in a private network, which no stranger's name can be."""
    own = {listening.lower(), socket.gethostname().lower(), socket.gethostname().lower().partition(".")[0] + ".local"}

    def allowed(host: str) -> bool:
        name, _ = _parts(host)
        return bool(name) and (name in own or is_local(host) or _is_private_or_own(name))

    return allowed


def _is_private_or_own(name: str) -> bool:
    """Whether a text is an address in a private network, or an address at which this computer can listen."""
    try:
        address = ip_address(name)
    except ValueError:
        return False
    address = getattr(address, "ipv4_mapped", None) or address
    if any(address in network for network in PRIVATE if network.version == address.version):
        return True
    with socket.socket(socket.AF_INET6 if address.version == 6 else socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.bind((str(address), 0))
        except OSError:
            return False
    return True


def _parts(host: str) -> tuple[str, str]:
    """A host's name in lower case, without brackets and a final full stop, and its port, which may be empty.

    >>> _parts("Example.org.:8000"), _parts("[::1]"), _parts("*.example.org")
    (('example.org', '8000'), ('::1', ''), ('*.example.org', ''))
    """
    try:
        found = urlsplit(f"//{host}")
        return (found.hostname or "").rstrip("."), str(found.port or "")
    except ValueError:
        return "", ""

"""The address at which visitors reach the app, behind proxies, and under another path or scheme."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from werkzeug.middleware.proxy_fix import ProxyFix

from web.server.settings import SettingError, Settings

if TYPE_CHECKING:
    from werkzeug.routing import Map


def behind_proxies(app: WSGIApplication, settings: Settings) -> WSGIApplication:
    """The application, wrapped so that it sees the addresses that its visitors see."""
    app = _set_path_and_scheme(app, settings.prefix, https=settings.https)
    if settings.proxies:
        trusted = settings.proxies
        app = ProxyFix(app, x_for=trusted, x_proto=trusted, x_host=trusted, x_prefix=trusted)
    return app


def _set_path_and_scheme(app: WSGIApplication, prefix: str, *, https: bool) -> WSGIApplication:
    """Set path and scheme, whether or not the proxy has already removed the prefix from the address."""

    def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        environ = dict(environ)
        if prefix:
            environ["SCRIPT_NAME"] = environ.get("SCRIPT_NAME") or prefix
            path = environ.get("PATH_INFO", "")
            if path == prefix or path.startswith(prefix + "/"):
                environ["PATH_INFO"] = path.removeprefix(prefix) or "/"
        if https:
            environ["wsgi.url_scheme"] = "https"
        return app(environ, start_response)

    return application if prefix or https else app


def refuse_ambiguous(prefix: str, rules: Map) -> None:
    """Refuse a prefix that is also the beginning of one of our own addresses.

    With such a prefix, a requested address would not show whether the proxy has removed the prefix.
    """
    for rule in rules.iter_rules():
        if prefix and (rule.rule + "/").startswith(prefix + "/"):
            raise SettingError("prefix-is-own-address", prefix=prefix, address=rule.rule)


def is_local(host: str) -> bool:
    """Whether a host, perhaps with a port, is the computer itself for everyone, so that phones cannot open it.

    >>> is_local("localhost:8000"), is_local("127.0.1.1"), is_local("[::1]:80"), is_local("0.0.0.0:8000")
    (True, True, True, True)
    >>> is_local("192.168.1.20:8000"), is_local("[2001:db8::1]"), is_local("uni.example")
    (False, False, False)
    """
    name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    try:
        address = ip_address(name)
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")
    mapped = getattr(address, "ipv4_mapped", None) or address
    return mapped.is_loopback or mapped.is_unspecified

"""nginx and Caddy, with the files of `deploy/`, in front of the product: what they keep away from it."""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path

import pytest
import real_proxies
from house import gunicorn

from tests.deployment.proxy_front import PATIENCE, SETTINGS, Front, needed, slow

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(sys.platform != "linux", reason="other systems have a single loopback address"),
]
LAB = "/lab?labels=1010030002"


def _answered_beside_slow_connections(front: Front) -> None:
    status, page, _ = front.answer(LAB)
    assert status == 200
    (file,) = re.findall(r'data-plotly="([^"]+)"', page)
    with slow(
        front, 1900, "headers", "bodies", "readers", file=file, more="Accept-Encoding: gzip\r\n", addresses=10
    ) as connections:
        time.sleep(1)  # all have sent their beginnings
        found = [front.answer(f"{LAB}&k={number}")[0] for number in range(1, 21)]
        assert found == [200] * 20
        assert connections.open > 1000, "they are opened again when a deadline closes them"


def test_1900_slow_headers_bodies_and_readers_keep_no_visitor_waiting(front: Front) -> None:
    """Takes seconds for each proxy, and protects what keeps a hall working."""
    _answered_beside_slow_connections(front)


def test_another_server_works_behind_nginx_as_well(tmp_path: Path) -> None:
    """gunicorn's eight threads, each of which waits for one visitor; without the proxy eight slow bodies stop it."""
    needed("nginx")
    with gunicorn(2, 4, **SETTINGS, DATABASE_URL=f"sqlite:///{tmp_path}/sheets.sqlite") as address:
        port = int(address.rpartition(":")[2])
        with real_proxies.nginx(port, tmp_path) as front:
            _answered_beside_slow_connections(Front(front, real_proxies.PREFIX, tmp_path, tmp_path))


@pytest.mark.parametrize(
    ("addresses", "same", "another"),
    [
        ("", "", ""),
        ("2001:db8:0:1:{number}:0:{number}:7", "2001:db8:0:1::5", "2001:db8:0:2::5"),
        ("2001:db8::{number}", "2001:db8:0:0:ffff::", "2001:db8:1::1"),
    ],
    ids=["IPv4", "IPv6", "IPv6 with zeros"],
)
def test_a_network_gets_2000_connections_and_others_are_answered(
    nginx: Front, addresses: str, same: str, another: str
) -> None:
    source, header = real_proxies.FROM_ANYWHERE
    more = f"{header}: {addresses}\r\n" if addresses else ""
    network = {"network": 0, "first": 66} if addresses else {"network": 3}
    with slow(nginx, 2100, "bodies", more=more, **network) as connections:
        end = time.monotonic() + PATIENCE
        while not connections.answered and time.monotonic() < end:
            time.sleep(0.05)
        if addresses:
            refused = nginx.answer(LAB, source, {header: same})
            answered = nginx.answer(LAB, source, {header: another})
        else:
            refused, answered = nginx.answer(LAB, "127.3.0.1"), nginx.answer(LAB)
    assert refused[0] == 503
    assert answered[0] == 200

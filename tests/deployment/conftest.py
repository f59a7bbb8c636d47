"""The product behind nginx and behind Caddy; each is started once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import real_proxies

from tests.deployment.proxy_front import SETTINGS, Front, needed
from tests.endurance.server_process import Server


@pytest.fixture(scope="session")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """`python app.py`, which believes one proxy."""
    folder = tmp_path_factory.mktemp("product")
    server = Server(folder, f"sqlite:///{folder}/sheets.sqlite", **SETTINGS)
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def nginx(product: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    needed("nginx")
    folder = tmp_path_factory.mktemp("nginx")
    with real_proxies.nginx(product.port, folder) as port:
        yield Front(port, real_proxies.PREFIX, folder, product.log)


@pytest.fixture(scope="session")
def caddy(product: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    """As compose.yaml starts it, without a path."""
    needed("caddy")
    folder = tmp_path_factory.mktemp("caddy")
    with real_proxies.caddy(product.port, folder) as port:
        yield Front(port, "", folder, product.log)


@pytest.fixture(scope="session", params=["nginx", "caddy"])
def front(request: pytest.FixtureRequest) -> Front:
    found: Front = request.getfixturevalue(request.param)
    return found

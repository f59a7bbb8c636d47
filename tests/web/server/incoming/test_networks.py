"""A visitor has one network, and rates, jobs and the log have it from one place."""

from __future__ import annotations

import secrets
from ipaddress import IPv6Address, IPv6Network

import pytest
from flask import Flask

from tests.conftest import make_app
from tests.paths import ROOT
from web.jobs import visitors
from web.server import limits
from web.server.incoming.networks import logged_network, network, site

pytestmark = pytest.mark.slow

#: Spellings of one visitor: addresses of one IPv4 host, and of one network of 64 bits.
FOUR = ["192.0.2.7", "::ffff:192.0.2.7", "::FFFF:c000:0207", "::ffff:192.0.2.7%eth0", " 192.0.2.7 ", "192.0.2.7:4321"]
SIX = ["2001:db8:1:2::", "2001:db8:1:2::1", "2001:DB8:1:2:ffff:ffff:ffff:ffff", "2001:0db8:0001:0002:0::7%2"]
SIX += ["[2001:db8:1:2::9]", "[2001:db8:1:2::9]:443"]
OTHERS = ["192.0.2.8", "::ffff:192.0.2.8", "2001:db8:1:3::", "2001:db8:1:1:ffff:ffff:ffff:ffff", "fe80::1"]
NONE = [None, "", "unknown", "@", "192.0.2", "192.0.2.999", "2001:db8::g", "/run/ireval.sock", "::ffff:1.2.3.999"]


def test_the_spellings_of_one_network_are_one() -> None:
    assert {network(address) for address in FOUR} == {"192.0.2.7"}
    assert {network(address) for address in SIX} == {"2001:db8:1:2::/64"}
    assert len({network(address) for address in [*OTHERS, FOUR[0], SIX[0]]}) == len({*map(network, OTHERS)}) + 2
    assert {network(address) for address in NONE} == {site(address) for address in NONE} == {""}
    assert {logged_network(address) for address in NONE} == {""}


def test_all_addresses_of_64_bits_are_one_network_and_no_other_address_is() -> None:
    whole = IPv6Network("2001:db8:1:2::/64")
    for _ in range(200):
        inside = IPv6Address(int(whole.network_address) | secrets.randbits(64))
        beyond = IPv6Address(secrets.randbits(128))
        assert network(str(inside)) == network(inside.exploded) == "2001:db8:1:2::/64"
        assert (network(str(beyond)) == str(whole)) == (beyond in whole)
        assert beyond.ipv4_mapped or beyond in IPv6Network(site(str(beyond)))


def limited(**settings: object) -> Flask:
    app = make_app(RATE_CHANGES="2/hour", RATE_SHEETS="2/hour", **settings)
    app.config["WTF_CSRF_ENABLED"] = False
    for name in ("changes", "visits", "publishing", "uploading", "new_keys", "first_answers"):
        rates = {"RATE_COLLECTIONS": "2/hour", "RATE_KEYS": "2/hour"}
        app.config.update(rates)

        def view() -> str:
            return "done"

        view.__name__ = view.__qualname__ = name
        app.add_url_rule(f"/try/{name}", name, getattr(limits, name)(view), methods=["POST"])
    return app


@pytest.fixture
def rates() -> Flask:
    return limited()


def post(app: Flask, name: str, address: str) -> int:
    return app.test_client().post(f"/try/{name}", environ_overrides={"REMOTE_ADDR": address}).status_code


ALL_RATES = ["changes", "visits", "publishing", "uploading", "new_keys", "first_answers"]


@pytest.mark.parametrize("name", ALL_RATES)
@pytest.mark.parametrize("addresses", [FOUR, SIX])
def test_the_addresses_of_a_network_share_each_rate(rates: Flask, name: str, addresses: list[str]) -> None:
    assert [post(rates, name, address) for address in addresses[:4]] == [200, 200, 429, 429]
    assert {post(rates, name, address) for address in addresses} == {429}
    assert post(rates, name, "192.0.2.200") == post(rates, name, "2001:db8:1:200::") == 200


def test_visitors_without_an_address_share_a_rate(rates: Flask) -> None:
    assert [post(rates, "changes", address) for address in ("", "unknown", "/run/x.sock")] == [200, 200, 429]


@pytest.mark.parametrize("name", ALL_RATES[2:])
def test_a_site_with_many_networks_stores_no_more_than_a_campus(rates: Flask, name: str) -> None:
    """Who rents 65,536 networks would otherwise have as many rates. What is only looked at or changed has no bound."""
    found = [post(rates, name, f"2001:db8:7:{number:x}::1") for number in range(40)]
    assert found == [200] * 32 + [429] * 8
    assert post(rates, name, "2001:db8:8::1") == post(rates, name, "192.0.2.9") == 200


def test_a_site_with_many_networks_saves_as_often_as_they_do(rates: Flask) -> None:
    assert {post(rates, "changes", f"2001:db8:7:{number:x}::1") for number in range(40)} == {200}


def test_jobs_know_the_same_networks(app: Flask) -> None:

    def named(address: str | None) -> str:
        overrides = {"REMOTE_ADDR": address} if address is not None else {}
        with app.test_request_context("/", environ_overrides=overrides):
            return visitors.network()

    for one in (FOUR, SIX):
        assert len({named(address) for address in one}) == 1
    assert len({named(address) for address in [*OTHERS, FOUR[0], SIX[0]]}) == 6
    assert len({named(address) for address in NONE}) == 1


def test_only_one_module_shortens_addresses() -> None:
    """Other modules that read addresses ask whether a host is this computer, or is allowed."""
    reading = {path.name for path in (ROOT / "web").rglob("*.py") if "ipaddress" in path.read_text("utf-8")}
    assert reading <= {"networks.py", "hosts.py", "proxy.py"}

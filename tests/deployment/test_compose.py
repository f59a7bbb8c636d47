"""compose.yaml and what belongs to it: hardened services, no secrets, and settings that the app knows."""

from __future__ import annotations

import gzip
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import real_proxies

from tests.conftest import DEFAULTS
from tests.deployment import dockerfile
from tests.paths import DOCS, ROOT
from web.jobs.working.runner import GRACE
from web.server.serving.waitress_server import IDLE
from web.server.settings import Settings
from web.store.sheet_store import Store

yaml = pytest.importorskip("yaml", reason="install the rest with: pip install -r requirements-dev.txt")
TEXT = (ROOT / "compose.yaml").read_text("utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load(TEXT)
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
CADDY = (ROOT / "deploy" / "Caddyfile").read_text("utf-8")
EXAMPLE = (ROOT / ".env.example").read_text("utf-8")


@pytest.mark.parametrize("name", SERVICES)
def test_each_service_is_hardened(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "caddy" else [])
    assert not service.keys() & {"privileged", "devices", "pid", "network_mode"}


def test_only_caddy_is_reached_from_outside() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["caddy"]
    reaching = {name for name, settings in COMPOSE["networks"].items() if not (settings or {}).get("internal")}
    assert [name for name, service in SERVICES.items() if reaching & set(service["networks"])] == ["caddy"]


def test_data_are_in_volumes() -> None:
    mounted = {x.partition(":")[0] for service in SERVICES.values() for x in service.get("volumes", [])}
    assert {x for x in mounted if not x.startswith("./")} == COMPOSE["volumes"].keys()
    assert all((ROOT / x).is_file() for x in mounted if x.startswith("./"))
    assert "database:/var/lib/postgresql/data" in SERVICES["postgres"]["volumes"]
    (folders,) = (rest.split()[5:] for name, rest in dockerfile.stages()[-1] if rest.startswith("install -d"))
    own = [x.partition(":")[2] for x in SERVICES["backup"]["volumes"]]
    assert set(own) <= set(folders), "a volume is owned by root unless the image has the folder"


def test_no_secret_is_in_a_file_and_none_has_a_default() -> None:
    for name in ("SECRET_KEY", "POSTGRES_PASSWORD"):
        used = re.findall(rf"\$\{{{name}([^}}]*)\}}", TEXT)
        assert used and all(text.startswith(":?") for text in used), name
        assert f"\n{name}=\n" in EXAMPLE
    assert not re.search(r"(password|secret|key)\w*\s*[:=]\s*[\"']?\w{4}", TEXT + EXAMPLE, re.IGNORECASE)


def test_the_example_has_every_variable() -> None:
    used = set(re.findall(r"\$\{(\w+)", TEXT))
    assert used == set(re.findall(r"^(\w+)=", EXAMPLE, re.MULTILINE))


def test_the_app_gets_settings_that_it_knows() -> None:
    given = SERVICES["app"]["environment"]
    assert given.keys() <= DEFAULTS.keys()
    assert given["PROXIES"] == 1, "or all visitors would have Caddy's address"
    assert SERVICES["backup"]["environment"].items() <= given.items()
    for setting, service in (("DATABASE_URL", "postgres"), ("RATE_STORAGE", "rates")):
        assert re.match(rf"\w+://([^@]+@)?{service}[:/]", given[setting])
        assert SERVICES["app"]["depends_on"][service] == {"condition": "service_healthy"}
        assert SERVICES[service]["healthcheck"]["test"][0] == "CMD"


def test_workers_of_their_own_do_the_jobs() -> None:
    """They scale by themselves: they share nothing but the database, and end after what runs has ended."""
    worker, app = SERVICES["worker"], SERVICES["app"]
    assert app["environment"]["JOB_WORKER"] == 0 and "JOB_WORKER" not in worker["environment"]
    assert worker["environment"].items() <= app["environment"].items()
    assert worker["command"] == ["python", "-m", "web.jobs"]
    assert "volumes" not in worker and "volumes" not in app and worker["networks"] == ["back"]
    assert worker["deploy"]["replicas"] == "${WORKER_CONTAINERS:-1}"
    assert worker["depends_on"]["postgres"] == {"condition": "service_healthy"}
    assert int(worker["stop_grace_period"].removesuffix("s")) > 2 * GRACE


def test_caddy_finds_every_container_with_the_file_that_is_tested() -> None:
    """`test_real_proxies` starts it."""
    assert f"{real_proxies.CADDY.relative_to(ROOT)}:/etc/caddy/Caddyfile:ro" in SERVICES["caddy"]["volumes"][0]
    assert "dynamic a {$APP:app} {$APP_PORT:" + f"{dockerfile.value('EXPOSE')}}} {{" in CADDY
    assert "app" in SERVICES
    assert SERVICES["caddy"]["environment"] == {"SITE": "${DOMAIN:-http://localhost}"}
    assert "{$SITE} {" in CADDY
    assert SERVICES["app"]["deploy"]["replicas"] == "${CONTAINERS:-2}"


def test_what_slow_readers_do_not_take_is_bounded() -> None:
    """Between Caddy and them, and between the app and Caddy; without it, 1,900 of them fill the system's memory."""
    for name in ("caddy", "app"):
        bounds = SERVICES[name]["sysctls"]
        assert all(int(bounds[f"net.ipv4.tcp_{way}"].split()[2]) <= 262144 for way in ("wmem", "rmem"))


def test_proxies_have_the_bounds_of_the_app() -> None:
    usual = Settings()
    upload = usual.collection_megabytes + 1
    nginx = real_proxies.NGINX.read_text("utf-8")
    assert f"client_max_body_size {upload}m;" in nginx and f"max_size {upload}MB" in CADDY
    assert "client_max_body_size 4m;" in nginx and "max_size 4MB" in CADDY
    assert f"read_body {usual.request_seconds}s" in CADDY
    for text, found in ((nginx, r"^    keepalive_timeout (\d+)s;"), (CADDY, r"^\s+keepalive (\d+)s")):
        (kept,) = re.findall(found, text, re.MULTILINE)[:1]
        assert int(kept) < IDLE, "or the app closes a connection on which a request is coming"
    assert runpy.run_path(str(ROOT / "gunicorn.conf.py"))["keepalive"] == IDLE


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
def test_the_page_leads_to_the_files_and_has_no_second_copy(name: str) -> None:
    page = (DOCS / "running-a-server.md").read_text("utf-8")
    assert f"(../deploy/{name})" in page
    blocks = "".join(re.findall(r"^```\w*\n(.*?)^```", page, re.MULTILINE | re.DOTALL))
    lines = {line.partition("#")[0].strip() for line in (ROOT / "deploy" / name).read_text("utf-8").splitlines()}
    assert not [line for line in lines if len(line) > 9 and line in blocks]


def test_the_page_has_the_commands() -> None:
    page = (DOCS / "running-a-server.md").read_text("utf-8")
    for command in ("docker compose up -d", "docker compose run --rm -T backup"):
        assert command in page
    assert SERVICES["backup"]["profiles"] == ["backup"], "it is run by these commands, and never by itself"


@pytest.mark.skipif(sys.platform != "linux", reason="containers run on Linux")
def test_the_backup_is_written_and_old_ones_go(tmp_path: Path) -> None:
    """The command of the service, with another folder and database."""
    old, kept = tmp_path / "sheets-20260101T000000Z.jsonl.gz", tmp_path / "sheets-20260102T000000Z.jsonl.gz"
    for path, days in ((old, 31.5), (kept, 29.5)):
        path.touch()
        time = path.stat().st_mtime - days * 86400
        os.utime(path, (time, time))
    *shell, script = SERVICES["backup"]["command"]
    script = script.replace("$$", "$").replace("${BACKUP_DAYS:-30}", "30").replace("/backups", str(tmp_path))
    script = script.replace("python ", f"{sys.executable} ")
    url = f"sqlite:///{tmp_path}/sheets.sqlite"
    store = Store(url)
    store.sweep()
    store.close_connections()
    settings = os.environ | {"DATABASE_URL": url}
    subprocess.run([*shell, script], cwd=ROOT, env=settings, check=True, capture_output=True)
    left = sorted(path.name for path in tmp_path.glob("*.gz"))
    assert len(left) == 2 and kept.name == left[0]
    assert re.fullmatch(r"sheets-20\d{6}T\d{6}Z\.jsonl\.gz", left[1])
    assert gzip.decompress((tmp_path / left[1]).read_bytes()).startswith(b"{")

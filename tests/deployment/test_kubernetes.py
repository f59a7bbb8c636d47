"""The manifests for Kubernetes: valid for its schemas, and what they say agrees with the image, Compose and the app."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import DEFAULTS
from tests.deployment import dockerfile
from tests.paths import DOCS, ROOT
from web.server.serving import shutdown
from web.server.settings import Settings

yaml = pytest.importorskip("yaml", reason="install the rest with: pip install -r requirements-dev.txt")
kubernetes_validate = pytest.importorskip("kubernetes_validate", reason="pip install -r requirements-dev.txt")
FOLDER = ROOT / "deploy" / "kubernetes"
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))["services"]
#: The oldest version that the manifests are for, and the newest whose schema is here.
VERSIONS = ["1.30", kubernetes_validate.latest_version()]
#: Not a resource of a cluster: kustomize reads it.
CUSTOM = "kustomization.yaml"
#: What the app does not know of `.example` is for the operator.
SECRETS = {"SECRET_KEY", "DATABASE_URL"}


@cache
def documents(name: str) -> list[dict[str, Any]]:
    return list(yaml.safe_load_all((FOLDER / name).read_text("utf-8")))


NAMES = sorted(path.name for path in FOLDER.glob("*.yaml") if path.name != CUSTOM)
ALL = [document for name in NAMES for document in documents(name)]


def of_kind(kind: str) -> dict[str, dict[str, Any]]:
    return {document["metadata"]["name"]: document for document in ALL if document["kind"] == kind}


DEPLOYMENTS = of_kind("Deployment")
OURS = ["ireval-pages", "ireval-worker"]


def pod(name: str) -> dict[str, Any]:
    found: dict[str, Any] = DEPLOYMENTS[name]["spec"]["template"]["spec"]
    return found


def container(name: str) -> dict[str, Any]:
    (found,) = pod(name)["containers"]
    return dict(found)


def settings_of(name: str) -> dict[str, str]:
    """The settings that a container of ours gets, but for the secrets."""
    own = {variable["name"]: variable["value"] for variable in container(name).get("env", [])}
    return {**of_kind("ConfigMap")["ireval"]["data"], **own}


def title(document: dict[str, Any]) -> str:
    return f"{document['kind']} {document['metadata']['name']}"


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("document", ALL, ids=title)
def test_a_manifest_is_valid(document: dict[str, Any], version: str) -> None:
    kubernetes_validate.validate(document, version, strict=True)


def test_a_manifest_with_an_unknown_field_is_not() -> None:
    wrong = {**DEPLOYMENTS["ireval-pages"], "replicas": 3}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(wrong, VERSIONS[0], strict=True)


def test_everything_is_applied_but_the_example_of_a_secret() -> None:
    (custom,) = documents(CUSTOM)
    assert (custom["kind"], custom["apiVersion"]) == ("Kustomization", "kustomize.config.k8s.io/v1beta1")
    assert custom.keys() == {"apiVersion", "kind", "resources", "images"}
    assert sorted(custom["resources"]) == [name for name in NAMES if ".example." not in name]
    (image,) = custom["images"]
    assert {container(name)["image"] for name in OURS} == {image["name"]} == {COMPOSE["app"]["image"]}
    assert len({title(document) for document in ALL}) == len(ALL)


@pytest.mark.parametrize("name", OURS)
def test_settings_are_known_to_the_app_and_valid(name: str) -> None:
    given = settings_of(name)
    assert given.keys() | SECRETS <= DEFAULTS.keys()
    assert all(isinstance(value, str) for value in given.values()), "Kubernetes takes texts alone"
    assert Settings.read(given, environment={})
    sources = [*container(name)["envFrom"]]
    assert [next(iter(source)) for source in sources] == ["configMapRef", "secretRef"]
    secret = of_kind("Secret")["ireval"]["stringData"]
    assert secret == dict.fromkeys(SECRETS, ""), "an example has no secret"


def test_settings_agree_with_compose() -> None:
    """What differs is the number of things, and where they are."""
    compose = {name: str(value) for name, value in COMPOSE["app"]["environment"].items() if name not in SECRETS}
    here = settings_of("ireval-pages")
    own = {"HOSTS", "HTTPS", "RATE_STORAGE", "METRICS_ADDRESS", "DRAIN_SECONDS", "WORKERS"}
    defaults = {name: re.sub(r"^\$\{\w+:-(.*)\}$", r"\1", value) for name, value in compose.items()}
    same = {name: value for name, value in here.items() if name not in own}
    assert same.items() <= defaults.items()
    assert re.sub(r"//[\w-]+:", "//:", here["RATE_STORAGE"]) == re.sub(r"//[\w-]+:", "//:", compose["RATE_STORAGE"])
    assert container("ireval-worker")["command"] == COMPOSE["worker"]["command"]
    image = container("ireval-rates")
    assert (image["image"], image["args"]) == (COMPOSE["rates"]["image"], COMPOSE["rates"]["command"])


@pytest.mark.parametrize("name", DEPLOYMENTS)
def test_each_pod_is_hardened_as_in_compose(name: str) -> None:
    of_pod, of_container = pod(name)["securityContext"], container(name)["securityContext"]
    assert of_pod["runAsNonRoot"] is True and of_pod["seccompProfile"] == {"type": "RuntimeDefault"}
    assert pod(name)["automountServiceAccountToken"] is False
    assert of_container == {
        "readOnlyRootFilesystem": True,
        "allowPrivilegeEscalation": False,
        "capabilities": {"drop": ["ALL"]},
    }
    assert container(name)["resources"].keys() == {"requests", "limits"}
    if name in OURS:
        assert f"{of_pod['runAsUser']}:{of_pod['runAsGroup']}" == dockerfile.value("USER")
        mounted = {mount["name"]: mount["mountPath"] for mount in container(name)["volumeMounts"]}
        assert mounted == {"tmp": "/tmp"}  # noqa: S108 - the only folder that may be written
        (volume,) = pod(name)["volumes"]
        assert volume["name"] == "tmp" and volume["emptyDir"]["sizeLimit"]


def test_ports_lead_from_the_ingress_to_the_app() -> None:
    ports = {port["name"]: port["containerPort"] for port in container("ireval-pages")["ports"]}
    assert ports["http"] == int(dockerfile.value("EXPOSE")) == int(dockerfile.environment()["PORT"])
    settings = settings_of("ireval-pages")
    assert settings["METRICS_ADDRESS"] == f"0.0.0.0:{ports['metrics']}"
    notes = DEPLOYMENTS["ireval-pages"]["spec"]["template"]["metadata"]["annotations"]
    assert notes["prometheus.io/port"] == str(ports["metrics"])
    services = of_kind("Service")
    (backend,) = (
        path["backend"]["service"]
        for rule in of_kind("Ingress")["ireval"]["spec"]["rules"]
        for path in rule["http"]["paths"]
    )
    published = {port["name"] for port in services[backend["name"]]["spec"]["ports"]}
    assert backend["port"]["name"] in published == {"http"}, "the counters are not for visitors"
    host = re.fullmatch(r"redis://([\w-]+):(\d+)/0", settings["RATE_STORAGE"])
    assert host and services[host[1]]["spec"]["ports"][0]["port"] == int(host[2])
    for name, service in services.items():
        for port in service["spec"]["ports"]:
            assert port["targetPort"] in {found["name"] for found in container(name)["ports"]}


def test_the_ingress_knows_the_host_and_lets_the_largest_upload_through() -> None:
    ingress, settings = of_kind("Ingress")["ireval"], Settings.read(settings_of("ireval-pages"), environment={})
    hosts = {rule["host"] for rule in ingress["spec"]["rules"]}
    assert hosts == {host for entry in ingress["spec"]["tls"] for host in entry["hosts"]} == {settings.hosts}
    notes = {name.rpartition("/")[2]: value for name, value in ingress["metadata"]["annotations"].items()}
    assert notes["proxy-body-size"] == f"{settings.collection_megabytes + 1}m"
    assert notes["proxy-request-buffering"] == notes["proxy-buffering"] == "on"
    assert (settings.proxies, settings.https) == (1, True)


def probes() -> Iterator[tuple[str, dict[str, Any]]]:
    for name in ("startupProbe", "livenessProbe", "readinessProbe"):
        yield name, container("ireval-pages")[name]


def test_probes_ask_what_the_app_answers() -> None:
    paths = {name: probe["httpGet"] for name, probe in probes()}
    assert paths["readinessProbe"]["path"] == "/readyz"
    assert paths["startupProbe"]["path"] == paths["livenessProbe"]["path"] == "/healthz"
    assert "/healthz" in dockerfile.value("HEALTHCHECK")
    assert all(probe["port"] == "http" for probe in paths.values())


def test_a_pod_is_not_killed_before_its_visitors_are_answered() -> None:
    settings = Settings.read(settings_of("ireval-pages"), environment={})
    assert pod("ireval-pages")["terminationGracePeriodSeconds"] > shutdown.longest(settings)
    readiness = dict(probes())["readinessProbe"]
    noticed = readiness["periodSeconds"] * readiness["failureThreshold"] + readiness["timeoutSeconds"]
    assert settings.drain_seconds >= noticed, "it stops after Kubernetes has noticed"
    rolling = DEPLOYMENTS["ireval-pages"]["spec"]["strategy"]["rollingUpdate"]
    assert rolling == {"maxUnavailable": 0, "maxSurge": 1}
    budget = of_kind("PodDisruptionBudget")["ireval-pages"]["spec"]["minAvailable"]
    assert 0 < budget < DEPLOYMENTS["ireval-pages"]["spec"]["replicas"]
    worker = re.fullmatch(r"(\d+)s", COMPOSE["worker"]["stop_grace_period"])
    assert worker and pod("ireval-worker")["terminationGracePeriodSeconds"] >= int(worker[1])


def test_containers_of_compose_are_not_killed_before_their_visitors_are_answered() -> None:
    period = re.fullmatch(r"(\d+)s", COMPOSE["app"]["stop_grace_period"])
    settings = Settings.read({"PROXIES": str(COMPOSE["app"]["environment"]["PROXIES"])}, environment={})
    assert period and int(period[1]) > shutdown.longest(settings)


def test_selectors_find_the_pods_that_they_mean() -> None:
    labels = {name: found["spec"]["template"]["metadata"]["labels"] for name, found in DEPLOYMENTS.items()}
    for document in ALL:
        assert document["metadata"]["labels"]["app.kubernetes.io/name"] == "ireval"
        name, spec = document["metadata"]["name"], document.get("spec", {})
        selectors = [spec.get("selector", {}), spec.get("podSelector", {})]
        for selector in filter(None, selectors):
            wanted = selector.get("matchLabels", selector)
            assert [found for found, given in labels.items() if wanted.items() <= given.items()] == [name]
    for name in OURS:
        (spread,) = pod(name)["topologySpreadConstraints"]
        assert spread["labelSelector"]["matchLabels"].items() <= labels[name].items()
    assert len({given["app.kubernetes.io/component"] for given in labels.values()}) == len(labels)


def test_memory_suffices_for_the_jobs() -> None:
    limit = container("ireval-worker")["resources"]["limits"]["memory"]
    settings = Settings.read(settings_of("ireval-worker"), environment={})
    assert limit.endswith("Gi")
    assert (settings.jobs + 1) * settings.job_memory * 10**6 < int(limit[:-2]) * 2**30


def test_the_page_has_the_commands() -> None:
    page = (DOCS / "from-a-laptop-to-three-hosts.md").read_text("utf-8")
    for name in (FOLDER.relative_to(ROOT), Path("secret.yaml")):
        assert str(name) in page

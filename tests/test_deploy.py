"""What deploy/ holds for hosts: the image, the services, the dashboard and the alerts are held to what the room is."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import promql_parser
import pytest
import yaml

from bench.rig.engines import Postgres, private
from dealt.server.base.config import load as load_config
from dealt.server.base.metrics import Metrics
from dealt.server.base.trouble import StoreError
from dealt.server.cluster import draining
from dealt.server.run import check_cluster
from dealt.server.store.store import Store
from dealt.wire import PORT
from tests.cli.helpers import dealt
from tests.server.helpers import serve, settings

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
OF_PROMETHEUS = {"up": {"job", "instance"}}
ALWAYS = {"job", "instance", "process"}


# --- dashboard and alerts


def samples() -> dict[str, set[str]]:
    """The names of everything that a room measures, as Prometheus stores it, with their labels."""
    endings = {"counter": ["_total"], "histogram": ["_bucket", "_sum", "_count"], "gauge": [""]}
    metrics, found = Metrics(), dict(OF_PROMETHEUS)
    named = {each._name: set(each._labelnames) for each in vars(metrics).values() if hasattr(each, "_labelnames")}
    for family in metrics.registry.collect():
        labels = named.get(family.name, set())
        for ending in endings[family.type]:
            found[f"{family.name}{ending}"] = labels | ({"le"} if ending == "_bucket" else set()) | ALWAYS
    return found


def wrong(written: str) -> list[str]:
    """What is wrong with an expression: its form, a metric that does not exist, a label that it does not have."""
    plain = written.replace("$__rate_interval", "5m")
    try:
        expression = promql_parser.parse(plain)
    except ValueError as error:
        return [f"{written}: {error}"]
    known, found, labels = samples(), [], set[str]()

    def look(node: Any) -> None:
        if isinstance(node, promql_parser.VectorSelector):
            has = known.get(str(node.name))
            if has is None:
                found.append(f"there is no metric {node.name}")
                return
            labels.update(has)
            found.extend(f"{node.name} has no {m.name}" for m in node.matchers.matchers if m.name not in has)

    promql_parser.walk(expression, look)

    def group(node: Any) -> None:
        if isinstance(node, promql_parser.AggregateExpr) and node.modifier:
            found.extend(f"nothing has {each}" for each in node.modifier.labels if each not in labels)

    promql_parser.walk(expression, group)
    return found


def test_the_test_of_expressions_can_fail() -> None:
    assert wrong("dealt_tables") == []
    assert wrong("rate(dealt_messages_total[5m]") != []
    assert wrong("dealt_messages") == ["there is no metric dealt_messages"]  # a counter ends in _total
    assert wrong('dealt_closed_total{reason="x"}') == ["dealt_closed_total has no reason"]
    assert wrong("sum by (op) (dealt_tables)") == ["nothing has op"]


def test_the_dashboard_shows_what_is_measured() -> None:
    board = json.loads((DEPLOY / "grafana.json").read_text("utf-8"))
    panels = [each for each in board["panels"] if each["type"] != "row"]
    assert len({each["id"] for each in board["panels"]}) == len(board["panels"])
    shown = [target["expr"] for each in panels for target in each["targets"]]
    assert [each for expr in shown for each in wrong(expr)] == []
    for each in panels:
        assert each["description"].endswith("."), each["title"]
        for target in each["targets"]:
            for label in re.findall(r"{{(\w+)}}", target["legendFormat"]):
                assert label in target["expr"], f"{each['title']}: the legend names {label}"
    ours = {name for name in samples() if name.startswith("dealt_") and not name.endswith(("_sum", "_count"))}
    assert {
        name for name in ours if not any(re.search(rf"\b{name.removesuffix('_bucket')}", e) for e in shown)
    } == set()


def test_alerts_watch_what_is_measured() -> None:
    rules = yaml.safe_load((DEPLOY / "alerts.yaml").read_text("utf-8"))
    alerts = [rule for each in rules["groups"] for rule in each["rules"]]
    assert len(alerts) > 8
    for each in alerts:
        assert set(each) <= {"alert", "expr", "for", "labels", "annotations"}
        assert wrong(each["expr"]) == [], each["alert"]
        assert each["labels"]["severity"] in ("page", "warn", "info")
        assert each["annotations"]["summary"].endswith(".")
        for label in re.findall(r"\$labels\.(\w+)", each["annotations"]["summary"]):
            assert f"by ({label})" in each["expr"]
    assert len({each["alert"] for each in alerts}) == len(alerts)
    told = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    assert [each["alert"] for each in alerts if f"`{each['alert']}`" not in told] == []


# --- the image


def test_the_image_is_well_made() -> None:
    hadolint = Path(sys.executable).parent / "hadolint"
    if not hadolint.exists():
        pytest.skip("hadolint is not there")
    said = subprocess.run(
        [hadolint, "--no-color", DEPLOY / "Dockerfile"], capture_output=True, text=True, check=False, timeout=60
    )
    assert (said.returncode, said.stdout) == (0, "")


def test_the_image_runs_as_nobody_in_particular_and_writes_to_its_volume_alone() -> None:
    image = (DEPLOY / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
    assert re.search(r"^USER 10001:10001$", image, re.MULTILINE)
    assert "--mode=0700 /data" in image
    environment = dict(re.findall(r"(\w+)=(\S+)", re.findall(r"^ENV (.*)$", image, re.MULTILINE)[0]))
    for name in ("HOME", "DEALT_ADMIN_KEY_FILE", "DEALT_DATABASE"):
        assert environment[name].replace("sqlite:///", "").startswith("/data"), name
    (check,) = re.findall(r"^HEALTHCHECK .*CMD (\[.*)$", image, re.MULTILINE)
    assert json.loads(check) == ["dealt", "admin", "health"]


@pytest.mark.slow
async def test_the_health_check_asks_at_the_port_of_the_settings(tmp_path: Path) -> None:
    async with serve(settings(tmp_path)) as room:
        port = room.address.rpartition(":")[2]
        for environment, status in (({"DEALT_PORT": port}, 0), ({"DEALT_PORT": "1"}, 1)):
            given = {"DEALT_HOST": "0.0.0.0", **environment}
            ended = await asyncio.to_thread(dealt, ["admin", "health"], tmp_path, None, given)
            assert (ended.status, len(ended.err.splitlines())) == (status, status)
        room.room.store.writer.healthy = False
        room.room.runtime.closing = True
        ended = await asyncio.to_thread(dealt, ["admin", "health"], tmp_path, None, {"DEALT_PORT": port})
        assert (ended.status, "nobody can play" in ended.err) == (1, True)
        room.room.runtime.closing = False


# --- the services


def services() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    return found


def test_the_services_fit_together() -> None:
    compose = services()
    room, db = compose["services"]["room"], compose["services"]["db"]
    assert (ROOT / "deploy" / room["build"]["context"] / room["build"]["dockerfile"]).resolve().is_file()
    assert room["read_only"] is True
    assert room["init"] is True
    assert room["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in room["security_opt"]
    assert room["tmpfs"] == ["/tmp"]
    assert set(room["depends_on"]) <= set(compose["services"])
    mounted = {volume.partition(":")[0] for each in (room, db) for volume in each["volumes"]}
    assert mounted == set(compose["volumes"])
    assert room["ports"] == ["21747:21747"]


def test_the_password_is_put_into_no_address() -> None:
    room, db = services()["services"]["room"]["environment"], services()["services"]["db"]["environment"]
    assert room["DEALT_DATABASE"] == "postgresql://dealt@db/dealt"
    assert room["PGPASSWORD"] == db["POSTGRES_PASSWORD"]
    assert db["POSTGRES_USER"] == "dealt"


# --- a room on several processes


def test_the_processes_of_the_cluster_are_alike_and_wait_for_what_they_need() -> None:
    compose = yaml.safe_load((DEPLOY / "cluster" / "compose.yaml").read_text("utf-8"))
    rooms = [service for name, service in compose["services"].items() if name.startswith("room")]
    assert len(rooms) == 2
    assert rooms[0] == rooms[1]
    room, db = rooms[0], compose["services"]["db"]
    given = {**room["environment"], "DEALT_ADMIN_KEY": "k" * 20}
    config = load_config({"config": None}, {name: value for name, value in given.items() if name.startswith("DEALT_")})
    assert config.cluster.startswith("redis://redis:")
    assert config.proxy
    check_cluster(config)
    assert room["environment"]["PGPASSWORD"] == db["environment"]["POSTGRES_PASSWORD"]
    assert dict.fromkeys(("db", "redis"), "service_healthy") == {
        name: each["condition"] for name, each in room["depends_on"].items()
    }
    assert all("healthcheck" in compose["services"][each] for each in room["depends_on"])
    assert (DEPLOY / "cluster" / room["build"]["context"] / room["build"]["dockerfile"]).resolve().is_file()
    assert (room["read_only"], room["init"], room["cap_drop"]) == (True, True, ["ALL"])
    assert seconds(room["stop_grace_period"]) > draining.WITHIN
    proxy = (DEPLOY / "cluster" / "Caddyfile").read_text("utf-8")
    assert re.findall(r"(room\d):21747", proxy) == ["room1", "room2"]
    assert "health_uri /readyz" in proxy


def test_the_image_can_be_a_process_of_a_cluster() -> None:
    image = (DEPLOY / "Dockerfile").read_text("utf-8")
    assert "ARG EXTRAS=room,cluster\n" in image
    assert '".[${EXTRAS}]"' in image


def seconds(written: str) -> float:
    """The seconds of a time such as ``60s``."""
    return float(written.removesuffix("s"))


def manifests() -> dict[tuple[str, str], dict[str, Any]]:
    """What stands in the manifests for Kubernetes, by kind and name."""
    written = (DEPLOY / "cluster" / "kubernetes.yaml").read_text("utf-8")
    return {(each["kind"], each["metadata"]["name"]): each for each in yaml.safe_load_all(written)}


def test_the_pods_of_the_cluster_fit_together() -> None:
    found = manifests()
    room = found["Deployment", "room"]["spec"]
    pod = room["template"]["spec"]
    (container,) = pod["containers"]
    labels = room["template"]["metadata"]["labels"]
    assert room["replicas"] >= 2
    assert room["strategy"]["rollingUpdate"] == {"maxSurge": 1, "maxUnavailable": 0}
    for selector in (
        room["selector"]["matchLabels"],
        found["PodDisruptionBudget", "room"]["spec"]["selector"]["matchLabels"],
        found["Service", "room"]["spec"]["selector"],
        found["NetworkPolicy", "redis"]["spec"]["ingress"][0]["from"][0]["podSelector"]["matchLabels"],
    ):
        assert selector == labels
    assert found["PodDisruptionBudget", "room"]["spec"]["maxUnavailable"] == 1
    ports = {each["name"]: each["containerPort"] for each in container["ports"]}
    assert ports["http"] == PORT
    probes = {each: container[f"{each}Probe"]["httpGet"] for each in ("startup", "readiness", "liveness")}
    assert {each: probe["path"] for each, probe in probes.items()} == {
        "startup": "/healthz",
        "readiness": "/readyz",
        "liveness": "/healthz",
    }
    assert {probe["port"] for probe in probes.values()} <= set(ports)
    (_, pause) = container["lifecycle"]["preStop"]["exec"]["command"]
    assert pod["terminationGracePeriodSeconds"] > float(pause) + draining.WITHIN
    (backend,) = [path["backend"]["service"] for path in found["Ingress", "room"]["spec"]["rules"][0]["http"]["paths"]]
    assert backend["name"] == "room"
    assert backend["port"]["name"] in {each["name"] for each in found["Service", "room"]["spec"]["ports"]}
    given = {each["name"]: each["value"] for each in container["env"] if "value" in each}
    redis = urlsplit(given["DEALT_CLUSTER"])
    assert ("Service", redis.hostname) in found
    assert redis.port in {each["port"] for each in found["Service", "redis"]["spec"]["ports"]}
    secret = {each["valueFrom"]["secretKeyRef"]["key"] for each in container["env"] if "valueFrom" in each}
    told = (DEPLOY / "cluster" / "kubernetes.yaml").read_text("utf-8")
    assert secret == set(re.findall(r"--from-literal=([\w-]+)=", told))
    for each in found.values():
        if each["kind"] == "Deployment":
            template = each["spec"]["template"]["spec"]
            assert template["securityContext"]["runAsNonRoot"] is True
            (one,) = template["containers"]
            assert one["securityContext"] == {
                "allowPrivilegeEscalation": False,
                "readOnlyRootFilesystem": True,
                "capabilities": {"drop": ["ALL"]},
            }


def unit(file: Path) -> dict[str, list[str]]:
    """The settings of a unit of systemd."""
    found: dict[str, list[str]] = {}
    for line in file.read_text("utf-8").splitlines():
        if line and line[0] not in "#[":
            name, _, value = line.partition("=")
            found.setdefault(name, []).append(value)
    return found


def test_the_template_keeps_the_guards_of_the_service_and_gives_time_to_hand_over() -> None:
    alone, each = unit(DEPLOY / "dealt.service"), unit(DEPLOY / "cluster" / "dealt@.service")
    own = {
        "Description",
        "After",
        "Type",
        "ExecStart",
        "Environment",
        "EnvironmentFile",
        "StateDirectory",
        "Restart",
    }
    assert {name: value for name, value in alone.items() if name not in {*own, "TimeoutStopSec"}} == {
        name: value
        for name, value in each.items()
        if name not in {*own, "TimeoutStopSec", "KillMode", "TimeoutStartSec"}
    }
    assert each["ExecStart"] == ["/opt/dealt/bin/dealt serve %i"]
    assert each["KillMode"] == ["mixed"]  # SIGTERM is for the process alone, not for its workers
    assert seconds(each["TimeoutStopSec"][0]) > draining.WITHIN
    assert each["Type"] == ["notify"]


@pytest.fixture
def with_password(postgres_bin: Path) -> Iterator[tuple[str, str]]:
    """The address of a PostgreSQL that wants a password, without it, and the password."""
    password = "p@ss:w/rd %$#?&'\""
    with private(lambda folder: Postgres(folder, password=password), "dealt-password-") as server:
        yield server.address(), password


@pytest.mark.slow
@pytest.mark.postgres
async def test_a_password_with_any_signs_opens_the_database(
    with_password: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    address, password = with_password
    monkeypatch.setenv("PGPASSWORD", "another")
    with pytest.raises(StoreError):
        await Store.open(address)
    monkeypatch.setenv("PGPASSWORD", password)
    store = await Store.open(address)
    assert await store.check()
    await store.close()

"""The model of a room: its simulation, the fit of its costs, and the page that tells of both."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import Any

import pytest

from bench import scale
from bench.queues import MEASURED, Costs, Load, simulate

TRUE = Costs(4.0, 0.02, 0.3, 0.05, 0.4, wait=0.8, wait_row=0.01, wire=0.6, shown=1.1)
RELAYED = Costs(**{**asdict(TRUE), "asked": 0.2, "relayed": 0.08, "hop": 0.7})


def run(costs: Costs, load: Load, seconds: float = 8.0) -> dict[str, Any]:
    """What a bench would have found of a room with these costs."""
    said = simulate(costs, load, seconds)
    acts = said.acts * seconds
    return {
        "people": load.people,
        "seats": load.seats,
        "pace": load.pace,
        "processes": load.processes,
        "seconds": seconds,
        "acts": acts,
        "deals": acts / load.deal,
        "frames_s": said.frames,
        "commits": said.commits * seconds,
        "cpu_s": said.cpu * seconds * load.processes,
        "commit_ms": costs.commit + costs.wait + costs.wait_row * said.acts / max(said.commits, 1),
        "act_ms": {"p50": said.p50, "p99": said.p99},
    }


@pytest.mark.slow
def test_equal_seeds_say_the_same_and_a_full_processor_says_so() -> None:
    load = Load(400, pace=0.5)
    assert simulate(TRUE, load, 5) == simulate(TRUE, load, 5) != simulate(TRUE, load, 5, seed=2)
    small, large = (simulate(TRUE, Load(people, pace=1.0), 3) for people in (100, 1200))
    assert small.cpu < 0.1 < large.cpu < 1
    assert small.p99 < large.p99
    full = simulate(replace(TRUE, act=5.0), Load(400, pace=0.2), 3, 1)
    assert full.acts < 400 / 4 / 0.2 / 2
    assert full.p50 > 100


@pytest.mark.slow
def test_two_processes_carry_more_and_tell_each_other() -> None:
    slow = replace(RELAYED, act=2.0, frame=0.3)
    one, two = (simulate(slow, Load(400, pace=0.1, processes=processes), 3, 1) for processes in (1, 2))
    assert 1.3 * one.acts < two.acts < 2 * one.acts
    assert one.notes == 0 < two.notes


@pytest.mark.slow
@pytest.mark.turns(2)
def test_costs_are_found_again() -> None:
    sizes = (Load(120), Load(600), Load(1440), Load(600, pace=1.0), Load(300, 2, 1.0), Load(600, 3, 1.5), Load(840, 2))
    found = scale.fitted([run(TRUE, load) for load in sizes])
    whole = TRUE.act + 4 * TRUE.shown * TRUE.frame
    assert found.act + 4 * found.shown * found.frame == pytest.approx(whole, rel=0.15)
    two = [run(RELAYED, Load(people, seats, 1.0, processes=2)) for people, seats in ((400, 4), (400, 2))]
    relayed = scale.with_relays(found, two)
    assert relayed.asked + 4 * relayed.relayed == pytest.approx(RELAYED.asked + 4 * RELAYED.relayed, rel=0.4)
    for each in scale.compared(relayed, run(RELAYED, Load(800, 4, 2.0, processes=2))):
        assert abs(each.off) < 0.25, each


def test_more_people_need_more_processes() -> None:
    sizes = {"process_mb": 100, "person_kb": 20, "table_kb": 50, "frame_bytes": 300, "stored_bytes": 150}
    found = [scale.needs(RELAYED, sizes, people) for people in (2_000, 20_000, 200_000)]
    assert [each.processes for each in found] == sorted({each.processes for each in found})
    assert found[1].acts == 1000
    assert found[1].out_mbit == pytest.approx(1000 * 1.08 * 4 * 1.1 * 300 * 8 / 1e6)


@pytest.mark.slow
@pytest.mark.turns(2)
def test_the_page_says_what_was_measured() -> None:
    kept = json.loads(MEASURED.read_text(encoding="utf-8"))
    page = scale.PAGE.read_text(encoding="utf-8")
    assert scale.renewed(page, scale.parts(kept)) == page, "python -m bench scale writes it anew"
    assert len(scale.checked(kept)) == len(scale.CHECKED) + len(scale.CHECKED_CLUSTER)
    for costs, found in scale.checked(kept):
        for each in scale.compared(costs, found):
            assert abs(each.off) < scale.WITHIN, each
    with pytest.raises(ValueError, match="no place for costs"):
        scale.renewed("nothing", {"costs": ""})

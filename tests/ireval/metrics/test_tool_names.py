"""What tools call a measure, against the names by which the tests ask the tools for it; and publications."""

from __future__ import annotations

import re

import pytest

from ireval.conventions import PRESETS
from ireval.measure.registry import measures
from ireval.measure.spelling import parse
from tests.peers.tools import TOOLS

#: The key of the preset of each tool that tests ask, or its own name.
KEYS = {preset.title: key for key, preset in PRESETS.items()} | {"pytrec_eval": "trec_eval", "pyndeval": "ndeval"}
#: A number behind the name, a relevance level as ranx writes it, settings, and arguments of a function.
_REST = re.compile(r"(?<=\w)[@._](\d[\d.]*|\{\w+\})$|-l\d.*$|\(.*$|\?.*$")


def bare(name: str) -> str:
    """A tool's name without its settings."""
    return _REST.sub("", name)


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.title)
def test_every_name_that_a_tool_is_asked_by_is_declared(tool: object) -> None:
    from tests.peers.tool import Tool

    assert isinstance(tool, Tool)
    key = KEYS[tool.title.partition(" (")[0]]
    for pair in (pair for pair in tool.pairs if not pair.overrides):  # another convention has another name there
        measure = parse(pair.ours).measure
        if measures().get(bare(pair.theirs), measure) is not measure:  # the name of another one of ours elsewhere
            continue
        declared = {bare(name) for name in measure.tool_names.get(key, ())}
        asked = {bare(pair.theirs), f"Document{pair.theirs.partition('@')[0].upper()}Evaluator"}  # Haystack's classes
        assert asked & declared, f"{pair.ours} is {pair.theirs} in {key}"


def test_most_measures_of_the_literature_have_a_publication() -> None:
    with_doi = {m.name for m in measures().values() if m.publications}
    assert {"AP", "Bpref", "nDCG", "DCG", "RBP", "ERR", "alpha_nDCG", "P_IA", "infAP", "StRecall"} <= with_doi


@pytest.mark.parametrize(
    ("name", "ours"),
    [("context_precision", "AP"), ("hit_rate@3", "Success@3"), ("ndcg_score", "nDCG"), ("precision@5", "P@5")],
)
def test_what_a_tool_calls_a_measure_can_be_typed(name: str, ours: str) -> None:
    assert str(parse(name)) == ours

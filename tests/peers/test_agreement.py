"""Our scores against those of other tools, on random topics; the page's table against the command's."""

from __future__ import annotations

import pytest

from ireval.conventions import PRESETS
from ireval.measure.registry import measures
from ireval.measure.spelling import parse
from ireval.measure.support import defining_presets
from tests.ireval.random_lists import examples, given, st
from tests.paths import ROOT
from tests.peers.agreement import HELP, agreement, compare, main, missing_packages, table
from tests.peers.asking import Pair
from tests.peers.tool import Tool
from tests.peers.tools import IR_MEASURES, TOOLS, TREC_EVAL
from tests.peers.topics import Topics, drawn, ours, seeded
from tests.tiers import sampled

TOPICS = {tool: drawn(ties=tool.ties, negative=tool.negative, subtopics=3 * tool.subtopics) for tool in TOOLS}
BY_NAME = {tool.title: tool for tool in TOOLS}


def needed(*tools: Tool) -> None:
    """Skip the test if a tool is not installed."""
    missing = missing_packages(tools)
    if missing:
        pytest.skip(f"comparing with {', '.join(missing)} needs them: {HELP}")


def check(tool: Tool, topics: Topics) -> None:
    outcome = compare(tool, topics)
    assert not outcome.wrong, next(iter(outcome.wrong.values()))[0]


@pytest.mark.thorough
@pytest.mark.parametrize("name", [t.title for t in TOOLS if "gdeval" not in t.title])
@given(st.data())
@examples(3)
def test_random_topics(name: str, data: st.DataObject) -> None:
    tool = BY_NAME[name]
    needed(tool)
    check(tool, data.draw(TOPICS[tool]))


@pytest.mark.parametrize("tool", sampled(TOOLS, 7, lambda t: t.title))
def test_seeded_topics(tool: Tool) -> None:
    """Every measure is compared on many scores, and every known difference occurs."""
    needed(tool)
    outcome = agreement(tool)
    assert not outcome.wrong
    assert set(outcome.compared) == {parse(pair.ours).measure.name for pair in tool.pairs}
    assert min(outcome.compared.values()) >= 30
    assert {d for known in outcome.met.values() for d in known} == set(tool.differences)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "tool", [t for t in TOOLS if not t.subtopics and "gdeval" not in t.title], ids=lambda t: t.title
)
@pytest.mark.parametrize("depth", [1, 1500], ids=["one document", "1,500 documents"])
def test_very_short_and_very_long_lists(tool: Tool, depth: int) -> None:
    needed(tool)
    topics = seeded(1, ties=tool.ties, negative=tool.negative, depth=depth, count=2 if depth == 1 else 1)
    check(tool, topics)
    assert max(map(len, topics.run.values())) >= depth / 4


def test_measures_name_exactly_the_tools_that_they_are_compared_with() -> None:
    """A measure names a tool's preset if and only if the measure is compared with that tool."""
    compared = {(tool.preset, parse(pair.ours).measure.name) for tool in TOOLS for pair in tool.pairs}
    claimed = {(p, m.name) for m in measures().values() for p in defining_presets(m) if PRESETS[p].tool}
    assert compared == claimed


def test_presets_need_no_overrides() -> None:
    """An override of a pair is for a different measure of the tool, not a correction of the preset."""
    assert {name for tool in TOOLS for pair in tool.pairs for name in pair.overrides} == {"gain"}


def test_ir_measures_scores_missing_topics_0() -> None:
    """Its preset does the same; pytrec_eval leaves them out."""
    needed(BY_NAME["ir_measures"], BY_NAME["pytrec_eval"])
    import ir_measures
    import pytrec_eval

    qrels, run = {"1": {"a": 1}, "2": {"a": 1}}, {"1": {"a": 1.0}, "3": {"a": 1.0}}
    assert PRESETS["ir_measures"].choices.get("missing", "score-0") == "score-0"
    assert {x.query_id: x.value for x in ir_measures.iter_calc([ir_measures.AP], qrels, run)} == {"1": 1, "2": 0}
    assert set(pytrec_eval.RelevanceEvaluator(qrels, {"map"}).evaluate(run)) == {"1"}


def test_ir_measures_passes_beta_on_as_its_square() -> None:
    """SetF(beta=2) in ir_measures is set_F.2 in trec_eval, which is F with the square root of 2 as beta."""
    needed(BY_NAME["ir_measures"])
    topics = Topics({"1": {"a": 1, "b": 1, "c": 1}}, {"1": {"a": 2.0, "x": 1.0}})
    theirs = BY_NAME["ir_measures"].scores(Pair("", "SetF(beta=2.0)"), topics)["1"]
    assert theirs == pytest.approx(ours("set_F.2", "ir_measures", topics)["1"])
    assert theirs != pytest.approx(ours("F(beta=2)", "ir_measures", topics)["1"])


def test_the_spellings_of_tools_are_read() -> None:
    """This holds for trec_eval and ir_measures; the spellings of ir_measures are also kept."""
    for pair in TREC_EVAL:
        assert parse(pair.theirs).own == parse(pair.ours).own
    for pair in IR_MEASURES:
        assert pair.ours == pair.theirs
        assert parse(pair.ours).text == pair.ours


@pytest.mark.thorough
def test_the_page_has_the_table() -> None:
    needed(*TOOLS)
    page = (ROOT / "docs" / "agreement.md").read_text(encoding="utf-8")
    _, _, rest = page.partition("<!-- agreement -->\n")
    shown, end, _ = rest.partition("<!-- end of agreement -->\n")
    assert end, "the page has no table of agreement"
    assert shown.strip().splitlines() == list(table())


def test_the_command_prints_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    needed(*TOOLS)
    main()
    assert capsys.readouterr().out.splitlines() == list(table())

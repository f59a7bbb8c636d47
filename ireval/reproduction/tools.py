"""The tools and sources, each with its conventions; the versions of trec_eval are separate tools.

The archive ``trec_eval.9.0.8.tar.gz``, which many repositories have copied, reports the version 10.0-rc2. It orders
equal scores and interpolates like trec_eval 10; without ``-c``, it leaves out missing topics like trec_eval 9.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ireval.conventions import DEFAULT_PRESET, PRESETS, effective
from ireval.measure import Measure
from ireval.measure.support import preset_support
from ireval.messages import Message


@dataclass(frozen=True)
class Tool:
    """A version of a tool with its options: a preset with further ``choices``; ``title`` is its name for people."""

    key: str
    title: Message
    preset: str
    choices: Mapping[str, object] = field(default_factory=dict)

    @property
    def is_familiar(self) -> bool:
        """Whether most readers of papers know it; only then it is named before a single changed convention."""
        return self.preset in _FAMILIAR

    @property
    def conventions(self) -> dict[str, object]:
        """The value of every convention."""
        return effective(self.preset, self.choices)


_FAMILIAR = frozenset({DEFAULT_PRESET, "ir_measures", "ranx", "sklearn"})
_TEN = {"interpolation": "trec-eval-10", "scores": "double"}
_PRESENT = {"missing": "left-out"}
_OF_TREC_EVAL: Mapping[str, Mapping[str, object]] = {
    "tool-trec-eval-9-complete": {"missing": "score-0"},
    "tool-trec-eval-9": _PRESENT,
    "tool-trec-eval-10-complete": {**_TEN, "missing": "score-0"},
    "tool-trec-eval-archive": {**_TEN, **_PRESENT},
}


def all_tools() -> list[Tool]:
    """All tools and sources, the most widely used first."""
    named = [
        Tool(key.removeprefix("tool-"), Message(key), DEFAULT_PRESET, choices) for key, choices in _OF_TREC_EVAL.items()
    ]
    presets = sorted((p for p in PRESETS.values() if p.key != DEFAULT_PRESET), key=lambda p: not p.tool)
    return named + [Tool(p.key, Message("tool-of-preset", title=p.title), p.key) for p in presets]


def tools_for(measure: Measure) -> list[Tool]:
    """The tools and sources that have the measure, and always trec_eval, for its way of reading runs."""
    return [t for t in all_tools() if t.preset == DEFAULT_PRESET or preset_support(t.preset, measure) == "checked"]

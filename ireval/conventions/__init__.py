"""Every convention in which lectures, texts and tools differ, with its choices, and the presets that choose among them.

May import ``errors`` and ``numbers``; measures, the diagnosis and the pages use it.
``tests/ireval/conventions`` tests the choices, ``tests/test_architecture.py`` the imports.
"""

from ireval.conventions.declarations import CONVENTIONS, TOOL_SETTINGS
from ireval.conventions.parameter import Choice, Parameter, ToolSetting
from ireval.conventions.presets import DEFAULT_PRESET, PRESETS, Preset, effective

__all__ = [
    "CONVENTIONS",
    "DEFAULT_PRESET",
    "PRESETS",
    "TOOL_SETTINGS",
    "Choice",
    "Parameter",
    "Preset",
    "ToolSetting",
    "effective",
]

"""The conventions in which lectures, textbooks and tools differ, with their choices, and the presets.

May import ``messages``, ``errors`` and ``numbers``; measures, the diagnosis and the pages use it.
``tests/ireval/conventions`` tests the choices, ``tests/test_architecture.py`` the imports.
"""

from ireval.conventions.declarations import CONVENTIONS, TOOL_SETTINGS
from ireval.conventions.parameter import Choice, Parameter, ToolSetting
from ireval.conventions.preset import Preset
from ireval.conventions.presets import DEFAULT_PRESET, PRESETS, effective, preset_families

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
    "preset_families",
]

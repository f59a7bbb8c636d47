"""The colours by name: in a page, variables of the style sheet; in a file, the values of the light colour scheme."""

from __future__ import annotations

from collections.abc import Mapping

#: The light values of the variables of the style sheets that charts use.
LIGHT: Mapping[str, str] = {
    "--ink": "#1c2430",
    "--soft": "#5b6675",
    "--line": "#dfe4ea",
    "--card": "#fff",
    "--accent": "#0f6b62",
    "--gold": "#8a6100",
    "--edge": "#828c9a",
    "--pale": "#e8edf1",
    "--k1": "#8a6100",
    "--k2": "#6a3d9e",
    "--k3": "#a3261c",
    "--k4": "#1b5fa6",
    "--k5": "#4f5a68",
    "none": "none",
}
VARIABLES: Mapping[str, str] = {name: f"var({name})" if name != "none" else name for name in LIGHT}

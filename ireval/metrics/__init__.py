"""The measures, one file each. A file here that declares ``MEASURE`` is found; a new measure changes no other file.

The environment variable ``IREVAL_MEASURES`` may name more folders of such files, separated as in ``PATH``.

May import ``measure``, ``conventions``, ``ranking`` and ``numbers``, and the shared modules in ``shared``; nothing
imports a measure: the registry finds it, and others use it by name. ``tests/ireval/metrics`` tests it.
"""

import os

__path__ += [folder for folder in os.environ.get("IREVAL_MEASURES", "").split(os.pathsep) if folder]

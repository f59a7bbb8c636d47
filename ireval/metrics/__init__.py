"""The measures, one file each. A file here that declares ``MEASURE`` is discovered; adding one touches no other.

The environment variable ``IREVAL_MEASURES`` may name more folders of such files, separated as in ``PATH``.

May import ``measure``, ``conventions``, ``ranking`` and ``numbers``, and what several share in ``shared``; nothing
imports a measure: the registry finds and others use it by name. ``tests/ireval/metrics`` tests it.
"""

import os

__path__ += [folder for folder in os.environ.get("IREVAL_MEASURES", "").split(os.pathsep) if folder]

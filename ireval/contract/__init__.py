"""The contract of a measure file: what every measure promises, as checks that say what is wrong and how to fix it.

``checks`` runs them all. ``declaration_checks`` reads what is declared, ``formula_checks`` the formula and its legend,
``score_checks``, ``table_checks`` and ``mistake_checks`` compute the measure on the lists of ``sample_lists``.

May import ``measure``, ``explanation``, ``diagnosis`` and what stands below them; the command ``measures --check`` and
the tests of the measures use it. ``tests/ireval/contract`` tests it with files that break each promise,
``tests/ireval/metrics`` holds every measure of the project to it.
"""

"""The contract of a measure file: the rules for every measure, as checks that say what is wrong and how to fix it.

``checks`` runs them all. ``import_checks`` reads the file, ``type_checks`` and ``declaration_checks`` what is declared,
``formulas`` computes the printed formula with its legend, and ``score_checks``, ``table_checks`` and ``mistake_checks``
compute the measure on the lists of ``sample_lists``. ``check_process`` checks a file in a process of its own.

May import ``evaluation`` and what stands below it; the command ``measures --check`` and the tests of the measures use
it. ``tests/ireval/contract`` tests it with files that break each promise, ``tests/ireval/metrics`` holds every measure
of the project to it.
"""

"""Computes printed formulas from their LaTeX and the words of their legend, without the measure's code.

``latex_reader`` reads LaTeX into ``latex_trees``, ``latex_values`` computes them, ``legend_readings`` has the meanings
of the lines of legends, and ``value_checks`` compares the result with the score.

May import ``evaluation`` and what stands below it, and what the contract shares; the contract's ``checks`` use it.
``tests/ireval/metrics`` tests it with the formulas of all measures, and with slips in them.
"""

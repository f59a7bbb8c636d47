"""Printed formulas, computed: from their LaTeX and the words of their legend alone, never from the measure's code.

``latex_reader`` reads LaTeX into ``latex_trees``, ``latex_values`` computes them, ``legend_readings`` says what the
lines of a legend stand for, and ``value_checks`` compares the result with the score.

May import ``evaluation`` and what stands below it, and what the contract shares; the contract's ``checks`` use it.
``tests/ireval/metrics`` tests it with the formulas of all measures, and with slips in them.
"""

"""Shared by several measures: symbols, columns, gains, recall levels, publications, and typical mistakes.

May import what a measure file may: ``measure``, ``conventions``, ``ranking`` and ``numbers``; only measure files use
it. The tests of ``tests/ireval/metrics`` test it through the measures.
"""

"""Mistakes that several measures share: in discounts, gains, ideal lists, and averages of precisions.

May import what a measure file may, and the rest of ``metrics.shared``; only measure files use it. The tests of
``tests/ireval/metrics`` test it through the measures.
"""

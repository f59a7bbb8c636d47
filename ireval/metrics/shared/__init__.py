"""What several measures share: columns, gains, recall levels, and the typical mistakes with them.

May import what a measure file may: ``measure``, ``conventions``, ``ranking`` and ``numbers``; only measure files use
it. The tests of ``tests/ireval/metrics`` test it through the measures.
"""

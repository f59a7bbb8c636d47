"""What a student sees and what is right: a question, what can become of its answers, and what rounding can reach.

May import ``exercises.sheet`` and what the core has below it; the kinds, marking and exports use it.
``tests/ireval/exercises`` tests it by way of these, ``tests/test_architecture.py`` keeps its imports so.
"""

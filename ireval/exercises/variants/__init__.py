"""Uses of a sheet: a student's variant, the check that questions can be made, and a whole sheet drawn from a seed.

May import ``exercises.kinds`` and what stands below it; marking, exports and the pages use it. It is tested by
``tests/ireval/exercises/variants/test_variant.py`` and ``test_exercise_check.py``; ``tests/test_architecture.py``
checks its imports.
"""

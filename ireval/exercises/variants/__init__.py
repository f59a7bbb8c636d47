"""What comes of a sheet: the variant of a student, the check that questions can be made, and a sheet from a seed alone.

May import ``exercises.kinds`` and what stands below it; marking, exports and the pages use it. It is tested by
``tests/ireval/exercises/variants/test_variant.py`` and ``test_exercise_check.py``; ``tests/test_architecture.py`` keeps
its imports so.
"""

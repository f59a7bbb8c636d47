"""What comes of a sheet: the variant of a student, the check that questions can be made, and a sheet from a seed alone.

May import ``exercises.kinds`` and what stands below it; marking, exports and the pages use it.
``tests/exercises/test_variants.py`` and ``test_model.py`` test it, ``tests/test_architecture.py`` keeps its imports so.
"""

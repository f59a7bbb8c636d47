"""A sheet as a file: on paper, to continue later, or for a learning platform.

``sheet_files.make_file`` writes any of them, ``platform_files.export`` those for learning platforms: ``moodle`` has
Moodle's own formats, ``qti`` the standard in its versions, ``shared`` what all of them write. May import
``exercises.marking``, ``exercises.paper`` and what stands below them; the command line and the pages use it.
``tests/ireval/exercises/exports/test_accepted_answers.py`` reads the files back with readers of its own;
``tests/test_architecture.py`` checks its imports.
"""

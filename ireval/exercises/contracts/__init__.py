"""The contracts of kinds of exercises and of export formats: the rules for each, as checks.

``kind_file`` and ``format_file`` have the contracts of users' files. ``declared_kind``,
``drawn_questions``, ``question_checks`` and ``marking_checks`` check a kind; ``declared_format``, ``format_checks``,
``file_texts`` and ``markup_checks`` a format, on the sheets of ``sample_exercises``.

May import ``ireval.contract`` and the rest of ``ireval.exercises``; the commands ``exercises --check`` and ``exports
--check`` and the tests use them. ``tests/ireval/exercises/contracts`` tests them with files that break each promise.
"""

"""A sheet on paper: worksheets and answer keys as PDF files, typeset from the templates in this folder.

May import ``exercises.marking`` and what stands below it; ``exercises.exports`` uses it.
``tests/ireval/exercises/paper/test_pdf.py`` tests it, ``tests/test_architecture.py`` checks its imports.
"""

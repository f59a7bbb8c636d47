"""Numbers elsewhere on the page of a list: scores of other measures, points and areas of curves, cells.

May import the causes and targets of ``diagnosis`` and what stands below them; inquiries use it.
``tests/ireval/diagnosis/test_across_page.py`` tests it.
"""

"""Two deviations at once: the single deviations ("ways") from a measure, and their pairs computed as blocks of lists.

May import the candidates, causes and likelihoods of ``diagnosis`` and what stands below them; inquiries use it.
``tests/ireval/diagnosis/test_pairs.py`` tests it.
"""

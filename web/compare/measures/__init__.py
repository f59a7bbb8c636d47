"""The part of a comparison's page about a measure: its runs, its pairs with their topics and charts, and step tables.

May import what ``web.compare`` may; its pages use it. ``tests/web/compare`` tests it.
"""

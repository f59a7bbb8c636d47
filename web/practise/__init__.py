"""Practice alone: exercises without end, a mock exam, and what one still gets wrong. Nothing is stored.

The choice, the level and the key of the numbers are in the address, the answers and their stage in the form. What the
visitor has done stays in the browser, with the progress of lessons. A page: it imports no other page, and only
`web.pages` imports it. `tests/web/practise` tests it.
"""

"""The pages of lessons: the course, each step with its text, its lab and its questions, and reviews. Nothing is stored.

A visitor's key is part of the address: with the lesson's sheet it decides the numbers of all questions. What the
visitor has done stays in the browser. A page: it imports no other page, and only `web.pages` imports it.
`tests/web/lessons` tests it.
"""

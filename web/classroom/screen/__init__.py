"""What the projector shows of a room: the overlay in every presenter view, and the page with nothing under it.

May import ``classroom.access``, ``classroom.rounds``, ``classroom.questions``, ``classroom.judging``,
``classroom.lecturer`` and the lower floors. ``tests/web/classroom/screen`` tests it.
"""

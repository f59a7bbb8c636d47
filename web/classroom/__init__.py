"""A page: the classroom. A room lasts one lecture; its rounds are asked on a screen and answered on phones.

``access`` knows who is who, ``questions`` and ``judging`` what is asked, ``rounds`` how a round goes and what came of
it; the other packages are the pages of phones, of the screen, of the remote, and of the lecturer afterwards.
It imports no other page, and only `web.pages` imports it. `tests/web/classroom` tests it.
"""

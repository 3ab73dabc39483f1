"""The browser: play, understand and analyse on any board; the mines never leave the server.

In comes HTTP, out go pages and JSON. Routes know no algorithm and the engine knows no HTTP: what
has to be thought about goes to worker processes as a question (`questions/`). `serve` runs it,
`application` is the ASGI application for other servers. Needs the extra `demine[web]`.
"""

from demine.web.app import application as application
from demine.web.server import serve as serve

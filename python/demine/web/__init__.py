"""The browser: play and analyse on any board.

The server answers HTTP requests with pages and JSON. It keeps the mines of a game until the game is
over. Worker processes answer everything that needs the engine (`questions/`). `serve` runs the
server; `application` is the ASGI application for other servers; `write_site` writes pages that need
no server. Needs the extra `demine[web]`.
"""

from demine.web.app import application as application
from demine.web.server import serve as serve
from demine.web.site import write_site as write_site

"""A client of the server that costs next to nothing itself, so that its times are the server's."""

from __future__ import annotations

import asyncio
import json
from typing import Any


class Line:
    """One client's connection, with its player's cookie."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        """Connect from an address of this machine."""
        self.port, self.address, self.cookie = port, address, ""

    async def open(self) -> None:
        """Connect."""
        self.reader, self.writer = await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(self.address, 0)
        )

    async def post(self, path: str, request: Any) -> tuple[int, Any]:
        """Status and JSON of the answer."""
        body = request if isinstance(request, bytes) else json.dumps(request).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        head += f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        self.writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        fields = dict(line.split(": ", 1) for line in head.splitlines()[1:] if line)
        if "set-cookie" in fields:
            self.cookie = fields["set-cookie"].partition(";")[0]
        said = await self.reader.readexactly(int(fields["content-length"]))
        return int(head.split()[1]), json.loads(said)

    def close(self) -> None:
        """Disconnect."""
        self.writer.close()

"""Pack the wheel for Pyodide: python pyodide/wheel.py MODULE OUT writes OUT/demine-….whl.

maturin would need emcc. A wheel is a zip with three files of metadata, so this writes it: the
native module that cargo has compiled, and the Python files as they are.
"""

from __future__ import annotations

import base64
import hashlib
import sys
from collections.abc import Iterator
from importlib.metadata import metadata
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile

PACKAGE: Final = Path(__file__).parents[1] / "python" / "demine"
TAG: Final = "cp311-abi3-pyemscripten_2026_0_wasm32"
"""The stable ABI of Python 3.11, on the platform of Pyodide 314."""
_LEFT_OUT: Final = (".so", ".pyc", ".wasm")


def pack(module: Path, out: Path) -> Path:
    """Write the wheel into a folder; its path."""
    about = metadata("demine")
    name = f"demine-{about['Version']}"
    info = f"{name}.dist-info"
    files = dict(_files(module))
    files[f"{info}/METADATA"] = str(about).encode()
    lines = ("Wheel-Version: 1.0", "Generator: demine", "Root-Is-Purelib: false", f"Tag: {TAG}")
    files[f"{info}/WHEEL"] = "".join(f"{line}\n" for line in lines).encode()
    record = [f"{path},{_hash(content)},{len(content)}\n" for path, content in files.items()]
    files[f"{info}/RECORD"] = "".join([*record, f"{info}/RECORD,,\n"]).encode()
    out.mkdir(parents=True, exist_ok=True)
    wheel = out / f"{name}-{TAG}.whl"
    with ZipFile(wheel, "w", ZIP_DEFLATED) as packed:
        for path, content in files.items():
            packed.writestr(path, content)
    return wheel


def _files(module: Path) -> Iterator[tuple[str, bytes]]:
    yield "demine/_native.abi3.so", module.read_bytes()
    for path in sorted(PACKAGE.rglob("*")):
        if path.is_file() and path.suffix not in _LEFT_OUT:
            yield f"demine/{path.relative_to(PACKAGE).as_posix()}", path.read_bytes()


def _hash(content: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest())
    return f"sha256={digest.rstrip(b'=').decode()}"


if __name__ == "__main__":
    print(pack(Path(sys.argv[1]), Path(sys.argv[2])))

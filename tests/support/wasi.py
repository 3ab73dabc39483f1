"""Runs a program compiled to WebAssembly (wasm32-wasip1), as cargo's runner.

It may read the files of the repository and nothing else: the engine's tests read `tests/data`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import wasmtime

ROOT = Path(__file__).resolve().parents[2]


def main(program: str, arguments: list[str]) -> int:
    """Run the program to its end; its status."""
    config = wasmtime.Config()
    config.cache = True
    store = wasmtime.Store(wasmtime.Engine(config))
    linker = wasmtime.Linker(store.engine)
    linker.define_wasi()
    wasi = wasmtime.WasiConfig()
    wasi.argv = [program, *arguments]
    wasi.inherit_stdout()
    wasi.inherit_stderr()
    wasi.preopen_dir(str(ROOT), str(ROOT))
    store.set_wasi(wasi)
    started = linker.instantiate(store, wasmtime.Module.from_file(store.engine, program))
    run = started.exports(store)["_start"]
    assert isinstance(run, wasmtime.Func)
    try:
        run(store)
    except wasmtime.ExitTrap as end:
        return int(end.code)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))

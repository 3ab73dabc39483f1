#!/bin/sh
# Links the native module for Pyodide with the linker that comes with Rust. rustc calls it like emcc: this
# keeps what that linker understands, the objects, the output and the exported names.
set -e
sysroot=$(rustc --print sysroot)
host=$(rustc -vV | sed -n 's/^host: //p')
kept=""
while [ $# -gt 0 ]; do
  case "$1" in
    *.o | *.rlib | *.a) kept="$kept $1" ;;
    -o) shift; out="$1" ;;
    -s) shift
      case "$1" in EXPORTED_FUNCTIONS=*)
        names=$(echo "${1#*=}" | tr -d '[]"' | tr ',' ' ')
        for name in $names; do kept="$kept --export=${name#_}"; done ;;
      esac ;;
  esac
  shift
done
# shellcheck disable=SC2086
exec "$sysroot/lib/rustlib/$host/bin/rust-lld" -flavor wasm -shared --experimental-pic --no-entry --gc-sections \
  --unresolved-symbols=import-dynamic --import-memory --import-table --strip-debug $kept -o "$out"

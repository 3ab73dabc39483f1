#!/bin/sh
# Runs rustc for a wheel, and leaves the folders of this machine out of what it makes.
# In RUSTFLAGS, the folders would be part of what cargo hashes into the names of crates and files.
exec "$@" --remap-path-prefix="$DEMINE_FOLDER"=demine --remap-path-prefix="$DEMINE_CARGO"=cargo

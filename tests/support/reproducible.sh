#!/bin/sh
# Builds the wheel of the last commit in two folders, and fails unless the two are equal.
# Usage: reproducible.sh MATURIN
set -e
maturin=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for name in one another/deeper; do
  git clone --quiet . "$folder/$name"
  # The Makefile knows the flags; the program that builds is the one that we have.
  mkdir -p "$folder/$name/.venv/bin"
  ln -s "$maturin" "$folder/$name/.venv/bin/maturin"
  touch "$folder/$name/.venv/made"
  make --silent --directory "$folder/$name" wheel
  sleep 2 # another second, so that a time inside would differ
done
cmp "$folder"/one/dist/*.whl "$folder"/another/deeper/dist/*.whl
cmp "$folder"/one/dist/*.tar.gz "$folder"/another/deeper/dist/*.tar.gz
sha256sum "$folder"/one/dist/*

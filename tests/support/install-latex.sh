#!/bin/sh
# Installs LaTeX with TikZ where it is missing and we may: on Debian and Ubuntu, as root. Elsewhere
# `make test` says that figures for LaTeX were not compiled.
set -eu

if command -v pdflatex >/dev/null && kpsewhich standalone.cls >/dev/null; then
    exit 0
fi
command -v apt-get >/dev/null || exit 0
[ "$(id -u)" = 0 ] || exit 0

packages="texlive-latex-extra texlive-pictures"
apt-cache show $packages >/dev/null 2>&1 || apt-get update -q >/dev/null || exit 0
echo "Installing system packages: $packages (apt-get install --no-install-recommends)"
apt-get install --yes -q --no-install-recommends $packages >/dev/null || echo "apt-get cannot install LaTeX"

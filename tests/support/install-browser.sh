#!/bin/sh
# Installs Chromium where it is missing and we may: on Debian and Ubuntu, as root.
set -eu

if command -v chromium >/dev/null || command -v chromium-browser >/dev/null; then
    exit 0
fi

fail() {
    echo "The pages are tested in a browser, but $1." >&2
    echo "Install Chromium (on Debian, as root: apt-get install chromium), or run: make test SKIP_BROWSER=1" >&2
    exit 1
}

command -v apt-get >/dev/null || fail "there is no Chromium, and no apt-get to install it"
[ "$(id -u)" = 0 ] || fail "there is no Chromium, and only root may install it"

if ! apt-cache show chromium >/dev/null 2>&1; then
    echo "Refreshing the package lists: apt-get update"
    apt-get update -q >/dev/null || fail "the package lists cannot be refreshed"
fi
echo "Installing a system package: chromium, with the packages that it needs (apt-get install chromium)"
apt-get install --yes -q chromium >/dev/null || fail "apt-get cannot install Chromium"
command -v chromium >/dev/null || fail "apt-get installed no command chromium"

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# README's two commands on a machine with nothing but Debian: fresh.sh SUITE FOLDER
#
# Makes the smallest Debian of that suite (bookworm, trixie) in FOLDER, unless there is one, and there, as an ordinary user
# of a clone: `./ptometal demo` says which command installs packages; root types it; the demo, a test of the host and those of
# a new project on the target pass. As root, with debootstrap.
set -eu

. "$(dirname -- "$0")/machine.sh"

as_user() {
    inside su -l user -c "cd $clone && $*"
}

say "$(inside dpkg-query -W | wc -l) packages"

status=0
as_user ./ptometal demo >"$machine/said" 2>&1 || status=$?
cat "$machine/said"
[ $status -eq 2 ] && grep -q "type this, then try again:  su -c '$clone/ptometal setup'" "$machine/said"
say 'an ordinary user is told what to type'

inside su -c "$clone/ptometal setup"
say "$(inside dpkg-query -W | wc -l) packages"
as_user ./ptometal demo
say 'demo'
as_user "./ptometal test --host --only '^messages'"
as_user './ptometal new ~/mine && ./ptometal test ~/mine'
say 'test'

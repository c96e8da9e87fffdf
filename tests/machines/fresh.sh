#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# README's two commands on a machine with nothing but Debian: fresh.sh SUITE FOLDER
#
# Makes the smallest Debian of that suite (bookworm, trixie) in FOLDER, unless there is one, and there, as an ordinary user
# of a clone: `./ptometal demo` says which command installs packages; root types it; the demo, a test of the host and those of
# a new project on the target pass. As root, with debootstrap.
set -eu

suite=$1 machine=$2
root=$(dirname -- "$(readlink -f -- "$0")")/../..
clone=/home/user/ptometal

say() {
    printf '%s: %s (%d s)\n' "$suite" "$1" "$(($(date +%s) - started))"
}

inside() {
    chroot "$machine" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"
}

as_user() {
    inside su -l user -c "cd $clone && $*"
}

started=$(date +%s)
[ -e "$machine" ] || debootstrap --variant=minbase "$suite" "$machine"
trap 'umount "$machine/proc"' EXIT
mount -t proc proc "$machine/proc"
inside useradd -m -s /bin/sh user
mkdir "$machine$clone"
git -C "$root" archive HEAD | tar -x -C "$machine$clone"
inside chown -R user: "$clone"
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

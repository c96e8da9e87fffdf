# SPDX-License-Identifier: Apache-2.0
#
# Read by scripts with the arguments SUITE FOLDER: the smallest Debian of that suite in FOLDER, unless there is one, with a
# user and a clone of this tree. As root, with debootstrap.

suite=$1 machine=$2
root=$(dirname -- "$(readlink -f -- "$0")")/../..
clone=/home/user/ptometal

say() {
    printf '%s: %s (%d s)\n' "$suite" "$1" "$(($(date +%s) - started))"
}

inside() {
    chroot "$machine" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"
}

started=$(date +%s)
[ -e "$machine" ] || debootstrap --variant=minbase "$suite" "$machine"
trap 'umount "$machine/proc"' EXIT
mount -t proc proc "$machine/proc"
inside useradd -m -s /bin/sh user
mkdir "$machine$clone"
git -C "$root" archive HEAD | tar -x -C "$machine$clone"
inside chown -R user: "$clone"

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# The Containerfile without a registry: container.sh DEBIAN FOLDER
#
# DEBIAN is the root of a Debian 12 or 13 (`debootstrap --variant=minbase trixie DEBIAN`), from which the base is made. All
# images stay in FOLDER. The built one runs a kernel. As root, with Debian's buildah.
set -eu

debian=$1
mkdir -p "$2"
folder=$(readlink -f -- "$2")
root=$(readlink -f -- "$(dirname -- "$0")/../..")

# Where no kernel lends overlays or namespaces: files are copied, and commands run in a chroot.
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
images() {
    action=$1
    shift
    buildah --root "$folder/images" --runroot "$folder/run" "$action" "$@"
}

base=$(images from scratch)
images copy -q "$base" "$debian" /
images commit -q "$base" localhost/debian
images rm "$base" >"$folder/said"
images bud -q --pull-never --build-arg BASE=localhost/debian -t localhost/ptometal "$root"
images images

mkdir -p "$folder/data"
cp "$root/examples/add.c" "$folder/data"
head -c 4000 /dev/zero | tr '\0' '\101' >"$folder/data/x"     # 0x41414141: 12.078431
container=$(images from --pull-never localhost/ptometal)
images run -v "$folder/data:/work" "$container" -- ptometal run add.c in:x in:x out:sum=4000 1000
od -A d -t f4 -w4 "$folder/data/sum"
images run "$container" -- ptometal --version
images rm "$container" >"$folder/said"

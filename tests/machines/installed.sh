#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Installing on a machine with nothing but Debian: installed.sh SUITE FOLDER
#
# Makes the smallest Debian of that suite (bookworm, trixie) in FOLDER, unless there is one. There, `dpkg-buildpackage` makes the
# package, apt installs it, and an ordinary user runs `ptometal demo`. Then, without a network, that user makes the wheel of a
# clone, installs it in a venv, and the tests of a new project pass. As root, with debootstrap.
set -eu

. "$(dirname -- "$0")/machine.sh"

as_user() {
    inside su -l user -c "set -e; $*"
}

apt_get() {
    inside env DEBIAN_FRONTEND=noninteractive apt-get "$@"
}

# ---- the Debian package ----------------------------------------------------------------------

if [ "$suite" = bookworm ]; then      # for QEMU 10
    sed -n 's/ bookworm / bookworm-backports /p' "$machine/etc/apt/sources.list" >"$machine/etc/apt/sources.list.d/backports.list"
    from='-t bookworm-backports'
else
    from=
fi
apt_get update -q
apt_get install -y -q --no-install-recommends dpkg-dev
apt_get build-dep -y -q --no-install-recommends "$clone"
as_user "cd $clone; dpkg-buildpackage -b -us -uc; mv ../ptometal_*.deb /tmp"
say 'dpkg-buildpackage'
package=$(cd "$machine" && echo tmp/ptometal_*.deb)
apt_get install -y -q --no-install-recommends $from "/$package"
say "$package is installed"
as_user 'ptometal --version; ptometal demo'
say 'demo of the installed package'

# ---- the wheel, without a network ------------------------------------------------------------

apt_get install -y -q --no-install-recommends python3-build python3-setuptools python3-wheel python3-venv python3-numpy \
    python3-pytest
apt_get remove -y -q ptometal      # Python would find it beside the wheel
cat >"$machine/tmp/wheel.sh" <<'END'
set -eu
if getent hosts deb.debian.org; then echo "there is a network"; exit 1; fi
cd ptometal
python3 -m build --wheel --no-isolation --outdir /tmp
cd
python3 -m venv --system-site-packages env
env/bin/pip install --no-index --no-deps /tmp/ptometal-*.whl
env/bin/ptometal new mine
env/bin/python -m pytest -v mine
END
unshare --net chroot "$machine" /usr/bin/env -i PATH=/usr/bin:/bin su -l user -c 'sh /tmp/wheel.sh'
say 'wheel'

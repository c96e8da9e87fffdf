#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# The array of docs/at-scale.md under Slurm on one node: slurm.sh FOLDER
#
# Starts munge and Slurm with all of their files in FOLDER, submits the array over 32 kernels, waits for its jobs, and sums
# the JUnit files. As root, with Debian's slurmctld, slurmd, slurm-client and munge.
set -eu

mkdir -p "$1"
folder=$(readlink -f -- "$1")
root=$(readlink -f -- "$(dirname -- "$0")/../..")
node=$(hostname -s)
jobs=''
cd "$folder"
rm -rf ./*

stop() {
    for job in $jobs; do
        kill "$job" 2>/dev/null || :
    done
    wait
}
trap stop EXIT

# ---- a cluster of this machine ---------------------------------------------------------------

mkdir -m 755 munge spool state
dd if=/dev/urandom of=munge/key bs=1024 count=1 status=none
chmod 400 munge/key
munged --foreground --force --socket="$folder/munge/socket" --key-file="$folder/munge/key" --log-file="$folder/munge/log" \
    --pid-file="$folder/munge/pid" --seed-file="$folder/munge/seed" 2>munge/said &
jobs="$jobs $!"
cat >slurm.conf <<END
ClusterName=one
SlurmctldHost=$node(127.0.0.1)
SlurmctldPort=7817
SlurmdPort=7818
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
CredType=cred/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
ReturnToService=2
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
NodeName=$node NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$node Default=YES State=UP
END
export SLURM_CONF="$folder/slurm.conf"
while [ ! -S munge/socket ]; do sleep 0.1; done
slurmctld -D 2>slurmctld.said &
jobs="$jobs $!"
slurmd -D 2>slurmd.said &
jobs="$jobs $!"
tries=0
while ! sinfo -h -o %T 2>/dev/null | grep -q idle; do
    tries=$((tries + 1))
    [ $tries -lt 60 ] || { cat slurm*.said; exit 1; }
    sleep 1
done
sinfo

# ---- the array -------------------------------------------------------------------------------

ln -s "$root/ptometal" ptometal
mkdir kernels
for number in $(seq 32); do
    sed "1i // kernel $number" "$root/examples/add.pto" >"kernels/add$number.pto"
done
echo kernels >nightly.txt
sed -n '/^\*\*Slurm/,/^```$/p' "$root/docs/at-scale.md" | sed -n '/^#!/,/^```$/p' | grep -v '^```' >array.sh
cat array.sh
started=$(date +%s)
sbatch --wait array.sh
seconds=$(($(date +%s) - started))

# ---- what it gave ----------------------------------------------------------------------------

/usr/bin/python3 - "$seconds" shard*.xml <<'END'
import sys
import xml.etree.ElementTree as xml
suites = [suite for path in sys.argv[2:] for suite in xml.parse(path).getroot()]
counts = {key: sum(int(suite.get(key)) for suite in suites) for key in ("tests", "failures", "errors")}
names = [case.get("name") for suite in suites for case in suite]
print(f"{len(sys.argv) - 2} files in {sys.argv[1]} s:", counts)
sys.exit(counts != {"tests": 32, "failures": 0, "errors": 0} or len(set(names)) != 32)
END

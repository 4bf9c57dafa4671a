#!/usr/bin/env bash
# Runs a sweep of 200 cells as a Slurm job array of 8 on a cluster of one node,
# this machine, kills one task with SIGKILL and requeues it, merges the shards,
# and compares every table byte for byte with that of a local run.
#
# Where Slurm is missing it installs Debian's packages slurm-wlm and munge by
# apt-get, as root. The cluster listens on loopback, has all its files in a
# directory of its own under /tmp, touches no other Slurm on the machine, and is
# gone when the script ends, however it ends. It takes about a minute.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
step() { printf '\n== %s\n' "$*"; }
fail() { printf 'slurm-test: %s\n' "$*" >&2; exit 1; }

# until what seconds command...: waits until the command succeeds.
until_() {
  local what=$1 end=$((SECONDS + $2)); shift 2
  until "$@"; do
    ((SECONDS < end)) || fail "$what: not within the time allowed"
    sleep 0.1
  done
}

if ! command -v slurmctld slurmd munged sbatch >/dev/null; then
  step "installing slurm-wlm and munge"
  apt-get update -qq
  # A policy of 101 keeps the packages from starting services of their own.
  [ -e /usr/sbin/policy-rc.d ] || { printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d; chmod +x /usr/sbin/policy-rc.d; ours=1; }
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends slurm-wlm munge
  [ -z "${ours:-}" ] || rm /usr/sbin/policy-rc.d
fi

dir=$(mktemp -d /tmp/breadboard-slurm-XXXXXX)
chmod 755 "$dir"
export SLURM_CONF=$dir/slurm.conf
clean() {
  local status=$? f
  if [ "$status" != 0 ]; then
    echo "slurm-test: the last lines of every log:" >&2
    for f in "$dir"/*.log; do [ ! -e "$f" ] || { echo "-- $f"; tail -n 15 "$f"; } >&2; done
  fi
  [ ! -e "$dir/slurmctld.pid" ] || { timeout 10 scancel --user="$(id -un)" && sleep 1; } || true
  for f in slurmd slurmctld munged; do
    [ ! -e "$dir/$f.pid" ] || kill "$(cat "$dir/$f.pid")" 2>/dev/null || true
  done
  for f in slurmd slurmctld munged; do
    for _ in $(seq 100); do [ -e "$dir/$f.pid" ] && kill -0 "$(cat "$dir/$f.pid")" 2>/dev/null || break; sleep 0.1; done
  done
  rm -rf "$dir"
}
trap clean EXIT

step "a cluster of one node on loopback"
host=$(hostname -s) me=$(id -un)
mkdir "$dir/munge" "$dir/state" "$dir/spool" "$dir/bin"
(umask 077 && head -c 128 /dev/urandom >"$dir/munge/key")
munged --key-file="$dir/munge/key" --socket="$dir/munge/socket" --seed-file="$dir/munge/seed" \
  --pid-file="$dir/munged.pid" --log-file="$dir/munged.log"
cat >"$SLURM_CONF" <<CONF
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
AuthType=auth/munge
AuthInfo=socket=$dir/munge/socket
SlurmUser=$me
SlurmdUser=$me
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd.pid
SlurmctldLogFile=$dir/slurmctld.log
SlurmdLogFile=$dir/slurmd.log
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
CONF
slurmctld
slurmd
idle() { sinfo -h -o %T 2>/dev/null | grep -qx idle; }
until_ "the node becomes idle" 60 idle
sinfo

step "building breadboard"
(cd "$here/../../.." && go build -o "$dir/bin/breadboard" ./cmd/breadboard)
export PATH=$dir/bin:$PATH
breadboard --version

step "the sweep: 200 cells"
cd "$dir"
cat >spec.toml <<'SPEC'
toy = ["easy", "hard"]
seed = ["1..25"]
schedule = ["linear", "sigmoid:4"]
kernel = ["metropolis", "heat-bath"]
T = [8000]
SPEC
breadboard sweep spec.toml --out table --dry-run

step "as a job array of 8"
id=$(sbatch --parsable --array=1-8 "$here/sweep.sbatch" spec.toml --out table)
victim=3 journal=$dir/table/journal-3-of-8.jsonl
lines() { if [ -e "$1" ]; then wc -l <"$1"; else echo 0; fi; }
state() { squeue -h --states=all --jobs="${id}_$1" -o %T 2>/dev/null || true; }
is() { [ "$(state "$1")" = "$2" ]; }
begun() { (($(lines "$journal") >= 5)); }
until_ "task $victim has finished five cells" 300 begun
killed=
for pid in $(pgrep -x breadboard); do
  [ "$(readlink "/proc/$pid/exe")" = "$dir/bin/breadboard" ] || continue
  tr '\0' ' ' <"/proc/$pid/cmdline" | grep -q -- "--shard $victim/8" || continue
  kill -KILL "$pid" && killed=$pid
done
[ -n "$killed" ] || fail "no process of task $victim to kill"
failed() { is "$victim" FAILED; }
until_ "task $victim is dead" 60 failed
before=$(lines "$journal")
echo "task $victim was killed after $before lines in its journal; now it is requeued"
squeue --jobs="$id" --states=all --array
scontrol requeue "${id}_$victim"
# Slurm gives a requeued task two minutes of rest; this one needs none.
scontrol update JobId="${id}_$victim" StartTime=now
finished() { [ -z "$(squeue -h --jobs="$id" --states=PENDING,CONFIGURING,RUNNING,COMPLETING 2>/dev/null)" ]; }
until_ "the array is finished" 600 finished
for i in $(seq 8); do
  is "$i" COMPLETED || fail "task $i is $(state "$i")"
  echo "task $i: $(lines "table/journal-$i-of-8.jsonl") lines in its journal"
done
((before < $(lines "$journal"))) || fail "task $victim had nothing left to do when it was killed"

step "merged"
breadboard merge table
step "the same sweep, here and at once"
breadboard sweep spec.toml --out local
for table in rows.csv rows.jsonl $(cd local && ls summary*); do
  cmp "table/$table" "local/$table" || fail "$table: the merged one is not the local one"
done
(cd table && sha256sum rows.*)
rows=$(($(wc -l <table/rows.csv) - 1))
[ "$rows" = 200 ] || fail "$rows rows, want 200"
echo
echo "slurm-test: passed: 200 rows, one task killed and requeued, every table and figure the same bytes"

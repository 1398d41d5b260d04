#!/bin/bash
# Checks an MPI over the nodes of a cluster: sbatch ci/conform/slurm.sh
# Change what is marked "yours". A job that runs out of time is submitted again and goes on from its record.
#SBATCH --job-name=conform
#SBATCH --nodes=4
#SBATCH --ntasks=16
#SBATCH --time=02:00:00
#SBATCH --signal=B:TERM@120
set -u

tutti=$HOME/tutti/build/bin           # yours: where tutti is, and the worker that `ci/worker mpicxx tutti-mpi` has built
work=$SLURM_SUBMIT_DIR/conform        # yours: a folder that every node sees
mkdir -p "$work/scratch"

record=(--record "$work/record")
[ -e "$work/record" ] && record=(--resume "$work/record")

# The launcher starts within the job's own allocation; ranks that are killed must not end the job.
"$tutti/tutti" conform --np 2-5,8,13,16 \
  --launcher 'srun --ntasks {np} --overlap --kill-on-bad-exit=1' \
  --worker "$tutti/tutti-mpi" --scratch "$work/scratch" --time-limit 60 \
  "${record[@]}" --json "$work/conform.json" --html "$work/conform.html" --reproducers "$work/reproducers" &
run=$!
trap 'kill -TERM $run' TERM  # two minutes before the end: it writes its reports
wait $run
status=$?
[ $status -gt 128 ] && { wait $run; status=$?; }
exit $status

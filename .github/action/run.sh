#!/usr/bin/env bash
# Runs a scenario, on its own or in turns with that of the base branch, and ends
# with the gravest exit code. The inputs of action.yml come as LAB_… variables.
set -uo pipefail

read -ra args <<<"$LAB_ARGS"
summary=${GITHUB_STEP_SUMMARY:-}
worst=0
keep() { # the exit code of the last command, if it is graver than those before
  local code=$?
  if ((code > worst)); then worst=$code; fi
}

# run SIDE SCENARIO SEED
run() {
  "$LAB" run "$2" "${args[@]}" --seed "$3" --quiet --out "$LAB_RESULTS/$1/seed-$3"
}

theirs=$LAB_SCENARIO # of the library, if the base branch has no such file
if [[ -n $LAB_BASE && -e $LAB_BASE/$LAB_SCENARIO ]]; then theirs=$LAB_BASE/$LAB_SCENARIO; fi

for ((seed = 1; seed <= LAB_RUNS; seed++)); do
  # The first run goes into the summary of the job, the others would only repeat it.
  if ((seed > 1)); then export GITHUB_STEP_SUMMARY=; fi
  run new "$LAB_SCENARIO" "$seed"
  keep
  if [[ -n $LAB_BASE ]]; then
    # The gates are those of the new side: what the base misses is no news.
    GITHUB_STEP_SUMMARY='' run base "$theirs" "$seed" >/dev/null || true
  fi
done

if [[ -n $LAB_BASE ]]; then
  compare=("$LAB" compare "$LAB_RESULTS/base" "$LAB_RESULTS/new" --format markdown)
  if [[ $LAB_FAIL_ON != never ]]; then compare+=(--fail-on "$LAB_FAIL_ON"); fi
  "${compare[@]}" | tee "$LAB_RESULTS/compare.md"
  keep
  if [[ -n $summary ]]; then cat "$LAB_RESULTS/compare.md" >>"$summary"; fi
fi
exit "$worst"

#!/usr/bin/env bash
# Runs a scenario, on its own or in turns with that of the base branch, and ends
# with the gravest exit code. The inputs of action.yml come as LAB_… variables.
set -uo pipefail

refuse() { # a job that runs nothing, or not what was meant, must not pass
  echo "lab action: $*" >&2
  exit 2
}

[[ $LAB_RUNS =~ ^[1-9][0-9]{0,2}$ ]] || refuse "runs is \"$LAB_RUNS\": write a whole number from 1 to 999"
[[ $LAB_FAIL_ON == worse || $LAB_FAIL_ON == never ]] || refuse "fail-on is \"$LAB_FAIL_ON\": write worse or never"
if [[ -n $LAB_BASE && ! -d $LAB_BASE ]]; then
  refuse "base is \"$LAB_BASE\", where no folder is: check the base branch out into it first"
fi

# split TEXT: its words, into the array list. xargs splits as a shell does, over
# several lines and with quotes, and expands nothing.
split() {
  local words word
  list=()
  [[ $1 =~ [^[:space:]] ]] || return 0
  words=$(xargs -n 1 printf '%s\n' <<<"$1") || return 1
  while IFS= read -r word; do list+=("$word"); done <<<"$words"
}

split "$LAB_ARGS" || refuse "args cannot be read: a quote has no end"
args=(${list[@]+"${list[@]}"})
split "$LAB_COMPARE_ARGS" || refuse "compare-args cannot be read: a quote has no end"
compare_args=(${list[@]+"${list[@]}"})
summary=${GITHUB_STEP_SUMMARY:-}
worst=0
keep() { # the exit code of the last command, if it is graver than those before
  local code=$?
  if ((code > worst)); then worst=$code; fi
}

# run SIDE SCENARIO SEED
run() {
  "$LAB" run "$2" ${args[@]+"${args[@]}"} --seed "$3" --quiet --out "$LAB_RESULTS/$1/seed-$3"
}

# judged SEED: a run of the new side. The page of the first goes into the summary of
# the job, those of the others would only repeat it; of each that fails a line says so,
# else the page of the first would have all gates hold in a red job.
judged() {
  local code page=$summary said=$LAB_RESULTS/said
  if (($1 > 1)); then page=; fi
  GITHUB_STEP_SUMMARY=$page run new "$LAB_SCENARIO" "$1" 2>"$said"
  code=$?
  cat "$said" >&2
  if ((code > 0)) && [[ -n $summary ]]; then
    printf '**Seed %s: exit code %s.** `%s`\n\n' "$1" "$code" "$(tail -n 1 "$said" | tr '`' "'")" >>"$summary"
  fi
  rm "$said"
  return "$code"
}

mkdir -p "$LAB_RESULTS" || exit 4
# The base branch's file. One that is new there has nothing to be compared with; a
# name that is no file on either side is the library's, and the same on both.
theirs=$LAB_SCENARIO
if [[ -n $LAB_BASE && -f $LAB_BASE/$LAB_SCENARIO ]]; then
  theirs=$LAB_BASE/$LAB_SCENARIO
elif [[ -n $LAB_BASE && -f $LAB_SCENARIO ]]; then
  echo "lab action: $LAB_BASE has no $LAB_SCENARIO: it is run and held to its gates, and compared with nothing" >&2
  LAB_BASE=
fi

for ((seed = 1; seed <= LAB_RUNS; seed++)); do
  judged "$seed"
  keep
  if ((worst == 2)); then exit 2; fi # nothing was run, and nothing will be
  if [[ -n $LAB_BASE ]]; then
    # The gates are those of the new side: what the base misses is no news.
    GITHUB_STEP_SUMMARY='' run base "$theirs" "$seed" >/dev/null || true
  fi
done

if [[ -n $LAB_BASE ]]; then
  compare=("$LAB" compare "$LAB_RESULTS/base" "$LAB_RESULTS/new" --format markdown --fail-on "$LAB_FAIL_ON" ${compare_args[@]+"${compare_args[@]}"})
  "${compare[@]}" | tee "$LAB_RESULTS/compare.md"
  keep
  if [[ -n $summary ]]; then cat "$LAB_RESULTS/compare.md" >>"$summary"; fi
fi
exit "$worst"

#!/usr/bin/env bash
# Builds the fuzz targets with clang and runs each on changed golden models.
#
#   tools/ci_fuzz.sh                     the run of continuous integration: a fixed number of inputs,
#                                        the same ones each time
#   tools/ci_fuzz.sh --explore SECONDS   other ways each time, SECONDS for each target
#
# The first is repeatable: libFuzzer's random numbers start from a fixed seed, its end is a number of
# runs, the seeds come in the order of their names, nothing is kept from an earlier run, and the
# addresses are the same in every process (libFuzzer also learns from compared values, and some of
# those are addresses). FORMOLA_FUZZ_SEED chooses another way.
#
# Exploring starts from a random seed, which it prints, and keeps what it learns in
# build/fuzz/corpus/. An input that fails is kept in build/fuzz/crashes/; fixing it brings a golden
# test of its own.
set -u
root=$(dirname "$(readlink -f "$0")")/..
root=$(readlink -f "$root")
cd "$root" || exit 1
usage() { sed -n '/^#   tools/,/^#$/s/^# *//p' "$0" >&2; exit 2; }
explore=
case "${1-}" in
  '') ;;
  --explore)
    explore=${2-}
    [[ $explore =~ ^[1-9][0-9]*$ ]] || usage
    ;;
  *) usage ;;
esac

"$root/tools/setup.sh" --dev || exit 1
# shellcheck source=tools/build.sh
source "$root/tools/build.sh"
formolaBuild "$root" fuzz fuzz_all || exit 1

# Inputs for each target: about a minute of processor time each.
declare -A runs=([fuzz_check]=45000 [fuzz_syntax]=20000)

mkdir -p build/fuzz/crashes
# One flat folder of small files, each with its place in its name.
seeds=build/fuzz/seeds
rm -rf "$seeds"
mkdir -p "$seeds"
find tests/golden tests/fuzz/corpus library -type f \( -name '*.mo' -o -name '*.dym' \) -size -64k 2>/dev/null |
  while IFS= read -r file; do cp "$file" "$seeds/${file//\//_}"; done
# A list instead of the folder: the order of a folder's entries is the file system's.
find "$seeds" -type f | LC_ALL=C sort | paste -sd, | tr -d '\n' >"$seeds.list"

fixedAddresses=()
setarch -R true 2>/dev/null && fixedAddresses=(setarch -R)

# The environment lies on the stack, before everything whose address is compared.
runTarget() {
  env -i PATH="$PATH" ${FORMOLA_FUZZ_VERIFY:+FORMOLA_FUZZ_VERIFY=1} "${fixedAddresses[@]}" "$@"
}

status=0
for source in tests/fuzz/*.cpp; do
  name=fuzz_$(basename "$source" .cpp)
  log=build/fuzz/$name.log
  options=(-timeout=120 -rss_limit_mb=2048 -max_len=16384 -print_final_stats=1 -seed_inputs="@$seeds.list"
    -artifact_prefix="build/fuzz/crashes/$name-")
  if [ -n "$explore" ]; then
    seed=${FORMOLA_FUZZ_SEED:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}
    mkdir -p "build/fuzz/corpus/$name"
    options+=(-max_total_time="$explore" "build/fuzz/corpus/$name")
  else
    seed=${FORMOLA_FUZZ_SEED:-1}
    options+=(-runs="${runs[$name]:-20000}" -reload=0)
  fi
  if runTarget "build/fuzz/tests/fuzz/$name" -seed="$seed" "${options[@]}" >"$log" 2>&1; then
    echo "fuzz: $name, seed $seed: $(awk '/number_of_executed_units/ {print $2}' "$log") inputs," \
      "coverage $(grep -o 'cov: [0-9]* ft: [0-9]*' "$log" | tail -n 1)"
  else
    tail -n 40 "$log"
    echo "fuzz: $name, seed $seed: FAILED"
    status=1
  fi
done
exit $status

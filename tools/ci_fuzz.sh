#!/usr/bin/env bash
# Builds the fuzz targets with clang and runs each for a while, starting from the golden models.
#
#   tools/ci_fuzz.sh [SECONDS]     total time, shared by the targets (default 60)
#
# FORMOLA_FUZZ_SEED chooses the random numbers (default 1, so that a run can be repeated; another one
# goes other ways). An input that crashes is kept in build/fuzz/crashes/; fixing it brings a golden
# test of its own.
set -u
root=$(dirname "$(readlink -f "$0")")/..
root=$(readlink -f "$root")
seconds=${1:-60}
cd "$root" || exit 1
if ! compgen -G 'tests/fuzz/*.cpp' >/dev/null; then
  echo "fuzz: there are no targets in tests/fuzz"
  exit 0
fi
"$root/tools/setup.sh" --dev || exit 1
# shellcheck source=tools/build.sh
source "$root/tools/build.sh"
formolaBuild "$root" fuzz fuzz_all || exit 1

mkdir -p build/fuzz/crashes
seeds=$(mktemp -d) || exit 1
trap 'rm -rf "$seeds"' EXIT
# One flat folder of small files, as libFuzzer wants it.
find tests/golden tests/fuzz/corpus library -type f \( -name '*.mo' -o -name '*.dym' \) -size -64k 2>/dev/null |
  sort | while IFS= read -r file; do cp "$file" "$seeds/${file//\//_}"; done

sources=(tests/fuzz/*.cpp)
each=$((seconds / ${#sources[@]}))
[ "$each" -ge 5 ] || each=5
status=0
for source in "${sources[@]}"; do
  name=fuzz_$(basename "$source" .cpp)
  target=build/fuzz/tests/fuzz/$name
  corpus=build/fuzz/corpus/$name
  mkdir -p "$corpus"
  if "$target" -seed="${FORMOLA_FUZZ_SEED:-1}" -max_total_time=$each -timeout=60 -rss_limit_mb=2048 -max_len=16384 -print_final_stats=1 \
    -artifact_prefix="build/fuzz/crashes/$name-" "$corpus" "$seeds" >"build/fuzz/$name.log" 2>&1; then
    echo "fuzz: $name $(grep -o 'number_of_executed_units: *[0-9]*' "build/fuzz/$name.log")"
  else
    tail -n 40 "build/fuzz/$name.log"
    echo "fuzz: $name FAILED"
    status=1
  fi
done
exit $status

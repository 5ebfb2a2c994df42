#!/usr/bin/env bash
# A part of the golden tests under the address and undefined-behaviour sanitizers, for continuous
# integration. The runtime and the solvers, which work on plain memory, are built again with them, not
# optimised; the front end runs under the same sanitizers in tools/ci_fuzz.sh, and the rest is what the
# release build left in the compiler's cache (all of it under sanitizers: ./test --preset asan). Every fifth
# case that is not slow runs, another fifth after each commit.
#
#   tools/ci_sanitize.sh [PART]     PART: 1/5 to 5/5, that of the commit if it is not given
set -u
root=$(dirname "$(readlink -f "$0")")/..
root=$(readlink -f "$root")
cd "$root" || exit 1
commits=$(git rev-list --count HEAD 2>/dev/null || echo 0)
part=${1:-$((commits % 5 + 1))/5}
"$root/tools/setup.sh" --dev || exit 1
# shellcheck source=tools/build.sh
source "$root/tools/build.sh"
formolaBuild "$root" sanitize formola libformola || exit 1
# Findings end the program with a status that no case expects. Leaks are looked for where the program
# is a library: what a command holds goes with it.
export ASAN_OPTIONS=detect_leaks=0:exitcode=99:abort_on_error=0:detect_stack_use_after_return=0
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1:exitcode=99
echo "sanitize: the example in C"
FORMOLA_PROGRAM=$root/build/sanitize/tools/formola python3 -B tests/tools/test_c_interface.py -k four_threads || exit 1
echo "sanitize: part $part of the golden tests"
exec python3 -B tests/run_golden.py --quick --part "$part" --jobs "$(nproc)" \
  --formola build/sanitize/tools/formola

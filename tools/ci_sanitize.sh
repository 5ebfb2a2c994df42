#!/usr/bin/env bash
# For continuous integration: a part of the golden tests under the address and undefined-behaviour
# sanitizers, and the example in C under these, the leak sanitizer and, in a build of its own, the one for
# threads. The layers that work on plain memory are built again with them, for threads those whose data
# threads share, not optimised; the front end runs under sanitizers in tools/ci_fuzz.sh, and the rest is what
# the release build left in the compiler's cache (all of it: ./test --preset asan, --preset tsan). Every
# fifth case that is not slow runs, another fifth after each commit.
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
formolaBuild "$root" sanitize-threads formola libformola || exit 1
export TSAN_OPTIONS=halt_on_error=1:exitcode=99
for preset in sanitize sanitize-threads; do
  echo "sanitize: the example in C, build/$preset"
  FORMOLA_PROGRAM=$root/build/$preset/tools/formola python3 -B tests/tools/test_c_interface.py -k four_threads || exit 1
done
echo "sanitize: part $part of the golden tests"
exec python3 -B tests/run_golden.py --quick --part "$part" --jobs "$(nproc)" \
  --formola build/sanitize/tools/formola

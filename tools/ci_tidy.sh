#!/usr/bin/env bash
# clang-tidy over the sources that changed last, for continuous integration.
#
#   tools/ci_tidy.sh            those of the latest commits that touched sources, at most 24 files
#   tools/ci_tidy.sh FILE…      these
#
# Checks are those that find defects and hardly ever err, and cost little: the files of the whole
# tree take half an hour of processor time with these and hours with those of .clang-tidy, which are
# for a look by hand. Needs build/release (compile_commands.json).
set -u
root=$(dirname "$(readlink -f "$0")")/..
cd "$root" || exit 1
most=24
checks='-*,bugprone-use-after-move,bugprone-infinite-loop,bugprone-dangling-handle,bugprone-sizeof-expression,
bugprone-string-constructor,bugprone-suspicious-memset-usage,bugprone-suspicious-semicolon,bugprone-swapped-arguments,
bugprone-undelegated-constructor,bugprone-unused-raii,bugprone-copy-constructor-init,bugprone-inaccurate-erase,
bugprone-move-forwarding-reference,bugprone-parent-virtual-call,bugprone-terminating-continue,bugprone-virtual-near-miss,
misc-redundant-expression,misc-misplaced-const,misc-unused-using-decls,modernize-use-override,modernize-use-nullptr,
performance-for-range-copy,performance-implicit-conversion-in-loop'
checks=${checks//$'\n'/}
# The size of a pointer is meant in templates over all types.
config='{CheckOptions: {bugprone-sizeof-expression.WarnOnSizeOfPointerToAggregate: false}}'

files=("$@")
if [ ${#files[@]} -eq 0 ]; then
  # Newest first, each once, those that are still there.
  mapfile -t files < <(git log -n 200 --format= --name-only -- 'src/*.cpp' 2>/dev/null | awk '!seen[$0]++' |
    while IFS= read -r file; do [ -f "$file" ] && echo "$file"; done | head -n "$most")
fi
if [ ${#files[@]} -eq 0 ]; then
  echo "tidy: no history, so no files"
  exit 0
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if printf '%s\0' "${files[@]}" | xargs -0 -n 1 -P "$(nproc)" clang-tidy-19 --quiet -p build/release \
  --checks="$checks" --config="$config" --extra-arg=-Wno-deprecated-declarations \
  --extra-arg=-Wno-ignored-gch --warnings-as-errors='*' \
  >"$log" 2>/dev/null; then
  echo "tidy: ${#files[@]} files, no findings"
else
  cat "$log"
  echo "tidy: findings in the above"
  exit 1
fi

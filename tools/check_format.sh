#!/usr/bin/env bash
# Fails when a C++ file is not formatted as .clang-format says; --fix formats it.
set -u
cd "$(dirname "$(readlink -f "$0")")/.." || exit 1
formatter=clang-format-19
if ! command -v $formatter >/dev/null; then
  echo "check_format: $formatter is not installed (tools/setup.sh --dev installs it)" >&2
  exit 1
fi
mode=(--dry-run -Werror)
[ "${1:-}" = --fix ] && mode=(-i)
folders=()
for folder in src include tools tests bench examples; do [ -d $folder ] && folders+=("$folder"); done
find "${folders[@]}" \( -name '*.h' -o -name '*.cpp' -o -name '*.c' \) -print0 | sort -z |
  xargs -0 -r $formatter "${mode[@]}" --ferror-limit=1

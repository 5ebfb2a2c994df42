#!/usr/bin/env bash
# The Debian packages that Formola needs; the only place where they are listed.
#
#   tools/setup.sh           install what is missing for building, running and testing
#   tools/setup.sh --dev     also what only developers and CI need (formatter, linter, fuzzer, browser)
#   tools/setup.sh --studio  also what makes the page of formola studio (Node.js 18 or newer, npm)
#   tools/setup.sh --check   install nothing; list what is missing, exit 1 if there is something
#
# Everything is printed on stderr. Exit status: 0 all there, 1 something is missing or failed.
set -u

packages=(
  # tools
  cmake ninja-build g++ ccache mold python3 python3-numpy
  # libraries of the compiler; link the shared target LLVM (the static ones also want libzstd-dev)
  libfmt-dev libcli11-dev nlohmann-json3-dev llvm-19-dev
  # binaries of FMUs from C text; static, so that what is not used stays out (docs/decisions/0008-…)
  libclang-19-dev liblld-19-dev libzstd-dev zlib1g-dev
  # line editing of the shell
  libedit-dev
  # numerics
  libeigen3-dev libffi-dev libnlopt-dev libsuitesparse-dev libsundials-dev
  # archives and descriptions of FMUs
  pkg-config libzip-dev libpugixml-dev
  # the web server of the studio (headers only)
  libboost-dev
  # unit tests
  libgtest-dev
)
devPackages=(clang-19 clang-format-19 clang-tidy-19 libclang-rt-19-dev libbenchmark-dev shellcheck octave
  # tables by columns, and a reader of its own for them
  libhdf5-103-1 python3-h5py
  # another program for zeros, responses, balanced reduction: tests of linear systems compare with it
  libslicot0
  # what results become in Python, where it is there; type hints
  python3-pandas python3-xarray python3-matplotlib python3-scipy mypy
  # drawings as PNG
  librsvg2-bin fonts-liberation
  # packages of Formola
  dpkg-dev patchelf
  # memory and threads of programs that use the library
  valgrind
  # tests of the studio
  chromium)

mode=install
for argument in "$@"; do
  case $argument in
    --dev) packages+=("${devPackages[@]}") ;;
    --studio)
      # not where Node.js came another way: its packages exclude those of Debian
      command -v node >/dev/null || packages+=(nodejs)
      command -v npm >/dev/null || packages+=(npm)
      ;;
    --check) mode=check ;;
    *) echo "setup.sh: unknown option $argument (known: --dev --studio --check)" >&2; exit 1 ;;
  esac
done

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  echo "formola: not a Debian system, so packages are not checked; needed are the equivalents of:" >&2
  echo "  ${packages[*]}" >&2
  exit 0
fi

# One dpkg-query call for all: it prints the installed ones and complains about the unknown ones.
installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "${packages[@]}" 2>/dev/null)
missing=()
for package in "${packages[@]}"; do
  case $'\n'$installed$'\n' in
    *$'\n'"installed $package"$'\n'*) ;;
    *) missing+=("$package") ;;
  esac
done
[ ${#missing[@]} -eq 0 ] && exit 0

if [ "$mode" = check ]; then
  echo "missing: ${missing[*]}" >&2
  exit 1
fi

if [ "$(id -u)" -eq 0 ]; then
  root=(env)
elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
  root=(sudo env)
else
  {
    echo "formola: these Debian packages are missing and installing them needs root. Please run:"
    echo "  apt-get update && apt-get install --no-install-recommends ${missing[*]}"
  } >&2
  exit 1
fi

echo "formola: installing ${#missing[@]} Debian packages: ${missing[*]}" >&2
log=$(mktemp "${TMPDIR:-/tmp}/formola-setup.XXXXXX") || exit 1
trap 'rm -f "$log"' EXIT
install() {
  "${root[@]}" DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
    "${missing[@]}"
}
# The package lists of a fresh machine are empty and those of an old one out of date.
if ! { "${root[@]}" apt-get update -q && install; } >"$log" 2>&1 </dev/null; then
  tail -n 30 "$log" >&2
  echo "formola: installing the Debian packages failed (above: the last lines of apt-get)" >&2
  exit 1
fi

# Sourced by ./formola, ./test and .ci/run (bash): set up, configure and build.
# shellcheck shell=bash
#
#   formolaBuild ROOT PRESET TARGET…
#
# Installs missing packages, configures build/PRESET if that has not been done, builds the targets.
# Prints one progress line on stderr; the compiler's output goes to build/PRESET/build.log and is
# shown only when the build fails. FORMOLA_JOBS sets the number of parallel compilations.

# As many jobs as processors, but at least 1.5 GB of memory for each (LLVM's headers are heavy).
formolaJobs() {
  local processors memory
  processors=$(nproc 2>/dev/null || echo 2)
  memory=$(awk '/^MemAvailable:/ {print int($2 / 1500000)}' /proc/meminfo 2>/dev/null)
  [ -n "$memory" ] || memory=$processors
  [ "$memory" -ge 1 ] || memory=1
  echo $((memory < processors ? memory : processors))
}

# Copies the output of ninja to the log; on a terminal also shows how far it is, in one line.
formolaProgress() {
  local log=$1 line
  if [ ! -t 2 ]; then
    cat >>"$log"
    return
  fi
  while IFS= read -r line; do
    printf '%s\n' "$line" >>"$log"
    [[ $line =~ ^\[[0-9]+/[0-9]+\] ]] && printf '\rformola: building %s ' "${BASH_REMATCH[0]}" >&2
  done
  printf '\r\033[K' >&2
}

formolaBuild() {
  local root=$1 preset=$2 folder log home
  shift 2
  folder=$root/build/$preset
  log=$folder/build.log
  "$root/tools/setup.sh" || return 1
  mkdir -p "$folder" || return 1
  : >"$log"

  local fresh=()
  if [ -f "$folder/CMakeCache.txt" ]; then
    home=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$folder/CMakeCache.txt")
    # A tree that was moved or copied: CMake refuses the old cache, so start anew.
    [ "$home" = "$root" ] || fresh=(--fresh)
  fi
  if [ ${#fresh[@]} -gt 0 ] || [ ! -f "$folder/build.ninja" ] ||
    [ "$root/CMakePresets.json" -nt "$folder/build.ninja" ]; then
    echo "formola: configuring build/$preset" >&2
    if ! (cd "$root" && cmake --preset "$preset" "${fresh[@]}") >>"$log" 2>&1; then
      tail -n 40 "$log" >&2
      echo "formola: cmake failed; the whole output is in $log" >&2
      return 1
    fi
  fi

  local hint=
  [ -f "$folder/.ninja_log" ] || hint=" (the first build takes some minutes)"
  echo "formola: building in build/$preset$hint" >&2
  ninja -C "$folder" -j "${FORMOLA_JOBS:-$(formolaJobs)}" "$@" 2>&1 | formolaProgress "$log"
  if [ "${PIPESTATUS[0]}" -ne 0 ]; then
    # From the first failed command on, without the noise before it.
    sed -n '/^FAILED:\|^ninja: error\|^CMake Error/,$p' "$log" | head -n 80 >&2
    echo "formola: the build failed; the whole output is in $log" >&2
    return 1
  fi
}

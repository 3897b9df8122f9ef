# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash
# Clean roots: minimal Debian systems in folders, in which legs run. Sourced by packaging/test.
#
# A root is made once by mmdebstrap and kept under $XDG_CACHE_HOME/tileport/roots. What runs in one has its own mount and
# process namespaces: when it ends, however it ends, its mounts and its processes are gone.

cache_folder=${XDG_CACHE_HOME:-${HOME:-/var/cache}/.cache}/tileport

# make_root SUITE [packages]: prints the folder. Its name holds a digest of the packages, so a change makes a new one.
make_root() {
  local suite=$1 digest folder include
  shift
  digest=$(printf '%s\n' "$suite" "$@" | sha256sum | cut -c 1-12)
  folder=$cache_folder/roots/$suite-$digest
  if [ ! -d "$folder" ]; then
    mkdir -p "$cache_folder/roots"
    rm -rf --one-file-system "$folder.new"
    include=$(printf '%s,' ca-certificates "$@")
    # No mirror is named: mmdebstrap takes Debian's own, with the suite's updates and security. In a mount namespace of its
    # own, so that a run that is ended leaves no mount.
    unshare --mount --propagation private -- mmdebstrap --quiet --variant=minbase --mode=root --include="${include%,}" "$suite" "$folder.new" </dev/null >&2 ||
      { rm -rf --one-file-system "$folder.new"; return 1; }
    mv "$folder.new" "$folder"
  fi
  printf '%s\n' "$folder"
}

# build_in_root FOLDER BUILD PART [cmake arguments]: builds a part of the tests (a folder, "tests" for everything) and what it needs there, runs
# them and counts them. What is asked is whether that
# system's compilers and libraries do: less optimised it is built in half the time, and assertions hold.
build_in_root() {
  local folder=$1 build=$2 part=$3 code=0 targets=all
  shift 3
  [ "$part" = tests ] || targets="tileport-gui $part/all"
  rm -f "$build/ctest.log"
  in_root "$folder" "$build" "
    cmake -G Ninja -S /source -B /build -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O1 $* >/build/configure.log 2>&1 || { tail -n 40 /build/configure.log; exit 1; }
    ninja -C /build $targets
    ctest --test-dir /build/$part --output-on-failure --no-tests=error -j \"\$(nproc)\" 2>&1 | tee /build/ctest.log" || code=$?
  if [ -f "$build/ctest.log" ]; then count_ctest "$build/ctest.log"; fi
  return "$code"
}

# in_root FOLDER BUILD COMMAND: runs the shell command in the root. The checkout is /source there, read-only; BUILD, a folder
# outside, is /build; the compiler cache is shared.
in_root() {
  local folder=$1 build=$2 command=$3
  mkdir -p "$build" "$cache_folder/ccache" "$folder/source" "$folder/build" "$folder/ccache"
  cp -L /etc/resolv.conf "$folder/etc/resolv.conf" 2>/dev/null || true
  unshare --mount --pid --fork --kill-child --propagation private -- /bin/bash -euc '
    folder=$1 source=$2 build=$3 ccache=$4 command=$5
    mount --bind "$folder" "$folder"
    mount --bind "$source" "$folder/source"
    mount -o remount,bind,ro "$folder/source"
    mount --bind "$build" "$folder/build"
    mount --bind "$ccache" "$folder/ccache"
    mount -t proc proc "$folder/proc"
    mount -t tmpfs tmpfs "$folder/tmp"
    mount --rbind /dev "$folder/dev"
    exec chroot "$folder" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 CCACHE_DIR=/ccache \
      CCACHE_SLOPPINESS="$CCACHE_SLOPPINESS" \
      QT_QPA_PLATFORM=offscreen CI="${CI:-}" /bin/bash -euo pipefail -c "$command"
  ' in_root "$folder" "$root" "$build" "$cache_folder/ccache" "$command" </dev/null
}

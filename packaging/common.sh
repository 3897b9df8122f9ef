# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash
# What packaging/run and packaging/test share: steps, distributions and their packages, building. Sourced with `root` set to
# the checkout and `log_folder` to a folder for logs; never run.

say() { printf '%s\n' "$*"; }
die() { printf 'error: %s\n' "$*" >&2; exit 1; }

minutes() { printf '%d:%02d' $(($1 / 60)) $(($1 % 60)); }

# step TEXT: "[2/4  0:07] TEXT". The caller sets steps.
steps=1 step_number=0
step() {
  step_number=$((step_number + 1))
  say "[$step_number/$steps  $(minutes $SECONDS)] $*"
}

# ---- Distributions -------------------------------------------------------------------------------------------------

# debian-12, debian-13, ubuntu-24.04, ... or "unknown".
distribution() {
  (
    # shellcheck disable=SC1091
    . /etc/os-release 2>/dev/null
    say "${ID:-unknown}${VERSION_ID:+-$VERSION_ID}"
  )
}

# Whole answers are read before they are looked at: `grep -q` would leave early and, by pipefail, turn a yes into a no.
is_installed() { [[ " $(dpkg-query -W -f='${db:Status-Status} ' "$1" 2>/dev/null)" == *" installed "* ]]; }
has_candidate() { [[ $(apt-cache policy "$1" 2>/dev/null) =~ Candidate:\ [^\(] ]]; }

# The MLIR to build with: one that is there already, else the newest that the system packages. 22 is in Debian 12's security
# suite and in Debian 13; Ubuntu 24.04 has an older one in its own archive. Development packages of two versions exclude
# each other, so one is chosen and never a second is asked for.
mlir_version() {
  local version
  for version in 22 21 20 19; do
    if is_installed "libmlir-$version-dev"; then say $version; return; fi
  done
  for version in 22 21 20 19; do
    if has_candidate "libmlir-$version-dev" && has_candidate "mlir-$version-tools"; then say $version; return; fi
  done
  return 1
}

# packages_for MLIR PURPOSE...: a purpose is build or a leg of packaging/test. Each set is from the distribution's own suites.
packages_for() {
  local mlir=$1 purpose
  shift
  say g++ cmake ninja-build python3 nlohmann-json3-dev libcli11-dev qt6-base-dev libqcustomplot-dev fonts-jetbrains-mono \
    "libmlir-$mlir-dev" "mlir-$mlir-tools" "llvm-$mlir-dev" zlib1g-dev libzstd-dev libsqlite3-dev
  case $(distribution) in
    debian-12 | ubuntu-24.04) ;;  # KSyntaxHighlighting for Qt 6 is not packaged there; our own scanner takes its place
    *) say libkf6syntaxhighlighting-dev ;;
  esac
  for purpose in "$@"; do
    case $purpose in
      build) ;;
      asan | fuzz) say ccache git binutils clang-19 libclang-rt-19-dev ;;
      kf6 | mlir19 | newcomer_*) say mmdebstrap debian-archive-keyring ;;
      exporters | corpus)
        say ca-certificates python3-venv
        # cuTile Rust needs a newer Rust than the distributions' own; Debian packages one for its browsers.
        has_new_rust || say rustc-web cargo-web
        ;;
      *) say ccache git binutils ;;
    esac
  done
}

# Rust 1.89 or newer, from wherever.
has_new_rust() {
  local minor
  command -v rustc >/dev/null && command -v cargo >/dev/null || return 1
  minor=$(rustc --version 2>/dev/null | sed -nE 's/^rustc 1\.([0-9]+)\..*/\1/p')
  [ "${minor:-0}" -ge 89 ]
}

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif sudo -n true 2>/dev/null; then
    sudo -n "$@"
  else
    return 126
  fi
}
can_be_root() { [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }

missing_packages() {
  local package
  for package in "$@"; do
    is_installed "$package" || printf '%s ' "$package"
  done
}

# Of the packages given, those that this system has. What it lacks is said, and the leg that needs it will say so too.
available_packages() {
  local package
  for package in "$@"; do
    if is_installed "$package" || has_candidate "$package"; then printf '%s ' "$package"; else say "not packaged here: $package" >&2; fi
  done
}

# install_packages PURPOSE...: what they need and is not there. Asks nothing; without root it prints the line to run and stops.
install_packages() {
  local mlir missing
  if ! command -v apt-get >/dev/null; then
    say "This system has no apt: the packages that README.md names must be there already."
    return
  fi
  if mlir=$(mlir_version); then
    # shellcheck disable=SC2046
    missing=$(missing_packages $(packages_for "$mlir" "$@"))
    [ -z "$missing" ] && return
  fi
  if can_be_root; then
    # A repository of somebody else that does not answer must not stop us.
    as_root apt-get update -qq </dev/null || say "apt-get update had errors; going on with what it has"
  elif [ -z "${mlir:-}" ]; then
    die "the package lists are empty and this user may not read new ones. Run: sudo apt-get update, then this again"
  fi
  mlir=$(mlir_version) || die "no MLIR from 19 to 22 is packaged here. On Debian 12 enable the suite bookworm-security"
  # shellcheck disable=SC2046
  missing=$(missing_packages $(available_packages $(packages_for "$mlir" "$@")))
  [ -z "$missing" ] && return
  if ! can_be_root; then
    say "These packages are missing, and this user may not install them. Run this line, then the same command again:"
    say "  sudo apt-get update && sudo apt-get install --no-install-recommends $missing"
    exit 1
  fi
  say "installing: $missing"
  # shellcheck disable=SC2086
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing </dev/null >"$log_folder/apt.log" 2>&1 ||
    { tail -n 20 "$log_folder/apt.log" >&2; die "apt-get install failed; the whole output is in $log_folder/apt.log"; }
}

# ---- Building ------------------------------------------------------------------------------------------------------

# Many compilers at once need memory: about 1.5 GiB each.
jobs() {
  local cores memory
  cores=$(nproc)
  memory=$(awk '/MemAvailable/ { print int($2 / 1572864) }' /proc/meminfo 2>/dev/null || say "$cores")
  [ "$memory" -lt 1 ] && memory=1
  say $((cores < memory ? cores : memory))
}

# A compiler cache, where there is one, serves every clone: paths below the checkout are taken as relative ones.
export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=true CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime

# configure FOLDER [cmake arguments]: quiet where all is well. Ninja itself configures again when a CMake file changes.
configure() {
  local folder=$1
  shift
  mkdir -p "$folder"
  cmake -G Ninja -B "$folder" "$@" >"$folder/configure.log" 2>&1 </dev/null ||
    { tail -n 40 "$folder/configure.log" >&2; die "cmake failed; the whole output is in $folder/configure.log"; }
}

# build FOLDER [targets]
build() {
  local folder=$1
  shift
  NINJA_STATUS='  [%f/%t  %es] ' ninja -C "$folder" -j "$(jobs)" "$@" </dev/null
}

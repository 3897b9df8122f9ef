# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash
# Writes docs/measured.md from what the legs left in build/test. Sourced by packaging/test.

processor() { awk -F ': *' '/^model name/ && !seen++ { print $2 }' /proc/cpuinfo; }
memory() { awk '/MemTotal/ { printf "%d GiB", $2 / 1048576 + 0.5 }' /proc/meminfo; }

# Each program of tests/bench prints its own figures; the Release ones count.
bench_figures() {
  local program
  for program in "$root"/build/release/bin/bench_*; do
    [ -x "$program" ] || continue
    printf '$ %s\n' "$(basename "$program")"
    (cd "$root" && "$program" </dev/null 2>&1) || say "failed"
  done
}

write_measured() {
  cat <<TEXT
# Measured

Written by \`packaging/test --full\`; do not edit. Date: $(date -u +%Y-%m-%d). Commit: $(git -C "$root" rev-parse --short HEAD)$(git -C "$root" diff --quiet HEAD -- . ':!docs/measured.md' || say ' with changes').
Machine: $(processor), $(nproc) cores, $(memory), $(distribution), GCC $(g++ -dumpfullversion).

## Legs

\`\`\`
$(cat "$log_folder/table.txt")
\`\`\`

## Figures

\`\`\`
$(bench_figures)
\`\`\`
$(if [ -f "$log_folder/corpus.log" ]; then
    printf '\n## Corpus\n\n```\n%s\n```\n' "$(tail -n 12 "$log_folder/corpus.log")"
  fi)
TEXT
}

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash
# Writes docs/measured.md from what the legs left in build/test. Sourced by packaging/test.

processor() { awk -F ': *' '/^model name/ && !seen++ { print $2 }' /proc/cpuinfo; }
memory() { awk '/MemTotal/ { printf "%d GiB", $2 / 1048576 + 0.5 }' /proc/meminfo; }

# The figures that the README promises, by the Release build: a real program of 503 ops and a real pair of some 600 from the
# corpus leg, the demo's pairs, and the window with the demo.
bench_figures() {
  local bin=$root/build/release/bin corpus=$root/build/corpus large reference port operator file
  large=$corpus/references/mamba2.compute_da_db_dc_ddt_kernel.bf16.tileirbc
  reference=$corpus/references/attention_sink._attention_sink_kernel.f16-64x64-bw0.tileirbc
  port=$corpus/ports/attention_sink.attention_sink_kernel.f16-64x64-bw0.tileirbc
  local pairs=()
  if [ -f "$large" ] && [ -f "$port" ]; then pairs=("$large" "$large" "$reference" "$port"); fi
  for operator in "$root"/resources/demo/*/; do
    for file in "$operator"reference/*.tileirbc; do
      pairs+=("$file" "${operator}generated/generated_${file##*/reference_}")
    done
  done
  run_bench bench_read $([ -f "$large" ] && say "$large")
  run_bench bench_align "${pairs[@]}"
  run_bench bench_judge "${pairs[@]}"
  run_bench tileport-gui --bench "$root/resources/demo"
  bench_size_figures
}

# Programs of 1,000 to 100,000 ops: what they cost to read and to align, and the window with the largest pair.
bench_size_figures() {
  local pair=$root/build/size
  mkdir -p "$pair"
  rm -f "$pair"/*.tileirbc
  run_bench bench_size --write "$pair"
  local shapes=() file
  for file in "$pair"/*-100000.tileirbc; do
    # Of each shape the edited pair, and the program with itself, which is what costs a whole certificate.
    shapes+=("$file" "${file%.tileirbc}-port.tileirbc" "$file" "$file")
  done
  run_bench bench_judge "${shapes[@]}"
  say '$ tests/bench/many_pairs.py'
  python3 "$root/tests/bench/many_pairs.py" "$root/build/release/bin/tileport" "$root/resources/demo" 100 1000 10000 2>/dev/null || say failed
  run_bench tileport-gui --bench "$pair/synthetic-100000.tileirbc" "$pair/synthetic-100000-port.tileirbc"
  run_bench tileport-gui --bench "$pair/unlike-20000.tileirbc" "$pair/unlike-20000-port.tileirbc"
}

# run_bench PROGRAM ARGUMENTS: what it prints, without the folders of this machine and what Qt says of having no display.
run_bench() {
  printf '$ %s\n' "$1"
  ("$root/build/release/bin/$1" "${@:2}" </dev/null 2>&1 || say "failed") |
    sed -E "s|$root/||g; /^QStandardPaths: |^This plugin does not support /d"
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
    printf '\n## Corpus\n\n```\n%s\n```\n' "$(sed -n "s|$root/||g; /^tileport import tilegym, first/,\$p" "$log_folder/corpus.log")"
  fi)
TEXT
}

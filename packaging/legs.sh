# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash
# The legs of packaging/test. Sourced by it. A leg is a function that fails by its exit code and reports what it counted
# with `count PASSED FAILED`.

# run_ctest FOLDER [ctest arguments]: runs the tests and counts them.
run_ctest() {
  local folder=$1 code=0 summary failed total
  shift
  ctest --test-dir "$folder" --output-on-failure --no-tests=error -j "$(nproc)" "$@" </dev/null 2>&1 | tee "$folder/ctest.log" || code=$?
  count_ctest "$folder/ctest.log"
  return "$code"
}

# "100% tests passed, 0 tests failed out of 12"
count_ctest() {
  local summary failed total
  summary=$(grep -E 'tests passed, [0-9]+ tests failed out of [0-9]+' "$1" | tail -n 1) || return 0
  failed=$(sed -E 's/.*, ([0-9]+) tests failed.*/\1/' <<<"$summary")
  total=$(sed -E 's/.*out of ([0-9]+).*/\1/' <<<"$summary")
  count $((total - failed)) "$failed"
}

leg_release() {
  configure "$root/build/release" -S "$root" --preset release
  build "$root/build/release"
  run_ctest "$root/build/release"
}

# One tree, by clang, for this leg and for fuzzing: what libFuzzer needs in the code costs the tests little, a second build much.
leg_asan() {
  configure "$root/build/asan" -S "$root" --preset asan
  build "$root/build/asan"
  ASAN_OPTIONS=detect_stack_use_after_return=1 UBSAN_OPTIONS=print_stacktrace=1 run_ctest "$root/build/asan"
}

# Each target runs for fuzz_seconds from the seeds of its input's form; what it learns stays in build/fuzz/corpus.
leg_fuzz() {
  local folder=$root/build/fuzz name seeds=() jobs=0 failed=0 passed=0
  build_fuzzers
  say "$fuzz_seconds s each, $(nproc) at a time: ${fuzz_targets[*]}"
  for name in "${fuzz_targets[@]}"; do
    mapfile -t seeds < <(fuzz_seeds "$name")
    run_fuzzer "$folder" "$name" "${seeds[@]}" &
    jobs=$((jobs + 1))
    [ $((jobs % $(nproc))) != 0 ] || wait
  done
  wait
  for name in "${fuzz_targets[@]}"; do
    say "$name"
    if [ "$(cat "$folder/$name.code")" = 0 ]; then
      grep -E 'stat::(number_of_executed_units|peak_rss_mb)' "$folder/$name.log" || true
      passed=$((passed + 1))
    else
      tail -n 40 "$folder/$name.log"
      failed=$((failed + 1))
    fi
  done
  count "$passed" "$failed"
  [ "$failed" = 0 ] && [ "$passed" -gt 0 ]
}

# Builds the fuzz targets into fuzz_bin and sets `fuzz_targets` to their names.
fuzz_bin=$root/build/asan/bin/tests
build_fuzzers() {
  local folder=$root/build/asan
  mapfile -t fuzz_targets < <(basename -s .cpp "$root"/tests/fuzz/fuzz_*.cpp)
  configure "$folder" -S "$root" --preset asan
  build "$folder" "${fuzz_targets[@]}" make_serialised
}

# run_fuzzer FOLDER TARGET SEEDS...: leaves TARGET.log and, in TARGET.code, how it ended. `fuzz_aside` is a command to run it by.
fuzz_aside=()
run_fuzzer() {
  local folder=$1 name=$2 code=0
  shift 2
  mkdir -p "$folder/corpus/$name" "$folder/findings"
  rm -f "$folder/$name.code"
  "${fuzz_aside[@]}" "$fuzz_bin/$name" -max_total_time="$fuzz_seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 -verbosity=1 \
    -artifact_prefix="$folder/findings/$name-" "$folder/corpus/$name" "$@" </dev/null >"$folder/$name.log" 2>&1 || code=$?
  echo "$code" >"$folder/$name.code"
}

# keep_corpus TARGET: puts the fewest inputs that reach all that was learnt into tests/fuzz/corpus. Long ones are left out, and
# what is there stays.
keep_corpus() {
  local name=$1 form=${1#fuzz_} merged=$root/build/fuzz/merged/$1
  [ -d "$root/tests/fuzz/corpus/$form" ] || return 0
  rm -rf "$merged"
  mkdir -p "$merged"
  "$fuzz_bin/$name" -set_cover_merge=1 -max_len=2048 "$merged" "$root/tests/fuzz/corpus/$form" "$root/build/fuzz/corpus/$name" \
    </dev/null >"$root/build/fuzz/$name.merge.log" 2>&1 || { tail -n 5 "$root/build/fuzz/$name.merge.log"; return 1; }
  cp -n "$merged"/* "$root/tests/fuzz/corpus/$form/"
  say "$form: $(find "$root/tests/fuzz/corpus/$form" -type f | wc -l) inputs kept"
}

# fuzz_seeds TARGET: the folders with its seeds, one a line. tests/fuzz/corpus/FORM are those that were kept for the form of
# its input; for some forms the others are made of the files that git holds.
fuzz_seeds() {
  local name=$1 form=${1#fuzz_} seeds file
  [ -d "$root/tests/fuzz/corpus/$form" ] || form=bytecode
  say "$root/tests/fuzz/corpus/$form"
  seeds=$root/build/fuzz/seeds/$form
  mkdir -p "$seeds"
  case $form in
    serialised) find "$root/tests/cases" "$root/resources/demo" -name '*.tileirbc' -size -64k -print0 |
      xargs -0 "$fuzz_bin/make_serialised" "$seeds" ;;
    cubin) find "$root/tests/cases/cubin" -name '*.cubin' -exec cp {} "$seeds" ';' ;;
    text) find "$root/tests/cases" -name '*.mlir' -size -64k -exec cp {} "$seeds" ';' ;;
    symbol) cut -f 1 "$root/tests/cases/symbols/mangled.tsv" | while IFS= read -r file; do
      printf '%s' "$file" >"$seeds/$(printf '%s' "$file" | sha256sum | cut -c 1-16)"; done ;;
    bytecode) find "$root/tests/cases" "$root/resources/demo" -name '*.tileirbc' -size -64k -print0 |
      while IFS= read -r -d '' file; do cp "$file" "$seeds/$(sha256sum <"$file" | cut -c 1-16)"; done ;;
  esac
  say "$seeds"
}

# What a build of everything needs on Debian 13, KSyntaxHighlighting with it.
trixie_packages=(g++ cmake ninja-build ccache python3 binutils nlohmann-json3-dev libcli11-dev qt6-base-dev libqcustomplot-dev
  libmlir-22-dev mlir-22-tools llvm-22-dev zlib1g-dev libzstd-dev libsqlite3-dev libkf6syntaxhighlighting-dev fonts-dejavu-core git)
bookworm_packages=(g++ cmake ninja-build ccache python3 binutils nlohmann-json3-dev libcli11-dev qt6-base-dev libqcustomplot-dev
  libmlir-19-dev mlir-19-tools llvm-19-dev zlib1g-dev libzstd-dev libsqlite3-dev fonts-dejavu-core git)

# What KSyntaxHighlighting has a part in. newcomer_debian13 builds everything there.
leg_kf6() {
  local clean
  need_root_user || return 0
  clean=$(make_root trixie "${trixie_packages[@]}")
  build_in_root "$clean" "$root/build/kf6" tests/views -DKSYNTAX=ON
}

# The real front ends export the demo's programs again; the bytes must be those that git holds.
leg_exporters() {
  local toolchain summary test code=0
  toolchain=$("$root/packaging/toolchain" | tail -n 1)
  "$toolchain/bin/python" -u "$root/tests/demo/check_exports.py" --toolchain "$toolchain" </dev/null 2>&1 | tee "$log_folder/exports.log" || code=$?
  summary=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$log_folder/exports.log" | tail -n 1) || true
  if [ -n "$summary" ]; then
    summary=${summary%% failed*}
    count "${summary%% passed*}" "${summary##*, }"
  fi
  test_driver "$toolchain/bin/python" -m unittest discover -v -s "$root/tests/exporters_python" || code=1
  for test in driver facts kernels public; do test_driver "$toolchain/bin/python" "$root/tests/exporters_rust/test_$test.py" -v || code=1; done
  # A review of commits makes both sides of each, so it needs the program itself.
  if [ ! -x "$root/build/release/bin/tileport" ]; then
    configure "$root/build/release" -S "$root" --preset release
    build "$root/build/release" tileport front_ends
  fi
  TILEPORT=$root/build/release/bin/tileport TILEPORT_TOOLS=$toolchain test_driver "$toolchain/bin/python" "$root/tests/exporters_range/test_range.py" -v || code=1
  # What the real tileiras makes of the demo's pairs. It needs ptxas and libnvvm, about 120 MB more.
  "$toolchain/bin/python" "$root/tests/oracle/gpu/record.py" tools &&
    TILEPORT=$root/build/release/bin/tileport TILEPORT_DEMO=$root/resources/demo test_driver "$toolchain/bin/python" "$root/tests/app/test_compile.py" -v Real || code=1
  return "$code"
}

# test_driver COMMAND...: a program of Python's unittest, counted. Skips are printed with their reasons.
test_driver() {
  local log=$log_folder/driver.log code=0 ran failed skipped
  say "$*"
  "$@" </dev/null >"$log" 2>&1 || code=$?
  ran=$(sed -n 's/^Ran \([0-9]*\) tests\?.*/\1/p' "$log" | tail -n 1)
  failed=$(grep '^FAILED (' "$log" | grep -oE '(failures|errors)=[0-9]+' | awk -F = '{ sum += $2 } END { print sum + 0 }') || true
  [ "$code" = 0 ] || { tail -n 60 "$log"; [ "${failed:-0}" -gt 0 ] || failed=1; }
  grep -F " skipped " "$log" || true
  tail -n 3 "$log"
  skipped=$(sed -n 's/.*skipped=\([0-9]*\).*/\1/p' "$log" | tail -n 1)
  count "$((${ran:-0} - ${failed:-0} - ${skipped:-0}))" "${failed:-0}"
  [ -z "$skipped" ] || printf '%s 0 0 %s\n' "$leg" "$skipped" >>"$counts"
  return "$code"
}

# ---- Legs of --full ------------------------------------------------------------------------------------------------

# What has threads or processes: the window with its jobs, reviews, the programs that are run.
leg_tsan() {
  local folder=$root/build/tsan part code=0 parts=(tests/views tests/toolchain tests/workspace)
  configure "$folder" -S "$root" --preset tsan
  build "$folder" "${parts[@]/%//all}"
  for part in "${parts[@]}"; do
    TSAN_OPTIONS="suppressions=$root/tests/tsan.supp halt_on_error=1" run_ctest "$folder/$part" || code=$?
  done
  return "$code"
}

leg_mlir19() {
  local clean
  need_root_user || return 0
  clean=$(make_root bookworm "${bookworm_packages[@]}")
  build_in_root "$clean" "$root/build/mlir19" tests
}

# Every program of TileGym that the real front ends export, references and ports, printed by us and by tileirdisasm, with
# and without locations: equal byte for byte, and those texts read back as the same programs. The verifier says what the
# official one says. Then all of them, valid mutants and what git holds, rewritten as every version that can hold them:
# tileirdisasm prints them as before.
leg_corpus() {
  local toolchain newest folder=$root/build/corpus cases=$root/resources/tilegym
  toolchain=$("$root/packaging/toolchain" | tail -n 1)
  newest=$(tileirdisasm_135 "$toolchain")
  [ -x "$root/build/release/bin/compare_roundtrip" ] || leg_release
  rm -rf "$folder"
  "$toolchain/bin/python" -u "$root/plugins/cutile_python/export.py" corpus "$cases/tilegym-reference-launches.jsonl" --out "$folder/references" </dev/null
  "$toolchain/bin/python" -u "$root/plugins/cutile_rust/export.py" corpus "$cases/tilegym-port-variants.jsonl" --out "$folder/ports" \
    --toolchain "$toolchain" --target-dir "$cache_folder/cargo-target" </dev/null
  disassemble "$toolchain" "$folder/references" "$folder/ports"
  import_tilegym "$folder/tilegym"
  # Each finding of the published ports is judged (docs/real-pairs.md). The review's own exit code says that there are findings.
  { "$root/build/release/bin/tileport" review --json "$folder/tilegym" </dev/null || [ $? = 1 ]; } >"$folder/review.json"
  python3 "$root/tests/real_pairs/table.py" "$folder/review.json" --check
  # A mutant of each edit of each program, part of them on each core.
  find "$folder/references" "$folder/ports" -name '*.tileirbc' | sort | split -n "r/$(nproc)" - "$folder/judged."
  judge_mutants "$folder"
  "$root/build/release/bin/compare_listings" "$folder/references" "$folder/ports" </dev/null
  "$root/build/release/bin/compare_texts" "$folder/references" "$folder/ports" </dev/null
  find "$folder/references" "$folder/ports" -name '*.tileirbc' | "$root/build/release/bin/tests/tileport_verify_programs" - >"$folder/verdicts"
  agree "$(tileirdisasm_of "$toolchain")" "$newest" "$folder"
  "$root/build/release/bin/compare_roundtrip" "13.4=$(tileirdisasm_of "$toolchain")" "13.5=$newest" "$folder/references" "$folder/ports" \
    "$folder/mutants/valid" "$root/tests/cases" "$root/resources/demo" </dev/null
  count 6 0
}

# judge_mutants FOLDER: of the programs that FOLDER/judged.* list, none passes that must not; what each list gave is in its .log.
judge_mutants() {
  local list failed=0 jobs=()
  for list in "$1"/judged.??; do
    xargs "$root/build/release/bin/tests/judge-mutants" "$root/tests/cases/mutants/required.tsv" <"$list" >"$list.log" 2>&1 &
    jobs+=($!)
  done
  for list in "${jobs[@]}"; do wait "$list" || failed=1; done
  grep -h -E '^(proven equal|PASSED)' "$1"/judged.??.log | sort || true
  grep -h -E '^(Edits that change|Equivalent|all )' "$1"/judged.??.log
  return "$failed"
}

# import_tilegym FOLDER: everything by one command, and again from the store; how long that took goes into the table of figures.
import_tilegym() {
  local run begin
  for run in first again; do
    begin=$SECONDS
    "$root/build/release/bin/tileport" import tilegym --out "$1" --json </dev/null >"$log_folder/import-$run.json" 2>"$log_folder/import-$run.log" ||
      { tail -n 20 "$log_folder/import-$run.log"; return 1; }
    say "tileport import tilegym, $run: $(minutes $((SECONDS - begin))) minutes, $(python3 -c 'import json, sys
answer = json.load(open(sys.argv[1]))
print(", ".join(f"{key} {answer[key]}" for key in ("references", "ports", "pairs", "matched", "made_to_match", "from_store")))' "$log_folder/import-$run.json")"
  done
}

# agree TOOL TOOL-13.5 FOLDER: the verifier says what the tools say, of probes, their variants, mutants and damaged programs.
agree() {
  local bin=$root/build/release/bin/tests seeds
  seeds=$(find "$root/tests/cases/allops" "$root/resources/demo" -name '*.tileirbc')
  # shellcheck disable=SC2086
  "$bin/make_mutants" "$3/mutants" --count 800 $seeds synthetic:100:2 </dev/null
  # shellcheck disable=SC2086
  "$bin/tileport_damage_programs" "$3/damaged" 300 5 $seeds </dev/null
  python3 "$root/tests/verify/agree.py" --tool "$1" --tool-13.5 "$2" --verifier "$bin/tileport_verify_programs" \
    --records "$root/build/release/core/tileir/cuda_tile.json" --sweep --programs "$3/mutants" "$3/damaged" </dev/null
}

# tileirdisasm_of FOLDER: the path of the one below it.
tileirdisasm_of() {
  local tool
  tool=$(find "$1" -name tileirdisasm -type f -print -quit)
  [ -n "$tool" ] || die "there is no tileirdisasm in $1"
  say "$tool"
}

# tileirdisasm_135 TOOLCHAIN: the one of the 13.5 tools, which the toolchain does not have.
tileirdisasm_135() {
  local folder=$cache_folder/tileirdisasm-13.5.37
  if [ ! -d "$folder" ]; then
    rm -rf "$folder.new"
    "$1/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: --require-hashes \
      --requirement "$root/packaging/tileirdisasm-13.5.txt" --target "$folder.new" </dev/null >&2
    mv "$folder.new" "$folder"
  fi
  tileirdisasm_of "$folder"
}

# disassemble TOOLCHAIN FOLDER...: what tileirdisasm prints for each program, beside it.
disassemble() {
  local tool file
  tool=$(tileirdisasm_of "$1")
  shift
  find "$@" -name '*.tileirbc' -print0 | while IFS= read -r -d '' file; do
    "$tool" "$file" >"${file%.tileirbc}.mlir" </dev/null
    "$tool" -g "$file" >"${file%.tileirbc}.g.mlir" </dev/null
  done
}

# A newcomer's first minutes: a bare system, a clone, the two commands of the README. packaging/test runs its release
# leg: asan and fuzz build the same again with other switches, kf6 and exporters bring a system and a toolchain of their own.
leg_newcomer_debian12() { newcomer bookworm; }
leg_newcomer_debian13() { newcomer trixie; }

newcomer() {
  local suite=$1 bare
  need_root_user || return 0
  bare=$(make_root "$suite" git)
  # A copy, since the packages that it installs must not be there the next time.
  rm -rf --one-file-system "$bare.copy"
  cp -a --reflink=auto "$bare" "$bare.copy"
  local code=0
  in_root "$bare.copy" "$root/build/newcomer-$suite" '
    cd /root
    git -c safe.directory="*" clone --quiet /source tileport && cd tileport
    packaging/run >../first.txt 2>&1 || { cat ../first.txt; exit 1; }
    tail -n 40 ../first.txt
    begin=$(date +%s%N)
    packaging/run >../second.txt
    elapsed=$((($(date +%s%N) - begin) / 1000000))
    echo "the second packaging/run took $elapsed ms"
    [ "$elapsed" -lt 3000 ]
    packaging/test --leg release' || code=$?
  rm -rf --one-file-system "$bare.copy"
  [ "$code" = 0 ] && count 1 0
  return "$code"
}

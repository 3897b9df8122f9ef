#sub = #cuda_tile.di_subprogram<linkageName = "k", name = "k", file = <"k.py" in "/src">, scopeLine = 2, line = 1,
  compileUnit = <file = #cuda_tile.di_file<"k.py" in "/src">>>
global @g <i32: 7> : tile<1xi32> loc(unknown)
entry @k(%a: tile<i1>) {
  if %a {
    assert %a, "x" : tile<i1> loc(callsite(#later at callsite("k.py":7:8 at unknown)))
  } loc("name"(#cuda_tile.di_loc<loc("k.py":5:6) in #sub>))
  return loc(fused[#later, "b":1:1 to :4])
} loc(#later)
#later = #cuda_tile.di_loc<"k.py":3:4 in #block>
#block = #cuda_tile.di_lexical_block<scope = #sub, file = #file, line = 2, column = 3>
#file = #cuda_tile.di_file<"k.py" in "/src">
#unused = loc("nowhere":1:1)

entry @places(%arg0: tile<i32>) {
  %0 = addi %arg0, %arg0 : tile<i32> loc(#loc14)
  %1 = addi %0, %0 : tile<i32> loc(#loc23)
  %2 = addi %1, %1 : tile<i32> loc(#loc25)
  %3 = addi %2, %2 : tile<i32> loc(#loc4)
  %4 = addi %3, %3 : tile<i32> loc(#loc24)
  %5 = addi %4, %4 : tile<i32> loc(#loc26)
  %6 = addi %5, %5 : tile<i32> loc(#loc14)
  %7 = addi %6, %6 : tile<i32> loc(#loc14)
  %8 = addi %7, %7 : tile<i32> loc(#loc4)
  for %loopIdx in (%8 to %8, step %8) : tile<i32> {
    %9 = addi %loopIdx, %loopIdx : tile<i32> loc(#loc18)
  } loc(#loc17)
  %cst_1_f32 = constant <f32: 1.000000e+00> : tile<4xf32> loc(#loc19)
  %reduce = reduce %cst_1_f32 dim=0 identities=[0.000000e+00 : f32] : tile<4xf32> -> tile<f32> 
  (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
    yield %reduce_lhs : tile<f32> loc(#loc19)
  } loc(#loc19)
  return loc(#loc20)
} loc(#loc13)
entry @second(%arg0: tile<i32>) {
  %0 = addi %arg0, %arg0 : tile<i32> loc(#loc22)
  return loc(#loc4)
} loc(#loc21)
#di_file = #cuda_tile.di_file<"kernel.py" in "/src">
#di_file1 = #cuda_tile.di_file<"odd \22name\22.py" in "">
#loc = loc("kernel.py":10:0)
#loc1 = loc("kernel.py":14:5)
#loc2 = loc("kernel.py":15:1)
#loc3 = loc("odd \22name\22.py":16:0)
#loc4 = loc(unknown)
#loc5 = loc("helper.py":22:2)
#loc6 = loc("helper.py":23:2)
#loc7 = loc("kernel.py":30:1)
#loc8 = loc("kernel.py":31:1)
#loc9 = loc("kernel.py":33:1)
#loc10 = loc("kernel.py":34:1)
#loc11 = loc("kernel.py":40:0)
#loc12 = loc("kernel.py":41:0)
#di_compile_unit = #cuda_tile.di_compile_unit<file = #di_file>
#di_compile_unit1 = #cuda_tile.di_compile_unit<file = #di_file1>
#di_subprogram = #cuda_tile.di_subprogram<file = #di_file, line = 10, name = "outer", linkageName = "places", compileUnit = #di_compile_unit, scopeLine = 11>
#di_subprogram1 = #cuda_tile.di_subprogram<file = #di_file1, line = 20, name = "helper", linkageName = "helper_s0", compileUnit = #di_compile_unit1, scopeLine = 21>
#di_subprogram2 = #cuda_tile.di_subprogram<file = #di_file, line = 40, name = "second", linkageName = "second", compileUnit = #di_compile_unit, scopeLine = 41>
#di_lexical_block = #cuda_tile.di_lexical_block<scope = #di_subprogram, file = #di_file, line = 12, column = 3>
#loc13 = #cuda_tile.di_loc<#loc in #di_subprogram>
#loc14 = #cuda_tile.di_loc<#loc1 in #di_subprogram>
#loc15 = #cuda_tile.di_loc<#loc5 in #di_subprogram1>
#loc16 = #cuda_tile.di_loc<#loc6 in #di_subprogram1>
#loc17 = #cuda_tile.di_loc<#loc7 in #di_subprogram>
#loc18 = #cuda_tile.di_loc<#loc8 in #di_subprogram>
#loc19 = #cuda_tile.di_loc<#loc9 in #di_subprogram>
#loc20 = #cuda_tile.di_loc<#loc10 in #di_subprogram>
#loc21 = #cuda_tile.di_loc<#loc11 in #di_subprogram2>
#loc22 = #cuda_tile.di_loc<#loc12 in #di_subprogram2>
#di_lexical_block1 = #cuda_tile.di_lexical_block<scope = #di_lexical_block, file = #di_file1, line = 13, column = 4>
#loc23 = #cuda_tile.di_loc<#loc2 in #di_lexical_block>
#loc24 = loc(callsite(#loc15 at #loc14))
#loc25 = #cuda_tile.di_loc<#loc3 in #di_lexical_block1>
#loc26 = loc(callsite(#loc16 at #loc24))

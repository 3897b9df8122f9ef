entry @places(%arg0: tile<i32>) {
  %0 = addi %arg0, %arg0 : tile<i32> loc(#loc15)
  %1 = addi %0, %0 : tile<i32> loc(#loc25)
  %2 = addi %1, %1 : tile<i32> loc(#loc28)
  %3 = addi %2, %2 : tile<i32> loc(#loc4)
  %4 = addi %3, %3 : tile<i32> loc(#loc26)
  %5 = addi %4, %4 : tile<i32> loc(#loc29)
  %6 = addi %5, %5 : tile<i32> loc(#loc15)
  %7 = addi %6, %6 : tile<i32> loc(#loc15)
  %8 = addi %7, %7 : tile<i32> loc(#loc4)
  %9 = addi %8, %8 : tile<i32> loc(#loc27)
  for %loopIdx in (%9 to %9, step %9) : tile<i32> {
    %10 = addi %loopIdx, %loopIdx : tile<i32> loc(#loc20)
  } loc(#loc19)
  %cst_1_f32 = constant <f32: 1.000000e+00> : tile<4xf32> loc(#loc21)
  %reduce = reduce %cst_1_f32 dim=0 identities=[0.000000e+00 : f32] : tile<4xf32> -> tile<f32> 
  (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
    yield %reduce_lhs : tile<f32> loc(#loc21)
  } loc(#loc21)
  return loc(#loc22)
} loc(#loc14)
entry @second(%arg0: tile<i32>) {
  %0 = addi %arg0, %arg0 : tile<i32> loc(#loc24)
  return loc(#loc4)
} loc(#loc23)
#di_file = #cuda_tile.di_file<"kernel.py" in "/src">
#di_file1 = #cuda_tile.di_file<"odd \22name\22.py" in "">
#loc = loc("kernel.py":10:0)
#loc1 = loc("kernel.py":14:5)
#loc2 = loc("kernel.py":15:1)
#loc3 = loc("odd \22name\22.py":16:0)
#loc4 = loc(unknown)
#loc5 = loc("helper.py":22:2)
#loc6 = loc("helper.py":23:2)
#loc7 = loc("helper.py":24:2)
#loc8 = loc("kernel.py":30:1)
#loc9 = loc("kernel.py":31:1)
#loc10 = loc("kernel.py":33:1)
#loc11 = loc("kernel.py":34:1)
#loc12 = loc("kernel.py":40:0)
#loc13 = loc("kernel.py":41:0)
#di_compile_unit = #cuda_tile.di_compile_unit<file = #di_file>
#di_compile_unit1 = #cuda_tile.di_compile_unit<file = #di_file1>
#di_subprogram = #cuda_tile.di_subprogram<file = #di_file, line = 10, name = "outer", linkageName = "places", compileUnit = #di_compile_unit, scopeLine = 11>
#di_subprogram1 = #cuda_tile.di_subprogram<file = #di_file1, line = 20, name = "helper", linkageName = "helper_s0", compileUnit = #di_compile_unit1, scopeLine = 21>
#di_subprogram2 = #cuda_tile.di_subprogram<file = #di_file1, line = 20, name = "helper", linkageName = "helper_s0", compileUnit = #di_compile_unit1, scopeLine = 21, flags = declaration>
#di_subprogram3 = #cuda_tile.di_subprogram<file = #di_file, line = 40, name = "second", linkageName = "second", compileUnit = #di_compile_unit, scopeLine = 41>
#di_lexical_block = #cuda_tile.di_lexical_block<scope = #di_subprogram, file = #di_file, line = 12, column = 3>
#loc14 = #cuda_tile.di_loc<#loc in #di_subprogram>
#loc15 = #cuda_tile.di_loc<#loc1 in #di_subprogram>
#loc16 = #cuda_tile.di_loc<#loc5 in #di_subprogram1>
#loc17 = #cuda_tile.di_loc<#loc6 in #di_subprogram1>
#loc18 = #cuda_tile.di_loc<#loc7 in #di_subprogram2>
#loc19 = #cuda_tile.di_loc<#loc8 in #di_subprogram>
#loc20 = #cuda_tile.di_loc<#loc9 in #di_subprogram>
#loc21 = #cuda_tile.di_loc<#loc10 in #di_subprogram>
#loc22 = #cuda_tile.di_loc<#loc11 in #di_subprogram>
#loc23 = #cuda_tile.di_loc<#loc12 in #di_subprogram3>
#loc24 = #cuda_tile.di_loc<#loc13 in #di_subprogram3>
#di_lexical_block1 = #cuda_tile.di_lexical_block<scope = #di_lexical_block, file = #di_file1, line = 13, column = 4>
#loc25 = #cuda_tile.di_loc<#loc2 in #di_lexical_block>
#loc26 = loc(callsite(#loc16 at #loc15))
#loc27 = loc(callsite(#loc18 at #loc15))
#loc28 = #cuda_tile.di_loc<#loc3 in #di_lexical_block1>
#loc29 = loc(callsite(#loc17 at #loc26))

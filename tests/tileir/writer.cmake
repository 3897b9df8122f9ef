# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The bytecode writer: programs by hand, then every program of git. compare_roundtrip asks tileirdisasm about any folder.
foreach(unit writer writer_cases)
  tileport_test(tst_bytecode_${unit} LIBRARIES tileport_bytecode_testing tileport_test_support tileport_mutate TIMEOUT 300)
endforeach()
add_executable(compare_roundtrip compare_roundtrip.cpp)
target_link_libraries(compare_roundtrip PRIVATE tileport_options tileport_test_support)
tileport_test(tst_op_lines LIBRARIES tileport_program_testing tileport_test_support)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# tileport_test(tst_unit LIBRARIES tileport_source ... [SOURCES more.cpp] [TIMEOUT seconds])
# One Qt Test program tst_unit.cpp and its ctest entry. Runs without a display; links the layer, never its sources again.
find_package(Qt6 6.4 REQUIRED COMPONENTS Core Test)

function(tileport_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT" "LIBRARIES;SOURCES" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 120)
  endif()
  # A time limit ends what hangs; a sanitizer makes everything several times slower.
  if(TILEPORT_SANITIZE)
    math(EXPR ARG_TIMEOUT "${ARG_TIMEOUT} * 5")
  endif()
  add_executable(${name} ${name}.cpp ${ARG_SOURCES})
  set_target_properties(${name} PROPERTIES AUTOMOC ON RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin/tests)
  # Qt's emit macro would break MLIR's headers.
  target_compile_definitions(${name} PRIVATE QT_NO_KEYWORDS TILEPORT_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_link_libraries(${name} PRIVATE tileport_options ${ARG_LIBRARIES} Qt6::Test)
  add_test(NAME ${name} COMMAND ${name})
  # Qt Test has a limit of its own, five minutes a test function.
  set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT}
                       ENVIRONMENT "QT_QPA_PLATFORM=offscreen;QTEST_FUNCTION_TIMEOUT=${ARG_TIMEOUT}000")
endfunction()

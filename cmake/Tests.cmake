# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# tileport_test(tst_unit LIBRARIES tileport_source ... [SOURCES more.cpp] [TIMEOUT seconds])
# One Qt Test program tst_unit.cpp and its ctest entry. Runs without a display; links the layer, never its sources again.
find_package(Qt6 6.4 REQUIRED COMPONENTS Core Test)

# Sets `out` to a target whose precompiled header the tests of this folder take over. A folder each: Qt6::Test defines the
# folder's name, and a compiler refuses a header that was compiled by other definitions. What definitions the libraries of a
# folder's tests bring, those in TILEPORT_TEST_HEADER_LIBRARIES bring to its header.
function(tileport_test_header out)
  string(MAKE_C_IDENTIFIER "tests_header_${CMAKE_CURRENT_BINARY_DIR}" target)
  if(NOT TARGET ${target})
    add_library(${target} OBJECT ${PROJECT_SOURCE_DIR}/tests/pch.cpp)
    target_compile_definitions(${target} PRIVATE QT_NO_KEYWORDS TILEPORT_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
    target_link_libraries(${target} PRIVATE tileport_options ${TILEPORT_TEST_HEADER_LIBRARIES} Qt6::Test)
    target_precompile_headers(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests/pch.h)
  endif()
  set(${out} ${target} PARENT_SCOPE)
endfunction()

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
  tileport_test_header(header)
  target_precompile_headers(${name} REUSE_FROM ${header})
  add_test(NAME ${name} COMMAND ${name})
  # Qt Test has a limit of its own, five minutes a test function.
  set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT}
                       ENVIRONMENT "QT_QPA_PLATFORM=offscreen;QTEST_FUNCTION_TIMEOUT=${ARG_TIMEOUT}000")
endfunction()

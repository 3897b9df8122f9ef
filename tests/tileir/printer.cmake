# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The printer: against texts of tileirdisasm, and on programs made by hand. compare_listings does the former for any folder.
tileport_test(tst_printer LIBRARIES tileport_tileir)
tileport_test(tst_printer_limits LIBRARIES tileport_tileir)
add_executable(compare_listings compare_listings.cpp)
target_link_libraries(compare_listings PRIVATE tileport_options tileport_tileir)

# Folders of .tileirbc with the .mlir and .g.mlir of tileirdisasm beside them, made by plugins/cutile_python/export.py.
set(TILEPORT_CORPUS "" CACHE STRING "Folders with exported programs and what tileirdisasm prints for them")
if(TILEPORT_CORPUS)
  add_test(NAME compare_corpus COMMAND compare_listings ${TILEPORT_CORPUS})
endif()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The reader of text: what the printer and tileirdisasm print, errors by line and column, damage.
add_executable(compare_texts compare_texts.cpp)
target_link_libraries(compare_texts PRIVATE tileport_options tileport_bytecode_testing)
if(TILEPORT_CORPUS)
  add_test(NAME compare_texts_corpus COMMAND compare_texts ${TILEPORT_CORPUS})
endif()
tileport_test(tst_text_reader LIBRARIES tileport_bytecode_testing TIMEOUT 300)
tileport_test(tst_text_errors LIBRARIES tileport_bytecode_testing TIMEOUT 300)
tileport_test(tst_text_second_opinion LIBRARIES tileport_tileir tileport_dialect TIMEOUT 300)

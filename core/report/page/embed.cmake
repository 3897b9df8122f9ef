# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# tileport_embed_page(OUT): writes page.cpp with report.css and report.js in it, and sets OUT to its path. A content security policy
# allows just these two texts, by their hash.

# Hexadecimal digits of 32 bytes as base 64.
function(tileport_hex_to_base64 hex out)
  set(alphabet "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  set(text "")
  # The last group has two bytes: four digits, filled up.
  string(APPEND hex "00")
  foreach(group RANGE 10)
    math(EXPR begin "${group} * 6")
    string(SUBSTRING ${hex} ${begin} 6 digits)
    math(EXPR bits "0x${digits}")
    foreach(shift 18 12 6 0)
      math(EXPR index "(${bits} >> ${shift}) & 63")
      string(SUBSTRING ${alphabet} ${index} 1 letter)
      string(APPEND text ${letter})
    endforeach()
  endforeach()
  string(SUBSTRING ${text} 0 43 text)
  set(${out} "${text}=" PARENT_SCOPE)
endfunction()

function(tileport_embed_page out)
  set(folder ${CMAKE_CURRENT_SOURCE_DIR}/page)
  foreach(part STYLE:report.css SCRIPT:report.js)
    string(REPLACE ":" ";" part ${part})
    list(GET part 0 name)
    list(GET part 1 file)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/${file})
    file(READ ${folder}/${file} TILEPORT_PAGE_${name})
    file(SHA256 ${folder}/${file} hash)
    tileport_hex_to_base64(${hash} TILEPORT_PAGE_${name}_HASH)
  endforeach()
  configure_file(${folder}/page.cpp.in ${CMAKE_CURRENT_BINARY_DIR}/page.cpp @ONLY)
  set(${out} ${CMAKE_CURRENT_BINARY_DIR}/page.cpp PARENT_SCOPE)
endfunction()

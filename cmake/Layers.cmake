# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The arrows of docs/architecture.md. A layer links only what its row allows; anything else stops the configuration.
set(TILEPORT_ALLOWED_support "")
set(TILEPORT_ALLOWED_json support)
set(TILEPORT_ALLOWED_tileir support)
set(TILEPORT_ALLOWED_reduce support tileir)
set(TILEPORT_ALLOWED_certificate support tileir)
set(TILEPORT_ALLOWED_align support tileir certificate)
set(TILEPORT_ALLOWED_source support json tileir)
set(TILEPORT_ALLOWED_evidence support json)
set(TILEPORT_ALLOWED_specification support json tileir source evidence)
set(TILEPORT_ALLOWED_plugin support)
set(TILEPORT_ALLOWED_toolchain support json evidence plugin)
set(TILEPORT_ALLOWED_triage support json tileir certificate align source evidence)
set(TILEPORT_ALLOWED_workspace support json tileir certificate align source evidence triage)
set(TILEPORT_ALLOWED_importer support json tileir source evidence specification triage plugin toolchain workspace)
set(TILEPORT_ALLOWED_report support json tileir certificate align source evidence triage workspace)
set(TILEPORT_ALLOWED_views support tileir align source evidence specification triage plugin toolchain workspace importer report)

# tileport_layer(NAME align SOURCES a.cpp ... [DEPENDS support tileir] [LIBRARIES Qt6::Widgets ...] [PCH pch.h])
# Makes the static library tileport_<NAME>. DEPENDS are layers, checked; LIBRARIES are other people's; PCH is the header to
# precompile, core/pch.h unless another is named.
function(tileport_layer)
  cmake_parse_arguments(ARG "" "NAME;PCH" "SOURCES;DEPENDS;LIBRARIES" ${ARGN})
  if(NOT DEFINED TILEPORT_ALLOWED_${ARG_NAME})
    message(FATAL_ERROR "Layer ${ARG_NAME} has no row in cmake/Layers.cmake")
  endif()
  foreach(layer IN LISTS ARG_DEPENDS)
    if(NOT layer IN_LIST TILEPORT_ALLOWED_${ARG_NAME})
      message(FATAL_ERROR "Layer ${ARG_NAME} must not depend on ${layer} (docs/architecture.md)")
    endif()
  endforeach()
  add_library(tileport_${ARG_NAME} STATIC ${ARG_SOURCES})
  target_include_directories(tileport_${ARG_NAME} PUBLIC ${PROJECT_SOURCE_DIR}/core ${PROJECT_SOURCE_DIR})
  list(TRANSFORM ARG_DEPENDS PREPEND tileport_)
  target_link_libraries(tileport_${ARG_NAME} PUBLIC tileport_options ${ARG_DEPENDS} ${ARG_LIBRARIES})
  if(NOT ARG_PCH)
    set(ARG_PCH ${PROJECT_SOURCE_DIR}/core/pch.h)
  endif()
  # Words of Qt's (slots, emit) are names here.
  target_compile_definitions(tileport_${ARG_NAME} PUBLIC QT_NO_KEYWORDS)
  target_precompile_headers(tileport_${ARG_NAME} PRIVATE ${ARG_PCH})
endfunction()

# Warnings and sanitizers, for our own code alone.
add_library(tileport_options INTERFACE)
# Our structs give every member a default; naming only those that matter is the idiom, which GCC warns about.
target_compile_options(tileport_options INTERFACE -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Wno-missing-field-initializers)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 sees an overlap and endless copies in "text" + std::string() that are not there (GCC bug 105651), and unset members
  # in a moved std::optional<Error>. Clang and newer GCC watch over all of them.
  target_compile_options(tileport_options INTERFACE -Wno-restrict -Wno-stringop-overflow -Wno-maybe-uninitialized)
endif()
# Clang writes times into precompiled headers, by which it would refuse one that comes out of a compiler cache.
target_compile_options(tileport_options INTERFACE $<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>)
if(TILEPORT_SANITIZE)
  # A target takes one out for itself by the property TILEPORT_NO_SANITIZE: the last option of these holds.
  target_compile_options(tileport_options INTERFACE -fsanitize=${TILEPORT_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all
    $<$<BOOL:$<TARGET_PROPERTY:TILEPORT_NO_SANITIZE>>:-fno-sanitize=$<TARGET_PROPERTY:TILEPORT_NO_SANITIZE>>)
  target_link_options(tileport_options INTERFACE -fsanitize=${TILEPORT_SANITIZE})
endif()
if(TILEPORT_FUZZ)
  target_compile_options(tileport_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

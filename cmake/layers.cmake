# One CMake target for each layer of docs/overview.md.

set(FORMOLA_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wno-missing-field-initializers -Werror)

add_library(formola_flags INTERFACE)
target_include_directories(formola_flags INTERFACE ${PROJECT_SOURCE_DIR}/src)
target_compile_options(formola_flags INTERFACE ${FORMOLA_WARNINGS})
# libstdc++ 12 uses its own deprecated get_temporary_buffer in std::stable_sort, which clang reports.
target_compile_options(formola_flags INTERFACE $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>)
if(FORMOLA_VERIFY)
  target_compile_definitions(formola_flags INTERFACE FORMOLA_VERIFY=1)
endif()
if(FORMOLA_SANITIZE)
  target_link_options(formola_flags INTERFACE -fsanitize=${FORMOLA_SANITIZE})
  # GCC cannot follow initialisation through instrumented code: false alarms in the standard library's own headers.
  set(FORMOLA_SANITIZE_OPTIONS -fsanitize=${FORMOLA_SANITIZE} -fno-omit-frame-pointer
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  if(FORMOLA_SANITIZED_LAYERS)
    # Eigen aligns memory by itself where it sees the address sanitizer; other layers free what these have asked for.
    list(APPEND FORMOLA_SANITIZE_OPTIONS -O0 -g1 -DEIGEN_MALLOC_ALREADY_ALIGNED=1)
  else()
    target_compile_options(formola_flags INTERFACE ${FORMOLA_SANITIZE_OPTIONS} -g)
  endif()
endif()

# formola_precompile(TARGET HEADER...): precompiled headers that ccache knows by what they are made of. Their bytes contain the
# path of the build, so that clones would never share what they compile (pch_external_checksum reads the .sum file).
function(formola_precompile target)
  target_precompile_headers(${target} PRIVATE ${ARGN})
  string(SHA256 sum "${ARGN};${CMAKE_CXX_COMPILER_ID};${CMAKE_CXX_COMPILER_VERSION}")
  file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/cmake_pch.hxx.gch.sum CONTENT "${sum}\n")
endfunction()

# formola_layer(NAME [FOLDERS folder...] [USES layer...] [LIBS library...])
# A static library from all sources of the current folder and of these below it; it may include only the layers in USES
# (transitively).
function(formola_layer name)
  cmake_parse_arguments(ARG "" "" "FOLDERS;USES;LIBS" ${ARGN})
  set(patterns ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  foreach(folder IN LISTS ARG_FOLDERS)
    list(APPEND patterns ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp)
  endforeach()
  file(GLOB sources CONFIGURE_DEPENDS ${patterns})
  if(NOT sources)
    message(STATUS "layer ${name} has no sources yet")
    add_library(formola_${name} INTERFACE)
    return()
  endif()
  add_library(formola_${name} STATIC ${sources})
  set_target_properties(formola_${name} PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(formola_${name} PUBLIC formola_flags ${ARG_LIBS})
  if(name IN_LIST FORMOLA_SANITIZED_LAYERS)
    target_compile_options(formola_${name} PRIVATE ${FORMOLA_SANITIZE_OPTIONS})
  endif()
  foreach(used IN LISTS ARG_USES)
    target_link_libraries(formola_${name} PUBLIC formola_${used})
  endforeach()
  formola_precompile(formola_${name}
    <algorithm> <array> <cmath> <cstdint> <functional> <memory> <optional> <span> <string> <string_view>
    <unordered_map> <utility> <variant> <vector>)
endfunction()

# formola_unit_test(LAYER [USES layer...]): one GoogleTest program from tests/unit/LAYER/*.cpp
function(formola_unit_test name)
  cmake_parse_arguments(ARG "" "" "USES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp)
  if(NOT sources)
    return()
  endif()
  add_executable(test_${name} ${sources})
  target_link_libraries(test_${name} PRIVATE formola_${name} GTest::gtest_main)
  foreach(used IN LISTS ARG_USES)
    target_link_libraries(test_${name} PRIVATE formola_${used})
  endforeach()
  formola_precompile(test_${name} <gtest/gtest.h>)
  add_test(NAME unit_${name} COMMAND test_${name} --gtest_brief=1)
endfunction()

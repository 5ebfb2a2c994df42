# cmake -D TABLE=FILE -D OUTPUT=FOLDER -P diagnostic_codes.cmake
#
# Writes the codes of src/diag/diagnostics.def as one header for each family, FOLDER/FAMILY.h, and
# FOLDER/all.h that includes them all. A header whose text stays the same is not touched, so that a new
# diagnostic rebuilds the users of its family, and another wording only src/diag/diag.cpp. For this the
# numbers of a family do not depend on the length of the others.
file(READ ${TABLE} table)
# Only names are matched: texts may contain what separates lists.
string(REGEX MATCHALL "\nDIAG(_FAMILY\\([a-z]+|\\([A-Za-z]+, [A-Za-z0-9]+)" entries "${table}")

function(write_if_changed name text)
  set(head "// Written by cmake/diagnostic_codes.cmake from src/diag/diagnostics.def.\n#pragma once\n\n")
  file(WRITE ${OUTPUT}/${name}.new "${head}${text}")
  file(COPY_FILE ${OUTPUT}/${name}.new ${OUTPUT}/${name} ONLY_IF_DIFFERENT)
  file(REMOVE ${OUTPUT}/${name}.new)
endfunction()

set(families "")
set(number 0)
foreach(entry IN LISTS entries)
  if(entry MATCHES "DIAG_FAMILY\\(([a-z]+)")
    set(family ${CMAKE_MATCH_1})
    list(APPEND families ${family})
    list(LENGTH families count)
    math(EXPR number "1000 * ${count}")
    set(codes_of_${family} "")
  elseif(entry MATCHES ", ([A-Za-z0-9]+)")
    string(APPEND codes_of_${family} "inline constexpr DiagCode ${CMAKE_MATCH_1}{${number}};\n")
    math(EXPR number "${number} + 1")
  endif()
endforeach()

set(all "")
foreach(family IN LISTS families)
  write_if_changed(${family}.h
    "#include \"diag/diag_code.h\"\n\nnamespace formola::diag {\n\n${codes_of_${family}}\n}  // namespace formola::diag\n")
  string(APPEND all "#include \"diag/codes/${family}.h\"\n")
endforeach()
write_if_changed(all.h "${all}")

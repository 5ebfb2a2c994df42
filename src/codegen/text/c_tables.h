// Tables of the Modelica Standard Library in C programs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "schedule/schedule.h"

namespace formola::text {

// The external objects that are such tables, in the order of their numbers.
std::vector<VariableId> tablesOf(const Schedule& schedule);

// What read_table (c_table_kernels.cpp) is asked for in the place of an external function; "" if it
// reads no table.
std::string tableReader(std::string_view external);

}  // namespace formola::text

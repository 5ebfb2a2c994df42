#include "solver/method_lists.h"

#include <algorithm>

namespace formola::solver {

std::string methodsOf(std::initializer_list<MethodFamily> families) {
  std::vector<std::string_view> names;
  for (const Method method : allMethods())
    if (std::find(families.begin(), families.end(), familyOf(method)) != families.end())
      names.push_back(methodName(method));
  std::string text;
  for (size_t i = 0; i < names.size(); ++i)
    text.append(i == 0 ? "" : i + 1 == names.size() ? " and " : ", ").append(names[i]);
  return text;
}

}  // namespace formola::solver

// All parts together: expressions in the scope of a model.
#pragma once

#include <optional>

#include "evaluate/value.h"
#include "sema/array_values.h"
#include "sema/bindings.h"
#include "sema/constants.h"
#include "sema/functions.h"
#include "sema/sema.h"
#include "sema/type_expr.h"
#include "sema_test.h"

namespace formola {

class TypedTest : public SourcesTest {
 protected:
  // The classes of the text; expressions are those of the model `M`.
  void model(std::string_view text) {
    declare(text);
    Instance* found = sema.findClass(path({"M"}), {});
    ASSERT_NE(found, nullptr);
    m = sema.instantiateModel(found, nullptr);
    context.scope = {m, 0};
  }
  Instance* at(std::initializer_list<std::string_view> parts) {
    Instance* owner = m;
    for (std::string_view part : parts) {
      owner = owner ? sema.member(owner, symbol(part)) : nullptr;
      if (owner) sema.resolve(owner);
    }
    return owner;
  }
  ExprId typed(std::string_view text) { return sema.typing().type(parsed(text), context); }
  // The type of an expression as messages show it.
  std::string type(std::string_view text) { return sema.showType(pool->type(typed(text))); }
  Variability variability(std::string_view text) {
    return sema.constants().variability(typed(text));
  }
  std::optional<Value> value(std::string_view text, bool report = true) {
    return sema.constants().evaluateNow(typed(text), {}, context, report);
  }
  // The numbers of a value, whatever their type; empty: there is none.
  std::vector<double> numbers(std::string_view text) { return numbersIn(value(text)); }
  static std::vector<double> numbersIn(const std::optional<Value>& known) {
    if (!known) return {};
    std::vector<double> all = known->reals;
    all.insert(all.end(), known->integers.begin(), known->integers.end());
    return all;
  }

  using Numbers = std::vector<double>;

  Sema sema{sources, library, pool, diagnostics};
  Instance* m = nullptr;
  Context context;
};

}  // namespace formola

// The instances behind a component reference, for connections and states.
#include <algorithm>

#include "diag/codes/names.h"
#include "diag/codes/types.h"
#include "sema/array_values.h"
#include "sema/constants.h"
#include "sema/declarations.h"
#include "sema/instances.h"
#include "sema/lookup.h"
#include "sema/type_expr.h"
#include "sema/type_reference.h"

namespace formola {

// The member that a part of a name names, of each owner; false after a report.
bool ReferenceTyper::membersNamed(const ast::NamePart& part, std::vector<Instance*>& owners,
                                  const Context& context) {
  std::vector<Instance*> next;
  for (Instance* owner : owners) {
    Instance* m = instances_.member(owner, part.name);
    if (!m || !m->isComponent()) {
      Diagnostic& d = report(diag::NoSuchMember, part.range, context, names_.text(part.name),
                             owner->type ? className(owner->type) : path(owner));
      std::vector<std::string_view> candidates;
      for (const LayoutElement& e : owner->layout->elements) {
        if (e.component) candidates.push_back(names_.text(e.name));
      }
      std::string hint = didYouMean(names_.text(part.name), candidates);
      if (!hint.empty()) d.note("did you mean '" + hint + "'?");
      return false;
    }
    next.push_back(m);
  }
  owners = std::move(next);
  return true;
}

// Which elements the subscripts of a part of a name choose: in each dimension of `c` the indices,
// and in `own` how many where they are not one. False after a report.
bool ReferenceTyper::pickElements(const ast::NamePart& part, Instance* c,
                                  std::vector<std::vector<int64_t>>& picks, std::vector<Size>& own,
                                  Context& context) {
  if (part.subscripts.size() > c->dims.size()) {
    report(diag::TooManySubscripts, part.range, context, names_.text(part.name), c->dims.size());
    return false;
  }
  for (size_t d = 0; d < c->dims.size(); ++d) {
    std::vector<int64_t> pick;
    if (d < part.subscripts.size() && part.subscripts[d]->kind != ast::ExprKind::Colon) {
      const ExprId shape =
          pool_->variable(VariableId(), pool_->types.get(BaseType::Integer, 0, c->dims));
      const ExprId s =
          typeSubscript(part.subscripts[d], {shape, d, declarations_.indexType(c, d)}, context);
      if (!declarations_.subscriptFits(c, d, s, part.subscripts[d]->range, context)) return false;
      auto value = constants_.evaluateNow(s, part.subscripts[d]->range, context);
      if (!value) return false;
      if (pool_->base(s) == BaseType::Boolean) {
        for (int64_t& v : value->integers) v = v ? 2 : 1;
      }
      if (value->integers.empty() && !value->reals.empty()) {
        report(diag::SubscriptNotInteger, part.subscripts[d]->range, context,
               values_.showType(pool_->type(s)));
        return false;
      }
      pick = value->integers;
      if (!pool_->types.isScalar(value->type)) {
        own.push_back(static_cast<Size>(pick.size()));
      }
      for (int64_t v : pick) {
        if (v < 1 || v > c->dims[d]) {
          Diagnostic& wrong = report(diag::IndexOutOfBounds, part.subscripts[d]->range, context, v,
                                     d + 1, c->dims[d], names_.text(part.name));
          if (c->dims[d] == 0)
            wrong.note("it has no elements: its size is given where it is declared",
                       c->decl->nameRange);
          return false;
        }
      }
    } else {
      for (int64_t i = 1; i <= c->dims[d]; ++i) pick.push_back(i);
      own.push_back(c->dims[d]);
    }
    picks.push_back(std::move(pick));
  }
  return true;
}

// The chosen elements in all combinations, row-major; with `subscripts` also which they are in an
// array of a built-in type.
void ReferenceTyper::appendChosen(Instance* c, std::span<const std::vector<int64_t>> picks,
                                  std::vector<Instance*>& chosen,
                                  std::vector<std::vector<int64_t>>* subscripts) {
  std::vector<size_t> at(picks.size(), 0);
  bool empty = std::any_of(picks.begin(), picks.end(), [](const auto& v) { return v.empty(); });
  while (!empty) {
    size_t linear = 0;
    std::vector<int64_t> chosenAt;
    for (size_t d = 0; d < picks.size(); ++d) {
      linear = linear * static_cast<size_t>(c->dims[d]) + static_cast<size_t>(picks[d][at[d]] - 1);
      chosenAt.push_back(picks[d][at[d]]);
    }
    if (c->isArray) {
      chosen.push_back(instances_.element(c, linear));
      if (subscripts) subscripts->emplace_back();
    } else {
      chosen.push_back(c);
      if (subscripts) subscripts->push_back(chosenAt);
    }
    size_t d = picks.size();
    while (d > 0 && ++at[d - 1] == picks[d - 1].size()) at[--d] = 0;
    if (d == 0) break;
  }
}

Selection ReferenceTyper::select(const ast::Name& name, Context& context) {
  Selection selection;
  Found found = lookup_.lookupSimple(name.parts[0].name, context.scope);
  if (!found.instance || !found.instance->isComponent()) {
    lookup_.reportUndefined(name.parts[0].name, name.parts[0].range, context.scope, &context);
    return selection;
  }
  // current: instances chosen so far, row-major over dims
  std::vector<Instance*> current{instances_.localTarget(found.instance)};
  selection.first = current[0];
  std::vector<Size> dims;
  for (size_t p = 0; p < name.parts.size(); ++p) {
    const ast::NamePart& part = name.parts[p];
    if (p > 0 && !membersNamed(part, current, context)) return selection;
    std::vector<Instance*> chosen;
    std::vector<Size> added;
    bool last = p + 1 == name.parts.size();
    for (Instance* raw : current) {
      Instance* c = instances_.target(raw);
      instances_.resolve(c);
      if (c->removed) {
        selection.removed = true;
        continue;
      }
      if (c->broken && c->layout == instances_.emptyLayout()) return selection;
      std::vector<std::vector<int64_t>> picks;
      added.clear();
      if (!pickElements(part, c, picks, added, context)) return selection;
      appendChosen(c, picks, chosen, last ? &selection.subscripts : nullptr);
    }
    dims.insert(dims.end(), added.begin(), added.end());
    current = std::move(chosen);
    if (p == 0 && selection.first) selection.first = instances_.target(selection.first);
  }
  selection.instances = std::move(current);
  selection.dims = std::move(dims);
  selection.ok = !selection.removed || !selection.instances.empty();
  return selection;
}

}  // namespace formola

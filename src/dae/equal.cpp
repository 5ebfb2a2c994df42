#include "dae/equal.h"

#include <fmt/format.h>

#include <unordered_map>

namespace formola {

namespace {

class Comparer {
 public:
  Comparer(const Dae& a, const Dae& b) : a_(a), b_(b), pa_(*a.pool), pb_(*b.pool) {
    partner_.resize(pa_.size());
  }

  std::string run() {
    if (a_.model != b_.model) return "the names of the models";
    if (!sizes("variables", a_.variables.size(), b_.variables.size())) return what_;
    if (!sizes("equations", a_.equations.size(), b_.equations.size())) return what_;
    if (!sizes("initial equations", a_.initialEquations.size(), b_.initialEquations.size()))
      return what_;
    if (!sizes("constraints", a_.constraints.size(), b_.constraints.size())) return what_;
    if (!sizes("algorithms", a_.algorithms.size(), b_.algorithms.size())) return what_;
    if (!sizes("initial algorithms", a_.initialAlgorithms.size(), b_.initialAlgorithms.size()))
      return what_;
    if (!sizes("functions", a_.functions.size(), b_.functions.size())) return what_;
    const Experiment &x = a_.experiment, &y = b_.experiment;
    if (x.startTime != y.startTime || x.stopTime != y.stopTime || x.tolerance != y.tolerance ||
        x.interval != y.interval || x.given != y.given) {
      return "the experiment";
    }
    if (std::string d = all("variable", a_.variables.raw(), b_.variables.raw()); !d.empty())
      return d;
    if (std::string d = all("equation", a_.equations, b_.equations); !d.empty()) return d;
    if (std::string d = all("initial equation", a_.initialEquations, b_.initialEquations);
        !d.empty())
      return d;
    if (std::string d = all("constraint", a_.constraints, b_.constraints); !d.empty()) return d;
    if (std::string d = all("algorithm", a_.algorithms, b_.algorithms); !d.empty()) return d;
    if (std::string d = all("initial algorithm", a_.initialAlgorithms, b_.initialAlgorithms);
        !d.empty())
      return d;
    return all("function", a_.functions.raw(), b_.functions.raw());
  }

 private:
  bool sizes(std::string_view name, size_t x, size_t y) {
    if (x != y) what_ = fmt::format("the number of {}: {} and {}", name, x, y);
    return x == y;
  }

  template <typename T>
  std::string all(std::string_view name, const std::vector<T>& x, const std::vector<T>& y) {
    for (size_t i = 0; i < x.size(); ++i) {
      if (!same(x[i], y[i])) return fmt::format("{} {}", name, i + 1);
    }
    return "";
  }
  template <typename T>
  bool sameList(const std::vector<T>& x, const std::vector<T>& y) {
    if (x.size() != y.size()) return false;
    for (size_t i = 0; i < x.size(); ++i) {
      if (!same(x[i], y[i])) return false;
    }
    return true;
  }

  bool same(Symbol x, Symbol y) const {
    if (!x || !y) return x.valid() == y.valid();
    return pa_.names.text(x) == pb_.names.text(y);
  }
  bool same(const Provenance& x, const Provenance& y) const { return same(x.instance, y.instance); }

  // Recurses on the nesting of record types only.
  bool same(TypeId x, TypeId y) {
    if (!x || !y) return x.valid() == y.valid();
    if (x.index() >= typePartner_.size()) typePartner_.resize(x.index() + 64);
    if (typePartner_[x.index()]) return typePartner_[x.index()] == y;
    if (!sameType(x, y)) return false;
    typePartner_[x.index()] = y;
    return true;
  }
  bool sameType(TypeId x, TypeId y) {
    const Type &s = pa_.types[x], &t = pb_.types[y];
    if (s.base != t.base || !std::equal(s.dims.begin(), s.dims.end(), t.dims.begin(), t.dims.end()))
      return false;
    switch (s.base) {
      case BaseType::Enumeration: {
        const EnumInfo &e = pa_.types.enumOf(x), &f = pb_.types.enumOf(y);
        return same(e.name, f.name) && sameList(e.literals, f.literals);
      }
      case BaseType::Record:
      case BaseType::Tuple: {
        const RecordInfo &r = pa_.types.recordOf(x), &q = pb_.types.recordOf(y);
        return same(r.name, q.name) && sameList(r.fields, q.fields);
      }
      case BaseType::ExternalObject:
        return same(Symbol(s.which), Symbol(t.which));
      default:
        return true;
    }
  }
  bool same(const RecordField& x, const RecordField& y) {
    return same(x.name, y.name) && same(x.type, y.type);
  }

  // Equal expressions have equal ids in their pool, so each has at most one partner in the other
  // pool.
  bool same(ExprId rootX, ExprId rootY) {
    if (!rootX || !rootY) return rootX.valid() == rootY.valid();
    std::vector<std::pair<ExprId, ExprId>> stack{{rootX, rootY}};
    while (!stack.empty()) {
      auto [x, y] = stack.back();
      stack.pop_back();
      if (partner_[x.index()]) {
        if (partner_[x.index()] != y) return false;
        continue;
      }
      if (!sameNode(x, y)) return false;
      partner_[x.index()] = y;
      std::span<const ExprId> cx = pa_.children(x), cy = pb_.children(y);
      for (size_t i = 0; i < cx.size(); ++i) stack.emplace_back(cx[i], cy[i]);
    }
    return true;
  }
  bool sameNode(ExprId x, ExprId y) {
    const ExprNode &m = pa_[x], &n = pb_[y];
    if (m.kind != n.kind || m.childCount != n.childCount || !same(m.type, n.type)) return false;
    switch (m.kind) {
      case ExprKind::String:
        return pa_.stringValue(x) == pb_.stringValue(y);
      case ExprKind::Iterator: {
        auto [there, isNewX] = iterators_.emplace(m.payload, n.payload);
        auto [back, isNewY] = backIterators_.emplace(n.payload, m.payload);
        return there->second == n.payload && back->second == m.payload && isNewX == isNewY;
      }
      case ExprKind::Integer:
      case ExprKind::Real:
        return m.payload == n.payload && m.child[0] == n.child[0];
      default:
        return m.payload == n.payload;
    }
  }

  bool same(const Variable& x, const Variable& y) {
    return same(x.name, y.name) && same(x.type, y.type) && x.variability == y.variability &&
           x.causality == y.causality && x.isFlow == y.isFlow && x.isProtected == y.isProtected &&
           x.isFinal == y.isFinal && x.hideResult == y.hideResult && x.evaluate == y.evaluate &&
           x.stateSelect == y.stateSelect && same(x.stateSelects, y.stateSelects) &&
           same(x.binding, y.binding) && same(x.start, y.start) && x.startGiven == y.startGiven &&
           same(x.fixed, y.fixed) && same(x.min, y.min) && same(x.max, y.max) &&
           same(x.nominal, y.nominal) && same(x.unit, y.unit) &&
           same(x.displayUnit, y.displayUnit) && same(x.quantity, y.quantity) &&
           same(x.comment, y.comment) && same(x.vendorAnnotations, y.vendorAnnotations) &&
           same(x.origin, y.origin);
  }

  bool same(const Equation& x, const Equation& y) {
    return x.kind == y.kind && same(x.left, y.left) && same(x.right, y.right) &&
           sameList(x.targets, y.targets) && x.level == y.level && x.fromConnect == y.fromConnect &&
           same(x.clock, y.clock) && x.clause == y.clause && same(x.origin, y.origin) &&
           sameList(x.branches, y.branches);
  }
  bool same(const EquationBranch& x, const EquationBranch& y) {
    return same(x.condition, y.condition) && sameList(x.body, y.body);
  }

  bool same(const Statement& x, const Statement& y) {
    return x.kind == y.kind && same(x.target, y.target) && same(x.value, y.value) &&
           same(x.message, y.message) && x.level == y.level && sameList(x.targets, y.targets) &&
           sameList(x.branches, y.branches);
  }
  bool same(const StatementBranch& x, const StatementBranch& y) {
    return same(x.condition, y.condition) && sameList(x.body, y.body);
  }
  bool same(const Algorithm& x, const Algorithm& y) {
    return same(x.origin, y.origin) && sameList(x.body, y.body);
  }

  bool same(const LocalVariable& x, const LocalVariable& y) {
    return same(x.name, y.name) && same(x.type, y.type) && x.kind == y.kind &&
           sameList(x.dimensions, y.dimensions) && same(x.binding, y.binding);
  }
  bool same(const DerivativeAnnotation& x, const DerivativeAnnotation& y) const {
    return x.function == y.function && x.order == y.order && x.zeroDerivative == y.zeroDerivative &&
           x.noDerivative == y.noDerivative;
  }
  bool same(const InverseAnnotation& x, const InverseAnnotation& y) {
    return x.input == y.input && x.function == y.function && sameList(x.arguments, y.arguments);
  }
  bool same(const ExternalCall& x, const ExternalCall& y) {
    return x.language == y.language && x.function == y.function && same(x.result, y.result) &&
           sameList(x.arguments, y.arguments) && x.libraries == y.libraries &&
           x.libraryDirectories == y.libraryDirectories && x.includes == y.includes &&
           x.includeDirectories == y.includeDirectories;
  }
  bool same(const Function& x, const Function& y) {
    if (x.external.has_value() != y.external.has_value()) return false;
    if (x.external && !same(*x.external, *y.external)) return false;
    return same(x.name, y.name) && sameList(x.locals, y.locals) && x.inputCount == y.inputCount &&
           x.outputCount == y.outputCount && sameList(x.body, y.body) &&
           sameList(x.derivatives, y.derivatives) && sameList(x.inverses, y.inverses) &&
           x.smoothOrder == y.smoothOrder && x.inlining == y.inlining &&
           x.vendorAnnotations == y.vendorAnnotations && x.impure == y.impure &&
           x.isRecordConstructor == y.isRecordConstructor;
  }

  const Dae &a_, &b_;
  const ExprPool &pa_, &pb_;
  std::vector<ExprId> partner_;      // per expression of a: the equal one of b
  std::vector<TypeId> typePartner_;  // per type of a
  std::unordered_map<uint32_t, uint32_t> iterators_, backIterators_;
  std::string what_;
};

}  // namespace

std::string firstDifference(const Dae& a, const Dae& b) {
  return Comparer(a, b).run();
}

}  // namespace formola

#include "flatten/connector_rules.h"

#include <algorithm>
#include <unordered_map>

#include "diag/codes/classes.h"
#include "diag/codes/equations.h"
#include "evaluate/evaluate.h"
#include "sema/sema.h"
#include "syntax/annotation.h"

namespace formola {

size_t elementCount(const Instance* variable) {
  size_t n = 1;
  for (Size d : variable->dims) n *= static_cast<size_t>(std::max(d, 0));
  return n;
}

// A type, e.g. an array type, may define it as well as a record.
Instance* equalityConstraintOf(Sema& sema, Instance* component) {
  if (!component->type || (sema.isLeaf(component) && !component->type->node)) return nullptr;
  const auto found = component->layout->index.find(sema.symbol("equalityConstraint"));
  if (found == component->layout->index.end()) return nullptr;
  if (!component->layout->elements[found->second].classNode) return nullptr;
  return sema.child(component->type, found->second);
}

namespace {

std::string_view rigidity(const Instance& variable) {
  return variable.variability == Variability::Constant    ? "a constant"
         : variable.variability == Variability::Parameter ? "a parameter"
                                                          : "a variable";
}

struct Count {
  bool known = true;  // false: something in it is wrong already
  int64_t potentials = 0;
  int64_t flows = 0;
};

// The number of residues of an overdetermined type (spec 9.4.1); -1: it is not overdetermined.
int64_t residues(Sema& sema, Instance* component) {
  Instance* function = equalityConstraintOf(sema, component);
  if (!function) return -1;
  const FunctionId id = sema.functionOf(function, component->decl->nameRange);
  if (!id) return -1;
  const Function& f = sema.function(id);
  if (f.outputCount != 1) return -1;
  return sema.pool().types.count(f.locals[f.inputCount].type);
}

void count(Sema& sema, Instance* connector, Count& to) {
  std::vector<std::pair<Instance*, int64_t>> stack;
  auto addMembers = [&](Instance* of, int64_t times) {
    for (uint32_t i = 0; i < of->layout->elements.size(); ++i)
      if (of->layout->elements[i].component) stack.emplace_back(sema.child(of, i), times);
  };
  addMembers(connector, 1);
  while (!stack.empty()) {
    auto [c, times] = stack.back();
    stack.pop_back();
    sema.resolve(c);
    if (c->broken) to.known = false;
    if (c->removed || c->isOuter || c->variability <= Variability::Parameter || c->isStream ||
        (c->causality != Causality::None && !c->isFlow))
      continue;
    const int64_t n = times * static_cast<int64_t>(elementCount(c));
    if (n == 0) continue;
    const int64_t own = c->isFlow ? -1 : residues(sema, c);
    if (own >= 0) {
      to.potentials += (c->isArray ? n : times) * own;
    } else if (sema.isLeaf(c)) {
      (c->isFlow ? to.flows : to.potentials) += n;
    } else {
      addMembers(c->isArray ? sema.element(c, 0) : c, n);
    }
  }
}

std::string numbered(int64_t n, std::string_view what) {
  return fmt::format("{} {} variable{}", n, what, n == 1 ? "" : "s");
}

}  // namespace

std::string rigidityMismatch(Sema& sema, Instance* m, Instance* n) {
  const bool rigid =
      m->variability <= Variability::Parameter || n->variability <= Variability::Parameter;
  if (!rigid || !sema.isLeaf(m) || !sema.isLeaf(n)) return "";
  const std::string_view name = sema.text(m->name);
  if (m->variability != n->variability)
    return fmt::format("'{}' is {} in the first and {} in the second", name, rigidity(*m),
                       rigidity(*n));
  if (m->variability != Variability::Constant) return "";
  const std::optional<Value> a = sema.valueOf(m);
  const std::optional<Value> b = sema.valueOf(n);
  if (!a || !b) return "";
  const ExprId left = toExpr(*a, sema.pool());
  const ExprId right = toExpr(*b, sema.pool());
  return left == right ? "" : fmt::format("the constant '{}' has different values in them", name);
}

std::string missingFlowOperator(Sema& sema, Instance* flow) {
  if (flow->layout->classKind != ast::ClassKind::OperatorRecord) return "";
  for (std::string_view op : {"'+'", "'-'", "'0'"})
    if (!flow->layout->index.contains(sema.symbol(op))) return std::string(op);
  return "";
}

namespace {

// Cuts of the Dymola notation may have more variables of one kind; `formola convert` says so by
// annotation(__Formola_cut = true).
bool isCut(Sema& sema, const Layout& shape) {
  return std::any_of(shape.parts.begin(), shape.parts.end(), [&](const auto& part) {
    return part.node && part.node->def && part.node->def->comment.annotation &&
           booleanArgument(part.node->def->comment.annotation->arguments, sema.pool().names,
                           "__Formola_cut") == true;
  });
}

}  // namespace

void ConnectorSizes::check(Sema& sema, Instance* connector) {
  const Layout& shape = *connector->layout;
  if (shape.classKind != ast::ClassKind::Connector || shape.builtin != BaseType::None ||
      shape.isExpandable || shape.isPartial || shape.faulty ||
      connector->causality != Causality::None || connector->isFlow || connector->isStream ||
      connector->broken || connector->variability <= Variability::Parameter)
    return;
  if (!judged_.insert(&shape).second) return;
  Count n;
  count(sema, connector, n);
  if (!n.known || n.flows == n.potentials || isCut(sema, shape)) return;
  Context context;
  context.scope = connector->declScope;
  if (n.flows == 0) {
    sema.report(diag::PotentialsOnly, connector->decl->nameRange, context,
                sema.className(connector->type), numbered(n.potentials, "potential"));
    return;
  }
  sema.report(diag::ClassRestriction, connector->decl->nameRange, context, "the connector",
              sema.className(connector->type),
              numbered(n.potentials, "potential") + " and " + numbered(n.flows, "flow"),
              "only if there are as many of both do connections determine all; give each potential "
              "its flow, or "
              "make it input, output or parameter");
}

void SignalSources::note(const Instance* owner, End a, End b, SourceRange range) {
  connections_.push_back({owner, connections_.size(), a, b, range});
}

// Two sources are an error, unless one of them is meant to be none: an input of a component that
// the component itself determines, an output that it does not determine. Whether the whole is
// balanced is seen later.
void SignalSources::report(Sema& sema, const End& a, const End& b, SourceRange range) const {
  Context context;
  auto given = [](const End& e) { return e.seenInside == Causality::Input; };
  auto missing = [&](const End& e) { return notGiven_.count(e.variable) != 0; };
  if (given(a) != given(b)) {
    const End& input = given(a) ? a : b;
    const End& source = given(a) ? b : a;
    sema.report(diag::OtherCausality, range, context, "input", sema.path(input.variable), "output",
                "'" + sema.path(source.variable) + "' gives it a value inside of its component");
  } else if (missing(a) != missing(b)) {
    sema.report(diag::OtherCausality, range, context, "output",
                sema.path((missing(a) ? a : b).variable), "input",
                "nothing inside of its component gives it a value");
  } else {
    sema.report(diag::ConnectTwoSources, range, context, sema.path(a.variable),
                sema.path(b.variable));
  }
}

void SignalSources::check(Sema& sema, const Alternatives& areAlternatives) {
  std::sort(connections_.begin(), connections_.end(), [](const Connection& x, const Connection& y) {
    return x.owner != y.owner ? std::less<>()(x.owner, y.owner) : x.order < y.order;
  });
  // For each class instance on its own the signals that belong together, and the source of each.
  std::vector<std::pair<size_t, std::pair<End, End>>> conflicts;  // by order
  std::unordered_map<uint32_t, uint32_t> parent;
  std::unordered_map<uint32_t, End> source;
  auto find = [&](uint32_t n) {
    uint32_t top = parent.try_emplace(n, n).first->second;
    while (parent[top] != top) top = parent[top];
    while (parent[n] != top) n = std::exchange(parent[n], top);
    return top;
  };
  std::vector<SourceRange> ranges;
  std::vector<End> outputs;  // of the present class
  auto finishClass = [&] {
    for (const End& e : outputs)
      if (!source.contains(find(e.node))) notGiven_.insert(e.variable);
    outputs.clear();
  };
  for (size_t i = 0; i < connections_.size(); ++i) {
    const Connection& c = connections_[i];
    if (i == 0 || connections_[i - 1].owner != c.owner) {
      finishClass();
      parent.clear();
      source.clear();
    }
    for (const End& e : {c.a, c.b}) {
      if (e.seenInside == Causality::Output) outputs.push_back(e);
      const uint32_t top = find(e.node);
      if (e.isSource && !source.contains(top)) source.emplace(top, e);
    }
    const uint32_t a = find(c.a.node), b = find(c.b.node);
    if (a == b) continue;
    const auto one = source.find(a), two = source.find(b);
    const bool both = one != source.end() && two != source.end();
    if (both && one->second.variable != two->second.variable &&
        !areAlternatives(one->second.variable, two->second.variable)) {
      conflicts.push_back({ranges.size(), {one->second, two->second}});
      ranges.push_back(c.range);
    }
    parent[a] = b;
    if (one != source.end()) source.insert_or_assign(b, one->second);
  }
  finishClass();
  std::sort(conflicts.begin(), conflicts.end(), [&](const auto& x, const auto& y) {
    return std::pair(ranges[x.first].file.index(), ranges[x.first].begin) <
           std::pair(ranges[y.first].file.index(), ranges[y.first].begin);
  });
  for (const auto& [place, pair] : conflicts) {
    report(sema, pair.first, pair.second, ranges[place]);
  }
}

}  // namespace formola

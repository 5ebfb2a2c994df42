#include "structure/systems/incidence.h"

#include "expr/rewrite.h"
#include "graph/matching.h"

namespace formola {

void IncidenceCollector::collect(std::span<const ExprId> roots, std::vector<Incidence>& result) {
  result.clear();
  seen_.clear();
  ++now_;
  for (size_t i = roots.size(); i-- > 0;) stack_.push_back({roots[i], kPlain});
  while (!stack_.empty()) {
    Frame frame = stack_.back();
    stack_.pop_back();
    uint8_t& seen = seen_.slot(frame.id);
    if (seen >= frame.context) continue;  // seen in this context or a stronger one
    seen = frame.context;
    Context context = frame.context;
    switch (pool_.kind(frame.id)) {
      case ExprKind::Variable: {
        VariableId id = pool_.variableOf(frame.id);
        if (stamp_.size() <= id.index()) {
          stamp_.resize(id.index() + 1 + id.index() / 2, 0);
          position_.resize(stamp_.size(), 0);
        }
        if (stamp_[id.index()] != now_) {
          stamp_[id.index()] = now_;
          position_[id.index()] = static_cast<uint32_t>(result.size());
          result.push_back({id, context == kPlain, context == kFrozen});
        } else {
          Incidence& in = result[position_[id.index()]];
          in.solvable = in.solvable || context == kPlain;
          in.onlyInRelations = in.onlyInRelations && context == kFrozen;
        }
        continue;
      }
      case ExprKind::Less:
      case ExprKind::LessEqual:
      case ExprKind::Greater:
      case ExprKind::GreaterEqual:
        // It cannot be solved for anything, whether it is frozen or not.
        context = std::min(context, kCompared);
        break;
      case ExprKind::Builtin:
        switch (pool_.builtinOf(frame.id)) {
          case Builtin::Pre:
          case Builtin::Old:
          case Builtin::Sample:
            continue;
          case Builtin::Delay:  // how far back it looks is asked for now
            stack_.push_back({pool_.child(frame.id, 1), std::min(context, kCompared)});
            continue;
          case Builtin::Transported: {
            sawTransport_ = true;
            auto children = pool_.children(frame.id);
            for (size_t i = children.size(); i-- > 0;)
              if (transportInputs_ || !isTransportInput(i))
                stack_.push_back({children[i], std::min(context, kCompared)});
            continue;
          }
          case Builtin::Relation:
          case Builtin::Edge:
          case Builtin::Change:
            context = kFrozen;
            break;
          default:
            break;
        }
        break;
      default:
        break;
    }
    auto children = pool_.children(frame.id);
    for (size_t i = children.size(); i-- > 0;) stack_.push_back({children[i], context});
  }
}

EquationSystem::EquationSystem(const StructuredDae& m, std::span<const StructuredEquation> e,
                               std::vector<VariableId> u)
    : model(&m), equations(e), unknowns(std::move(u)), column(m.dae.variables.size(), -1) {
  for (size_t i = 0; i < unknowns.size(); ++i) column[unknowns[i].index()] = static_cast<int>(i);
}

SystemGraph buildGraph(const EquationSystem& system) {
  const StructuredDae& model = *system.model;
  ExprPool& pool = model.pool();
  IncidenceCollector collector(pool);
  LinearAnalysis linear(pool, [&](ExprId leaf) {
    if (pool.kind(leaf) == ExprKind::Variable) {
      VariableId id = pool.variableOf(leaf);
      if (system.columnOf(id) >= 0) return Dependence::Unknown;
      return model.info[id].role == Role::Parameter ? Dependence::Constant : Dependence::Known;
    }
    return Dependence::Known;
  });
  std::vector<graph::Bipartite::Edge> edges;
  std::vector<uint8_t> classOfVariable(model.dae.variables.size(), graph::kForbiddenEdge);
  std::vector<Incidence> found;
  std::vector<uint8_t> classes;  // in the order of `edges`
  for (size_t i = 0; i < system.equations.size(); ++i) {
    const StructuredEquation& e = system.equations[i];
    ExprId roots[2] = {e.left, e.right};
    collector.collect(roots, found);
    const bool real = pool.base(e.left) == BaseType::Real;
    std::vector<ClassifiedUnknown> classified;
    if (real && !e.target.valid())
      classified = linear.structureOfResidual(e.left, e.right).unknowns;
    for (const ClassifiedUnknown& c : classified)
      if (pool.kind(c.unknown) == ExprKind::Variable)
        classOfVariable[pool.variableOf(c.unknown).index()] = static_cast<uint8_t>(c.kind);
    for (const Incidence& in : found) {
      int column = system.columnOf(in.variable);
      if (column < 0 || (system.frozen && in.onlyInRelations)) continue;
      uint8_t kind = classOfVariable[in.variable.index()];
      const bool discrete = model.info[in.variable].role == Role::Discrete;
      if (e.target.valid()) {
        kind = e.target == in.variable ? uint8_t(kEdgeConstant) : graph::kForbiddenEdge;
      } else if (real) {
        if (!in.solvable || !model.isReal(in.variable)) {
          kind = graph::kForbiddenEdge;
        } else if (discrete) {
          kind = kEdgeDiscrete;
        }
      } else if (model.isReal(in.variable) || !in.solvable) {
        kind = graph::kForbiddenEdge;
      } else {
        // Of two variables the left one; what stands alone on the right of something else as well.
        const ExprId ref = model.ref(in.variable);
        const bool alone = ref == e.right && pool.kind(e.left) != ExprKind::Variable;
        kind = ref == e.left || alone ? kEdgeConstant
               : ref == e.right       ? kEdgeKnown
                                      : kEdgeNonlinear;
      }
      edges.emplace_back(static_cast<int>(i), column);
      classes.push_back(kind);
    }
    for (const ClassifiedUnknown& c : classified)
      if (pool.kind(c.unknown) == ExprKind::Variable)
        classOfVariable[pool.variableOf(c.unknown).index()] = graph::kForbiddenEdge;
  }
  SystemGraph result;
  result.hasTransport = collector.sawTransport();
  result.graph = graph::Bipartite::fromEdges(static_cast<int>(system.equations.size()),
                                             static_cast<int>(system.unknowns.size()), edges);
  result.edgeClass.resize(static_cast<size_t>(result.graph.numEdges()));
  for (size_t i = 0; i < edges.size(); ++i)
    result.edgeClass[static_cast<size_t>(result.graph.findEdge(edges[i].first, edges[i].second))] =
        classes[i];
  return result;
}

}  // namespace formola

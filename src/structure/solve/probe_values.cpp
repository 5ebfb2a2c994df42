#include "structure/solve/probe_values.h"

#include <cmath>

namespace formola {

namespace {

uint32_t hash(uint32_t number) {
  return (number + 1) * 2654435769U;
}

}  // namespace

double probeNumber(ExprId leaf) {
  return 0.5 + static_cast<double>(hash(leaf.index()) >> 8) / static_cast<double>(1U << 24);
}

double probeDecision(BaseType type, ExprId leaf, uint32_t mode) {
  const uint32_t bits = hash(hash(leaf.index()) ^ mode) >> 16;
  if (type != BaseType::Boolean) return static_cast<double>(1 + bits % 4);
  if (mode < 2) return mode == 0 ? 1.0 : 0.0;
  return static_cast<double>(bits % 2);
}

ProbeValues::ProbeValues(const StructuredDae& model, std::span<const double> parameters)
    : model_(model), values_(kPoints, std::vector<double>(parameters.begin(), parameters.end())) {
  for (std::vector<double>& values : values_) values.resize(model.dae.variables.size(), NAN);
  for (uint32_t k = 0; k < kPoints; ++k)
    numeric_.emplace_back(model.pool(), [this, k](ExprId id) { return leaf(id, k); });
}

double ProbeValues::leaf(ExprId leaf, uint32_t point) const {
  const ExprPool& pool = model_.pool();
  if (pool.kind(leaf) == ExprKind::Variable) {
    const VariableId id = pool.variableOf(leaf);
    if (id.index() < values_[point].size() && std::isfinite(values_[point][id.index()]))
      return values_[point][id.index()];
  }
  return 0.5 + static_cast<double>((leaf.index() + 7919 * point) * 2654435761U % 1009) / 1009;
}

void ProbeValues::assign(VariableId variable, ExprId value) {
  for (uint32_t k = 0; k < kPoints; ++k)
    if (variable.index() < values_[k].size()) values_[k][variable.index()] = numeric_[k](value);
}

void ProbeValues::define(const Block& block) {
  for (size_t i = 0; i < block.formulas.size(); ++i) assign(block.torn[i], block.formulas[i]);
  for (const Assignment& a : block.afterFormulas()) assign(a.variable, a.value);
}

}  // namespace formola

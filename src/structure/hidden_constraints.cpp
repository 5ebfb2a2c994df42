#include "structure/hidden_constraints.h"

#include <cmath>
#include <set>

#include "expr/linear.h"
#include "structure/incidence.h"

namespace formola {

namespace {

constexpr size_t kLongestRow = 40;
constexpr size_t kWorkPerTerm = 64;
constexpr double kCancelled = 1e-12;

// sum of coefficient * variable + remainder = 0
struct Row {
  int equation = -1;
  std::vector<std::pair<uint32_t, double>> terms;  // ascending
  ExprId remainder;
  bool alive = true;
};

class Elimination {
 public:
  explicit Elimination(StructuredDae& model)
      : model_(model),
        pool_(model.pool()),
        build_(pool_),
        rowsOf_(model.dae.variables.size()),
        degree_(model.dae.variables.size(), 0) {}

  void run();

 private:
  void collect();
  void changeDegree(uint32_t variable, int by);
  void drop(Row& row);
  void eliminate(uint32_t variable);
  bool subtract(Row& row, const Row& pivot, double factor);
  bool dependsOnState(ExprId id);

  StructuredDae& model_;
  ExprPool& pool_;
  ExprBuilder build_;
  std::vector<Row> rows_;
  std::vector<std::vector<int>> rowsOf_;  // may name rows that no longer hold the variable
  std::vector<int> degree_;
  std::set<std::pair<int, uint32_t>> open_;  // (degree, variable)
  size_t work_ = 0;
};

void Elimination::collect() {
  LinearAnalysis linear(pool_, [this](ExprId leaf) {
    if (pool_.kind(leaf) != ExprKind::Variable) return Dependence::Known;
    const Role role = model_.info[pool_.variableOf(leaf)].role;
    return role == Role::Algebraic || role == Role::Derivative ? Dependence::Unknown
                                                               : Dependence::Known;
  });
  for (size_t e = 0; e < model_.equations.size(); ++e) {
    const StructuredEquation& eq = model_.equations[e];
    if (eq.target.valid() || pool_.base(eq.left) != BaseType::Real) continue;
    const AffineForm form = linear.affineResidual(eq.left, eq.right);
    if (!form.affine || form.terms.empty() || form.terms.size() > kLongestRow) continue;
    Row row;
    row.equation = static_cast<int>(e);
    row.remainder = form.remainder;
    bool literal = true;
    for (const AffineTerm& term : form.terms) {
      literal = literal && pool_.kind(term.unknown) == ExprKind::Variable &&
                pool_.isNumber(term.coefficient);
      if (literal)
        row.terms.emplace_back(pool_.variableOf(term.unknown).index(),
                               pool_.realValue(term.coefficient));
    }
    if (!literal) continue;
    std::sort(row.terms.begin(), row.terms.end());
    rows_.push_back(std::move(row));
  }
  for (size_t r = 0; r < rows_.size(); ++r)
    for (const auto& [variable, coefficient] : rows_[r].terms) {
      rowsOf_[variable].push_back(static_cast<int>(r));
      ++degree_[variable];
      ++work_;
    }
  work_ *= kWorkPerTerm;
  for (uint32_t v = 0; v < degree_.size(); ++v)
    if (degree_[v] > 0) open_.emplace(degree_[v], v);
}

void Elimination::changeDegree(uint32_t variable, int by) {
  open_.erase({degree_[variable], variable});
  degree_[variable] += by;
  if (degree_[variable] > 0) open_.emplace(degree_[variable], variable);
}

void Elimination::drop(Row& row) {
  row.alive = false;
  for (const auto& [variable, coefficient] : row.terms) changeDegree(variable, -1);
}

// row := row - factor * pivot; false if it becomes too long.
bool Elimination::subtract(Row& row, const Row& pivot, double factor) {
  const int index = static_cast<int>(&row - rows_.data());
  std::vector<std::pair<uint32_t, double>> terms;
  auto a = row.terms.begin();
  auto b = pivot.terms.begin();
  while (a != row.terms.end() || b != pivot.terms.end()) {
    if (b == pivot.terms.end() || (a != row.terms.end() && a->first < b->first)) {
      terms.push_back(*a++);
    } else if (a == row.terms.end() || b->first < a->first) {
      terms.emplace_back(b->first, -factor * b->second);
      rowsOf_[b->first].push_back(index);
      changeDegree(b->first, 1);
      ++b;
    } else {
      const double sum = a->second - factor * b->second;
      if (std::abs(sum) > kCancelled * (std::abs(a->second) + std::abs(factor * b->second))) {
        terms.emplace_back(a->first, sum);
      } else {
        changeDegree(a->first, -1);
      }
      ++a;
      ++b;
    }
  }
  row.terms = std::move(terms);
  ExprId other = pivot.remainder;
  if (factor != 1 && factor != -1) other = build_.mul(build_.real(std::abs(factor)), other);
  row.remainder = factor > 0 ? build_.sub(row.remainder, other) : build_.add(row.remainder, other);
  return row.terms.size() <= kLongestRow;
}

bool Elimination::dependsOnState(ExprId id) {
  IncidenceCollector collector(pool_);
  std::vector<Incidence> found;
  ExprId roots[1] = {id};
  collector.collect(roots, found);
  return std::any_of(found.begin(), found.end(), [&](const Incidence& in) {
    return model_.info[in.variable].role == Role::State;
  });
}

void Elimination::eliminate(uint32_t variable) {
  auto coefficientIn = [&](const Row& row) {
    auto place =
        std::lower_bound(row.terms.begin(), row.terms.end(), std::pair(variable, -HUGE_VAL));
    return place != row.terms.end() && place->first == variable ? place->second : 0.0;
  };
  std::vector<int> holders;
  for (int r : rowsOf_[variable])
    if (rows_[static_cast<size_t>(r)].alive && coefficientIn(rows_[static_cast<size_t>(r)]) != 0)
      holders.push_back(r);
  std::sort(holders.begin(), holders.end());
  holders.erase(std::unique(holders.begin(), holders.end()), holders.end());
  if (holders.empty()) return;
  const int pivot = *std::min_element(holders.begin(), holders.end(), [&](int a, int b) {
    return rows_[static_cast<size_t>(a)].terms.size() < rows_[static_cast<size_t>(b)].terms.size();
  });
  const Row& pivotRow = rows_[static_cast<size_t>(pivot)];
  for (int r : holders) {
    if (r == pivot) continue;
    Row& row = rows_[static_cast<size_t>(r)];
    work_ -= std::min(work_, row.terms.size() + pivotRow.terms.size());
    if (!subtract(row, pivotRow, coefficientIn(row) / coefficientIn(pivotRow))) {
      drop(row);
      continue;
    }
    if (!row.terms.empty()) continue;
    row.alive = false;
    if (!dependsOnState(row.remainder)) continue;
    StructuredEquation& eq = model_.equations[static_cast<size_t>(row.equation)];
    eq.left = row.remainder;
    eq.right = build_.zero();
    eq.fromConnect = false;
  }
  drop(rows_[static_cast<size_t>(pivot)]);
}

void Elimination::run() {
  collect();
  while (!open_.empty() && work_ > 0) {
    const uint32_t variable = open_.begin()->second;
    eliminate(variable);
    // Every row that held it is dropped or free of it now.
    if (degree_[variable] > 0) changeDegree(variable, -degree_[variable]);
  }
}

}  // namespace

StructuredDae findHiddenConstraints(StructuredDae model, const StructureOptions& options,
                                    Diagnostics&) {
  if (options.constraints && options.indexReduction) Elimination(model).run();
  return model;
}

}  // namespace formola

#include "analysis/optimize.h"

#include <fmt/format.h>
#include <nlopt.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/gradient.h"
#include "analysis/sensitivities.h"
#include "results/memory_sink.h"

namespace formola::analysis {

namespace {

class Search {
 public:
  Search(TranslatedModel& model, const OptimizationRequest& request)
      : model_(model), request_(request), settings_(request.settings) {}
  Optimization run();

 private:
  // Everything that is known of one point.
  struct Point {
    std::vector<double> p;
    bool ok = false, withGradients = false;
    double objective = 0;
    std::vector<double> excess, left, right;  // of the conditions
    std::vector<double> gradient;
    std::vector<std::vector<double>> excessGradients;
  };

  std::string prepare();
  std::string prepareSignals();
  const Point& at(const std::vector<double>& p, bool gradients);
  Point forwardAt(const std::vector<double>& p, bool gradients);
  std::optional<Point> backwardAt(const std::vector<double>& p);
  bool agree(const Point& backward, const Point& forward);
  static bool judge(const Point& point);
  bool rowsAt(const std::vector<double>& p, bool gradients, ResultRows& rows);
  bool fillDerivatives(const Sensitivities& s, ResultRows& rows);
  void evaluate(const ResultRows& rows, const ResultExpression& expression, double& value,
                std::vector<double>* gradient) const;
  nlopt_result search(nlopt_algorithm algorithm, std::vector<double>& x);
  nlopt_result searchByGradients(std::vector<double>& x);
  double valueFor(const double* x, double* gradient, size_t condition);
  std::vector<double> unscaled(const double* x) const;
  std::vector<double> scaled(const std::vector<double>& p) const;
  void tell(const Point& start, const Point& best, nlopt_result status);
  bool interrupted() const {
    return settings_.problem.interrupt != nullptr && *settings_.problem.interrupt;
  }
  static double objective(unsigned n, const double* x, double* gradient, void* self);
  struct Condition {
    Search* self;
    size_t number;
  };
  static double condition(unsigned n, const double* x, double* gradient, void* data);

  TranslatedModel& model_;
  const OptimizationRequest& request_;
  RunSettings settings_;
  Unknowns unknowns_;
  std::optional<ResultExpression> objective_;
  std::vector<ResultConstraint> constraints_;
  std::vector<std::string> signals_;
  std::vector<char> fixed_;  // by signal: it does not change with the unknowns
  double scale_ = 1;         // of the objective
  bool backward_ = false;    // gradients go from the last step of a run to its first
  double steepest_ = 0;      // slope of the objective or a condition at the start, in units of x
  nlopt_opt handle_ = nullptr;
  Point point_, best_;
  Optimization result_;
};

constexpr size_t kObjective = static_cast<size_t>(-1);
constexpr size_t kMany = 12;  // parameters, from which on gradients backward take less time

bool hasSingleSteps(solver::Method method) {
  const solver::MethodFamily family = solver::familyOf(method);
  return family == solver::MethodFamily::InlineCoupled ||
         family == solver::MethodFamily::InlineDiagonal;
}

// Whether the tolerance decides about the solution: another such method gives the same.
bool choosesSteps(const solver::SimulationProblem& problem) {
  if (problem.step != 0) return false;
  if (problem.method == solver::Method::Auto || hasSingleSteps(problem.method)) return true;
  switch (solver::familyOf(problem.method)) {
    case solver::MethodFamily::Ida:
    case solver::MethodFamily::Cvode:
    case solver::MethodFamily::Dopri5:
    case solver::MethodFamily::InlineBdf:
    case solver::MethodFamily::InlineMixed:
      return true;
    default:
      return false;
  }
}

std::string Search::prepareSignals() {
  auto add = [&](const ResultExpression& expression) {
    for (const std::string& name : expression.signals())
      if (std::find(signals_.begin(), signals_.end(), name) == signals_.end())
        signals_.push_back(name);
  };
  add(*objective_);
  for (const ResultConstraint& each : constraints_) {
    add(each.left);
    add(each.right);
  }
  std::string filter;
  for (const std::string& name : signals_) {
    const std::optional<VariableId> id = model_.find(name);
    if (!id) return noVariable(model_, name);
    const StructuredDae& base = model_.model();
    if (base.pool().types[base.dae.variables[*id].type].base == BaseType::String)
      return fmt::format("{} is a text", name);
    // A parameter with a number of its own; those that follow from others may change.
    fixed_.push_back(!base.isReal(*id) || (base.info[*id].role == Role::Parameter &&
                                           model_.changeable(*id) == Changeable::AtRun)
                         ? 1
                         : 0);
    for (const char c : name) {
      if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_') filter += '\\';
      filter += c;
    }
    filter += '|';
  }
  if (!filter.empty()) filter.pop_back();
  settings_.stored.filter = "^(" + filter + ")$";
  return {};
}

std::string Search::prepare() {
  std::string problem;
  objective_ = ResultExpression::parse(request_.objective, problem);
  if (!objective_) return problem;
  for (const std::string& text : request_.constraints) {
    auto one = parseConstraint(text, problem);
    if (!one) return problem;
    constraints_.push_back(std::move(*one));
  }
  unknowns_ = findUnknowns(model_, request_.over, request_.values, problem);
  if (!problem.empty()) return problem;
  settings_.problem.eventRows = false;
  result_.objective = request_.objective;
  result_.maximize = request_.maximize;
  backward_ = unknowns_.size() >= kMany && choosesSteps(settings_.problem);
  return prepareSignals();
}

// Derivatives of the signals, if all of them are known.
bool Search::fillDerivatives(const Sensitivities& s, ResultRows& rows) {
  const size_t n = unknowns_.size(), count = rows.times.size();
  rows.parameters = n;
  rows.derivatives.assign(signals_.size(), {});
  for (size_t i = 0; i < signals_.size(); ++i) {
    rows.derivatives[i].assign(n, std::vector<double>(count, 0.0));
    const auto unknown = std::find(unknowns_.names.begin(), unknowns_.names.end(), signals_[i]);
    const auto which = static_cast<size_t>(unknown - unknowns_.names.begin());
    if (unknown != unknowns_.names.end() && !model_.isStartValue(unknowns_.ids[which])) {
      rows.derivatives[i][which].assign(count, 1);
      continue;
    }
    if (fixed_[i] != 0) continue;
    const auto found = std::find(s.variables.begin(), s.variables.end(), signals_[i]);
    if (found == s.variables.end() || s.rows != count) {
      result_.withoutGradients = fmt::format("{} is not differentiated", signals_[i]);
      return false;
    }
    const auto place = static_cast<size_t>(found - s.variables.begin());
    for (size_t k = 0; k < n; ++k) {
      const double* from = s.values.data() + (place * n + k) * s.rows;
      rows.derivatives[i][k].assign(from, from + s.rows);
    }
  }
  return true;
}

bool Search::rowsAt(const std::vector<double>& p, bool gradients, ResultRows& rows) {
  ++result_.runs;
  results::MemorySink sink;
  const RunValues values = unknowns_.valuesAt(request_.values, p);
  solver::SimulationReport report;
  Sensitivities sensitivities;
  if (gradients) {
    SensitivityRun run =
        simulateWithSensitivities(model_, values, settings_, unknowns_.names, sink);
    if (!run.problem.empty() && !interrupted()) {
      result_.withoutGradients = run.problem;
      return false;
    }
    result_.diagnostics = run.diagnostics;
    if (!run.code) return false;
    report = std::move(run.report);
    sensitivities = std::move(run.sensitivities);
  } else {
    TranslatedModel::Run run = model_.run(values, settings_, sink);
    result_.diagnostics = run.diagnostics;
    result_.problem = run.problem;
    if (!run.code) return false;
    report = std::move(run.result.report);
  }
  if (report.outcome != solver::Outcome::Finished &&
      report.outcome != solver::Outcome::Terminated) {
    result_.message = fmt::format("the run fails at t = {:g}: {}", report.endTime, report.message);
    return false;
  }
  const results::Trajectory& t = sink.trajectory();
  rows.times = t.time;
  for (const std::string& name : signals_) {
    const results::Signal* signal = t.find(name);
    if (signal == nullptr) {
      result_.problem = fmt::format("the result has no '{}'", name);
      return false;
    }
    rows.values.push_back(t.values(*signal));
  }
  return !gradients || fillDerivatives(sensitivities, rows);
}

// An expression has signals in an order of its own.
void Search::evaluate(const ResultRows& rows, const ResultExpression& expression, double& value,
                      std::vector<double>* gradient) const {
  ResultRows own;
  own.times = rows.times;
  own.parameters = rows.parameters;
  for (const std::string& name : expression.signals()) {
    const auto at =
        static_cast<size_t>(std::find(signals_.begin(), signals_.end(), name) - signals_.begin());
    own.values.push_back(rows.values[at]);
    if (gradient != nullptr) own.derivatives.push_back(rows.derivatives[at]);
  }
  // Without signals there is nothing to differentiate.
  value = expression.evaluate(own, gradient);
  if (gradient != nullptr && gradient->empty()) gradient->assign(rows.parameters, 0.0);
}

const Search::Point& Search::at(const std::vector<double>& p, bool gradients) {
  if (point_.p == p && (point_.withGradients || !gradients)) return point_;
  std::optional<Point> backward;
  if (gradients && backward_) backward = backwardAt(p);
  // The first time both are compared.
  const bool first = gradients && steepest_ == 0;
  point_ = {};
  if (!backward || first) point_ = forwardAt(p, gradients);
  if (backward && (!first || !point_.withGradients || agree(*backward, point_)))
    point_ = std::move(*backward);
  if (!point_.ok && result_.message.empty())
    result_.message = "the objective or a condition is not finite";
  if (request_.progress) request_.progress(result_.runs, point_.objective);
  return point_;
}

Search::Point Search::forwardAt(const std::vector<double>& p, bool gradients) {
  Point point;
  point.p = p;
  ResultRows rows;
  if (!rowsAt(p, gradients, rows)) return point;
  point.withGradients = gradients;
  evaluate(rows, *objective_, point.objective, gradients ? &point.gradient : nullptr);
  for (const ResultConstraint& each : constraints_) {
    double left = 0, right = 0;
    std::vector<double> dLeft, dRight;
    evaluate(rows, each.left, left, gradients ? &dLeft : nullptr);
    evaluate(rows, each.right, right, gradients ? &dRight : nullptr);
    point.left.push_back(left);
    point.right.push_back(right);
    point.excess.push_back(each.excess(left, right));
    for (size_t k = 0; k < dLeft.size(); ++k) dLeft[k] = each.excess(dLeft[k], dRight[k]);
    point.excessGradients.push_back(std::move(dLeft));
  }
  point.ok = judge(point);
  return point;
}

bool Search::judge(const Point& point) {
  return std::isfinite(point.objective) &&
         std::all_of(point.excess.begin(), point.excess.end(),
                     [](double excess) { return std::isfinite(excess); });
}

// The same by the run from its last step to its first; nothing: that is not possible here, and is
// not tried again.
std::optional<Search::Point> Search::backwardAt(const std::vector<double>& p) {
  ++result_.runs;
  GradientRequest request;
  request.objective = request_.objective;
  for (const ResultConstraint& each : constraints_) {
    request.others.push_back(each.left.text());
    request.others.push_back(each.right.text());
  }
  request.over = unknowns_.names;
  request.values = unknowns_.valuesAt(request_.values, p);
  request.settings = settings_;
  if (!hasSingleSteps(settings_.problem.method))
    request.settings.problem.method = solver::Method::InlineRadau5;
  GradientRun run = gradientOfRun(model_, request);
  if (run.gradient.empty()) {
    backward_ = interrupted();
    return {};
  }
  Point point;
  point.p = p;
  point.withGradients = true;
  point.objective = run.value;
  point.gradient = std::move(run.gradient);
  for (size_t i = 0; i < constraints_.size(); ++i) {
    const GradientRun::Other &left = run.others[2 * i], &right = run.others[2 * i + 1];
    point.left.push_back(left.value);
    point.right.push_back(right.value);
    point.excess.push_back(constraints_[i].excess(left.value, right.value));
    std::vector<double>& slopes = point.excessGradients.emplace_back();
    for (size_t k = 0; k < left.gradient.size(); ++k)
      slopes.push_back(constraints_[i].excess(left.gradient[k], right.gradient[k]));
  }
  point.ok = judge(point);
  return point;
}

// Whether gradients are alike: where a model has kinks inside of steps those of the discretised run
// say little (GradientRequest). If not they are not used any more.
bool Search::agree(const Point& backward, const Point& forward) {
  constexpr double kAlike = 1e-2, kOfFirst = 1e-2;
  const bool first = steepest_ == 0;
  auto compare = [&](const std::vector<double>& a, const std::vector<double>& b) {
    double largest = 0, difference = 0;
    for (size_t k = 0; k < b.size(); ++k) {
      largest = std::max(largest, unknowns_.sizes[k] * std::abs(b[k]));
      difference = std::max(difference, unknowns_.sizes[k] * std::abs(a[k] - b[k]));
    }
    if (first) steepest_ = std::max(steepest_, largest);
    return difference <= kAlike * std::max(largest, kOfFirst * steepest_);
  };
  bool alike = compare(backward.gradient, forward.gradient);
  for (size_t i = 0; i < constraints_.size(); ++i)
    alike = compare(backward.excessGradients[i], forward.excessGradients[i]) && alike;
  if (first) steepest_ = std::max(steepest_, std::numeric_limits<double>::min());
  backward_ = backward_ && alike;
  return alike;
}

std::vector<double> Search::unscaled(const double* x) const {
  std::vector<double> p(unknowns_.size());
  for (size_t k = 0; k < p.size(); ++k)
    p[k] = std::clamp(x[k] * unknowns_.sizes[k], unknowns_.lower[k], unknowns_.upper[k]);
  return p;
}

std::vector<double> Search::scaled(const std::vector<double>& p) const {
  std::vector<double> x(p.size());
  for (size_t k = 0; k < p.size(); ++k) x[k] = p[k] / unknowns_.sizes[k];
  return x;
}

// The objective or the excess of a condition. Where there is no value a large one.
double Search::valueFor(const double* x, double* gradient, size_t number) {
  const Point& here = at(unscaled(x), gradient != nullptr || backward_);
  if (interrupted() || !result_.problem.empty() || !result_.diagnostics.empty() ||
      (gradient != nullptr && !result_.withoutGradients.empty()))
    nlopt_force_stop(handle_);
  const size_t n = unknowns_.size();
  if (gradient != nullptr) std::fill(gradient, gradient + n, 0.0);
  if (!here.ok) return 1e10;
  const double sign = request_.maximize ? -1 : 1;
  double size = 1;
  if (number != kObjective) size = std::max({std::abs(here.right[number]), 1e-300});
  if (number != kObjective && here.right[number] == 0) size = 1;
  if (gradient != nullptr)
    for (size_t k = 0; k < n; ++k)
      gradient[k] =
          unknowns_.sizes[k] * (number == kObjective ? sign * here.gradient[k] / scale_
                                                     : here.excessGradients[number][k] / size);
  return number == kObjective ? sign * here.objective / scale_ : here.excess[number] / size;
}

double Search::objective(unsigned, const double* x, double* gradient, void* self) {
  return static_cast<Search*>(self)->valueFor(x, gradient, kObjective);
}

double Search::condition(unsigned, const double* x, double* gradient, void* data) {
  const auto* one = static_cast<Condition*>(data);
  return one->self->valueFor(x, gradient, one->number);
}

nlopt_result Search::search(nlopt_algorithm algorithm, std::vector<double>& x) {
  const auto n = static_cast<unsigned>(unknowns_.size());
  handle_ = nlopt_create(algorithm, n);
  std::vector<double> lower(n), upper(n);
  for (size_t k = 0; k < n; ++k) {
    lower[k] = unknowns_.lower[k] / unknowns_.sizes[k];
    upper[k] = unknowns_.upper[k] / unknowns_.sizes[k];
  }
  nlopt_set_lower_bounds(handle_, lower.data());
  nlopt_set_upper_bounds(handle_, upper.data());
  nlopt_set_min_objective(handle_, objective, this);
  std::vector<Condition> conditions(constraints_.size());
  const double room = 10 * settings_.problem.tolerance;
  for (size_t k = 0; k < conditions.size(); ++k) {
    conditions[k] = {this, k};
    nlopt_add_inequality_constraint(handle_, condition, &conditions[k], room);
  }
  nlopt_set_xtol_rel(handle_, 1e-6);
  nlopt_set_ftol_rel(handle_, 1e-9);
  nlopt_set_maxeval(handle_, request_.evaluations);
  double value = 0;
  const nlopt_result status = nlopt_optimize(handle_, x.data(), &value);
  nlopt_destroy(handle_);
  handle_ = nullptr;
  return status;
}

// From x. Gradients that turn out to be wrong where the search ends lead on no further.
nlopt_result Search::searchByGradients(std::vector<double>& x) {
  nlopt_result status = search(NLOPT_LD_SLSQP, x);
  if (!backward_ || interrupted()) return status;
  const std::vector<double> end = unscaled(x.data());
  const Point backward = at(end, true);
  if (!backward_ || !backward.ok) return status;
  const Point forward = forwardAt(end, true);
  if (!forward.withGradients || agree(backward, forward)) return status;
  point_ = forward;
  return search(NLOPT_LD_SLSQP, x);
}

void Search::tell(const Point& start, const Point& best, nlopt_result status) {
  result_.ok = true;
  result_.before = start.objective;
  result_.after = best.objective;
  for (size_t k = 0; k < unknowns_.size(); ++k) {
    const double p = best.p[k], near = 1e-9 * unknowns_.sizes[k];
    result_.parameters.push_back(
        {unknowns_.names[k], unknowns_.start[k], p, unknowns_.lower[k], unknowns_.upper[k],
         p <= unknowns_.lower[k] + near || p >= unknowns_.upper[k] - near});
  }
  bool all = true;
  for (size_t k = 0; k < constraints_.size(); ++k) {
    const double size = std::max(std::abs(best.left[k]), std::abs(best.right[k]));
    const bool holds = best.excess[k] <= 100 * settings_.problem.tolerance * std::max(size, 1e-300);
    all = all && holds;
    result_.constraints.push_back({constraints_[k].text, best.left[k], best.right[k], holds});
  }
  result_.converged = all && (status == NLOPT_SUCCESS || status == NLOPT_FTOL_REACHED ||
                              status == NLOPT_XTOL_REACHED || status == NLOPT_STOPVAL_REACHED ||
                              status == NLOPT_ROUNDOFF_LIMITED);
  if (result_.converged) {
    result_.message.clear();
  } else if (result_.cancelled) {
    result_.message = "interrupted";
  } else if (!all) {
    result_.message = "no point was found where all conditions hold";
  } else if (status == NLOPT_MAXEVAL_REACHED) {
    result_.message = fmt::format("not at its end after {} evaluations", request_.evaluations);
  } else {
    result_.message =
        "the search failed" + (result_.message.empty() ? std::string() : "; " + result_.message);
  }
}

Optimization Search::run() {
  result_.problem = prepare();
  if (!result_.problem.empty()) return result_;
  const Point start = at(unknowns_.start, false);
  if (!start.ok) {
    result_.cancelled = interrupted();
    return result_;
  }
  scale_ = std::abs(start.objective) > 0 ? std::abs(start.objective) : 1;
  const std::vector<double> from = scaled(unknowns_.start);
  std::vector<double> x = from;
  result_.algorithm = "SLSQP";
  nlopt_result status = searchByGradients(x);
  if (!result_.withoutGradients.empty() && !interrupted()) {
    result_.algorithm = "COBYLA";
    x = from;
    status = search(NLOPT_LN_COBYLA, x);
  }
  result_.cancelled = interrupted();
  if (!result_.problem.empty() || !result_.diagnostics.empty()) return result_;
  if (backward_) point_ = {};  // the value is that of a run by the method that was asked for
  backward_ = false;
  const Point best = result_.cancelled ? start : at(unscaled(x.data()), false);
  tell(start, best.ok ? best : start, best.ok ? status : NLOPT_FAILURE);
  return result_;
}

}  // namespace

Optimization optimize(TranslatedModel& model, const OptimizationRequest& request) {
  return Search(model, request).run();
}

}  // namespace formola::analysis

#include "solver/trace_watch.h"

#include <utility>

#include "runtime/workspace.h"

namespace formola::solver {

namespace {

constexpr double kDeep = 10;          // tolerances, where states take part
constexpr double kNoise = 4e-12;      // of a relation's scale: some times the hysteresis of events
constexpr int kMostParts = 100'000;   // of one step
constexpr int kMostWithStates = 300;  // whose cubics are no better than the steps

}  // namespace

TraceWatch::TraceWatch(Evaluator& evaluator, double tolerance)
    : evaluator_(evaluator),
      tolerance_(tolerance),
      states_(*evaluator.data()->model, evaluator.data()->model->traces,
              evaluator.data()->model->nTraces) {
  const FmlModel& model = *evaluator.data()->model;
  for (int32_t k = 0; k < model.nTraces; ++k)
    traces_.push_back(Trace{TraceFormula(model.traces[k])});
}

void TraceWatch::begin() {
  if (empty()) return;
  states_.begin(*evaluator_.data());
  for (Trace& trace : traces_) trace.formula.read(*evaluator_.data());
}

Motion TraceWatch::distance(TraceFormula& formula, const Motion& z) const {
  return evaluator_.data()->relations[formula.relation()] != 0 ? z : negate(z);
}

// The parts of the interval from left to right, each halved until it is decided.
TraceWatch::Search TraceWatch::first(TraceFormula& formula, double deep, double until,
                                     double& seen) {
  const auto at = [&](double t) {
    return distance(formula, formula.over(t, t, &states_)).value.low;
  };
  double from = states_.from();
  if (distance(formula, formula.over(from, until, &states_)).value.low >= -deep)
    return Search::None;
  // It does not agree now: nobody asks for it (CrossingMonitor::agree), or the event goes on.
  if (!(at(from) >= -deep)) return Search::None;
  ends_.assign(1, until);  // of the parts that are left, the next one last
  const int most = formula.hasStates() ? kMostWithStates : kMostParts;
  for (int parts = 0; !ends_.empty(); ++parts) {
    if (parts == most) return formula.hasStates() ? Search::None : Search::TooFast;
    const double to = ends_.back();
    const Motion g = distance(formula, formula.closely(from, to, &states_));
    if (!(g.value.low >= -deep)) {
      const bool monotone = g.slope.low >= 0 || g.slope.high <= 0;
      if (!monotone && to - from > 4 * timeResolution(to)) {
        ends_.push_back(from + (to - from) / 2);
        continue;
      }
      if (to < states_.to() && at(to) < -deep) {
        seen = to;
        return Search::Found;
      }
    }
    from = to;
    ends_.pop_back();
  }
  return Search::None;
}

bool TraceWatch::look(Integrator& integrator, double t, double& seen) {
  if (empty()) return false;
  FmlData* d = evaluator_.data();
  states_.goOn(*d);
  if (!(t > states_.from())) return false;
  bool found = false;
  double until = t;
  for (Trace& trace : traces_) {
    if (trace.tooFast) continue;
    const int32_t relation = trace.formula.relation();
    const double part = trace.formula.hasStates() ? kDeep * tolerance_ + kNoise : kNoise;
    const Search result =
        first(trace.formula, part * runtime::relationScale(*d, relation), until, seen);
    if (result == Search::Found) {
      found = true;
      until = seen;
    } else if (result == Search::TooFast) {
      trace.tooFast = true;
      tooFast_.push_back(relation);
    }
  }
  if (!found) return false;
  integrator.interpolate(seen);
  return integrator.evaluated() || evaluator_.derivatives(d->time, d->v) == FML_OK;
}

std::vector<int32_t> TraceWatch::takeTooFast() {
  return std::exchange(tooFast_, {});
}

}  // namespace formola::solver

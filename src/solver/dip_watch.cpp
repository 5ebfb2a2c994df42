#include "solver/dip_watch.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "runtime/workspace.h"

namespace formola::solver {

namespace {

constexpr double kDip = 0.5;  // of the smaller end: what the parabola says is uncertain
constexpr double kDeep = 10;  // tolerances
constexpr int kLooks = 4;     // at one relation in one step

struct Vertex {
  double time, value;
};

// Of the parabola through three points in time; nothing where it has no minimum.
std::optional<Vertex> vertexOf(double t0, double g0, double t1, double g1, double t2, double g2) {
  const double first = (g1 - g0) / (t1 - t0), second = (g2 - g1) / (t2 - t1);
  const double curvature = (second - first) / (t2 - t0);
  if (!(curvature > 0)) return std::nullopt;
  const double slope = first + curvature * (t1 - t0);  // at t1
  return Vertex{t1 - slope / (2 * curvature), g1 - slope * slope / (4 * curvature)};
}

}  // namespace

DipWatch::DipWatch(Evaluator& evaluator, double tolerance)
    : evaluator_(evaluator),
      n_(static_cast<size_t>(evaluator.data()->model->nStateRelations)),
      deep_(kDeep * tolerance) {
  for (auto* v : {&gBefore_, &gLeft_, &gRight_, &g_}) v->assign(n_, 0.0);
}

bool DipWatch::read(std::vector<double>& g) {
  FmlData* d = evaluator_.data();
  if (d->model->evalZeroCrossings(d, g.data()) != FML_OK) return false;
  for (size_t i = 0; i < n_; ++i)
    if (d->relations[i] == 0) g[i] = -g[i];
  return true;
}

bool DipWatch::goTo(Integrator& integrator, double t) {
  FmlData* d = evaluator_.data();
  integrator.interpolate(t);
  return integrator.evaluated() || evaluator_.derivatives(d->time, d->v) == FML_OK;
}

bool DipWatch::look(Integrator& integrator, double t, double& seen) {
  if (n_ == 0 || !read(gRight_)) return false;
  bool away = false, found = false;
  for (size_t i = 0; i < n_ && points_ == 2 && t > left_ && !found; ++i) {
    const double ends = std::min(gLeft_[i], gRight_[i]);
    const double scale = runtime::relationScale(*evaluator_.data(), static_cast<int32_t>(i));
    if (!(ends > deep_ * scale)) continue;
    std::optional<Vertex> vertex = vertexOf(before_, gBefore_[i], left_, gLeft_[i], t, gRight_[i]);
    double lowest = ends;
    for (int look = 0; look < kLooks && vertex; ++look) {
      const double at = vertex->time;
      if (!(vertex->value < kDip * lowest) || !(at > left_ && at < t)) break;
      away = true;
      if (!goTo(integrator, at) || !read(g_)) break;
      for (size_t k = 0; k < n_ && !found; ++k)
        found =
            g_[k] < -deep_ * runtime::relationScale(*evaluator_.data(), static_cast<int32_t>(k)) &&
            gLeft_[k] > 0;
      if (found) {
        seen = at;
        break;
      }
      lowest = std::min(lowest, g_[i]);
      vertex = vertexOf(left_, gLeft_[i], at, g_[i], t, gRight_[i]);
      if (vertex && std::abs(vertex->time - at) < 1e-3 * (t - left_)) break;
    }
  }
  if (found) return true;
  if (away) goTo(integrator, t);
  if (points_ == 0 || t > left_) {
    before_ = left_;
    gBefore_.swap(gLeft_);
    points_ = std::min(points_ + 1, 2);
  }
  left_ = t;
  gLeft_ = gRight_;
  return false;
}

}  // namespace formola::solver

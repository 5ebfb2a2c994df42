#include "solver/relaxing_counts.h"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/workspace.h"

namespace formola::solver {

void countRelaxing(const FmlData& d, SimulationReport& report) {
  bool any = false;
  auto add = [&](const runtime::BlockMatrix& matrix, FmlEntity entity, size_t block) {
    if (matrix.relaxing() == nullptr) return;
    any = true;
    const runtime::RelaxingIteration::Counts& counts = matrix.relaxing()->counts();
    runtime::RelaxingIteration::Counts& sum = report.relaxing;
    sum.solves += counts.solves;
    sum.sweeps += counts.sweeps;
    sum.accelerated += counts.accelerated;
    sum.refused += counts.refused;
    sum.slowest = std::max(sum.slowest, counts.slowest);
    if (counts.refused > 0)
      report.warnings.push_back(fmt::format(
          "{}: relaxing did not converge in {} of {} solutions (a sweep leaves {:.4g} of the "
          "error), for which the matrix was factored",
          runtime::describeEntity(*d.model, entity, static_cast<int32_t>(block)), counts.refused,
          counts.solves, counts.slowest));
  };
  const FmlWorkspace& workspace = *d.workspace;
  for (size_t i = 0; i < workspace.linear.size(); ++i)
    add(workspace.linear[i].matrix, FML_LINEAR_BLOCK, i);
  for (size_t i = 0; i < workspace.nonlinear.size(); ++i)
    add(workspace.nonlinear[i].jacobian, FML_NONLINEAR_BLOCK, i);
  if (!any)
    report.warnings.push_back(
        "--linear-solver relaxing has no effect: there is no system of equations with relax() or "
        "with a thousand unknowns and a sparse matrix");
}

}  // namespace formola::solver

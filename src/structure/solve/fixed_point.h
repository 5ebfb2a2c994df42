// Relaxing as an iteration.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "graph/strong_components.h"
#include "structure/solve/probe_values.h"
#include "structure/structured_dae.h"

namespace formola {

// An iteration that sweeps through the equations of a linear block.
struct FixedPointScheme {
  size_t iterated = 0;  // unknowns whose value of the sweep before is used
  size_t sweeps = 0;    // until ten digits stand; 0: it does not converge
};

struct FixedPointSchemes {
  FixedPointScheme relaxed;      // block by block, relaxed variables from the sweep before
  FixedPointScheme gaussSeidel;  // equation by equation in the same order, with all unknowns
};

// Purpose:    what an iteration on the relaxed variables would do, for very large blocks: the
//             blocks of the relaxed system are solved one after the other, relaxed variables have
//             the values of the sweep before. Compared with the iteration of Gauss and Seidel.
//             Formola eliminates unless it is asked to relax (runtime/relaxing_iteration.h).
// Requires:   a linear block.
// Ensures:    nothing where no equation has relax(x), or where the relaxed system is singular or
//             has a block of more than 100 equations. Parameters have their values, other known
//             quantities those of ProbeValues; the right-hand side is one everywhere.
// Complexity: sweeps (at most 200) times the entries of the block.
// Reference:  Otter, Elmqvist, Cellier: "Relaxing", section 5, the scheme after eq. 11.
class FixedPointAnalysis {
 public:
  explicit FixedPointAnalysis(const StructuredDae& model) : model_(model) {}
  FixedPointAnalysis(const FixedPointAnalysis&) = delete;
  FixedPointAnalysis& operator=(const FixedPointAnalysis&) = delete;
  std::optional<FixedPointSchemes> operator()(std::span<const StructuredEquation> equations,
                                              const Block& block);

 private:
  struct Entry {
    int column;
    double value;
  };
  using Matrix = std::vector<std::vector<Entry>>;  // by row

  Matrix coefficients(std::span<const StructuredEquation> equations, const Block& block);
  static std::vector<int> dominant(const Matrix& matrix, const graph::Groups& groups,
                                   std::vector<int> solvedFor);
  static FixedPointScheme iterate(const Matrix& matrix, const graph::Groups& groups,
                                  const std::vector<int>& solvedFor);

  const StructuredDae& model_;
  std::optional<ProbeValues> probes_;
  std::vector<int> place_;  // of the unknowns of the block at hand
};

}  // namespace formola

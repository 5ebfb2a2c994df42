#include "runtime/tangent.h"

#include <algorithm>

#include "runtime/workspace.h"
#include "support/lanes.h"

namespace formola::runtime {

StateTangents::StateTangents(const FmlModel& model)
    : tangent_(*model.tangent),
      n_(model.nStates),
      given_(model.nStates + tangent_.nSeeds),
      partials_(static_cast<size_t>(tangent_.nLiterals) + static_cast<size_t>(tangent_.nConstants) +
                static_cast<size_t>(tangent_.nPartials)) {
  std::copy(tangent_.literals, tangent_.literals + tangent_.nLiterals, partials_.begin());
}

// The factors of a nonlinear block belong to some earlier point: they are made anew, which serves
// its next iterations too.
template <int Width>
FmlStatus StateTangents::solve(FmlData* d, const FmlTangentOperation& operation, bool first) {
  const bool linear = operation.kind == FML_TANGENT_LINEAR;
  BlockMatrix* matrix = nullptr;
  if (!linear) {
    NonlinearWorkspace& work = d->workspace->nonlinear[operation.block];
    matrix = &work.jacobian;
    if (first) {
      const FmlNonlinearBlock& block = d->model->nonlinearBlocks[operation.block];
      if (const FmlStatus status = block.jacobian(d, operation.block, matrix->values().data()))
        return status;
      ++d->statistics.factorizations;
      matrix->factor();
      work.rate = 1;
    }
    if (!matrix->factored()) return FML_RETRY;
  }
  const auto n = static_cast<size_t>(operation.count);
  column_.resize(wholeLanes(n));
  solution_.resize(wholeLanes(n));
  const double* changes = rows_.data() + static_cast<size_t>(operation.begin) * Width;
  double* unknowns = rows_.data() + static_cast<size_t>(operation.row) * Width;
  for (int c = 0; c < Width; ++c) {
    bool any = false;
    for (size_t i = 0; i < n; ++i) {
      column_[i] = -changes[i * Width + static_cast<size_t>(c)];
      any = any || column_[i] != 0;
    }
    if (any && linear) {
      if (const FmlStatus status = fml_solve_linear_again(d, operation.block, column_.data()))
        return status;
    } else if (any) {
      matrix->solve(column_.data(), solution_.data());
      column_.swap(solution_);
    }
    for (size_t i = 0; i < n; ++i) unknowns[i * Width + static_cast<size_t>(c)] = column_[i];
  }
  return FML_OK;
}

template <int Width>
FmlStatus StateTangents::strip(FmlData* d, bool first) {
  double* rows = rows_.data();
  const double* partials = partials_.data();
  for (int32_t k = 0; k < tangent_.nOperations; ++k) {
    const FmlTangentOperation& operation = tangent_.operations[k];
    double* target = rows + static_cast<size_t>(operation.row) * Width;
    switch (operation.kind) {
      case FML_TANGENT_SUM: {
        double sum[Width] = {};
        for (int32_t t = operation.begin; t < operation.end; ++t) {
          const FmlTangentTerm& term = tangent_.terms[t];
          const double partial = partials[term.partial];
          const double* source = rows + static_cast<size_t>(term.row) * Width;
          for (int c = 0; c < Width; ++c) sum[c] += partial * source[c];
        }
        std::copy(sum, sum + Width, target);
        break;
      }
      case FML_TANGENT_ZERO:
        std::fill(target, target + static_cast<size_t>(operation.count) * Width, 0.0);
        break;
      default:
        if (const FmlStatus status = solve<Width>(d, operation, first)) return status;
    }
  }
  return FML_OK;
}

template <int Width>
FmlStatus StateTangents::allStrips(FmlData* d, const FmlPattern& pattern, double* values) {
  const bool sparse = pattern.colStart != nullptr;
  const int32_t groups = sparse ? pattern.nColours : n_;
  rows_.resize(static_cast<size_t>(tangent_.nRows) * Width);
  const auto n = static_cast<size_t>(n_);
  for (int32_t begin = 0; begin < groups; begin += Width) {
    std::fill(rows_.begin(), rows_.begin() + static_cast<int64_t>(given_) * Width, 0.0);
    auto laneOf = [&](int32_t j) { return (sparse ? pattern.colour[j] : j) - begin; };
    for (int32_t j = 0; j < n_; ++j)
      if (const int32_t c = laneOf(j); c >= 0 && c < Width)
        rows_[static_cast<size_t>(j) * Width + static_cast<size_t>(c)] = 1;
    if (const FmlStatus status = strip<Width>(d, begin == 0)) return status;
    auto entry = [&](int32_t i, int32_t lane) {
      const int32_t row = tangent_.derivatives[i];
      return row < 0 ? 0.0 : rows_[static_cast<size_t>(row) * Width + static_cast<size_t>(lane)];
    };
    for (int32_t j = 0; j < n_; ++j) {
      const int32_t lane = laneOf(j);
      if (lane < 0 || lane >= Width) continue;
      if (sparse) {
        for (int32_t p = pattern.colStart[j]; p < pattern.colStart[j + 1]; ++p)
          values[p] = entry(pattern.rows[p], lane);
      } else {
        for (int32_t i = 0; i < n_; ++i)
          values[static_cast<size_t>(j) * n + static_cast<size_t>(i)] = entry(i, lane);
      }
    }
  }
  return FML_OK;
}

FmlStatus StateTangents::partials(FmlData* d) {
  double* constants = partials_.data() + tangent_.nLiterals;
  if (!hasConstants_ && tangent_.nConstants > 0) {
    if (const FmlStatus status = tangent_.constants(d, constants)) return status;
    hasConstants_ = true;
  }
  if (tangent_.nPartials > 0)
    if (const FmlStatus status = tangent_.partials(d, constants + tangent_.nConstants))
      return status;
  // Where all of them are finite, only an overflow can spoil the rest.
  return allFinite(partials_.data(), static_cast<int32_t>(partials_.size())) ? FML_OK : FML_RETRY;
}

FmlStatus StateTangents::everything(FmlData* d, double* values) {
  constexpr int kWidth = 8;
  if (const FmlStatus status = partials(d)) return status;
  rows_.resize(static_cast<size_t>(tangent_.nRows) * kWidth);
  const int32_t nRows = n_ + tangent_.nOutputs;
  for (int32_t begin = 0; begin < given_; begin += kWidth) {
    const int32_t width = std::min(kWidth, given_ - begin);
    std::fill(rows_.begin(), rows_.begin() + static_cast<int64_t>(given_) * kWidth, 0.0);
    for (int32_t c = 0; c < width; ++c)
      rows_[static_cast<size_t>(begin + c) * kWidth + static_cast<size_t>(c)] = 1;
    if (const FmlStatus status = strip<kWidth>(d, begin == 0)) return status;
    for (int32_t i = 0; i < nRows; ++i) {
      const int32_t row = i < n_ ? tangent_.derivatives[i] : tangent_.outputs[i - n_];
      for (int32_t c = 0; c < width; ++c)
        values[static_cast<size_t>(i) * static_cast<size_t>(given_) +
               static_cast<size_t>(begin + c)] =
            row < 0 ? 0.0 : rows_[static_cast<size_t>(row) * kWidth + static_cast<size_t>(c)];
    }
  }
  return FML_OK;
}

FmlStatus StateTangents::jacobian(FmlData* d, const FmlPattern& pattern, double* values) {
  if (const FmlStatus status = partials(d)) return status;
  const int32_t groups = pattern.colStart != nullptr ? pattern.nColours : n_;
  return groups <= 2   ? allStrips<2>(d, pattern, values)
         : groups <= 4 ? allStrips<4>(d, pattern, values)
                       : allStrips<8>(d, pattern, values);
}

}  // namespace formola::runtime

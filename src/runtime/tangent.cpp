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

FmlStatus StateTangents::forward(FmlData* d, const double* given, int32_t count, double* changes) {
  constexpr int kWidth = 8;
  if (const FmlStatus status = partials(d)) return status;
  rows_.resize(static_cast<size_t>(tangent_.nRows) * kWidth);
  const int32_t nRows = n_ + tangent_.nOutputs;
  const auto columns = static_cast<size_t>(count);
  for (int32_t begin = 0; begin < count; begin += kWidth) {
    const int32_t width = std::min(kWidth, count - begin);
    for (int32_t j = 0; j < given_; ++j)
      for (int32_t c = 0; c < kWidth; ++c)
        rows_[static_cast<size_t>(j) * kWidth + static_cast<size_t>(c)] =
            c < width ? given[static_cast<size_t>(j) * columns + static_cast<size_t>(begin + c)]
                      : 0.0;
    if (const FmlStatus status = strip<kWidth>(d, begin == 0)) return status;
    for (int32_t i = 0; i < nRows; ++i) {
      const int32_t row = i < n_ ? tangent_.derivatives[i] : tangent_.outputs[i - n_];
      for (int32_t c = 0; c < width; ++c)
        changes[static_cast<size_t>(i) * columns + static_cast<size_t>(begin + c)] =
            row < 0 ? 0.0 : rows_[static_cast<size_t>(row) * kWidth + static_cast<size_t>(c)];
    }
  }
  return FML_OK;
}

StateTangents::Transposed& StateTangents::transposedOf(
    std::vector<std::unique_ptr<Transposed>>& all, int32_t block, const BlockMatrix& matrix) {
  if (all.size() <= static_cast<size_t>(block)) all.resize(static_cast<size_t>(block) + 1);
  std::unique_ptr<Transposed>& one = all[static_cast<size_t>(block)];
  if (one) return *one;
  one = std::make_unique<Transposed>();
  const int32_t n = matrix.size();
  if (!matrix.hasPattern()) {
    for (int32_t j = 0; j < n; ++j)
      for (int32_t i = 0; i < n; ++i) one->source.push_back(i * n + j);
    one->matrix.setUp(n, FmlPattern{});
    return *one;
  }
  const FmlPattern& pattern = matrix.pattern();
  one->colStart.assign(static_cast<size_t>(n) + 1, 0);
  for (int32_t p = 0; p < pattern.colStart[n]; ++p)
    ++one->colStart[static_cast<size_t>(pattern.rows[p]) + 1];
  for (int32_t j = 0; j < n; ++j)
    one->colStart[static_cast<size_t>(j) + 1] += one->colStart[static_cast<size_t>(j)];
  std::vector<int32_t> next(one->colStart.begin(), one->colStart.end() - 1);
  one->rows.resize(static_cast<size_t>(pattern.colStart[n]));
  one->source.resize(one->rows.size());
  for (int32_t j = 0; j < n; ++j)
    for (int32_t p = pattern.colStart[j]; p < pattern.colStart[j + 1]; ++p) {
      const auto place = static_cast<size_t>(next[static_cast<size_t>(pattern.rows[p])]++);
      one->rows[place] = j;
      one->source[place] = p;
    }
  FmlPattern transposed{};
  transposed.colStart = one->colStart.data();
  transposed.rows = one->rows.data();
  one->matrix.setUp(n, transposed);
  return *one;
}

// Rows [begin, begin + count) get what -A^-T makes of rows [row, row + count), which are used up.
FmlStatus StateTangents::solveTransposed(FmlData* d, const FmlTangentOperation& operation) {
  const auto n = static_cast<size_t>(operation.count);
  double* unknowns = rows_.data() + operation.row;
  double* changes = rows_.data() + operation.begin;
  if (std::all_of(unknowns, unknowns + n, [](double weight) { return weight == 0; })) return FML_OK;
  const bool linear = operation.kind == FML_TANGENT_LINEAR;
  const int32_t block = operation.block;
  const BlockMatrix& matrix =
      linear ? d->workspace->linear[block].matrix : d->workspace->nonlinear[block].jacobian;
  Transposed& own = transposedOf(linear ? linear_ : nonlinear_, block, matrix);
  // The block keeps its factors: its next iterations begin with them.
  column_ = matrix.values();
  if (!linear) {
    if (const FmlStatus status =
            d->model->nonlinearBlocks[block].jacobian(d, block, column_.data()))
      return status;
  } else if (d->workspace->linear[block].byFormulas) {
    if (const FmlStatus status = d->model->linearBlocks[block].matrix(d, block, column_.data()))
      return status;
  }
  if (own.factored != column_ || !own.matrix.factored()) {
    own.factored = column_;
    for (size_t p = 0; p < own.source.size(); ++p)
      own.matrix.values()[p] = own.factored[static_cast<size_t>(own.source[p])];
    ++d->statistics.factorizations;
    if (!own.matrix.factor()) return FML_RETRY;
  }
  column_.assign(unknowns, unknowns + n);
  solution_.resize(wholeLanes(n));
  own.matrix.solve(column_.data(), solution_.data());
  for (size_t i = 0; i < n; ++i) {
    changes[i] -= solution_[i];
    unknowns[i] = 0;
  }
  return FML_OK;
}

FmlStatus StateTangents::backward(FmlData* d, const double* weights, double* given) {
  if (const FmlStatus status = partials(d)) return status;
  rows_.assign(static_cast<size_t>(tangent_.nRows), 0.0);
  for (int32_t i = 0; i < n_ + tangent_.nOutputs; ++i) {
    const int32_t row = i < n_ ? tangent_.derivatives[i] : tangent_.outputs[i - n_];
    if (row >= 0) rows_[static_cast<size_t>(row)] += weights[i];
  }
  // The operations from the last to the first, each turned round.
  for (int32_t k = tangent_.nOperations; k-- > 0;) {
    const FmlTangentOperation& operation = tangent_.operations[k];
    double* target = rows_.data() + operation.row;
    switch (operation.kind) {
      case FML_TANGENT_SUM: {
        const double weight = *target;
        *target = 0;
        if (weight == 0) break;
        for (int32_t t = operation.begin; t < operation.end; ++t) {
          const FmlTangentTerm& term = tangent_.terms[t];
          rows_[static_cast<size_t>(term.row)] +=
              partials_[static_cast<size_t>(term.partial)] * weight;
        }
        break;
      }
      case FML_TANGENT_ZERO:
        std::fill(target, target + operation.count, 0.0);
        break;
      default:
        if (const FmlStatus status = solveTransposed(d, operation)) return status;
    }
  }
  std::copy(rows_.begin(), rows_.begin() + given_, given);
  return allFinite(given, given_) ? FML_OK : FML_RETRY;
}

FmlStatus StateTangents::jacobian(FmlData* d, const FmlPattern& pattern, double* values) {
  if (const FmlStatus status = partials(d)) return status;
  const int32_t groups = pattern.colStart != nullptr ? pattern.nColours : n_;
  return groups <= 2   ? allStrips<2>(d, pattern, values)
         : groups <= 4 ? allStrips<4>(d, pattern, values)
                       : allStrips<8>(d, pattern, values);
}

}  // namespace formola::runtime

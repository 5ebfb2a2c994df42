// What is kept of a trajectory on the way: values at equal distances, extremes and means over time.
#include "codegen/lanes/trajectory_writer.h"

namespace formola::lanes {

using llvm::Value;

void TrajectoryWriter::beginObserving() {
  const auto number = [&](double value) {
    llvm::AllocaInst* place = code_.place(code_.real());
    code_.store(code_.constant(value), place);
    return place;
  };
  observed_.point = number(0);
  observed_.time = number(0);
  for (size_t k = 0; plan_.observed.statistics && k < plan_.outputs.size(); ++k) {
    observed_.least.push_back(number(__builtin_inf()));
    observed_.most.push_back(number(-__builtin_inf()));
    observed_.integral.push_back(number(0));
    observed_.before.push_back(number(0));
  }
  observed_.any = code_.place(code_.truth());
  code_.store(code_.condition(false), observed_.any);
}

// When the next row is kept; infinite beyond the last one.
Number TrajectoryWriter::nextRow() {
  const Number point = code_.load(observed_.point);
  const Number last = code_.constant(static_cast<double>(plan_.observed.points));
  const Number start = code_.same(argument(Start)), stop = code_.same(argument(Stop));
  const Number at = start + point * ((stop - start) / last);
  return choose(point < last, at, choose(point == last, stop, code_.constant(__builtin_inf())));
}

// Whether it is time for it, but for rounding.
Condition TrajectoryWriter::rowIsDue(Number t) {
  const Number length = code_.same(argument(Stop)) - code_.same(argument(Start));
  const double share = 1e-9 / static_cast<double>(plan_.observed.points);
  return t >= nextRow() - code_.constant(share) * length;
}

// The present point counts, as a row of a single run does (analysis/sweep.h, SummarySink).
void TrajectoryWriter::addToStatistics(LaneWriter& w, Condition where) {
  if (!plan_.observed.statistics) return;
  const Condition any = code_.test(observed_.any);
  const Number span = w.time() - code_.load(observed_.time), half = code_.constant(0.5);
  auto keep = [&](llvm::AllocaInst* place, Number value) {
    code_.store(choose(where, value, code_.load(place)), place);
  };
  for (size_t k = 0; k < plan_.outputs.size(); ++k) {
    const Number x = w.variable(plan_.outputs[k].index);
    const Number value = plan_.outputs[k].negated ? -x : x;
    const Number least = code_.load(observed_.least[k]), most = code_.load(observed_.most[k]);
    const Number before = code_.load(observed_.before[k]), sum = code_.load(observed_.integral[k]);
    keep(observed_.least[k], choose(value < least, value, least));
    keep(observed_.most[k], larger(most, value));
    keep(observed_.integral[k], choose(any, sum + span * (before + value) * half, sum));
    keep(observed_.before[k], value);
  }
  keep(observed_.time, w.time());
  code_.store(any | where, observed_.any);
}

// The row of each lane is one of its own.
void TrajectoryWriter::keepRow(LaneWriter& w, Condition where) {
  if (!plan_.observed.curves) return;
  llvm::Type* word = build_.getInt64Ty();
  const unsigned width = options_.width;
  llvm::Type* words = width == 1 ? word : llvm::FixedVectorType::get(word, width);
  auto same = [&](Value* x) { return width == 1 ? x : build_.CreateVectorSplat(width, x); };
  Value* cases = same(case_);
  if (width > 1) {
    std::vector<llvm::Constant*> numbers;
    for (unsigned k = 0; k < width; ++k) numbers.push_back(build_.getInt64(k));
    cases = build_.CreateAdd(cases, llvm::ConstantVector::get(numbers));
  }
  Value* point = build_.CreateFPToSI(code_.load(observed_.point).value, words);
  const size_t n = plan_.outputs.size(), first = plan_.rowsBeforeCurves();
  for (size_t k = 0; k < n; ++k) {
    Value* row = build_.CreateAdd(build_.CreateMul(point, same(build_.getInt64(n))),
                                  same(build_.getInt64(first + k)));
    Value* at = build_.CreateAdd(build_.CreateMul(row, same(argument(Stride))), cases);
    Value* cell = build_.CreateGEP(build_.getDoubleTy(), argument(Outputs), at);
    const Number x = w.variable(plan_.outputs[k].index);
    Value* value = (plan_.outputs[k].negated ? -x : x).value;
    if (width == 1) {
      build_.CreateStore(value, cell)->setAlignment(llvm::Align(8));
    } else {
      build_.CreateMaskedScatter(value, cell, llvm::Align(8), where.value);
    }
  }
}

// At the end of a step that was made, before an event that happens there.
void TrajectoryWriter::observe(LaneWriter& w, Condition where) {
  code_.where(where, [&] {
    w.write(program_.outputs, code_.here(where));
    addToStatistics(w, code_.here(where));
  });
}

// Behind what happens there: the row of this instant, if it is time for it.
void TrajectoryWriter::observeRow(LaneWriter& w, Condition where) {
  const Condition due = where & rowIsDue(w.time());
  code_.where(due, [&] {
    const Condition here = code_.here(due);
    w.write(program_.outputs, here);
    keepRow(w, here);
    const Number point = code_.load(observed_.point);
    code_.store(choose(here, point + code_.constant(1), point), observed_.point);
  });
}

// Behind the last values stand the least, largest and mean ones of all variables.
void TrajectoryWriter::finishObserving() {
  if (!plan_.observed.statistics) return;
  const Number span = code_.load(observed_.time) - code_.same(argument(Start));
  const size_t n = plan_.outputs.size();
  for (size_t k = 0; k < n; ++k) {
    const Number mean = choose(span > code_.constant(0), code_.load(observed_.integral[k]) / span,
                               code_.load(observed_.before[k]));
    const Number values[] = {code_.load(observed_.least[k]), code_.load(observed_.most[k]), mean};
    for (size_t j = 0; j < 3; ++j)
      build_.CreateStore(values[j].value, cell(Outputs, n * (j + 1) + k))
          ->setAlignment(llvm::Align(8));
  }
}

}  // namespace formola::lanes

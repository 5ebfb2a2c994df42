// Systems of equations in lanes.
#include <fmt/format.h>

#include <map>
#include <set>

#include "codegen/lanes/lane_writer.h"

namespace formola::lanes {

using llvm::Value;

namespace {

// Systems up to this size are written out, larger ones have loops over arrays.
constexpr size_t kWrittenOut = 12;
// Dense elimination would take too long beyond that.
constexpr size_t kLargest = 32;
// Of systems that are written out with fixed pivots; by how much these may be smaller than others
// of their columns.
constexpr size_t kMostOperations = 4000;
constexpr double kLargestFactor = 1e6;
// The diagonal is taken unless another element of its column is so many times as large.
constexpr double kThreshold = 10;

std::vector<Number> solveWrittenOut(LaneCode& code, std::vector<Number>& a, std::vector<Number>& b,
                                    Condition& singular, Number& sign) {
  const size_t n = b.size();
  auto at = [&](size_t row, size_t column) -> Number& { return a[column * n + row]; };
  for (size_t k = 0; k < n; ++k) {
    for (size_t i = k + 1; i < n; ++i) {
      const Condition swap = size(at(i, k)) > size(at(k, k)) * code.constant(kThreshold);
      auto exchange = [&](Number& x, Number& y) {
        const Number kept = x;
        x = choose(swap, y, x);
        y = choose(swap, kept, y);
      };
      for (size_t j = k; j < n; ++j) exchange(at(k, j), at(i, j));
      exchange(b[k], b[i]);
      sign = choose(swap, -sign, sign);
    }
    sign = choose(at(k, k) < code.constant(0), -sign, sign);
    const Number inverse = code.constant(1) / at(k, k);
    singular = singular | ~isFinite(inverse);
    for (size_t i = k + 1; i < n; ++i) {
      const Number factor = at(i, k) * inverse;
      for (size_t j = k + 1; j < n; ++j) at(i, j) = at(i, j) - factor * at(k, j);
      b[i] = b[i] - factor * b[k];
    }
    at(k, k) = inverse;
  }
  for (size_t k = n; k-- > 0;) {
    for (size_t j = k + 1; j < n; ++j) b[k] = b[k] - at(k, j) * b[j];
    b[k] = b[k] * at(k, k);
  }
  return b;
}

// With the same pivots in all lanes; zeros are not touched.
std::vector<Number> solveByPivots(LaneCode& code, const lowered::Pattern& pattern,
                                  const FixedPivots& pivots, std::vector<Number>& a,
                                  std::vector<Number>& b, Condition& singular, Number& sign) {
  const size_t n = b.size();
  std::vector<std::map<size_t, Number>> rows(n);
  std::vector<std::set<size_t>> columns(n);
  for (size_t j = 0; j < n; ++j)
    for (int32_t p = pattern.colStart[j]; p < pattern.colStart[j + 1]; ++p) {
      const auto i = static_cast<size_t>(pattern.rows[static_cast<size_t>(p)]);
      rows[i][j] = a[j * n + i];
      columns[j].insert(i);
    }
  std::vector<Number> inverse;
  const Number most = code.constant(kLargestFactor);
  for (const auto& [row, column] : pivots.order) {
    const Number pivot = rows[row].at(column);
    inverse.push_back(code.constant(1) / pivot);
    sign = choose(pivot < code.constant(0), -sign, sign);
    singular = singular | ~isFinite(inverse.back());
    for (const auto& each : rows[row]) columns[each.first].erase(row);
    for (const size_t i : columns[column]) {
      const Number factor = rows[i].at(column) * inverse.back();
      singular = singular | ~(size(factor) <= most);
      rows[i].erase(column);
      for (const auto& [j, value] : rows[row]) {
        if (j == column) continue;
        const auto found = rows[i].find(j);
        if (found != rows[i].end()) {
          found->second = found->second - factor * value;
        } else {
          rows[i][j] = -(factor * value);
          columns[j].insert(i);
        }
      }
      b[i] = b[i] - factor * b[row];
    }
  }
  std::vector<Number> x(n);
  for (size_t k = n; k-- > 0;) {
    const auto& [row, column] = pivots.order[k];
    Number sum = b[row];
    for (const auto& [j, value] : rows[row])
      if (j != column) sum = sum - value * x[j];
    x[column] = sum * inverse[k];
  }
  return x;
}

// Loops of the code; the counter is an i64.
class Loop {
 public:
  Loop(LaneCode& code, Value* from, Value* to) : code_(code) {
    llvm::IRBuilder<>& b = code.builder();
    body_ = code.block("loop");
    after_ = code.block("done");
    llvm::BasicBlock* before = b.GetInsertBlock();
    b.CreateCondBr(b.CreateICmpSLT(from, to), body_, after_);
    b.SetInsertPoint(body_);
    counter_ = b.CreatePHI(b.getInt64Ty(), 2);
    counter_->addIncoming(from, before);
    to_ = to;
  }
  Value* counter() const { return counter_; }
  void end() {
    llvm::IRBuilder<>& b = code_.builder();
    Value* next = b.CreateAdd(counter_, b.getInt64(1));
    counter_->addIncoming(next, b.GetInsertBlock());
    b.CreateCondBr(b.CreateICmpSLT(next, to_), body_, after_);
    b.SetInsertPoint(after_);
  }

 private:
  LaneCode& code_;
  llvm::BasicBlock *body_, *after_;
  llvm::PHINode* counter_;
  Value* to_;
};

// The same with arrays; rows are kept together, b as the last column.
class LoopedSolve {
 public:
  LoopedSolve(LaneCode& code, size_t n)
      : code_(code),
        b_(code.builder()),
        n_(n),
        array_(code.place(llvm::ArrayType::get(code.real(), n * (n + 1)))),
        singular_(code.place(code.truth())),
        sign_(code.place(code.real())) {}

  std::vector<Number> run(const std::vector<Number>& a, const std::vector<Number>& rhs,
                          Condition& singular, Number& sign) {
    code_.store(sign, sign_);
    for (size_t i = 0; i < n_; ++i) {
      for (size_t j = 0; j < n_; ++j) put(word(i), word(j), a[j * n_ + i]);
      put(word(i), word(n_), rhs[i]);
    }
    code_.store(singular, singular_);
    Loop columns(code_, word(0), word(n_));
    eliminate(columns.counter());
    columns.end();
    Loop back(code_, word(0), word(n_));
    Value* k = b_.CreateSub(word(n_ - 1), back.counter());
    Loop rest(code_, b_.CreateAdd(k, word(1)), word(n_));
    put(k, word(n_), at(k, word(n_)) - at(k, rest.counter()) * at(rest.counter(), word(n_)));
    rest.end();
    put(k, word(n_), at(k, word(n_)) * at(k, k));
    back.end();
    std::vector<Number> x;
    for (size_t i = 0; i < n_; ++i) x.push_back(at(word(i), word(n_)));
    singular = code_.test(singular_);
    sign = code_.load(sign_);
    return x;
  }

 private:
  Value* word(size_t k) { return b_.getInt64(k); }
  Value* element(Value* row, Value* column) {
    return b_.CreateInBoundsGEP(code_.real(), array_,
                                b_.CreateAdd(b_.CreateMul(row, word(n_ + 1)), column));
  }
  Number at(Value* row, Value* column) { return code_.load(element(row, column)); }
  void put(Value* row, Value* column, Number x) { code_.store(x, element(row, column)); }

  void eliminate(Value* k) {
    Value* next = b_.CreateAdd(k, word(1));
    Loop search(code_, next, word(n_));
    exchange(k, search.counter());
    search.end();
    const Number inverse = code_.constant(1) / at(k, k), sign = code_.load(sign_);
    code_.store(code_.test(singular_) | ~isFinite(inverse), singular_);
    code_.store(choose(inverse < code_.constant(0), -sign, sign), sign_);
    put(k, k, inverse);
    Loop rows(code_, next, word(n_));
    Value* i = rows.counter();
    const Number element = at(i, k);
    code_.where(element != code_.constant(0), [&] {
      const Number factor = element * inverse;
      Loop columns(code_, next, word(n_ + 1));
      put(i, columns.counter(), at(i, columns.counter()) - factor * at(k, columns.counter()));
      columns.end();
    });
    rows.end();
  }

  // Rows k and i where the diagonal is small.
  void exchange(Value* k, Value* i) {
    const Condition swap = size(at(i, k)) > size(at(k, k)) * code_.constant(kThreshold);
    code_.where(swap, [&] {
      const Number sign = code_.load(sign_);
      code_.store(choose(swap, -sign, sign), sign_);
      Loop columns(code_, k, word(n_ + 1));
      Value* j = columns.counter();
      const Number x = at(k, j), y = at(i, j);
      put(k, j, choose(swap, y, x));
      put(i, j, choose(swap, x, y));
      columns.end();
    });
  }

  LaneCode& code_;
  llvm::IRBuilder<>& b_;
  size_t n_;
  llvm::AllocaInst *array_, *singular_, *sign_;
};

}  // namespace

namespace {

// Pivots for a sparse system; in one that is nearly full lanes choose their own, since what is left
// after some pivots may be zero.
FixedPivots sparsePivots(const lowered::Pattern& pattern, size_t n) {
  return choosePivots(pattern.colStart, pattern.rows, std::min(kMostOperations, n * n * n / 8));
}

}  // namespace

bool canSolve(const lowered::Pattern& pattern, size_t n) {
  return n <= kLargest || sparsePivots(pattern, n).complete;
}

std::vector<Number> solveSystem(LaneCode& code, const lowered::Pattern& pattern,
                                std::vector<Number> a, std::vector<Number> b, Condition& singular,
                                Number* sign) {
  std::vector<Number> x;
  const size_t n = b.size();
  Number ofDeterminant = code.constant(1);
  if (n <= kWrittenOut) {
    x = solveWrittenOut(code, a, b, singular, ofDeterminant);
  } else if (const FixedPivots pivots = sparsePivots(pattern, n); pivots.complete) {
    x = solveByPivots(code, pattern, pivots, a, b, singular, ofDeterminant);
  } else {
    x = LoopedSolve(code, n).run(a, b, singular, ofDeterminant);
  }
  if (sign != nullptr) *sign = ofDeterminant;
  for (const Number& each : x) singular = singular | ~isFinite(each);
  return x;
}

std::vector<Number> LaneWriter::matrixOf(const lowered::Pattern& pattern, size_t n,
                                         const std::vector<Number>& values) {
  std::vector<Number> a(n * n, code_.constant(0));
  for (size_t j = 0; j < n; ++j)
    for (int32_t p = pattern.colStart[j]; p < pattern.colStart[j + 1]; ++p)
      a[j * n + static_cast<size_t>(pattern.rows[static_cast<size_t>(p)])] =
          values[static_cast<size_t>(p)];
  return a;
}

// By formulas where their guards are positive, in the other lanes by elimination.
void LaneWriter::solveLinear(uint32_t index, Condition active) {
  const lowered::BlockCode& block = program_.linear[index];
  const size_t n = block.unknowns.size();
  if (block.matrix.empty()) return unsupported("a linear system without a symbolic matrix");
  auto assign = [&](const std::vector<Number>& x, size_t count, Condition where) {
    for (size_t k = 0; k < count; ++k)
      setVariable(block.unknowns[k], choose(where, x[k], variable(block.unknowns[k])));
  };
  auto eliminate = [&](Condition where) {
    Condition singular = code_.condition(false);
    const std::vector<Number> x =
        solveSystem(code_, block.pattern, matrixOf(block.pattern, n, write(block.matrix)),
                    write(block.rhs), singular);
    fail(where & singular);
    assign(x, n, where);
  };
  const bool can = canSolve(block.pattern, n);
  if (!can && block.formulas.empty())
    return unsupported(fmt::format("a system of {} equations", n));
  if (block.formulas.empty()) return eliminate(active);
  const size_t formulas = program_.schedule.linearBlocks[index].formulas.size();
  const std::vector<Number> values = write(block.formulas);
  Condition holds = code_.condition(true);
  for (size_t k = 0; k < values.size(); ++k)
    holds = holds & (k < formulas ? isFinite(values[k]) : values[k] > code_.constant(0));
  assign(values, formulas, active & holds);
  const Condition others = active & ~holds & ~failed();
  if (!can || n > kLargest) return fail(others);
  code_.where(others, [&] { eliminate(code_.here(others)); });
}

// A^-1 b for a linear block that has been solved. Several of these share the elimination, which is
// the same expressions.
std::vector<Number> LaneWriter::solveAgain(uint32_t index, std::vector<Number> b,
                                           Condition active) {
  const lowered::BlockCode& block = program_.linear[index];
  const size_t n = block.unknowns.size();
  if (block.matrix.empty() || !canSolve(block.pattern, n)) {
    unsupported("derivatives of a large linear system inside a nonlinear one");
    return b;
  }
  Condition singular = code_.condition(false);
  std::vector<Number> x =
      solveSystem(code_, block.pattern, matrixOf(block.pattern, n, write(block.matrix, active)),
                  std::move(b), singular);
  fail(active & singular);
  return x;
}

Number LaneWriter::sizeOf(int32_t place, Number value) {
  if (goal_.scale) return goal_.scale(place, value);
  return larger(size(value), code_.constant(program_.nominal[static_cast<size_t>(place)]));
}

}  // namespace formola::lanes

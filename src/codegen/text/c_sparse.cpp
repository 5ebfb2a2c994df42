// Sparse systems of equations in C: elimination in an order that is chosen here.
#include <fmt/format.h>

#include <algorithm>

#include "codegen/text/c_kernels.h"
#include "codegen/text/c_writer.h"
#include "runtime/colouring.h"

namespace formola::text {

namespace {

// From about this size on zeros are worth leaving out, as in the simulator.
constexpr size_t kSparseFrom = 20;
// Singular systems of up to so many unknowns are solved where they have solutions: by dense
// decompositions, for which the program has room.
constexpr size_t kLargestSpare = 300;

std::optional<RowMergePlan> planFor(size_t n, const std::vector<MatrixEntry>& matrix) {
  if (n < kSparseFrom || 4 * matrix.size() > n * n) return std::nullopt;
  std::vector<int32_t> start(n + 1, 0), of;
  for (const MatrixEntry& e : matrix) {
    ++start[static_cast<size_t>(e.column) + 1];
    of.push_back(static_cast<int32_t>(e.row));
  }
  for (size_t j = 0; j < n; ++j) start[j + 1] += start[j];
  std::optional<RowMergePlan> plan = planRowMerge(static_cast<int32_t>(n), start, of);
  if (!plan) return plan;
  const double size = static_cast<double>(n);
  const bool pays = 9 * static_cast<double>(plan->multiplications) < size * size * size &&
                    static_cast<double>(plan->numbers + plan->stack) < size * size;
  return pays ? plan : std::nullopt;
}

std::string joined(const std::vector<int32_t>& numbers) {
  std::string text;
  for (size_t i = 0; i < numbers.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : i % 16 == 0 ? ",\n    " : ", ", numbers[i]);
  return text;
}

std::string tables(const std::string& name, const RowMergePlan& plan) {
  std::string out = fmt::format("static const RowMergeFront {}_front[] = {{\n", name);
  for (const RowMergePlan::Front& f : plan.fronts)
    out += fmt::format("  {{{}, {}, {}, {}, {}, {}, {}, {}}},\n", f.rows, f.columns, f.pivots,
                       f.own, f.children, f.column, f.row, f.value);
  std::vector<int32_t> all;
  std::string parts;
  for (const auto* part :
       {&plan.column, &plan.row, &plan.entry, &plan.place, &plan.start, &plan.of}) {
    parts += fmt::format(", {}_table + {}", name, all.size());
    all.insert(all.end(), part->begin(), part->end());
  }
  return out + fmt::format(
                   "}};\nstatic const int {0}_table[] = {{\n    {1}}};\n"
                   "static const RowMerge {0} = {{\n    {2}, {3}, {4}, {5}, {6}, {7}, "
                   "{0}_front{8}}};\n\n",
                   name, joined(all), plan.n, plan.entries, plan.fronts.size(), plan.rows,
                   plan.numbers, plan.stack, parts);
}

}  // namespace

void CWriter::findSparseSystems() {
  for (const LinearBlock& b : schedule_.linearBlocks)
    sparseLinear_.push_back(b.symbolic ? planFor(b.unknowns.size(), b.matrix) : std::nullopt);
  const auto plan = [](const NonlinearBlock& b) {
    return b.hasJacobian ? planFor(b.unknowns.size(), b.jacobian) : std::nullopt;
  };
  for (const NonlinearBlock& b : schedule_.nonlinearBlocks) sparseNonlinear_.push_back(plan(b));
  if (interface_ != Interface::Steps) return;
  for (const NonlinearBlock& b : schedule_.wholeBlocks) sparseNonlinear_.push_back(plan(b));
}

bool CWriter::anySparse(const std::vector<std::optional<RowMergePlan>>& systems) {
  return std::any_of(systems.begin(), systems.end(), [](const auto& s) { return s.has_value(); });
}

// Members of the model.
void CWriter::sparseMembers() {
  int64_t stack = 1;
  int32_t largest = 1;
  for (const auto* list : {&sparseLinear_, &sparseNonlinear_})
    for (const auto& plan : *list) {
      if (!plan) continue;
      stack = std::max(stack, plan->stack);
      largest = std::max(largest, plan->n);
    }
  line(2, fmt::format("double sparse_stack[{}], sparse_room[{}], sparse_right[{}];", stack, largest,
                      largest));
  size_t room = 0;
  for (size_t i = 0; i < sparseNonlinear_.size(); ++i)
    if (sparseNonlinear_[i] && isWritten(i)) room = std::max(room, newtonRoom(i));
  if (room > 0) line(2, fmt::format("double newton_room[{}];", room));
}

// What solveNearest and leastNorm need.
size_t CWriter::spareNumbers() const {
  const size_t linear = largestLinear();
  size_t spare = linear * (2 * linear + 6);
  for (size_t i = 0; i < schedule_.linearBlocks.size(); ++i) {
    const size_t n = schedule_.linearBlocks[i].unknowns.size();
    if (sparseLinear_[i]) spare = std::max(spare, n <= kLargestSpare ? n * (2 * n + 5) : 1);
  }
  for (size_t i = 0; i < sparseNonlinear_.size(); ++i) {
    if (!isWritten(i)) continue;
    const size_t n = schedule_.nonlinearBlock(i).unknowns.size();
    const bool small = !sparseNonlinear_[i] || n <= kLargestSpare;
    spare = std::max(spare, small ? n * (n + 4) : 1);
  }
  return spare;
}

void CWriter::sparseTables() {
  out_ += kSharedRowMerge;
  line(0, fmt::format("enum {{ LARGEST_SPARE = {} }};\n", kLargestSpare));
  if (anySparse(sparseLinear_)) out_ += kSparseSolver;
  for (size_t i = 0; i < sparseLinear_.size(); ++i)
    if (sparseLinear_[i]) out_ += tables(fmt::format("sparse_linear_{}", i), *sparseLinear_[i]);
  for (size_t i = 0; i < sparseNonlinear_.size(); ++i) {
    if (!sparseNonlinear_[i] || !isWritten(i)) continue;
    const RowMergePlan& plan = *sparseNonlinear_[i];
    const std::string name = fmt::format("sparse_nonlinear_{}", i);
    out_ += tables(name, plan);
    const auto colours = runtime::colourColumns(plan.n, plan.n, plan.start.data(), plan.of.data());
    line(0, fmt::format("static const int {}_colour[] = {{\n    {}}};\n", name,
                        joined(colours.colour)));
  }
}

void CWriter::entryFunction(const std::string& name, const std::vector<MatrixEntry>& entries) {
  inPieces(name, ", double *A", ", A", entries.size(), [&](size_t begin, size_t end) {
    std::vector<ExprId> list;
    for (size_t k = begin; k < end; ++k) list.push_back(entries[k].value);
    values("", 0, {}, list, "A", begin);
  });
}

void CWriter::listFunction(const std::string& name, const std::vector<ExprId>& list) {
  inPieces(name, ", double *b", ", b", list.size(), [&](size_t begin, size_t end) {
    values("", 0, {}, std::span(list).subspan(begin, end - begin), "b", begin);
  });
}

// The rest of a function that solves the system.
void CWriter::sparseLinear(size_t index) {
  const LinearBlock& block = schedule_.linearBlocks[index];
  const size_t n = block.unknowns.size();
  const bool reuse = keepsFactors(index) && block.change != MatrixChange::Varies;
  line(2, fmt::format("static const int unknown[{}] = {{{}}};", n, places(block.unknowns)));
  line(2, "double *const b = m->sparse_right;");
  if (reuse) line(2, "int i;");
  line(2, fmt::format("if (linear_right_{}(m, b)) return 1;", index));
  if (reuse)
    line(2, fmt::format("if (!m->factored[{}]{}) {{", index,
                        events_ && block.change == MatrixChange::AtEvent ? " || m->live" : ""));
  const int indent = reuse ? 4 : 2;
  line(indent, fmt::format("if (linear_matrix_{0}(m, m->factors_{0})) return 1;", index));
  const std::string solution = fmt::format(
      "solve_sparse(m, &sparse_linear_{0}, unknown, m->factors_{0}, m->pivots_{0}, b)", index);
  if (reuse) {
    line(4, fmt::format("if ({}) return 1;", solution));
    line(4, fmt::format("m->factored[{0}] = m->factors_{0}[0] == m->factors_{0}[0];", index));
    line(4, "return 0;");
    line(2, "}");
    line(2, fmt::format("rowMergeSolve(&sparse_linear_{0}, m->factors_{0}, m->pivots_{0}, b, "
                        "m->sparse_room);",
                        index));
    line(2, fmt::format("for (i = 0; i < {}; ++i) v[unknown[i]] = b[i];", n));
    line(2, "return 0;");
  } else {
    line(2, fmt::format("return {};", solution));
  }
  line(0, "}\n");
  texts_.freezeRelations(false);
}

}  // namespace formola::text

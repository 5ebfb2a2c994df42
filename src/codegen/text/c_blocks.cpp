// Systems of simultaneous equations in C.
#include <fmt/format.h>

#include <algorithm>

#include "codegen/text/c_kernels.h"
#include "codegen/text/c_writer.h"
#include "codegen/text/sorted_writer.h"

namespace formola::text {

// Which blocks only read relations, and which linear ones are solved again with other right-hand
// sides for the Jacobian of a nonlinear one.
void CWriter::findBlockKinds() {
  frozen_ = frozenBlocks(schedule_);
  if (interface_ == Interface::Dsblock)
    for (const auto* list : {&schedule_.derivatives, &schedule_.outputs})
      for (const Step& step : *list)
        if (step.kind == StepKind::Nonlinear) algebraicBlocks_.push_back(step.block);
  solvedAgain_ = blocksSolvedAgain(schedule_);
  findSparseSystems();
}

bool CWriter::keepsFactors(size_t linear) const {
  const LinearBlock& block = schedule_.linearBlocks[linear];
  return solvedAgain_[linear] != 0 ||
         (block.symbolic && block.formulas.empty() && block.change != MatrixChange::Varies &&
          interface_ == Interface::Steps);
}

void CWriter::blockStorage() {
  for (size_t i = 0; i < schedule_.linearBlocks.size(); ++i) {
    if (!keepsFactors(i) && !sparseLinear_[i]) continue;
    const size_t n = schedule_.linearBlocks[i].unknowns.size();
    if (const auto& plan = sparseLinear_[i]) {
      line(2, fmt::format("double factors_{}[{}];", i, plan->numbers));
      line(2, fmt::format("int pivots_{}[{}];", i, plan->rows));
      continue;
    }
    line(2, fmt::format("double factors_{}[{}];", i, n * n + 2 * n));
    line(2, fmt::format("int pivots_{}[{}];", i, n));
  }
  newtonMembers();
  if (anySparse()) sparseMembers();
  const size_t spare = spareNumbers();
  if (spare > 0) line(2, fmt::format("double spare[{}]; /* for singular systems */", spare));
  if (interface_ == Interface::Steps && !schedule_.linearBlocks.empty())
    line(2, fmt::format("char factored[{}]; /* the factors of that linear system are still good */",
                        schedule_.linearBlocks.size()));
}

// Of the linear systems that are solved by elimination; 0: there are none.
size_t CWriter::largestLinear() const {
  size_t largest = 0;
  for (size_t i = 0; i < schedule_.linearBlocks.size(); ++i) {
    const LinearBlock& b = schedule_.linearBlocks[i];
    if (sparseLinear_[i]) continue;
    if (!b.symbolic || b.unknowns.size() > 1 || keepsFactors(i))
      largest = std::max(largest, b.unknowns.size());
  }
  return largest;
}

void CWriter::blocks() {
  const bool newton = !schedule_.nonlinearBlocks.empty();
  bool affine = false;
  for (const LinearBlock& b : schedule_.linearBlocks) affine = affine || !b.symbolic;
  size_t largest = 1, mode = 1;
  const size_t linear = largestLinear();
  for (size_t i = 0; i < sparseNonlinear_.size(); ++i)
    if (isWritten(i)) largest = std::max(largest, schedule_.nonlinearBlock(i).unknowns.size());
  for (const MixedBlock& b : schedule_.mixedBlocks)
    mode = std::max(mode, b.relations.size() + b.discrete.size());
  if (linear > 0 || newton || anySparse()) {
    if (linear > 0 || newton) out_ += kDenseSolver;
    out_ += kSharedReflection;
    out_ += kSharedLeastNorm;
  }
  if (linear > 0) {
    // Compilers see accesses beyond arrays of one element where there are none.
    line(0, fmt::format("enum {{ LARGEST_LINEAR = {} }};\n", std::max<size_t>(2, linear)));
    out_ += kSharedNearest;
    out_ += kLinearSolver;
  }
  if (anySparse()) {
    if (linear == 0 && anySparse(sparseLinear_)) out_ += kSharedNearest;
    sparseTables();
  }
  if (affine) out_ += kAffineSolver;
  if (newton) {
    newtonKernels(largest);
  }
  if (events_ && !schedule_.mixedBlocks.empty()) {
    line(0, fmt::format("enum {{ LARGEST_MODE = {} }};\n", mode));
    line(0, "static int crossings(MODEL *m, double *z);\n");
    out_ += kMixed;
  }
  for (size_t i = 0; i < schedule_.linearBlocks.size(); ++i) linearBlock(i);
  // Whole systems stand before those that call them.
  for (size_t i = sparseNonlinear_.size(); i-- > 0;)
    if (isWritten(i)) nonlinearBlock(i);
  for (size_t i = 0; i < schedule_.mixedBlocks.size(); ++i) mixedBlock(i);
  if (newton && interface_ == Interface::Steps) acceptPoint();
}

void CWriter::values(std::string_view array, size_t rows, std::span<const MatrixEntry> entries,
                     std::span<const ExprId> list, std::string_view vector, size_t first) {
  std::vector<ExprId> roots;
  for (const MatrixEntry& e : entries) roots.push_back(e.value);
  roots.insert(roots.end(), list.begin(), list.end());
  std::vector<Temporary> before;
  const std::vector<std::string> texts = texts_.group(roots, before);
  temporaries(before);
  for (size_t i = 0; i < entries.size(); ++i)
    line(2, fmt::format("{}[{} + {}*{}] = {};", array, entries[i].row, rows, entries[i].column,
                        texts[i]));
  for (size_t i = 0; i < list.size(); ++i)
    line(2, fmt::format("{}[{}] = {};", vector, first + i, texts[entries.size() + i]));
}

void CWriter::linearBlock(size_t index) {
  const LinearBlock& block = schedule_.linearBlocks[index];
  const size_t n = block.unknowns.size();
  texts_.freezeRelations(frozen_.linear[index] != 0);
  if (!block.equations.empty()) texts_.from(block.equations[0].range);
  line(0,
       fmt::format("/* {} simultaneous linear equations for {} */", n, describe(block.unknowns)));
  if (!block.symbolic) {
    residualFunction(fmt::format("linear_residual_{}", index), block.inner, block.residuals);
  }
  const bool kept = keepsFactors(index);
  const std::string A = kept ? fmt::format("m->factors_{}", index) : "A",
                    pivot = kept ? fmt::format("m->pivots_{}", index) : "pivot";
  if (sparseLinear_[index]) {
    entryFunction(fmt::format("linear_matrix_{}", index), block.matrix);
    listFunction(fmt::format("linear_right_{}", index), block.rhs);
  }
  begin(fmt::format("static int linear_{}(MODEL *m)", index));
  if (!block.symbolic) {
    // r = A u - b at u = 0 and at the unit vectors
    line(2, fmt::format("static const int unknown[{}] = {{{}}};", n, places(block.unknowns)));
    if (!kept) line(2, fmt::format("double A[{}];\n  int pivot[{}];", n * n + 2 * n, n));
    line(2, fmt::format("return solve_affine(m, {}, unknown, linear_residual_{}, {}, {});", n,
                        index, A, pivot));
    line(0, "}\n");
    texts_.freezeRelations(false);
    return;
  }
  if (!block.formulas.empty() && !kept) {
    const size_t few = block.formulas.size();
    line(2, fmt::format("double solution[{}], guard[{}];", few,
                        std::max<size_t>(1, block.guards.size())));
    std::vector<ExprId> all = block.formulas;
    all.insert(all.end(), block.guards.begin(), block.guards.end());
    std::vector<Temporary> before;
    const std::vector<std::string> texts = texts_.group(all, before);
    temporaries(before);
    std::string holds;
    for (size_t i = 0; i < few; ++i) line(2, fmt::format("solution[{}] = {};", i, texts[i]));
    line(2, "guard[0] = 1;");
    for (size_t i = 0; i < block.guards.size(); ++i) {
      line(2, fmt::format("guard[{}] = {};", i, texts[few + i]));
      holds += fmt::format("{}guard[{}] > 0", i ? " && " : "", i);
    }
    line(2, fmt::format("if ({}) {{", holds.empty() ? "guard[0] > 0" : holds));
    for (size_t i = 0; i < few; ++i)
      line(4, fmt::format("v[{}] = solution[{}];", target(block.unknowns[i]), i));
    line(4, "return 0;");
    line(2, "}");
  }
  linearSolution(index);
}

// The elimination.
void CWriter::linearSolution(size_t index) {
  const LinearBlock& block = schedule_.linearBlocks[index];
  const size_t n = block.unknowns.size();
  const bool kept = keepsFactors(index);
  const std::string A = kept ? fmt::format("m->factors_{}", index) : "A",
                    pivot = kept ? fmt::format("m->pivots_{}", index) : "pivot";
  if (n == 1 && !kept) {
    line(2, "double A[1], b[1];");
    values("A", 1, block.matrix, block.rhs, "b");
    line(2, "if (A[0] == 0 && b[0] == 0) return 0; /* any value: the present one */");
    line(2, "if (!(fabs(A[0]) > 0)) {");
    line(4, "m->message = \"a linear equation is singular\";");
    line(4, "return 1;");
    line(2, "}");
    line(2, fmt::format("v[{}] = b[0]/A[0];", target(block.unknowns[0])));
    end();
    texts_.freezeRelations(false);
    return;
  }
  if (sparseLinear_[index]) return sparseLinear(index);
  line(2, fmt::format("static const int unknown[{}] = {{{}}};", n, places(block.unknowns)));
  if (!kept) line(2, fmt::format("double A[{}] = {{0}};\n  int pivot[{}];", n * n + 2 * n, n));
  line(2, fmt::format("double b[{}];", n));
  if (!kept) {
    values(A, n, block.matrix, block.rhs, "b");
    line(2, fmt::format("return solve_linear(m, {}, unknown, A, pivot, b);", n));
    line(0, "}\n");
    texts_.freezeRelations(false);
    return;
  }
  const bool reuse = block.change != MatrixChange::Varies;
  values("", 0, {}, block.rhs, "b");
  if (reuse)
    line(2, fmt::format("if (!m->factored[{}]{}) {{", index,
                        events_ && block.change == MatrixChange::AtEvent ? " || m->live" : ""));
  else
    line(2, "{");
  line(2, fmt::format("int i;\n  for (i = 0; i < {}; ++i) {}[i] = 0;", n * n, A));
  values(A, n, block.matrix, {}, "");
  line(2, fmt::format("if (solve_linear(m, {}, unknown, {}, {}, b)) return 1;", n, A, pivot));
  if (reuse) line(2, fmt::format("m->factored[{}] = {}[0] == {}[0];", index, A, A));
  line(2, "return 0;");
  line(2, "}");
  if (reuse) {
    line(2, fmt::format("solve({}, {}, {}, b);", n, A, pivot));
    for (size_t i = 0; i < n; ++i)
      line(2, fmt::format("v[{}] = b[{}];", target(block.unknowns[i]), i));
    end();
  } else {
    line(0, "}\n");
  }
  texts_.freezeRelations(false);
}

// r of a torn system, after what is assigned inside.
void CWriter::residualFunction(const std::string& name, const std::vector<Step>& inner,
                               const std::vector<ExprId>& residuals) {
  const size_t before = inner.size();
  inPieces(name, ", double *r", ", r", before + residuals.size(), [&](size_t begin, size_t end) {
    if (begin < before)
      steps({inner.begin() + static_cast<std::ptrdiff_t>(begin),
             inner.begin() + static_cast<std::ptrdiff_t>(std::min(before, end))});
    if (end <= before) return;
    const size_t first = std::max(begin, before) - before;
    values("", 0, {}, std::span(residuals).subspan(first, end - before - first), "r", first);
  });
}

// The continuous part with relations kept, then the relations, until they repeat.
void CWriter::mixedBlock(size_t index) {
  const MixedBlock& block = schedule_.mixedBlocks[index];
  line(0, "/* equations and relations that depend on each other */");
  texts_.freezeRelations(true);
  begin(fmt::format("static int mixed_part_{}(MODEL *m)", index));
  steps(block.continuous);
  end();
  texts_.freezeRelations(false);
  if (events_) {
    begin(fmt::format("static int mixed_modes_{}(MODEL *m)", index));
    keepClose(true);
    steps(block.modes);
    keepClose(false);
    end();
    std::string relations;
    for (uint32_t k : block.relations) relations += fmt::format("{}, ", k);
    line(0, fmt::format("static int mixed_{}(MODEL *m)", index));
    line(0, "{");
    line(2, fmt::format("static const int relation[] = {{{}-1}};", relations));
    line(2, fmt::format("static const int discrete[] = {{{}}};",
                        block.discrete.empty() ? "-1" : places(block.discrete)));
    line(2, fmt::format("return solve_mixed(m, {}, relation, {}, discrete, mixed_part_{}, "
                        "mixed_modes_{});",
                        block.relations.size(), block.discrete.size(), index, index));
    line(0, "}\n");
    return;
  }
  begin(fmt::format("static int mixed_{}(MODEL *m)", index));
  line(2, "int pass, now, changed;");
  line(2, "for (pass = 0; pass < 100; ++pass) {");
  line(4, "changed = 0;");
  line(4, fmt::format("if (mixed_part_{}(m)) return 1;", index));
  for (uint32_t k : block.relations) {
    const RelationInfo& info = model_.relations[k];
    std::vector<Temporary> before;
    const std::string text = texts_.one(info.relation, before);
    line(4, "{");
    temporaries(before);
    line(4, fmt::format("now = {};", text));
    line(4, fmt::format("changed |= now != m->relation[{0}];\n    m->relation[{0}] = now;", k));
    line(4, "}");
  }
  line(4, "if (!changed) return 0;");
  line(2, "}");
  line(2, "return 1;");
  line(0, "}\n");
}

}  // namespace formola::text

// Derivatives of a model's steps in C: what src/runtime/tangent.cpp runs, as tables and functions.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>

#include "codegen/text/c_kernels.h"
#include "codegen/text/c_writer.h"

namespace formola::text {

namespace {

constexpr size_t kChunk = 200;  // partial derivatives in one function

std::string_view kindName(StateTangent::Kind kind) {
  switch (kind) {
    case StateTangent::Kind::Sum:
      return "TANGENT_SUM";
    case StateTangent::Kind::Zero:
      return "TANGENT_ZERO";
    case StateTangent::Kind::Linear:
      return "TANGENT_LINEAR";
    case StateTangent::Kind::Nonlinear:
      break;
  }
  return "TANGENT_NONLINEAR";
}

bool isSolve(const StateTangent::Operation& operation) {
  return operation.kind == StateTangent::Kind::Linear ||
         operation.kind == StateTangent::Kind::Nonlinear;
}

}  // namespace

bool CWriter::hasTangent() const {
  return fmu() && schedule_.tangent && schedule_.tangent->failure.empty();
}

// Matrices of the blocks whose unknowns follow by the implicit function theorem.
void CWriter::tangentMatrices() {
  std::string cases;
  std::vector<char> done(schedule_.linearBlocks.size(), 0);
  for (const StateTangent::Operation& operation : schedule_.tangent->operations) {
    if (!isSolve(operation)) continue;
    const size_t k = operation.block;
    if (operation.kind == StateTangent::Kind::Nonlinear) {
      const std::string one = fmt::format("    case {}:\n      return jacobian_{}(m, A);\n",
                                          schedule_.linearBlocks.size() + k, k);
      if (cases.find(one) == std::string::npos) cases += one;
      continue;
    }
    if (done[k] != 0) continue;
    done[k] = 1;
    const LinearBlock& block = schedule_.linearBlocks[k];
    if (sparseLinear_[k]) {
      cases += fmt::format("    case {0}:\n      return linear_matrix_{0}(m, A);\n", k);
      continue;
    }
    const size_t n = block.unknowns.size();
    begin(fmt::format("static int tangent_matrix_{}(MODEL *m, double *A)", k));
    if (block.symbolic) {
      line(2, fmt::format("memset(A, 0, {}*sizeof A[0]);", n * n));
      values("A", n, block.matrix, {}, "");
    } else {
      // r = A u - b at u = 0 and at the unit vectors, then at the solution again
      line(2, fmt::format("static const int unknown[{}] = {{{}}};", n, places(block.unknowns)));
      line(2, fmt::format("double b[{0}], u[{0}];\n  int i, j;", n));
      line(2, fmt::format("for (i = 0; i < {}; ++i) {{", n));
      line(4, "u[i] = v[unknown[i]];\n    v[unknown[i]] = 0;");
      line(2, "}");
      line(2, fmt::format("if (linear_residual_{}(m, b)) return 1;", k));
      line(2, fmt::format("for (j = 0; j < {}; ++j) {{", n));
      line(4, "v[unknown[j]] = 1;");
      line(4, fmt::format("if (linear_residual_{}(m, A + {}*j)) return 1;", k, n));
      line(4, "v[unknown[j]] = 0;");
      line(4, fmt::format("for (i = 0; i < {0}; ++i) A[i + {0}*j] -= b[i];", n));
      line(2, "}");
      line(2, fmt::format("for (i = 0; i < {}; ++i) v[unknown[i]] = u[i];", n));
      line(2, fmt::format("if (linear_residual_{}(m, b)) return 1;", k));
    }
    end();
    cases += fmt::format("    case {0}:\n      return tangent_matrix_{0}(m, A);\n", k);
  }
  line(0, "/* By columns, of a sparse one the entries. */");
  line(0, "static int tangent_matrix(MODEL *m, int block, double *A)");
  line(0, "{");
  line(2, "switch (block) {");
  out_ += cases;
  line(2, "}");
  line(2, "(void)m;");
  line(2, "(void)A;");
  line(2, "return 1;");
  line(0, "}\n");
}

void CWriter::tangentPartials() {
  const std::vector<ExprId>& all = schedule_.tangent->partials;
  size_t chunks = 0;
  for (size_t at = 0; at < all.size(); at += kChunk, ++chunks) {
    const size_t count = std::min(kChunk, all.size() - at);
    begin(fmt::format("static int tangent_partials_{}(MODEL *m, double *p)", chunks));
    std::vector<Temporary> before;
    const std::vector<std::string> texts = texts_.group(std::span(all).subspan(at, count), before);
    temporaries(before);
    for (size_t i = 0; i < count; ++i) line(2, fmt::format("p[{}] = {};", at + i, texts[i]));
    end();
  }
  line(0, "/* Of the steps by what they read, at the present point. */");
  line(0, "static int tangent_partials(MODEL *m, double *p)");
  line(0, "{");
  line(2, "(void)m;");
  line(2, "(void)p;");
  for (size_t i = 0; i < chunks; ++i)
    line(2, fmt::format("if (tangent_partials_{}(m, p)) return 1;", i));
  end();
}

// Which row holds the derivative of the variable at a place: -1: it is zero, -2: there is none.
std::vector<int32_t> CWriter::tangentRows() const {
  const StateTangent& tangent = *schedule_.tangent;
  std::vector<int32_t> rows(static_cast<size_t>(schedule_.nVariables), -2);
  for (size_t i = static_cast<size_t>(schedule_.parameterBegin); i < rows.size(); ++i) rows[i] = -1;
  for (size_t i = 0; i < options_.tangent.outputs.size(); ++i) {
    const int32_t slot = schedule_.slots[options_.tangent.outputs[i]].index;
    rows[static_cast<size_t>(slot)] = tangent.outputs[i];
  }
  const auto n = static_cast<size_t>(schedule_.nStates);
  for (size_t i = 0; i < n; ++i) {
    rows[i] = static_cast<int32_t>(i);
    rows[n + i] = tangent.derivatives[i];
  }
  for (size_t i = 0; i < options_.tangent.seeds.size(); ++i) {
    const int32_t slot = schedule_.slots[options_.tangent.seeds[i]].index;
    rows[static_cast<size_t>(slot)] = static_cast<int32_t>(n + i);
  }
  return rows;
}

void CWriter::tangent() {
  const StateTangent& tangent = *schedule_.tangent;
  texts_.freezeRelations(true);
  tangentMatrices();
  tangentPartials();
  texts_.freezeRelations(false);
  size_t factors = 0, pivots = 0, largest = 0;
  int64_t stack = 0;
  std::string sparseBlocks;
  std::map<size_t, std::pair<size_t, size_t>> room;  // by block: where factors and pivots are
  line(0, "/* Each row is the derivative of a variable in the direction of the given rows. */");
  line(0, "enum { TANGENT_SUM, TANGENT_ZERO, TANGENT_LINEAR, TANGENT_NONLINEAR };");
  line(0, "static const struct {");
  line(2, "int kind, row;");
  line(2, "int begin, end; /* terms of a sum; the first row of residuals of a system */");
  line(2, "int count, block, factors, pivots; /* of a system */");
  line(0, "} tangent_operation[] = {");
  for (const StateTangent::Operation& o : tangent.operations) {
    const bool nonlinear = o.kind == StateTangent::Kind::Nonlinear;
    const size_t block = o.block + (nonlinear ? schedule_.linearBlocks.size() : 0);
    const auto [place, added] = room.try_emplace(isSolve(o) ? block + 1 : 0, factors, pivots);
    line(2, fmt::format("{{{}, {}, {}, {}, {}, {}, {}, {}}},", kindName(o.kind), o.row, o.begin,
                        o.end, o.count, block, place->second.first, place->second.second));
    if (!isSolve(o) || !added) continue;
    const auto& sparse = (nonlinear ? sparseNonlinear_ : sparseLinear_)[o.block];
    factors +=
        sparse ? static_cast<size_t>(sparse->numbers) : static_cast<size_t>(o.count) * o.count;
    pivots += sparse ? static_cast<size_t>(sparse->rows) : o.count;
    largest = std::max<size_t>(largest, o.count);
    if (!sparse) continue;
    stack = std::max(stack, sparse->stack);
    sparseBlocks += fmt::format("    case {}:\n      return &sparse_{}_{};\n", block,
                                nonlinear ? "nonlinear" : "linear", o.block);
  }
  line(2, "{TANGENT_ZERO, 0, 0, 0, 0, 0, 0, 0}");
  line(0, "};");
  line(0, "static const struct { int row, partial; } tangent_term[] = {");
  for (const StateTangent::Term& t : tangent.terms)
    line(2, fmt::format("{{{}, {}}},", t.row, t.partial));
  line(2, "{0, 0}");
  line(0, "};");
  line(0, "/* By place: the row; -1: always 0, -2: there is none. */");
  line(0, "static const int tangent_row[N] = {");
  const std::vector<int32_t> rows = tangentRows();
  for (size_t i = 0; i < std::max<size_t>(1, rows.size()); ++i)
    line(2, fmt::format("{},", i < rows.size() ? rows[i] : -2));
  line(0, "};");
  line(0, fmt::format("enum {{ TANGENT_GIVEN = {}, TANGENT_ROWS = {}, TANGENT_OPERATIONS = {}, "
                      "TANGENT_PARTIALS = {},",
                      static_cast<size_t>(schedule_.nStates) + tangent.seeds, tangent.rows,
                      tangent.operations.size(), tangent.partials.size()));
  line(0, fmt::format("       TANGENT_FACTORS = {}, TANGENT_PIVOTS = {}, TANGENT_LARGEST = {}, "
                      "TANGENT_STACK = {} }};\n",
                      factors, pivots, largest, std::max<int64_t>(stack, largest)));
  line(0, fmt::format("#define FMU_SPARSE {}", sparseBlocks.empty() ? 0 : 1));
  if (sparseBlocks.empty()) return;
  out_ += kSharedRowMergeTransposed;
  line(0, "/* 0: the matrix of the system is dense. */");
  line(0, "static const RowMerge *tangent_sparse(int block)\n{\n  switch (block) {");
  out_ += sparseBlocks;
  line(0, "  }\n  return 0;\n}\n");
}

}  // namespace formola::text

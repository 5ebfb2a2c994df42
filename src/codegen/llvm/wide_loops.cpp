#include "codegen/llvm/wide_loops.h"

#include <algorithm>

namespace formola::native {

using lowered::Code;
using lowered::Instruction;
using lowered::Op;

namespace {

// Operations that read and write nothing but numbers, or what is said below.
bool onlyComputes(Op op) {
  switch (op) {
    case Op::LoadPre:  // nobody writes these while relations are frozen
    case Op::LoadRelation:
    case Op::Relation:
    case Op::Store:
    case Op::Output:
    case Op::JumpUnless:
    case Op::Jump:
    case Op::SolveLinear:
    case Op::SolveNonlinear:
      return true;
    case Op::Delay:
    case Op::Transport:
    case Op::Call:
    case Op::Extract:
    case Op::Pick:  // reports what is wrong
    case Op::StorePre:
    case Op::SolveMixed:
    case Op::SolveAgain:
    case Op::Act:
      return false;
    default:
      return op < Op::LoadAt;
  }
}

}  // namespace

WideLoops::WideLoops(const lowered::Programs& programs, uint32_t leastWork)
    : programs_(programs),
      leastWork_(leastWork),
      linear_(programs.linear.size()),
      nonlinear_(programs.nonlinear.size()) {}

// `times`: how often the code runs in one solution, about.
void WideLoops::addCode(const Code& code, Touched& touched, uint32_t times) {
  touched.work += times * code.instructions.size();
  for (const Instruction& i : code.instructions) {
    touched.apart = touched.apart && onlyComputes(i.op);
    if (i.op == Op::Load) touched.reads.push_back(i.a);
    if (i.op == Op::Store) touched.writes.push_back(i.dst);
    if (i.op != Op::SolveLinear && i.op != Op::SolveNonlinear) continue;
    const Touched inner = ofBlock(i.op, i.a);
    touched.apart = touched.apart && inner.apart;
    touched.work += times * inner.work;
    touched.reads.insert(touched.reads.end(), inner.reads.begin(), inner.reads.end());
    touched.writes.insert(touched.writes.end(), inner.writes.begin(), inner.writes.end());
  }
}

// Blocks are nested as deeply as loops of the model stand in each other: recursion is short.
const WideLoops::Touched& WideLoops::ofBlock(Op solve, uint32_t block) {
  Touched& touched = solve == Op::SolveLinear ? linear_[block] : nonlinear_[block];
  if (touched.known) return touched;
  touched.known = true;
  constexpr uint32_t kOfSolver = 100;
  touched.work = kOfSolver;
  const lowered::Programs::Block& codes =
      solve == Op::SolveLinear ? programs_.linear[block] : programs_.nonlinear[block];
  auto unknowns = [&](const int32_t* list, int32_t n) {
    for (int32_t k = 0; k < n; ++k) touched.writes.push_back(static_cast<uint32_t>(list[k]));
  };
  if (solve == Op::SolveLinear) {
    const FmlLinearBlock& own = programs_.linearBlocks[block];
    unknowns(own.unknowns, own.n);
    for (const Code* code : {codes.residual, codes.matrix, codes.rhs, codes.formulas})
      addCode(*code, touched, 1);
    return touched;
  }
  const FmlNonlinearBlock& own = programs_.nonlinearBlocks[block];
  unknowns(own.unknowns, own.n);
  constexpr uint32_t kIterations = 2;
  addCode(*codes.residual, touched, kIterations);
  addCode(*codes.matrix, touched, 1);
  return touched;
}

// read(place) and write(place) for what the instructions touch, places in the register file behind
// the variables. False: they are not only such instructions.
template <typename Read, typename Write>
bool WideLoops::visit(const Code& code, const ChunkedCode& chunks, uint32_t begin, uint32_t end,
                      Read&& read, Write&& write) {
  const auto file = static_cast<uint32_t>(programs_.model->nVariables);
  for (uint32_t k = begin; k < end; ++k) {
    const Instruction& i = code.instructions[k];
    if (!onlyComputes(i.op)) return false;
    if (i.op == Op::Load) read(i.a);
    if (i.op == Op::Store) write(i.dst);
    if (i.op == Op::SolveLinear || i.op == Op::SolveNonlinear) {
      const Touched& block = ofBlock(i.op, i.a);
      if (!block.apart) return false;
      for (const uint32_t place : block.reads) read(place);
      for (const uint32_t place : block.writes) write(place);
    }
    lowered::forEachOperand(code, i, [&](uint32_t r) {
      if (chunks.merged[r] != 0 || chunks.home[r] == Home::Register) read(file + chunks.file[r]);
      if (chunks.home[r] == Home::Variable) read(chunks.place[r]);
    });
    if (hasResult(i.op) && chunks.file[i.dst] != kNoPlace) write(file + chunks.file[i.dst]);
  }
  return true;
}

uint64_t WideLoops::workOf(const Code& code, uint32_t begin, uint32_t end) {
  uint64_t work = end - begin;
  for (uint32_t k = begin; k < end; ++k) {
    const Instruction& i = code.instructions[k];
    if (i.op == Op::SolveLinear || i.op == Op::SolveNonlinear) work += ofBlock(i.op, i.a).work;
    // An elementary function takes as long as some ten sums.
    if (i.op == Op::Sin || i.op == Op::Cos || i.op == Op::Exp || i.op == Op::Log ||
        i.op == Op::Builtin)
      work += 10;
  }
  return work;
}

uint32_t WideLoops::partOf(const Code& code, const ChunkedCode& chunks,
                           const std::vector<uint32_t>& begins, uint32_t least) {
  const auto count = static_cast<uint32_t>(begins.size()) - 1;
  const uint64_t all = workOf(code, begins.front(), begins.back());
  if (all < uint64_t{2} * leastWork_) return 0;
  writer_.assign(static_cast<size_t>(programs_.model->nVariables) + chunks.fileSize, -1);
  bool good = true;
  auto nothing = [](uint32_t) {};
  for (uint32_t k = 0; k < count && good; ++k) {
    auto write = [&](uint32_t place) {
      int32_t& writer = writer_[place];
      good = good && (writer < 0 || writer == static_cast<int32_t>(k));
      writer = static_cast<int32_t>(k);
    };
    good = visit(code, chunks, begins[k], begins[k + 1], nothing, write) && good;
  }
  for (uint32_t k = 0; k < count && good; ++k)
    visit(
        code, chunks, begins[k], begins[k + 1],
        [&](uint32_t place) {
          good = good && (writer_[place] < 0 || writer_[place] == static_cast<int32_t>(k));
        },
        nothing);
  if (!good) return 0;
  const uint64_t parts = all / leastWork_;
  const uint64_t part = std::max<uint64_t>(count / parts, 1);
  const uint64_t whole = std::max<uint64_t>(part / least, 1) * least;
  return whole * 2 > count ? 0 : static_cast<uint32_t>(whole);
}

}  // namespace formola::native

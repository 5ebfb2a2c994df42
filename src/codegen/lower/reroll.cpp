#include "codegen/lower/reroll.h"

#include <algorithm>
#include <map>
#include <span>
#include <unordered_map>

#include "codegen/lower/operands.h"
#include "codegen/lower/statement_order.h"
#include "support/assert.h"

namespace formola::lowered {

namespace {

constexpr uint32_t kNone = UINT32_MAX;
// Operations of a statement, at most: a longer sum is a recurrence of parts.
constexpr uint32_t kLargest = 32;

// Neither leaves the function nor depends on what happens outside of it.
bool isPlain(Op op) {
  switch (op) {
    case Op::Pick:
    case Op::Delay:
    case Op::Transport:
    case Op::JumpUnless:
    case Op::Jump:
    case Op::Call:
    case Op::Extract:
    case Op::Act:
      return false;
    default:
      return !isSolve(op);
  }
}

bool isEffect(Op op) {
  return op == Op::Store || op == Op::StorePre || op == Op::Output;
}

// Where registers of the whole code are defined and used.
struct Registers {
  std::vector<uint32_t> definition;  // instruction
  // Outputs do not count: a caller asks for a value here and there, which must not make another
  // shape of the statement that has it.
  std::vector<uint32_t> uses;
  std::vector<uint8_t> outside;  // used or overwritten outside of the run of its definition
};

// What the registers of the code are called inside of one statement, and their number among the
// distinct ones: the same operand twice is another shape than two operands. One table for all
// statements: clear() takes constant time.
class Names {
 public:
  explicit Names(uint32_t registers) : entries_(registers) {}
  void clear() {
    ++statement_;
    size_ = 0;
  }
  bool contains(uint32_t r) const { return entries_[r].statement == statement_; }
  void add(uint32_t r, uint32_t name) {
    if (!contains(r)) entries_[r] = {statement_, name, size_++};
  }
  // Require contains(r).
  uint32_t name(uint32_t r) const { return known(r).name; }
  uint32_t number(uint32_t r) const { return known(r).number; }

 private:
  struct Entry {
    uint32_t statement = 0, name = 0, number = 0;
  };
  const Entry& known(uint32_t r) const {
    FORMOLA_ASSERT(contains(r));
    return entries_[r];
  }
  std::vector<Entry> entries_;
  uint32_t statement_ = 0, size_ = 0;
};

// A run of plain instructions as statements in a new order. What a statement computes goes to a
// register that others read, or to a variable.
class Segment {
 public:
  Segment(RolledCode& result, const Registers& registers, Names& names,
          const RerollOptions& options)
      : result_(result), registers_(registers), names_(names), options_(options) {}

  // False: nothing gained, and nothing was written.
  bool roll(const Code& code, uint32_t begin, uint32_t end);

 private:
  bool conflicts() const;
  void makeStatements();
  void addStatement(uint32_t root, std::span<const uint32_t> effects);
  void sortByPlaces(Piece& piece) const;
  void write(StatementOrder order);

  RolledCode& result_;
  const Registers& registers_;
  Names& names_;  // of the statement at hand
  const RerollOptions& options_;
  const Code* code_ = nullptr;
  uint32_t begin_ = 0, end_ = 0;

  StatementGraph graph_;
  std::vector<uint32_t> first_ = {0};  // by statement, and one more: into instructions_
  // The statements' instructions with leaves of their own: they are had again wherever needed.
  // `lists_` belongs to them.
  std::vector<Instruction> instructions_;
  std::vector<uint32_t> lists_;
  uint32_t newRegisters_ = 0;
  std::vector<uint32_t> statementOf_;  // by instruction - begin: the statement whose root it is
  std::map<std::vector<uint32_t>, uint32_t> shapes_;
  struct Visit {
    uint32_t instruction;
    bool entered;
  };
  std::vector<Visit> stack_;
  std::vector<uint32_t> tokens_, operands_;
};

// Reading what the same run writes would tie loads to their places.
bool Segment::conflicts() const {
  std::unordered_map<uint64_t, uint8_t> touched;  // 1: read, 2: written
  touched.reserve(end_ - begin_);
  auto touch = [&](Op space, uint32_t slot, uint8_t how) {
    uint8_t& known = touched[(static_cast<uint64_t>(space) << 32) | slot];
    const bool conflict = how == 2 ? known != 0 : (known & 2) != 0;
    known |= how;
    return conflict;
  };
  for (uint32_t k = begin_; k < end_; ++k) {
    const Instruction& i = code_->instructions[k];
    bool conflict = false;
    switch (i.op) {
      case Op::Load:
        conflict = touch(Op::Load, i.a, 1);
        break;
      case Op::Store:
        conflict = touch(Op::Load, i.dst, 2);
        break;
      case Op::LoadPre:
        conflict = touch(Op::LoadPre, i.a, 1);
        break;
      case Op::StorePre:
        conflict = touch(Op::LoadPre, i.dst, 2);
        break;
      case Op::LoadRelation:
        conflict = touch(Op::LoadRelation, i.a, 1);
        break;
      case Op::Relation:
        conflict = touch(Op::LoadRelation, i.c, 2);
        break;
      case Op::Output:
        conflict = touch(Op::Output, i.dst, 2);
        break;
      default:
        break;
    }
    if (conflict) return true;
  }
  return false;
}

// The tree below `root` down to leaves and to what other statements compute, then the effects.
void Segment::addStatement(uint32_t root, std::span<const uint32_t> effects) {
  names_.clear();
  tokens_.clear();
  auto rename = [&](uint32_t r) { return names_.name(r); };
  auto emit = [&](uint32_t k) {
    Instruction i = code_->instructions[k];
    tokens_.push_back(static_cast<uint32_t>(i.op));
    if (i.op == Op::Builtin) {
      tokens_.push_back(i.b);
      tokens_.push_back(i.c);
    }
    forEachOperand(*code_, i, [&](uint32_t r) { tokens_.push_back(names_.number(r)); });
    switch (i.op) {
      case Op::Builtin: {
        const auto at = static_cast<uint32_t>(lists_.size());
        for (uint32_t n = 0; n < i.b; ++n) lists_.push_back(rename(code_->lists[i.a + n]));
        i.a = at;
        break;
      }
      case Op::Select:
      case Op::MulAdd:
      case Op::MulSub:
      case Op::SubMul:
        i.c = rename(i.c);
        [[fallthrough]];
      default: {
        uint32_t operands = 0;
        forEachOperand(*code_, i, [&](uint32_t) { ++operands; });
        if (operands > 1) i.b = rename(i.b);
        if (operands > 0) i.a = rename(i.a);
      }
    }
    instructions_.push_back(i);
  };
  // What an output has, another statement may have too.
  const bool again = code_->instructions[root].op == Op::Output;
  auto need = [&](uint32_t r) {
    if (names_.contains(r)) return;
    const uint32_t at = registers_.definition[r];
    if (code_->instructions[at].op == Op::Constant ||
        (at >= begin_ && at < end_ && isLeaf(code_->instructions[at].op) && at != root)) {
      Instruction leaf = code_->instructions[at];
      leaf.dst = code_->registers + newRegisters_++;
      names_.add(r, leaf.dst);
      tokens_.push_back(static_cast<uint32_t>(leaf.op));
      instructions_.push_back(leaf);
    } else if (at >= begin_ && at < end_ && statementOf_[at - begin_] == kNone) {
      stack_.push_back({at, false});
    } else {
      names_.add(r, r);
      tokens_.push_back(1000);
      graph_.producer.push_back(at >= begin_ && at < end_ ? statementOf_[at - begin_] : kNone);
    }
  };
  stack_.assign(1, {root, false});
  while (!stack_.empty()) {
    Visit& top = stack_.back();
    const uint32_t k = top.instruction;
    const Instruction& i = code_->instructions[k];
    if (!top.entered) {
      top.entered = true;
      // The first operand ends on top of the stack.
      operands_.clear();
      forEachOperand(*code_, i, [&](uint32_t r) { operands_.push_back(r); });
      for (size_t n = operands_.size(); n-- > 0;) need(operands_[n]);
      continue;
    }
    stack_.pop_back();
    if (hasResult(i.op)) {
      if (names_.contains(i.dst)) continue;
      emit(k);
      if (again) instructions_.back().dst = code_->registers + newRegisters_++;
      names_.add(i.dst, instructions_.back().dst);
    } else {
      emit(k);
    }
  }
  for (uint32_t k : effects) {
    const Instruction& i = code_->instructions[k];
    need(i.a);
    emit(k);
  }
  auto shape = shapes_.find(tokens_);
  if (shape == shapes_.end())
    shape = shapes_.emplace(tokens_, static_cast<uint32_t>(shapes_.size())).first;
  graph_.shape.push_back(shape->second);
  graph_.length.push_back(static_cast<uint32_t>(instructions_.size()) - first_.back());
  first_.push_back(static_cast<uint32_t>(instructions_.size()));
  graph_.firstOperand.push_back(static_cast<uint32_t>(graph_.producer.size()));
}

void Segment::makeStatements() {
  const uint32_t n = end_ - begin_;
  statementOf_.assign(n, kNone);
  // The effects of a value that is a statement of its own go with it.
  std::vector<uint8_t> root(n, 0);
  std::vector<uint32_t> size(n, 0);  // operations of the tree below, down to other statements
  std::vector<std::vector<uint32_t>> effects;
  std::vector<uint32_t> effectsOf(n, kNone);
  for (uint32_t k = begin_; k < end_; ++k) {
    const Instruction& i = code_->instructions[k];
    if (isEffect(i.op)) {
      const uint32_t at = registers_.definition[i.a];
      const bool here = at >= begin_ && at < end_ && root[at - begin_] != 0;
      if (here && i.op != Op::Output) {
        uint32_t& list = effectsOf[at - begin_];
        if (list == kNone) {
          list = static_cast<uint32_t>(effects.size());
          effects.emplace_back();
        }
        effects[list].push_back(k);
      } else {
        root[k - begin_] = 1;
      }
    } else {
      uint32_t& operations = size[k - begin_];
      operations = 1;
      forEachOperand(*code_, i, [&](uint32_t r) {
        const uint32_t at = registers_.definition[r];
        if (at >= begin_ && at < end_ && root[at - begin_] == 0) operations += size[at - begin_];
      });
      if (isLeaf(i.op)) operations = 0;
      root[k - begin_] = registers_.outside[i.dst] != 0 || operations >= kLargest ||
                         (!isLeaf(i.op) && registers_.uses[i.dst] > 1);
    }
  }
  for (uint32_t k = begin_; k < end_; ++k) {
    if (root[k - begin_] == 0) continue;
    const uint32_t list = effectsOf[k - begin_];
    addStatement(k, list == kNone ? std::span<const uint32_t>() : effects[list]);
    statementOf_[k - begin_] = graph_.size() - 1;
  }
}

// The variable or output that an instruction reads or writes, or kNone.
uint32_t placeOf(const Instruction& i) {
  switch (i.op) {
    case Op::Load:
    case Op::LoadPre:
      return i.a;
    case Op::Store:
    case Op::StorePre:
    case Op::Output:
      return i.dst;
    default:
      return kNone;
  }
}

// Iterations that need nothing of each other may come in any order: in one in which the places
// that they read and write follow each other as far as possible, so that vectors of them can be
// read and written. Tried are the present order and the orders by what is written and what is read
// first.
void Segment::sortByPlaces(Piece& piece) const {
  const uint32_t period = first_[piece.statements[0] + 1] - first_[piece.statements[0]];
  std::vector<uint32_t> fields;  // instructions of the statement that have a place
  uint32_t written = kNone, read = kNone;
  for (uint32_t j = 0; j < period; ++j) {
    const Instruction& i = instructions_[first_[piece.statements[0]] + j];
    if (placeOf(i) == kNone) continue;
    fields.push_back(j);
    uint32_t& key = isEffect(i.op) ? written : read;
    if (key == kNone) key = j;
  }
  auto place = [&](uint32_t s, uint32_t j) {
    return static_cast<int64_t>(placeOf(instructions_[first_[s] + j]));
  };
  auto breaks = [&](const std::vector<uint32_t>& order) {
    size_t result = 0;
    for (uint32_t j : fields)
      for (size_t k = 2; k < order.size(); ++k)
        result += place(order[k], j) - place(order[k - 1], j) !=
                  place(order[k - 1], j) - place(order[k - 2], j);
    return result;
  };
  size_t fewest = breaks(piece.statements);
  for (uint32_t key : {written, read}) {
    if (key == kNone || fewest == 0) continue;
    std::vector<uint32_t> order = piece.statements;
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      const int64_t pa = place(a, key), pb = place(b, key);
      return pa != pb ? pa < pb : a < b;
    });
    const size_t found = breaks(order);
    if (found >= fewest) continue;
    fewest = found;
    piece.statements = std::move(order);
  }
}

void Segment::write(StatementOrder order) {
  Code& out = result_.code;
  const auto lists = static_cast<uint32_t>(out.lists.size());
  out.lists.insert(out.lists.end(), lists_.begin(), lists_.end());
  for (Piece& piece : order.pieces) {
    const auto begin = static_cast<uint32_t>(out.instructions.size());
    if (piece.independent && piece.period == 1) sortByPlaces(piece);
    for (uint32_t s : piece.statements)
      for (uint32_t k = first_[s]; k < first_[s + 1]; ++k) {
        Instruction i = instructions_[k];
        if (i.op == Op::Builtin) i.a += lists;
        out.instructions.push_back(i);
      }
    if (piece.count == 1) continue;
    const auto all = static_cast<uint32_t>(out.instructions.size()) - begin;
    result_.loops.push_back({begin, all / piece.count, piece.count, piece.independent});
  }
}

bool Segment::roll(const Code& code, uint32_t begin, uint32_t end) {
  code_ = &code;
  begin_ = begin;
  end_ = end;
  if (conflicts()) return false;
  newRegisters_ = result_.code.registers - code.registers;
  makeStatements();
  StatementOrder order = orderStatements(
      graph_, {options_.leastIterations, options_.leastSaved, options_.leastSavedIndependent});
  if (order.saved * 100 < size_t{options_.leastPercent} * (end - begin)) return false;
  result_.code.registers = code.registers + newRegisters_;
  write(std::move(order));
  return true;
}

}  // namespace

RolledCode reroll(const Code& code, const RerollOptions& options) {
  RolledCode result;
  const auto n = static_cast<uint32_t>(code.instructions.size());
  if (n < options.leastInstructions) {
    result.code = code;
    return result;
  }
  // Runs of plain instructions outside of branches.
  std::vector<std::pair<uint32_t, uint32_t>> runs;
  std::vector<uint32_t> runOf(n, kNone);
  uint32_t closed = 0;
  for (uint32_t k = 0; k < n; ++k) {
    const Instruction& i = code.instructions[k];
    if (i.op == Op::JumpUnless || i.op == Op::Jump) closed = std::max(closed, i.b);
    if (k < closed || !isPlain(i.op)) continue;
    // A jump that ends here begins a new run: what it skipped is not always computed.
    if (runs.empty() || runs.back().second != k || k == closed) runs.emplace_back(k, k);
    runs.back().second = k + 1;
    runOf[k] = static_cast<uint32_t>(runs.size()) - 1;
  }
  Registers registers;
  registers.definition.assign(code.registers, kNone);
  registers.uses.assign(code.registers, 0);
  registers.outside.assign(code.registers, 0);
  for (uint32_t k = 0; k < n; ++k) {
    const Instruction& i = code.instructions[k];
    forEachOperand(code, i, [&](uint32_t r) {
      if (i.op != Op::Output) ++registers.uses[r];
      const uint32_t at = registers.definition[r];
      if (at == kNone || runOf[at] == kNone || runOf[at] != runOf[k]) registers.outside[r] = 1;
    });
    if (i.op == Op::SolveAgain)
      for (uint32_t r = i.dst; r < i.dst + i.b; ++r) registers.outside[r] = 1;
    if (i.op == Op::Call)
      for (uint32_t r = 0; r < code.calls[i.a].results; ++r)
        registers.definition[code.calls[i.a].result + r] = k;
    if (!hasResult(i.op)) continue;
    if (registers.definition[i.dst] != kNone) registers.outside[i.dst] = 1;
    registers.definition[i.dst] = k;
  }

  result.code.constants = code.constants;
  result.code.lists = code.lists;
  result.code.calls = code.calls;
  result.code.extractions = code.extractions;
  result.code.registers = code.registers;
  result.code.values = code.values;
  result.code.id = code.id;
  std::vector<uint32_t> moved(n + 1, kNone);  // where instructions outside of runs went
  auto copy = [&](uint32_t from, uint32_t to) {
    for (uint32_t k = from; k < to; ++k) {
      moved[k] = static_cast<uint32_t>(result.code.instructions.size());
      result.code.instructions.push_back(code.instructions[k]);
    }
  };
  Names names(code.registers);
  uint32_t done = 0;
  for (const auto& [begin, end] : runs) {
    copy(done, begin);
    moved[begin] = static_cast<uint32_t>(result.code.instructions.size());
    const bool large = end - begin >= options.leastInstructions / 4;
    if (!large || !Segment(result, registers, names, options).roll(code, begin, end))
      copy(begin, end);
    done = end;
  }
  copy(done, n);
  moved[n] = static_cast<uint32_t>(result.code.instructions.size());
  if (result.loops.empty()) {
    result.code = code;
    return result;
  }
  for (Instruction& i : result.code.instructions)
    if (i.op == Op::JumpUnless || i.op == Op::Jump) {
      FORMOLA_ASSERT(moved[i.b] != kNone);
      i.b = moved[i.b];
    }
  return result;
}

}  // namespace formola::lowered

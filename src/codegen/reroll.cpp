#include "codegen/reroll.h"

#include <algorithm>
#include <unordered_map>

#include "codegen/operands.h"
#include "graph/strong_components.h"
#include "support/assert.h"

namespace formola::interp {

namespace {

constexpr uint32_t kNone = UINT32_MAX;
// How often shapes are told apart by their surroundings, at most.
constexpr int kMostRounds = 8;
// Of the next statements with the same shape, how many are tried as the next iteration.
constexpr int kMostPeriods = 12;
// Operations of a statement, at most: a longer sum is a recurrence of parts.
constexpr uint32_t kLargest = 32;

uint64_t mix(uint64_t h, uint64_t x) {
  h ^= x + 0x9e3779b97f4a7c15ULL + (h << 6) + (h >> 2);
  h *= 0xff51afd7ed558ccdULL;
  return h ^ (h >> 32);
}

// A value that is had again wherever it is needed.
bool isLeaf(Op op) {
  switch (op) {
    case Op::Constant:
    case Op::Time:
    case Op::Load:
    case Op::LoadPre:
    case Op::LoadRelation:
    case Op::Sampled:
    case Op::Initial:
    case Op::Terminal:
    case Op::Lambda:
      return true;
    default:
      return false;
  }
}

// Neither leaves the function nor depends on what happens outside of it.
bool isPlain(Op op) {
  switch (op) {
    case Op::Pick:
    case Op::Delay:
    case Op::JumpUnless:
    case Op::Jump:
    case Op::Call:
    case Op::Extract:
    case Op::SolveLinear:
    case Op::SolveNonlinear:
    case Op::SolveMixed:
    case Op::SolveAgain:
    case Op::Act:
      return false;
    default:
      return true;
  }
}

bool isEffect(Op op) {
  return op == Op::Store || op == Op::StorePre || op == Op::Output;
}

// What a statement computes goes to a register that others read, or to a variable.
struct Statement {
  uint32_t first = 0, last = 0;  // its instructions, in Segment::instructions
  uint32_t shape = 0;
  uint32_t firstOperand = 0, lastOperand = 0;  // in Segment::producers
};

// A part of the order: `count` iterations of `period` statements, or single ones (count 1).
struct Piece {
  std::vector<uint32_t> statements;
  uint32_t period = 1, count = 1;
  bool independent = false;
};

struct Plan {
  std::vector<Piece> pieces;
  size_t rolled = 0;  // instructions saved by loops
};

// Where registers of the whole code are defined and used.
struct Registers {
  std::vector<uint32_t> definition;  // instruction
  std::vector<uint32_t> uses;
  std::vector<uint8_t> outside;  // used or overwritten outside of the run of its definition
};

// A run of plain instructions as statements in a new order.
class Segment {
 public:
  Segment(RolledCode& result, const Registers& registers, const RerollOptions& options)
      : result_(result), registers_(registers), options_(options) {}

  // False: nothing gained, and nothing was written.
  bool roll(const Code& code, uint32_t begin, uint32_t end);

 private:
  bool conflicts() const;
  void makeStatements();
  void addStatement(uint32_t root, std::vector<uint32_t> effects);
  uint32_t shapeOf(const std::vector<uint32_t>& tokens);
  Plan arrange(const std::vector<uint32_t>& members, int round);
  Plan arrangeRecurrence(const std::vector<uint32_t>& members, int round);
  Plan findPeriods(const std::vector<uint32_t>& order);
  uint32_t regularIterations(const std::vector<uint32_t>& order, size_t at, uint32_t period,
                             uint32_t count);
  bool refine(const std::vector<uint32_t>& members);
  size_t length(uint32_t s) const { return statements_[s].last - statements_[s].first; }
  void write(const Plan& plan);

  RolledCode& result_;
  const Registers& registers_;
  const RerollOptions& options_;
  const Code* code_ = nullptr;
  uint32_t begin_ = 0, end_ = 0;

  std::vector<Statement> statements_;
  // The statements' instructions with rematerialised leaves. `lists_` belongs to them.
  std::vector<Instruction> instructions_;
  std::vector<uint32_t> lists_;
  uint32_t newRegisters_ = 0;
  std::vector<uint32_t> producers_;    // by operand: statement of this segment, or kNone
  std::vector<uint32_t> statementOf_;  // by instruction - begin: the statement whose root it is
  std::unordered_map<uint64_t, uint32_t> shapes_;
  std::vector<uint32_t> colour_;  // by statement
  uint32_t colours_ = 0;
  std::vector<uint32_t> position_;  // by statement: scratch
};

// Reading what the same run writes would tie loads to their places.
bool Segment::conflicts() const {
  std::unordered_map<uint64_t, uint8_t> touched;  // 1: read, 2: written
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

uint32_t Segment::shapeOf(const std::vector<uint32_t>& tokens) {
  uint64_t h = tokens.size();
  for (uint32_t t : tokens) h = mix(h, t);
  return shapes_.emplace(h, static_cast<uint32_t>(shapes_.size())).first->second;
}

// The tree below `root` down to leaves and to what other statements compute, then the effects.
void Segment::addStatement(uint32_t root, std::vector<uint32_t> effects) {
  const auto number = static_cast<uint32_t>(statements_.size());
  Statement s;
  s.first = static_cast<uint32_t>(instructions_.size());
  s.firstOperand = static_cast<uint32_t>(producers_.size());
  // What the registers of the code are called inside of this statement, and their number among the
  // distinct ones: the same operand twice is another shape than two operands.
  std::unordered_map<uint32_t, std::pair<uint32_t, uint32_t>> names;
  std::vector<uint32_t> tokens;
  auto rename = [&](uint32_t r) { return names.at(r).first; };
  auto emit = [&](uint32_t k) {
    Instruction i = code_->instructions[k];
    tokens.push_back(static_cast<uint32_t>(i.op));
    if (i.op == Op::Builtin) {
      tokens.push_back(i.b);
      tokens.push_back(i.c);
    }
    forEachOperand(*code_, i, [&](uint32_t r) { tokens.push_back(names.at(r).second); });
    switch (i.op) {
      case Op::Builtin: {
        const auto at = static_cast<uint32_t>(lists_.size());
        for (uint32_t n = 0; n < i.b; ++n) lists_.push_back(rename(code_->lists[i.a + n]));
        i.a = at;
        break;
      }
      case Op::Select:
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
  struct Visit {
    uint32_t instruction;
    bool entered;
  };
  std::vector<Visit> stack;
  auto name = [&](uint32_t r, uint32_t as) {
    names.emplace(r, std::pair(as, static_cast<uint32_t>(names.size())));
  };
  auto need = [&](uint32_t r) {
    if (names.contains(r)) return;
    const uint32_t at = registers_.definition[r];
    if (code_->instructions[at].op == Op::Constant ||
        (at >= begin_ && at < end_ && isLeaf(code_->instructions[at].op) && at != root)) {
      Instruction leaf = code_->instructions[at];
      leaf.dst = code_->registers + newRegisters_++;
      name(r, leaf.dst);
      tokens.push_back(static_cast<uint32_t>(leaf.op));
      instructions_.push_back(leaf);
    } else if (at >= begin_ && at < end_ && statementOf_[at - begin_] == kNone) {
      stack.push_back({at, false});
    } else {
      name(r, r);
      tokens.push_back(1000);
      producers_.push_back(at >= begin_ && at < end_ ? statementOf_[at - begin_] : kNone);
    }
  };
  stack.push_back({root, false});
  while (!stack.empty()) {
    Visit& top = stack.back();
    const uint32_t k = top.instruction;
    const Instruction& i = code_->instructions[k];
    if (!top.entered) {
      top.entered = true;
      // The first operand ends on top of the stack.
      std::vector<uint32_t> operands;
      forEachOperand(*code_, i, [&](uint32_t r) { operands.push_back(r); });
      for (size_t n = operands.size(); n-- > 0;) need(operands[n]);
      continue;
    }
    stack.pop_back();
    if (hasResult(i.op)) {
      if (names.contains(i.dst)) continue;
      emit(k);
      name(i.dst, i.dst);
    } else {
      emit(k);
    }
  }
  for (uint32_t k : effects) {
    const Instruction& i = code_->instructions[k];
    if (!names.contains(i.a)) need(i.a);
    emit(k);
  }
  s.last = static_cast<uint32_t>(instructions_.size());
  s.lastOperand = static_cast<uint32_t>(producers_.size());
  s.shape = shapeOf(tokens);
  statements_.push_back(s);
  FORMOLA_ASSERT(number + 1 == statements_.size());
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
      if (here) {
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
                         (!isLeaf(i.op) && registers_.uses[i.dst] != 1);
    }
  }
  for (uint32_t k = begin_; k < end_; ++k) {
    if (root[k - begin_] == 0) continue;
    const uint32_t list = effectsOf[k - begin_];
    addStatement(k, list == kNone ? std::vector<uint32_t>() : std::move(effects[list]));
    statementOf_[k - begin_] = static_cast<uint32_t>(statements_.size()) - 1;
  }
}

// Tells statements of one colour apart by the colours around them. False: it changes nothing.
bool Segment::refine(const std::vector<uint32_t>& members) {
  for (uint32_t k = 0; k < members.size(); ++k) position_[members[k]] = k;
  std::vector<uint64_t> before(members.size()), after(members.size());
  for (uint32_t k = 0; k < members.size(); ++k) {
    const Statement& s = statements_[members[k]];
    before[k] = mix(before[k], colour_[members[k]]);
    for (uint32_t o = s.firstOperand; o < s.lastOperand; ++o) {
      const uint32_t p = producers_[o];
      const bool inside = p != kNone && position_[p] != kNone;
      before[k] = mix(before[k], inside ? colour_[p] : kNone);
      // A sum, so that the order of users does not matter.
      if (inside) after[position_[p]] += mix(colour_[members[k]], o - s.firstOperand);
    }
  }
  std::unordered_map<uint64_t, uint32_t> fresh;
  std::unordered_map<uint32_t, uint8_t> old;
  for (uint32_t k = 0; k < members.size(); ++k) {
    old[colour_[members[k]]] = 1;
    auto [at, added] = fresh.emplace(mix(before[k], after[k]), colours_);
    if (added) ++colours_;
    before[k] = at->second;
  }
  for (uint32_t k = 0; k < members.size(); ++k) {
    colour_[members[k]] = static_cast<uint32_t>(before[k]);
    position_[members[k]] = kNone;
  }
  return fresh.size() > old.size();
}

// From `at` on: how many iterations have their operands at the same places as the first one.
uint32_t Segment::regularIterations(const std::vector<uint32_t>& order, size_t at, uint32_t period,
                                    uint32_t count) {
  const uint32_t end = period * count;
  for (uint32_t k = 0; k < end; ++k) position_[order[at + k]] = k;
  auto place = [&](uint32_t k, uint32_t operand) {
    const uint32_t p = producers_[statements_[order[at + k]].firstOperand + operand];
    if (p == kNone || position_[p] == kNone) return kNone;
    const uint32_t iteration = k / period;
    return position_[p] / period == iteration ? position_[p] % period : kNone;
  };
  uint32_t regular = count;
  for (uint32_t k = period; k < end && regular == count; ++k) {
    const Statement& s = statements_[order[at + k]];
    for (uint32_t o = 0; o < s.lastOperand - s.firstOperand; ++o)
      if (place(k, o) != place(k % period, o)) {
        regular = k / period;
        break;
      }
  }
  for (uint32_t k = 0; k < end; ++k) position_[order[at + k]] = kNone;
  return regular;
}

Plan Segment::findPeriods(const std::vector<uint32_t>& order) {
  Plan plan;
  const size_t n = order.size();
  // The next statement with the same colour and shape.
  std::vector<uint32_t> next(n, kNone);
  std::unordered_map<uint32_t, uint32_t> latest;
  for (size_t k = n; k-- > 0;) {
    auto [at, added] = latest.emplace(colour_[order[k]], k);
    if (!added) {
      next[k] = at->second;
      at->second = static_cast<uint32_t>(k);
    }
  }
  std::vector<uint32_t> single;
  auto flush = [&] {
    for (uint32_t s : single) plan.pieces.push_back({{s}, 1, 1, false});
    single.clear();
  };
  for (size_t k = 0; k < n;) {
    size_t best = 0;
    uint32_t bestPeriod = 0, bestCount = 0;
    uint32_t candidate = next[k];
    for (int t = 0; t < kMostPeriods && candidate != kNone; ++t, candidate = next[candidate]) {
      const auto period = static_cast<uint32_t>(candidate - k);
      if (k + static_cast<size_t>(period) * options_.leastIterations > n) break;
      size_t run = 0;
      while (k + run + period < n && colour_[order[k + run]] == colour_[order[k + run + period]])
        ++run;
      auto count = static_cast<uint32_t>(run / period) + 1;
      if (count < options_.leastIterations || (count - 1) * static_cast<size_t>(period) <= best)
        continue;
      count = regularIterations(order, k, period, count);
      const size_t saved = (count - 1) * static_cast<size_t>(period);
      if (count < options_.leastIterations || saved <= best) continue;
      best = saved;
      bestPeriod = period;
      bestCount = count;
    }
    size_t saved = 0;
    for (size_t m = k + bestPeriod; m < k + static_cast<size_t>(bestPeriod) * bestCount; ++m)
      saved += length(order[m]);
    if (best == 0 || saved < options_.leastSaved) {
      single.push_back(order[k++]);
      continue;
    }
    flush();
    Piece piece;
    piece.period = bestPeriod;
    piece.count = bestCount;
    const size_t end = k + static_cast<size_t>(bestPeriod) * bestCount;
    for (size_t m = k; m < end; ++m) {
      piece.statements.push_back(order[m]);
    }
    plan.rolled += saved;
    plan.pieces.push_back(std::move(piece));
    k = end;
  }
  flush();
  return plan;
}

// Statements whose shapes need each other.
Plan Segment::arrangeRecurrence(const std::vector<uint32_t>& members, int round) {
  // In waves: each statement comes as early as it can.
  std::vector<uint32_t> level(members.size(), 0);
  for (uint32_t k = 0; k < members.size(); ++k) position_[members[k]] = k;
  size_t total = 0;
  for (uint32_t k = 0; k < members.size(); ++k) {
    const Statement& s = statements_[members[k]];
    total += length(members[k]);
    for (uint32_t o = s.firstOperand; o < s.lastOperand; ++o) {
      const uint32_t p = producers_[o];
      if (p != kNone && position_[p] != kNone)
        level[k] = std::max(level[k], level[position_[p]] + 1);
    }
  }
  std::vector<uint32_t> order(members);
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    const uint32_t la = level[position_[a]], lb = level[position_[b]];
    if (la != lb) return la < lb;
    return colour_[a] != colour_[b] ? colour_[a] < colour_[b] : a < b;
  });
  for (uint32_t s : members) position_[s] = kNone;
  Plan plan = findPeriods(order);
  Plan natural = findPeriods(members);
  if (natural.rolled >= plan.rolled) plan = std::move(natural);
  if (plan.rolled * 10 >= total * 9 || round >= kMostRounds) return plan;
  std::vector<uint32_t> before;
  for (uint32_t s : members) before.push_back(colour_[s]);
  if (refine(members)) {
    Plan finer = arrange(members, round + 1);
    if (finer.rolled > plan.rolled) return finer;
  }
  for (uint32_t k = 0; k < members.size(); ++k) colour_[members[k]] = before[k];
  return plan;
}

// `members` ascending. Each shape waits for all statements of the shapes that it needs; where that
// is impossible the shapes form a recurrence.
Plan Segment::arrange(const std::vector<uint32_t>& members, int round) {
  std::unordered_map<uint32_t, int> number;  // of colours, in the order of their first statements
  std::vector<std::vector<uint32_t>> byColour;
  for (uint32_t s : members) {
    auto [at, added] = number.emplace(colour_[s], static_cast<int>(byColour.size()));
    if (added) byColour.emplace_back();
    byColour[static_cast<size_t>(at->second)].push_back(s);
    position_[s] = static_cast<uint32_t>(at->second);
  }
  graph::Digraph needs;
  std::vector<int> seen(byColour.size(), -1);
  std::vector<uint8_t> recurrent(byColour.size(), 0);
  for (size_t c = 0; c < byColour.size(); ++c) {
    for (uint32_t m : byColour[c])
      for (uint32_t o = statements_[m].firstOperand; o < statements_[m].lastOperand; ++o) {
        const uint32_t p = producers_[o];
        if (p == kNone || position_[p] == kNone) continue;
        const auto other = static_cast<int>(position_[p]);
        if (other == static_cast<int>(c)) recurrent[c] = 1;
        if (seen[static_cast<size_t>(other)] == static_cast<int>(c)) continue;
        seen[static_cast<size_t>(other)] = static_cast<int>(c);
        needs.target.push_back(other);
      }
    needs.start.push_back(static_cast<int>(needs.target.size()));
  }
  for (uint32_t s : members) position_[s] = kNone;
  const graph::Groups groups = graph::strongComponents(needs);
  Plan plan;
  for (int g = 0; g < groups.size(); ++g) {
    Plan part;
    const auto first = static_cast<size_t>(groups[g][0]);
    if (groups[g].size() == 1 && recurrent[first] == 0) {
      std::vector<uint32_t>& list = byColour[first];
      const size_t saved = (list.size() - 1) * length(list[0]);
      if (list.size() >= options_.leastIterations && saved >= options_.leastSaved) {
        part.rolled = saved;
        const auto count = static_cast<uint32_t>(list.size());
        part.pieces.push_back({std::move(list), 1, count, true});
      } else {
        for (uint32_t s : list) part.pieces.push_back({{s}, 1, 1, false});
      }
    } else {
      std::vector<uint32_t> inside;
      for (int c : groups[g])
        inside.insert(inside.end(), byColour[static_cast<size_t>(c)].begin(),
                      byColour[static_cast<size_t>(c)].end());
      std::sort(inside.begin(), inside.end());
      part = arrangeRecurrence(inside, round);
    }
    plan.rolled += part.rolled;
    for (Piece& piece : part.pieces) plan.pieces.push_back(std::move(piece));
  }
  return plan;
}

void Segment::write(const Plan& plan) {
  Code& out = result_.code;
  const auto lists = static_cast<uint32_t>(out.lists.size());
  out.lists.insert(out.lists.end(), lists_.begin(), lists_.end());
  for (const Piece& piece : plan.pieces) {
    const auto begin = static_cast<uint32_t>(out.instructions.size());
    for (uint32_t s : piece.statements)
      for (uint32_t k = statements_[s].first; k < statements_[s].last; ++k) {
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
  colour_.clear();
  for (const Statement& s : statements_) colour_.push_back(s.shape);
  colours_ = static_cast<uint32_t>(shapes_.size());
  position_.assign(statements_.size(), kNone);
  std::vector<uint32_t> all;
  for (uint32_t s = 0; s < statements_.size(); ++s) all.push_back(s);
  const Plan plan = arrange(all, 0);
  if (plan.rolled * 100 < size_t{options_.leastPercent} * (end - begin)) return false;
  result_.code.registers = code.registers + newRegisters_;
  write(plan);
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
      ++registers.uses[r];
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
  uint32_t done = 0;
  for (const auto& [begin, end] : runs) {
    copy(done, begin);
    moved[begin] = static_cast<uint32_t>(result.code.instructions.size());
    const bool large = end - begin >= options.leastInstructions / 4;
    if (!large || !Segment(result, registers, options).roll(code, begin, end)) copy(begin, end);
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

}  // namespace formola::interp

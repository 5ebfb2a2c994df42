// Statements of functions, on an explicit stack of blocks.
#include "evaluate/interpreter.h"

namespace formola::interpreter {

namespace {

// A list of statements that is being executed: the body of the function, of a branch or of a loop.
struct Block {
  const std::vector<Statement>* body;
  size_t next = 0;
  const Statement* loop = nullptr;  // For or While
  Datum range;                      // For
  size_t at = 0, count = 0;
};

}  // namespace

// Long, since it has one case for each kind of statement.
bool Interpreter::execute(Frame& frame) {
  const size_t iteratorBase = iterators_.size();
  std::vector<Block> blocks;
  blocks.push_back({&frame.function->body, 0, nullptr, {}, 0, 0});

  auto failAt = [&](const Statement& statement) {
    if (!failure_.range.valid()) failure_.range = statement.range;
    return false;
  };
  auto popBlock = [&] {
    if (blocks.back().loop && blocks.back().loop->kind == StatementKind::For) iterators_.pop_back();
    blocks.pop_back();
  };
  auto condition = [&](ExprId expr, bool& result) {
    Datum value;
    return run(expr, value) && isTrue(value, result);
  };
  auto bindIterator = [&](const Block& block) {
    size_t place[1] = {block.at};
    iterators_.back().second = data_.gather(block.range, 1, place, {});
  };

  while (!blocks.empty()) {
    Block& block = blocks.back();
    if (block.next == block.body->size()) {
      if (!block.loop) {
        popBlock();
        continue;
      }
      const Statement& loop = *block.loop;
      if (!step()) return failAt(loop);
      bool again = false;
      if (loop.kind == StatementKind::While) {
        if (!condition(loop.value, again)) return failAt(loop);
      } else if (++block.at < block.count) {
        again = true;
        bindIterator(block);
      }
      if (again) {
        block.next = 0;
      } else {
        popBlock();
      }
      continue;
    }

    const Statement& s = (*block.body)[block.next++];
    if (!step()) return failAt(s);
    switch (s.kind) {
      case StatementKind::Assign: {
        Datum value;
        if (!run(s.value, value) || !assign(frame, s.target, std::move(value))) return failAt(s);
        break;
      }
      case StatementKind::TupleAssign: {
        Datum value;
        if (!run(s.value, value) || !assignTuple(frame, s.targets, value)) return failAt(s);
        break;
      }
      case StatementKind::Call: {
        Datum value;
        if (!run(s.value, value)) return failAt(s);
        break;
      }
      case StatementKind::If:
        for (const StatementBranch& branch : s.branches) {
          bool taken = true;
          if (branch.condition.valid() && !condition(branch.condition, taken)) return failAt(s);
          if (!taken) continue;
          blocks.push_back({&branch.body, 0, nullptr, {}, 0, 0});
          break;
        }
        break;
      case StatementKind::For: {
        Datum range;
        if (!run(s.value, range)) return failAt(s);
        if (range.omitted() || data_.rank(range) != 1) {
          fail("a loop over something that is no vector");
          return failAt(s);
        }
        const size_t count = data_.count(range);
        if (count == 0 || s.branches.empty()) break;
        iterators_.emplace_back(pool_.payload(s.target), Datum());
        blocks.push_back({&s.branches[0].body, 0, &s, std::move(range), 0, count});
        bindIterator(blocks.back());
        break;
      }
      case StatementKind::While: {
        bool again = false;
        if (!condition(s.value, again)) return failAt(s);
        if (again) blocks.push_back({&s.branches[0].body, 0, &s, {}, 0, 0});
        break;
      }
      case StatementKind::Break: {
        bool outside = true;
        while (outside && !blocks.empty()) {
          outside = blocks.back().loop == nullptr;
          popBlock();
        }
        break;
      }
      case StatementKind::Return:
        iterators_.resize(iteratorBase);
        return true;
      case StatementKind::Assert: {
        bool holds = false;
        if (!condition(s.value, holds)) return failAt(s);
        if (holds || s.level == AssertLevel::Warning) break;
        Datum message;
        if (s.message.valid() && !run(s.message, message)) return failAt(s);
        fail(message.base == BaseType::String ? message.box->strings[0]
                                              : "an assertion does not hold");
        return failAt(s);
      }
      case StatementKind::Terminate: {
        Datum message;
        if (s.message.valid() && !run(s.message, message)) return failAt(s);
        fail(message.base == BaseType::String ? message.box->strings[0] : "terminate");
        return failAt(s);
      }
      case StatementKind::When:
      case StatementKind::Reinit:
        fail("a statement that functions can't have");
        return failAt(s);
    }
  }
  iterators_.resize(iteratorBase);
  return true;
}

// ---- assignment

bool Interpreter::assignTuple(Frame& frame, const std::vector<ExprId>& targets,
                              const Datum& value) {
  if (value.base != BaseType::Tuple) {
    for (ExprId target : targets) {
      if (pool_.kind(target) == ExprKind::Missing) continue;
      return assign(frame, target, value);
    }
    return true;
  }
  const std::vector<Datum>& parts = value.box->fields;
  if (targets.size() > parts.size()) return fail("a function has fewer results than are used");
  for (size_t k = 0; k < targets.size(); ++k) {
    if (pool_.kind(targets[k]) == ExprKind::Missing) continue;
    if (!assign(frame, targets[k], parts[k])) return false;
  }
  return true;
}

bool Interpreter::assignLocal(Frame& frame, uint32_t index, Datum value) {
  const LocalVariable& local = frame.function->locals[index];
  const Type declared = types_[local.type];
  data_.coerce(value, declared.base);
  auto own = data_.dims(value);
  bool fits = value.base == declared.base && own.size() == declared.dims.size();
  if (fits && !own.empty()) {
    auto current = data_.dims(frame.locals[index]);
    for (size_t d = 0; fits && d < own.size(); ++d) {
      // a dimension ":" takes the size of what is assigned
      bool flexible = declared.dims[d] == kUnknownSize &&
                      (d >= local.dimensions.size() || !local.dimensions[d].valid());
      fits = flexible || own[d] == current[d];
    }
  }
  if (!fits) {
    return fail("an assignment of " + data_.shapeText(value) + " to " +
                data_.shapeText(frame.locals[index]));
  }
  frame.locals[index] = std::move(value);
  return true;
}

bool Interpreter::assign(Frame& frame, ExprId target, Datum value) {
  switch (pool_.kind(target)) {
    case ExprKind::Local:
      return assignLocal(frame, pool_.payload(target), std::move(value));
    case ExprKind::Missing:
      return true;
    case ExprKind::Index:
    case ExprKind::Field:
      return assignPart(frame, target, value);
    case ExprKind::Array:
    case ExprKind::Record:
      break;
    default:
      return fail("an assignment to something that is no variable of the function");
  }
  // several targets: each takes its part of the value
  std::vector<std::pair<ExprId, Datum>> open;
  open.emplace_back(target, std::move(value));
  while (!open.empty()) {
    auto [to, from] = std::move(open.back());
    open.pop_back();
    const ExprKind kind = pool_.kind(to);
    if (kind != ExprKind::Array && kind != ExprKind::Record) {
      if (!assign(frame, to, std::move(from))) return false;  // not nested: no deeper call
      continue;
    }
    const size_t count = pool_[to].childCount;
    const bool fits =
        kind == ExprKind::Array
            ? data_.rank(from) > 0 && static_cast<size_t>(data_.dims(from)[0]) == count
            : from.base == BaseType::Record && from.box->fields.size() == count;
    if (!fits) return fail("an assignment of " + data_.shapeText(from) + " to other sizes");
    for (size_t k = count; k-- > 0;) {
      size_t place[1] = {k};
      open.emplace_back(pool_.child(to, k), kind == ExprKind::Array
                                                ? data_.gather(from, 1, place, {})
                                                : from.box->fields[k]);
    }
  }
  return true;
}

// x[i].y[j] := value. Fields of arrays of records have the record's dimensions before their own, so
// that the selection is carried along from the variable outwards and the elements are written at
// its end.
bool Interpreter::assignPart(Frame& frame, ExprId target, const Datum& value) {
  std::vector<ExprId> path;
  ExprId root = target;
  while (pool_.kind(root) == ExprKind::Index || pool_.kind(root) == ExprKind::Field) {
    path.push_back(root);
    root = pool_.child(root, 0);
  }
  if (pool_.kind(root) != ExprKind::Local) {
    return fail("an assignment to something that is no variable of the function");
  }
  Datum* at = &frame.locals[pool_.payload(root)];
  std::vector<Subscript> selection(data_.rank(*at));
  bool whole = true;
  for (size_t p = path.size(); p-- > 0;) {
    const ExprId part = path[p];
    if (pool_.kind(part) == ExprKind::Field) {
      if (at->base != BaseType::Record) return fail("a field of something that is no record");
      at = &at->unique().fields[pool_.payload(part)];
      selection.resize(data_.rank(*at));
      continue;
    }
    size_t dimension = 0;
    const size_t count = pool_[part].childCount - 1;
    for (size_t k = 0; k < count; ++k, ++dimension) {
      Datum value1;
      if (!run(pool_.child(part, k + 1), value1)) return false;
      // a scalar subscript has removed its dimension
      while (dimension < selection.size() && selection[dimension].kind == Subscript::Kind::One) {
        ++dimension;
      }
      if (dimension >= selection.size()) return fail("too many subscripts in an assignment");
      Subscript& old = selection[dimension];
      const bool all = old.kind == Subscript::Kind::All;
      const Size size = all ? data_.dims(*at)[dimension] : static_cast<Size>(old.many.size());
      Subscript chosen;
      if (!subscript(value1, size, k, chosen)) return false;
      if (chosen.kind == Subscript::Kind::All) continue;
      whole = false;
      if (!all) {
        if (chosen.kind == Subscript::Kind::One) chosen.one = old.many[chosen.one];
        for (size_t& i : chosen.many) i = old.many[i];
      }
      old = std::move(chosen);
    }
  }

  Datum from = value;
  data_.coerce(from, at->base);
  auto own = data_.dims(from);
  auto dims = data_.dims(*at);
  if (whole && pool_.kind(target) == ExprKind::Field && path.size() == 1 && from.base == at->base &&
      own.size() == dims.size() && !data_.rank(frame.locals[pool_.payload(root)])) {
    // the field of a single record as a whole may change its size
    *at = std::move(from);
    return true;
  }
  std::vector<size_t> flat;
  std::vector<Size> selected;
  size_t lead = selection.size();
  while (lead > 0 && selection[lead - 1].kind == Subscript::Kind::All) --lead;
  places(std::span<const Subscript>(selection).first(lead), dims, flat, selected);
  selected.insert(selected.end(), dims.begin() + static_cast<std::ptrdiff_t>(lead), dims.end());
  if (from.base != at->base ||
      !std::equal(own.begin(), own.end(), selected.begin(), selected.end())) {
    return fail("an assignment of " + data_.shapeText(from) +
                " to a part of other size or type of " + data_.shapeText(*at));
  }
  data_.scatter(*at, lead, flat, from);
  return true;
}

}  // namespace formola::interpreter

#include "codegen/lanes/lane_call.h"

#include <fmt/format.h>

#include <cstring>

#include "codegen/lanes/lane_math.h"
#include "codegen/lanes/lane_writer.h"
#include "codegen/llvm/emit_function.h"

namespace formola::lanes {

using llvm::Value;

// Scalar code, called for one lane after the other: each takes its own way through conditions and
// loops. Where a function fails the lane does.
void LaneWriter::call(Frame& f, const lowered::CallSite& site) {
  if (site.compiled < 0) {
    if (readTable(f, site)) return;
    const StructuredDae& model = program_.schedule.model;
    if (!site.function.valid()) return unsupported("texts");
    return unsupported(
        fmt::format("calls of {}, which is not compiled",
                    model.pool().names.text(model.dae.functions[site.function].name)));
  }
  llvm::IRBuilder<>& b = code_.builder();
  llvm::Type* real = b.getDoubleTy();
  const unsigned width = code_.width();
  const uint64_t inputs = site.operands.size(), results = site.results;
  // A row of lanes for each number, and the numbers of the lane at hand.
  llvm::AllocaInst* given = code_.place(llvm::ArrayType::get(real, (inputs + results) * width));
  llvm::AllocaInst* of = code_.place(llvm::ArrayType::get(real, inputs + 1));
  llvm::AllocaInst* got = code_.place(llvm::ArrayType::get(real, results + 1));
  llvm::AllocaInst* failing = code_.place(code_.truth());
  auto row = [&](uint64_t k) { return b.CreateInBoundsGEP(real, given, b.getInt64(k * width)); };
  for (uint64_t k = 0; k < inputs + results; ++k)
    b.CreateAlignedStore(k < inputs ? f.numbers[site.operands[k]].value : code_.constant(0).value,
                         row(k), llvm::Align(8));
  const Condition active = f.active & ~failed();
  code_.store(code_.condition(false), failing);
  auto* callee = llvm::cast<llvm::Function>(
      code_.function()
          ->getParent()
          ->getOrInsertFunction(
              native::functionName(static_cast<uint32_t>(site.compiled)),
              llvm::FunctionType::get(b.getInt32Ty(), {b.getPtrTy(), b.getPtrTy()}, false))
          .getCallee());
  llvm::BasicBlock *again = code_.block("lane"), *inside = code_.block("call"),
                   *next = code_.block("called"), *after = code_.block("all");
  llvm::BasicBlock* before = b.GetInsertBlock();
  b.CreateBr(again);
  b.SetInsertPoint(again);
  llvm::PHINode* lane = b.CreatePHI(b.getInt64Ty(), 2);
  lane->addIncoming(b.getInt64(0), before);
  b.CreateCondBr(width == 1 ? active.value : b.CreateExtractElement(active.value, lane), inside,
                 next);
  b.SetInsertPoint(inside);
  auto at = [&](llvm::AllocaInst* array, uint64_t k) {
    return b.CreateInBoundsGEP(real, array, b.getInt64(k));
  };
  auto ofLane = [&](uint64_t k) { return b.CreateInBoundsGEP(real, row(k), lane); };
  for (uint64_t k = 0; k < inputs; ++k) b.CreateStore(b.CreateLoad(real, ofLane(k)), at(of, k));
  Value* status = b.CreateCall(callee, {of, got});
  for (uint64_t k = 0; k < results; ++k)
    b.CreateStore(b.CreateLoad(real, at(got, k)), ofLane(inputs + k));
  Value* bad = b.CreateICmpNE(status, b.getInt32(0));
  Value* all = b.CreateLoad(code_.truth(), failing);
  b.CreateStore(width == 1 ? bad : b.CreateInsertElement(all, bad, lane), failing);
  b.CreateBr(next);
  b.SetInsertPoint(next);
  Value* following = b.CreateAdd(lane, b.getInt64(1));
  lane->addIncoming(following, next);
  b.CreateCondBr(b.CreateICmpULT(following, b.getInt64(width)), again, after);
  b.SetInsertPoint(after);
  fail(code_.test(failing));
  for (uint64_t k = 0; k < results; ++k) {
    f.numbers[site.result + k] =
        code_.number(b.CreateAlignedLoad(code_.real(), row(inputs + k), llvm::Align(8)));
    f.truths[site.result + k] = {};
  }
}

// A call that reads a number from a table; false: it is none, or the table differs between cases.
bool LaneWriter::readTable(Frame& f, const lowered::CallSite& site) {
  const StructuredDae& model = program_.schedule.model;
  const ExprPool& pool = model.pool();
  if (!site.function.valid() || site.whole.valid() || site.arguments.empty() ||
      site.arguments[0].kind != lowered::Argument::Kind::Expression)
    return false;
  const ExprId object = site.arguments[0].expression;
  if (pool.kind(object) != ExprKind::Variable) return false;
  const uint32_t id = pool.variableOf(object).index();
  const StandardTable* table = tables_.find(id);
  const Function& function = model.dae.functions[site.function];
  const StandardTables::Entry* reader = StandardTables::reader(function, pool);
  if (table == nullptr || reader == nullptr ||
      StandardTables::dimension(*reader) != table->dimension ||
      site.arguments.size() != function.inputCount)
    return false;
  std::vector<Number> numbers;
  for (size_t k = 1; k < site.arguments.size(); ++k) {
    const lowered::Argument& each = site.arguments[k];
    if (each.kind != lowered::Argument::Kind::Scalars || each.registers.size() != 1) return false;
    numbers.push_back(f.numbers[each.registers[0]]);
  }
  Condition inside = code_.condition(true);
  f.values[site.value] = tables_.read(id, StandardTables::question(*reader), numbers, inside);
  fail(f.active & ~inside);
  return true;
}

// Of what is not compiled there are numbers of tables only.
void LaneWriter::extract(Frame& f, const lowered::Instruction& i) {
  const lowered::Extraction& part = f.code.extractions[i.a];
  const auto found = f.values.find(part.value);
  if (found == f.values.end() || !part.fields.empty() || !part.subscripts.empty())
    return unsupported("results of functions that are interpreted");
  f.numbers[i.dst] = found->second;
  f.truths[i.dst] = {};
}

// The element that the subscript in the register selects; outside of them the lane fails.
void LaneWriter::pick(Frame& f, const lowered::Instruction& i) {
  const Number at = f.numbers[i.b];
  Number value = f.numbers[f.code.lists[i.a]];
  Condition found = at == code_.constant(1);
  for (uint32_t k = 1; k < i.c; ++k) {
    const Condition here = at == code_.constant(k + 1);
    value = choose(here, f.numbers[f.code.lists[i.a + k]], value);
    found = found | here;
  }
  fail(f.active & ~found);
  f.numbers[i.dst] = value;
  f.truths[i.dst] = {};
}

namespace {

constexpr const char* kElementary = "formola.";

// The body of an elementary function that was declared by its name.
std::string defineElementary(llvm::Function& function, bool fuse) {
  LaneCode code(&function, 1, fuse);
  const Number x = code.number(function.getArg(0));
  const Number y = function.arg_size() > 1 ? code.number(function.getArg(1)) : x;
  const llvm::StringRef name = function.getName().drop_front(std::strlen(kElementary));
  Number result;
  if (name == "pow") result = pow(x, y);
#define ELEMENTARY(enumerator, text, ...) \
  if (name == text) result = elementaryOf(Builtin::enumerator, x, y);
#include "expr/elementary.def"
#undef ELEMENTARY
  if (result.value == nullptr) return fmt::format("the function {}", name.str());
  code.builder().CreateRet(result.value);
  function.setLinkage(llvm::GlobalValue::InternalLinkage);
  return {};
}

}  // namespace

std::string defineCalledFunctions(const lowered::CompiledFunctions* functions, llvm::Module& module,
                                  bool fuse) {
  for (bool more = true; more;) {
    more = false;
    for (uint32_t k = 0; functions != nullptr && k < functions->size(); ++k) {
      llvm::Function* called = module.getFunction(native::functionName(k));
      if (called == nullptr || !called->isDeclaration()) continue;
      // How deep it is would be counted in one place for all lanes and threads.
      if ((*functions)[k].recursive)
        return fmt::format("the function {}, which calls itself", (*functions)[k].name);
      native::emitFunction(*functions, k, module);
      called->setLinkage(llvm::GlobalValue::InternalLinkage);
      more = true;
    }
  }
  std::vector<llvm::Function*> declared;
  for (llvm::Function& each : module)
    if (each.isDeclaration() && each.getName().starts_with(kElementary)) declared.push_back(&each);
  for (llvm::Function* each : declared)
    if (std::string problem = defineElementary(*each, fuse); !problem.empty()) return problem;
  return {};
}

}  // namespace formola::lanes

#include "codegen/llvm/llvm_model.h"

#include <llvm/ExecutionEngine/Orc/CompileUtils.h>
#include <llvm/ExecutionEngine/Orc/ExecutionUtils.h>
#include <llvm/ExecutionEngine/Orc/IRCompileLayer.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <chrono>

#include "codegen/fuse_products.h"
#include "codegen/llvm/emit.h"
#include "codegen/llvm/emit_function.h"
#include "codegen/native_hooks.h"
#include "codegen/reroll.h"
#include "support/assert.h"

namespace formola {

using interp::Code;
using interp::Instruction;
using interp::Op;
using interp::Programs;
using native::ChunkedCode;
using native::CodeEmitter;

struct LlvmModel::Jit {
  std::unique_ptr<llvm::orc::LLJIT> lljit;
  std::vector<std::unique_ptr<interp::RolledCode>> codes;  // native code refers to them
};

namespace {

double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// A code to compile and where its address goes.
struct Job {
  const Code* code;
  bool withOutput;
  bool cold;
  void** target;
};

template <typename F>
void** slotOf(F*& function) {
  return reinterpret_cast<void**>(&function);
}

// The blocks that a list of codes solves, with the blocks inside of those.
struct Reached {
  std::vector<uint8_t> linear, nonlinear, mixed;

  explicit Reached(const Programs& p)
      : linear(p.linear.size(), 0), nonlinear(p.nonlinear.size(), 0), mixed(p.mixed.size(), 0) {}

  void mark(const Programs& p, std::vector<const Code*> todo) {
    while (!todo.empty()) {
      const Code& code = *todo.back();
      todo.pop_back();
      for (const Instruction& i : code.instructions) {
        if (i.op == Op::SolveLinear && linear[i.a] == 0) {
          linear[i.a] = 1;
          todo.insert(todo.end(), {p.linear[i.a].residual, p.linear[i.a].matrix, p.linear[i.a].rhs,
                                   p.linear[i.a].formulas});
        } else if (i.op == Op::SolveNonlinear && nonlinear[i.a] == 0) {
          nonlinear[i.a] = 1;
          todo.insert(todo.end(), {p.nonlinear[i.a].residual, p.nonlinear[i.a].matrix});
        } else if (i.op == Op::SolveMixed && mixed[i.a] == 0) {
          mixed[i.a] = 1;
          todo.insert(todo.end(), {p.mixed[i.a].continuous, p.mixed[i.a].modes});
        }
      }
    }
  }
};

// What to compile: everything that runs while integrating, and blocks used there. A block that only
// the initial system uses is called by the interpreter alone.
std::vector<Job> jobsOf(const Programs& p, bool withCold) {
  std::vector<Job> jobs;
  auto add = [&](const Code* code, bool withOutput, bool cold, void** target) {
    if (*target != nullptr) jobs.push_back({code, withOutput, cold, target});
  };
  FmlModel& m = *p.model;
  add(p.derivatives, false, false, slotOf(m.evalDerivatives));
  add(p.outputs, false, false, slotOf(m.evalOutputs));
  add(p.event, false, false, slotOf(m.evalEvent));
  add(p.crossings, true, false, slotOf(m.evalZeroCrossings));
  if (p.inlineForm != nullptr) {
    add(p.inlineStep, false, false, slotOf(p.inlineForm->evalStep));
    add(p.implicitStep, false, false, slotOf(p.inlineForm->evalImplicitStep));
  }
  if (p.tangent != nullptr) add(p.partials, true, false, slotOf(p.tangent->partials));
  if (withCold) add(p.initial, false, true, slotOf(m.evalInitial));

  Reached hot(p);
  hot.mark(p, {p.derivatives, p.outputs, p.event, p.crossings, p.inlineStep, p.implicitStep});
  for (size_t k = 0; k < p.linear.size(); ++k) {
    const bool cold = hot.linear[k] == 0;
    if (cold && !withCold) continue;
    add(p.linear[k].matrix, true, cold, slotOf(p.linearBlocks[k].matrix));
    add(p.linear[k].rhs, true, cold, slotOf(p.linearBlocks[k].rhs));
    add(p.linear[k].formulas, true, cold, slotOf(p.linearBlocks[k].formulas));
    add(p.linear[k].residual, true, cold, slotOf(p.linearBlocks[k].residual));
  }
  for (size_t k = 0; k < p.nonlinear.size(); ++k) {
    const bool cold = hot.nonlinear[k] == 0;
    if (cold && !withCold) continue;
    add(p.nonlinear[k].residual, true, cold, slotOf(p.nonlinearBlocks[k].residual));
    add(p.nonlinear[k].matrix, true, cold, slotOf(p.nonlinearBlocks[k].jacobian));
  }
  for (size_t k = 0; k < p.mixed.size(); ++k) {
    const bool cold = hot.mixed[k] == 0;
    if (cold && !withCold) continue;
    add(p.mixed[k].continuous, false, cold, slotOf(p.mixedBlocks[k].evalContinuous));
    add(p.mixed[k].modes, false, cold, slotOf(p.mixedBlocks[k].evalModes));
  }
  return jobs;
}

// v[i] that solving some block may change.
std::vector<uint8_t> writtenByBlocks(const Programs& p) {
  std::vector<uint8_t> written(static_cast<size_t>(p.model->nVariables), 0);
  auto stores = [&](const Code& code) {
    for (const Instruction& i : code.instructions)
      if (i.op == Op::Store) written[i.dst] = 1;
  };
  auto unknowns = [&](const int32_t* list, int32_t n) {
    for (int32_t i = 0; i < n; ++i) written[static_cast<size_t>(list[i])] = 1;
  };
  for (size_t k = 0; k < p.linear.size(); ++k) {
    unknowns(p.linearBlocks[k].unknowns, p.linearBlocks[k].n);
    stores(*p.linear[k].residual);
  }
  for (size_t k = 0; k < p.nonlinear.size(); ++k) {
    unknowns(p.nonlinearBlocks[k].unknowns, p.nonlinearBlocks[k].n);
    stores(*p.nonlinear[k].residual);
  }
  for (const Programs::Mixed& m : p.mixed) {
    stores(*m.continuous);
    stores(*m.modes);
  }
  return written;
}

constexpr const char* kHot = "hot";  // modules that are compiled best have names that begin so

// Straight code is compiled as the options say; loops are short and run long, and get the best.
// So do fused products: LLVM's quickest selection of instructions does not know them, and spills
// registers around each.
class Compiler : public llvm::orc::IRCompileLayer::IRCompiler {
 public:
  explicit Compiler(llvm::orc::JITTargetMachineBuilder machine)
      : IRCompiler(llvm::orc::irManglingOptionsFromTargetOptions(machine.getOptions())),
        machine_(std::move(machine)) {}

  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> operator()(llvm::Module& module) override {
    llvm::orc::JITTargetMachineBuilder machine = machine_;
    if (module.getName().starts_with(kHot))
      machine.setCodeGenOptLevel(llvm::CodeGenOptLevel::Default);
    auto target = machine.createTargetMachine();
    if (!target) return target.takeError();
    return llvm::orc::SimpleCompiler(**target)(module);
  }

 private:
  llvm::orc::JITTargetMachineBuilder machine_;
};

llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>> makeJit(const LlvmOptions& options) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto machine = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!machine) return machine.takeError();
  machine->setCodeGenOptLevel(options.optimization == 0   ? llvm::CodeGenOptLevel::None
                              : options.optimization == 1 ? llvm::CodeGenOptLevel::Less
                                                          : llvm::CodeGenOptLevel::Default);
  machine->getOptions().AllowFPOpFusion = llvm::FPOpFusion::Strict;
  // No static constructors, no exceptions, no symbols of the process: the lean set-up.
  auto jit = llvm::orc::LLJITBuilder()
                 .setJITTargetMachineBuilder(std::move(*machine))
                 .setNumCompileThreads(options.threads)
                 .setCompileFunctionCreator(
                     [](llvm::orc::JITTargetMachineBuilder builder)
                         -> llvm::Expected<std::unique_ptr<llvm::orc::IRCompileLayer::IRCompiler>> {
                       return std::make_unique<Compiler>(std::move(builder));
                     })
                 .setPlatformSetUp(llvm::orc::setUpInactivePlatform)
                 .setLinkProcessSymbolsByDefault(false)
                 .create();
  if (!jit) return jit.takeError();
  llvm::orc::SymbolMap symbols;
  for (const native::ExternalFunction& f : native::externalFunctions())
    symbols[(*jit)->mangleAndIntern(f.name)] = {
        llvm::orc::ExecutorAddr::fromPtr(f.address),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  if (auto error = (*jit)->getMainJITDylib().define(llvm::orc::absoluteSymbols(std::move(symbols))))
    return error;
  return jit;
}

// Collects functions in modules of bounded size and hands full ones to the JIT.
class ModuleWriter {
 public:
  ModuleWriter(llvm::orc::LLJIT& jit, std::string name, uint32_t limit)
      : jit_(jit), name_(std::move(name)), limit_(limit) {}

  llvm::Module& module() {
    if (module_ != nullptr) return *module_;
    context_ = std::make_unique<llvm::LLVMContext>();
    module_ = std::make_unique<llvm::Module>(name_ + std::to_string(count_++), *context_);
    module_->setDataLayout(jit_.getDataLayout());
    module_->setTargetTriple(jit_.getTargetTriple().str());
    functions_ = 0;
    return *module_;
  }
  // One more function was written.
  llvm::Error wrote() {
    if (++functions_ < limit_) return llvm::Error::success();
    return flush();
  }
  llvm::Error flush() {
    if (module_ == nullptr) return llvm::Error::success();
    for (const llvm::Function& f : *module_)
      if (!f.isDeclaration()) names_.push_back(f.getName().str());
#ifdef FORMOLA_VERIFY
    FORMOLA_ASSERT(!llvm::verifyModule(*module_, &llvm::errs()));
#endif
    return jit_.addIRModule(llvm::orc::ThreadSafeModule(std::move(module_), std::move(context_)));
  }
  uint32_t count() const { return count_; }
  const std::vector<std::string>& functions() const { return names_; }

 private:
  llvm::orc::LLJIT& jit_;
  std::string name_;
  std::vector<std::string> names_;  // of all functions written
  uint32_t limit_;
  std::unique_ptr<llvm::LLVMContext> context_;
  std::unique_ptr<llvm::Module> module_;
  uint32_t functions_ = 0;
  uint32_t count_ = 0;
};

struct Writers {
  ModuleWriter straight, hot;
};

bool isHot(const interp::Code& code, const native::Chunk& chunk) {
  const auto first = code.instructions.begin();
  return chunk.loop >= 0 ||
         std::any_of(first + chunk.begin, first + chunk.end,
                     [](const interp::Instruction& i) { return interp::isFused(i.op); });
}

llvm::Error writeJobs(const std::vector<Job>& jobs, const std::vector<uint8_t>& blockWrites,
                      const LlvmOptions& options, Writers& writers,
                      std::vector<std::unique_ptr<interp::RolledCode>>& codes,
                      LlvmStatistics& statistics) {
  interp::RerollOptions reroll;
  reroll.leastInstructions = options.leastRolled;
  reroll.leastSaved = std::min(reroll.leastSaved, options.leastRolled);
  reroll.leastSavedIndependent = std::min(reroll.leastSavedIndependent, options.leastRolled);
  reroll.leastIterations = std::min(reroll.leastIterations, options.leastRolled + 3);
  for (const Job& job : jobs) {
    codes.push_back(std::make_unique<interp::RolledCode>(interp::reroll(*job.code, reroll)));
    interp::RolledCode& rolled = *codes.back();
    const ChunkedCode chunks = native::cutIntoChunks(rolled, options.chunkSize, blockWrites);
    rolled.code.registers = chunks.fileSize;
    CodeEmitter emitter(rolled, chunks, "code" + std::to_string(job.code->id), job.cold);
    for (uint32_t k = 0; k < chunks.chunks.size(); ++k) {
      if (chunks.chunks[k].solve) continue;
      ModuleWriter& writer = isHot(rolled.code, chunks.chunks[k]) ? writers.hot : writers.straight;
      emitter.emitChunk(k, writer.module());
      ++statistics.chunks;
      if (auto error = writer.wrote()) return error;
    }
    emitter.emitEntry(job.withOutput, writers.straight.module());
    if (auto error = writers.straight.wrote()) return error;
    statistics.instructions += job.code->instructions.size();
    statistics.compiled += rolled.code.instructions.size();
    statistics.loops += rolled.loops.size();
    for (const interp::Loop& loop : rolled.loops)
      statistics.compiled -= static_cast<size_t>(loop.period) * (loop.count - 1);
  }
  if (auto error = writers.hot.flush()) return error;
  return writers.straight.flush();
}

// The compiled functions that the codes call, and those below them.
llvm::Error writeFunctions(const std::vector<Job>& jobs, const interp::CompiledFunctions& functions,
                           ModuleWriter& writer) {
  std::vector<uint8_t> reached(functions.size(), 0);
  std::vector<uint32_t> work;
  auto reach = [&](uint32_t number) {
    if (reached[number] != 0) return;
    reached[number] = 1;
    work.push_back(number);
  };
  for (const Job& job : jobs)
    for (const interp::CallSite& site : job.code->calls)
      if (site.compiled >= 0) reach(static_cast<uint32_t>(site.compiled));
  while (!work.empty()) {
    const uint32_t number = work.back();
    work.pop_back();
    for (const interp::FunctionCall& call : functions[number].calls) reach(call.callee);
    native::emitFunction(functions, number, writer.module());
    if (auto error = writer.wrote()) return error;
  }
  return writer.flush();
}

// The addresses of all entries at once, so that modules can be compiled in parallel. All functions
// are looked up, so that all of them are in place: with several threads an entry was ready before
// what it calls.
llvm::Error lookUp(llvm::orc::LLJIT& jit, const std::vector<Job>& jobs, const Writers& writers,
                   std::vector<void*>& addresses) {
  llvm::orc::SymbolLookupSet wanted;
  for (const ModuleWriter* writer : {&writers.straight, &writers.hot})
    for (const std::string& name : writer->functions()) wanted.add(jit.mangleAndIntern(name));
  std::vector<llvm::orc::SymbolStringPtr> names;
  for (const Job& job : jobs)
    names.push_back(jit.mangleAndIntern("code" + std::to_string(job.code->id)));
  auto found = jit.getExecutionSession().lookup(
      llvm::orc::makeJITDylibSearchOrder(&jit.getMainJITDylib()), std::move(wanted));
  if (!found) return found.takeError();
  for (const auto& name : names) addresses.push_back((*found)[name].getAddress().toPtr<void*>());
  return llvm::Error::success();
}

}  // namespace

void LlvmModel::compile(const LlvmOptions& options) {
  const Programs programs = interp::programsOf(interpreted_);
  const std::vector<Job> jobs = jobsOf(programs, options.cold);
  if (jobs.empty()) return;
  auto jit = makeJit(options);
  if (!jit) {
    failure_ = llvm::toString(jit.takeError());
    return;
  }
  auto start = std::chrono::steady_clock::now();
  auto compiled = std::make_unique<Jit>();
  Writers writers{{**jit, "formola", options.chunksPerModule},
                  {**jit, kHot, options.chunksPerModule}};
  if (auto error = writeJobs(jobs, writtenByBlocks(programs), options, writers, compiled->codes,
                             statistics_)) {
    failure_ = llvm::toString(std::move(error));
    return;
  }
  if (auto error = writeFunctions(jobs, *programs.functions, writers.straight)) {
    failure_ = llvm::toString(std::move(error));
    return;
  }
  statistics_.modules = writers.straight.count() + writers.hot.count();
  statistics_.emitSeconds = secondsSince(start);

  start = std::chrono::steady_clock::now();
  std::vector<void*> addresses;
  if (auto error = lookUp(**jit, jobs, writers, addresses)) {
    failure_ = llvm::toString(std::move(error));
    return;
  }
  for (size_t k = 0; k < jobs.size(); ++k) *jobs[k].target = addresses[k];
  statistics_.compileSeconds = secondsSince(start);
  jit_ = std::move(compiled);
  jit_->lljit = std::move(*jit);
}

LlvmModel::LlvmModel(Schedule schedule, const LlvmOptions& options, Diagnostics& diagnostics)
    : interpreted_(std::move(schedule), diagnostics, options.functions) {
  if (!diagnostics.hasErrors()) compile(options);
}

LlvmModel::LlvmModel(InterpretedModel model, const LlvmOptions& options)
    : interpreted_(std::move(model)) {
  compile(options);
}

LlvmModel::~LlvmModel() = default;
LlvmModel::LlvmModel(LlvmModel&&) noexcept = default;
LlvmModel& LlvmModel::operator=(LlvmModel&&) noexcept = default;

}  // namespace formola

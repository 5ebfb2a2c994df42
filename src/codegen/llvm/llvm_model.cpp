#include "codegen/llvm/llvm_model.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/ExecutionEngine/Orc/CompileUtils.h>
#include <llvm/ExecutionEngine/Orc/ExecutionUtils.h>
#include <llvm/ExecutionEngine/Orc/IRCompileLayer.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/Support/TargetSelect.h>

#include <atomic>
#include <chrono>

#include "codegen/host/programs.h"
#include "codegen/llvm/emit_function.h"
#include "codegen/llvm/jobs.h"
#include "codegen/llvm/write_program.h"

namespace formola {

using lowered::Programs;
using native::Job;
using native::ModuleWriter;
using native::Writers;

struct LlvmModel::Jit {
  std::atomic<size_t> kept{0};  // modules
  native::ProgramTables tables;
  std::unique_ptr<llvm::orc::LLJIT> lljit;
};

namespace {

double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

constexpr const char* kHot = "hot";  // modules that are compiled best have names that begin so

// Straight code is compiled as the options say; loops are short and run long, and get the best.
// So do fused products: LLVM's quickest selection of instructions does not know them, and spills
// registers around each.
class Compiler : public llvm::orc::IRCompileLayer::IRCompiler {
 public:
  // `kept` counts the modules that were in the cache.
  Compiler(llvm::orc::JITTargetMachineBuilder machine, const LlvmOptions& options,
           std::atomic<size_t>& kept)
      : IRCompiler(llvm::orc::irManglingOptionsFromTargetOptions(machine.getOptions())),
        machine_(std::move(machine)),
        cache_(options.cache),
        optimization_(options.optimization),
        kept_(kept) {}

  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> operator()(llvm::Module& module) override {
    llvm::orc::JITTargetMachineBuilder machine = machine_;
    if (module.getName().starts_with(kHot))
      machine.setCodeGenOptLevel(llvm::CodeGenOptLevel::Default);
    const std::string key = cache_ != nullptr ? keyOf(module, machine) : std::string();
    if (cache_ != nullptr) {
      if (const auto object = cache_->load(key)) {
        ++kept_;
        return llvm::MemoryBuffer::getMemBufferCopy(*object, module.getName());
      }
    }
    auto target = machine.createTargetMachine();
    if (!target) return target.takeError();
    auto object = llvm::orc::SimpleCompiler(**target)(module);
    if (object && cache_ != nullptr)
      cache_->store(key, {(*object)->getBufferStart(), (*object)->getBufferSize()});
    return object;
  }

 private:
  // Of all that decides about the machine code; the name of the module is in its bitcode.
  std::string keyOf(const llvm::Module& module,
                    const llvm::orc::JITTargetMachineBuilder& machine) const {
    llvm::SmallVector<char, 0> code;
    llvm::raw_svector_ostream stream(code);
    llvm::WriteBitcodeToFile(module, stream);
    return ContentHash()
        .add("machine code")
        .add(buildIdentity())
        .add(LLVM_VERSION_STRING)
        .add(machine.getTargetTriple().str())
        .add(machine.getCPU())
        .add(machine.getFeatures().getString())
        .add(optimization_)
        .add({code.data(), code.size()})
        .hex();
  }

  llvm::orc::JITTargetMachineBuilder machine_;
  std::shared_ptr<const DiskCache> cache_;
  uint64_t optimization_;
  std::atomic<size_t>& kept_;
};

llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>> makeJit(const LlvmOptions& options,
                                                          std::atomic<size_t>& kept) {
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
                     [&](llvm::orc::JITTargetMachineBuilder builder)
                         -> llvm::Expected<std::unique_ptr<llvm::orc::IRCompileLayer::IRCompiler>> {
                       return std::make_unique<Compiler>(std::move(builder), options, kept);
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

// The compiled functions that the codes call, and those below them.
llvm::Error writeFunctions(const std::vector<Job>& jobs,
                           const lowered::CompiledFunctions& functions, ModuleWriter& writer) {
  std::vector<uint8_t> reached(functions.size(), 0);
  std::vector<uint32_t> work;
  auto reach = [&](uint32_t number) {
    if (reached[number] != 0) return;
    reached[number] = 1;
    work.push_back(number);
  };
  for (const Job& job : jobs)
    for (const lowered::CallSite& site : job.code->calls)
      if (site.compiled >= 0) reach(static_cast<uint32_t>(site.compiled));
  while (!work.empty()) {
    const uint32_t number = work.back();
    work.pop_back();
    for (const lowered::FunctionCall& call : functions[number].calls) reach(call.callee);
    native::emitFunction(functions, number, writer.module());
    if (auto error = writer.wrote()) return error;
  }
  return writer.flush();
}

// Where the data lie that the code names.
llvm::Error define(llvm::orc::LLJIT& jit, const native::AddressBook& addresses) {
  llvm::orc::SymbolMap symbols;
  for (const auto& [address, name] : addresses.all())
    symbols[jit.mangleAndIntern(name)] = {llvm::orc::ExecutorAddr::fromPtr(address),
                                          llvm::JITSymbolFlags::Exported};
  return jit.getMainJITDylib().define(llvm::orc::absoluteSymbols(std::move(symbols)));
}

// The addresses of all entries at once, so that modules can be compiled in parallel. All functions
// are looked up, so that all of them are in place: with several threads an entry was ready before
// what it calls.
llvm::Error lookUp(llvm::orc::LLJIT& jit, const Writers& writers,
                   const std::vector<std::string>& entries, std::vector<void*>& addresses) {
  llvm::orc::SymbolLookupSet wanted;
  for (const ModuleWriter* writer : {&writers.straight, &writers.hot})
    for (const std::string& name : writer->functions()) wanted.add(jit.mangleAndIntern(name));
  std::vector<llvm::orc::SymbolStringPtr> names;
  for (const std::string& entry : entries) names.push_back(jit.mangleAndIntern(entry));
  auto found = jit.getExecutionSession().lookup(
      llvm::orc::makeJITDylibSearchOrder(&jit.getMainJITDylib()), std::move(wanted));
  if (!found) return found.takeError();
  for (const auto& name : names) addresses.push_back((*found)[name].getAddress().toPtr<void*>());
  return llvm::Error::success();
}

}  // namespace

void LlvmModel::compile(const LlvmOptions& options) {
  const Programs programs = lowered::programsOf(hosted_);
  const std::vector<Job> jobs = native::jobsOf(programs, options.cold);
  if (jobs.empty()) return;
  auto compiled = std::make_unique<Jit>();
  auto jit = makeJit(options, compiled->kept);
  if (!jit) {
    failure_ = llvm::toString(jit.takeError());
    return;
  }
  auto start = std::chrono::steady_clock::now();
  Writers writers{{**jit, "formola", options.chunksPerModule, options.verify},
                  {**jit, kHot, options.chunksPerModule, options.verify}};
  std::vector<std::string> entries;
  if (auto error = native::writeProgram(programs, jobs, options, writers, compiled->tables, entries,
                                        statistics_)) {
    failure_ = llvm::toString(std::move(error));
    return;
  }
  if (auto error = writeFunctions(jobs, *programs.functions, writers.straight)) {
    failure_ = llvm::toString(std::move(error));
    return;
  }
  if (auto error = define(**jit, compiled->tables.addresses)) {
    failure_ = llvm::toString(std::move(error));
    return;
  }
  statistics_.modules = writers.straight.count() + writers.hot.count();
  statistics_.emitSeconds = secondsSince(start);

  start = std::chrono::steady_clock::now();
  std::vector<void*> addresses;
  if (auto error = lookUp(**jit, writers, entries, addresses)) {
    failure_ = llvm::toString(std::move(error));
    return;
  }
  for (size_t k = 0; k < jobs.size(); ++k) *jobs[k].target = addresses[k];
  statistics_.compileSeconds = secondsSince(start);
  statistics_.kept = compiled->kept;
  jit_ = std::move(compiled);
  jit_->lljit = std::move(*jit);
}

LlvmModel::LlvmModel(HostedModel model, const LlvmOptions& options) : hosted_(std::move(model)) {
  compile(options);
}

LlvmModel::~LlvmModel() = default;
LlvmModel::LlvmModel(LlvmModel&&) noexcept = default;
LlvmModel& LlvmModel::operator=(LlvmModel&&) noexcept = default;

}  // namespace formola

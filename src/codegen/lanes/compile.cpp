#include "codegen/lanes/compile.h"

#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/Reassociate.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include <cstdlib>

#include "codegen/lanes/trajectory.h"

namespace formola::lanes {

namespace {

// Places become registers, then what is not needed goes, and what a step does not change leaves the
// loop. Few passes: the code is straight, and its common parts are shared already.
void optimize(llvm::Module& module, llvm::TargetMachine* machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::EarlyCSEPass(true));
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LICMPass(llvm::LICMOptions()), true));
  passes.addPass(llvm::EarlyCSEPass(true));
  passes.addPass(llvm::ADCEPass());
  passes.addPass(llvm::SimplifyCFGPass());
  for (llvm::Function& f : module)
    if (!f.isDeclaration()) passes.run(f, functions);
  llvm::ModulePassManager whole;
  whole.addPass(llvm::GlobalDCEPass());
  whole.run(module, modules);
}

bool isSound(const llvm::Module& module, std::string& problem) {
  llvm::raw_string_ostream stream(problem);
  return !llvm::verifyModule(module, &stream);
}

}  // namespace

unsigned lanesOfProcessor() {
  const llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  auto has = [&](const char* name) {
    const auto found = features.find(name);
    return found != features.end() && found->second;
  };
  const unsigned most = has("avx512f") && has("avx512dq") ? 8 : has("avx2") && has("fma") ? 4 : 2;
  const char* asked = std::getenv("FORMOLA_LANES");
  for (unsigned width = 1; asked != nullptr && width <= most; width *= 2)
    if (std::to_string(width) == asked) return width;
  return most;
}

struct CompiledLanes::Jit {
  std::unique_ptr<llvm::orc::LLJIT> lljit;
};

CompiledLanes::CompiledLanes() = default;
CompiledLanes::~CompiledLanes() = default;

std::unique_ptr<CompiledLanes> CompiledLanes::make(const TrajectoryPlan& plan, unsigned width,
                                                   bool fuse, std::string& problem) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> module =
      writeTrajectory(plan, {Machine::Processor, width, fuse}, *context, problem);
  if (!module || !isSound(*module, problem)) return nullptr;
  auto failed = [&](llvm::Error error) {
    problem = llvm::toString(std::move(error));
    return nullptr;
  };
  auto machine = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!machine) return failed(machine.takeError());
  machine->setCodeGenOptLevel(llvm::CodeGenOptLevel::Default);
  machine->getOptions().AllowFPOpFusion = llvm::FPOpFusion::Strict;
  // Registers as wide as the lanes, also where the processor prefers narrower ones.
  module->getFunction(kTrajectoryName)
      ->addFnAttr("prefer-vector-width", std::to_string(width * 64));
  auto target = machine->createTargetMachine();
  if (!target) return failed(target.takeError());
  module->setDataLayout((*target)->createDataLayout());
  module->setTargetTriple((*target)->getTargetTriple().str());
  optimize(*module, target->get());
  auto jit = llvm::orc::LLJITBuilder().setJITTargetMachineBuilder(std::move(*machine)).create();
  if (!jit) return failed(jit.takeError());
  if (auto error =
          (*jit)->addIRModule(llvm::orc::ThreadSafeModule(std::move(module), std::move(context))))
    return failed(std::move(error));
  auto address = (*jit)->lookup(kTrajectoryName);
  if (!address) return failed(address.takeError());
  std::unique_ptr<CompiledLanes> result(new CompiledLanes);
  result->function_ = address->toPtr<TrajectoryFunction>();
  result->width_ = width;
  result->jit_ = std::make_unique<Jit>();
  result->jit_->lljit = std::move(*jit);
  return result;
}

std::string writePtx(const TrajectoryPlan& plan, int capability, std::string& problem) {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
  const std::string triple = "nvptx64-nvidia-cuda";
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, problem);
  if (target == nullptr) return {};
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module =
      writeTrajectory(plan, {Machine::Gpu, 1, true}, context, problem);
  if (!module || !isSound(*module, problem)) return {};
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  const std::unique_ptr<llvm::TargetMachine> machine(
      target->createTargetMachine(triple, "sm_" + std::to_string(capability), "+ptx70", options,
                                  llvm::Reloc::PIC_, std::nullopt, llvm::CodeGenOptLevel::Default));
  module->setDataLayout(machine->createDataLayout());
  module->setTargetTriple(triple);
  optimize(*module, machine.get());
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  llvm::legacy::PassManager passes;
  if (machine->addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::AssemblyFile)) {
    problem = "LLVM cannot write PTX";
    return {};
  }
  passes.run(*module);
  return std::string(text.str());
}

}  // namespace formola::lanes

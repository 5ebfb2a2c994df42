#include "cc/compile.h"

#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include "cc/c_library.h"
#include "cc/long_functions.h"

namespace formola::cc {

namespace {

constexpr const char* kFolder = "/formola/include";
constexpr const char* kSource = "/formola/model.c";

void prepareLlvm() {
  static const bool once = [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeX86AsmParser();
    LLVMInitializeAArch64TargetInfo();
    LLVMInitializeAArch64Target();
    LLVMInitializeAArch64TargetMC();
    LLVMInitializeAArch64AsmPrinter();
    LLVMInitializeAArch64AsmParser();
    // Reordering takes time that grows with the square of the length of a stretch without branches,
    // which the equations of a model are.
    const char* words[] = {"formola-cc", "-enable-misched=false", "-enable-post-misched=false"};
    llvm::cl::ParseCommandLineOptions(std::size(words), words);
    return true;
  }();
  (void)once;
}

std::vector<std::string> argumentsOf(const Machine& machine, const CompileOptions& options) {
  std::vector<std::string> words = {
      "-triple", std::string(machine.triple), "-target-cpu", std::string(machine.cpu),
      "-emit-llvm-only", "-mrelocation-model", "pic", "-pic-level", "2", "-std=c99",
      "-ffp-contract=off", "-w", "-x", "c", "-nobuiltininc", "-nostdsysteminc", "-internal-isystem",
      kFolder,
      // generated expressions are nested as deeply as those of the model
      "-fbracket-depth", "1000000", "-fno-ident",
      // texts ask for the marks of visibility by it
      "-fgnuc-version=4.2.1"};
  words.push_back("-O" + std::to_string(options.level));
  if (options.hidden) words.insert(words.end(), {"-fvisibility=hidden"});
  if (!options.builtins) words.insert(words.end(), {"-fno-builtin", "-ffreestanding"});
  // Windows finds the frames of callers by tables.
  if (machine.windows) words.insert(words.end(), {"-fdeclspec", "-funwind-tables=2"});
  for (const std::string& define : options.defines) words.insert(words.end(), {"-D", define});
  words.emplace_back(kSource);
  return words;
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> filesWith(std::string_view text) {
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  auto add = [&](const std::string& name, std::string_view content) {
    files->addFile(name, 0, llvm::MemoryBuffer::getMemBufferCopy({content.data(), content.size()}));
  };
  for (const Header& header : headers())
    add(std::string(kFolder) + "/" + std::string(header.name), header.text);
  add(kSource, text);
  return files;
}

// Each function for itself: what looks at all of them together (what is constant in all calls, who
// calls whom) takes a quarter of the whole time for a large model and finds nothing in it.
void optimise(llvm::Module& module, llvm::TargetMachine& machine, int level) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::FunctionPassManager passes = builder.buildFunctionSimplificationPipeline(
      level > 1 ? llvm::OptimizationLevel::O2 : llvm::OptimizationLevel::O1,
      llvm::ThinOrFullLTOPhase::None);
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    if (!finishIfLong(function, functions)) passes.run(function, functions);
    functions.clear(function, function.getName());
  }
}

std::unique_ptr<llvm::TargetMachine> targetFor(const Machine& machine, int level,
                                               std::string& error) {
  const llvm::Target* target =
      llvm::TargetRegistry::lookupTarget(std::string(machine.triple), error);
  if (target == nullptr) return nullptr;
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      machine.triple, machine.cpu, "", options, llvm::Reloc::PIC_, std::nullopt,
      level == 0  ? llvm::CodeGenOptLevel::None
      : level > 1 ? llvm::CodeGenOptLevel::Default
                  : llvm::CodeGenOptLevel::Less));
}

}  // namespace

std::string compile(std::string_view text, const Machine& machine, const CompileOptions& options,
                    std::string& error) {
  prepareLlvm();
  llvm::raw_string_ostream words(error);
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> how = new clang::DiagnosticOptions;
  auto printer = std::make_unique<clang::TextDiagnosticPrinter>(words, how.get());
  clang::DiagnosticsEngine early(new clang::DiagnosticIDs, how, printer.get(), false);
  const std::vector<std::string> arguments = argumentsOf(machine, options);
  std::vector<const char*> plain;
  for (const std::string& word : arguments) plain.push_back(word.c_str());
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  if (!clang::CompilerInvocation::CreateFromArgs(*invocation, plain, early, "formola-cc"))
    return {};
  invocation->getCodeGenOpts().DisableLLVMPasses = true;
  clang::CompilerInstance compiler;
  compiler.setInvocation(invocation);
  compiler.createDiagnostics(printer.get(), false);
  compiler.createFileManager(filesWith(text));
  clang::EmitLLVMOnlyAction action;
  std::unique_ptr<llvm::Module> module;
  if (compiler.ExecuteAction(action)) module = action.takeModule();
  const auto target = module == nullptr ? nullptr : targetFor(machine, options.level, error);
  llvm::SmallString<0> object;
  llvm::raw_svector_ostream out(object);
  llvm::legacy::PassManager passes;
  if (target != nullptr) {
    if (options.level > 0) optimise(*module, *target, options.level);
    passes.add(new llvm::TargetLibraryInfoWrapperPass(llvm::Triple(module->getTargetTriple())));
    passes.add(llvm::createTargetTransformInfoWrapperPass(target->getTargetIRAnalysis()));
  }
  if (target == nullptr ||
      target->addPassesToEmitFile(passes, out, nullptr, llvm::CodeGenFileType::ObjectFile)) {
    if (words.str().empty()) error = "the code could not be made";
    return {};
  }
  passes.run(*module);
  error.clear();
  return std::string(object.str());
}

}  // namespace formola::cc

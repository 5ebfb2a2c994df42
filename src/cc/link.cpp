#include "cc/link.h"

#include <lld/Common/Driver.h>
#include <llvm/Object/COFF.h>
#include <llvm/Object/COFFImportFile.h>
#include <llvm/Support/raw_ostream.h>

#include <filesystem>

#include "cc/c_library.h"
#include "cc/compile.h"
#include "support/run_program.h"

// As LLD_HAS_DRIVER declares them.
namespace lld::coff {
bool link(llvm::ArrayRef<const char*> words, llvm::raw_ostream& out, llvm::raw_ostream& errors,
          bool exitEarly, bool disableOutput);
}
namespace lld::elf {
bool link(llvm::ArrayRef<const char*> words, llvm::raw_ostream& out, llvm::raw_ostream& errors,
          bool exitEarly, bool disableOutput);
}

namespace formola::cc {

namespace {

bool runLinker(const std::vector<std::string>& words, std::string& error) {
  std::vector<const char*> plain;
  for (const std::string& word : words) plain.push_back(word.c_str());
  std::string told;
  llvm::raw_string_ostream out(told);
  const lld::Result result = lld::lldMain(
      plain, out, out, {{lld::Gnu, &lld::elf::link}, {lld::WinLink, &lld::coff::link}});
  if (result.retCode == 0) return true;
  error = out.str();
  return false;
}

// What the library looks like to the linker: the names, with the version that they had first.
bool makeStandIn(const SystemLibrary& library, const Machine& machine, ScratchFiles& scratch,
                 std::string& path, std::string& error) {
  std::string text, names;
  for (const std::string& name : library.functions) {
    text += "void " + name + "(void) {}\n";
    names += name + ";";
  }
  for (const std::string& name : library.objects) {
    text += "void *" + name + ";\n";
    names += name + ";";
  }
  CompileOptions options;
  options.hidden = options.builtins = false;
  options.level = 0;
  const std::string object = compile(text, machine, options, error);
  if (object.empty()) return false;
  const std::string versions =
      std::string(machine.libraryVersion) + " { global: " + names + " local: *; };\n";
  path = scratch.file(".so");
  return runLinker({"ld.lld", "-shared", "-soname", library.name, "--version-script",
                    scratch.file(".map", versions), "-o", path, scratch.file(".o", object)},
                   error);
}

bool linkElf(const std::string& object, const Machine& machine, const std::string& path,
             std::string& error) {
  ScratchFiles scratch(std::filesystem::path(path).parent_path());
  std::vector<std::string> words = {"ld.lld",
                                    "-shared",
                                    "-s",
                                    "--hash-style=both",
                                    "--build-id=none",
                                    "-z",
                                    "defs",
                                    "-z",
                                    "noexecstack",
                                    "--as-needed",
                                    "--gc-sections",
                                    "-Bsymbolic-functions",
                                    "-o",
                                    path,
                                    scratch.file(".o", object)};
  for (const SystemLibrary& library : systemLibraries(machine)) {
    std::string standIn;
    if (!makeStandIn(library, machine, scratch, standIn, error)) return false;
    words.push_back(standIn);
  }
  return runLinker(words, error);
}

// What the compiler takes for granted on Windows: the mark of code with floating point, and the
// touch of each page of a large frame, whose size is in rax, before it is used.
constexpr const char* kOfWindows = R"(int _fltused = 0;
__asm__(".globl __chkstk\n"
        "__chkstk:\n"
        "  push %rcx\n"
        "  push %rax\n"
        "  lea 24(%rsp), %rcx\n"
        "1: cmp $4096, %rax\n"
        "  jb 2f\n"
        "  sub $4096, %rcx\n"
        "  testb $0, (%rcx)\n"
        "  sub $4096, %rax\n"
        "  jmp 1b\n"
        "2: sub %rax, %rcx\n"
        "  testb $0, (%rcx)\n"
        "  pop %rax\n"
        "  pop %rcx\n"
        "  ret\n");
)";

bool linkCoff(const std::string& object, const Machine& machine, const std::string& path,
              std::string& error) {
  ScratchFiles scratch(std::filesystem::path(path).parent_path());
  CompileOptions options;
  options.hidden = false;
  const std::string more = compile(kOfWindows, machine, options, error);
  if (more.empty()) return false;
  std::vector<std::string> words = {"lld-link",
                                    "/dll",
                                    "/noentry",
                                    "/nodefaultlib",
                                    "/noimplib",
                                    "/brepro",
                                    "/opt:ref",
                                    "/debug:none",
                                    "/out:" + path,
                                    scratch.file(".obj", object),
                                    scratch.file(".obj", more)};
  for (const SystemLibrary& library : systemLibraries(machine)) {
    std::vector<llvm::object::COFFShortExport> exports;
    for (const std::string& name : library.functions) {
      llvm::object::COFFShortExport one;
      one.Name = name;
      exports.push_back(one);
    }
    const std::string imports = scratch.file(".lib");
    if (llvm::Error failed = llvm::object::writeImportLibrary(
            library.name, imports, exports, llvm::COFF::IMAGE_FILE_MACHINE_AMD64, false)) {
      error = llvm::toString(std::move(failed));
      return false;
    }
    words.push_back(imports);
  }
  return runLinker(words, error);
}

}  // namespace

bool link(const std::string& object, const Machine& machine, const std::string& path,
          std::string& error) {
  return machine.windows ? linkCoff(object, machine, path, error)
                         : linkElf(object, machine, path, error);
}

}  // namespace formola::cc

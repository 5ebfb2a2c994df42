// `formola check` as a whole never crashes or hangs: parse, flatten, balance and scalarize the last
// class of the input, without any library. With FORMOLA_FUZZ_VERIFY set in the environment what
// comes out without errors must also be a sound DAE; that still fails for some wrong models which
// nothing has reported yet (operands that do not fit, targets that cannot be assigned, nested
// whens).
#include <sys/resource.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "dae/balance.h"
#include "dae/printer.h"
#include "dae/verify.h"
#include "flatten/flatten.h"
#include "scalarize/scalarize.h"
#include "sema/sema.h"
#include "syntax/parser.h"

namespace {

constexpr size_t kLargestInput = 16384;
constexpr int64_t kLargestModel = 20000;  // scalars; larger ones are only slow

[[noreturn]] void fail(const char* stage, const std::vector<std::string>& problems) {
  std::fprintf(stderr, "the DAE is not sound after %s\n", stage);
  for (const std::string& problem : problems) std::fprintf(stderr, "%s\n", problem.c_str());
  std::abort();
}

}  // namespace

// As the program, which runs on a large stack: nesting up to the parser's limit must be allowed.
extern "C" int LLVMFuzzerInitialize(int*, char***) {
  rlimit limit{};
  getrlimit(RLIMIT_STACK, &limit);
  limit.rlim_cur = rlim_t{112} << 20;
  setrlimit(RLIMIT_STACK, &limit);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace formola;
  if (size > kLargestInput) return 0;
  const bool sound = std::getenv("FORMOLA_FUZZ_VERIFY") != nullptr;
  SourceManager sources;
  Diagnostics diagnostics(sources);
  auto pool = std::make_shared<ExprPool>();
  Library library(sources, pool->names, diagnostics);
  FileId file = sources.add("fuzz.mo", std::string(reinterpret_cast<const char*>(data), size));
  const ast::StoredDefinition* tree =
      parseFile(file, sources, pool->names, library.arena(), diagnostics);
  if (diagnostics.hasErrors()) return 0;
  std::vector<ClassNode*> defined;
  library.add(*tree, {}, &defined);
  if (diagnostics.hasErrors() || defined.empty()) return 0;
  const ast::ClassDef& last = *defined.back()->def;
  if (last.classKind != ast::ClassKind::Model && last.classKind != ast::ClassKind::Block &&
      last.classKind != ast::ClassKind::Class) {
    return 0;
  }
  Sema sema(sources, library, pool, diagnostics);
  // endless loops and large models end with a diagnostic all the same, only earlier
  sema.limits = {.elements = kLargestModel,
                 .instances = kLargestModel,
                 .iterations = kLargestModel,
                 .parts = 500,
                 .steps = 50'000};
  Instance* model = sema.findClass({last.name}, {});
  if (!model) return 0;
  ast::ClassKind kind = sema.layout(model)->classKind;
  if (kind != ast::ClassKind::Model && kind != ast::ClassKind::Block &&
      kind != ast::ClassKind::Class) {
    return 0;
  }
  Dae dae = flatten(sema, model, nullptr);
  if (diagnostics.hasErrors()) {
    renderText(diagnostics, {});
    return 0;
  }
  if (sound) {
    if (auto problems = verify(dae, DaeForm::Arrays); !problems.empty()) fail("flatten", problems);
  }
  Balance balance = countBalance(dae);
  if (balance.unknowns > kLargestModel || balance.equations > kLargestModel) return 0;
  int64_t scalars = 0;
  for (const Variable& v : dae.variables) scalars += dae.pool->types.count(v.type);
  if (scalars > kLargestModel) return 0;
  print(dae);
  dae = scalarize(std::move(dae), diagnostics);
  if (diagnostics.hasErrors()) return 0;
  if (sound) {
    auto problems = verify(dae, DaeForm::Scalar);
    if (!problems.empty()) fail("scalarize", problems);
  }
  print(dae);
  return 0;
}

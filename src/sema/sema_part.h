// What all parts of the layer share: the library, the expressions, messages.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "diag/diag.h"
#include "expr/expr.h"
#include "sema/context.h"
#include "sema/library.h"
#include "support/arena.h"

namespace formola {

// The same for all parts; it knows none of them.
struct SemaShared {
  SourceManager& sources;
  Library& library;
  std::shared_ptr<ExprPool> pool;
  Diagnostics& diagnostics;
  Interner& names;
  SemaLimits& limits;
  Arena arena = {};

  std::string path(const Instance* instance) const;
  std::string className(const Instance* classInstance) const;
  // "" where the surroundings are no component.
  std::string contextPath(const Context& context) const;
};

// A part has what is shared at hand; other parts come by its constructor, which so tells what it
// may call.
class SemaPart {
 protected:
  explicit SemaPart(SemaShared& shared)
      : shared_(shared),
        sources_(shared.sources),
        library_(shared.library),
        pool_(shared.pool.get()),
        diagnostics_(shared.diagnostics),
        names_(shared.names),
        limits_(shared.limits),
        arena_(shared.arena) {}
  SemaPart(const SemaPart&) = delete;
  SemaPart& operator=(const SemaPart&) = delete;

  std::string path(const Instance* instance) const { return shared_.path(instance); }
  std::string className(const Instance* instance) const { return shared_.className(instance); }
  std::string contextPath(const Context& context) const { return shared_.contextPath(context); }
  Diagnostic& report(DiagCode code, SourceRange range, const Context& context, auto&&... args) {
    return diagnostics_.report(code, range, args...).in(contextPath(context));
  }

  SemaShared& shared_;
  SourceManager& sources_;
  Library& library_;
  ExprPool* const pool_;
  Diagnostics& diagnostics_;
  Interner& names_;
  const SemaLimits& limits_;
  Arena& arena_;
};

}  // namespace formola

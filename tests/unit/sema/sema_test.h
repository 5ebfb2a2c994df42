// What the tests of the layer share: classes from a text, and short ways to name what is in them.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diag.h"
#include "expr/expr.h"
#include "sema/context.h"
#include "sema/library.h"
#include "source/source.h"
#include "syntax/parser.h"

namespace formola {

// Classes from a text, without any library.
class SourcesTest : public ::testing::Test {
 protected:
  void declare(std::string_view text) {
    const FileId file = sources.add("test.mo", std::string(text));
    library.add(*parseFile(file, sources, pool->names, library.arena(), diagnostics), {}, nullptr);
    ASSERT_TRUE(codes().empty()) << messages();
  }

  Symbol symbol(std::string_view text) { return pool->names.intern(text); }
  std::vector<Symbol> path(std::initializer_list<std::string_view> parts) {
    std::vector<Symbol> symbols;
    for (std::string_view part : parts) symbols.push_back(symbol(part));
    return symbols;
  }
  const ast::Expr* parsed(std::string_view text) {
    const FileId file = sources.add("expression", std::string(text));
    const ast::Expr* expr =
        parseExpression(file, sources, pool->names, library.arena(), diagnostics);
    EXPECT_NE(expr, nullptr) << text;
    return expr;
  }
  // "A.B" as it is written in a class.
  const ast::Name& name(std::string_view text) {
    return parsed(text)->as<ast::ReferenceExpr>().name;
  }

  // The names of all that was reported so far, in order.
  std::vector<std::string> codes() const {
    std::vector<std::string> names;
    for (const Diagnostic& d : diagnostics.all()) names.emplace_back(codeName(d.code));
    return names;
  }
  std::string messages() const {
    std::string text;
    for (const Diagnostic& d : diagnostics.all()) {
      text += d.message + "\n";
      for (const DiagNote& note : d.notes) text += "  " + note.message + "\n";
    }
    return text;
  }
  std::string named(const Instance* instance) const {
    return instance && instance->node ? library.qualifiedName(*instance->node) : std::string();
  }

  using Codes = std::vector<std::string>;

  SourceManager sources;
  Diagnostics diagnostics{sources};
  std::shared_ptr<ExprPool> pool = std::make_shared<ExprPool>();
  mutable Library library{sources, pool->names, diagnostics};
};

}  // namespace formola

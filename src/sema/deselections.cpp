#include "sema/deselections.h"

#include <algorithm>

#include "syntax/printer.h"

namespace formola {

namespace {

bool sameName(const ast::Name& a, const ast::Name& b) {
  if (a.global != b.global || a.parts.size() != b.parts.size()) return false;
  for (size_t i = 0; i < a.parts.size(); ++i) {
    const auto &x = a.parts[i].subscripts, &y = b.parts[i].subscripts;
    if (a.parts[i].name != b.parts[i].name) return false;
    if (!std::equal(x.begin(), x.end(), y.begin(), y.end(),
                    [](const ast::Expr* p, const ast::Expr* q) { return equal(*p, *q); }))
      return false;
  }
  return true;
}

// Either way round.
bool sameConnection(const ast::ConnectEquation& a, const ast::ConnectEquation& b) {
  return (sameName(a.left, b.left) && sameName(a.right, b.right)) ||
         (sameName(a.left, b.right) && sameName(a.right, b.left));
}

bool contains(std::span<const ast::Equation* const> equations, const ast::ConnectEquation& wanted) {
  return std::any_of(equations.begin(), equations.end(), [&](const ast::Equation* e) {
    switch (e->kind) {
      case ast::EquationKind::Connect:
        return sameConnection(e->as<ast::ConnectEquation>(), wanted);
      case ast::EquationKind::For:
        return contains(e->as<ast::ForEquation>().body, wanted);
      case ast::EquationKind::If: {
        const auto& branches = e->as<ast::IfEquation>().branches;
        return std::any_of(branches.begin(), branches.end(),
                           [&](const ast::EquationBranch& b) { return contains(b.body, wanted); });
      }
      default:
        return false;
    }
  });
}

}  // namespace

bool leavesOut(const ast::Modification* ofExtends, Symbol component) {
  if (!ofExtends) return false;
  return std::any_of(ofExtends->arguments.begin(), ofExtends->arguments.end(),
                     [&](const ast::Argument* a) {
                       return a->kind == ast::ArgumentKind::Break && !a->connection &&
                              a->name.parts.size() == 1 && a->name.parts[0].name == component;
                     });
}

bool isLeftOut(const Layout& layout, uint32_t part, const ast::ConnectEquation& connection) {
  for (; part != 0; part = layout.parts[part].deriving) {
    const ast::Modification* ofExtends = layout.parts[part].modification;
    if (!ofExtends) continue;
    for (const ast::Name* end : {&connection.left, &connection.right})
      if (leavesOut(ofExtends, end->parts[0].name)) return true;
    for (const ast::Argument* a : ofExtends->arguments) {
      if (a->kind == ast::ArgumentKind::Break && a->connection &&
          sameConnection(*a->connection, connection))
        return true;
    }
  }
  return false;
}

bool hasConnection(const Layout& base, const ast::ConnectEquation& wanted) {
  return std::any_of(base.parts.begin(), base.parts.end(), [&](const Part& part) {
    if (!part.node || !part.node->def) return false;
    const auto& sections = part.node->def->equations;
    return std::any_of(sections.begin(), sections.end(), [&](const ast::EquationSection& s) {
      return contains(s.equations, wanted);
    });
  });
}

}  // namespace formola

#include "edit/levels.h"

#include <algorithm>

namespace formola::edit {

namespace {

using namespace ast;
using syntax::Tok;

class Levels {
 public:
  explicit Levels(const Document& document) : document_(document), tokens_(document.tokens()) {}

  std::vector<Item> items() {
    const StoredDefinition& tree = document_.tree();
    if (tree.hasWithin) items_.push_back({0, 0});
    for (const ClassDef* def : tree.classes) classAt(*def, 0, def->range.begin);
    addSections();
    std::stable_sort(items_.begin(), items_.end(),
                     [](const Item& a, const Item& b) { return a.token < b.token; });
    auto same = [](const Item& a, const Item& b) { return a.token == b.token; };
    items_.erase(std::unique(items_.begin(), items_.end(), same), items_.end());
    return std::move(items_);
  }

 private:
  struct Body {
    size_t begin, end;  // tokens of a class
    int level;
  };

  void add(uint32_t offset, int level, bool closes = false) {
    items_.push_back({tokens_.firstEndingAfter(offset), level, closes});
  }

  void classAt(const ClassDef& def, int level, uint32_t begin) {
    add(begin, level);
    if (def.form != ClassForm::Long && def.form != ClassForm::Extends) return;
    const size_t first = tokens_.firstEndingAfter(begin);
    const size_t end = endOfClass(def);
    items_.push_back({end, level, true});
    bodies_.push_back({first, end, level});
    for (const Element* element : def.elements) {
      if (const auto* nested = element->dynAs<ClassDef>()) {
        classAt(*nested, level + 1, element->range.begin);
      } else {
        add(element->range.begin, level + 1);
      }
    }
    for (const EquationSection& section : def.equations) equations(section.equations, level + 1);
    for (const AlgorithmSection& section : def.algorithms) {
      statements(section.statements, level + 1);
    }
    if (def.comment.annotation) add(def.comment.annotation->range.begin, level + 1);
  }

  // The token "end" before the name of the class; a constraining clause may follow it.
  size_t endOfClass(const ClassDef& def) const {
    size_t i = tokens_.firstFrom(def.range.end) - 1;
    while (i > 0 && !(tokens_[i].kind == Tok::KwEnd && i + 1 < tokens_.size() &&
                      tokens_[i + 1].kind == Tok::Identifier &&
                      document_.nameOf(def.name) == tokens_.text(i + 1)))
      --i;
    return i;
  }

  // Keywords that begin a section stand as deep as the class that they belong to.
  void addSections() {
    std::vector<Body> open;
    size_t next = 0;
    std::sort(bodies_.begin(), bodies_.end(),
              [](const Body& a, const Body& b) { return a.begin < b.begin; });
    for (size_t i = 0; i < tokens_.size(); ++i) {
      while (next < bodies_.size() && bodies_[next].begin <= i) open.push_back(bodies_[next++]);
      while (!open.empty() && open.back().end <= i) open.pop_back();
      if (!open.empty() && beginsSection(i)) items_.push_back({i, open.back().level});
    }
  }

  bool beginsSection(size_t i) const {
    auto isBody = [](Tok kind) { return kind == Tok::KwEquation || kind == Tok::KwAlgorithm; };
    const Tok kind = tokens_[i].kind;
    const bool afterInitial = i > 0 && tokens_[i - 1].kind == Tok::KwInitial;
    if (isBody(kind)) return !afterInitial;
    if (kind == Tok::KwInitial) return i + 1 < tokens_.size() && isBody(tokens_[i + 1].kind);
    return kind == Tok::KwPublic || kind == Tok::KwProtected || kind == Tok::KwExternal;
  }

  // "end for" and the like, behind `from`.
  void endOf(uint32_t from, Tok keyword, int level) {
    for (size_t i = tokens_.firstFrom(from); i + 1 < tokens_.size(); ++i) {
      if (tokens_[i].kind != Tok::KwEnd || tokens_[i + 1].kind != keyword) continue;
      items_.push_back({i, level, true});
      return;
    }
  }

  template <typename Branch, typename Visit>
  void branches(std::span<const Branch> all, Tok keyword, int level, Visit visit) {
    for (size_t i = 0; i < all.size(); ++i) {
      if (i > 0) add(all[i].range.begin, level, true);
      visit(all[i].body, level + 1);
    }
    endOf(all.back().range.end, keyword, level);
  }

  void equations(std::span<const Equation* const> all, int level) {
    auto visit = [this](std::span<const Equation* const> body, int l) { equations(body, l); };
    for (const Equation* equation : all) {
      add(equation->range.begin, level);
      if (equation->kind == EquationKind::If) {
        branches(equation->as<IfEquation>().branches, Tok::KwIf, level, visit);
      } else if (equation->kind == EquationKind::When) {
        branches(equation->as<WhenEquation>().branches, Tok::KwWhen, level, visit);
      } else if (equation->kind == EquationKind::For) {
        const auto body = equation->as<ForEquation>().body;
        equations(body, level + 1);
        endOf(body.empty() ? equation->range.begin : body.back()->range.end, Tok::KwFor, level);
      }
    }
  }

  void statements(std::span<const Statement* const> all, int level) {
    auto visit = [this](std::span<const Statement* const> body, int l) { statements(body, l); };
    auto loop = [&](const Statement& s, std::span<const Statement* const> body, Tok keyword) {
      statements(body, level + 1);
      endOf(body.empty() ? s.range.begin : body.back()->range.end, keyword, level);
    };
    for (const Statement* statement : all) {
      add(statement->range.begin, level);
      switch (statement->kind) {
        case StatementKind::If:
          branches(statement->as<IfStatement>().branches, Tok::KwIf, level, visit);
          break;
        case StatementKind::When:
          branches(statement->as<WhenStatement>().branches, Tok::KwWhen, level, visit);
          break;
        case StatementKind::For:
          loop(*statement, statement->as<ForStatement>().body, Tok::KwFor);
          break;
        case StatementKind::While:
          loop(*statement, statement->as<WhileStatement>().body, Tok::KwWhile);
          break;
        default:
          break;
      }
    }
  }

  const Document& document_;
  const TokenList& tokens_;
  std::vector<Item> items_;
  std::vector<Body> bodies_;
};

}  // namespace

std::vector<Item> itemsOf(const Document& document) {
  return Levels(document).items();
}

}  // namespace formola::edit

#include "lsp/outline.h"

#include <algorithm>
#include <unordered_map>

#include "edit/levels.h"
#include "edit/walk.h"
#include "sema/class_kinds.h"

namespace formola::lsp {

using syntax::Tok;

namespace {

SymbolKind kindOf(const ast::ClassDef& def) {
  if (def.form == ast::ClassForm::Enumeration) return SymbolKind::Enum;
  switch (def.classKind) {
    case ast::ClassKind::Package:
      return SymbolKind::Package;
    case ast::ClassKind::Function:
    case ast::ClassKind::OperatorFunction:
      return SymbolKind::Function;
    case ast::ClassKind::Record:
    case ast::ClassKind::OperatorRecord:
      return SymbolKind::Struct;
    case ast::ClassKind::Connector:
      return SymbolKind::Interface;
    default:
      return SymbolKind::Class;
  }
}

OutlineSymbol symbolOf(const edit::Document& document, const ast::ClassDef& def) {
  OutlineSymbol symbol;
  symbol.name = document.nameOf(def.name);
  symbol.detail = std::string(kindText(def.classKind));
  if (!def.comment.text.empty()) symbol.detail += " — " + std::string(def.comment.text);
  symbol.kind = kindOf(def);
  symbol.range = def.range;
  symbol.nameRange = def.nameRange;
  for (const ast::EnumLiteral& literal : def.literals)
    symbol.children.push_back({std::string(document.nameOf(literal.name)),
                               std::string(literal.comment.text),
                               SymbolKind::EnumMember,
                               literal.range,
                               literal.range,
                               {}});
  for (const ast::Element* element : def.elements) {
    if (const auto* nested = element->dynAs<ast::ClassDef>())
      symbol.children.push_back(symbolOf(document, *nested));
    if (const auto* component = element->dynAs<ast::ComponentDecl>()) {
      const bool isConstant = component->variability >= ast::Variability::Parameter;
      symbol.children.push_back({std::string(document.nameOf(component->name)),
                                 std::string(document.text(component->type.range)),
                                 isConstant ? SymbolKind::Constant : SymbolKind::Variable,
                                 component->range,
                                 component->nameRange,
                                 {}});
    }
  }
  // a class that is being typed may have no name yet
  std::erase_if(symbol.children, [](const OutlineSymbol& s) { return s.name.empty(); });
  return symbol;
}

}  // namespace

std::vector<OutlineSymbol> outline(const edit::Document& document) {
  std::vector<OutlineSymbol> symbols;
  for (const ast::ClassDef* def : document.tree().classes)
    if (!document.nameOf(def->name).empty()) symbols.push_back(symbolOf(document, *def));
  return symbols;
}

std::vector<Fold> folds(const edit::Document& document) {
  std::vector<Fold> all;
  auto add = [&](const SourceRange& range) { all.push_back({range.begin, range.end, false}); };
  for (const ast::ClassDef* top : document.tree().classes) {
    edit::forEachClass(*top, [&](const ast::ClassDef& def) {
      add(def.range);
      if (def.comment.annotation) add(def.comment.annotation->range);
      for (const ast::EquationSection& section : def.equations) {
        add(section.range);
        edit::forEachEquation(section.equations,
                              [&](const ast::Equation& equation) { add(equation.range); });
      }
      for (const ast::AlgorithmSection& section : def.algorithms) add(section.range);
      for (const ast::Element* element : def.elements)
        if (element->kind != ast::ElementKind::Class) add(element->range);
    });
  }
  const edit::TokenList& tokens = document.tokens();
  for (size_t i = 0; i <= tokens.size(); ++i) {
    if (tokens.gap(i).find('/') == std::string_view::npos) continue;
    for (const edit::Trivia& piece : tokens.trivia(i))
      if (piece.kind == edit::TriviaKind::BlockComment)
        all.push_back({piece.begin, piece.end, true});
  }
  // only those of several lines, one for each first line
  std::erase_if(all, [&](const Fold& fold) {
    return document.text().substr(fold.begin, fold.end - fold.begin).find('\n') ==
           std::string_view::npos;
  });
  std::sort(all.begin(), all.end(), [](const Fold& a, const Fold& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
  return all;
}

std::vector<Coloured> colours(const edit::Document& document) {
  // names by their place: what the tree says about them
  std::unordered_map<uint32_t, std::pair<TokenColour, bool>> known;
  for (const ast::ClassDef* top : document.tree().classes) {
    edit::forEachClass(*top, [&](const ast::ClassDef& def) {
      known[def.nameRange.begin] = {TokenColour::Class, true};
      for (const ast::Element* element : def.elements)
        if (const auto* component = element->dynAs<ast::ComponentDecl>()) {
          const bool isParameter = component->variability >= ast::Variability::Parameter;
          known[component->nameRange.begin] = {
              isParameter ? TokenColour::Parameter : TokenColour::Variable, true};
        }
    });
    edit::forEachName(*top, [&](const edit::NameUse& use) {
      const auto parts = use.name->parts;
      for (size_t i = 0; i < parts.size(); ++i) {
        const bool last = i + 1 == parts.size();
        TokenColour colour = TokenColour::Variable;
        if (use.role == edit::NameRole::Modifier) colour = TokenColour::Property;
        if (use.role == edit::NameRole::Value && i > 0) colour = TokenColour::Property;
        if (use.role == edit::NameRole::Type || use.role == edit::NameRole::Import)
          colour = last ? TokenColour::Type : TokenColour::Namespace;
        if (use.role == edit::NameRole::Function)
          colour = last ? TokenColour::Function : TokenColour::Namespace;
        known.emplace(parts[i].range.begin, std::pair{colour, false});
      }
    });
  }
  std::vector<Coloured> all;
  const edit::TokenList& tokens = document.tokens();
  for (size_t i = 0; i <= tokens.size(); ++i) {
    if (tokens.gap(i).find('/') != std::string_view::npos)
      for (const edit::Trivia& piece : tokens.trivia(i))
        if (piece.kind == edit::TriviaKind::LineComment ||
            piece.kind == edit::TriviaKind::BlockComment)
          all.push_back({piece.begin, piece.end, TokenColour::Comment});
    if (i == tokens.size()) break;
    const syntax::Token& token = tokens[i];
    if (syntax::isKeyword(token.kind)) {
      all.push_back({token.begin, token.end, TokenColour::Keyword});
    } else if (token.kind == Tok::String) {
      all.push_back({token.begin, token.end, TokenColour::String});
    } else if (token.kind == Tok::Integer || token.kind == Tok::Real) {
      all.push_back({token.begin, token.end, TokenColour::Number});
    } else if (token.kind == Tok::Identifier) {
      const auto found = known.find(token.begin);
      const auto [colour, declares] =
          found == known.end() ? std::pair{TokenColour::Variable, false} : found->second;
      all.push_back({token.begin, token.end, colour, declares});
    } else if (token.kind >= Tok::Assign) {
      all.push_back({token.begin, token.end, TokenColour::Operator});
    }
  }
  return all;
}

}  // namespace formola::lsp

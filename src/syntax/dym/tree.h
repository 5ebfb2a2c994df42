// The declarations of a model in Dymola notation, as they were written. Expressions and equations
// are those of the common syntax tree; what Modelica does not have is kept here until it is lowered
// (syntax/dym/lower.h).
#pragma once

#include <unordered_map>
#include <vector>

#include "syntax/ast.h"

namespace formola::dym {

// A variable in a cut: v, -v, v[3].
struct CutVariable {
  Symbol name;
  bool negative = false;
  std::span<const ast::Expr* const> dimensions;
  SourceRange range;
};

// cut A (v1, v2 / i1, -i2), or hierarchical: cut A [B, C]
struct Cut {
  Symbol name;
  SourceRange range;
  bool main = false;
  bool open = false;  // (v / .): takes up any through variables, which are not balanced
  std::vector<CutVariable> across, through;
  std::vector<Symbol> parts;  // hierarchical: cuts of the same model
  std::string_view comment;
};

// path P <A - B>
struct Path {
  Symbol name;
  SourceRange range;
  bool main = false;
  Symbol from, to;
};

enum class VariableKind : uint8_t { Local, Terminal, Parameter, Constant, Input, Output };

struct VariableDecl {
  VariableKind kind;
  Symbol name;
  SourceRange range;
  std::span<const ast::Expr* const> dimensions;
  const ast::Expr* value = nullptr;  // default of a parameter, start value of a local variable
  std::string_view comment;
};

struct Submodel {
  Symbol name;
  SourceRange range;
  Symbol type;
  SourceRange typeRange;
  std::vector<ast::NamedArgument> arguments;
  std::string_view comment;
};

enum class ConnectKind : uint8_t { Name, Series, Parallel, Reversed, At, FromTo };

// One node of a connection; operands are indices into Model::connections.
struct Connection {
  ConnectKind kind;
  SourceRange range;
  std::vector<ast::NamePart> name;  // Name: submodel, submodel.cut, node, own cut
  std::vector<int> operands;        // At: what, where; FromTo: what, from, to
};

struct Model {
  Symbol name;
  SourceRange range;  // of the name
  std::string_view comment;
  std::string_view above;  // comments in front of the model, with their braces
  std::vector<std::pair<Symbol, SourceRange>> inherits;
  std::vector<Cut> cuts;
  std::vector<Path> paths;
  std::vector<VariableDecl> variables;
  std::vector<Submodel> submodels;
  std::vector<std::pair<Symbol, SourceRange>> nodes;
  std::vector<Connection> connections;
  std::vector<int> connects;  // the roots, in the order of writing
  std::vector<const ast::Equation*> equations;
};

}  // namespace formola::dym

#include "sema/iterator_uses.h"

#include <algorithm>

namespace formola {

namespace {

class UseFinder {
 public:
  explicit UseFinder(Symbol iterator) : iterator_(iterator) {}

  std::vector<IteratorUse> run(const LoopBody& body) {
    add(body.equations);
    add(body.statements);
    add(body.expr);
    // The last one put on the stack is looked at first: the order is set right at the end.
    while (!stack_.empty()) {
      const Node node = stack_.back();
      stack_.pop_back();
      if (node.expr) visit(*node.expr);
      if (node.equation) visit(*node.equation);
      if (node.statement) visit(*node.statement);
    }
    std::stable_sort(uses_.begin(), uses_.end(), [](const IteratorUse& a, const IteratorUse& b) {
      return a.name->range.begin < b.name->range.begin;
    });
    return std::move(uses_);
  }

 private:
  struct Node {
    const ast::Expr* expr = nullptr;
    const ast::Equation* equation = nullptr;
    const ast::Statement* statement = nullptr;
  };

  void add(const ast::Expr* expr) {
    if (expr) stack_.push_back({.expr = expr});
  }
  void add(std::span<const ast::Expr* const> exprs) {
    for (const ast::Expr* e : exprs) add(e);
  }
  void add(std::span<const ast::Equation* const> equations) {
    for (const ast::Equation* e : equations) stack_.push_back({.equation = e});
  }
  void add(std::span<const ast::Statement* const> statements) {
    for (const ast::Statement* s : statements) stack_.push_back({.statement = s});
  }
  void add(const ast::CallExpr& call) {
    add(call.arguments);
    for (const ast::NamedArgument& n : call.named) add(n.value);
  }
  void add(const ast::Name& name) {
    for (size_t p = 0; p < name.parts.size(); ++p) {
      for (size_t d = 0; d < name.parts[p].subscripts.size(); ++d) {
        const ast::Expr* s = name.parts[p].subscripts[d];
        const auto* reference = s->dynAs<ast::ReferenceExpr>();
        if (reference && reference->name.parts.size() == 1 &&
            reference->name.parts[0].name == iterator_ &&
            reference->name.parts[0].subscripts.empty()) {
          uses_.push_back({&name, p, d});
        } else {
          add(s);
        }
      }
    }
  }
  // The ranges of a nested loop; false: one of its variables hides ours in its body.
  bool addLoop(std::span<const ast::ForIterator> iterators) {
    for (const ast::ForIterator& i : iterators) add(i.in);
    return std::none_of(iterators.begin(), iterators.end(),
                        [&](const ast::ForIterator& i) { return i.name == iterator_; });
  }
  template <typename Branch>
  void addBranches(std::span<const Branch> branches) {
    for (const Branch& b : branches) {
      add(b.condition);
      add(b.body);
    }
  }

  void visit(const ast::Expr& expr) {
    switch (expr.kind) {
      case ast::ExprKind::Reference:
        return add(expr.as<ast::ReferenceExpr>().name);
      case ast::ExprKind::Call:
        return add(expr.as<ast::CallExpr>());
      case ast::ExprKind::PartialApplication:
        for (const auto& n : expr.as<ast::PartialApplicationExpr>().named) add(n.value);
        return;
      case ast::ExprKind::Unary:
        return add(expr.as<ast::UnaryExpr>().operand);
      case ast::ExprKind::Binary:
        add(expr.as<ast::BinaryExpr>().left);
        return add(expr.as<ast::BinaryExpr>().right);
      case ast::ExprKind::If:
        for (const ast::IfBranch& b : expr.as<ast::IfExpr>().branches) {
          add(b.condition);
          add(b.value);
        }
        return add(expr.as<ast::IfExpr>().otherwise);
      case ast::ExprKind::Array:
        return add(expr.as<ast::ArrayExpr>().elements);
      case ast::ExprKind::Matrix:
        for (const auto& row : expr.as<ast::MatrixExpr>().rows) add(row);
        return;
      case ast::ExprKind::Range:
        add(expr.as<ast::RangeExpr>().start);
        add(expr.as<ast::RangeExpr>().step);
        return add(expr.as<ast::RangeExpr>().stop);
      case ast::ExprKind::Selection:
        add(expr.as<ast::SelectionExpr>().from);
        return add(expr.as<ast::SelectionExpr>().subscripts);
      case ast::ExprKind::Tuple:
        return add(expr.as<ast::TupleExpr>().elements);
      case ast::ExprKind::Comprehension: {
        const auto& inner = expr.as<ast::ComprehensionExpr>();
        if (addLoop(inner.iterators)) add(inner.body);
        return;
      }
      default:
        return;
    }
  }

  void visit(const ast::Equation& equation) {
    switch (equation.kind) {
      case ast::EquationKind::Equality:
        add(equation.as<ast::EqualityEquation>().left);
        return add(equation.as<ast::EqualityEquation>().right);
      case ast::EquationKind::Connect:
        add(equation.as<ast::ConnectEquation>().left);
        return add(equation.as<ast::ConnectEquation>().right);
      case ast::EquationKind::Call:
        return add(*equation.as<ast::CallEquation>().call);
      case ast::EquationKind::If:
        return addBranches(equation.as<ast::IfEquation>().branches);
      case ast::EquationKind::When:
        return addBranches(equation.as<ast::WhenEquation>().branches);
      case ast::EquationKind::For: {
        const auto& inner = equation.as<ast::ForEquation>();
        if (addLoop(inner.iterators)) add(inner.body);
        return;
      }
    }
  }

  void visit(const ast::Statement& statement) {
    switch (statement.kind) {
      case ast::StatementKind::Assign:
        add(statement.as<ast::AssignStatement>().target);
        return add(statement.as<ast::AssignStatement>().value);
      case ast::StatementKind::MultiAssign:
        for (const ast::ReferenceExpr* t : statement.as<ast::MultiAssignStatement>().targets)
          add(t);
        return add(*statement.as<ast::MultiAssignStatement>().call);
      case ast::StatementKind::Call:
        return add(*statement.as<ast::CallStatement>().call);
      case ast::StatementKind::If:
        return addBranches(statement.as<ast::IfStatement>().branches);
      case ast::StatementKind::When:
        return addBranches(statement.as<ast::WhenStatement>().branches);
      case ast::StatementKind::While:
        add(statement.as<ast::WhileStatement>().condition);
        return add(statement.as<ast::WhileStatement>().body);
      case ast::StatementKind::For: {
        const auto& inner = statement.as<ast::ForStatement>();
        if (addLoop(inner.iterators)) add(inner.body);
        return;
      }
      case ast::StatementKind::Break:
      case ast::StatementKind::Return:
        return;
    }
  }

  Symbol iterator_;
  std::vector<Node> stack_;
  std::vector<IteratorUse> uses_;
};

}  // namespace

std::vector<IteratorUse> findIteratorUses(Symbol iterator, const LoopBody& body) {
  return UseFinder(iterator).run(body);
}

}  // namespace formola

// Blocks that equations and statements share: if, when and for with their bodies.
#pragma once

#include "diag/codes/syntax.h"
#include "syntax/parser_impl.h"

namespace formola::syntax {

// if/elseif/else or when/elsewhen up to "end if" or "end when"; parseBody() gives the body of a
// branch.
template <typename Branch, typename Body>
std::span<const Branch> Parser::parseBranches(Tok keyword, Body parseBody) {
  Token opener = tok_;
  OpenBlock open(*this, keyword);
  Tok more = keyword == Tok::KwIf ? Tok::KwElseIf : Tok::KwElseWhen;
  List<Branch> branches(*this);
  bool hasElse = false;
  Token elseIf;
  for (;;) {
    uint32_t begin = tok_.begin;
    Token branchKeyword = tok_;
    advance();
    const ast::Expr* condition = nullptr;
    if (branchKeyword.kind == Tok::KwElse) {
      hasElse = true;
      if (at(Tok::KwIf) && !tok_.lineStart) elseIf = branchKeyword;
    } else {
      condition = parseCondition(branchKeyword);
      if (panic_) {  // keep to the block: its body and end are still understood
        skipItem();
        panic_ = false;
      }
    }
    auto body = parseBody();
    branches.add({condition, body, rangeFrom(begin)});
    if (at(more) && !hasElse) continue;
    if (at(Tok::KwElse) && !hasElse && keyword == Tok::KwIf) continue;
    if (at(Tok::KwElse) || at(Tok::KwElseIf) || at(Tok::KwElseWhen)) {
      // "elsewhen" in an if, "else" in a when: belongs to an enclosing block, or is wrong
      bool outer = openBlocks_.size() > 1;
      if (outer) break;
      complain(diag::WrongSection, rangeOf(tok_), spelling(tok_.kind),
               keyword == Tok::KwIf ? "a 'when' (or once, at the end of an 'if')" : "an 'if'");
      continue;
    }
    break;
  }
  auto all = branches.finish();
  parseEndOf(opener, elseIf);
  return all;
}

// A loop up to "end for" or "end while": parseHead() gives what stands before "loop", and is passed
// with the body to make().
template <typename Head, typename Body, typename Make>
auto Parser::parseLoop(Head parseHead, Body parseBody, Make make) {
  Token opener = tok_;
  OpenBlock open(*this, opener.kind);
  advance();
  auto head = parseHead();
  expectLoop(opener);
  if (panic_) {
    skipItem();
    panic_ = false;
  }
  auto body = parseBody();
  parseEndOf(opener);
  return make(head, body);
}

}  // namespace formola::syntax

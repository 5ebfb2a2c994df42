// An order of statements in which those of the same shape follow each other.
#pragma once

#include <cstdint>
#include <vector>

namespace formola::lowered {

constexpr uint32_t kNoStatement = UINT32_MAX;

// What each statement is and needs, by numbers only. Producers come before those who need them.
struct StatementGraph {
  std::vector<uint32_t> shape, length;       // by statement; length: its instructions
  std::vector<uint32_t> firstOperand = {0};  // by statement, and one more: into `producer`
  std::vector<uint32_t> producer;            // by operand: a statement, or kNoStatement: elsewhere

  uint32_t size() const { return static_cast<uint32_t>(shape.size()); }
  // The operands of a statement are numbered from 0.
  uint32_t operands(uint32_t s) const { return firstOperand[s + 1] - firstOperand[s]; }
  uint32_t producerOf(uint32_t s, uint32_t operand) const {
    return producer[firstOperand[s] + operand];
  }
};

// A part of the order: `count` iterations of `period` statements, or a single one (count 1). In a
// loop, iterations have the same shapes, and an operand is produced either in its own iteration, at
// the same place in all of them, or outside of it in all of them.
struct Piece {
  std::vector<uint32_t> statements;
  uint32_t period = 1, count = 1;
  bool independent = false;  // no iteration needs another
};

struct StatementOrder {
  std::vector<Piece> pieces;  // every statement once, after those that it needs
  size_t saved = 0;           // instructions of all iterations but the first ones
};

struct StatementOrderOptions {
  uint32_t leastIterations = 4;  // of a loop
  // Instructions that a loop must save, and one whose iterations are independent.
  uint32_t leastSaved = 1, leastSavedIndependent = 1;
};

// Purpose:    loops with few different bodies.
// Complexity: O(n log n) for each of a bounded number of refinements.
// Reference:  each shape waits for all statements of the shapes that it needs; shapes that need
//             each other, the strong components of the graph of shapes, form recurrences: loop
//             distribution as in Allen and Kennedy, "Automatic translation of FORTRAN programs to
//             vector form", ACM TOPLAS 9 (1987). Shapes that are met in different surroundings (a
//             sweep there and one back) are told apart by colour refinement.
StatementOrder orderStatements(const StatementGraph& graph, const StatementOrderOptions& options);

}  // namespace formola::lowered

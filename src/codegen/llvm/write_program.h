// The codes of a model -> functions of LLVM IR.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "codegen/llvm/emit.h"
#include "codegen/llvm/jobs.h"
#include "codegen/llvm/llvm_model.h"
#include "codegen/llvm/module_writer.h"

namespace formola::native {

// What generated code refers to by address.
struct ProgramTables {
  std::vector<std::unique_ptr<lowered::RolledCode>> codes;  // by job
  std::deque<ShapeTable> shapes;
  std::deque<std::vector<uint32_t>> numbers;
  std::deque<std::vector<const lowered::Code*>> codesByRow;
  std::deque<Entry> entries;  // for the numbers of their loops
  AddressBook addresses;      // of all these
};

// Purpose:    writes the functions of all jobs. Long codes become loops over statements of the same
//             shape (codegen/lower/reroll.h). What is left is cut into chunks, and chunks of the
//             same shape, of whatever codes, share one function that gets a row of a table: the
//             code of n blocks that differ in their variables and numbers only is written once, and
//             so is what a step does around each of them. Entries that do the same in turn are
//             shared likewise, and what an entry repeats becomes a loop. Long loops whose
//             iterations do not need each other can be shared by threads (wide_loops.h).
// Requires:   jobs: of these programs. The tables outlive the generated code.
// Ensures:    entries: by job, the name of the function. Operations are those of the codes, in
//             their order.
// Complexity: linear in the instructions; what LLVM compiles is proportional to the shapes.
llvm::Error writeProgram(const lowered::Programs& programs, const std::vector<Job>& jobs,
                         const LlvmOptions& options, Writers& writers, ProgramTables& tables,
                         std::vector<std::string>& entries, LlvmStatistics& statistics);

}  // namespace formola::native

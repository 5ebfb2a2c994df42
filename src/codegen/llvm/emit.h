// Register code -> LLVM IR.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "codegen/llvm/chunks.h"
#include "codegen/llvm/shapes.h"
#include "codegen/lower/bytecode.h"

namespace formola::native {

// A function outside of the generated code, under the name that generated code calls it by. The
// names differ from those of libm on purpose: LLVM then neither folds nor fuses calls, and results
// are those of the interpreter to the last bit.
struct ExternalFunction {
  const char* name;
  void* address;
};
const std::vector<ExternalFunction>& externalFunctions();

// The function of the chunks of one shape. `shape` has read the chunk that it is written from.
struct SharedChunk {
  std::string name;
  const ShapeReader& shape;
  const ShapeTable& table;
};

// One thing that an entry does: call the function of a chunk, or solve a block.
struct EntryItem {
  lowered::Op op = lowered::Op::Copy;  // of a solve; Copy: a chunk
  std::string callee;                  // a chunk
  bool fails = false;                  // a chunk that returns a status
  const ShapeTable* table = nullptr;   // a chunk with others of its shape
  uint32_t part = 0, count = 0;        // a loop that threads may share, and its iterations
  // The row in the table; the block, and for SolveAgain the first register.
  uint32_t numbers[2] = {0, 0};
  uint32_t width() const { return op == lowered::Op::SolveAgain ? 2 : 1; }
};

// `period` items that are done `count` times, with other numbers each time. numbers: of all of them
// one after the other, where count > 1.
struct EntryLoop {
  uint32_t begin = 0, period = 0, count = 0;
  uint32_t part = 0;  // threads may share it: repetitions in one part (wide_loops.h)
  std::vector<uint32_t> numbers;
};

// The entries of several blocks that do the same with other numbers are one function.
struct SharedEntry {
  const uint32_t* rowOfBlock;         // by the index of the block
  const uint32_t* numbers;            // by row: those of the items, one after the other
  const lowered::Code* const* codes;  // by row
};

// The tables must outlive the generated code.
struct Entry {
  std::vector<EntryItem> items;
  std::vector<EntryLoop> loops;  // all items, in order
  bool ofBlock = false, withOutput = false;
  const SharedEntry* shared = nullptr;  // may be null; then no loop has count > 1
};

// The data of this process that generated code refers to, under names that do not depend on where
// they lie: the code is the same in every process, and can be kept.
class AddressBook {
 public:
  const std::string& nameOf(const void* pointer) {
    auto [it, isNew] = names_.try_emplace(pointer);
    if (isNew) it->second = "formola.data." + std::to_string(names_.size());
    return it->second;
  }
  const std::unordered_map<const void*, std::string>& all() const { return names_; }

 private:
  std::unordered_map<const void*, std::string> names_;
};

// The function of a chunk of its own, in the code of that name.
std::string chunkName(const std::string& code, uint32_t chunk);

// Finds what an entry repeats at least so often.
// Complexity: linear in the items.
std::vector<EntryLoop> planEntry(const std::vector<EntryItem>& items, uint32_t leastIterations);

// Purpose:    the functions of one code: one for each chunk, and the entry that calls them.
// Ensures:    IEEE arithmetic in the order of the code, nothing contracted or reassociated.
//             Chunk functions have the signature
//               void or i32 (FmlData* d, double* v, double* registers, double* out)
//             and a row of their table after these if they are shared; entries
//               i32 (FmlData* d [, i32 block] [, double* out]).
//             Loops that threads may share are functions as runtime/parallel.h calls them.
// Complexity: linear in the instructions of the chunk.
class CodeEmitter {
 public:
  CodeEmitter(const lowered::RolledCode& code, const ChunkedCode& chunks, std::string name,
              bool cold, AddressBook& addresses);

  void emitChunk(uint32_t chunk, llvm::Module& module);
  // The function of all chunks that have the shape of this one.
  void emitShared(uint32_t chunk, const SharedChunk& shared, llvm::Module& module);
  void emitEntry(const std::string& name, const Entry& entry, llvm::Module& module);

 private:
  llvm::FunctionType* chunkType(bool fails, bool shared, llvm::LLVMContext& context) const;
  llvm::Function* function(const std::string& name, llvm::FunctionType* type,
                           llvm::Module& module) const;
  llvm::FunctionCallee external(const char* name, llvm::Type* result,
                                llvm::ArrayRef<llvm::Type*> arguments, bool pure);
  void beginChunk(uint32_t chunk, llvm::Module& module);
  llvm::FunctionType* partType(llvm::LLVMContext& context) const;
  void beginFunction(llvm::Module& module);
  void beginPart(uint32_t chunk, llvm::Module& module);
  void emitLoop(uint32_t chunk, llvm::Module& module);
  void planIterations();
  void emitIterations();
  using Field = uint32_t lowered::Instruction::*;
  using Indices = std::vector<uint32_t>;  // by iteration
  // How the index of an iteration is had: first + stride * iteration; the same with the iterations
  // of a row counted from its first; or from a table.
  struct Places {
    enum class Kind : uint8_t { Line, Rows, Table };
    Kind kind = Kind::Line;
    int64_t stride = 0;
    llvm::Value* first = nullptr;  // Rows: of the present row
    llvm::Value* table = nullptr;
  };
  Indices indicesOf(Field field) const;
  Indices filePlaces() const;
  Indices operandPlaces(uint32_t reg) const;
  bool inFile(uint32_t reg) const;
  std::vector<Indices> accesses();
  Places placesOf(const Indices& indices);
  llvm::Value* tableOf(const Indices& indices);
  llvm::Value* indexAt(const Places& places, unsigned lane);
  std::vector<llvm::Value*> lanesAt(llvm::Value* array, const Places& places);
  llvm::Value* load(llvm::Value* array, const Places& places);
  void store(llvm::Value* what, llvm::Value* array, const Places& places);
  llvm::Value* loopOperand(uint32_t reg);
  llvm::Value* constants();
  llvm::Value* splat(llvm::Value* scalar);

  template <typename Emitter>
  friend bool emitOperation(Emitter&, llvm::IRBuilder<>&, llvm::Module&,
                            const lowered::Instructions&, const lowered::Instruction&);
  void instruction(const lowered::Instruction& i);
  void call(uint32_t index);
  void callCompiled(uint32_t index);
  llvm::Value* pick(const lowered::Instruction& i);
  llvm::Value* relation(const lowered::Instruction& i);
  llvm::Value* value(uint32_t reg);
  llvm::Value* truth(uint32_t reg);
  void define(uint32_t reg, llvm::Value* number, llvm::Value* truthValue = nullptr);
  void defineTruth(uint32_t reg, llvm::Value* truthValue);
  llvm::Value* member(size_t offset, llvm::Type* type, llvm::Value*& cache);
  llvm::Value* element(llvm::Value* array, uint32_t index);
  llvm::Value* rowEntry(uint32_t offset, llvm::Type* type);
  uint32_t offsetOfPlace(uint32_t place) const;
  uint32_t namedOffset() const;
  llvm::Value* elementAt(llvm::IRBuilder<>& builder, llvm::Type* type, llvm::Value* array,
                         uint32_t index, uint32_t offset);
  llvm::Value* namedElement(llvm::Type* type, llvm::Value* array, Field field);
  llvm::Value* namedIndex(Field field);
  llvm::Value* registerElement(llvm::IRBuilder<>& builder, uint32_t reg);
  llvm::Value* literal(uint32_t index, uint32_t number);
  // Of the byte at `offset` behind `base`. What is compared or added to has the same base.
  llvm::Value* address(const void* base, size_t offset = 0);
  void entryItem(const EntryItem& item, llvm::Value* const* numbers, llvm::Value* v);
  std::vector<llvm::Value*> numbersFrom(llvm::Value*& row, const EntryItem& item);
  void emitEntryLoop(const std::vector<EntryItem>& items, const EntryLoop& loop, llvm::Value* v);
  void emitRepetitions(const std::vector<EntryItem>& items, const EntryLoop& loop, llvm::Value* v,
                       llvm::Value* first, llvm::Value* last);
  void emitEntryPart(const std::string& name, const std::vector<EntryItem>& items,
                     const EntryLoop& loop);
  void callInParts(const std::string& callee, uint32_t count, uint32_t part);
  // v[i.a] and the like, in a loop for the present iteration.
  llvm::Value* loadAt(llvm::Value* array, Field field);
  void storeAt(llvm::Value* what, llvm::Value* array, Field field);
  llvm::Value* byteAt(llvm::Value* array, Field field);
  void returnUnlessOk(llvm::Value* status);
  llvm::Value* number(double x);
  // Where values are loaded that any block of the chunk may use.
  llvm::IRBuilder<>& early() { return *early_; }

  const lowered::RolledCode& rolled_;
  const lowered::Code& code_;
  const ChunkedCode& chunks_;
  std::string name_;
  bool cold_;
  AddressBook& addresses_;

  // Values of the present chunk; a value belongs to it if its stamp is the chunk's.
  struct Known {
    llvm::Value* number = nullptr;
    llvm::Value* truth = nullptr;
    uint32_t stamp = 0;
  };
  std::vector<Known> known_;
  uint32_t stamp_ = 0;

  // The loop being written: the instruction of its first iteration, the number of the iteration.
  const lowered::Loop* loop_ = nullptr;
  uint32_t at_ = 0;
  llvm::Value* iteration_ = nullptr;
  unsigned lanes_ = 1;  // iterations done at once
  // Where the loop is one over rows of `row_` iterations (0: it is not): the number of the row, the
  // number of the iteration in it, and where code is written that runs once for each row.
  uint32_t row_ = 0;
  // Of a loop that threads may share: the first iteration of the part and the one behind its last,
  // or those of rows.
  llvm::Value *from_ = nullptr, *to_ = nullptr;
  llvm::Value *rowNumber_ = nullptr, *column_ = nullptr;
  llvm::IRBuilder<>* rowBuild_ = nullptr;

  // The shape being written, the row of the chunk that runs, what was read of it, and arrays seen
  // from where the table says.
  const SharedChunk* shared_ = nullptr;
  llvm::Value* tableRow_ = nullptr;
  std::map<uint32_t, llvm::Value*> rowEntries_;
  std::map<std::pair<llvm::Value*, uint32_t>, llvm::Value*> movedArrays_;

  llvm::Module* module_ = nullptr;
  llvm::Function* function_ = nullptr;
  llvm::IRBuilder<>* build_ = nullptr;
  llvm::IRBuilder<>* early_ = nullptr;
  llvm::Type* real_ = nullptr;
  llvm::Type* pointer_ = nullptr;
  llvm::Value *data_ = nullptr, *v_ = nullptr, *registers_ = nullptr, *out_ = nullptr;
  llvm::Value *pre_ = nullptr, *relations_ = nullptr, *bands_ = nullptr, *samples_ = nullptr,
              *time_ = nullptr, *lambda_ = nullptr, *live_ = nullptr, *initial_ = nullptr,
              *terminal_ = nullptr, *reached_ = nullptr, *passed_ = nullptr;
};

}  // namespace formola::native

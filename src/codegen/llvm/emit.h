// Register code -> LLVM IR.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <string>
#include <vector>

#include "codegen/bytecode.h"
#include "codegen/llvm/chunks.h"

namespace formola::native {

// A function outside of the generated code, under the name that generated code calls it by. The
// names differ from those of libm on purpose: LLVM then neither folds nor fuses calls, and results
// are those of the interpreter to the last bit.
struct ExternalFunction {
  const char* name;
  void* address;
};
const std::vector<ExternalFunction>& externalFunctions();

// Purpose:    the functions of one code: one for each chunk, and the entry that calls them.
// Ensures:    IEEE arithmetic in the order of the code, nothing contracted or reassociated.
//             Chunk functions have the signature
//               void or i32 (FmlData* d, double* v, double* registers, double* out),
//             entries i32 (FmlData* d) or i32 (FmlData* d, double* out).
// Complexity: linear in the instructions of the chunk.
class CodeEmitter {
 public:
  CodeEmitter(const interp::RolledCode& code, const ChunkedCode& chunks, std::string name,
              bool cold);

  std::string chunkName(uint32_t chunk) const;
  const std::string& entryName() const { return name_; }
  void emitChunk(uint32_t chunk, llvm::Module& module);
  void emitEntry(bool withOutput, llvm::Module& module);

 private:
  llvm::FunctionType* chunkType(bool fails, llvm::LLVMContext& context) const;
  llvm::Function* function(const std::string& name, llvm::FunctionType* type,
                           llvm::Module& module) const;
  llvm::FunctionCallee external(const char* name, llvm::Type* result,
                                llvm::ArrayRef<llvm::Type*> arguments, bool pure);
  void beginChunk(uint32_t chunk, llvm::Module& module);
  void emitLoop(uint32_t chunk, llvm::Module& module);
  void planIterations();
  void emitIterations();
  using Field = uint32_t interp::Instruction::*;
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

  void instruction(const interp::Instruction& i);
  void call(uint32_t index);
  void callCompiled(uint32_t index);
  llvm::Value* builtin(const interp::Instruction& i);
  llvm::Value* pick(const interp::Instruction& i);
  llvm::Value* relation(const interp::Instruction& i);
  llvm::Value* elementary(const char* name, llvm::ArrayRef<llvm::Value*> arguments);
  llvm::Value* intrinsic(unsigned id, llvm::Value* argument);
  llvm::Value* value(uint32_t reg);
  llvm::Value* truth(uint32_t reg);
  void define(uint32_t reg, llvm::Value* number, llvm::Value* truthValue = nullptr);
  void defineTruth(uint32_t reg, llvm::Value* truthValue);
  llvm::Value* member(size_t offset, llvm::Type* type, llvm::Value*& cache);
  llvm::Value* element(llvm::Value* array, uint32_t index);
  // v[i.a] and the like, in a loop for the present iteration.
  llvm::Value* loadAt(llvm::Value* array, Field field);
  void storeAt(llvm::Value* what, llvm::Value* array, Field field);
  llvm::Value* byteAt(llvm::Value* array, Field field);
  llvm::Value* codePointer();
  void returnUnlessOk(llvm::Value* status);
  llvm::Value* number(double x);
  // Where values are loaded that any block of the chunk may use.
  llvm::IRBuilder<>& early() { return *early_; }

  const interp::RolledCode& rolled_;
  const interp::Code& code_;
  const ChunkedCode& chunks_;
  std::string name_;
  bool cold_;

  // Values of the present chunk; a value belongs to it if its stamp is the chunk's.
  struct Known {
    llvm::Value* number = nullptr;
    llvm::Value* truth = nullptr;
    uint32_t stamp = 0;
  };
  std::vector<Known> known_;
  uint32_t stamp_ = 0;

  // The loop being written: the instruction of its first iteration, the number of the iteration.
  const interp::Loop* loop_ = nullptr;
  uint32_t at_ = 0;
  llvm::Value* iteration_ = nullptr;
  unsigned lanes_ = 1;  // iterations done at once
  // Where the loop is one over rows of `row_` iterations (0: it is not): the number of the row, the
  // number of the iteration in it, and where code is written that runs once for each row.
  uint32_t row_ = 0;
  llvm::Value *rowNumber_ = nullptr, *column_ = nullptr;
  llvm::IRBuilder<>* rowBuild_ = nullptr;

  llvm::Module* module_ = nullptr;
  llvm::Function* function_ = nullptr;
  llvm::IRBuilder<>* build_ = nullptr;
  llvm::IRBuilder<>* early_ = nullptr;
  llvm::Type* real_ = nullptr;
  llvm::Type* pointer_ = nullptr;
  llvm::Value *data_ = nullptr, *v_ = nullptr, *registers_ = nullptr, *out_ = nullptr;
  llvm::Value *pre_ = nullptr, *relations_ = nullptr, *bands_ = nullptr, *samples_ = nullptr,
              *time_ = nullptr, *lambda_ = nullptr, *live_ = nullptr, *initial_ = nullptr,
              *terminal_ = nullptr;
};

}  // namespace formola::native

#include "codegen/llvm/write_program.h"

#include <algorithm>

#include "codegen/llvm/wide_loops.h"
#include "codegen/lower/fuse_products.h"
#include "support/assert.h"

namespace formola::native {

using lowered::Code;
using lowered::Instruction;
using lowered::Op;
using lowered::RolledCode;

namespace {

constexpr uint32_t kNone = UINT32_MAX;

bool isHot(const Code& code, const Chunk& chunk) {
  const auto first = code.instructions.begin();
  return chunk.loop >= 0 ||
         std::any_of(first + chunk.begin, first + chunk.end,
                     [](const Instruction& i) { return lowered::isFused(i.op); });
}

class ProgramWriter {
 public:
  ProgramWriter(const lowered::Programs& programs, const std::vector<Job>& jobs,
                const LlvmOptions& options, Writers& writers, ProgramTables& tables,
                LlvmStatistics& statistics);

  void cut(const std::vector<uint8_t>& blockWrites);
  llvm::Error writeChunks();
  llvm::Error writeEntries(std::vector<std::string>& names);

 private:
  // Where a chunk is among those of its shape.
  struct Member {
    uint32_t group = kNone, row = 0;
  };
  struct Group {
    ShapeGroup chunks;
    const ShapeTable* table = nullptr;  // null: too few of them
    bool fails = false;
    uint32_t instructions = 0;
    bool written = false;
  };

  bool isShared(const Member& m) const { return m.group != kNone && groups_[m.group].table; }
  std::string nameOf(uint32_t job) const { return "code" + std::to_string(jobs_[job].code->id); }
  static std::string nameOfGroup(uint32_t group) { return "shape" + std::to_string(group); }
  CodeEmitter emitterOf(uint32_t job) const {
    return {*tables_.codes[job], chunks_[job], nameOf(job), jobs_[job].cold, tables_.addresses};
  }
  void shareLoops(const RolledCode& rolled, ChunkedCode& chunks);
  void shareRepetitions(uint32_t job, Entry& entry);
  std::vector<EntryItem> itemsOf(uint32_t job) const;
  std::vector<uint32_t> keyOf(uint32_t job) const;
  SharedEntry tablesOf(const std::vector<uint32_t>& jobs);
  void countOnce(const std::vector<EntryItem>& items, const EntryLoop& loop, size_t times);
  llvm::Error write(const std::string& name, uint32_t job, Entry entry);

  const std::vector<Job>& jobs_;
  const LlvmOptions& options_;
  Writers& writers_;
  ProgramTables& tables_;
  LlvmStatistics& statistics_;
  lowered::RerollOptions reroll_;
  WideLoops wide_;
  std::vector<ChunkedCode> chunks_;           // by job
  std::vector<std::vector<Member>> members_;  // by job and chunk
  std::vector<Group> groups_;
};

ProgramWriter::ProgramWriter(const lowered::Programs& programs, const std::vector<Job>& jobs,
                             const LlvmOptions& options, Writers& writers, ProgramTables& tables,
                             LlvmStatistics& statistics)
    : jobs_(jobs),
      options_(options),
      writers_(writers),
      tables_(tables),
      statistics_(statistics),
      wide_(programs, options.leastShared),
      members_(jobs.size()) {
  reroll_.leastInstructions = options.leastRolled;
  reroll_.leastSaved = std::min(reroll_.leastSaved, options.leastRolled);
  reroll_.leastSavedIndependent = std::min(reroll_.leastSavedIndependent, options.leastRolled);
  reroll_.leastIterations = std::min(reroll_.leastIterations, options.leastRolled + 3);
}

// Threads may share these loops.
void ProgramWriter::shareLoops(const RolledCode& rolled, ChunkedCode& chunks) {
  // Vectors of eight iterations, and whole lines of the cache.
  constexpr uint32_t kTogether = 64;
  std::vector<uint32_t> begins;
  for (Chunk& chunk : chunks.chunks) {
    if (chunk.loop < 0) continue;
    const lowered::Loop& loop = rolled.loops[static_cast<size_t>(chunk.loop)];
    if (!loop.independent) continue;
    begins.clear();
    for (uint32_t k = 0; k <= loop.count; ++k) begins.push_back(loop.begin + k * loop.period);
    chunk.part = wide_.partOf(rolled.code, chunks, begins, kTogether);
    statistics_.wide += chunk.part > 0 ? 1 : 0;
  }
}

// The same for what an entry repeats.
void ProgramWriter::shareRepetitions(uint32_t job, Entry& entry) {
  if (jobs_[job].cold) return;
  const std::vector<Chunk>& chunks = chunks_[job].chunks;
  std::vector<uint32_t> begins;
  for (EntryLoop& loop : entry.loops) {
    if (loop.count == 1) continue;
    begins.clear();
    for (uint32_t k = 0; k < loop.count; ++k)
      begins.push_back(chunks[loop.begin + k * loop.period].begin);
    begins.push_back(chunks[loop.begin + loop.count * loop.period - 1].end);
    loop.part = wide_.partOf(tables_.codes[job]->code, chunks_[job], begins, 1);
    statistics_.wide += loop.part > 0 ? 1 : 0;
  }
}

void ProgramWriter::cut(const std::vector<uint8_t>& blockWrites) {
  KeyNumbers numbers;
  std::vector<uint32_t> scratch(blockWrites.size(), 0);
  for (size_t j = 0; j < jobs_.size(); ++j) {
    const Job& job = jobs_[j];
    tables_.codes.push_back(std::make_unique<RolledCode>(lowered::reroll(*job.code, reroll_)));
    RolledCode& rolled = *tables_.codes.back();
    chunks_.push_back(cutIntoChunks(rolled, options_.chunkSize, blockWrites, scratch));
    if (!job.cold) shareLoops(rolled, chunks_.back());
    const ChunkedCode& chunks = chunks_.back();
    rolled.code.registers = chunks.fileSize;
    statistics_.instructions += job.code->instructions.size();
    statistics_.compiled += rolled.code.instructions.size();
    statistics_.loops += rolled.loops.size();
    for (const lowered::Loop& loop : rolled.loops)
      statistics_.compiled -= static_cast<size_t>(loop.period) * (loop.count - 1);

    ShapeReader reader(rolled.code, chunks);
    members_[j].resize(chunks.chunks.size());
    for (size_t k = 0; k < chunks.chunks.size(); ++k) {
      const Chunk& chunk = chunks.chunks[k];
      if (!reader.read(chunk)) continue;
      std::vector<uint32_t> key = reader.shape().key;
      key.push_back(job.cold ? 1 : 0);
      const auto [it, isNew] =
          numbers.try_emplace(std::move(key), static_cast<uint32_t>(groups_.size()));
      if (isNew) groups_.push_back({{}, nullptr, chunk.fails, chunk.end - chunk.begin, false});
      ShapeGroup& group = groups_[it->second].chunks;
      members_[j][k] = {it->second, group.size()};
      group.add(reader.shape());
    }
  }
  for (Group& group : groups_) {
    if (group.chunks.size() < reroll_.leastIterations) continue;
    group.table = &tables_.shapes.emplace_back(group.chunks.table());
    statistics_.compiled -= size_t{group.instructions} * (group.chunks.size() - 1);
    statistics_.shared += group.chunks.size() - 1;
  }
}

llvm::Error ProgramWriter::writeChunks() {
  for (uint32_t j = 0; j < jobs_.size(); ++j) {
    const Code& code = tables_.codes[j]->code;
    const std::vector<Chunk>& chunks = chunks_[j].chunks;
    std::vector<uint32_t> todo;
    for (uint32_t k = 0; k < chunks.size(); ++k)
      if (!chunks[k].solve && !(isShared(members_[j][k]) && groups_[members_[j][k].group].written))
        todo.push_back(k);
    if (todo.empty()) continue;
    CodeEmitter emitter = emitterOf(j);
    ShapeReader reader(code, chunks_[j]);
    for (uint32_t k : todo) {
      const Member& member = members_[j][k];
      const bool shared = isShared(member);
      if (shared && groups_[member.group].written) continue;
      bool hot = isHot(code, chunks[k]);
      if (shared) {
        Group& group = groups_[member.group];
        // As a loop: it is short and runs long.
        hot = hot || size_t{group.instructions} * group.chunks.size() >= options_.leastRolled;
        group.written = true;
      }
      ModuleWriter& writer = hot ? writers_.hot : writers_.straight;
      if (shared) {
        reader.read(chunks[k]);
        emitter.emitShared(k, {nameOfGroup(member.group), reader, *groups_[member.group].table},
                           writer.module());
      } else {
        emitter.emitChunk(k, writer.module());
      }
      ++statistics_.chunks;
      if (auto error = writer.wrote()) return error;
    }
  }
  return writers_.hot.flush();
}

std::vector<EntryItem> ProgramWriter::itemsOf(uint32_t job) const {
  std::vector<EntryItem> items;
  const std::vector<Chunk>& chunks = chunks_[job].chunks;
  for (uint32_t k = 0; k < chunks.size(); ++k) {
    EntryItem item;
    const Member& member = members_[job][k];
    if (chunks[k].solve) {
      const Instruction& i = tables_.codes[job]->code.instructions[chunks[k].begin];
      item.op = i.op;
      item.numbers[0] = i.a;
      item.numbers[1] = i.dst;
    } else {
      item.fails = chunks[k].fails;
      if (isShared(member)) {
        item.callee = nameOfGroup(member.group);
        item.table = groups_[member.group].table;
        item.numbers[0] = member.row;
      } else {
        item.callee = chunkName(nameOf(job), k);
        item.part = chunks[k].part;
        item.count = item.part > 0
                         ? tables_.codes[job]->loops[static_cast<size_t>(chunks[k].loop)].count
                         : 0;
      }
    }
    items.push_back(std::move(item));
  }
  return items;
}

// Entries of blocks with equal keys do the same; empty: an entry that others cannot have.
std::vector<uint32_t> ProgramWriter::keyOf(uint32_t job) const {
  if (jobs_[job].block < 0) return {};
  std::vector<uint32_t> key = {static_cast<uint32_t>(jobs_[job].function),
                               jobs_[job].cold ? 1U : 0U, chunks_[job].needsRegisters ? 1U : 0U};
  const std::vector<Chunk>& chunks = chunks_[job].chunks;
  for (uint32_t k = 0; k < chunks.size(); ++k) {
    const Instruction& i = tables_.codes[job]->code.instructions[chunks[k].begin];
    if (!chunks[k].solve && !isShared(members_[job][k])) return {};
    key.insert(key.end(), {chunks[k].solve ? 1U : 0U,
                           chunks[k].solve ? static_cast<uint32_t>(i.op) : members_[job][k].group});
  }
  return key;
}

SharedEntry ProgramWriter::tablesOf(const std::vector<uint32_t>& jobs) {
  std::vector<uint32_t>& rowOfBlock = tables_.numbers.emplace_back();
  std::vector<uint32_t>& numbers = tables_.numbers.emplace_back();
  std::vector<const Code*>& codes = tables_.codesByRow.emplace_back();
  for (uint32_t job : jobs) {
    const auto block = static_cast<size_t>(jobs_[job].block);
    if (rowOfBlock.size() <= block) rowOfBlock.resize(block + 1, 0);
    rowOfBlock[block] = static_cast<uint32_t>(codes.size());
    codes.push_back(&tables_.codes[job]->code);
    for (const EntryItem& item : itemsOf(job))
      numbers.insert(numbers.end(), item.numbers, item.numbers + item.width());
  }
  return {rowOfBlock.data(), numbers.data(), codes.data()};
}

// Statistics: the solves of a loop are in the code once instead of so many times.
void ProgramWriter::countOnce(const std::vector<EntryItem>& items, const EntryLoop& loop,
                              size_t times) {
  for (uint32_t k = loop.begin; k < loop.begin + loop.period; ++k)
    if (items[k].op != Op::Copy) statistics_.compiled -= times - 1;
}

llvm::Error ProgramWriter::write(const std::string& name, uint32_t job, Entry entry) {
  entry.ofBlock = jobs_[job].block >= 0;
  entry.withOutput = jobs_[job].withOutput;
  tables_.entries.push_back(std::move(entry));
  emitterOf(job).emitEntry(name, tables_.entries.back(), writers_.straight.module());
  return writers_.straight.wrote();
}

llvm::Error ProgramWriter::writeEntries(std::vector<std::string>& names) {
  KeyNumbers numbers;
  std::vector<std::vector<uint32_t>> alike;  // jobs
  for (uint32_t j = 0; j < jobs_.size(); ++j) {
    names.push_back(nameOf(j));
    std::vector<uint32_t> key = keyOf(j);
    if (key.empty()) {
      alike.push_back({j});
      continue;
    }
    const auto [it, isNew] =
        numbers.try_emplace(std::move(key), static_cast<uint32_t>(alike.size()));
    if (isNew) alike.emplace_back();
    alike[it->second].push_back(j);
  }
  for (const std::vector<uint32_t>& jobs : alike) {
    if (jobs.size() >= reroll_.leastIterations) {
      const SharedEntry shared = tablesOf(jobs);
      Entry entry;
      entry.items = itemsOf(jobs[0]);
      entry.loops = {{0, static_cast<uint32_t>(entry.items.size()), 1, {}}};
      entry.shared = &shared;
      countOnce(entry.items, entry.loops[0], jobs.size());
      if (auto error = write(nameOf(jobs[0]), jobs[0], std::move(entry))) return error;
      for (uint32_t job : jobs) names[job] = nameOf(jobs[0]);
      continue;
    }
    for (uint32_t job : jobs) {
      Entry entry;
      entry.items = itemsOf(job);
      entry.loops = planEntry(entry.items, reroll_.leastIterations);
      shareRepetitions(job, entry);
      for (const EntryLoop& loop : entry.loops) countOnce(entry.items, loop, loop.count);
      if (auto error = write(nameOf(job), job, std::move(entry))) return error;
    }
  }
  return writers_.straight.flush();
}

}  // namespace

llvm::Error writeProgram(const lowered::Programs& programs, const std::vector<Job>& jobs,
                         const LlvmOptions& options, Writers& writers, ProgramTables& tables,
                         std::vector<std::string>& entries, LlvmStatistics& statistics) {
  ProgramWriter writer(programs, jobs, options, writers, tables, statistics);
  writer.cut(writtenByBlocks(programs));
  if (auto error = writer.writeChunks()) return error;
  return writer.writeEntries(entries);
}

}  // namespace formola::native

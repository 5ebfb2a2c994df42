// The cases of one sweep shared out to several processes, on one machine or many.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace formola::analysis {

// The number of this process among those that were started together.
struct Rank {
  int number = 0, size = 1;
};
// As mpirun (Open MPI, MPICH) or srun (Slurm) tell it; nothing: this process is alone.
std::optional<Rank> rankOfProcess();

// Purpose:    blocks of cases, each done by the process that comes first. A block that is worked on
//             is a locked byte of a file in a folder that all processes see; the system takes the
//             lock away when the process ends, however it ends, and then another one takes the
//             block. What is done is a file of its own, which appears as a whole.
// Requires:   a file system with locks (local disks, NFS 4, Lustre with flock).
class SharedBlocks {
 public:
  // The folder is made where it is not there. `study`: what the blocks belong to; blocks of another
  // study in the same folder are refused. "" in `problem`: well.
  SharedBlocks(std::string folder, size_t blocks, const std::string& study, std::string& problem);
  ~SharedBlocks();
  SharedBlocks(const SharedBlocks&) = delete;
  SharedBlocks& operator=(const SharedBlocks&) = delete;

  // A block that nobody works on and that is not done; waits while others work on the last ones, in
  // case they do not come to an end. Nothing: all are done, or `goesOn` says no.
  std::optional<size_t> take(const std::function<bool()>& goesOn);
  // Where to write the rows of a block that was taken.
  std::string draft(size_t block) const;
  // They are there: the block is done. False: it cannot be kept.
  bool finish(size_t block);
  void giveBack(size_t block);

  // Writes `header` and the rows of all blocks in order into a file beside `path`, which `place`
  // makes `path` of, and removes the folder, in one of the processes; the others wait for it.
  // False: not written.
  bool gather(const std::string& header, const std::string& path,
              const std::function<bool(const std::string& rows)>& place,
              const std::function<bool()>& goesOn);

 private:
  bool lock(size_t byte, bool wait);
  void unlock(size_t byte);
  std::string done(size_t block) const;

  std::string folder_;
  size_t blocks_;
  size_t first_ = 0;  // blocks before it are done
  int file_ = -1;
};

}  // namespace formola::analysis

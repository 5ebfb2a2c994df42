// Results as a MATLAB level 4 file in the trajectory layout that Dymola and OpenModelica write.
//
// The file is a sequence of matrices, each a header of five int32 (type, rows, columns, 0, length
// of the name) with the name and the elements column by column:
//   Aclass       4×11 text: "Atrajectory", "1.1", "", "binTrans"
//   name         one column of text for each signal; the first is `time`
//   description  the same; "text [unit]"
//   dataInfo     int32 4×n: matrix (0 time, 1 data_1, 2 data_2); ±row in it; interpolation 0
//   (linear);
//                extrapolation -1 (undefined outside the time range) or 0 (constant)
//   data_1       two columns (start, stop): time, then the constants
//   data_2       one column for each time point: time, then the variables
// data_2 stands last and grows; its number of columns is patched at every flush, so that the file
// is complete at every flush.
//
// Reference: MathWorks, "MAT-File Format", chapter on level 4 MAT-files; the comment about dataInfo
// that Dymola puts into its text result files.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "results/output_file.h"
#include "results/result_sink.h"

namespace formola::results {

class Mat4Writer : public ResultSink {
 public:
  explicit Mat4Writer(std::string path, FlushPolicy policy = {}) : file_(std::move(path), policy) {}

  bool begin(const ResultLayout& layout) override;
  bool row(double time, std::span<const double> values) override;
  bool finish() override;

 private:
  bool ok() {
    if (!file_.error().empty()) fail(file_.error());
    return error().empty();
  }
  bool flush();
  bool patchCount();
  // After an error: the header counts the points that the file kept.
  void countWhole();

  OutputFile file_;
  StoredColumns stored_;
  size_t columns_ = 0;
  double lastTime_ = 0;
  uint64_t stopTimeOffset_ = 0;  // of the stop time in data_1
  uint64_t pointsOffset_ = 0;    // of the number of columns in the header of data_2
};

}  // namespace formola::results

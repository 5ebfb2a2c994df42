// Interpolation tables in lanes: constants of the code, in which each lane looks up its own place.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "codegen/lanes/known_tables.h"
#include "codegen/lanes/lane_code.h"

namespace formola::lanes {

// Purpose:    code that reads tables, without branches: places are found by halving, which takes
//             as many turns in all lanes.
// Ensures:    what runtime/kernels/table.h and codegen/host/standard_tables.h compute, but for
//             rounding.
// Complexity: O(log rows) instructions for each reading.
class LaneTables {
 public:
  LaneTables(LaneCode& code, const KnownTables* tables) : code_(code), tables_(tables) {}

  const StandardTable* find(uint32_t object) const;
  // `numbers`: the arguments after the table. `inside`: false where the table has no value.
  Number read(uint32_t object, TableQuestion question, std::span<const Number> numbers,
              Condition& inside);

 private:
  struct Array {  // of the module
    llvm::GlobalVariable* values = nullptr;
    size_t count = 0;  // without what fills the last half
  };
  struct CurveArrays {
    Array x, from, breaks;
    Array a[4];
  };
  struct SurfaceArrays {
    Array x, y, z, zx, zy, zxy;
  };
  struct Point {
    Number value, slope, bend;
  };
  struct SurfacePoint {
    Number value, slope1, slope2, bend11, bend12, bend22;
  };

  Array array(std::span<const double> values, const char* name);
  // With room to be halved.
  Array sorted(std::span<const double> values, const char* name);
  llvm::Value* whole(int64_t value);
  Number element(const Array& array, llvm::Value* at);
  llvm::Value* countBelow(const Array& x, Number at, Condition orEqual);
  const CurveArrays& arrays(uint32_t object, const StandardTable& table);
  const SurfaceArrays& surfaceArrays(uint32_t object, const runtime::Surface::Parts& parts);
  Number wrap(Number x, double low, double high);
  Point curve(uint32_t object, const StandardTable& table, Number column, Number x, Condition right,
              Condition& inside);
  Point atTime(uint32_t object, const StandardTable& table, std::span<const Number> numbers,
               Condition& inside);
  Number rounding(const StandardTable& table, Number t);
  Number nextEvent(uint32_t object, const StandardTable& table, Number t);
  SurfacePoint surface(uint32_t object, const StandardTable& table, Number x, Number y,
                       Condition& inside);
  SurfacePoint surfaceInside(const SurfaceArrays& arrays, const runtime::Surface::Parts& parts,
                             Number x, Number y);

  LaneCode& code_;
  const KnownTables* tables_;
  std::map<uint32_t, CurveArrays> curves_;
  std::map<uint32_t, SurfaceArrays> surfaces_;
};

}  // namespace formola::lanes

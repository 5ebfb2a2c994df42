#include "dae/leaf_count.h"

namespace formola {

int64_t LeafCounter::operator()(TypeId type) {
  if (type.index() >= counts_.size()) counts_.resize(type.index() + 64, kNotComputed);
  if (counts_[type.index()] != kNotComputed) return counts_[type.index()];
  int64_t total = types_.count(type);
  if (total >= 0 && types_[type].base == BaseType::Record) {
    // records nest as deep as their declarations, and never in themselves
    int64_t own = 0;
    for (const RecordField& field : types_.recordOf(type).fields) {
      int64_t w = (*this)(field.type);
      own = w < 0 || own < 0 ? -1 : own + w;
    }
    total = own < 0 ? -1 : total * own;
  }
  counts_[type.index()] = total;
  return total;
}

}  // namespace formola

// Modifiers as layers: which of them reach an element of a class.
//
// Specification chapter 7. Nothing is looked up or typed here.
#pragma once

#include <vector>

#include "sema/sema_part.h"

namespace formola {

class Modifiers : SemaPart {
 public:
  explicit Modifiers(SemaShared& shared) : SemaPart(shared) {}

  // All layers for an element of a class, outermost first: those of its owner, then those of the
  // extends clauses that bring it to the class.
  std::vector<ModLayer> layersFor(Instance* owner, const LayoutElement& element);
  // What layers for a class or component say about its element `name`.
  void derive(std::span<const ModLayer> from, Symbol name, std::vector<ModLayer>& to);
  void deriveFrom(const ModLayer& layer, Symbol name, std::vector<ModLayer>& to);
  // Arguments alone, without the value of the whole. False: the layer is not about the whole of
  // what contains the element, so that its value, if any, does not reach it.
  bool deriveArguments(const ModLayer& layer, Symbol name, std::vector<ModLayer>& to);

 private:
  std::span<const Access> append(std::span<const Access> accesses, Access access);
};

}  // namespace formola

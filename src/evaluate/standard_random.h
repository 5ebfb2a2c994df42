// Random numbers of Modelica.Math.Random.Generators.
//
// Arguments of each: state before, state after, number in (0, 1]. The states are vectors of 32-bit
// Integers: pairs of them, the lower half first, are the 64-bit words of the generators.
#pragma once

#include "evaluate/standard_externals.h"

namespace formola::standard {

// Reference: S. Vigna, An experimental exploration of Marsaglia's xorshift generators, scrambled,
// ACM TOMS 42(4), 2016.
bool xorshift64star(StandardCall& call);
bool xorshift1024star(StandardCall& call);
// Reference: S. Vigna, Further scramblings of Marsaglia's xorshift generators, arXiv:1404.0390,
// 2014.
bool xorshift128plus(StandardCall& call);

}  // namespace formola::standard

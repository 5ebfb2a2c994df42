#include "expr/bind_places.h"

#include <vector>

namespace formola {

ExprId bindPlaces(ExprPool& pool, ExprId function, std::span<const ExprId> more) {
  const std::vector<ExprId> given(more.begin(), more.end());
  std::vector<ExprId> places(pool.children(function).begin(), pool.children(function).end());
  size_t next = 0;
  // of a function that is not known itself, the first child is that
  for (size_t i = pool.functionOf(function).valid() ? 0 : 1; i < places.size(); ++i)
    if (pool.kind(places[i]) == ExprKind::Missing && next < given.size()) places[i] = given[next++];
  return pool.make(ExprKind::FunctionRef, pool.type(function), pool.payload(function), places);
}

}  // namespace formola

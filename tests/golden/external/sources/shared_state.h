#ifndef SHARED_STATE_H
#define SHARED_STATE_H
static double state;
static double add_to_state(double x) {
  return state + 1 + 0 * x;
}
#endif

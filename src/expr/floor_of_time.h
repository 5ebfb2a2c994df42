// floor(slope*time + offset), which counts time events.
#pragma once

namespace formola {

// Purpose:    a count of scheduled instants, which never gets out of step with them. The count is k
//             from the instant t(k) = (k - offset)/slope on (falling: until then), and t(k) itself
//             is compared, not slope*time + offset, whose rounding may be on the other side.
// Requires:   `reached` and `passed` as in runtime/model_abi.h: what happens at an instant up to
//             `reached` has happened, and what happens right after an instant up to `passed`.
// Ensures:    rising counts include the instant (floor is continuous from the right), falling ones
//             change right after it.
double floorOfTime(double slope, double offset, double reached, double passed);

// The instant at (rising) or right after (falling) which floorOfTime changes next: beyond `reached`
// or `passed`. +infinity: never.
double endOfFloor(double slope, double offset, double reached, double passed);

}  // namespace formola

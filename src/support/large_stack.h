// Work on a large stack, so that deeply nested sources cannot overflow it.
#pragma once

#include <functional>

namespace formola {

// Calls `work` in a thread of its own and waits for it; what it throws is thrown here. The memory
// is reserved, and touched only when it is needed.
void onLargeStack(const std::function<void()>& work);

}  // namespace formola

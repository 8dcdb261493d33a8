#include <stdbool.h>

/// Whether a listener has been added. Each fulfillment reads it, so it is one load, and no call.
extern bool expectations_listened;

static inline bool expectations_is_listened(void) { return __atomic_load_n(&expectations_listened, __ATOMIC_RELAXED); }

static inline void expectations_set_listened(bool value) {
  __atomic_store_n(&expectations_listened, value, __ATOMIC_RELAXED);
}

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The counters of the code coverage of this image; null in a build without coverage.
const uint64_t *expectations_counters(void);

/// How many counters there are.
size_t expectations_counter_count(void);

/// How many bytes a raw profile takes; 0 in a build without coverage.
size_t expectations_profile_size(void);

/// Writes a raw profile with the counters of now into a buffer of that size. Only where the size is not 0.
bool expectations_write_profile(uint8_t *buffer);

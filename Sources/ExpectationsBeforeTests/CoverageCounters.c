#include "CoverageCounters.h"

// Weak: a build without coverage has neither the section, whose bounds the linker defines, nor the runtime, of which the
// functions are hidden, so that nothing can look them up by name. The declarations are not hidden: the address of what is
// hidden and missing would not be null, but where the image begins.
#if defined(__ELF__)
#define WEAK __attribute__((weak))
extern const uint64_t firstCounter[] __asm__("__start___llvm_prf_cnts") WEAK;
extern const uint64_t endOfCounters[] __asm__("__stop___llvm_prf_cnts") WEAK;
extern uint64_t __llvm_profile_get_size_for_buffer(void) WEAK;
extern int __llvm_profile_write_buffer(char *) WEAK;

const uint64_t *expectations_counters(void) { return firstCounter; }

size_t expectations_counter_count(void) { return firstCounter ? (size_t)(endOfCounters - firstCounter) : 0; }

size_t expectations_profile_size(void) {
  return __llvm_profile_get_size_for_buffer && __llvm_profile_write_buffer ? __llvm_profile_get_size_for_buffer() : 0;
}

bool expectations_write_profile(uint8_t *buffer) { return __llvm_profile_write_buffer((char *)buffer) == 0; }
#else
const uint64_t *expectations_counters(void) { return 0; }
size_t expectations_counter_count(void) { return 0; }
size_t expectations_profile_size(void) { return 0; }
bool expectations_write_profile(uint8_t *buffer) { return false; }
#endif

#include "CoverageCounters.h"

// Weak: a build without coverage has neither the section, whose bounds the linker defines, nor the runtime, whose
// functions are hidden, so that nothing can look them up by name. The declarations are not hidden: the address of what
// is hidden and missing would not be null, but where the image begins.
#if defined(__ELF__)
#define WEAK __attribute__((weak))
extern const unsigned long long firstCounter[] __asm__("__start___llvm_prf_cnts") WEAK;
extern const unsigned long long endOfCounters[] __asm__("__stop___llvm_prf_cnts") WEAK;
extern unsigned long long __llvm_profile_get_size_for_buffer(void) WEAK;
extern int __llvm_profile_write_buffer(char *) WEAK;

const unsigned long long *expectations_counters(void) { return firstCounter; }

long expectations_counter_count(void) { return firstCounter ? (long)(endOfCounters - firstCounter) : 0; }

long expectations_profile_size(void) {
  return __llvm_profile_get_size_for_buffer && __llvm_profile_write_buffer ? (long)__llvm_profile_get_size_for_buffer() : 0;
}

_Bool expectations_write_profile(unsigned char *buffer) { return __llvm_profile_write_buffer((char *)buffer) == 0; }
#else
const unsigned long long *expectations_counters(void) { return 0; }
long expectations_counter_count(void) { return 0; }
long expectations_profile_size(void) { return 0; }
_Bool expectations_write_profile(unsigned char *buffer) { return buffer == 0; }
#endif

#define _GNU_SOURCE
#include "Interruption.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <setjmp.h>
#include <stddef.h>
#include <string.h>

struct frame {
  jmp_buf here;
  struct frame *outer;
  void *address;
};

static _Thread_local struct frame *innermost;

bool interruption_catch(void (*body)(void *), void *context) {
  struct frame frame;
  frame.outer = innermost;
  frame.address = __builtin_return_address(0);
  innermost = &frame;
  volatile bool has_returned = false;
  if (setjmp(frame.here) == 0) {
    body(context);
    has_returned = true;
  }
  innermost = frame.outer;
  return has_returned;
}

void interruption_raise(void) { longjmp(innermost->here, 1); }

bool interruption_is_caught(void) { return innermost != NULL; }

bool interruption_would_pass_dispatch(void) {
  void *frames[512];
  int count = backtrace(frames, 512);
  for (int i = 0; i < count; i++) {
    Dl_info info;
    if (innermost != NULL && frames[i] == innermost->address) return false;
    if (dladdr(frames[i], &info) != 0 && info.dli_fname != NULL && strstr(info.dli_fname, "libdispatch") != NULL)
      return true;
  }
  return false;
}

// noticed: error: cannot convert value of type 'UnsafeMutablePointer<pthread_mutex_t>' to expected argument type
// The stubs must match in their types, not only in their names.
import Darwin

func lock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) { os_unfair_lock_lock(mutex) }

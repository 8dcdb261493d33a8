// noticed: error: no such module 'Glibc'
// The modules of Linux are not available.
import Glibc

// noticed: error: no such module 'Glibc'
// What belongs to Linux is out of reach.
import Glibc

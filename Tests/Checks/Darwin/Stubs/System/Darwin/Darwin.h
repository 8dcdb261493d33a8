// The parts of Darwin's C library that this project calls. Darwin.swiftinterface has the macros that Swift cannot
// import.
#ifndef DARWIN_STUB_H
#define DARWIN_STUB_H
#include <stddef.h>
#include <stdint.h>
#include <stdarg.h>
#include <limits.h>
typedef int32_t pid_t; typedef uint16_t mode_t; typedef int64_t off_t; typedef long ssize_t; typedef int32_t dev_t;
typedef uint64_t ino_t; typedef uint16_t nlink_t; typedef uint32_t uid_t; typedef uint32_t gid_t; typedef long time_t;
typedef int32_t suseconds_t; typedef uint32_t useconds_t; typedef int64_t blkcnt_t; typedef int32_t blksize_t;
struct timespec { time_t tv_sec; long tv_nsec; };
struct timeval { time_t tv_sec; suseconds_t tv_usec; };
typedef unsigned char Boolean;
// time.h
typedef unsigned long clock_t;
clock_t clock(void);
typedef enum { _CLOCK_REALTIME = 0, _CLOCK_MONOTONIC = 6, _CLOCK_MONOTONIC_RAW = 4, _CLOCK_UPTIME_RAW = 8 } clockid_t;
int clock_gettime(clockid_t clock, struct timespec *time);
uint64_t clock_gettime_nsec_np(clockid_t clock);
// pthread.h
struct _opaque_pthread_t { long __sig; char __opaque[8176]; };
typedef struct _opaque_pthread_t *pthread_t;
typedef struct { long __sig; char __opaque[56]; } pthread_mutex_t;
typedef struct { long __sig; char __opaque[8]; } pthread_mutexattr_t;
typedef struct { long __sig; char __opaque[40]; } pthread_cond_t;
typedef struct { long __sig; char __opaque[8]; } pthread_condattr_t;
typedef unsigned long pthread_key_t;
_Pragma("clang assume_nonnull begin")
pthread_t pthread_self(void);
int pthread_key_create(pthread_key_t *, void (* _Nullable)(void *));
void * _Nullable pthread_getspecific(pthread_key_t);
int pthread_setspecific(pthread_key_t, const void * _Nullable);
int pthread_mutex_init(pthread_mutex_t *, const pthread_mutexattr_t * _Nullable);
int pthread_mutex_destroy(pthread_mutex_t *);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
int pthread_cond_init(pthread_cond_t *, const pthread_condattr_t * _Nullable);
int pthread_cond_destroy(pthread_cond_t *);
int pthread_cond_signal(pthread_cond_t *);
int pthread_cond_timedwait(pthread_cond_t *, pthread_mutex_t *, const struct timespec * _Nullable);
int pthread_cond_timedwait_relative_np(pthread_cond_t *, pthread_mutex_t *, const struct timespec * _Nullable);
// os/lock.h
typedef struct os_unfair_lock_s { uint32_t _os_unfair_lock_opaque; } os_unfair_lock, *os_unfair_lock_t;
void os_unfair_lock_lock(os_unfair_lock_t lock);
void os_unfair_lock_unlock(os_unfair_lock_t lock);
_Pragma("clang assume_nonnull end")
// sched.h, dlfcn.h
int sched_yield(void); void *dlsym(void *handle, const char *symbol);
void *dlopen(const char *path, int mode);
typedef struct dl_info { const char *dli_fname; void *dli_fbase; const char *dli_sname; void *dli_saddr; } Dl_info;
int dladdr(const void *, Dl_info *);
// string.h, stdlib.h, stdio.h
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
char *strstr(const char *, const char *);
void *memchr(const void *, int, size_t);
char *strdup(const char *); size_t strlen(const char *);
char *strerror(int);
void free(void *);
int atexit(void (* _Nonnull)(void));
void exit(int) __attribute__((__noreturn__));
void _exit(int) __attribute__((__noreturn__));
int setenv(const char *, const char *, int);
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
typedef struct __sFILE { int _file; } FILE;
extern FILE *__stdoutp; extern FILE *__stderrp;
int fflush(FILE *); int fclose(FILE *);
int getloadavg(double [], int);
// unistd.h, fcntl.h, sys/stat.h
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x0004
#define O_APPEND 0x0008
#define O_CREAT 0x0200
#define O_EXCL 0x0800
#define O_DIRECTORY 0x00100000
#define O_CLOEXEC 0x01000000
#define F_SETFD 2
#define F_FULLFSYNC 51
#define FD_CLOEXEC 1
#define SEEK_END 2
#define W_OK 2
#define AT_FDCWD -2
#define AT_EACCESS 0x0010
#define _SC_OPEN_MAX 5
struct stat {
  dev_t st_dev; mode_t st_mode; nlink_t st_nlink; ino_t st_ino; uid_t st_uid; gid_t st_gid; dev_t st_rdev;
  struct timespec st_atimespec; struct timespec st_mtimespec; struct timespec st_ctimespec;
  struct timespec st_birthtimespec; off_t st_size; blkcnt_t st_blocks; blksize_t st_blksize; uint32_t st_flags;
  uint32_t st_gen; int32_t st_lspare; int64_t st_qspare[2];
};
int stat(const char *, struct stat *); int fstat(int, struct stat *);
int fchmod(int, mode_t); int mkfifo(const char *, mode_t);
ssize_t read(int, void *, size_t); ssize_t write(int, const void *, size_t); int close(int);
ssize_t pread(int, void *, size_t, off_t); off_t lseek(int, off_t, int);
int fsync(int); int unlink(const char *); int rename(const char *, const char *); int link(const char *, const char *);
int faccessat(int, const char *, int, int);
long sysconf(int); pid_t getpid(void); uid_t getuid(void); int usleep(useconds_t); unsigned int sleep(unsigned int); int pipe(int [2]);
int truncate(const char *, off_t); int ftruncate(int, off_t);
// errno.h
static const int ENOENT = 2, EINTR = 4, EIO = 5, ENOTDIR = 20, EISDIR = 21, EINVAL = 22, ENOTTY = 25, EFBIG = 27,
  ENOSPC = 28, EAGAIN = 35, ENOTSUP = 45, ECONNABORTED = 53, ENAMETOOLONG = 63, ESTALE = 70;
// signal.h, sys/wait.h
static const int SIGKILL = 9, SIGABRT = 6, SIGILL = 4, SIGTRAP = 5, SIGFPE = 8, SIGBUS = 10, SIGSEGV = 11;
#define SA_ONSTACK 1
struct __siginfo; typedef unsigned int sigset_t;
union __sigaction_u { void (*__sa_handler)(int); void (*__sa_sigaction)(int, struct __siginfo *, void *); };
struct sigaction { union __sigaction_u __sigaction_u; sigset_t sa_mask; int sa_flags; };
int sigaction(int, const struct sigaction *, struct sigaction *); int raise(int);
#define SIGUSR1 30
int kill(pid_t, int); pid_t waitpid(pid_t, int *, int);
// sys/resource.h
struct rusage { struct timeval ru_utime; struct timeval ru_stime; long ru_maxrss; };
#define RUSAGE_SELF 0
int getrusage(int, struct rusage *);
// sys/socket.h
typedef uint8_t sa_family_t; typedef uint32_t socklen_t; typedef uint16_t in_port_t; typedef uint32_t in_addr_t;
struct sockaddr { uint8_t sa_len; sa_family_t sa_family; char sa_data[14]; };
struct in_addr { in_addr_t s_addr; };
struct sockaddr_in { uint8_t sin_len; sa_family_t sin_family; in_port_t sin_port; struct in_addr sin_addr; char sin_zero[8]; };
struct linger { int l_onoff; int l_linger; };
#define AF_INET 2
#define SOCK_STREAM 1
#define SOL_SOCKET 0xffff
#define SO_LINGER 0x0080
#define SO_NOSIGPIPE 0x1022
#define IPPROTO_TCP 6
#define TCP_NODELAY 0x01
#define SHUT_RDWR 2
int socket(int, int, int); int bind(int, const struct sockaddr *, socklen_t); int listen(int, int);
int connect(int, const struct sockaddr *, socklen_t);
int accept(int, struct sockaddr *, socklen_t *); int getsockname(int, struct sockaddr *, socklen_t *);
int getpeername(int, struct sockaddr *, socklen_t *);
ssize_t recv(int, void *, size_t, int); ssize_t send(int, const void *, size_t, int);
int setsockopt(int, int, int, const void *, socklen_t); int shutdown(int, int);
// math.h
double log10(double); double floor(double); double log(double);
int unsetenv(const char *);
#define CTL_KERN 1
#define KERN_PROC 14
#define KERN_PROC_PID 1
#define P_TRACED 0x00000800
struct extern_proc { int p_flag; };
struct kinfo_proc { struct extern_proc kp_proc; };
int sysctl(int *, unsigned int, void *, size_t *, void *, size_t);
#endif

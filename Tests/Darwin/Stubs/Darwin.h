// What the program uses of macOS's C library: the names, types and shapes that Swift sees there, without
// anything behind them. Nothing is declared here that is not there; values of constants are no matter, but
// where one decides what another may be.
#pragma once

typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef unsigned long uintptr_t;
typedef long intptr_t;
typedef __SIZE_TYPE__ size_t;
typedef long ssize_t;
typedef int32_t dev_t;
typedef uint16_t mode_t;
typedef uint16_t nlink_t;
typedef uint64_t ino_t;
typedef uint32_t uid_t;
typedef uint32_t gid_t;
typedef int32_t pid_t;
typedef int64_t off_t;
typedef long time_t;
typedef uint64_t rlim_t;
typedef unsigned int nfds_t;
typedef uint32_t sigset_t;

// errno.h; `errno` itself is a macro that Swift cannot see
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define ENOEXEC 8
#define EBADF 9
#define ECHILD 10
#define ENOMEM 12
#define EACCES 13
#define EBUSY 16
#define EEXIST 17
#define EXDEV 18
#define ENODEV 19
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define ENFILE 23
#define EMFILE 24
#define ENOTTY 25
#define ENOSPC 28
#define ESPIPE 29
#define EROFS 30
#define EMLINK 31
#define EPIPE 32
#define ERANGE 34
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
#define ENOTSUP 45
#define ETIMEDOUT 60
#define ELOOP 62
#define ENAMETOOLONG 63
#define ENOTEMPTY 66
#define EDQUOT 69
#define ESTALE 70
#define ENOLCK 77
#define ENOSYS 78
#define ENODATA 96
#define EOPNOTSUPP 102
int *__error(void);

// time.h
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};
typedef enum { _CLOCK_REALTIME = 0, _CLOCK_MONOTONIC = 6 } clockid_t;
time_t time(time_t *);
int clock_gettime(clockid_t, struct timespec *);
int nanosleep(const struct timespec *, struct timespec *);

// sys/stat.h; the kinds in st_mode are the overlay's
struct stat {
  dev_t st_dev;
  mode_t st_mode;
  nlink_t st_nlink;
  ino_t st_ino;
  uid_t st_uid;
  gid_t st_gid;
  dev_t st_rdev;
  struct timespec st_atimespec;
  struct timespec st_mtimespec;
  struct timespec st_ctimespec;
  struct timespec st_birthtimespec;
  off_t st_size;
  int64_t st_blocks;
  int32_t st_blksize;
  uint32_t st_flags;
  uint32_t st_gen;
  int32_t st_lspare;
  int64_t st_qspare[2];
};
int fstat(int, struct stat *);
int fstatat(int, const char *, struct stat *, int);
int fchmod(int, mode_t);
int mkdirat(int, const char *, mode_t);

// fcntl.h; open, openat and fcntl take a variable number of arguments and are the overlay's
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x0004
#define O_NOFOLLOW 0x0100
#define O_CREAT 0x0200
#define O_EXCL 0x0800
#define O_NOCTTY 0x20000
#define O_DIRECTORY 0x100000
#define O_CLOEXEC 0x1000000
#define AT_FDCWD -2
#define AT_EACCESS 0x0010
#define AT_SYMLINK_NOFOLLOW 0x0020
#define AT_REMOVEDIR 0x0080
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define F_FULLFSYNC 51
#define F_DUPFD_CLOEXEC 67
#define F_SETNOSIGPIPE 73
#define FD_CLOEXEC 1
struct flock {
  off_t l_start;
  off_t l_len;
  pid_t l_pid;
  short l_type;
  short l_whence;
};

// sys/file.h
#define LOCK_SH 0x01
#define LOCK_EX 0x02
#define LOCK_NB 0x04
#define LOCK_UN 0x08
int flock(int, int);

// unistd.h
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define SEEK_SET 0
#define F_OK 0
#define W_OK (1 << 1)
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
off_t lseek(int, off_t, int);
int close(int);
int pipe(int[2]);
int isatty(int);
uid_t geteuid(void);
int execve(const char *, char *const *, char *const *);
int fsync(int);
int fchown(int, uid_t, gid_t);
int faccessat(int, const char *, int, int);
int linkat(int, const char *, int, const char *, int);
ssize_t readlinkat(int, const char *, char *, size_t);
int unlinkat(int, const char *, int);
int renameat(int, const char *, int, const char *);

// dirent.h
struct dirent {
  uint64_t d_ino;
  uint64_t d_seekoff;
  uint16_t d_reclen;
  uint16_t d_namlen;
  uint8_t d_type;
  char d_name[1024];
};
#define DT_UNKNOWN 0
#define DT_FIFO 1
#define DT_CHR 2
#define DT_DIR 4
#define DT_BLK 6
#define DT_REG 8
#define DT_LNK 10
#define DT_SOCK 12
typedef struct {
  int __dd_fd;
} DIR;
DIR *fdopendir(int);
struct dirent *readdir(DIR *);
void rewinddir(DIR *);
int closedir(DIR *);

// stdlib.h, string.h
void free(void *);
char *getenv(const char *);
char *realpath(const char *, char *);
int memcmp(const void *, const void *, size_t);
size_t strlen(const char *);
char *strerror(int);

// crt_externs.h; programs and libraries alike find the environment only so
char ***_NSGetEnviron(void);

// sys/resource.h, sys/syslimits.h
#define RLIMIT_NOFILE 8
#define OPEN_MAX 10240
struct rlimit {
  rlim_t rlim_cur;
  rlim_t rlim_max;
};
int getrlimit(int, struct rlimit *);
int setrlimit(int, const struct rlimit *);

// sys/ttycom.h; TIOCGWINSZ and ioctl are the overlay's
struct winsize {
  unsigned short ws_row;
  unsigned short ws_col;
  unsigned short ws_xpixel;
  unsigned short ws_ypixel;
};

// poll.h
struct pollfd {
  int fd;
  short events;
  short revents;
};
#define POLLIN 0x0001
#define POLLOUT 0x0004
#define POLLERR 0x0008
#define POLLHUP 0x0010
#define POLLNVAL 0x0020
int poll(struct pollfd *, nfds_t, int);

// signal.h, sys/wait.h; SIG_DFL and SIG_IGN are the overlay's
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGKILL 9
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGCHLD 20
#define SIGXFSZ 25
#define SIG_BLOCK 1
#define SIG_UNBLOCK 2
#define SIG_SETMASK 3
#define WNOHANG 0x00000001
void (*signal(int, void (*)(int)))(int);
int raise(int);
int kill(pid_t, int);
int sigemptyset(sigset_t *);
int sigaddset(sigset_t *, int);
int sigismember(const sigset_t *, int);
int sigpending(sigset_t *);
int sigwait(const sigset_t *, int *);
int pthread_sigmask(int, const sigset_t *, sigset_t *);
pid_t waitpid(pid_t, int *, int);
#define WEXITED 0x00000004
#define WNOWAIT 0x00000020
typedef uint32_t id_t;
typedef enum { P_ALL, P_PID, P_PGID } idtype_t;
union sigval {
  int sival_int;
  void *sival_ptr;
};
typedef struct __siginfo {
  int si_signo;
  int si_errno;
  int si_code;
  pid_t si_pid;
  uid_t si_uid;
  int si_status;
  void *si_addr;
  union sigval si_value;
  long si_band;
  unsigned long __pad[7];
} siginfo_t;
int waitid(idtype_t, id_t, siginfo_t *, int);

// spawn.h
typedef void *posix_spawnattr_t;
typedef void *posix_spawn_file_actions_t;
#define POSIX_SPAWN_SETPGROUP 0x0002
#define POSIX_SPAWN_SETSIGDEF 0x0004
#define POSIX_SPAWN_SETSIGMASK 0x0008
int posix_spawnp(
  pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *,
  char *const[], char *const[]);
int posix_spawn(
  pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *,
  char *const[], char *const[]);
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *, int, int);
int posix_spawn_file_actions_addfchdir_np(posix_spawn_file_actions_t *, int);
int posix_spawnattr_init(posix_spawnattr_t *);
int posix_spawnattr_destroy(posix_spawnattr_t *);
int posix_spawnattr_setflags(posix_spawnattr_t *, short);
int posix_spawnattr_setpgroup(posix_spawnattr_t *, pid_t);
int posix_spawnattr_setsigmask(posix_spawnattr_t *, const sigset_t *);
int posix_spawnattr_setsigdefault(posix_spawnattr_t *, const sigset_t *);

// sys/event.h; a structure and a function have one name
struct kevent {
  uintptr_t ident;
  int16_t filter;
  uint16_t flags;
  uint32_t fflags;
  intptr_t data;
  void *udata;
};
#define EVFILT_VNODE (-4)
#define EVFILT_SIGNAL (-6)
#define EV_ADD 0x0001
#define EV_CLEAR 0x0020
#define NOTE_DELETE 0x00000001
#define NOTE_WRITE 0x00000002
#define NOTE_EXTEND 0x00000004
#define NOTE_ATTRIB 0x00000008
#define NOTE_LINK 0x00000010
#define NOTE_RENAME 0x00000020
#define NOTE_REVOKE 0x00000040
int kqueue(void);
int kevent(int, const struct kevent *, int, struct kevent *, int, const struct timespec *);

// copyfile.h
typedef struct _copyfile_state *copyfile_state_t;
typedef uint32_t copyfile_flags_t;
#define COPYFILE_ACL (1 << 0)
#define COPYFILE_STAT (1 << 1)
#define COPYFILE_XATTR (1 << 2)
int fcopyfile(int, int, copyfile_state_t, copyfile_flags_t);

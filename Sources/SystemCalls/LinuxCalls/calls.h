// Functions and constants of the C library that Swift's module of it leaves out on Linux.
#include <dirent.h>
#include <spawn.h>
#include <sys/signalfd.h>
#include <sys/statfs.h>
#include <sys/types.h>
#include <sys/xattr.h>

// Glibc declares these for _GNU_SOURCE only, which the module is built without.
int pipe2(int descriptors[2], int flags);
int posix_spawn_file_actions_addfchdir_np(posix_spawn_file_actions_t *actions, int directory);
#ifdef __GLIBC__
ssize_t getdents64(int descriptor, void *buffer, size_t size);
#else
static inline ssize_t getdents64(int descriptor, void *buffer, size_t size) {
  return getdents(descriptor, (struct dirent *)buffer, size);
}
#endif

// The version that a package is built with, as in '-Xcc -DHEIR_VERSION=1.2'; null if unset.
static inline const char *heirVersion(void) {
#ifdef HEIR_VERSION
#define HEIR_QUOTED(text) #text
#define HEIR_TEXT(name) HEIR_QUOTED(name)
  return HEIR_TEXT(HEIR_VERSION);
#else
  return 0;
#endif
}

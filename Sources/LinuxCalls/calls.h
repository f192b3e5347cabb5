#include <dirent.h>
#include <sys/types.h>
#include <sys/xattr.h>

#ifdef __GLIBC__
ssize_t getdents64(int descriptor, void *room, size_t size);
#else
static inline ssize_t getdents64(int descriptor, void *room, size_t size) {
  return getdents(descriptor, (struct dirent *)room, size);
}
#endif

// What a package calls itself, as in '-Xcc -DHEIR_VERSION=1.2'; null where nobody said.
static inline const char *heirVersion(void) {
#ifdef HEIR_VERSION
#define HEIR_QUOTED(text) #text
#define HEIR_TEXT(name) HEIR_QUOTED(name)
  return HEIR_TEXT(HEIR_VERSION);
#else
  return 0;
#endif
}

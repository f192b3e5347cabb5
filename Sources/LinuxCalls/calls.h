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

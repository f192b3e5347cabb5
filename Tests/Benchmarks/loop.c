// Reads all files below some directories and looks at nothing in them: what any program has to do that is
// to know what a tree says. Prints how many files and bytes these were.
//
//     loop DIRECTORY…
//
// As heir does, it passes by names that begin with '.' or '_', and follows no links.

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <stdint.h>
#include <sys/syscall.h>

struct entry {
  uint64_t number;
  int64_t next;
  unsigned short length;
  unsigned char type;
  char name[];
};
#endif

static char contents[1 << 20];

// The names of directories that are still to be looked at, one behind the other; those of an inner directory
// lie behind those of the directory that holds it.
static char *names;
static size_t used, room;

static long files, bytes;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static void keep(const char *name) {
  size_t length = strlen(name) + 1;
  if (used + length > room) {
    room = 2 * (used + length);
    names = realloc(names, room);
    if (!names) fail("realloc");
  }
  memcpy(names + used, name, length);
  used += length;
}

static void read_file(int directory, const char *name) {
  int file = openat(directory, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
  if (file < 0) {
    if (errno == ELOOP) return;
    fail(name);
  }
  struct stat status;
  if (fstat(file, &status)) fail(name);
  if (S_ISREG(status.st_mode)) {
    ssize_t count;
    while ((count = read(file, contents, sizeof contents)) > 0) bytes += count;
    if (count < 0) fail(name);
    files++;
  }
  close(file);
}

static void meet(int directory, const char *name, unsigned char type) {
  if (name[0] == '.' || name[0] == '_') return;
  if (type == DT_UNKNOWN) {
    struct stat status;
    if (fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW)) fail(name);
    type = S_ISDIR(status.st_mode) ? DT_DIR : S_ISREG(status.st_mode) ? DT_REG : DT_LNK;
  }
  if (type == DT_DIR) keep(name);
  if (type == DT_REG) read_file(directory, name);
}

#ifdef __linux__
static void list(int directory) {
  // Nobody lists two directories at a time.
  static _Alignas(struct entry) char entries[1 << 15];
  long count;
  while ((count = syscall(SYS_getdents64, directory, entries, sizeof entries)) > 0) {
    for (long at = 0; at < count;) {
      struct entry *entry = (void *)(entries + at);
      meet(directory, entry->name, entry->type);
      at += entry->length;
    }
  }
  if (count < 0) fail("getdents64");
}
#else
static void list(int directory) {
  DIR *stream = fdopendir(dup(directory));
  if (!stream) fail("fdopendir");
  for (struct dirent *entry; (entry = readdir(stream));) meet(directory, entry->d_name, entry->d_type);
  closedir(stream);
}
#endif

static void walk(int directory) {
  size_t start = used;
  list(directory);
  size_t end = used;
  for (size_t at = start; at < end; at += strlen(names + at) + 1) {
    int inner = openat(directory, names + at, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    if (inner < 0) fail(names + at);
    walk(inner);
    close(inner);
  }
  used = start;
}

int main(int count, char **arguments) {
  for (int number = 1; number < count; number++) {
    int directory = open(arguments[number], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) fail(arguments[number]);
    walk(directory);
    close(directory);
  }
  printf("%ld %ld\n", files, bytes);
  return 0;
}

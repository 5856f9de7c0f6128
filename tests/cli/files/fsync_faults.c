/* Preloaded: the n-th fsync() fails, n being FSYNC_FAILS. */
#include <errno.h>
#include <stdlib.h>

int fsync(int file);

int fsync(int file) {
    static int count;
    const char *fails = getenv("FSYNC_FAILS");
    (void)file;
    if (!fails || ++count != atoi(fails))
        return 0;
    errno = EIO;
    return -1;
}

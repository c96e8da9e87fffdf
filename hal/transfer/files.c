// SPDX-License-Identifier: Apache-2.0
//
// Arguments and files of a process. A large file is mapped at its destination: pages cost nothing until they are
// accessed, and stores to them stay private to the process. Where images share GM it is read instead, as they must see
// it.

#define _GNU_SOURCE

#include <hal/hal.h>
#include <hal/host/host.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PAGE_BYTES = 4096, MAPPED_MIN = 16 << 20 };

ptrdiff_t hal_cmdline(char *buffer, size_t bytes)
{
    size_t length = 0;
    for (int i = 0; i < hal_host_word_num; i++) {
        const char *word = i == 0 ? "image" : hal_host_words[i];  // the name of the image may contain blanks
        size_t more = strlen(word);
        if (length + more + 2 > bytes) {
            return -1;
        }
        memcpy(buffer + length, word, more);
        length += more;
        buffer[length++] = ' ';
    }
    length -= length != 0;
    buffer[length] = 0;
    return (ptrdiff_t)length;
}

int hal_file_open(const char *path, hal_file_mode_t mode)
{
    static const int flags[] = {O_RDONLY, O_WRONLY | O_CREAT | O_TRUNC, O_WRONLY | O_CREAT | O_APPEND};
    return open(path, flags[mode] | O_CLOEXEC, 0666);
}

ptrdiff_t hal_file_size(int file)
{
    struct stat status;
    return fstat(file, &status) == 0 ? (ptrdiff_t)status.st_size : -1;
}

// Maps as many of the next bytes of a file as possible; returns their number.
static size_t map(int file, void *buffer, size_t bytes)
{
    size_t pages = bytes & ~(size_t)(PAGE_BYTES - 1);
    off_t at = lseek(file, 0, SEEK_CUR);
    struct stat status;
    if (hal_host_shares_gm || pages == 0 || (uintptr_t)buffer % PAGE_BYTES != 0 || at < 0 || at % PAGE_BYTES != 0 ||
        fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size < MAPPED_MIN ||
        status.st_size < at + (off_t)pages) {
        return 0;
    }
    void *there = mmap(buffer, pages, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, file, at);
    if (there != buffer) {
        return 0;
    }
    lseek(file, (off_t)pages, SEEK_CUR);
    return pages;
}

ptrdiff_t hal_file_read(int file, void *buffer, size_t bytes)
{
    size_t done = 0;
    const hal_window_t gm = hal_memory(HAL_MEM_GM, 0, 0);
    if ((uint8_t *)buffer >= gm.base && (size_t)((uint8_t *)buffer - gm.base) < gm.bytes) {
        done = map(file, buffer, bytes);
    }
    while (done < bytes) {
        ssize_t piece = read(file, (uint8_t *)buffer + done, bytes - done);
        if (piece < 0 && errno == EINTR) {
            continue;
        }
        if (piece <= 0) {
            return piece < 0 ? -1 : (ptrdiff_t)done;
        }
        done += (size_t)piece;
    }
    return (ptrdiff_t)done;
}

ptrdiff_t hal_file_write(int file, const void *buffer, size_t bytes)
{
    size_t done = 0;
    while (done < bytes) {
        ssize_t piece = write(file, (const uint8_t *)buffer + done, bytes - done);
        if (piece < 0 && errno == EINTR) {
            continue;
        }
        if (piece <= 0) {
            return -1;
        }
        done += (size_t)piece;
    }
    return (ptrdiff_t)done;
}

int hal_file_close(int file)
{
    return close(file);
}

int hal_file_remove(const char *path)
{
    return unlink(path);
}

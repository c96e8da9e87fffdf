// SPDX-License-Identifier: Apache-2.0
//
// Arguments and files of a process. A large file is mapped at its destination: pages cost nothing until they are
// accessed, and stores to them stay private to the process. Where images share GM it is read instead, as they must see
// it. What is mapped of a file is copied before the file is truncated.

#define _GNU_SOURCE

#include <hal/hal.h>
#include <hal/host/host.h>

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PAGE_BYTES = 4096, MAPPED_MIN = 16 << 20, MAPPINGS_MAX = 64, KEPT_BYTES = 16 << 20 };

// Files that are mapped. Further ones are read.
typedef struct {
    dev_t device;
    ino_t inode;
    uint8_t *base;
    size_t bytes;
} mapping_t;
static mapping_t mappings[MAPPINGS_MAX];
static uint32_t mapping_num;

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

// Puts a copy of mapped pages, in memory of the process, in their place.
static bool keep_pages(uint8_t *base, size_t bytes)
{
    void *copy = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (copy == MAP_FAILED) {
        return false;
    }
    memcpy(copy, base, bytes);
    return mremap(copy, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, base) == base;
}

// Keeps what the buffers have of a file, before it is truncated: Linux then discards private pages too.
static bool keep_mappings(const struct stat *status)
{
    for (uint32_t i = 0; i < mapping_num; i++) {
        mapping_t *mapping = &mappings[i];
        if (mapping->device == status->st_dev && mapping->inode == status->st_ino) {
            while (mapping->bytes != 0) {
                size_t last = mapping->bytes < KEPT_BYTES ? mapping->bytes : KEPT_BYTES;
                if (!keep_pages(mapping->base + mapping->bytes - last, last)) {
                    return false;
                }
                mapping->bytes -= last;
            }
        }
    }
    return true;
}

int hal_file_open(const char *path, hal_file_mode_t mode)
{
    static const int flags[] = {O_RDONLY, O_WRONLY | O_CREAT, O_WRONLY | O_CREAT | O_APPEND};
    int file = open(path, flags[mode] | O_CLOEXEC, 0666);
    struct stat status;
    if (mode != HAL_FILE_WRITE || file < 0 || fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
        return file;
    }
    if (!keep_mappings(&status) || ftruncate(file, 0) != 0) {
        close(file);
        return -1;
    }
    return file;
}

ptrdiff_t hal_file_size(int file)
{
    struct stat status;
    return fstat(file, &status) == 0 ? (ptrdiff_t)status.st_size : -1;
}

// Files are read piece by piece: returns the mapping that the next piece of a file makes longer, or a new one, or NULL.
static mapping_t *mapping_for(const struct stat *status, uint8_t *base)
{
    mapping_t *last = &mappings[mapping_num - (mapping_num != 0)];
    if (mapping_num != 0 && last->device == status->st_dev && last->inode == status->st_ino &&
        last->base + last->bytes == base) {
        return last;
    }
    if (mapping_num == MAPPINGS_MAX) {
        return NULL;
    }
    mappings[mapping_num] = (mapping_t){status->st_dev, status->st_ino, base, 0};
    return &mappings[mapping_num++];
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
    mapping_t *mapping = mapping_for(&status, buffer);
    if (mapping == NULL ||
        mmap(buffer, pages, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, file, at) != buffer) {
        return 0;
    }
    mapping->bytes += pages;
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

// SPDX-License-Identifier: Apache-2.0
//
// The system interface of newlib. Its stdout is line-buffered; an unfinished line is written at the end of the program,
// and lost in a fault.

#include <hal/confine.h>

#include <errno.h>
#include <reent.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

extern char __heap_start[], __heap_end[];  // linker/ptometal.ld.in

int _write(int file, const void *data, size_t bytes);
int _read(int file, void *data, size_t bytes);
int _close(int file);
int _fstat(int file, struct stat *status);
int _isatty(int file);
off_t _lseek(int file, off_t offset, int from);
void *_sbrk(ptrdiff_t bytes);
int _kill(int process, int signal);
int _getpid(void);
_Noreturn void _exit(int status);

// In a vector function this is that of the hart, as it may not write the data of newlib's own. Elsewhere it is
// newlib's, which parts of newlib write without calling this.
#undef errno
int *__errno(void);
static _Thread_local int errno_of_hart;

int *__errno(void)
{
    return hal_is_confined() ? &errno_of_hart : &_REENT->_errno;
}

#define errno (*__errno())

static int no_such_thing(void)
{
    errno = ENOSYS;
    return -1;
}

static void flush_all(void)
{
    fflush(NULL);
}

int _write(int file, const void *data, size_t bytes)
{
    if (file != HAL_STDOUT && file != HAL_STDERR) {
        return no_such_thing();
    }
    if (!hal_hart()->muted) {
        hal_write(file, data, bytes);
    }
    return (int)bytes;
}

// stdin is at its end.
int _read(int file, void *data, size_t bytes)
{
    (void)data;
    (void)bytes;
    return file == 0 ? 0 : no_such_thing();
}

int _close(int file)
{
    (void)file;
    return no_such_thing();
}

// Called before a stream gets its buffer.
int _fstat(int file, struct stat *status)
{
    (void)file;
    hal_at_end = flush_all;
    *status = (struct stat){.st_mode = S_IFCHR};
    return 0;
}

int _isatty(int file)
{
    return file <= HAL_STDERR;
}

off_t _lseek(int file, off_t offset, int from)
{
    (void)file;
    (void)offset;
    (void)from;
    return no_such_thing();
}

void *_sbrk(ptrdiff_t bytes)
{
    static char *end = __heap_start;
    if (bytes > __heap_end - end || bytes < __heap_start - end) {
        errno = ENOMEM;
        return (void *)-1;
    }
    end += bytes;
    return end - bytes;
}

int _kill(int process, int signal)
{
    (void)process;
    (void)signal;
    return no_such_thing();
}

int _getpid(void)
{
    return 1;
}

void _exit(int status)
{
    hal_exit(status);
}

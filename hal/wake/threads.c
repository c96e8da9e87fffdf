// SPDX-License-Identifier: Apache-2.0
//
// Harts that are threads wake each other through condition variables; alarms are timers of the system.

#define _GNU_SOURCE

#include <hal/hal.h>
#include <hal/host/host.h>

#include <board.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

static struct {
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool woken;
    bool has_timer;
    timer_t timer;
} harts[BOARD_HARTS_MAX] = {[0 ... BOARD_HARTS_MAX - 1] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER}};

void hal_hart_wake(uint32_t index)
{
    pthread_mutex_lock(&harts[index].lock);
    harts[index].woken = true;
    pthread_cond_signal(&harts[index].wake);
    pthread_mutex_unlock(&harts[index].lock);
}

void hal_hart_sleep(void)
{
    uint32_t index = hal_hart()->index;
    pthread_mutex_lock(&harts[index].lock);
    while (!harts[index].woken) {
        pthread_cond_wait(&harts[index].wake, &harts[index].lock);
    }
    harts[index].woken = false;
    pthread_mutex_unlock(&harts[index].lock);
}

void hal_hart_nap(uint32_t microseconds)
{
    uint32_t index = hal_hart()->index;
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    uint64_t nanoseconds = (uint64_t)end.tv_nsec + UINT64_C(1000) * microseconds;
    end.tv_sec += (time_t)(nanoseconds / 1000000000);
    end.tv_nsec = (long)(nanoseconds % 1000000000);
    pthread_mutex_lock(&harts[index].lock);
    if (!harts[index].woken) {
        pthread_cond_timedwait(&harts[index].wake, &harts[index].lock, &end);
    }
    harts[index].woken = false;
    pthread_mutex_unlock(&harts[index].lock);
}

void hal_alarm(uint32_t seconds)
{
    uint32_t index = hal_hart()->index;
    if (!harts[index].has_timer) {
        if (seconds == 0) {
            return;
        }
        struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = hal_host_alarm_signal()};
#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif
        event.sigev_notify_thread_id = gettid();
        if (timer_create(CLOCK_MONOTONIC, &event, &harts[index].timer) != 0) {
            hal_host_give_up("a timer");
        }
        harts[index].has_timer = true;
    }
    timer_settime(harts[index].timer, 0, &(struct itimerspec){.it_value.tv_sec = seconds}, NULL);
}

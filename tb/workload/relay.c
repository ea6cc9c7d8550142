// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE  // pipe2
#include "workload/relay.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct relay {
  pthread_t thread;
  int from;     // read end of the process's pipe
  int stop[2];  // a pipe whose closing is the request to end
};

static void pass_on(const char *data, size_t size)
{
  while (size > 0) {
    const ssize_t written = write(STDERR_FILENO, data, size);
    if (written < 0 && errno != EINTR) {
      return;  // nobody reads it: the process goes on all the same
    }
    data += written > 0 ? written : 0;
    size -= written > 0 ? (size_t)written : 0;
  }
}

static void *run(void *context)
{
  const struct relay *relay = context;
  char data[4096];
  for (;;) {
    struct pollfd ends[] = {{.fd = relay->from, .events = POLLIN}, {.fd = relay->stop[0]}};
    if (poll(ends, 2, -1) < 0) {
      continue;
    }
    if ((ends[0].revents & POLLIN) == 0) {  // nothing left: closed, or asked to end
      return NULL;
    }
    const ssize_t got = read(relay->from, data, sizeof data);
    pass_on(data, got > 0 ? (size_t)got : 0);
  }
}

static void close_all(struct relay *relay)
{
  const int all[] = {relay->from, relay->stop[0], relay->stop[1]};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
    if (all[i] >= 0) {
      (void)close(all[i]);
    }
  }
  free(relay);
}

// A signal is for the thread that started this one.
static int start_thread(struct relay *relay)
{
  sigset_t every;
  sigset_t before;
  (void)sigfillset(&every);
  (void)pthread_sigmask(SIG_SETMASK, &every, &before);
  const int cause = pthread_create(&relay->thread, NULL, run, relay);
  (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
  return cause;
}

bool relay_start(struct relay **relay, int *write_end, struct tb_error *error)
{
  struct relay *made = calloc(1, sizeof *made);
  int ends[2] = {-1, -1};
  if (made == NULL) {
    return tb_fail(error, "out of memory");
  }
  *made = (struct relay){.from = -1, .stop = {-1, -1}};
  int cause = pipe2(ends, O_CLOEXEC) == 0 && pipe2(made->stop, O_CLOEXEC) == 0 ? 0 : errno;
  made->from = ends[0];
  if (cause == 0) {
    cause = start_thread(made);
  }
  if (cause != 0) {
    if (ends[1] >= 0) {
      (void)close(ends[1]);
    }
    close_all(made);
    return tb_fail(error, "cannot pass on what the program writes: %s", strerror(cause));
  }
  *relay = made;
  *write_end = ends[1];
  return true;
}

void relay_finish(struct relay *relay)
{
  if (relay == NULL) {
    return;
  }
  (void)close(relay->stop[1]);
  relay->stop[1] = -1;
  (void)pthread_join(relay->thread, NULL);
  close_all(relay);
}

// SPDX-License-Identifier: Apache-2.0
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#include "sim/pty.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

static bool make_link(const struct pty *pty, struct tb_error *error)
{
  struct stat status;
  if (lstat(pty->link, &status) == 0 && !S_ISLNK(status.st_mode)) {
    return tb_fail(error, "%s: exists and is not a symbolic link", pty->link);
  }
  (void)unlink(pty->link);
  return symlink(pty->path, pty->link) == 0 || tb_fail(error, "%s: %s", pty->link, strerror(errno));
}

bool pty_open(struct pty *pty, const char *link, struct tb_error *error)
{
  *pty = (struct pty){.fd = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)};
  struct termios settings;
  const bool open = pty->fd >= 0 && grantpt(pty->fd) == 0 && unlockpt(pty->fd) == 0;
  const char *path = open ? ptsname(pty->fd) : NULL;
  if (path == NULL || strlen(path) >= sizeof pty->path || tcgetattr(pty->fd, &settings) != 0) {
    return tb_fail(error, "no pseudo-terminal: %s", strerror(errno));
  }
  (void)strcpy(pty->path, path);
  // Without echo, even for a client that sends before it has set up the terminal.
  cfmakeraw(&settings);
  (void)tcsetattr(pty->fd, TCSANOW, &settings);
  (void)fcntl(pty->fd, F_SETFL, O_RDWR | O_NONBLOCK);
  pty->link = link;
  if (link != NULL && !make_link(pty, error)) {
    pty->link = NULL;
    pty_close(pty);
    return false;
  }
  return true;
}

void pty_close(struct pty *pty)
{
  if (pty->link != NULL) {
    (void)unlink(pty->link);
  }
  if (pty->fd >= 0) {
    (void)close(pty->fd);
  }
}

size_t pty_read(struct pty *pty, uint8_t *bytes, size_t size, int wait_ms)
{
  struct pollfd wait = {.fd = pty->fd, .events = POLLIN};
  const int ready = poll(&wait, 1, wait_ms);
  pty->client = ready <= 0 || (wait.revents & POLLHUP) == 0;
  if (!pty->client && wait_ms > 0) {
    (void)poll(NULL, 0, wait_ms);  // poll() returns at once after a hang-up
  }
  if (ready <= 0 || (wait.revents & POLLIN) == 0 || size == 0) {
    return 0;
  }
  const ssize_t got = read(pty->fd, bytes, size);
  return got > 0 ? (size_t)got : 0;
}

void pty_write(const struct pty *pty, const uint8_t *bytes, size_t size)
{
  while (size > 0) {
    const ssize_t put = write(pty->fd, bytes, size);
    if (put > 0) {
      bytes += put;
      size -= (size_t)put;
      continue;
    }
    struct pollfd wait = {.fd = pty->fd, .events = POLLOUT};
    if (!pty->client || errno != EAGAIN || poll(&wait, 1, 100) <= 0) {
      return;
    }
  }
}

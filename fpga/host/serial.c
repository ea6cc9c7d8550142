// SPDX-License-Identifier: Apache-2.0
#define _DEFAULT_SOURCE
#include "host/serial.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

struct serial {
  int fd;
  char *path;
};

static const unsigned bauds[] = {9600,    19200,   38400,   57600,   115200,  230400,  460800,
                                 500000,  576000,  921600,  1000000, 1152000, 1500000, 2000000,
                                 2500000, 3000000, 3500000, 4000000, 0};
static const speed_t speeds[] = {B9600,    B19200,   B38400,   B57600,   B115200,  B230400,
                                 B460800,  B500000,  B576000,  B921600,  B1000000, B1152000,
                                 B1500000, B2000000, B2500000, B3000000, B3500000, B4000000};

const unsigned *serial_bauds(void)
{
  return bauds;
}

static bool set_up(const struct serial *serial, unsigned baud, struct tb_error *error)
{
  size_t index = 0;
  while (bauds[index] != baud && bauds[index] != 0) {
    index++;
  }
  if (bauds[index] == 0) {
    return tb_fail(error, "%s: %u baud is none of the rates of a serial port", serial->path, baud);
  }
  struct termios settings;
  if (tcgetattr(serial->fd, &settings) != 0) {
    return tb_fail(error, "%s: no serial port: %s", serial->path, strerror(errno));
  }
  cfmakeraw(&settings);
  settings.c_cflag &= ~(tcflag_t)(CSTOPB | PARENB | CSIZE | CRTSCTS);
  settings.c_cflag |= CS8 | CLOCAL | CREAD;
  settings.c_cc[VMIN] = 0;
  settings.c_cc[VTIME] = 0;
  if (cfsetispeed(&settings, speeds[index]) != 0 || cfsetospeed(&settings, speeds[index]) != 0 ||
      tcsetattr(serial->fd, TCSANOW, &settings) != 0) {
    return tb_fail(error, "%s: does not take %u baud: %s", serial->path, baud, strerror(errno));
  }
  // What an earlier program left unread or unsent is none of ours.
  (void)tcflush(serial->fd, TCIOFLUSH);
  return true;
}

struct serial *serial_open(const char *path, unsigned baud, struct tb_error *error)
{
  struct serial *serial = calloc(1, sizeof *serial);
  char *copy = strdup(path);
  if (serial == NULL || copy == NULL) {
    free(serial);
    free(copy);
    (void)tb_fail(error, "%s: out of memory", path);
    return NULL;
  }
  serial->path = copy;
  // Without O_NONBLOCK the opening of a port waits for a modem's carrier.
  serial->fd = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  bool good = serial->fd >= 0;
  if (!good) {
    (void)tb_fail(error, "%s: %s", path, strerror(errno));
  }
  good = good && (isatty(serial->fd) != 0 || tb_fail(error, "%s: not a serial port", path));
  // The lock keeps a second spu-host out even where TIOCEXCL does not (root).
  good = good &&
         (flock(serial->fd, LOCK_EX | LOCK_NB) == 0 || tb_fail(error, "%s: in use by another program", path));
  good = good && (ioctl(serial->fd, TIOCEXCL) == 0 || tb_fail(error, "%s: %s", path, strerror(errno)));
  good = good && set_up(serial, baud, error);
  if (!good) {
    serial_close(serial);
    return NULL;
  }
  return serial;
}

void serial_close(struct serial *serial)
{
  if (serial == NULL) {
    return;
  }
  if (serial->fd >= 0) {
    (void)ioctl(serial->fd, TIOCNXCL);
    (void)close(serial->fd);
  }
  free(serial->path);
  free(serial);
}

static bool gone(const struct serial *serial, struct tb_error *error)
{
  return tb_fail(error, "%s: the port is gone (cable pulled, or the simulated board has ended)",
                 serial->path);
}

static bool line_send(void *context, const uint8_t *bytes, size_t size, struct tb_error *error)
{
  struct serial *serial = context;
  enum { STUCK_MS = 10000 };
  while (size > 0) {
    const ssize_t sent = write(serial->fd, bytes, size);
    if (sent > 0) {
      bytes += sent;
      size -= (size_t)sent;
      continue;
    }
    if (sent < 0 && errno != EAGAIN && errno != EINTR) {
      return gone(serial, error);
    }
    struct pollfd wait = {.fd = serial->fd, .events = POLLOUT};
    const int ready = poll(&wait, 1, STUCK_MS);
    if (ready == 0) {
      return tb_fail(error, "%s: takes no byte for %d s", serial->path, STUCK_MS / 1000);
    }
    if (ready > 0 && (wait.revents & POLLOUT) == 0) {
      return gone(serial, error);
    }
  }
  return true;
}

static bool line_receive(void *context, uint8_t *bytes, size_t size, unsigned wait_ms, size_t *got,
                         struct tb_error *error)
{
  struct serial *serial = context;
  *got = 0;
  struct pollfd wait = {.fd = serial->fd, .events = POLLIN};
  const int ready = poll(&wait, 1, (int)wait_ms);
  if (ready == 0 || (ready < 0 && errno == EINTR)) {
    return true;
  }
  const ssize_t taken = ready > 0 && (wait.revents & POLLIN) != 0 ? read(serial->fd, bytes, size) : -1;
  if (taken < 0 && ready > 0 && (wait.revents & POLLIN) != 0 && (errno == EAGAIN || errno == EINTR)) {
    return true;
  }
  if (taken <= 0) {
    return gone(serial, error);
  }
  *got = (size_t)taken;
  return true;
}

static uint64_t line_now(void *context)
{
  (void)context;
  struct timespec now = {0, 0};
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000U + (uint64_t)now.tv_nsec / 1000000U;
}

struct line serial_line(struct serial *serial)
{
  return (struct line){
      .context = serial, .name = serial->path, .send = line_send, .receive = line_receive, .now = line_now};
}

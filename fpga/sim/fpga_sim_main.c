// SPDX-License-Identifier: Apache-2.0
//
// fpga-sim: a simulated board with a pseudo-terminal as its serial port. The bits of the line pass through the board's
// pins, cycle by cycle.
#define _DEFAULT_SOURCE
#define _XOPEN_SOURCE 700
#include "sim/board_sim.h"
#include "sim/uart_line.h"
#include "unit/util/error.h"
#include "unit/util/typed_number.h"
#include "unit/util/version.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum {
  CHUNK_CLOCKS = 600,      // between two polls of the terminal
  QUIET_CLOCKS = 2000000,  // without a byte, after which the simulation slows down to spare the processor
  QUIET_WAIT_MS = 10,
  POWER_ON_CLOCKS = 1000
};

static const char usage[] = "usage: fpga-sim [OPTION...]\n"
                            "Simulates the board and prints the path of its serial port, which is a\n"
                            "pseudo-terminal. Ends with SIGTERM or SIGINT.\n"
                            "      --link PATH   make PATH a symbolic link to the port\n"
                            "      --noise RATE  invert each bit time of the line, in both directions, with\n"
                            "                    this probability (0 to 1)\n"
                            "      --seed N      seed of the noise (1)\n"
                            "      --idle S      end after S seconds without a client\n"
                            "  -h, --help        this text\n"
                            "      --version     the version\n"
                            "Status: 0 ended by a signal or --idle; 2 wrong use, or no pseudo-terminal.\n";

struct options {
  const char *link;
  double noise;
  uint64_t seed;
  uint64_t idle_s;  // 0: no limit
};

static volatile sig_atomic_t ended;

static void end(int number)
{
  (void)number;
  ended = 1;
}

static int complain(const char *text)
{
  (void)fprintf(stderr, "fpga-sim: %s\n", text);
  return 2;
}

static bool take_rate(const char *text, double *value)
{
  char *rest = NULL;
  *value = strtod(text, &rest);
  return rest != text && *rest == '\0' && *value >= 0 && *value <= 1;
}

// Returns -1 to continue, else the exit status.
static int parse(int argc, char **argv, struct options *options)
{
  enum { LINK = 256, NOISE, SEED, IDLE, VERSION };
  static const struct option long_options[] = {{"link", required_argument, NULL, LINK},
                                               {"noise", required_argument, NULL, NOISE},
                                               {"seed", required_argument, NULL, SEED},
                                               {"idle", required_argument, NULL, IDLE},
                                               {"help", no_argument, NULL, 'h'},
                                               {"version", no_argument, NULL, VERSION},
                                               {NULL, 0, NULL, 0}};
  *options = (struct options){.seed = 1};
  opterr = 0;
  for (int id = 0; (id = getopt_long(argc, argv, ":h", long_options, NULL)) != -1;) {
    switch (id) {
    case LINK:
      options->link = optarg;
      break;
    case NOISE:
      if (!take_rate(optarg, &options->noise)) {
        return complain("--noise: not a number from 0 to 1");
      }
      break;
    case SEED:
      if (!typed_number(optarg, &options->seed)) {
        return complain("--seed: not a number");
      }
      break;
    case IDLE:
      if (!typed_number(optarg, &options->idle_s)) {
        return complain("--idle: not a number of seconds");
      }
      break;
    case 'h':
      (void)fputs(usage, stdout);
      return 0;
    case VERSION:
      (void)fputs(VERSION_TEXT("fpga-sim"), stdout);
      return 0;
    default:
      (void)fprintf(stderr, "fpga-sim: %s: %s; fpga-sim --help\n", argv[optind - 1],
                    id == '?' ? "no such option" : "its value is missing");
      return 2;
    }
  }
  return optind == argc ? -1 : complain("no arguments, only options; see fpga-sim --help");
}

// A pseudo-terminal, which a client opens as a serial port.
struct pty {
  int fd;
  char path[128];    // of the client's end
  const char *link;  // symbolic link to it; null: none
  bool client;       // a client has its end open
};

static bool make_link(const struct pty *pty, struct tb_error *error)
{
  struct stat status;
  if (lstat(pty->link, &status) == 0 && !S_ISLNK(status.st_mode)) {
    return tb_fail(error, "%s: exists and is not a symbolic link", pty->link);
  }
  (void)unlink(pty->link);
  return symlink(pty->path, pty->link) == 0 || tb_fail(error, "%s: %s", pty->link, strerror(errno));
}

static void pty_close(struct pty *pty)
{
  if (pty->link != NULL) {
    (void)unlink(pty->link);
  }
  if (pty->fd >= 0) {
    (void)close(pty->fd);
  }
}

// Opens a pseudo-terminal. `link`: also makes a symbolic link of that name, which may replace a link but nothing else.
static bool pty_open(struct pty *pty, const char *link, struct tb_error *error)
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

// Waits at most wait_ms for bytes from the client and takes up to `size` of them.
static size_t pty_read(struct pty *pty, uint8_t *bytes, size_t size, int wait_ms)
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

// Without a client the bytes are lost, as on a real line.
static void pty_write(const struct pty *pty, const uint8_t *bytes, size_t size)
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

static uint64_t now_s(void)
{
  struct timespec now = {0, 0};
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec;
}

static void simulate(struct board_sim *board, struct uart_line *line, struct pty *pty,
                     const struct options *options)
{
  uint64_t clocks = 0;
  uint64_t quiet = 0;
  uint64_t client_s = now_s();
  for (uint64_t i = 0; i < POWER_ON_CLOCKS; i++) {
    (void)board_sim_clock(board, true);
  }
  while (!ended) {
    uint8_t bytes[UART_LINE_QUEUE];
    const int wait = quiet > QUIET_CLOCKS ? QUIET_WAIT_MS : 0;
    const size_t got = pty_read(pty, bytes, uart_line_room(line), wait);
    uart_line_put(line, bytes, got);
    quiet = got > 0 || uart_line_busy(line) ? 0 : quiet + CHUNK_CLOCKS;
    for (unsigned i = 0; i < CHUNK_CLOCKS; i++) {
      uart_line_receive(line, board_sim_clock(board, uart_line_send(line)));
    }
    clocks += CHUNK_CLOCKS;
    if (line->arrived_count > 0) {
      pty_write(pty, line->arrived, line->arrived_count);
      line->arrived_count = 0;
      quiet = 0;
    }
    if (pty->client) {
      client_s = now_s();
    } else if (options->idle_s != 0 && now_s() - client_s >= options->idle_s) {
      break;
    } else {
      quiet += QUIET_CLOCKS;
    }
  }
  (void)fprintf(stderr, "fpga-sim: %" PRIu64 " cycles, %" PRIu64 " bits of the line inverted, LEDs 0x%02x\n",
                clocks, line->flipped, board_sim_leds(board));
}

int main(int argc, char **argv)
{
  struct options options;
  const int status = parse(argc, argv, &options);
  if (status >= 0) {
    return status;
  }
  struct sigaction action = {.sa_handler = end};
  (void)sigaction(SIGTERM, &action, NULL);
  (void)sigaction(SIGINT, &action, NULL);
  (void)sigaction(SIGHUP, &action, NULL);
  struct tb_error error = {""};
  struct pty pty;
  if (!pty_open(&pty, options.link, &error)) {
    return complain(error.text);
  }
  struct board_sim *board = board_sim_create();
  struct uart_line *line = malloc(sizeof *line);
  if (board == NULL || line == NULL) {
    free(line);
    board_sim_destroy(board);
    pty_close(&pty);
    return complain("out of memory");
  }
  uart_line_init(line, board_sim_clocks_per_bit(), options.noise, options.seed);
  printf("board %s at %s\n", board_sim_name(), pty.path);
  (void)fflush(stdout);
  simulate(board, line, &pty, &options);
  free(line);
  board_sim_destroy(board);
  pty_close(&pty);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// Forks processes that compute different things and say in their status how it went. With the argument `execute`, each
// becomes another program in the end.
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHILDREN = 3 };

static volatile unsigned long result;

__attribute__((noinline)) static void multiply(void)
{
  for (unsigned long i = 1; i < 20000; i++) {
    result = result * i + 1;
  }
}

__attribute__((noinline)) static void shift(void)
{
  for (unsigned long i = 1; i < 20000; i++) {
    result ^= result << 1 ^ i;
  }
}

__attribute__((noinline)) static void divide(void)
{
  for (unsigned long i = 1; i < 20000; i++) {
    result += ~0UL / i;
  }
}

int main(int argc, char **argv)
{
  static void (*const work[CHILDREN])(void) = {multiply, shift, divide};
  int sum = 0;
  for (int i = 0; i < CHILDREN; i++) {
    if (fork() == 0) {
      work[i]();
      if (argc > 1 && strcmp(argv[1], "execute") == 0) {
        execl("/bin/true", "true", (char *)NULL);
      }
      _exit(i + 1);
    }
  }
  for (int status; wait(&status) > 0;) {
    sum += WIFEXITED(status) ? WEXITSTATUS(status) : 100;
  }
  return printf("sum of the children's status: %d\n", sum) < 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// Handles signals: of its own, of a fault that it leaves by a long jump, on a stack for them.
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

enum { ROUNDS = 200 };

static volatile sig_atomic_t seen;
static sigjmp_buf back;
static char stack[1 << 16];

static void count(int number)
{
  seen += number == SIGUSR1;
}

static void leave(int number)
{
  siglongjmp(back, number);
}

int main(void)
{
  const stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
  struct sigaction action = {.sa_handler = count, .sa_flags = SA_ONSTACK};
  volatile int faults = 0;
  sigaltstack(&own, NULL);
  sigaction(SIGUSR1, &action, NULL);
  action.sa_handler = leave;
  sigaction(SIGSEGV, &action, NULL);
  for (volatile int i = 0; i < ROUNDS; i++) {
    raise(SIGUSR1);
    if (sigsetjmp(back, 1) == 0) {
      *(volatile int *)16 = i;
    } else {
      faults++;
    }
  }
  printf("%d signals, %d faults\n", (int)seen, (int)faults);
  return seen == ROUNDS && faults == ROUNDS ? 0 : 1;
}

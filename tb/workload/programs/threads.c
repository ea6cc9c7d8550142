// SPDX-License-Identifier: Apache-2.0
//
// A queue between threads: mutex, condition variables, a barrier, storage of each thread.
#include <pthread.h>
#include <stdio.h>

enum { WORKERS = 4, ITEMS = 2000, ROOM = 8 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static pthread_cond_t emptied = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t start;
static int queue[ROOM];
static int first;
static int used;
static long total;
static __thread long own;

static int take(void)
{
  pthread_mutex_lock(&lock);
  while (used == 0) {
    pthread_cond_wait(&filled, &lock);
  }
  const int item = queue[first];
  first = (first + 1) % ROOM;
  used--;
  pthread_cond_signal(&emptied);
  pthread_mutex_unlock(&lock);
  return item;
}

static void *work(void *unused)
{
  pthread_barrier_wait(&start);
  for (int item; (item = take()) >= 0;) {
    own += item;
  }
  pthread_mutex_lock(&lock);
  total += own;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void put(int item)
{
  pthread_mutex_lock(&lock);
  while (used == ROOM) {
    pthread_cond_wait(&emptied, &lock);
  }
  queue[(first + used++) % ROOM] = item;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&lock);
}

int main(void)
{
  pthread_t thread[WORKERS];
  pthread_barrier_init(&start, NULL, WORKERS + 1);
  for (int i = 0; i < WORKERS; i++) {
    pthread_create(&thread[i], NULL, work, NULL);
  }
  pthread_barrier_wait(&start);
  for (int i = 1; i <= ITEMS; i++) {
    put(i);
  }
  for (int i = 0; i < WORKERS; i++) {
    put(-1);
  }
  for (int i = 0; i < WORKERS; i++) {
    pthread_join(thread[i], NULL);
  }
  printf("%ld\n", total);
  return total == (long)ITEMS * (ITEMS + 1) / 2 ? 0 : 1;
}

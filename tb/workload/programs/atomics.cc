// SPDX-License-Identifier: Apache-2.0
//
// Threads and atomics of C++.
#include <atomic>
#include <iostream>
#include <thread>
#include <vector>

int main()
{
  std::atomic<unsigned> sum{0};
  std::atomic<bool> go{false};
  std::vector<std::thread> threads;
  for (unsigned number = 1; number <= 3; number++) {
    threads.emplace_back([&sum, &go, number] {
      while (!go.load(std::memory_order_acquire)) {
        std::this_thread::yield();
      }
      for (unsigned i = 0; i < 3000; i++) {
        sum.fetch_add(number, std::memory_order_relaxed);
      }
    });
  }
  go.store(true, std::memory_order_release);
  for (auto &thread : threads) {
    thread.join();
  }
  std::cout << sum << "\n";
  return sum == 18000 ? 0 : 1;
}

// The graphs of examples/graphs.rs on oneTBB: `onetbb GRAPH ROUNDS` prints nanoseconds a task, a line for each round.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <oneapi/tbb/parallel_invoke.h>
#include <oneapi/tbb/task_group.h>

namespace {

constexpr int kTasks = 100000;
constexpr int kDepth = 16;

void grow(int depth) {
  if (depth == 0)
    return;
  tbb::task_group children;
  children.run([depth] { grow(depth - 1); });
  children.run([depth] { grow(depth - 1); });
  children.wait();
}

void grow_by_joins(int depth) {
  if (depth == 0)
    return;
  auto child = [depth] { grow_by_joins(depth - 1); };
  tbb::parallel_invoke(child, child);
}

int spawn_and_wait() {
  for (int i = 0; i < kTasks; ++i) {
    tbb::task_group one;
    one.run([] {});
    one.wait();
  }
  return kTasks;
}

int fan_out() {
  tbb::task_group group;
  for (int i = 0; i < kTasks; ++i)
    group.run([] {});
  group.wait();
  return kTasks;
}

int tree() {
  grow(kDepth);
  return (1 << (kDepth + 1)) - 1;
}

int joins() {
  grow_by_joins(kDepth);
  return (1 << (kDepth + 1)) - 1;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 3)
    return 1;
  int (*graph)() = nullptr;
  if (std::strcmp(argv[1], "spawn_and_wait") == 0)
    graph = spawn_and_wait;
  else if (std::strcmp(argv[1], "fan_out") == 0)
    graph = fan_out;
  else if (std::strcmp(argv[1], "tree") == 0)
    graph = tree;
  else if (std::strcmp(argv[1], "joins") == 0)
    graph = joins;
  if (graph == nullptr)
    return 1;
  for (int round = 0; round < std::atoi(argv[2]); ++round) {
    auto begin = std::chrono::steady_clock::now();
    int tasks = graph();
    std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - begin;
    std::printf("%f\n", time.count() / tasks);
  }
}

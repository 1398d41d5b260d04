// Calls in a child of this process: whatever a function does, the caller goes on and knows how it ended.
#include "verified/system/forked_call.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <thread>

namespace tutti {
namespace {

using How = CallEnd::How;

constexpr double long_enough = 60;

std::span<const std::byte> bytes(std::string_view text) { return std::as_bytes(std::span(text)); }

std::string text(const CallEnd& end) { return {reinterpret_cast<const char*>(end.wrote.data()), end.wrote.size()}; }

/// As the system does it, not the sanitizers of this test.
void die_of(int signal_number) {
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  std::signal(signal_number, SIG_DFL);
  raise(signal_number);
}

TEST_CASE("what a call writes comes back, however much it is") {
  const std::string much(1'000'000, 'x');
  const auto end = call_in_child(long_enough, [&](const Write& write) {
    write(bytes(much));
    write(bytes("y"));
  });
  CHECK(end.how == How::returned);
  CHECK(end.text == "");
  CHECK(text(end) == much + "y");
}

TEST_CASE("a call that crashes is told by its signal, and what it wrote before is kept") {
  for (const auto& [signal_number, name] :
       {std::pair(SIGSEGV, "signal 11 (Segmentation fault)"), std::pair(SIGKILL, "signal 9 (Killed)"),
        std::pair(SIGABRT, "signal 6 (Aborted)")}) {
    const auto end = call_in_child(long_enough, [number = signal_number](const Write& write) {
      write(bytes("before"));
      die_of(number);
    });
    CHECK(end.how == How::killed);
    CHECK(end.number == signal_number);
    CHECK(end.text == name);
    CHECK(text(end) == "before");
  }
}

TEST_CASE("a call that ends the process is told by its exit status, and nothing of this program runs at its end") {
  for (const int status : {0, 1, 113, 127}) {
    const auto end = call_in_child(long_enough, [=](const Write& write) {
      static const Write* to = nullptr;
      to = &write;
      std::atexit([] { (*to)(bytes("at exit")); });
      std::exit(status);
    });
    CHECK(end.how == How::exited);
    CHECK(end.number == status);
    CHECK(end.text == "exit status " + std::to_string(status));
  }
  CHECK(call_in_child(long_enough, [](const Write&) { _exit(5); }).number == 5);
}

TEST_CASE("a call that throws is told so") {
  const auto end = call_in_child(long_enough, [](const Write&) { throw std::runtime_error("x"); });
  CHECK(end.how == How::threw);
  CHECK(end.text == "an exception");
}

TEST_CASE("a call that hangs is killed in time, even with its signals blocked or its end of the pipe closed") {
  const auto start = std::chrono::steady_clock::now();
  const auto hang = [] {
    for (;;) pause();
  };
  const auto end = call_in_child(2, [&](const Write& write) {  // long enough to begin, on any machine
    write(bytes("before"));
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, nullptr);
    hang();
  });
  CHECK(end.how == How::late);
  CHECK(end.text == "no end after 2 s");
  CHECK(text(end) == "before");
  const auto closed = call_in_child(0.25, [&](const Write&) {
    for (int file = 3; file < 1000; ++file) close(file);
    hang();
  });
  CHECK(closed.how == How::late);
  const auto writing = call_in_child(0.25, [&](const Write& write) {
    for (;;) write(bytes("x"));
  });
  CHECK(writing.how == How::late);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(120));
}

TEST_CASE("a call that makes progress has the time again each time, and is killed when it makes none") {
  void* shared = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  REQUIRE(shared != MAP_FAILED);
  auto& steps = *new (shared) volatile std::size_t(0);
  const auto progress = [&] { return std::size_t{steps}; };
  const auto work = [&](const Write&) {
    for (int i = 0; i < 20; ++i) {
      usleep(100'000);
      steps = steps + 1;
    }
  };
  CHECK(call_in_child(1, work, progress).how == How::returned);
  CHECK(call_in_child(1, work).how == How::late);
  munmap(shared, 4096);
}

TEST_CASE("a call reads nothing, and prints nothing") {
  const auto end = call_in_child(long_enough, [](const Write& write) {
    std::printf("this is not to be seen\n");
    std::fflush(stdout);
    write(bytes(std::getchar() == EOF ? "nothing" : "something"));
  });
  CHECK(text(end) == "nothing");
}

TEST_CASE("a call dies with the thread that waits for it, and leaves no zombie and no open descriptor") {
  const int next = open("/dev/null", O_RDONLY | O_CLOEXEC);
  close(next);
  int ends[2];
  REQUIRE(pipe2(ends, O_CLOEXEC) == 0);
  const pid_t caller = fork();
  if (caller == 0) {
    close(ends[0]);
    call_in_child(long_enough, [&](const Write&) {
      const pid_t self = getpid();
      if (write(ends[1], &self, sizeof self) != sizeof self) _exit(1);
      for (;;) pause();
    });
    _exit(0);
  }
  close(ends[1]);
  pid_t called = 0;
  CHECK(read(ends[0], &called, sizeof called) == sizeof called);
  kill(caller, SIGKILL);
  waitpid(caller, nullptr, 0);
  char none;
  CHECK(read(ends[0], &none, 1) == 0);  // the last process that could write is dead
  close(ends[0]);
  CHECK(waitpid(-1, nullptr, WNOHANG) <= 0);
  const int same = open("/dev/null", O_RDONLY | O_CLOEXEC);
  close(same);
  CHECK(same == next);
}

TEST_CASE("what a call has forked ends with it, whether it returns, crashes or is late") {
  for (const int way : {0, 1, 2}) {
    CAPTURE(way);
    int ends[2];
    REQUIRE(pipe2(ends, O_CLOEXEC) == 0);
    const auto end = call_in_child(way == 2 ? 0.2 : long_enough, [&](const Write&) {
      if (fork() == 0)
        for (;;) pause();
      if (way == 1) die_of(SIGSEGV);
      while (way == 2) pause();
    });
    CHECK(end.how == std::array{How::returned, How::killed, How::late}[static_cast<std::size_t>(way)]);
    close(ends[1]);
    char none;
    CHECK(read(ends[0], &none, 1) == 0);  // the last process that could write is dead
    close(ends[0]);
  }
}

TEST_CASE("calls of several threads do not wait for each other") {
  std::vector<std::jthread> threads;
  std::vector<int> returned(4);
  threads.emplace_back([] {
    call_in_child(2, [](const Write&) {
      for (;;) pause();
    });
  });
  for (auto& count : returned)
    threads.emplace_back([&count] {
      for (int i = 0; i < 20; ++i)
        count += call_in_child(1, [](const Write& write) { write(bytes("x")); }).how == How::returned;
    });
  threads.clear();
  CHECK(returned == std::vector<int>{20, 20, 20, 20});
}

}  // namespace
}  // namespace tutti

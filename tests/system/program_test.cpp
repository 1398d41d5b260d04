// Programs that are run: what is kept of them, how they end, and that nothing they have started is left.
#include "verified/system/program.hpp"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <sstream>
#include <string>
#include <thread>

#include "tests/support/program.hpp"
#include "verified/system/forked_call.hpp"

namespace tutti {
namespace {

struct Ended {
  int status;
  std::string output;
};

Ended ended(const Command& command) {
  Program program(command);
  const int status = program.wait();
  return {status, program.output()};
}

/// A number of seconds to sleep that no other process here sleeps, by which it is known.
std::string own_nap() {
  static int calls = 0;
  return "1" + std::to_string(getpid()) + "." + std::to_string(++calls);
}

/// The processes that have `text` on their command line, and are not dead.
int processes_with(const std::string& text) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc"))
    count += read(entry.path() / "cmdline").find(text) != std::string::npos;
  return count;
}

/// Waits until there are so many of them, or two minutes.
bool come_to(int due, const std::string& text) {
  for (int tries = 0; tries < 12'000; ++tries) {
    if (processes_with(text) == due) return true;
    usleep(10'000);
  }
  return false;
}

int open_descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<int>(std::distance(begin(all), end(all)));
}

TEST_CASE("what a program writes to standard output and error is kept, and its exit status") {
  const auto [status, output] = ended(shell_command("echo one; echo two >&2; exit 3"));
  CHECK(status == 3);
  CHECK(output == "one\ntwo\n");
  CHECK(ended({.words = {"sh", "-c", "echo one; echo two >&2"}, .errors = false}).output == "one\n");
  CHECK(ended({.words = {"sh", "-c", "echo $NAME"}, .environment = {{"NAME", "value"}}}).output == "value\n");
}

TEST_CASE("a program reads its input, and nothing where there is none") {
  const std::string text(300'000, 'x');
  CHECK(ended({.words = {"cat"}, .input = text}).output == text);
  CHECK(ended({.words = {"readlink", "/proc/self/fd/0"}}).output == "/dev/null\n");
}

TEST_CASE("of long output the last bytes are kept") {
  CHECK(ended({.words = {"seq", "100000"}, .most_output = 14}).output == "\n99999\n100000\n");
}

TEST_CASE("a program that there is not ends with 127, and its output says why") {
  const auto [status, output] = ended({.words = {"tutti-no-such-program"}});
  CHECK(status == not_run);
  CHECK(output == "tutti-no-such-program cannot be run: No such file or directory");
}

TEST_CASE("a program that crashes ends with 128 and the signal") {
  CHECK(ended(shell_command("ulimit -c 0; kill -SEGV $$")).status == 128 + SIGSEGV);
  CHECK(ended(shell_command("kill -KILL $$")).status == 128 + SIGKILL);
}

TEST_CASE("a program that computes for longer than it may is killed") {
  CHECK(ended({.words = {"sh", "-c", "while :; do :; done"}, .cpu_seconds = 1}).status == 128 + SIGKILL);
}

TEST_CASE("waiting for a program that hangs ends when it is told to, and the program with it soon after") {
  const auto nap = own_nap();
  const auto start = std::chrono::steady_clock::now();
  Program program(shell_command("trap '' TERM; while :; do sleep " + nap + "; done"));
  CHECK(come_to(2, nap));  // the shell and what it runs
  CHECK_FALSE(program.wait(20));
  program.end();
  CHECK(processes_with(nap) == 0);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(120));
}

TEST_CASE("a program that is ended as it begins ends, whatever this process does when it is told to end") {
  const auto end = call_in_child(60, [](const Write&) {
    std::signal(SIGTERM, [](int) {
      for (;;) pause();  // as a handler does that waits for what its own thread holds
    });
    for (int i = 0; i < 200; ++i) Program program({.words = {"true"}});
  });
  CHECK(end.how == CallEnd::How::returned);
}

TEST_CASE("what a program leaves behind is killed, even in a session of its own") {
  const auto nap = own_nap();
  CHECK(ended(shell_command("setsid sleep " + nap + " & setsid sh -c 'sleep " + nap + " & sleep " + nap +
                            "' & sleep 0.2; echo over"))
            .output == "over\n");
  CHECK(processes_with(nap) == 0);
}

TEST_CASE("a program ends when the process that started it is killed") {
  const auto nap = own_nap();
  const pid_t child = fork();
  if (child == 0) {
    Program program({.words = {"sleep", nap}});
    pause();
  }
  CHECK(come_to(1, nap));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  CHECK(come_to(0, nap));
}

TEST_CASE("a program goes on when the thread ends that has started it") {
  std::optional<Program> program;
  std::jthread([&] { program.emplace(shell_command("sleep 0.3; echo over")); }).join();
  CHECK(program->wait() == 0);
  CHECK(program->output() == "over\n");
}

TEST_CASE("a program has the environment and the directory that this process has now, whatever the first one had") {
  const TemporaryFolder folder("tutti-test");
  const auto before = std::filesystem::current_path();
  Program({.words = {"true"}}).wait();
  setenv("TUTTI_NOW", "set later", 1);
  std::filesystem::current_path(folder.path());
  Program program(shell_command("echo $TUTTI_NOW; pwd"));
  program.wait();
  std::filesystem::current_path(before);
  unsetenv("TUTTI_NOW");
  CHECK(program.output() == "set later\n" + std::filesystem::canonical(folder.path()).string() + "\n");
  Program again(shell_command("echo ${TUTTI_NOW-unset}"));
  again.wait();
  CHECK(again.output() == "unset\n");
}

TEST_CASE("a variable of a command stands before one of this process") {
  setenv("TUTTI_NOW", "of the process", 1);
  Program program({.words = {"sh", "-c", "echo $TUTTI_NOW"}, .environment = {{"TUTTI_NOW", "a=b\nc"}}});
  program.wait();
  unsetenv("TUTTI_NOW");
  CHECK(program.output() == "a=b c\n");
}

TEST_CASE("a child of this process starts programs of its own, and has their status and output") {
  Program({.words = {"true"}}).wait();
  const auto end = call_in_child(60, [](const Write& write) {
    for (int i = 0; i < 3; ++i) {
      Program program(shell_command("echo from $PPID; exit 5"));
      const auto text = std::to_string(program.wait()) + " " + program.output();
      write(std::as_bytes(std::span(text)));
    }
  });
  const std::string said(reinterpret_cast<const char*>(end.wrote.data()), end.wrote.size());
  CHECK(end.how == CallEnd::How::returned);
  std::istringstream lines(said);
  int programs = 0;
  for (std::string line; std::getline(lines, line); ++programs) CHECK(line.starts_with("5 from "));
  CHECK(programs == 3);
}

TEST_CASE("programs run though the process that makes them is killed") {
  ended({.words = {"true"}});
  std::ifstream children("/proc/self/task/" + std::to_string(getpid()) + "/children");
  pid_t copy = 0;
  children >> copy;
  REQUIRE(copy > 0);
  REQUIRE(kill(copy, SIGKILL) == 0);
  for (int i = 0; i < 2; ++i) {
    const auto end = ended(shell_command("echo $((6 * 7)); exit 3"));
    CHECK(end.status == 3);
    CHECK(end.output == "42\n");
  }
}

TEST_CASE("no program leaves a zombie or an open descriptor, nor does another one's end wait for it") {
  ended({.words = {"true"}});  // makes the process that makes all others
  const int before = open_descriptors();
  {
    const Program lasting({.words = {"sleep", own_nap()}});
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([] {
        for (int i = 0; i < 5; ++i) {
          Program program({.words = {"echo", "x"}});
          program.wait();
        }
      });
  }
  CHECK(open_descriptors() == before);
  CHECK(waitpid(-1, nullptr, WNOHANG) == 0);  // none has ended, and one is there
}

TEST_CASE("a program inherits no descriptor of another one") {
  const auto descriptors = shell_command("ls /proc/$$/fd");
  const auto alone = ended(descriptors).output;
  const Program lasting({.words = {"sleep", own_nap()}});
  CHECK(ended(descriptors).output == alone);
}

}  // namespace
}  // namespace tutti

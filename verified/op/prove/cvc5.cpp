#include "verified/op/prove/cvc5.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace tutti::op {
namespace {

std::string program() {
  const char* given = std::getenv("TUTTI_CVC5");
  return given ? given : "cvc5";
}

int file_of(const std::string& text) {
  const int file = memfd_create("smt2", MFD_CLOEXEC);
  for (std::size_t at = 0; file >= 0 && at < text.size();) {
    const auto n = write(file, text.data() + at, text.size() - at);
    if (n <= 0) break;
    at += static_cast<std::size_t>(n);
  }
  if (file >= 0) lseek(file, 0, SEEK_SET);
  return file;
}

}  // namespace

Cvc5::Cvc5(const std::string& smt2, Effort effort) : written_(memfd_create("answer", MFD_CLOEXEC)) {
  const int text = file_of(smt2);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, text, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, written_, STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  const auto name = program();
  std::string limit = "--rlimit=" + std::to_string(std::lround(std::max(1.0, effort * cvc5_steps)));
  std::string arguments[] = {name, "--lang=smt2", "--produce-models", "--fp-exp", limit};
  char* argv[] = {arguments[0].data(), arguments[1].data(), arguments[2].data(),
                  arguments[3].data(), arguments[4].data(), nullptr};
  if (posix_spawnp(&process_, name.c_str(), &files, nullptr, argv, environ) != 0) process_ = -1;
  posix_spawn_file_actions_destroy(&files);
  const auto most = static_cast<rlim_t>(std::ceil(effort * cpu_seconds));
  const rlimit cpu{most, most};
  if (process_ > 0) prlimit(process_, RLIMIT_CPU, &cpu, nullptr);
  close(text);
}

Cvc5::~Cvc5() {
  if (process_ > 0) {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  close(written_);
}

std::optional<std::string> Cvc5::output() {
  if (process_ > 0) {
    if (waitpid(process_, nullptr, WNOHANG) == 0) return {};
    process_ = -1;
  }
  std::string text(static_cast<std::size_t>(lseek(written_, 0, SEEK_END)), '\0');
  const auto n = pread(written_, text.data(), text.size(), 0);
  text.resize(n < 0 ? 0 : static_cast<std::size_t>(n));
  return text;
}

}  // namespace tutti::op

#include "verified/conform/drive/inquiry.hpp"

#include <chrono>
#include <stdexcept>

#include "verified/conform/drive/text.hpp"
#include "verified/system/program.hpp"

namespace tutti::conform {

std::vector<Choice> ask_for_choices(const Launcher& launcher) {
  const auto prefix = launcher.folder / "algorithms";
  Program worker(worker_command(launcher, 2, {}, "serve --algorithms --results " + shell_quoted(prefix.string())));
  const auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(launcher.time_limit);
  auto status = worker.wait(10);
  while (!status && std::chrono::steady_clock::now() < until) status = worker.wait(10);
  const auto text = read_file(prefix.string() + ".0");
  if (status != 0 || !text)
    throw std::runtime_error("the worker does not say which algorithms there are: it " +
                             (status ? "ended with " + describe_status(*status) : "did not end in time") + "; " +
                             last_lines(worker.output(), 6) + "; name a file of them, --algorithms FILE");
  return parse_choices(*text);
}

}  // namespace tutti::conform

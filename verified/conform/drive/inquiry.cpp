#include "verified/conform/drive/inquiry.hpp"

#include <chrono>
#include <stdexcept>

#include "verified/conform/drive/text.hpp"
#include "verified/system/program.hpp"

namespace tutti::conform {
namespace {

/// What the worker writes to a file of that name, by this option; `what` it is,
/// and the `remedy`, for messages.
std::string ask(const Launcher& launcher, int ranks, const std::string& option, const std::string& what,
                const std::string& remedy) {
  const auto prefix = launcher.folder / option;
  Program worker(
      worker_command(launcher, ranks, {}, "serve --" + option + " --results " + shell_quoted(prefix.string())));
  const auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(launcher.start_limit);
  auto status = worker.wait(10);
  while (!status && std::chrono::steady_clock::now() < until) status = worker.wait(10);
  const auto text = read_file(prefix.string() + ".0");
  if (status == 0 && text) return *text;
  throw std::runtime_error("the worker does not say " + what + ": it " +
                           (status ? "ended with " + describe_status(*status) : "did not end in time") + "; " +
                           last_lines(worker.output(), 6) + remedy);
}

}  // namespace

std::vector<Choice> ask_for_choices(const Launcher& launcher) {
  return parse_choices(
      ask(launcher, 2, "algorithms", "which algorithms there are", "; name a file of them, --algorithms FILE"));
}

Offer ask_for_offer(const Launcher& launcher, int ranks) {
  return parse_offer(ask(launcher, ranks, "offer", "what its MPI offers", ""));
}

}  // namespace tutti::conform

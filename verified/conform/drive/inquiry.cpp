#include "verified/conform/drive/inquiry.hpp"

#include <chrono>
#include <map>
#include <stdexcept>

#include "verified/conform/drive/text.hpp"
#include "verified/system/program.hpp"
#include "verified/system/text_file.hpp"

namespace tutti::conform {
namespace {

struct Question {
  std::string option, what, remedy;  ///< of the worker; what it is that it does not say; and what to do about that
  bool is_put_to_all = false;        ///< every rank answers, else the first one alone
};

/// What the worker writes to files of that name, by this option.
std::vector<std::string> ask(const Launcher& launcher, const Placement& placement, const Question& question) {
  const auto prefix = launcher.folder / question.option;
  Program worker(worker_command(launcher, placement, {},
                                "serve --" + question.option + " --results " + shell_quoted(prefix.string())));
  const auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(launcher.start_limit);
  auto status = worker.wait(10);
  while (!status && std::chrono::steady_clock::now() < until) status = worker.wait(10);
  std::vector<std::string> answers;
  for (int r = 0; r < (question.is_put_to_all ? placement.ranks : 1); ++r)
    if (const auto text = read_file(prefix.string() + "." + std::to_string(r))) answers.push_back(*text);
  if (status == 0 && std::ssize(answers) == (question.is_put_to_all ? placement.ranks : 1)) return answers;
  throw std::runtime_error("the worker does not say " + question.what + ": it " +
                           (status ? "ended with " + describe_status(*status) : "did not end in time") + "; " +
                           last_lines(worker.output(), 6) + question.remedy);
}

}  // namespace

std::vector<Choice> ask_for_choices(const Launcher& launcher) {
  const Question question{"algorithms", "which algorithms there are", "; name a file of them, --algorithms FILE"};
  return parse_choices(ask(launcher, {2}, question).front());
}

Offer ask_for_offer(const Launcher& launcher, int ranks) {
  return parse_offer(ask(launcher, {ranks}, {"offer", "what its MPI offers", ""}).front());
}

std::string ask_for_library(const Launcher& launcher) {
  return ask(launcher, {1}, {"library", "of what MPI it is", ""}).front();
}

std::vector<Machine> ask_for_machines(const Launcher& launcher, int ranks) {
  std::vector<Machine> machines;
  for (const auto& answer : ask(launcher, {ranks}, {"machine", "what its ranks run on", "", true}))
    machines.push_back(parse_machine(answer));
  return machines;
}

void check_nodes(const Launcher& launcher, const Placement& placement) {
  const auto answers = ask(launcher, placement, {"nodes", "on which nodes its ranks lie", "", true});
  std::string nodes;
  std::map<std::string, int> numbers;  // of the nodes, by the rank that each rank names for its own
  for (const auto& answer : answers) {
    const auto number = numbers.try_emplace(answer, static_cast<int>(numbers.size())).first->second;
    nodes += (nodes.empty() ? "" : ",") + std::to_string(number);
  }
  const auto due = node_list(placement.nodes, placement.ranks);
  if (nodes == due) return;
  throw std::runtime_error("ranks are to lie on the nodes " + due + ", and the MPI says " + nodes + ", by " +
                           command_line(launcher, placement, {}, "serve") +
                           "; say in --launcher how they are spread, by {nodes}");
}

}  // namespace tutti::conform

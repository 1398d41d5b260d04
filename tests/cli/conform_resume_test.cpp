// The record of `tutti conform`, from outside: a run that is killed goes on, and loses nothing.
#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

#include "tests/cli/conform_program.hpp"
#include "tests/support/property.hpp"

namespace tutti {
namespace {

using Json = nlohmann::json;
using conform::Fate;

constexpr int programme_size = 40;

std::string any_programme() {
  constexpr Fate fates[] = {Fate::pass, Fate::pass, Fate::wrong, Fate::crash};
  std::string lines;
  for (int k = 0; k < programme_size; ++k) lines += line(fates[draw(4)], "bcast", 1 + k % 3) + "\n";
  return lines;
}

/// Starts `tutti conform` with arguments as the shell reads them.
pid_t begin(const std::string& arguments) {
  const auto command = "exec " TUTTI_PROGRAM " conform " + arguments;
  const pid_t child = fork();
  if (child == 0) {
    execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    _exit(127);
  }
  return child;
}

/// Starts `tutti conform`, and kills it after so long.
void run_for(int milliseconds, const std::string& arguments) {
  const pid_t child = begin(arguments + " >/dev/null");
  usleep(static_cast<useconds_t>(milliseconds) * 1000);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
}

/// The processes that have `text` on their command line.
int processes_with(const std::string& text) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc"))
    count += says(read(entry.path() / "cmdline"), text);
  return count;
}

/// The numbers of the cases in a record, each once, sorted.
std::vector<int> recorded(const std::string& path) {
  std::ifstream in(path);
  std::set<int> numbers;
  for (std::string text; std::getline(in, text);)
    if (const auto entry = Json::parse(text); entry.contains("number")) numbers.insert(entry.at("number").get<int>());
  return {numbers.begin(), numbers.end()};
}

TEST_CASE("a run that is killed at any moment goes on from its record, and leaves no process behind") {
  property(
      "a run that is killed goes on from its record",
      [] {
        const Folder folder;
        const auto record = (folder / "record").string();
        std::ofstream(folder / "cases") << any_programme();
        const auto arguments = "--cases " + (folder / "cases").string() + fake + " --quiet";
        run_for(draw(400), arguments + " --scratch " + (folder / "").string() + " --record " + record);
        const auto scratch = (folder / "tutti-conform").string();
        for (int i = 0; i < 12'000 && processes_with(scratch) > 0; ++i) usleep(10'000);
        RC_ASSERT(processes_with(scratch) == 0);

        const bool has_begun = std::filesystem::exists(record) && std::filesystem::file_size(record) > 0;
        std::filesystem::remove(has_begun ? folder / "none" : folder / "record");
        const auto o = conformity(arguments + (has_begun ? " --resume " : " --record ") + record + " --json " +
                                  (folder / "json").string());
        RC_ASSERT(o.status == 0 || o.status == 1);
        const auto json = Json::parse(read(folder / "json"));
        const auto number = [&](const char* of) { return json.at(of).get<int>(); };
        // Behind three crashes alike a case is not run, and undecided.
        RC_ASSERT(number("passed") + number("failed") + number("undecided") == programme_size);
        std::vector<int> all(programme_size);
        std::iota(all.begin(), all.end(), 0);
        RC_ASSERT(recorded(record) == all);
      },
      5);
}

TEST_CASE("a record is gone on with only by the same programme and the same MPI") {
  const Folder folder;
  const auto record = (folder / "record").string();
  CHECK(conformity(cases({Fate::pass}) + fake + " --record " + record).status == 0);
  CHECK(conformity(cases({Fate::pass}) + fake + " --resume " + record).status == 0);
  const auto other = conformity(cases({Fate::skip}) + fake + " --resume " + record);
  CHECK(other.status == 2);
  CHECK(says(other.err, "records another programme"));

  auto text = read(record);
  const std::string mpi = "\"mpi\":\"";
  REQUIRE(says(text, mpi));
  text.insert(text.find(mpi) + mpi.size(), "Another ");
  std::ofstream(record) << text;
  const auto done = conformity(cases({Fate::pass}) + fake + " --resume " + record);  // where no case is left to run
  CHECK(done.status == 2);
  CHECK(says(done.err, "the record is one of Another "));
}

TEST_CASE("a run that is asked to stop reports what it has, and says how to go on") {
  const Folder folder;
  const auto record = (folder / "record").string();
  const auto out = (folder / "out").string(), err = (folder / "err").string();
  const pid_t child = begin(cases({Fate::pass, Fate::hang, Fate::pass}) + fake + " --time-limit 600 --record " +
                            record + " >" + out + " 2>" + err);
  for (int i = 0; i < 12'000 && !says(read(record), "\"number\""); ++i) usleep(10'000);
  kill(child, SIGINT);
  waitpid(child, nullptr, 0);
  CHECK(says(read(out), "1 passed, 0 failed, 0 skipped, 2 undecided"));
  CHECK(says(read(err), "stopped before its end; go on with --resume " + record));
}

}  // namespace
}  // namespace tutti

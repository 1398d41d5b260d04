// Every option of every command, by its --help, with values that nobody means.
#include <doctest/doctest.h>
#include <rapidcheck.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/support/program.hpp"
#include "tests/support/refusal.hpp"
#include "verified/system/utf8.hpp"

namespace tutti {
namespace {

/// A command that would run, and not for long, but for the option that is added to it.
const std::map<std::string, std::vector<std::string>> commands = {
    {"list", {"allreduce"}},
    {"verify", {"reduce/ring"}},
    {"show", {"reduce/ring", "--p 3"}},
    {"cost", {"allreduce", "--p 4", "--bytes 8"}},
    {"benefit", {"/nowhere/calls.json"}},
    {"op", {"--expr a", "--type int", "--tries 10", "--time-limit 0.1"}},
    {"conform", {"--worker /bin/true", "--launcher 'false {np}'"}},
    {"baseline record", {"new.json", "--worker /bin/true", "--launcher 'false {np}'"}},
    {"baseline compare", {"/nowhere/old.json", "/nowhere/new.json"}},
};

/// An option that takes a value, and what --help calls it.
struct Valued {
  std::string name, type;

  bool is_written() const {
    return std::set<std::string>{"--json", "--junit",  "--sarif",  "--tap",  "--html",        "--svg",
                                 "--map",  "--output", "--record", "--smt2", "--reproducers", "--scratch"}
        .contains(name);
  }
  /// Whatever it is, it may be meant.
  bool is_text() const {
    return std::set<std::string>{"FILE", "FILE.svg", "DIR", "FOLDER", "CMD", "E", "TEXT", "NAME[=VALUE]"}.contains(
               type) ||
           is_written();
  }
};

std::vector<Valued> options_of(const std::string& command) {
  std::vector<Valued> options;
  const auto help = run(TUTTI_PROGRAM, command + " --help").out;
  const std::regex line("\n  (--[a-z0-9-]+)  ?([A-Z:][^ =]*)");
  for (std::sregex_iterator i(help.begin(), help.end(), line), end; i != end; ++i)
    options.push_back({(*i)[1], (*i)[2]});
  return options;
}

std::string quoted(const std::string& text) {
  std::string in_quotes = "'";
  for (const char c : text) in_quotes += c == '\'' ? "'\\''" : std::string(1, c);
  return in_quotes + "'";
}

/// In `folder`, where there is a pipe that nobody writes to or reads, and nothing else.
Outcome run_with(const Folder& folder, const std::string& command, const Valued& option, const std::string& value) {
  std::string arguments = command;
  for (const auto& word : commands.at(command))
    if (!word.starts_with(option.name + " ")) arguments += " " + word;
  return run("cd " + folder.path().string() + " && timeout 60 " TUTTI_PROGRAM,
             arguments + " " + option.name + " " + quoted(value) + " </dev/null");
}

TEST_CASE("whatever the value of an option, a command says in one printable line what is wrong, and leaves nothing") {
  const std::string control = "a\x01\x1b[31mb\nc", brackets(100'000, '[');
  const std::vector<std::string> values = {"", "nan", "-1", "1e400", "pipe", "/dev/full", control, brackets};
  // All take minutes: a third of them, another one by another seed, and fewer where properties try fewer cases.
  const auto& parameters = rc::detail::configuration().testParams;
  const auto seed = parameters.seed;
  const std::size_t every = 300 / static_cast<std::size_t>(std::clamp(parameters.maxSuccess, 1, 300));
  std::size_t pairs = 0, tried = 0;
  for (const auto& entry : commands) {
    const auto& command = entry.first;
    const auto options = options_of(command);
    CHECK_FALSE(options.empty());
    for (const auto& option : options)
      for (const auto& value : values) {
        if (pairs++ % every != seed % every) continue;
        const Folder folder;
        REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
        CAPTURE(command);
        CAPTURE(option.name);
        const auto value_shown = printable(value, 100);
        CAPTURE(value_shown);
        const auto o = run_with(folder, command, option, value);
        const auto err = printable(o.err);
        CAPTURE(err);
        ++tried;
        CHECK((o.status >= 0 && o.status <= 4));
        CHECK(o.err.size() <= 4200);
        CHECK(std::ranges::none_of(o.err, [](char c) { return c >= 0 && c < ' ' && c != '\n'; }));
        if (!option.is_text() && value != "pipe") CHECK(o.status == 2);
        if (o.status != 2) continue;
        check_refused(o, "");
        CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
      }
  }
  CHECK(pairs >= 500);
  CHECK(every * (tried + 1) > pairs);
}

TEST_CASE("a file with a byte that is 0 is refused with its place, since a message of it would end there") {
  const Folder folder;
  const auto file = (folder / "file").string();
  std::ofstream(file) << "bcast np=2\n" << '\0';
  for (const auto& option : {"--cases ", "--expect ", "--algorithms "})
    check_refused(run(TUTTI_PROGRAM, "conform " + (option + file)), "file: is no text: byte 12 of it is 0");
  check_refused(run(TUTTI_PROGRAM, "baseline compare " + file + " " + file), "file: is no text: byte 12 of it is 0");
}

TEST_CASE("a file of more than 2^30 bytes is refused before it is read") {
  const Folder folder;
  const auto large = (folder / "large").string();
  { std::ofstream created(large); }
  std::filesystem::resize_file(large, (std::uintmax_t{1} << 30) + 1);  // of which nothing lies on the disk
  for (const auto& arguments : {"benefit " + large, "baseline compare " + large + " " + large,
                                "conform --cases " + large, "conform --expect " + large})
    check_refused(run(TUTTI_PROGRAM, arguments), "has more than 2^30 bytes");
}

}  // namespace
}  // namespace tutti

// The command line: what options a command has, and reading them. CLI11 is behind it, which is slow to compile; only
// parser.cpp includes it.
#pragma once
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace tutti::cli {

/// An option or argument of a parser. Each call says one thing more of it.
class Option {
 public:
  /// What --help calls its value. By default its type: TEXT, INT, …
  Option type_name(const char* name) const;
  Option required() const;
  /// No other value is taken.
  Option one_of(std::initializer_list<const char*> values) const;
  Option one_of(std::initializer_list<int> values) const;
  Option between(int least, int most) const;
  /// --help says what the variable holds now.
  Option show_default() const;
  Option excludes(Option other) const;
  /// Between the values of a list that is one word.
  Option delimiter(char c) const;
  /// Takes no more values than these after its name.
  Option expected(int least, int most) const;
  /// Takes one value after its name, and may be given several times.
  Option repeatable() const;
  /// No value at all is one, too: elsewhere "" is refused, as that of a variable of the shell that is not set.
  Option may_be_empty() const;
  /// Under which heading --help lists it.
  Option group(const char* heading) const;

  bool given() const;

 private:
  friend class Parser;
  explicit Option(CLI::Option* option) : option_(option) {}
  CLI::Option* option_;
};

/// The program's command line, or that of one of its commands. Copies are the same parser.
class Parser {
 public:
  template <class... T>
  using ReferenceToOneOf = std::variant<std::reference_wrapper<T>...>;
  /// The variable for the value of an option; its type says what is read. It must live as long as the parser.
  using Variable = ReferenceToOneOf<std::string, std::optional<std::string>, std::vector<std::string>, int,
                                    std::optional<int>, std::uint64_t, double>;

  Parser(const std::string& name, const std::string& description);

  /// A command below this one, which does nothing without a command from now on.
  Parser command(const std::string& name, const std::string& description);
  /// A name without dashes is that of an argument. A number is finite and at least 0: no option means another.
  Option option(const char* name, Variable variable, const std::string& description);
  Option flag(const char* name, bool& variable, const std::string& description);
  /// Prints this for --version.
  void version(const std::string& text);
  /// The end of --help.
  void footer(const std::string& text);
  /// Words that mean nothing are no error.
  void allow_extras();

  /// Reads the command line. The text to be printed, where --help or --version asks for it: then nothing is to be run.
  /// UsageError, with the help to consult.
  [[nodiscard]] std::optional<std::string> parse(int argc, const char* const* argv);

  const std::string& name() const;
  /// It is the command that the command line names.
  bool chosen() const;
  /// The option of this name is on the command line.
  bool given(const char* name) const;

 private:
  /// UsageError where there are commands, and the first of the words names none and is no option; likewise of what
  /// follows for the command that it names. `program` is what stands before them.
  void check_command(std::span<const char* const> words, const std::string& program) const;
  explicit Parser(std::shared_ptr<CLI::App> app) : app_(std::move(app)) {}
  std::shared_ptr<CLI::App> app_;
};

}  // namespace tutti::cli

#include "cli/common/parser.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <type_traits>

#include "cli/common/commands.hpp"
#include "cli/common/names.hpp"

namespace tutti::cli {
namespace {

template <class T>
constexpr bool is_number = std::is_arithmetic_v<T> || std::is_same_v<T, std::optional<int>>;

constexpr const char* not_empty = "not empty";
std::string why_empty(const std::string& text) {
  return text.empty() ? "its value is empty; give one, or leave the option out" : std::string();
}

/// CLI11 would take -1 for the largest unsigned number, and what is too large for one as well.
std::string why_no_number(const std::string& text) {
  if (text.empty()) return why_empty(text);
  if (text.find('-') < text.find_first_of("eEpP")) return text + " is below 0; give a number of at least 0";
  if (!std::isfinite(std::strtod(text.c_str(), nullptr))) return text + " is no finite number";
  if (text.find_first_not_of("0123456789") != std::string::npos) return {};
  errno = 0;
  std::strtoull(text.c_str(), nullptr, 10);
  return errno == ERANGE ? text + " is too large" : std::string();
}

}  // namespace

Option Option::type_name(const char* name) const {
  option_->type_name(name);
  return *this;
}

Option Option::required() const {
  option_->required();
  return *this;
}

Option Option::one_of(std::initializer_list<const char*> values) const {
  option_->check(CLI::IsMember(values));
  return *this;
}

Option Option::one_of(std::initializer_list<int> values) const {
  option_->check(CLI::IsMember(values));
  return *this;
}

Option Option::between(int least, int most) const {
  option_->check(CLI::Range(least, most));
  return *this;
}

Option Option::show_default() const {
  option_->capture_default_str();
  return *this;
}

Option Option::excludes(Option other) const {
  option_->excludes(other.option_);
  return *this;
}

Option Option::delimiter(char c) const {
  option_->delimiter(c);
  return *this;
}

Option Option::expected(int least, int most) const {
  option_->expected(least, most);
  return *this;
}

Option Option::repeatable() const {
  option_->expected(1)->take_all();
  return *this;
}

Option Option::may_be_empty() const {
  option_->get_validator(not_empty)->active(false);
  return *this;
}

Option Option::group(const char* heading) const {
  option_->group(heading);
  return *this;
}

bool Option::given() const { return option_->count() > 0; }

Parser::Parser(const std::string& name, const std::string& description)
    : app_(std::make_shared<CLI::App>(description, name)) {}

Parser Parser::command(const std::string& name, const std::string& description) {
  app_->require_subcommand(1);
  return Parser(app_->get_subcommand_ptr(app_->add_subcommand(name, description)));
}

Option Parser::option(const char* name, Variable variable, const std::string& description) {
  const auto add = [&](auto value) {
    auto* option = app_->add_option(name, value.get(), description);
    if (is_number<std::decay_t<decltype(value.get())>>)
      option->check(why_no_number, "", "");
    else
      option->check(why_empty, "", not_empty);
    return Option(option);
  };
  return std::visit(add, variable);
}

Option Parser::flag(const char* name, bool& variable, const std::string& description) {
  return Option(app_->add_flag(name, variable, description));
}

void Parser::version(const std::string& text) { app_->set_version_flag("--version", text); }

void Parser::footer(const std::string& text) { app_->footer(text); }

void Parser::allow_extras() { app_->allow_extras(); }

std::optional<std::string> Parser::parse(int argc, const char* const* argv) {
  try {
    check_command(std::span(argv, static_cast<std::size_t>(argc)).subspan(argc > 0 ? 1 : 0), name());
    app_->parse(argc, argv);
    return std::nullopt;
  } catch (const CLI::Success& help_or_version) {
    std::ostringstream text;
    app_->exit(help_or_version, text);
    return text.str();
  } catch (const CLI::ParseError& e) {
    auto program = app_->get_name();
    const auto is_named = [](const CLI::App* command) { return command->parsed(); };
    for (const auto* command : app_->get_subcommands(is_named)) program += " " + command->get_name();
    throw UsageError(e.what() + ("; see " + program + " --help"));
  }
}

void Parser::check_command(std::span<const char* const> words, const std::string& program) const {
  if (app_->get_subcommands({}).empty()) return;
  const std::string first = words.empty() ? "" : words.front();
  if (first.empty()) throw UsageError(fmt::format("name a command; see {} --help", program));
  if (first.starts_with('-')) {
    const bool is_known = first == "-h" || app_->get_option_no_throw(first);
    if (!is_known)
      throw UsageError(fmt::format("there is no option '{}' before a command; see {} --help", first, program));
    return;
  }
  std::vector<std::string> valid;
  for (const auto* command : app_->get_subcommands({})) valid.push_back(command->get_name());
  if (std::ranges::find(valid, first) == valid.end())
    throw UsageError("there is no command " + not_among(first, valid));
  Parser(app_->get_subcommand_ptr(first)).check_command(words.subspan(1), program + " " + first);
}

const std::string& Parser::name() const { return app_->get_name(); }

bool Parser::chosen() const { return app_->parsed(); }

bool Parser::given(const char* name) const { return app_->count(name) > 0; }

}  // namespace tutti::cli

#include "cli/common/given.hpp"

#include <fmt/format.h>

#include <deque>
#include <string_view>

#include "cli/common/commands.hpp"
#include "cli/common/read_input.hpp"
#include "verified/choose/price.hpp"
#include "verified/others/msccl_xml.hpp"
#include "verified/others/mscclpp_json.hpp"
#include "verified/others/plan_schedule.hpp"
#include "verified/others/schedule_file.hpp"

namespace tutti::cli {
namespace {

/// The file of a word, and the line that it names; 0 for all of it.
struct Place {
  std::string path;
  int line = 0;
};

bool has_ending(std::string_view path) {
  return path.ends_with(".json") || path.ends_with(".jsonl") || path.ends_with(".xml");
}

Place place_of(const std::string& word) {
  constexpr std::size_t most_digits = 9;
  const auto colon = word.rfind(':');
  if (colon == std::string::npos) return {word};
  const auto digits = word.substr(colon + 1);
  const bool is_number = !digits.empty() && digits.size() <= most_digits && digits[0] != '0' &&
                         digits.find_first_not_of("0123456789") == std::string::npos;
  if (!is_number || !std::string_view(word).substr(0, colon).ends_with(".jsonl")) return {word};
  return {word.substr(0, colon), std::stoi(digits)};
}

/// What `make` makes of a text that was given as `name`; UsageError where that is not what it must be.
template <class Make>
auto made_of(const std::string& name, Make make) {
  try {
    return make();
  } catch (const others::NoSchedule& e) {
    throw UsageError(fmt::format("{}: {}", name, e.what()));
  }
}

const Algorithm& keep(others::GivenSchedule given, const std::string& name) {
  static auto& all = *new std::deque<Algorithm>;  // for good: proofs that were given up may still read them
  return all.emplace_back(others::algorithm_of(std::move(given), name));
}

const Algorithm& schedule_of_plan(const AnyPlan& plan, const std::string& path) {
  if (const auto verdict = checked(plan, path); verdict.refuted)
    throw NotProved(
        fmt::format("{} is refuted: {} ({})", path, verdict.refuted->text, name_of(verdict.refuted->fault)));
  const auto schedule = [](const auto& any) { return others::schedule_of(any); };
  return keep(made_of(path, [&] { return std::visit(schedule, plan); }), path);
}

}  // namespace

bool names_schedules(const std::string& word) { return has_ending(place_of(word).path); }
bool names_msccl(const std::string& word) { return word.ends_with(".xml"); }

const others::PlanFrame& frame_of(const AnyPlan& plan) {
  return std::visit([](const auto& any) -> const others::PlanFrame& { return any; }, plan);
}

std::optional<AnyPlan> plan_in(const std::string& text, const std::string& word) {
  if (names_msccl(word)) return made_of(word, [&] { return others::read_msccl_xml(text); });
  if (!word.ends_with(".json") || !others::is_mscclpp_plan(text)) return std::nullopt;
  return made_of(word, [&] { return others::read_mscclpp_json(text); });
}

others::PlanVerdict checked(const AnyPlan& plan, const std::string& word, std::optional<int> slots) {
  return made_of(word, [&] {
    const auto* const onesided = std::get_if<others::OneSidedPlan>(&plan);
    return onesided ? others::check_plan(*onesided) : others::check_plan(std::get<others::Plan>(plan), slots);
  });
}

std::string read_schedules(const std::string& word) { return read_input("FILE", place_of(word).path); }

std::vector<const Algorithm*> schedules_in(const std::string& text, const std::string& word) {
  const auto [path, line] = place_of(word);
  const auto read = [](const std::string& one, const std::string& name) {
    if (others::is_mscclpp_plan(one)) throw UsageError(name + ": a plan of MSCCL++ is a file of its own, FILE.json");
    return &keep(made_of(name, [&] { return others::read_schedule(one); }), name);
  };
  if (const auto plan = plan_in(text, path)) return {&schedule_of_plan(*plan, path)};
  if (!path.ends_with(".jsonl")) return {read(text, path)};
  std::vector<const Algorithm*> all;
  int number = 0;
  for (std::size_t at = 0, end = 0; at < text.size(); at = end + 1) {
    end = std::min(text.find('\n', at), text.size());
    const auto is_blank = text.find_first_not_of(" \t\r", at) >= end;
    ++number;
    if (!is_blank && (line == 0 || number == line))
      all.push_back(read(text.substr(at, end - at), fmt::format("{}:{}", path, number)));
  }
  if (all.empty())
    throw UsageError(line > 0 ? fmt::format("{}: there is no schedule in that line of {}", word, number)
                              : fmt::format("{}: there is no schedule in it; write one in each line", path));
  return all;
}

const Algorithm& only_schedule(const std::string& word) {
  const auto all = schedules_in(read_schedules(word), word);
  if (all.size() > 1)
    throw UsageError(
        fmt::format("{} has {} schedules; name one of them, such as {}", word, all.size(), all.front()->name));
  return *all.front();
}

std::string print_case(Collective collective, int ranks, Rank root) {
  return fmt::format("{}, p = {}{}", row(collective).name, ranks,
                     row(collective).rooted() ? fmt::format(", root {}", root) : "");
}

}  // namespace tutti::cli

#include "verified/conform/case/offer.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <stdexcept>

namespace tutti::conform {
namespace {

/// What an MPI may lack: its name, why a case is not run then, and which cases
/// these are.
struct Part {
  bool Offer::*has;
  std::string_view name, why;
  bool (*needs)(const Case&);
};

constexpr std::array parts{
    Part{&Offer::persistent, "persistent", "this MPI has no persistent collectives",
         [](const Case& c) { return c.form == Form::persistent; }},
    Part{&Offer::large_count, "large-count", "this MPI has no procedures with MPI_Count counts",
         [](const Case& c) { return c.large_count; }},
    Part{&Offer::intercommunicators, "intercommunicators", "this MPI has no intercommunicators",
         [](const Case& c) { return needs_two_ranks(c.comm) || c.wrong == "intercommunicator"; }},
    Part{&Offer::neighbours, "neighbours", "this MPI has no neighbourhood collectives",
         [](const Case& c) {
           return c.comm == Comm::graph || c.comm == Comm::weighted || c.comm == Comm::star ||
                  on_neighbours(c.procedure);
         }},
    Part{&Offer::threads, "threads",
         "the MPI was started without MPI_THREAD_MULTIPLE, or does not provide "
         "it",
         [](const Case& c) { return c.scenario == Scenario::threads; }},
    Part{&Offer::schedules, "schedules", "this worker was built without our executor",
         [](const Case& c) { return !c.schedule.empty(); }},
};

}  // namespace

std::string variable_that_sets(const std::string& name) {
  const bool is_lower = std::ranges::none_of(name, [](unsigned char letter) { return std::isupper(letter); });
  return (is_lower ? "OMPI_MCA_" : "") + name;
}

bool concerns(const CutOff& cut_off, Procedure p) {
  std::string name;
  for (const unsigned char letter : cut_off.name) name += static_cast<char>(std::tolower(letter));
  const auto names = [&](Procedure other) {
    return name.find("_" + std::string(row(other).name)) != std::string::npos;
  };
  return names(p) || std::ranges::none_of(procedures, [&](const auto& r) { return names(r.id); });
}

std::string print(const Offer& offer) {
  std::string text;
  for (const auto& part : parts)
    if (!(offer.*part.has)) text += "lacks " + std::string(part.name) + "\n";
  for (const auto& c : offer.cut_offs) text += "cut-off " + std::to_string(c.bytes) + " " + c.name + "\n";
  return text;
}

Offer parse_offer(const std::string& text) {
  Offer offer;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string what, name;
    words >> what;
    bool is_known = false;
    if (what == "lacks" && words >> name)
      for (const auto& part : parts)
        if (part.name == name) offer.*part.has = false, is_known = true;
    if (CutOff c; what == "cut-off" && words >> c.bytes >> c.name) offer.cut_offs.push_back(c), is_known = true;
    if (!is_known) throw std::invalid_argument("'" + line + "' says nothing of what an MPI offers");
  }
  return offer;
}

std::optional<std::string> lacking(const Offer& offer, const Case& c) {
  for (const auto& part : parts)
    if (!(offer.*part.has) && part.needs(c)) return std::string(part.why);
  return std::nullopt;
}

}  // namespace tutti::conform

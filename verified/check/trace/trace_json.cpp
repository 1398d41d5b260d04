#include <nlohmann/json.hpp>

#include "verified/check/trace/trace.hpp"

namespace tutti {
namespace {

using nlohmann::json;

json print(const std::vector<Holding>& holds) {
  auto list = json::array();
  for (const auto& h : holds)
    list.push_back({{"first", h.slots.first},
                    {"count", h.slots.count},
                    {"blocks", h.name},
                    {"word", h.word ? json(print_runs(*h.word)) : json()},
                    {"finished", h.finished}});
  return list;
}

json print(const TraceStep& transfer) {
  constexpr const char* actions[] = {"replace", "fold_left", "fold_right"};
  const auto& s = transfer.step;
  return {{"from", s.from},
          {"to", s.to},
          {"first", s.blocks.first},
          {"count", s.blocks.count},
          {"at", s.at},
          {"action", actions[static_cast<std::size_t>(s.action)]},
          {"carries", print(transfer.carried)}};
}

json print(const Part& part) {
  return {{"rank", part.rank},
          {"heard_from", part.heard_from},
          {"sent_to", part.sent_to},
          {"whole", part.whole},
          {"holds", print(part.holds)}};
}

template <class T>
json print_all(const std::vector<T>& things) {
  auto list = json::array();
  for (const auto& t : things) list.push_back(print(t));
  return list;
}

}  // namespace

json print_json(const Trace& trace) {
  auto rounds = json::array();
  for (const auto& r : trace.rounds)
    rounds.push_back(
        {{"says", r.says}, {"surplus", r.surplus}, {"steps", print_all(r.transfers)}, {"ranks", print_all(r.parts)}});
  return {{"version", 1}, {"ranks", trace.ranks}, {"blocks", trace.blocks}, {"rounds", std::move(rounds)}};
}

}  // namespace tutti

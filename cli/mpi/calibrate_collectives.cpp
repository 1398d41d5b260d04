#include "cli/mpi/calibrate_collectives.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <string_view>

#include "cli/common/commands.hpp"
#include "cli/common/names.hpp"
#include "cli/mpi/contenders.hpp"
#include "cli/mpi/measure.hpp"

namespace tutti::cli {
namespace {

constexpr std::size_t smallest = 8, largest = 8 << 20, step = 4;  // bytes
constexpr std::size_t nominal_block = 1024;
constexpr std::size_t candidates_per_size = 5;
constexpr double hopeless = 4;  ///< times the fastest, by a first estimate
constexpr double seconds_per_contender = 0.03, least_seconds = 0.1;

std::vector<std::size_t> sizes_of(const CollectiveRow& c, int p) {
  if (c.result == Result::all_entered) return {0};
  const bool all_know = c.cut != Cut::irregular || c.combines() || c.id == Collective::allgatherv;
  if (!all_know) return {nominal_block * static_cast<std::size_t>(p)};
  std::vector<std::size_t> all;
  for (auto bytes = smallest; bytes <= largest; bytes *= step) all.push_back(bytes);
  return all;
}

/// The first shape of each algorithm, and those that are priced as the fastest few at one of the sizes, among all and
/// among those that keep the order.
std::vector<Candidate> promising(Collective collective, int p, const std::vector<std::size_t>& sizes,
                                 const Profile& profile) {
  const auto all = candidates(collective, p);
  PriceList prices(profile, Model::papers);
  std::vector<bool> is_promising(all.size());
  for (const auto bytes : sizes)
    for (const bool keeps_order : {false, true}) {
      std::vector<std::pair<double, std::size_t>> priced;
      for (std::size_t i = 0; i < all.size(); ++i)
        if (!(keeps_order && all[i].algorithm->needs.commutative))
          priced.emplace_back(prices.seconds(all[i], p, 0, static_cast<double>(bytes)), i);
      const auto few = std::min(candidates_per_size, priced.size());
      std::ranges::partial_sort(priced, priced.begin() + static_cast<std::ptrdiff_t>(few));
      for (std::size_t i = 0; i < few; ++i) is_promising[priced[i].second] = true;
    }
  std::vector<Candidate> few;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (is_promising[i] || i == 0 || all[i - 1].algorithm != all[i].algorithm) few.push_back(all[i]);
  return few;
}

}  // namespace

std::vector<Collective> collectives_called(const std::string& names) {
  std::vector<Collective> all;
  std::vector<std::string> valid{"all"};
  for (const auto& c : collectives) {
    valid.emplace_back(c.name);
    if (names == "all") all.push_back(c.id);
  }
  if (names == "all") return all;
  std::istringstream words(names + ",");
  for (std::string name; std::getline(words, name, ',');) {
    if (name == "all") throw UsageError("--collectives: all stands alone; leave out the others, or it");
    const auto collective = collective_named(name);
    if (!collective) throw UsageError("--collectives: there is no collective " + not_among(name, valid));
    if (std::ranges::find(all, *collective) == all.end()) all.push_back(*collective);
  }
  return all;
}

std::vector<MeasuredCollective> measure_collectives(
    MPI_Comm comm, const std::vector<Collective>& which, const Profile& profile,
    const std::function<void(std::size_t done, std::size_t of)>& report) {
  int p;
  MPI_Comm_size(comm, &p);
  std::size_t done = 0, of = 0;
  for (const auto collective : which) of += sizes_of(row(collective), p).size();
  std::vector<MeasuredCollective> measured;
  for (const auto collective : which) {
    const auto& c = row(collective);
    const auto sizes = sizes_of(c, p);
    const auto few = promising(c.id, p, sizes, profile);
    MeasuredCollective m{c.id, p, {}};
    for (const auto& one : few) m.candidates.push_back({one.algorithm->name, one.shape, {}});
    m.candidates.push_back({});
    for (const auto bytes : sizes) {
      mpi::Calls calls(comm, c.id, bytes);
      std::vector<mpi::Contender> contenders;
      for (const auto& one : few) contenders.push_back(calls.by(one));
      contenders.push_back(calls.by_native());
      mpi::time_in_turns(comm, contenders,
                         std::max(least_seconds, seconds_per_contender * static_cast<double>(contenders.size())),
                         hopeless);
      for (std::size_t i = 0; i < contenders.size(); ++i)
        if (auto& times = m.candidates[i].times;
            times.empty() || times.back().bytes < static_cast<double>(calls.bytes()))
          times.push_back(
              {static_cast<double>(calls.bytes()), contenders[i].least, contenders[i].in_row, contenders[i].changing});
      report(++done, of);
    }
    measured.push_back(std::move(m));
  }
  return measured;
}

std::string print_measured(const std::vector<MeasuredCollective>& all) {
  std::string text = fmt::format("{:49} {:^28} {:^28} {:^28}\n{:39} {:>9}", "", "ALONE", "IN A ROW", "ROOTS CHANGE",
                                 "FASTEST SCHEDULE", "BYTES");
  for ([[maybe_unused]] const auto way : ways) text += fmt::format(" {:>10} {:>10} {:>6}", "us", "MPI, us", "MPI");
  text += "\n";
  for (const auto& m : all) {
    const auto native = std::ranges::find_if(m.candidates, &MeasuredCandidate::is_native);
    std::vector<const MeasuredCandidate*> rivals;
    for (const auto& c : m.candidates) rivals.push_back(&c);
    for (const auto& time : native->times) {
      const auto ratio = [&](const MeasuredCandidate& c) { return worst_ratio(c, rivals, time.bytes); };
      const MeasuredCandidate* best = nullptr;
      for (const auto& c : m.candidates)
        if (!c.is_native() && (!best || ratio(c) < ratio(*best))) best = &c;
      const auto shape = print_shape(best->shape);
      text += fmt::format("{:39} {:>9.0f}", best->algorithm + (shape.empty() ? "" : ", shape " + shape), time.bytes);
      for (const auto way : ways) {
        if (way == Way::changing && !time.changing) continue;
        const double ours = best->seconds(time.bytes, way), of_mpi = time.by(way);
        text += fmt::format(" {:>10.2f} {:>10.2f} {:>6.2f}", ours / mpi::microsecond, of_mpi / mpi::microsecond,
                            of_mpi / ours);
      }
      text += "\n";
    }
  }
  return text;
}

}  // namespace tutti::cli

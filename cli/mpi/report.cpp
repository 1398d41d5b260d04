#include "cli/mpi/report.hpp"

#include <mpi.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/mpi/world.hpp"
#include "verified/conform/worker/datatype_pair.hpp"

namespace tutti::cli {
namespace {

/// The failures of all ranks, at rank 0, rank by rank.
std::vector<std::string> gather(const std::vector<std::string>& mine, Rank rank, int size) {
  const auto text = nlohmann::json(mine).dump();
  const int length = static_cast<int>(text.size());
  std::vector<int> lengths(static_cast<std::size_t>(size)), starts(lengths.size(), 0);
  MPI_Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
  std::string all;
  for (std::size_t r = 1; r < lengths.size(); ++r) starts[r] = starts[r - 1] + lengths[r - 1];
  if (rank == 0) all.resize(static_cast<std::size_t>(starts.back() + lengths.back()));
  MPI_Gatherv(text.data(), length, MPI_CHAR, all.data(), lengths.data(), starts.data(), MPI_CHAR, 0, MPI_COMM_WORLD);
  std::vector<std::string> texts;
  for (std::size_t r = 0; rank == 0 && r < lengths.size(); ++r)
    for (const auto& one :
         nlohmann::json::parse(all.substr(static_cast<std::size_t>(starts[r]), static_cast<std::size_t>(lengths[r]))))
      texts.push_back(one);
  return texts;
}

std::string names_of_misrepresented_datatypes() {
  std::string names;
  for (const auto& datatypes : mpi::datatype_pairs())
    if (mpi::misrepresented(datatypes)) names += (names.empty() ? "" : ", ") + datatypes.name;
  return names;
}

}  // namespace

std::optional<Output> json_output(const RunOptions& options) {
  if (options.json.empty()) return std::nullopt;
  return output_at_rank_0("--json", options.json);
}

Exit report(const RunOptions& options, const std::optional<Output>& output, const Tallies& tallies, Rank rank,
            int size) {
  bool all_hold = true;
  int left_out = 0;
  nlohmann::json json{{"version", 1}, {"mpi", mpi_version()}, {"np", size}, {"results", nlohmann::json::array()}};
  for (const auto& [name, tally] : tallies) {
    int failed;
    MPI_Allreduce(&tally.failed, &failed, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    const auto failures = gather(tally.failures, rank, size);
    all_hold &= failed == 0;
    left_out += tally.left_out;
    if (rank != 0 || tally.cases == 0) continue;
    for (const auto& f : failures) std::fprintf(stderr, "%s\n", f.c_str());
    const char* verdict = failed == 0 ? "holds" : "fails";
    json["results"].push_back({{"name", name},
                               {"verdict", verdict},
                               {"cases", tally.cases},
                               {"refused", tally.refused},
                               {"left_out", tally.left_out},
                               {"failures", failures}});
    if (!options.quiet && !(output && output->is_stdout()))
      std::printf("%-40s np %-3d %6d cases, %4d refused as they must be  %s\n", name.c_str(), size, tally.cases,
                  tally.refused, verdict);
  }
  if (rank == 0 && left_out > 0)
    std::fprintf(stderr, "left out: %d calls with datatypes that this MPI itself packs wrongly: %s\n", left_out,
                 names_of_misrepresented_datatypes().c_str());
  if (output) output->write(json.dump(2) + "\n");
  return all_hold ? Exit::holds : Exit::refuted;
}

}  // namespace tutti::cli

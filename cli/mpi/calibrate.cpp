#include "cli/mpi/calibrate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>

#include "cli/common/progress.hpp"
#include "cli/mpi/calibrate_collectives.hpp"
#include "cli/mpi/measure.hpp"
#include "cli/mpi/world.hpp"
#include "verified/choose/shipped.hpp"
#include "verified/conform/worker/common_start.hpp"

namespace tutti::cli {
namespace {

struct Options {
  std::string output;
  std::optional<std::string> collectives, profile;
  bool quiet = false;
};

/// "host, MPICH Version: 4.0.2, ranks 0 and 1 of 2, sums of doubles"
std::string machine(int size) {
  char host[MPI_MAX_PROCESSOR_NAME];
  int length;
  MPI_Get_processor_name(host, &length);
  auto version = mpi_version();
  for (auto& c : version)
    if (c == '\t') c = ' ';
  return fmt::format("{}, {}, ranks 0 and 1 of {}, sums of doubles", host, version, size);
}

/// "   12.34    12.50" microseconds, or blanks where `bytes` was not measured.
std::string print_pair(const std::vector<Timing>& timings, const Line& line, double bytes) {
  for (const auto& t : timings)
    if (t.bytes == bytes)
      return fmt::format("{:>10.4g}{:>10.4g}", t.seconds / mpi::microsecond, line.at(bytes) / mpi::microsecond);
  return std::string(20, ' ');
}

/// Measured against fitted times, per size.
std::string print_table(const Timings& all) {
  const auto lines = fit_lines(all);
  const Timings fastest{.two_way = fastest_per_size(all.two_way),
                        .one_way = fastest_per_size(all.one_way),
                        .fold = fastest_per_size(all.fold),
                        .spacing = fastest_per_size(all.spacing),
                        .send = fastest_per_size(all.send)};
  std::string text = fmt::format("{:>8}{:>20}{:>20}{:>20}{:>20}{:>20}\n{:>8}", "", "TWO-WAY", "ONE-WAY", "LOCAL SUM",
                                 "BACK TO BACK", "SEND", "BYTES");
  for (int i = 0; i < 5; ++i) text += "  measured    fitted";
  text += "\n";
  for (const auto& t : fastest.two_way)
    text += fmt::format("{:>8.0f}", t.bytes) + print_pair(fastest.two_way, lines.two_way, t.bytes) +
            print_pair(fastest.one_way, lines.one_way, t.bytes) + print_pair(fastest.fold, lines.fold, t.bytes) +
            print_pair(fastest.spacing, lines.spacing, t.bytes) + print_pair(fastest.send, lines.send, t.bytes) + "\n";
  return text + fmt::format("{:>8}{:>19.1f}%{:>19.1f}%{:>19.1f}%{:>19.1f}%{:>19.1f}%\n", "off by",
                            100 * lines.two_way.relative_rms, 100 * lines.one_way.relative_rms,
                            100 * lines.fold.relative_rms, 100 * lines.spacing.relative_rms,
                            100 * lines.send.relative_rms);
}

std::string print_price(std::string_view name, double value, double error, double unit, std::string_view unit_name) {
  return fmt::format("{:24}{:>10.4g} +- {:<9.2g} {}\n", name, value / unit, error / unit, unit_name);
}

std::string print_prices(const Profile& profile) {
  constexpr double nano = 1e-9;
  const auto& [p, l, e] = std::tie(profile.prices, profile.loggp, *profile.errors);
  return print_price("alpha", p.alpha, e.prices.alpha, mpi::microsecond, "us") +
         print_price("beta", p.beta, e.prices.beta, nano, "ns/B") +
         print_price("gamma", p.gamma, e.prices.gamma, nano, "ns/B") +
         print_price("f_alpha", p.f_alpha, e.prices.f_alpha, 1, "") +
         print_price("f_beta", p.f_beta, e.prices.f_beta, 1, "") +
         print_price("L, latency", l.latency, e.loggp.latency, mpi::microsecond, "us") +
         print_price("o, overhead", l.overhead, e.loggp.overhead, mpi::microsecond, "us") +
         print_price("g, gap", l.gap, e.loggp.gap, mpi::microsecond, "us") +
         print_price("G, gap per byte", l.gap_per_byte, e.loggp.gap_per_byte, nano, "ns/B");
}

/// The regimes of messages, where there are several, with how well their lines fit.
std::string print_regimes(const Profile& profile) {
  if (profile.regimes.empty()) return "one line fits messages of all sizes\n";
  constexpr double nano = 1e-9;
  auto text = fmt::format("{:24}{:>20}{:>20}\n{:24}{:>10}{:>10}{:>10}{:>10}{:>10}\n", "", "TWO-WAY", "ONE-WAY",
                          "MESSAGES FROM, BYTES", "us", "ns/B", "us", "ns/B", "off by");
  for (std::size_t i = 0; i < profile.regimes.size(); ++i) {
    const auto& r = profile.regimes[i];
    text += fmt::format("{:<24.0f}{:>10.4g}{:>10.4g}{:>10.4g}{:>10.4g}{:>9.1f}%\n", std::ceil(r.from),
                        r.alpha / mpi::microsecond, r.beta / nano, r.alpha_uni / mpi::microsecond, r.beta_uni / nano,
                        100 * profile.errors->regimes[i]);
  }
  return text;
}

/// The prices, measured now, with the table that is to be printed.
struct Priced {
  Profile profile;
  std::string table;
};
Priced measure_prices(const Options& options, Rank rank, int size) {
  std::optional<Progress> progress(rank == 0 && !options.quiet);
  const auto timings =
      mpi::measure(MPI_COMM_WORLD, [&](std::size_t done, std::size_t of) { progress->show(done, of); });
  progress.reset();
  Priced priced;
  together([&] {
    if (rank != 0) return;
    priced.profile = fit_profile(machine(size), timings);
    priced.table = "microseconds\n" + print_table(timings) + "\n" + print_prices(priced.profile) + "\n" +
                   print_regimes(priced.profile);
  });
  return priced;
}

/// The profile that is named, at every rank.
Profile given(const std::string& name, Rank rank) {
  Profile profile;
  together([&] {
    if (rank != 0) return;
    if (!is_shipped(name)) check_only_read("--profile", name);
    try {
      profile = named_profile(name);
    } catch (const std::invalid_argument& e) {
      throw UsageError(e.what());
    }
  });
  return profile;
}

/// Measures these on so many ranks; what the profile knew of them goes.
std::string add_collectives(Profile& profile, const std::vector<Collective>& which, const Options& options, Rank rank,
                            int size) {
  profile = parse_profile(from_rank_0(write_profile(profile)), "the profile of rank 0");
  std::optional<Progress> progress(rank == 0 && !options.quiet);
  const auto measured = measure_collectives(MPI_COMM_WORLD, which, profile, [&](std::size_t done, std::size_t of) {
    if (progress) progress->show(done, of);
  });
  progress.reset();
  std::erase_if(profile.measured, [&](const MeasuredCollective& m) {
    return m.ranks == size && std::ranges::find(which, m.collective) != which.end();
  });
  profile.measured.insert(profile.measured.end(), measured.begin(), measured.end());
  return print_measured(measured);
}

Exit run(const Options& options, Rank rank, int size) {
  if (size < 2)
    throw UsageError("two processes must exchange messages; run mpiexec -n 2 tutti-mpi calibrate --output FILE");
  const auto which = options.collectives ? collectives_called(*options.collectives) : std::vector<Collective>{};
  if (options.profile && !options.collectives)
    throw UsageError(
        "--profile is for --collectives, whose times are added to it; without these it would stay as it is");
  if (mpi::conform::clock_stands_still())
    throw std::runtime_error(
        "MPI_Wtime stands still while a rank computes, as a simulator's does: nothing can be measured");
  Priced priced;
  if (options.profile) priced.profile = given(*options.profile, rank);
  const auto output = output_at_rank_0("--output", options.output);
  if (!options.profile) priced = measure_prices(options, rank, size);
  auto& [profile, table] = priced;
  if (options.collectives) table += (table.empty() ? "" : "\n") + add_collectives(profile, which, options, rank, size);
  if (rank != 0) return Exit::holds;

  output->write(write_profile(profile));
  if (!options.quiet && !output->is_stdout()) print_stdout(fmt::format("{}\n\n{}", profile.machine, table));
  return Exit::holds;
}

}  // namespace

Command add_calibrate(Parser& app, Rank rank, int size) {
  auto options = std::make_shared<Options>();
  auto parser = app.command("calibrate", "measure the prices of this machine and write them as a profile");
  parser.option("--output", options->output, "the profile's file, - for standard output").required().type_name("FILE");
  parser
      .option(
          "--collectives", options->collectives,
          "also time these on all ranks, by schedules and by the MPI's own procedure: all, or names, apart by commas")
      .type_name("LIST");
  parser
      .option("--profile", options->profile,
              "with --collectives: add their times to this profile, or to node, node-openmpi or assumed")
      .type_name("FILE");
  parser.flag("--quiet", options->quiet, "no table and no progress bar");
  parser.footer(
      "Messages between ranks 0 and 1 and local sums of doubles, 8 B to 4 MB, about ten seconds; further ranks sleep.\n"
      "Prints measured against fitted times and the error of the fit: of one line for each kind of message, and of a\n"
      "line for each regime of sizes, as protocols and caches make them, where one does not tell.\n"
      "--collectives all takes half a minute more on two ranks. On as many ranks the selector then goes by these "
      "times, not by "
      "the\n"
      "prices, and TUTTI=run,native leaves to the MPI what its own procedure is faster at.\n"
      "Examples: mpiexec -n 2 tutti-mpi calibrate --output profile.json\n"
      "          mpiexec -n 8 tutti-mpi calibrate --collectives all --profile profile.json --output profile8.json");
  return {parser, [=] { return run(*options, rank, size); }};
}

}  // namespace tutti::cli

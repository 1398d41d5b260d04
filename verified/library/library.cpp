#include "verified/library/pmpi.hpp"  // before at_finalize.hpp
//
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "verified/library/library.hpp"
#include "verified/library/recording.hpp"
#include "verified/library/report.hpp"
#include "verified/library/service.hpp"
#include "verified/run/mpi/at_finalize.hpp"

namespace tutti::library {
namespace {

using mpi::check;

/// From begin() to MPI_Finalize; never destroyed.
std::atomic<const Settings*> settings = nullptr;
std::atomic<bool> has_ended = false;

/// Whether other processes have started these, whose ranks have the same numbers.
bool is_spawned() {
  MPI_Comm parent = MPI_COMM_NULL;
  check(PMPI_Comm_get_parent(&parent), "MPI_Comm_get_parent");
  return parent != MPI_COMM_NULL;
}

/// The text of the settings, at rank 0; the others get it. Where rank 0 refuses them the application ends with status 2
/// at every rank: after MPI_Abort, a launcher may report another status and lose what was said.
std::string agreed_settings() {
  constexpr int refused = -1;
  int rank;
  check(PMPI_Comm_rank(MPI_COMM_WORLD, &rank), "MPI_Comm_rank");
  std::string text;
  int length = 0;
  if (rank == 0) {
    try {
      auto wanted = read_settings(Environment::ours());
      if (!wanted.record.empty() && is_spawned()) wanted.record += "." + std::to_string(getpid());
      text = write_settings(wanted);
      length = static_cast<int>(text.size());
    } catch (const std::invalid_argument& e) {
      std::fprintf(stderr, "libtutti: %s\n", e.what());
      length = refused;
    }
  }
  check(PMPI_Bcast(&length, 1, MPI_INT, 0, MPI_COMM_WORLD), "MPI_Bcast");
  if (length == refused) {
    PMPI_Finalize();
    std::exit(2);
  }
  text.resize(static_cast<std::size_t>(length));
  check(PMPI_Bcast(text.data(), length, MPI_CHAR, 0, MPI_COMM_WORLD), "MPI_Bcast");
  return text;
}

void end() {
  const auto* const were = settings.exchange(nullptr);
  has_ended = true;
  Service::end_all();
  if (were && !were->record.empty()) write_recording();
  if (were && were->verbose) print_report(MPI_COMM_WORLD);
}

bool is_initialized() {
  int yes = 0;
  return PMPI_Initialized(&yes) == MPI_SUCCESS && yes != 0;
}

}  // namespace

void begin() try {
  if (settings) return;  // one procedure of the MPI has called another one
  auto agreed = std::make_unique<Settings>(parse_settings(agreed_settings()));
  if (!agreed->record.empty()) start_recording(agreed->record);
  mpi::at_finalize<end>();
  settings = agreed.release();
} catch (const std::exception& e) {
  std::fprintf(stderr, "libtutti serves nothing: %s\n", e.what());
  has_ended = true;
}

int serve(MPI_Comm comm, const Call& call, Own own) {
  const auto* now = settings.load(std::memory_order_acquire);
  if (!now) [[unlikely]] {
    if (has_ended || !is_initialized() || comm != MPI_COMM_WORLD) return own();
    begin();
    now = settings.load();
    if (!now) return own();
  }
  auto* const service = Service::of(comm, *now);
  return service ? service->serve(call, own) : own();
}

}  // namespace tutti::library

#include "verified/library/pmpi.hpp"  // before at_finalize.hpp
//
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "verified/library/library.hpp"
#include "verified/library/messages.hpp"
#include "verified/library/recording.hpp"
#include "verified/library/report.hpp"
#include "verified/library/service.hpp"
#include "verified/run/mpi/at_finalize.hpp"

namespace tutti::library {
namespace {

/// From begin() to MPI_Finalize; never destroyed.
std::atomic<const Settings*> settings = nullptr;
std::unique_ptr<const Settings> kept;  // to the end of the process, since another thread may still read them
std::atomic<bool> has_ended = false;
int status_due = 0;  ///< of the program, once MPI_Finalize has returned; its own where it is 0

/// Whether other processes have started these, whose ranks have the same numbers.
bool is_spawned() {
  MPI_Comm parent = MPI_COMM_NULL;
  mpi::check(PMPI_Comm_get_parent(&parent), "MPI_Comm_get_parent");
  return parent != MPI_COMM_NULL;
}

/// The text of the settings, at rank 0; the others get it. Where rank 0 refuses them the application ends with status 2
/// at every rank: after MPI_Abort, a launcher may report another status and lose what was said.
std::string agreed_settings() {
  const char* const refused = "";
  std::string text;
  {
    const World world;
    if (world.rank() == 0) {
      try {
        auto wanted = read_settings(Environment::ours());
        if (wanted.mode == Mode::record && is_spawned()) wanted.record += "." + std::to_string(getpid());
        text = write_settings(wanted);
      } catch (const std::invalid_argument& e) {
        std::fprintf(stderr, "libtutti: %s\n", e.what());
        text = refused;
      }
    }
    text = world.of_first(std::move(text));
  }
  if (text == refused) {
    PMPI_Finalize();
    std::exit(2);
  }
  return text;
}

/// Collective. A rank that cannot says why.
bool all_can_begin(const Settings& agreed) {
  bool can = true;
  try {
    if (agreed.mode == Mode::record) start_recording(agreed.record);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "libtutti serves and records nothing: %s\n", e.what());
    can = false;
  }
  return !World().any(!can);
}

void end() {
  const auto* const were = settings.exchange(nullptr);
  has_ended = true;
  Service::end_all();
  if (!were) return;
  if (were->mode == Mode::record) write_recording();
  if (were->mode != Mode::check && !were->verbose) return;
  if (const int status = report(*were); were->check_exit) status_due = status;
}

bool is_initialized() {
  int yes = 0;
  return PMPI_Initialized(&yes) == MPI_SUCCESS && yes != 0;
}

/// Where MPI has begun by sessions alone. That this is not served is said once, where the MPI finds nothing wrong.
int serve_none(MPI_Comm comm, Own own) {
  static std::atomic<bool> is_said = false;
  const int code = own();
  int rank = 0;
  if (code == MPI_SUCCESS && !is_said.exchange(true) && PMPI_Comm_rank(comm, &rank) == MPI_SUCCESS && rank == 0)
    std::fprintf(
        stderr,
        "libtutti serves, checks and records nothing: the application has sessions of MPI alone; where it calls "
        "MPI_Init, too, their communicators are served\n");
  return code;
}

}  // namespace

void begin() try {
  if (settings) return;  // one procedure of the MPI has called another one
  auto agreed = std::make_unique<Settings>(parse_settings(agreed_settings()));
  if (!all_can_begin(*agreed)) {
    has_ended = true;
    return;
  }
  mpi::at_finalize<end>();
  kept = std::move(agreed);
  settings = kept.get();
} catch (const std::exception& e) {
  std::fprintf(stderr, "libtutti serves nothing: %s\n", e.what());
  has_ended = true;
}

void finish() {
  if (status_due != 0) std::exit(status_due);
}

int serve(MPI_Comm comm, const Call& call, Own own) {
  const auto* now = settings.load(std::memory_order_acquire);
  if (!now) [[unlikely]] {
    if (has_ended) return own();
    if (!is_initialized()) return serve_none(comm, own);
    if (comm != MPI_COMM_WORLD) return own();
    begin();
    now = settings.load();
    if (!now) return own();
  }
  auto* const service = Service::of(comm, *now);
  return service ? service->serve(call, own) : own();
}

}  // namespace tutti::library

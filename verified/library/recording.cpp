#include "verified/library/recording.hpp"

#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>
#include <mutex>
#include <stdexcept>
#include <system_error>

#include "verified/library/recorded_op.hpp"
#include "verified/run/mpi/error.hpp"

namespace tutti::library {
namespace {

using mpi::check;
using Json = nlohmann::ordered_json;

constexpr int most_lines = 10'000;

std::atomic<int> lines = 0;

struct Recording {
  std::string file;  ///< without the rank
  std::chrono::system_clock::time_point started;
  std::mutex mutex;
  std::map<std::string, Times> by_call;  ///< what calls have in common, as a text
  std::map<std::string, Times> folded;
};

/// Never destroyed: communicators may end until the end.
Recording& recording() {
  static auto& made = *new Recording;
  return made;
}

std::string print(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

double seconds(std::int64_t nanoseconds) { return static_cast<double>(nanoseconds) / 1e9; }

std::string host() {
  char name[MPI_MAX_PROCESSOR_NAME] = "";
  int length = 0;
  check(PMPI_Get_processor_name(name, &length), "MPI_Get_processor_name");
  return name;
}

/// The first line of what the MPI says of itself.
std::string version() {
  static char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length = 0;
  check(PMPI_Get_library_version(text, &length), "MPI_Get_library_version");
  const std::string all(text);
  return all.substr(0, all.find('\n'));
}

std::string print_header(const Recording& r, int rank) {
  using Seconds = std::chrono::duration<double>;
  int ranks;
  check(PMPI_Comm_size(MPI_COMM_WORLD, &ranks), "MPI_Comm_size");
  return print({{"tutti_recording", 1},
                {"rank", rank},
                {"ranks", ranks},
                {"host", host()},
                {"mpi", version()},
                {"started", Seconds(r.started.time_since_epoch()).count()},
                {"seconds", Seconds(std::chrono::system_clock::now() - r.started).count()}});
}

std::string print_call(const std::string& text, const Times& times) {
  auto call = Json::parse(text);
  call["calls"] = times.calls;
  call["seconds"] = {{"sum", seconds(times.sum)}, {"min", seconds(times.least)}, {"max", seconds(times.most)}};
  call["wait"] = {{"calls", times.waits}, {"sum", seconds(times.wait_sum)}, {"max", seconds(times.wait_most)}};
  return print({{"call", std::move(call)}});
}

std::string print_all(const Recording& r, int rank) {
  auto text = print_header(r, rank) + "\n";
  for (const auto* all : {&r.by_call, &r.folded})
    for (const auto& [call, times] : *all) text += print_call(call, times) + "\n";
  for (const auto& op : RecordedOp::print_all()) text += print({{"op", op}}) + "\n";
  return text + print({{"end", {{"lines", std::ranges::count(text, '\n')}}}}) + "\n";
}

/// The file is whole or as it was. Throws std::runtime_error where it cannot be written.
void write(const std::string& name, const std::string& text) {
  const auto partial = name + ".part";
  const auto fail = [&] {
    const int error = errno;
    std::remove(partial.c_str());
    throw std::runtime_error("cannot write " + name + ": " + std::strerror(error));
  };
  auto* const to = std::fopen(partial.c_str(), "w");
  if (!to) fail();
  const bool written = std::fwrite(text.data(), 1, text.size(), to) == text.size();
  if (std::fclose(to) != 0 || !written) fail();
  if (std::rename(partial.c_str(), name.c_str()) != 0) fail();
}

}  // namespace

void Times::add(const Times& others) {
  calls += others.calls;
  sum += others.sum;
  least = std::min(least, others.least);
  most = std::max(most, others.most);
  waits += others.waits;
  wait_sum += others.wait_sum;
  wait_most = std::max(wait_most, others.wait_most);
}

void start_recording(const std::string& file) {
  recording().file = std::filesystem::absolute(file);  // the application may go to another folder
  recording().started = std::chrono::system_clock::now();
}

bool take_line() {
  if (lines.load(std::memory_order_relaxed) >= most_lines) return false;
  ++lines;
  return true;
}

void add_line(const Json& call, const Times& times) {
  const std::lock_guard lock(recording().mutex);
  const auto [line, is_new] = recording().by_call.try_emplace(print(call));
  line->second.add(times);
  if (!is_new) --lines;
}

void add_folded(const Json& call, const Times& times) {
  const std::lock_guard lock(recording().mutex);
  recording().folded[print(call)].add(times);
}

void write_recording() try {
  auto& r = recording();
  const std::lock_guard lock(r.mutex);
  int rank;
  check(PMPI_Comm_rank(MPI_COMM_WORLD, &rank), "MPI_Comm_rank");
  write(r.file + "." + std::to_string(rank), print_all(r, rank));
} catch (const std::exception& e) {
  std::fprintf(stderr, "libtutti: the recording is lost: %s\n", e.what());
}

}  // namespace tutti::library

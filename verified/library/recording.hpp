// What a process has noted of its calls: what TUTTI=record=FILE writes.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

namespace tutti::library {

/// How long the calls that are alike have taken. All times are in nanoseconds.
struct Times {
  std::int64_t calls = 0, sum = 0, least = std::numeric_limits<std::int64_t>::max(), most = 0;
  std::int64_t waits = 0, wait_sum = 0, wait_most = 0;

  void add_call(std::int64_t time) {
    ++calls;
    sum += time;
    least = std::min(least, time);
    most = std::max(most, time);
  }
  void add_wait(std::int64_t time) {
    ++waits;
    wait_sum += time;
    wait_most = std::max(wait_most, time);
  }
  void add(const Times& others);
};

/// From now on the process records, and will write to that file, with its rank in MPI_COMM_WORLD at the end of the
/// name.
void start_recording(const std::string& file);
/// Whether there is room for one more line, which is then taken. Several threads may ask at once.
bool take_line();
/// Adds a line: what its calls have in common, and their times. It takes no room where there is one alike. Several
/// threads may add at once.
void add_line(const nlohmann::ordered_json& call, const Times& times);
/// Adds calls that have no line of their own.
void add_folded(const nlohmann::ordered_json& call, const Times& times);
/// At MPI_Finalize. Says on stderr what goes wrong.
void write_recording();

}  // namespace tutti::library

// Recordings of an application's calls, as TUTTI=record=FILE writes them.
#pragma once
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace tutti {

/// A line for `calls` allreduces of rank `rank` of `size` that took 1 ms in all.
inline std::string recorded_allreduce(int size, int rank, int calls, const std::string& like) {
  return fmt::format(
      R"({{"call":{{"collective":"allreduce","communicator":{{"id":"0.0","kind":"world","size":{},"rank":{}}},)"
      R"("in_place":false,"data":{{"count":1,"type":"MPI_INT","bytes":4}},"op":"MPI_SUM","case":"{}","calls":{},)"
      R"("seconds":{{"sum":0.001,"min":0.001,"max":0.001}},"wait":{{"calls":0,"sum":0,"max":0}}}}}})",
      size, rank, like, calls);
}

/// What rank `rank` of `ranks` writes: these lines between header and end.
inline std::vector<std::string> recorded_file(int rank, int ranks, const std::vector<std::string>& lines) {
  std::vector<std::string> all{fmt::format(
      R"({{"tutti_recording":1,"rank":{},"ranks":{},"host":"h","mpi":"m","started":1,"seconds":1,"later":1}})", rank,
      ranks)};
  all.insert(all.end(), lines.begin(), lines.end());
  all.push_back(fmt::format(R"({{"end":{{"lines":{}}}}})", all.size()));
  return all;
}

inline void write_lines(const std::filesystem::path& path, const std::vector<std::string>& lines) {
  std::ofstream file(path);
  for (const auto& line : lines) file << line << '\n';
}

}  // namespace tutti

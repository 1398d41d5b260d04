// The files that the ranks of a worker append to, read while they grow.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/schedule.hpp"

namespace tutti::conform {

class RankFiles {
 public:
  /// The files are PREFIX.0 to PREFIX.(ranks - 1), which need not be there yet.
  RankFiles(const std::string& prefix, int ranks);

  /// Calls `hear` with each line that has come whole since the last call, without its newline. How many there were.
  int read(const std::function<void(Rank, std::string_view)>& hear);

 private:
  struct File {
    std::string path;
    std::int64_t read = 0;  ///< bytes
    std::string begun;      ///< a line that has not come whole
  };
  std::vector<File> files_;
};

}  // namespace tutti::conform

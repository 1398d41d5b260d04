// The files in which records stand: the path of a file names the collective and the algorithm, so nothing else does.
#pragma once
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "spec/collective.hpp"

namespace tutti {

/// A record stands in a file where it cannot be. The text names the file and says where it belongs.
struct Misplaced : std::logic_error {
  using std::logic_error::logic_error;
};

/// What a registry knows of the files of its records. These enter themselves before main begins, when an exception
/// would only abort the program: what is wrong with a file is kept, and told to the first who asks for records.
class RecordFiles {
 public:
  /// The records stand in …/<folder>/<collective>/<name>.cpp.
  explicit RecordFiles(std::string_view folder) : folder_(folder) {}

  /// What a record is entered as.
  struct Entry {
    Collective collective;
    std::string name;  ///< "gather/binomial"
    Collective owner;  ///< whose folder it is
  };
  /// The entries of a record in `file`: one for each collective that its folder serves. None where it is misplaced.
  std::vector<Entry> enter(const std::string& file);
  /// Throws Misplaced where some record is.
  void check() const;

 private:
  std::string_view folder_;
  std::map<std::string, std::string> file_of_;  ///< by name
  std::string wrong_;
};

}  // namespace tutti

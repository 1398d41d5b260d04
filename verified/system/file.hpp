// Open files that are closed.
#pragma once
#include <unistd.h>

#include <utility>

namespace tutti {

/// An open file by its number, closed at the end of its life; a number below 0 is none.
class File {
 public:
  explicit File(int number) : number_(number) {}
  ~File() {
    if (number_ >= 0) close(number_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  int get() const { return number_; }
  /// The caller closes it.
  int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

}  // namespace tutti

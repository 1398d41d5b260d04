// An operator for the tests of `tutti op` from outside.
#pragma once
#include <fstream>
#include <string>

#include "tests/support/program.hpp"

namespace tutti {

/// A C file with a maximum that carries an index; of equal values the right one is kept.
class KeepMax {
 public:
  KeepMax() {
    std::ofstream(path()) << R"(typedef struct { double v; int i; } pair;
void keep_max(void* in, void* inout, int* len, void* type) {
  pair *a = in, *b = inout;
  for (int k = 0; k < *len; ++k)
    if (a[k].v > b[k].v) b[k] = a[k];
})";
  }
  std::string path() const { return (folder_ / "keep_max.c").string(); }
  std::string arguments() const { return path() + " --function keep_max --type 'struct{double v; int i;}'"; }

 private:
  Folder folder_;
};

}  // namespace tutti

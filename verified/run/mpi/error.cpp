#include "verified/run/mpi/error.hpp"

#include <algorithm>
#include <string>

namespace tutti::mpi {
namespace {

/// In one line; empty where the MPI does not know the code.
std::string text_of(int code) {
  char text[MPI_MAX_ERROR_STRING] = {};
  int length = 0;
  if (MPI_Error_string(code, text, &length) != MPI_SUCCESS) return {};
  std::string line(text);
  line.erase(line.find_last_not_of('\n') + 1);
  std::ranges::replace(line, '\n', ' ');
  return line;
}

}  // namespace

void fail(int code, const char* procedure) {
  int error_class = code;
  if (MPI_Error_class(code, &error_class) != MPI_SUCCESS) error_class = code;
  auto what = std::string(procedure) + " fails with error class " + std::to_string(error_class) + " (" +
              text_of(error_class) + ")";
  if (code != error_class) what += ": " + text_of(code);
  throw Failed(what, code);
}

}  // namespace tutti::mpi

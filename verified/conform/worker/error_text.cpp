#include "verified/conform/worker/error_text.hpp"

#include <mpi.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace tutti::mpi::conform {
namespace {

/// The last line of MPICH's error stack, "PROCEDURE(LINE)…: CAUSE", has the cause; other MPIs print one line.
std::string cause_in(const std::string& text) {
  constexpr std::string_view stack = ", error stack", behind_line = ": ";
  const auto first = text.substr(0, text.find(stack));
  if (first.size() == text.size()) return text;
  const auto last = text.find_last_not_of('\n');
  const auto line = text.rfind('\n', last);
  const auto cause = text.find(behind_line, line);
  return cause < last ? text.substr(cause + behind_line.size(), last - cause - 1) : first;
}

}  // namespace

std::string class_name(int error_class) {
#define TUTTI_CLASS(name) \
  { name, #name }
  static constexpr std::pair<int, const char*> classes[] = {
      TUTTI_CLASS(MPI_SUCCESS),
      TUTTI_CLASS(MPI_ERR_BUFFER),
      TUTTI_CLASS(MPI_ERR_COUNT),
      TUTTI_CLASS(MPI_ERR_TYPE),
      TUTTI_CLASS(MPI_ERR_TAG),
      TUTTI_CLASS(MPI_ERR_COMM),
      TUTTI_CLASS(MPI_ERR_RANK),
      TUTTI_CLASS(MPI_ERR_REQUEST),
      TUTTI_CLASS(MPI_ERR_ROOT),
      TUTTI_CLASS(MPI_ERR_GROUP),
      TUTTI_CLASS(MPI_ERR_OP),
      TUTTI_CLASS(MPI_ERR_TOPOLOGY),
      TUTTI_CLASS(MPI_ERR_DIMS),
      TUTTI_CLASS(MPI_ERR_ARG),
      TUTTI_CLASS(MPI_ERR_UNKNOWN),
      TUTTI_CLASS(MPI_ERR_TRUNCATE),
      TUTTI_CLASS(MPI_ERR_OTHER),
      TUTTI_CLASS(MPI_ERR_INTERN),
      TUTTI_CLASS(MPI_ERR_IN_STATUS),
      TUTTI_CLASS(MPI_ERR_PENDING),
      TUTTI_CLASS(MPI_ERR_NO_MEM),
      TUTTI_CLASS(MPI_ERR_INFO),
      TUTTI_CLASS(MPI_ERR_UNSUPPORTED_OPERATION),
  };
#undef TUTTI_CLASS
  for (const auto& [value, name] : classes)
    if (value == error_class) return name;
  return "class " + std::to_string(error_class);
}

std::string error_text(int code) {
  int error_class = MPI_ERR_UNKNOWN, length = 0;
  char text[MPI_MAX_ERROR_STRING] = {};
  MPI_Error_class(code, &error_class);
  MPI_Error_string(code, text, &length);
  auto line = cause_in(text);
  std::ranges::replace(line, '\n', ' ');
  return class_name(error_class) + ": " + line;
}

}  // namespace tutti::mpi::conform

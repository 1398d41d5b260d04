#include "cli/mpi/world.hpp"

#include <string_view>

#include "cli/common/commands.hpp"
#include "verified/run/mpi/communicator.hpp"

namespace tutti::cli {
namespace {

std::string from_rank(int rank, std::string text) {
  int length = static_cast<int>(text.size());
  MPI_Bcast(&length, 1, MPI_INT, rank, MPI_COMM_WORLD);
  text.resize(static_cast<std::size_t>(length));
  MPI_Bcast(text.data(), length, MPI_CHAR, rank, MPI_COMM_WORLD);
  return text;
}

int rank_in_world() {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

}  // namespace

void together(const std::function<void()>& part) {
  constexpr int nobody = 1 << 30;
  std::string wrong;
  int thrower = nobody, is_usage = 0;
  try {
    part();
  } catch (const UsageError& e) {
    wrong = e.what();
    thrower = rank_in_world();
    is_usage = 1;
  } catch (const std::exception& e) {
    wrong = e.what();
    thrower = rank_in_world();
  }
  int first;
  MPI_Allreduce(&thrower, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (first == nobody) return;
  MPI_Bcast(&is_usage, 1, MPI_INT, first, MPI_COMM_WORLD);
  wrong = from_rank(first, wrong);
  if (is_usage) throw UsageError(wrong);
  throw std::runtime_error(wrong);
}

std::optional<Output> output_at_rank_0(const std::string& option, const std::string& path) {
  std::optional<Output> output;
  together([&] {
    if (rank_in_world() == 0) output.emplace(option, path);
  });
  return output;
}

std::string from_rank_0(std::string text) { return from_rank(0, std::move(text)); }

std::string mpi_version() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = {};
  int length;
  MPI_Get_library_version(text, &length);
  const std::string all(text);  // Open MPI counts the 0 at its end in the length
  return all.substr(0, all.find('\n'));
}

}  // namespace tutti::cli

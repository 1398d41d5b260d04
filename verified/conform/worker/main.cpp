// The worker as a program of its own, which ci/worker builds against any MPI: `tutti-mpi.NAME serve …`.
#include <cstdio>
#include <string_view>

#include "verified/conform/worker/serve.hpp"

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "serve") return tutti::mpi::conform::serve(argc - 1, argv + 1);
  std::fprintf(stderr, "tutti-mpi: this program has one command, serve; see tutti-mpi serve --help\n");
  return 2;
}

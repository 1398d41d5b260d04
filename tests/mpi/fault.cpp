// A faulty MPI to preload under tutti-mpi: every 20th message that carries data arrives with its first byte changed,
// and messages without data are lost, nobody waits for them. The checks must find that out.
#include <dlfcn.h>
#include <mpi.h>

#include <cstring>
#include <list>
#include <vector>

extern "C" int PMPI_Isend(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
                          MPI_Request* request) {
  using Isend = int (*)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
  static const auto real = reinterpret_cast<Isend>(dlsym(RTLD_NEXT, "PMPI_Isend"));
  static long messages = 0;
  static std::list<std::vector<char>> copies;  // they live as long as the messages are under way, and longer
  if (count == 0) {
    *request = MPI_REQUEST_NULL;
    return MPI_SUCCESS;
  }
  int size;
  MPI_Type_size(type, &size);
  MPI_Aint lower, extent;
  MPI_Type_get_extent(type, &lower, &extent);
  if (size != extent || ++messages % 20 != 0) return real(buffer, count, type, to, tag, comm, request);
  auto& copy = copies.emplace_back(static_cast<std::size_t>(count) * static_cast<std::size_t>(size));
  std::memcpy(copy.data(), buffer, copy.size());
  copy.front() ^= 1;
  return real(copy.data(), count, type, to, tag, comm, request);
}

extern "C" int MPI_Irecv(void* buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                         MPI_Request* request) {
  using Irecv = int (*)(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
  static const auto real = reinterpret_cast<Irecv>(dlsym(RTLD_NEXT, "MPI_Irecv"));
  if (count > 0) return real(buffer, count, type, from, tag, comm, request);
  *request = MPI_REQUEST_NULL;
  return MPI_SUCCESS;
}

// A forbidden access to a buffer of a case ends the process with a line that says so.
#pragma once
#include <cstddef>

namespace tutti::mpi::conform {

/// The buffer that is lent to the MPI, as messages call it.
enum class Lent { send, receive };

/// From now on SIGSEGV and SIGBUS at a watched address write "wrong K overrun …" or "wrong K send-buffer-written …",
/// and "end K fail", to the file descriptor `to` and end the process with status 1. Other addresses are left to the
/// handlers from before. To be called after MPI_Init, which may install handlers of its own.
void watch_accesses(int to);

/// Accesses are from now on those of case `number`.
void accesses_belong_to(int number);

/// Memory between two pages without access, of which [first, end) is the buffer. Known to the handler while this lives.
class Watched {
 public:
  Watched(Lent what, const std::byte* memory, const std::byte* first, const std::byte* end, std::size_t guard_bytes);
  ~Watched();
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;

 private:
  std::size_t slot_;
};

}  // namespace tutti::mpi::conform

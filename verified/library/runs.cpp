#include "verified/library/runs.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <new>

namespace tutti::library {
namespace {

/// A file of zeros in memory, of which pages are there that were written to: an element may reach from a stack to a
/// heap.
class Sparse {
 public:
  explicit Sparse(std::size_t bytes) : bytes_(bytes), file_(memfd_create("libtutti", MFD_CLOEXEC)) {
    if (file_ >= 0 && ftruncate(file_, static_cast<off_t>(bytes)) == 0)
      memory_ = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
    if (memory_ != MAP_FAILED) return;
    if (file_ >= 0) close(file_);
    throw std::bad_alloc();
  }
  ~Sparse() {
    munmap(memory_, bytes_);
    close(file_);
  }
  Sparse(const Sparse&) = delete;
  Sparse& operator=(const Sparse&) = delete;

  std::byte* memory() const { return static_cast<std::byte*>(memory_); }
  /// body(offset) for the bytes of all pages that were written to.
  template <class F>
  void for_each_byte(F body) const {
    off_t end = 0;
    for (off_t at; (at = lseek(file_, end, SEEK_DATA)) >= 0;)
      for (end = lseek(file_, at, SEEK_HOLE); at < end; ++at) body(at);
  }

 private:
  std::size_t bytes_;
  int file_;
  void* memory_ = MAP_FAILED;
};

}  // namespace

std::vector<Run> runs_of(const mpi::Layout& layout) {
  const Sparse element(static_cast<std::size_t>(layout.true_extent));
  const std::vector<std::byte> ones(static_cast<std::size_t>(layout.size), std::byte{0xff});
  mpi::unpack(layout, ones.data(), 1, mpi::moved(element.memory(), -layout.true_lower));
  std::vector<Run> runs;
  element.for_each_byte([&](std::int64_t i) {
    if (element.memory()[i] == std::byte{}) return;
    if (runs.empty() || runs.back().end != i) runs.push_back({i, i});
    runs.back().end = i + 1;
  });
  return runs;
}

}  // namespace tutti::library

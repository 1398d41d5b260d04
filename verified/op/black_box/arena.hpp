// The memory that an operator under test may touch, among pages that it may not.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "verified/op/law_finding.hpp"
#include "verified/op/type.hpp"

namespace tutti::op {

/// Where the vectors stand, and whether what MPI forbids to write can be written.
struct Placement {
  bool at_end = true;  ///< the last byte is directly before a page without access; else the first directly behind one
  bool read_only = true;  ///< invec, *len and the handle
};

/// invec, inoutvec, *len and a datatype's handle, in pages that processes share. Each is mapped twice: as the operator
/// sees it, and for us.
class Arena {
 public:
  /// Vectors of up to `most` elements. Throws EnvironmentError.
  Arena(const Type& type, int most, std::uint64_t handle);
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  void place(Placement placement);
  /// Has this process's pages of vectors of `len` elements mapped at once, where they are many: a fault for each is
  /// dear.
  void map_pages(int len);
  /// What the operator is to find: `len` elements, and at *len a Function::length_word.
  void set(const std::byte* in, const std::byte* inout, int len, std::uint64_t length_word);

  void* invec() const { return invec_.theirs + from(bytes_); }
  void* inoutvec() const { return inoutvec_.theirs + from(bytes_); }
  int* len() const { return reinterpret_cast<int*>(control_.theirs); }
  void* datatype() const { return control_.theirs + handle_offset; }
  const std::byte* result() const { return inoutvec_.ours + from(bytes_); }

  /// "writes byte 8 of inoutvec, which has 8 bytes" of an access to that address in a call with `len` elements; absent
  /// where it is none of ours.
  std::optional<std::string> describe(std::size_t address, bool is_write, int len) const;

 private:
  struct Pages {
    std::byte *theirs = nullptr, *ours = nullptr;
  };
  static constexpr std::size_t handle_offset = 64;
  void map(Pages& pages);
  /// Where vectors of so many bytes begin.
  std::size_t from(std::size_t bytes) const { return placement_.at_end ? capacity_ - bytes : 0; }
  std::optional<std::string> describe_vector(const char* name, const Pages& pages, std::size_t address, bool is_write,
                                             std::size_t bytes) const;

  const Type& type_;
  std::uint64_t handle_;
  std::size_t capacity_;  ///< of each vector
  std::size_t bytes_ = 0;
  Placement placement_;
  Pages invec_, inoutvec_, control_;
};

/// Has the whole pages of these bytes mapped for writing at once, where they are many; they keep what they hold. Where
/// the kernel cannot (before Linux 5.14), each is when it is touched.
void map_pages(std::byte* from, std::size_t bytes);

}  // namespace tutti::op

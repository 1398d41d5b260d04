// What an ELF file says of itself: enough to tell what it is, and to load it.
#pragma once
#include <link.h>

#include <optional>
#include <string>
#include <vector>

namespace tutti::op {

/// The bytes of a file, in which reading beyond the end finds zeros.
class Elf {
 public:
  explicit Elf(const std::string& file);

  bool is_elf() const;
  /// For machines of this kind: 64 bits, and the same processor.
  bool is_for_this_machine() const;
  ElfW(Half) type() const { return header().e_type; }  ///< ET_REL, ET_DYN, …
  /// Its code has been left out, as in a file with nothing but debug information.
  bool lacks_code() const;
  bool has_segment(ElfW(Word) type) const;  ///< PT_TLS, …
  /// Where the value of the entry DT_FLAGS_1 of its dynamic section stands in the file.
  std::optional<std::size_t> flags_1() const;
  template <class T>
  T at(std::size_t offset) const {
    T value{};
    read(offset, &value, sizeof value);
    return value;
  }
  /// Mangled names of the functions in its dynamic symbol table.
  std::vector<std::string> exported_functions() const;
  const std::string& bytes() const { return bytes_; }

 private:
  std::vector<ElfW(Shdr)> sections() const;
  ElfW(Ehdr) header() const { return at<ElfW(Ehdr)>(0); }
  void read(std::size_t offset, void* to, std::size_t size) const;

  std::string bytes_;
};

}  // namespace tutti::op

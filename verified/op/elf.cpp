#include "verified/op/elf.hpp"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>

namespace tutti::op {

Elf::Elf(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  bytes_.assign(std::istreambuf_iterator<char>(in), {});
}

void Elf::read(std::size_t offset, void* to, std::size_t size) const {
  if (offset <= bytes_.size() && size <= bytes_.size() - offset) std::memcpy(to, &bytes_[offset], size);
}

bool Elf::is_elf() const { return bytes_.starts_with(ELFMAG); }

bool Elf::is_for_this_machine() const {
  static const auto own = Elf("/proc/self/exe").header();
  return bytes_.size() >= sizeof own && header().e_ident[EI_CLASS] == own.e_ident[EI_CLASS] &&
         header().e_ident[EI_DATA] == own.e_ident[EI_DATA] && header().e_machine == own.e_machine;
}

std::vector<ElfW(Shdr)> Elf::sections() const {
  std::vector<ElfW(Shdr)> all;
  for (std::size_t i = 0; i < header().e_shnum; ++i)
    all.push_back(at<ElfW(Shdr)>(header().e_shoff + i * sizeof(ElfW(Shdr))));
  return all;
}

bool Elf::lacks_code() const {
  return std::ranges::any_of(sections(), [](const ElfW(Shdr) & s) {
    return s.sh_type == SHT_NOBITS && (s.sh_flags & SHF_EXECINSTR) && s.sh_size > 0;
  });
}

bool Elf::has_segment(ElfW(Word) type) const {
  for (std::size_t i = 0; i < header().e_phnum; ++i)
    if (at<ElfW(Phdr)>(header().e_phoff + i * sizeof(ElfW(Phdr))).p_type == type) return true;
  return false;
}

std::optional<std::size_t> Elf::flags_1() const {
  for (std::size_t i = 0; i < header().e_phnum; ++i) {
    const auto segment = at<ElfW(Phdr)>(header().e_phoff + i * sizeof(ElfW(Phdr)));
    if (segment.p_type != PT_DYNAMIC) continue;
    for (std::size_t j = 0; j < segment.p_filesz / sizeof(ElfW(Dyn)); ++j) {
      const auto where = segment.p_offset + j * sizeof(ElfW(Dyn));
      const auto entry = at<ElfW(Dyn)>(where);
      if (entry.d_tag == DT_NULL) break;
      if (entry.d_tag == DT_FLAGS_1) return where + offsetof(ElfW(Dyn), d_un);
    }
  }
  return {};
}

std::vector<std::string> Elf::exported_functions() const {
  const auto all = sections();
  std::vector<std::string> names;
  for (const auto& symbols : all) {
    if (symbols.sh_type != SHT_DYNSYM || symbols.sh_link >= all.size()) continue;
    const auto& strings = all[symbols.sh_link];
    for (std::size_t j = 0; j < symbols.sh_size / sizeof(ElfW(Sym)); ++j) {
      const auto symbol = at<ElfW(Sym)>(symbols.sh_offset + j * sizeof(ElfW(Sym)));
      const auto name = strings.sh_offset + symbol.st_name;
      if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_shndx != SHN_UNDEF && name < bytes_.size())
        names.emplace_back(&bytes_[name]);
    }
  }
  return names;
}

}  // namespace tutti::op

// Functions of shared libraries, by their names in C and in C++.
#include "verified/op/function.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace tutti::op {
namespace {

/// Mangled names of the functions in the dynamic symbol table of a library that could be loaded.
std::vector<std::string> exported_functions(const std::string& library) {
  std::ifstream file(library, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  const auto at = [&]<class T>(std::size_t offset, T value) {
    if (offset + sizeof value <= bytes.size()) std::memcpy(&value, &bytes[offset], sizeof value);
    return value;
  };
  const auto header = at(0, ElfW(Ehdr){});
  const auto section = [&](std::size_t i) { return at(header.e_shoff + i * sizeof(ElfW(Shdr)), ElfW(Shdr){}); };
  std::vector<std::string> names;
  for (std::size_t i = 0; i < header.e_shnum; ++i) {
    const auto symbols = section(i);
    if (symbols.sh_type != SHT_DYNSYM) continue;
    const auto strings = section(symbols.sh_link);
    for (std::size_t j = 0; j < symbols.sh_size / sizeof(ElfW(Sym)); ++j) {
      const auto symbol = at(symbols.sh_offset + j * sizeof(ElfW(Sym)), ElfW(Sym){});
      if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_shndx != SHN_UNDEF)
        names.emplace_back(&bytes[strings.sh_offset + symbol.st_name]);
    }
  }
  return names;
}

/// "ns::f(int)" of "_ZN2ns1fEi", and "f" of "f".
std::string demangled(const std::string& name) {
  int status;
  const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                         &std::free);
  return text ? text.get() : name;
}

/// The mangled name of the only function of that name without its parameters; empty where there is none or many.
std::string mangled(const std::vector<std::string>& all, const std::string& name) {
  std::vector<std::string> found;
  for (const auto& candidate : all)
    if (demangled(candidate).starts_with(name + "(")) found.push_back(candidate);
  return found.size() == 1 ? found[0] : "";
}

std::string listed(const std::vector<std::string>& all) {
  constexpr std::size_t most = 20;
  std::vector<std::string> names;
  for (const auto& name : all)
    if (name != "_init" && name != "_fini") names.push_back(demangled(name));
  if (names.empty()) return "it exports none (is yours static?)";
  std::sort(names.begin(), names.end());
  const bool too_many = names.size() > most;
  names.resize(std::min(names.size(), most));
  return fmt::format("it exports {}{}", fmt::join(names, ", "), too_many ? ", …" : "");
}

}  // namespace

bool is_library(const std::string& file) {
  const auto name = std::filesystem::path(file).filename().string();
  const bool library = name.ends_with(".so") || name.find(".so.") != std::string::npos;
  constexpr std::string_view sources[] = {".c", ".cpp", ".cc", ".cxx", ".c++", ".C"};
  if (!library && std::ranges::none_of(sources, [&](auto ending) { return name.ends_with(ending); }))
    throw InputError(fmt::format("{}: by its ending it is neither a source ({}) nor a shared library (.so); name one",
                                 file, fmt::join(sources, ", ")));
  std::error_code failed;
  if (!std::filesystem::exists(file, failed)) return library;
  if (!std::filesystem::is_regular_file(file, failed))
    throw InputError(fmt::format("{} is no regular file; name a source or a shared library", file));
  char begin[4096];
  std::ifstream in(file, std::ios::binary);
  in.read(begin, sizeof begin);
  if (!library && std::find(begin, begin + in.gcount(), '\0') != begin + in.gcount())
    throw InputError(fmt::format("{} is no text; name the source, or a shared library whose name ends with .so", file));
  return library;
}

Function Function::load(const std::string& library, const std::string& name) {
  const auto path = std::filesystem::absolute(library).string();
  if (!std::filesystem::exists(path)) throw InputError(fmt::format("{}: there is no such file", library));
  const std::shared_ptr<void> handle(dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL), [](void* h) {
    if (h) dlclose(h);
  });
  if (!handle) throw InputError(fmt::format("{} is no shared library that can be loaded: {}", library, dlerror()));
  void* found = dlsym(handle.get(), name.c_str());
  if (void* entry = dlsym(handle.get(), entry_symbol(name).c_str())) std::memcpy(&found, entry, sizeof found);
  if (!found) {
    const auto all = exported_functions(path);
    found = dlsym(handle.get(), mangled(all, name).c_str());
    if (!found) throw InputError(fmt::format("{} has no function {}; {}", library, name, listed(all)));
  }
  Function function(handle, reinterpret_cast<UserFunction*>(found), name);
  if (const void* datatype = dlsym(handle.get(), datatype_symbol))
    std::memcpy(&function.handle_, datatype, sizeof function.handle_);
  return function;
}

bool Function::holds(const void* element) const {
  int (*function)(const void*);
  std::memcpy(&function, &function_, sizeof function);
  return function(element) != 0;
}

std::string entry_symbol(const std::string& function) {
  std::string symbol = "tutti_entry_" + function;
  std::replace_if(
      symbol.begin(), symbol.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  return symbol;
}

}  // namespace tutti::op

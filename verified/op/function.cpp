// Functions of shared libraries, by their names in C and in C++.
#include "verified/op/function.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "verified/op/elf.hpp"

namespace tutti::op {
namespace {

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

}  // namespace

std::string exported(const std::string& library) {
  const auto all = Elf(library).exported_functions();
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

Function Function::opened(const std::string& library, const std::string& name) {
  const auto path = std::filesystem::absolute(library).string();
  if (!std::filesystem::exists(path)) throw InputError(fmt::format("{}: there is no such file", library));
  const std::shared_ptr<void> handle(dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL), [](void* h) {
    if (h) dlclose(h);
  });
  if (!handle) throw InputError(fmt::format("{} is no shared library that can be loaded: {}", library, dlerror()));
  Function function(handle, nullptr, name);
  if (const void* datatype = dlsym(handle.get(), datatype_symbol))
    std::memcpy(&function.handle_, datatype, sizeof function.handle_);
  if (const void* large = dlsym(handle.get(), large_count_symbol))
    function.large_count_ = *static_cast<const bool*>(large);
  return function;
}

Function Function::with_handle(std::uint64_t handle) const {
  auto copy = *this;
  copy.handle_ = handle;
  return copy;
}

Function Function::with_large_count(std::optional<bool> large) const {
  auto copy = *this;
  copy.large_count_ = large;
  return copy;
}

std::uint64_t Function::length_word(int len) const {
  constexpr std::uint64_t behind_an_int = 0x5a5a'5a5a;
  return static_cast<std::uint64_t>(len) | (large_count_.value_or(true) ? 0 : behind_an_int << 32);
}

void Function::call(void* invec, void* inoutvec, int len) const {
  auto length = length_word(len);
  auto datatype = handle_;
  function_(invec, inoutvec, reinterpret_cast<int*>(&length), &datatype);
}

std::vector<std::uint64_t> datatype_handles(const std::string& library, std::size_t count) {
  void* handle = dlopen(library.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (!handle) throw InputError(fmt::format("the handles of MPI's datatypes cannot be loaded: {}", dlerror()));
  std::vector<std::uint64_t> handles;
  if (const void* all = dlsym(handle, datatype_symbol)) {
    handles.resize(count);
    std::memcpy(handles.data(), all, count * sizeof handles[0]);
  }
  dlclose(handle);
  return handles;
}

Function Function::load(const std::string& library, const std::string& name) {
  auto function = opened(library, name);
  const auto symbol = [&](const std::string& s) { return dlsym(function.library_.get(), s.c_str()); };
  void* found = symbol(name);
  if (void* entry = symbol(entry_symbol(name))) std::memcpy(&found, entry, sizeof found);
  if (!found) found = symbol(name + "_");  // a procedure of Fortran
  if (!found) {
    found = symbol(mangled(Elf(library).exported_functions(), name));
    if (!found) throw InputError(fmt::format("{} has no function {}; {}", library, name, exported(library)));
  }
  function.function_ = reinterpret_cast<UserFunction*>(found);
  return function;
}

Function Function::load(const std::string& library, std::uint64_t address, const std::string& name) {
  auto function = opened(library, name);
  const link_map* loaded = nullptr;
  if (dlinfo(function.library_.get(), RTLD_DI_LINKMAP, &loaded) != 0)
    throw InputError(fmt::format("{}: where it is loaded is not known: {}; name the function", library, dlerror()));
  const ElfW(Addr) entry = loaded->l_addr + address;
  std::memcpy(&function.function_, &entry, sizeof entry);
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

std::optional<SourceLine> place_of(const std::string& function) {
  const auto colon = function.rfind(':');
  if (colon == std::string::npos || colon == 0 || function[colon - 1] == ':') return {};
  SourceLine place{function.substr(0, colon), 0};
  const auto* end = function.data() + function.size();
  const auto [last, failed] = std::from_chars(function.data() + colon + 1, end, place.line);
  return failed == std::errc{} && last == end && place.line > 0 ? std::optional(place) : std::nullopt;
}

bool is_at(const SourceLine& defined, const SourceLine& place) {
  const std::filesystem::path path(defined.file), wanted = std::filesystem::path(place.file).lexically_normal();
  const auto all = std::distance(path.begin(), path.end()), some = std::distance(wanted.begin(), wanted.end());
  return defined.line == place.line && some <= all &&
         std::equal(wanted.begin(), wanted.end(), std::next(path.begin(), all - some));
}

}  // namespace tutti::op

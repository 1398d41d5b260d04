#include "verified/op/loadable.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "verified/op/elf.hpp"
#include "verified/system/forked_call.hpp"
#include "verified/system/program.hpp"

namespace tutti::op {
namespace {

constexpr std::string_view sources[] = {".c", ".cpp", ".cc", ".cxx", ".c++", ".C"};

bool has_name_of_library(const std::string& name) {
  return name.ends_with(".so") || name.find(".so.") != std::string::npos;
}

bool holds_text(const std::string& file) {
  char begin[4096];
  std::ifstream in(file, std::ios::binary);
  in.read(begin, sizeof begin);
  return std::find(begin, begin + in.gcount(), '\0') == begin + in.gcount();
}

FileKind kind_by_content(const std::string& file) {
  const Elf elf(file);
  if (elf.bytes().starts_with("!<arch>\n") || elf.bytes().starts_with("!<thin>\n")) return FileKind::archive;
  if (!elf.is_elf())
    throw InputError(
        fmt::format("{}: by its ending it is no source ({}), and by what it holds no object file, archive, shared "
                    "library or program; name one",
                    file, fmt::join(sources, ", ")));
  if (!elf.is_for_this_machine())
    throw InputError(fmt::format("{} is for another kind of machine, or it is cut off; compile it for this one", file));
  if (elf.lacks_code())
    throw InputError(file + " has debug information and no code; give the file that it was taken from");
  switch (elf.type()) {
    case ET_REL: return FileKind::object;
    case ET_EXEC: return FileKind::program;
    case ET_DYN: break;
    default: throw InputError(fmt::format("{} is no object file, shared library or program; name one", file));
  }
  const auto flags = elf.flags_1();
  return flags && (elf.at<ElfW(Xword)>(*flags) & DF_1_PIE) ? FileKind::program : FileKind::library;
}

Loadable linked(const std::string& file, FileKind kind) {
  TemporaryFile made("op.so");
  std::vector<std::string> command{"cc", "-shared", "-Wl,-Bsymbolic", "-o", made.path()};
  const auto path = std::filesystem::absolute(file).string();
  if (kind == FileKind::archive)
    command.insert(command.end(), {"-Wl,--whole-archive", path, "-Wl,--no-whole-archive"});
  else
    command.push_back(path);
  Program linker({.words = command});
  const int status = linker.wait();
  if (status == not_run) throw EnvironmentError(linker.output() + "; install gcc");
  if (status != 0)
    throw InputError(
        fmt::format("{} cannot be linked into a shared library; compile it with -fPIC:\n{}", file, linker.output()));
  return {made.path(), made};
}

/// glibc refuses to load what is marked as a program.
Loadable unmarked(const std::string& file) {
  const Elf elf(file);
  if (elf.type() == ET_EXEC)
    throw InputError(file +
                     " runs at fixed addresses, so that it cannot be loaded; give its object files, or link it "
                     "with -pie");
  if (elf.has_segment(PT_TLS))
    throw InputError(file + " has variables for each thread, so that it cannot be loaded; give its object files");
  auto bytes = elf.bytes();
  const auto flags = elf.at<ElfW(Xword)>(*elf.flags_1()) & ~ElfW(Xword){DF_1_PIE};
  std::memcpy(&bytes[*elf.flags_1()], &flags, sizeof flags);
  TemporaryFile made("op.so");
  std::ofstream(made.path(), std::ios::binary) << bytes;
  return {made.path(), made};
}

Loadable loadable_unchecked(const std::string& file, FileKind kind) {
  switch (kind) {
    case FileKind::object:
    case FileKind::archive: return linked(file, kind);
    case FileKind::program: return unmarked(file);
    case FileKind::library:
    case FileKind::source: break;
  }
  return {std::filesystem::absolute(file).string()};
}

}  // namespace

FileKind kind_of(const std::string& file) {
  const auto name = std::filesystem::path(file).filename().string();
  const bool is_source = std::ranges::any_of(sources, [&](auto ending) { return name.ends_with(ending); });
  std::error_code failed;
  if (!std::filesystem::exists(file, failed)) return has_name_of_library(name) ? FileKind::library : FileKind::source;
  if (!std::filesystem::is_regular_file(file, failed))
    throw InputError(fmt::format("{} is no regular file; name a source, or what was compiled of one", file));
  if (!is_source) return kind_by_content(file);
  if (!holds_text(file))
    throw InputError(
        fmt::format("{} is no text; name the source, or give what was compiled an ending of its own", file));
  return FileKind::source;
}

Loadable loadable(const std::string& file, FileKind kind) {
  auto made = loadable_unchecked(file, kind);
  constexpr double limit = 10;
  const auto end = call_in_child(limit, [&](const Write& write) {
    if (dlopen(made.path.c_str(), RTLD_LAZY | RTLD_LOCAL)) return;
    const std::string_view why = dlerror();
    write({reinterpret_cast<const std::byte*>(why.data()), why.size()});
  });
  const std::string why(reinterpret_cast<const char*>(end.wrote.data()), end.wrote.size());
  if (!why.empty())
    throw InputError(
        fmt::format("{} cannot be loaded: {}; give a shared library that is linked with all it needs", file, why));
  if (end.how != CallEnd::How::returned)
    throw InputError(fmt::format("{} cannot be loaded: what runs then ends by {}; give the object file of the function",
                                 file, end.text));
  return made;
}

}  // namespace tutti::op

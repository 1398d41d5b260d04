// What a file of the user is, and how its functions are brought into this process.
#pragma once
#include <optional>
#include <string>

#include "verified/op/function.hpp"

namespace tutti::op {

/// By its ending a source, else by its content.
enum class FileKind { source, object, archive, library, program };

/// InputError where it is none of these: as a source it holds what is no text, like a program (a compiler could take
/// minutes to say so); else it is no ELF file or archive; it is for another machine, or it is no regular file. One that
/// does not exist is a library by the ending .so or .so.1, and otherwise a source.
FileKind kind_of(const std::string& file);

/// A shared library with the functions of a file that is no source: itself, or what is made of it.
struct Loadable {
  std::string path;
  std::optional<TemporaryFile> made = {};  ///< it stands in this
};

/// An object or an archive is linked by cc into a library of its own; of a program that can be moved in memory a copy
/// is made that may be loaded. Whatever runs when it is loaded has run to its end in a child. Throws InputError with
/// the remedy, and EnvironmentError where there is no cc.
Loadable loadable(const std::string& file, FileKind kind);

}  // namespace tutti::op

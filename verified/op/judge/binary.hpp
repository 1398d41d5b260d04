// The function that is meant in a file that is no source.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "verified/op/debug/functions.hpp"
#include "verified/op/judge/subject.hpp"
#include "verified/op/loadable.hpp"

namespace tutti::op {

/// A flag that the compiler of a binary told, of which it is not known whether a source says something else by it: what
/// is judged is the source by the flags that are known to change it.
std::optional<std::string> flag_in_doubt(const std::string& producer);

class Binary {
 public:
  /// Throws InputError where kind_of or binary_functions do, or an object or archive cannot be linked.
  explicit Binary(const std::string& file);

  /// By debug information: the function of that address, or else of that name, with its scopes or without, with the
  /// arguments of its template or without, mangled, or as its place. Nothing where it tells of none. Throws InputError
  /// where it tells of several, or of one with other parameters than an MPI_User_function.
  std::optional<BinaryFunction> find(const Request& request) const;

  /// The request for the function in its source; nothing where that cannot be judged.
  std::optional<Request> source_of(const BinaryFunction& function, Request request) const;
  /// "its source f.c is not there"; empty where it can be judged.
  std::string why_no_source(const BinaryFunction& function) const;

  /// Into this process. Throws InputError where the file cannot be loaded.
  Function load(const BinaryFunction& function) const;
  /// By its place. Throws InputError where debug information tells of none or several there.
  Function load(const std::string& place) const;
  /// Without debug information, by its name. Throws InputError where it has none, or is not exported, and lists the
  /// functions that would do.
  Function load(const Request& request) const;

 private:
  const std::string& loaded() const;
  std::vector<BinaryFunction> matching(const Request& request) const;
  /// "it has add, sub": those with the parameters that are due.
  std::string operators() const;

  std::string file_;
  FileKind kind_;
  mutable std::optional<Loadable> loadable_;
  std::vector<BinaryFunction> functions_;
};

}  // namespace tutti::op

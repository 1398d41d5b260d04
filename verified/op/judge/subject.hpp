// From what the user names to what can be judged: sources are compiled, binaries loaded, expressions become C.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "verified/op/judge/judge.hpp"

namespace tutti::op {

struct Request {
  std::optional<std::string> file;        ///< of any FileKind, or the constant of a predefined operation
  std::optional<std::string> expression;  ///< --expr, instead
  std::optional<std::string> function;    ///< in the file, by its name or by its place_of
  std::optional<std::uint64_t> address;   ///< of the function, in a binary; its name is then only what it is called
  std::string type;                       ///< in C, or of a predefined operation its datatype; empty: --datatype's
  std::optional<std::string> datatype;    ///< --datatype: what *datatype is, such as "MPI_DOUBLE_INT"
  /// Instead, for a derived datatype: the bytes of the type in which it has data, by rising offset.
  std::optional<std::vector<ByteRange>> data = {};
  std::vector<std::string> constants;       ///< --constant: "NAME" or "NAME=VALUE"
  std::optional<std::string> precondition;  ///< --pre
  std::optional<std::string> meant;         ///< --meant: what x ∘ y shall be
  std::string flags;                        ///< for the compiler, as a shell reads words
  std::optional<bool> commute;
  std::optional<bool> large_count = {};  ///< as MPI_Op_create_c makes it, or MPI_Op_create; else as its parameters say
  bool equal_by_value = false;
  bool ordinary = false;  ///< --values ordinary
  std::vector<int> lengths = {1, 2, 3};
  std::uint64_t seed = 0;
  std::vector<Bytes> samples = {};  ///< elements that have occurred, from their first byte on
  int tries = 10000;
  Deadline deadline = {};  ///< of all that is done for it
};

/// It names a predefined operation: "MPI_SUM".
bool is_predefined(const std::string& file);

/// A binary is judged by its source, if debug information leads to one in C or C++ that is there and compiles; else as
/// machine code. Throws InputError with the fault and the remedy, EnvironmentError where a compiler is needed that is
/// not there, and DeadlinePassed.
Subject subject_of(const Request& request);

}  // namespace tutti::op

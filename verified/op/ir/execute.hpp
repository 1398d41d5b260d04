// Symbolic execution of an operator's LLVM IR.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "verified/op/function.hpp"
#include "verified/op/prove/call.hpp"
#include "verified/op/seen_type.hpp"
#include "verified/op/type.hpp"

namespace tutti::op {

/// Whether this build can: it needs LLVM 14. Without, every Module throws.
bool can_execute_source();

/// The bitcode of a source file.
class Module {
 public:
  /// `file` is LLVM bitcode or assembly. Throws InputError.
  explicit Module(const std::string& file, std::vector<std::string> unsequenced = {});
  explicit Module(const Bitcode& bitcode) : Module(bitcode.file.path(), bitcode.unsequenced) {}
  ~Module();
  Module(Module&&) noexcept;
  Module& operator=(Module&&) noexcept;

  /// Throws InputError unless it defines a function of that name with four pointers for parameters (or, for a
  /// precondition, one); the text lists those that it defines.
  void check_operator(const std::string& name) const;
  /// The functions are for large counts, or not, whatever their parameters say.
  void set_large_count(bool large);
  /// *len is an MPI_Count, by what was set, else by the type of the function's parameter.
  bool takes_large_count(const std::string& name) const;
  /// Where the function of that name is defined; nothing where that is not known.
  std::optional<SourceLine> definition_of(const std::string& name) const;

  /// The types of elements that the function of that name says by its casts and variables, each once.
  std::vector<SeenType> element_types(const std::string& name) const;

  /// The call f(in, inout, &len, &datatype) on `len` >= 0 elements, or any_length, with the constants in0.v, … Never
  /// unsound: what is not modelled to the bit is Unsupported.
  std::variant<Summary, Unsupported> execute(const std::string& name, const Type& type, int len, Floats floats,
                                             z3::context& context) const;
  /// `int name(const T* a)` on one element, as a truth over the constants a0.v, … of `on`.
  std::variant<z3::expr, Unsupported> execute_precondition(const std::string& name, const Type& type, Floats floats,
                                                           z3::context& context) const;
  /// The function is one loop `for (i = 0; i < *len; ++i)` whose body touches element i of both vectors only and no
  /// other state: so what holds for len 1 holds for every len, given that it is total and keeps to its memory for
  /// len 1. Else why not, with the line.
  struct Canonical {
    bool is;
    std::string why_not;
  };
  Canonical canonical_loop(const std::string& name, const Type& type) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace tutti::op

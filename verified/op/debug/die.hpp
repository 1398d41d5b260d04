// A type in DWARF, as c_text.hpp asks of it.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "verified/op/debug/c_text.hpp"
#include "verified/op/debug/llvm_dwarf.hpp"

namespace tutti::op::debug {

/// What an entry is of: its abstract instance where it is inlined, its declaration where it is a definition. False
/// where it is of itself.
llvm::DWARFDie origin_of(const llvm::DWARFDie& die);
/// DW_AT_name, of the entry or what it is of.
std::string name_of(const llvm::DWARFDie& die);
std::optional<std::int64_t> number_of(const llvm::DWARFFormValue& value);
bool is_fortran(const llvm::DWARFDie& die);

class DieNode {
 public:
  explicit DieNode(llvm::DWARFDie die) : die_(die ? die.resolveTypeUnitReference() : die) {}
  /// The type of a variable or a parameter.
  static DieNode type_of(const llvm::DWARFDie& variable);

  explicit operator bool() const { return die_.isValid(); }
  unsigned tag() const { return die_.getTag(); }
  unsigned encoding() const { return static_cast<unsigned>(number(llvm::dwarf::DW_AT_encoding).value_or(0)); }
  std::uint64_t bits() const;
  std::string name() const { return name_of(die_); }
  DieNode base() const { return type_of(die_); }
  std::vector<DieNode> children() const;
  bool is_bit_field() const { return has(llvm::dwarf::DW_AT_bit_size); }
  bool is_static() const { return has(llvm::dwarf::DW_AT_external) || has(llvm::dwarf::DW_AT_declaration); }
  bool is_vector() const { return has(llvm::dwarf::DW_AT_GNU_vector); }
  /// The count of a dimension, where it is constant.
  std::optional<std::int64_t> count() const;

  /// A pointer in Fortran to an array, whose bounds are found when it runs.
  bool is_array_pointer() const {
    return tag() == llvm::dwarf::DW_TAG_array_type && has(llvm::dwarf::DW_AT_associated);
  }
  /// What a vector of Fortran, an array, says of its elements: its last dimension is that of the vector.
  std::string said_of_elements() const;

 private:
  bool has(llvm::dwarf::Attribute attribute) const { return die_.find(attribute).hasValue(); }
  std::optional<std::int64_t> number(llvm::dwarf::Attribute attribute) const;
  llvm::DWARFDie die_;
};

}  // namespace tutti::op::debug

#include "verified/op/debug/die.hpp"

namespace tutti::op::debug {

using namespace llvm::dwarf;

llvm::DWARFDie origin_of(const llvm::DWARFDie& die) {
  auto origin = die.getAttributeValueAsReferencedDie(DW_AT_abstract_origin);
  return origin ? origin : die.getAttributeValueAsReferencedDie(DW_AT_specification);
}

std::string name_of(const llvm::DWARFDie& die) {
  const char* name = die.getName(llvm::DINameKind::ShortName);
  return name ? name : "";
}

std::optional<std::int64_t> number_of(const llvm::DWARFFormValue& value) {
  if (const auto number = value.getAsUnsignedConstant()) return static_cast<std::int64_t>(*number);
  const auto number = value.getAsSignedConstant();
  return number ? std::optional(*number) : std::nullopt;
}

bool is_fortran(const llvm::DWARFDie& die) {
  switch (toUnsigned(die.getDwarfUnit()->getUnitDIE().find(DW_AT_language), 0)) {
    case DW_LANG_Fortran77:
    case DW_LANG_Fortran90:
    case DW_LANG_Fortran95:
    case DW_LANG_Fortran03:
    case DW_LANG_Fortran08: return true;
    default: return false;
  }
}

DieNode DieNode::type_of(const llvm::DWARFDie& variable) {
  const auto type = variable.findRecursively(DW_AT_type);
  return DieNode(type ? variable.getAttributeValueAsReferencedDie(*type) : llvm::DWARFDie());
}

std::optional<std::int64_t> DieNode::number(Attribute attribute) const {
  const auto value = die_.find(attribute);
  return value ? number_of(*value) : std::nullopt;
}

/// The bits of a type; for an array, which often does not say it, those of its elements.
std::uint64_t DieNode::bits() const {
  constexpr std::uint64_t byte = 8;
  if (const auto bytes = number(DW_AT_byte_size)) return byte * static_cast<std::uint64_t>(*bytes);
  if (tag() != DW_TAG_array_type || !base()) return 0;
  auto all = bare(base()).bits();
  for (const auto& dimension : children()) all *= static_cast<std::uint64_t>(dimension.count().value_or(0));
  return all;
}

std::vector<DieNode> DieNode::children() const {
  std::vector<DieNode> all;
  for (const auto& child : die_.children())
    if (!child.isNULL()) all.emplace_back(child);
  return all;
}

std::optional<std::int64_t> DieNode::count() const {
  if (tag() != DW_TAG_subrange_type) return {};
  if (const auto all = number(DW_AT_count)) return all;
  const auto upper = number(DW_AT_upper_bound);
  if (!upper) return {};
  return *upper - number(DW_AT_lower_bound).value_or(is_fortran(die_) ? 1 : 0) + 1;
}

std::string DieNode::said_of_elements() const {
  if (tag() != DW_TAG_array_type) return said(*this);
  const auto element = said(base());
  if (element.empty()) return "";
  auto dimensions = children();
  if (!dimensions.empty()) dimensions.pop_back();
  std::string counts;  // the first dimension is the fastest
  for (const auto& dimension : dimensions) {
    if (!dimension.count()) return "";
    counts = "[" + std::to_string(*dimension.count()) + "]" + counts;
  }
  return element + counts;
}

}  // namespace tutti::op::debug

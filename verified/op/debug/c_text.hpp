// A type that debug information describes, as --type says it: the same of LLVM's metadata and of a binary's DWARF.
#pragma once
#include <llvm/BinaryFormat/Dwarf.h>

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "verified/op/type.hpp"

namespace tutti::op::debug {

/// A type, a member or a dimension of an array, by what DWARF says of it. False where there is none, like that to which
/// void* points.
template <class T>
concept Node = requires(const T& node) {
  {static_cast<bool>(node)};
  { node.tag() } -> std::convertible_to<unsigned>;       // DW_TAG_…
  { node.encoding() } -> std::convertible_to<unsigned>;  // DW_ATE_…
  { node.bits() } -> std::convertible_to<std::uint64_t>;
  { node.name() } -> std::convertible_to<std::string>;
  { node.base() } -> std::convertible_to<T>;
  { node.children() } -> std::convertible_to<std::vector<T>>;
  { node.is_bit_field() } -> std::convertible_to<bool>;
  { node.is_static() } -> std::convertible_to<bool>;
  { node.is_vector() } -> std::convertible_to<bool>;
  { node.count() } -> std::convertible_to<std::optional<std::int64_t>>;  // of a dimension, where it is constant
};

/// A type that --type cannot say.
struct Unsayable {};

/// Without typedef, const and their like.
template <Node T>
T bare(T type) {
  using namespace llvm::dwarf;
  while (type && (type.tag() == DW_TAG_typedef || type.tag() == DW_TAG_const_type ||
                  type.tag() == DW_TAG_volatile_type || type.tag() == DW_TAG_restrict_type))
    type = type.base();
  return type;
}

template <Node T>
std::string text_of(const T& declared, const std::string& name);

template <Node T>
std::string text_of_number(const T& type) {
  const auto bits = std::to_string(type.bits());
  const bool is_extended = type.name() == "long double" || type.name() == "real(kind=10)";  // and no __float128
  switch (type.encoding()) {
    case llvm::dwarf::DW_ATE_boolean: return bits == "8" ? "bool" : "int" + bits + "_t";  // Fortran's logical
    case llvm::dwarf::DW_ATE_signed:
    case llvm::dwarf::DW_ATE_signed_char: return "int" + bits + "_t";
    case llvm::dwarf::DW_ATE_unsigned:
    case llvm::dwarf::DW_ATE_unsigned_char: return "uint" + bits + "_t";
    case llvm::dwarf::DW_ATE_float:
      return bits == "32" ? "float" : bits == "64" ? "double" : is_extended ? "long double" : throw Unsayable{};
    case llvm::dwarf::DW_ATE_complex_float:
      return bits == "64" ? "float _Complex" : bits == "128" ? "double _Complex" : throw Unsayable{};
    default: throw Unsayable{};
  }
}

template <Node T>
std::string text_of_structure(const T& type) {
  std::string members;
  for (const auto& member : type.children()) {
    const bool is_part = member.tag() == llvm::dwarf::DW_TAG_member && !member.is_static();
    const bool is_base = member.tag() == llvm::dwarf::DW_TAG_inheritance;
    if (!is_part && !is_base) continue;
    if (is_base || member.is_bit_field() || member.name().empty()) throw Unsayable{};
    members += text_of(member.base(), " " + member.name()) + "; ";
  }
  if (members.empty()) throw Unsayable{};
  members.pop_back();
  return "struct{" + members + "}";
}

/// A declaration in C of the name, or of none. Throws Unsayable.
template <Node T>
std::string text_of(const T& declared, const std::string& name) {
  const auto type = bare(declared);
  switch (type ? type.tag() : 0) {
    case llvm::dwarf::DW_TAG_base_type: return text_of_number(type) + name;
    case llvm::dwarf::DW_TAG_enumeration_type:
      if (!type.base()) throw Unsayable{};
      return text_of(type.base(), name);
    case llvm::dwarf::DW_TAG_array_type: {
      if (type.is_vector()) throw Unsayable{};
      auto of_array = name;
      for (const auto& dimension : type.children()) {
        if (!dimension.count()) throw Unsayable{};
        of_array += "[" + std::to_string(*dimension.count()) + "]";
      }
      return text_of(type.base(), of_array);
    }
    case llvm::dwarf::DW_TAG_structure_type:
    case llvm::dwarf::DW_TAG_class_type: return text_of_structure(type) + name;
    default: throw Unsayable{};
  }
}

/// In C; empty where --type cannot say it, as of a structure that is packed otherwise than C does it.
template <Node T>
std::string said(const T& declared) {
  constexpr std::uint64_t byte = 8;
  const auto type = bare(declared);
  try {
    auto text = text_of(type, "");
    return byte * parse_type(text).size == type.bits() ? text : "";
  } catch (const Unsayable&) {
  } catch (const InputError&) {  // such as a member whose name is a keyword in C
  }
  return "";
}

}  // namespace tutti::op::debug

#include "verified/conform/worker/load.hpp"

#include <map>
#include <stdexcept>

#include "verified/conform/worker/term_operand.hpp"

namespace tutti::mpi::conform {
namespace {

const DatatypePair* find_datatypes(const std::string& name, bool large_count) {
  for (const auto& datatypes : datatype_pairs(large_count))
    if (datatypes.name == name) return &datatypes;
  static std::map<std::string, DatatypePair> predefined;
  if (const auto* foreign = tutti::foreign_type_named(name))
    return &predefined.try_emplace(name, datatypes_of(*foreign)).first->second;
  if (const auto type = type_named(name)) return &predefined.try_emplace(name, datatypes_of(*type)).first->second;
  throw std::invalid_argument("there are no datatypes '" + name + "'");
}

}  // namespace

Operand operand_of(const std::string& load) {
  if (const auto pair = tutti::conform::predefined_named(load)) {
    if (const auto* foreign = tutti::conform::foreign_type_of(load)) return Operand(pair->first, *foreign);
    return Operand(pair->first, pair->second);
  }
  for (const auto* all : {&user_operands(), &term_operands()})
    for (const auto& operand : *all)
      if (operand.name() == load) return operand;
  throw std::invalid_argument("there is no operand '" + load + "'");
}

std::vector<const DatatypePair*> datatype_pairs_of(const std::string& load, bool large_count) {
  const auto* row = tutti::conform::datatype_pair_row_named(load);
  if (!row || row->mixes.empty()) return {find_datatypes(load, large_count)};
  std::vector<const DatatypePair*> several;
  for (const auto name : row->mixes) several.push_back(find_datatypes(std::string(name), large_count));
  return several;
}

}  // namespace tutti::mpi::conform

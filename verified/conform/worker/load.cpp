#include "verified/conform/worker/load.hpp"

#include <map>
#include <stdexcept>

#include "verified/conform/worker/term_operand.hpp"

namespace tutti::mpi::conform {
namespace {

const Cargo* find_cargo(const std::string& name) {
  for (const auto& cargo : cargoes())
    if (cargo.name == name) return &cargo;
  static std::map<std::string, Cargo> predefined;
  if (const auto type = type_named(name)) return &predefined.try_emplace(name, cargo_of(*type)).first->second;
  throw std::invalid_argument("there is no cargo '" + name + "'");
}

}  // namespace

Operand operand_of(const std::string& load) {
  if (const auto pair = tutti::conform::predefined_named(load)) return Operand(pair->first, pair->second);
  for (const auto* all : {&user_operands(), &term_operands()})
    for (const auto& operand : *all)
      if (operand.name() == load) return operand;
  throw std::invalid_argument("there is no operand '" + load + "'");
}

std::vector<const Cargo*> cargoes_of(const std::string& load) {
  const auto* row = tutti::conform::cargo_row_named(load);
  if (!row || row->mixes.empty()) return {find_cargo(load)};
  std::vector<const Cargo*> several;
  for (const auto name : row->mixes) several.push_back(find_cargo(std::string(name)));
  return several;
}

}  // namespace tutti::mpi::conform

#include "verified/run/mpi/conform/load.hpp"

#include <stdexcept>

#include "verified/run/mpi/conform/term_operand.hpp"

namespace tutti::mpi::conform {
namespace {

const Cargo* find_cargo(const std::string& name) {
  static const std::vector<Cargo> plain = [] {
    std::vector<Cargo> all;
    for (const auto& type : types) all.push_back(cargo_of(type.id));
    return all;
  }();
  for (const auto* all : {&cargoes(), &plain})
    for (const auto& cargo : *all)
      if (cargo.name == name) return &cargo;
  throw std::invalid_argument("there is no cargo '" + name + "'");
}

}  // namespace

std::optional<std::pair<Op, Type>> predefined_of(const std::string& load) {
  const auto slash = load.find('/');
  if (slash == std::string::npos) return std::nullopt;
  const auto op = op_named(load.substr(0, slash));
  const auto type = type_named(load.substr(slash + 1));
  if (!op || !type || !allowed(*op, *type)) return std::nullopt;
  return std::pair(*op, *type);
}

Operand operand_of(const std::string& load) {
  if (const auto pair = predefined_of(load)) return Operand(pair->first, pair->second);
  for (const auto* all : {&user_operands(), &term_operands()})
    for (const auto& operand : *all)
      if (operand.name() == load) return operand;
  throw std::invalid_argument("there is no operand '" + load + "'");
}

std::vector<const Cargo*> cargoes_of(const std::string& load) {
  if (load != "mixed") return {find_cargo(load)};
  std::vector<const Cargo*> several;
  for (const auto* name : {"double", "struct-to-struct", "reversed-to-ints", "negative-bound"})
    several.push_back(find_cargo(name));
  return several;
}

}  // namespace tutti::mpi::conform
